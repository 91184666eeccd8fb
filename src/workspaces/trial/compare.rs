//! Two branches side by side: rounds, issues, ranges, steering, verdicts, words of the roles, and what differs.
//!
//! Pure; no private value enters it: of steering only the public part and the receipts are shown.

use crate::engine::prompt::sha256;
use crate::workspaces::trial::state::{Fact, Round, Trial};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Lists of a role's output, with the member that tells what an item is about.
const POINTS: [(&str, &str); 9] = [
    ("Claims", "issue_id"),
    ("LegalElements", "el_id"),
    ("EvidencePlan", "el_id"),
    ("WeakPoints", "el_id"),
    ("CounterArguments", "target"),
    ("DisproofPlan", "el_id"),
    ("Findings", "issue_id"),
    ("SettlementOptions", "route"),
    ("RecommendedNextSteps", "id"),
];

/// `{sessions, common, facts, rounds, differs}`, aligned by round, issue and role.
#[must_use]
pub fn compare(left: &Trial, right: &Trial) -> Value {
    let mut differs: Vec<String> = Vec::new();
    let numbers: BTreeSet<u8> = left.rounds.iter().chain(&right.rounds).map(|round| round.round).collect();
    let of = |trial: &'_ Trial, number: u8| trial.rounds.iter().position(|round| round.round == number);
    let rounds: Vec<Value> = numbers
        .into_iter()
        .map(|number| {
            let (a, b) = (of(left, number), of(right, number));
            let pair = [a.map(|i| (left, &left.rounds[i])), b.map(|i| (right, &right.rounds[i]))];
            round(number, pair, &mut differs)
        })
        .collect();
    json!({
        "schema": "trial.compare/1",
        "sessions": [session(left), session(right)],
        "common": common(left, right),
        "facts": facts(left, right, &mut differs),
        "rounds": rounds,
        "differs": differs,
    })
}

fn session(trial: &Trial) -> Value {
    json!({
        "session_id": trial.meta["session_id"], "state_version": trial.meta["state_version"], "case": trial.case,
        "phase": trial.machine.phase, "facts_version": trial.machine.facts_version,
        "steering_version": trial.machine.steering_version, "rounds": trial.rounds.len(),
    })
}

/// How far both have the same past: entries of the log, with the hash over them, and whole rounds.
fn common(left: &Trial, right: &Trial) -> Value {
    let same = left.log.iter().zip(&right.log).take_while(|(a, b)| a == b).count();
    let lines: String = left.log.iter().take(same).map(|entry| format!("{}\n", json!(entry))).collect();
    let rounds = left.rounds.iter().zip(&right.rounds).take_while(|(a, b)| a.steps == b.steps && is_ended(a)).count();
    json!({"events": same, "sha256": sha256(&lines), "rounds": rounds})
}

fn is_ended(round: &Round) -> bool {
    !round.end.is_null()
}

fn facts(left: &Trial, right: &Trial, differs: &mut Vec<String>) -> Value {
    let by_id = |trial: &Trial| -> BTreeMap<String, Fact> {
        trial.facts.items.iter().map(|fact| (fact.id.clone(), fact.clone())).collect()
    };
    let (a, b) = (by_id(left), by_id(right));
    let shown = |fact: &Fact| json!({"id": fact.id, "class": fact.class, "text": fact.text});
    let ids: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let mut rows = Vec::new();
    for id in ids {
        let (one, two) = (a.get(id), b.get(id));
        let same = matches!((one, two), (Some(x), Some(y)) if x.class == y.class && x.text == y.text);
        if !same {
            differs.push(format!("facts.{id}"));
            rows.push(json!({"id": id, "left": one.map(shown), "right": two.map(shown)}));
        }
    }
    json!({"same": rows.is_empty(), "changed": rows})
}

type Side<'t> = Option<(&'t Trial, &'t Round)>;

