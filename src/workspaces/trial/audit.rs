//! The judge looked at again: with the sides swapped on the same facts, and as of another day of the law. Pure.
//!
//! Swapped means: the other party is the user, and the parties' names stand in each other's place. Who bears what
//! burden is the law's and stays. A judge that looks at facts and evidence alone says the same twice.

use crate::engine::wording::citations::{self, Asked, Citation, Verdict, register};
use crate::workspaces::trial::guards::{Held, cited, known};
use crate::workspaces::trial::machine::Phase;
use crate::workspaces::trial::state::{Round, Trial};
use crate::workspaces::trial::words::each_text;
use crate::workspaces::trial::{input, perform, score, settle, steps};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is called a difference of two middles.
const NOTABLE: f64 = 0.02;

/// The judge's answer by rules on a round, and the same with the sides swapped: `{method, issues, range, asymmetry}`.
#[must_use]
pub fn side_swap(trial: &Trial, round: &Round, today: &str) -> Value {
    let before = as_judged(trial, round);
    let own = judged(&before, today);
    let other = judged(&swapped(&before), today);
    let ids = own["Issues"].as_array().into_iter().flatten().chain(other["Issues"].as_array().into_iter().flatten());
    let mut seen: Vec<&str> = Vec::new();
    let mut rows = Vec::new();
    for id in ids.filter_map(|issue| issue["id"].as_str()) {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let (as_is, turned) = (issue(&own, id), issue(&other, id));
        let asymmetry = (weight(&as_is) - weight(&turned)).abs();
        let same = as_is == turned;
        rows.push(json!({"id": id, "as_is": as_is, "swapped": turned, "same": same, "asymmetry": rounded(asymmetry)}));
    }
    let (mid, turned) = (middle(&own["DecisionRange"]), middle(&other["DecisionRange"]));
    let widest = rows.iter().filter_map(|row| row["asymmetry"].as_f64()).fold(0.0, f64::max);
    json!({
        "method": "user_and_names_swapped",
        "performer": "builtin",
        "issues": rows,
        "range": {"as_is": own["DecisionRange"], "swapped": other["DecisionRange"], "moved": moved(mid, turned)},
        "asymmetry": rounded(widest.max(mid.zip(turned).map_or(0.0, |(a, b)| (a - b).abs()))),
        "recorded": recorded(trial, round, &own),
    })
}

/// How far the judge of the session went from the rules, and in whose favour.
fn recorded(trial: &Trial, round: &Round, rules: &Value) -> Value {
    let Some(said) = round.steps.iter().rev().find(|step| step.role == "judge").map(|step| &step.output["body"]) else {
        return Value::Null;
    };
    let lean = moved(middle(&rules["DecisionRange"]), middle(&said["DecisionRange"])).unwrap_or_default();
    let favours = match lean {
        lean if lean > NOTABLE => "claimant",
        lean if lean < -NOTABLE => "opposing",
        _ => "nobody",
    };
    let burden = said["BurdenOfProof"].as_array().into_iter().flatten();
    let differ: Vec<Value> = burden
        .filter_map(|row| {
            let own = rules["BurdenOfProof"].as_array()?.iter().find(|own| own["id"] == row["id"])?;
            (own["state"] != row["state"]).then(
                || json!({"id": row["id"], "issue_id": row["issue_id"], "rules": own["state"], "judge": row["state"]}),
            )
        })
        .collect();
    let own_side = favours != "nobody" && favours == trial.case.user_side;
    json!({"lean": lean, "favours": favours, "favours_user": own_side, "elements": differ})
}

/// The session as it stood when the judge of this round was to speak.
fn as_judged(trial: &Trial, round: &Round) -> Trial {
    let mut before = trial.clone();
    if let Some(file) = trial.casefiles.iter().find(|file| file.facts_version == round.facts_version) {
        before.facts.items.clone_from(&file.items);
        before.evidence.retain(|one| file.evidence.contains(&one.id));
    }
    before.rounds.retain(|one| one.round <= round.round);
    if let Some(last) = before.rounds.last_mut() {
        last.steps.retain(|step| matches!(step.role.as_str(), "claimant" | "opposing" | "party"));
        last.end = Value::Null;
    }
    before.steering.retain(|one| one.round < round.round);
    before.machine.phase = Phase::Round;
    before.machine.round = round.round;
    before.machine.facts_version = round.facts_version;
    before.machine.steering_version = before.steering.last().map_or(0, |one| one.version);
    before.rewrite = None;
    before
}

fn judged(trial: &Trial, today: &str) -> Value {
    perform::perform(steps::JUDGE, &input::of(steps::JUDGE, trial, today))["body"].clone()
}