fn round(number: u8, pair: [Side<'_>; 2], differs: &mut Vec<String>) -> Value {
    let prefix = format!("r{number}");
    let mut note = |what: &str, values: &[Value; 2]| -> bool {
        let same = values[0] == values[1];
        if !same {
            differs.push(format!("{prefix}.{what}"));
        }
        same
    };
    let each = |read: &dyn Fn(&Trial, &Round) -> Value| -> [Value; 2] {
        pair.map(|side| side.map(|(trial, round)| read(trial, round)).unwrap_or_default())
    };
    let both = |values: [Value; 2], same: bool| {
        let [left, right] = values;
        json!({"left": left, "right": right, "same": same})
    };
    let present = each(&|_, round| json!(is_ended(round)));
    let range = each(&|_, round| judge(round)["DecisionRange"].clone());
    let middle = |value: &Value| Some((value["low"].as_f64()? + value["high"].as_f64()?) / 2.0);
    let moved = middle(&range[0]).zip(middle(&range[1])).map(|(a, b)| ((b - a) * 1_000.0).round() / 1_000.0);
    let range_same = note("range", &range);
    let mut range = both(range, range_same);
    range["moved"] = json!(moved);
    let verdict = each(&|_, round| round.verifier["verdict"].clone());
    let verdict_same = note("verdict", &verdict);
    let steering = each(&steered);
    let steering_same = note("steering", &steering);
    let rewrites = each(&|_, round| json!(round.rewrites));
    let rewrites_same = note("rewrites", &rewrites);
    let issues = issues(&prefix, &pair, differs);
    let roles = roles(&prefix, &pair, differs);
    json!({
        "round": number,
        "ended": present,
        "range": range,
        "verdict": both(verdict, verdict_same),
        "steering": both(steering, steering_same),
        "rewrites": both(rewrites, rewrites_same),
        "issues": issues,
        "roles": roles,
    })
}

/// What was laid down before the round, publicly, and what became of it.
fn steered(trial: &Trial, round: &Round) -> Value {
    let given = trial.steering.iter().rev().find(|one| one.round < round.round);
    json!({
        "form_id": given.map(|one| one.form_id.as_str()),
        "public": given.map(|one| one.public.clone()),
        "compliance": round.end["steering"]["compliance"],
    })
}

fn output<'r>(round: &'r Round, role: &str) -> Option<&'r Value> {
    round.steps.iter().rev().find(|step| step.role == role).map(|step| &step.output["body"])
}

fn judge(round: &Round) -> &Value {
    const NONE: &Value = &Value::Null;
    output(round, "judge").unwrap_or(NONE)
}

fn issues(prefix: &str, pair: &[Side<'_>; 2], differs: &mut Vec<String>) -> Vec<Value> {
    let rows = pair.map(|side| side.map(|(_, round)| issue_rows(round)).unwrap_or_default());
    let mut ids: Vec<&String> = rows[0].iter().map(|(id, _)| id).collect();
    for (id, _) in &rows[1] {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.iter()
        .map(|id| {
            let of = |rows: &[(String, Value)]| rows.iter().find(|(own, _)| own == *id).map(|(_, row)| row.clone());
            let (left, right) = (of(&rows[0]), of(&rows[1]));
            let title = left.as_ref().or(right.as_ref()).map(|row| row["title"].clone());
            let same = left == right;
            if !same {
                differs.push(format!("{prefix}.{id}"));
            }
            json!({"id": id, "title": title, "left": left, "right": right, "same": same})
        })
        .collect()
}

/// Issues of a round with severity, status and how far each is proven, in the judge's order.
fn issue_rows(round: &Round) -> Vec<(String, Value)> {
    let judge = judge(round);
    let burden = judge["BurdenOfProof"].as_array();
    judge["Issues"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
        .filter_map(|(place, issue)| {
            let id = issue["id"].as_str()?.to_owned();
            let row = burden.into_iter().flatten().find(|row| row["issue_id"] == issue["id"]);
            let member = |key: &str| row.map(|row| row[key].clone());
            let shown = json!({
                "place": place + 1, "title": issue["title"], "severity": issue["severity"], "status": issue["status"],
                "holder": member("holder"), "proof_state": member("state"),
            });
            Some((id, shown))
        })
        .collect()
}

fn roles(prefix: &str, pair: &[Side<'_>; 2], differs: &mut Vec<String>) -> Vec<Value> {
    let mut names: Vec<&str> = Vec::new();
    for step in pair.iter().flatten().flat_map(|(_, round)| &round.steps) {
        if !names.contains(&step.role.as_str()) {
            names.push(&step.role);
        }
    }
    names
        .iter()
        .map(|role| {
            let bodies = pair.map(|side| side.and_then(|(_, round)| output(round, role)));
            let attempts = pair.map(|side| {
                side.and_then(|(_, round)| round.steps.iter().find(|step| step.role == **role))
                    .map(|step| json!({"attempts": step.attempts, "status": step.status}))
            });
            let same = bodies[0] == bodies[1];
            if !same {
                differs.push(format!("{prefix}.{role}"));
            }
            json!({
                "role": role, "same": same, "left": attempts[0], "right": attempts[1],
                "points": if same { Vec::new() } else { points(bodies) },
            })
        })
        .collect()
}

/// Items of both outputs that are about the same, side by side; only those that differ.
fn points(bodies: [Option<&Value>; 2]) -> Vec<Value> {
    let mut out = Vec::new();
    for (list, key) in POINTS {
        let rows = bodies.map(|body| {
            let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
            let items = body.and_then(|body| body[list].as_array()).into_iter().flatten();
            let keyed = items.map(|item| {
                let about = item[key].as_str().unwrap_or_default();
                let count = seen.entry(about).or_default();
                *count += 1;
                ((about.to_owned(), *count), item.clone())
            });
            keyed.collect::<BTreeMap<(String, usize), Value>>()
        });
        let keys: BTreeSet<&(String, usize)> = rows[0].keys().chain(rows[1].keys()).collect();
        for about in keys {
            let (left, right) = (rows[0].get(about), rows[1].get(about));
            if left != right {
                out.push(json!({"list": list, "about": about.0, "left": left, "right": right}));
            }
        }
    }
    out
}