/// The other side is the user, and each party carries the other's name.
fn swapped(trial: &Trial) -> Trial {
    let mut value = trial.value();
    let names: Vec<(String, String)> = {
        let of = |side: &str| -> Vec<String> {
            let parties = trial.intake["parties"].as_array().into_iter().flatten();
            let own = parties.filter(|party| party["side"] == side);
            own.flat_map(|party| [&party["name"], &party["alias"]])
                .filter_map(|name| name.as_str().filter(|name| name.chars().count() >= 2).map(str::to_owned))
                .collect()
        };
        of("claimant").into_iter().zip(of("opposing")).collect()
    };
    for part in ["intake", "facts", "evidence", "rounds"] {
        each_text(&mut value[part], &mut |text| *text = exchanged(text, &names));
    }
    let user = match trial.case.user_side.as_str() {
        "claimant" => "opposing",
        "opposing" => "claimant",
        other => other,
    };
    value["case"]["user_side"] = json!(user);
    Trial::deserialize(&value).unwrap_or_else(|_| trial.clone())
}

/// Each name for the other, in one pass.
fn exchanged(text: &str, names: &[(String, String)]) -> String {
    let mut pairs: Vec<(&str, &str)> = names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    pairs.extend(names.iter().map(|(a, b)| (b.as_str(), a.as_str())));
    pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    'text: while !rest.is_empty() {
        for (from, to) in &pairs {
            if let Some(after) = rest.strip_prefix(from) {
                out.push_str(to);
                rest = after;
                continue 'text;
            }
        }
        let Some(c) = rest.chars().next() else { break };
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn issue(judge: &Value, id: &str) -> Value {
    let found = |list: &str, key: &str| judge[list].as_array()?.iter().find(|row| row[key] == id);
    let issue = found("Issues", "id");
    let row = found("BurdenOfProof", "issue_id");
    let member = |from: Option<&Value>, key: &str| from.map(|from| from[key].clone());
    json!({
        "severity": member(issue, "severity"), "status": member(issue, "status"),
        "holder": member(row, "holder"), "state": member(row, "state"),
    })
}

fn weight(issue: &Value) -> f64 {
    let state = issue["state"].as_str().unwrap_or_default();
    score::PROVEN.iter().find(|one| one.as_str() == state).map_or(0.0, |one| one.weight())
}

fn middle(range: &Value) -> Option<f64> {
    Some((range["low"].as_f64()? + range["high"].as_f64()?) / 2.0)
}

fn moved(from: Option<f64>, to: Option<f64>) -> Option<f64> {
    from.zip(to).map(|(from, to)| rounded(to - from))
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

/// Citations of all rounds and of the session's pack, each once.
#[must_use]
pub fn all_cited(trial: &Trial) -> Vec<Citation> {
    let mut out: Vec<Citation> = trial.rounds.iter().flat_map(cited).collect();
    let pack = settle::pack(trial);
    let elements = pack.iter().flat_map(|pack| pack.elements.iter().flat_map(|one| &one.norms));
    let defences = pack.iter().flat_map(|pack| pack.defences.iter().flat_map(|one| &one.norms));
    out.extend(elements.chain(defences).flat_map(|norm| citations::find(norm)));
    let mut seen: Vec<String> = Vec::new();
    out.retain(|one| {
        let new = !seen.contains(&one.raw);
        seen.push(one.raw.clone());
        new
    });
    out
}

/// The same citations and acts on another day of the law. `held` are the corpus' words on both days.
#[must_use]
pub fn law_as_of(trial: &Trial, day: &str, today: &str, held: [&Held; 2]) -> Value {
    let own = trial.case.law_as_of.as_str();
    let on = |day| Asked { today, law_as_of: day, case_type: Some(&trial.case.case_type) };
    let mut rows = Vec::new();
    let mut acts: Vec<String> = Vec::new();
    for one in all_cited(trial) {
        let verdicts: [Verdict; 2] = [known(&one, on(own), held[0]), known(&one, on(day), held[1])];
        let differs = verdicts[0] != verdicts[1];
        rows.push(json!({
            "raw": one.raw, "from": verdicts[0].as_str(), "to": verdicts[1].as_str(), "differs": differs,
        }));
        acts.extend(one.parsed.act.filter(|act| !acts.contains(act)));
    }
    let judge = |day: &str| -> Option<Value> {
        let mut before = as_judged(trial, trial.last_round()?);
        before.case.law_as_of = day.to_owned();
        Some(judged(&before, today)["Citations"].clone())
    };
    let count = rows.iter().filter(|row| row["differs"] == true).count();
    json!({
        "from": own, "to": day, "citations": rows, "differ": count,
        "acts": changes(&acts, own, day),
        "judge_citations": {"from": judge(own), "to": judge(day)},
    })
}

/// What the register knows to have changed between two days in the acts that are cited.
fn changes(acts: &[String], one: &str, two: &str) -> Vec<Value> {
    let Ok(register) = register::embedded() else { return Vec::new() };
    let (first, last) = if one < two { (one, two) } else { (two, one) };
    let between = |day: &str| first < day && day <= last;
    let known = acts.iter().filter_map(|name| register.act(name));
    known
        .flat_map(|act| {
            let ended = act.repealed.iter().filter(|part| between(&part.on)).map(|part| {
                json!({"act": act.name, "article": part.n, "paragraph": part.paragraph, "on": part.on, "what": "repealed"})
            });
            let changed = act.changed.iter().filter(|part| between(&part.from)).map(|part| {
                json!({"act": act.name, "article": part.n, "paragraph": null, "on": part.from, "what": "changed"})
            });
            ended.chain(changed).collect::<Vec<_>>()
        })
        .collect()
}
