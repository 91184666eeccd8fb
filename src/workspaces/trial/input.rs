//! What a step is given: confirmed facts, evidence, what the others said, and steering as far as it may see it.

use crate::engine::knowledge::dispute_parts::Part;
use crate::engine::knowledge::disputes::{self, Dispute, Told};
use crate::engine::schema;
use crate::engine::step::Step;
use crate::workspaces::StepInput;
use crate::workspaces::trial::machine::{EXTENSION, Phase, Role};
use crate::workspaces::trial::perform::issue_of;
use crate::workspaces::trial::state::{Evidence, Fact, Trial};
use crate::workspaces::trial::{settle, steering, steps};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Characters of a piece of evidence that a role is shown.
const SHOWN: usize = 2_000;

/// The input of the step in turn.
#[must_use]
pub fn of(step: &str, trial: &Trial, today: &str) -> Value {
    match step {
        steps::STIPULATE => stipulate(trial),
        steps::VERIFY => {
            let public = trial.steer().map_or_else(|| json!({}), |one| one.public.clone());
            let block = steering::block(trial.machine.steering_version, &public, None);
            json!({"case": {"lang": trial.case.lang}, "today": today, "state": trial, "block": block})
        }
        steps::REPORT | steps::SUMMARIZE => json!({"case": {"lang": trial.case.lang}, "today": today, "state": trial}),
        _ => role(step, trial, today),
    }
}

fn stipulate(trial: &Trial) -> Value {
    json!({
        "case": trial.case, "intake": trial.intake, "evidence": trial.evidence,
        "items": trial.facts.items, "needed": trial.facts.needed, "next": trial.facts.next, "patches": trial.patches,
    })
}

/// Whether a role stands on the user's side and may see what is private.
#[must_use]
pub fn sees_private(step: &str, user_side: &str) -> bool {
    match step {
        steps::RECOMMEND => true,
        steps::CLAIMANT => user_side == "claimant",
        steps::OPPOSING => user_side == "opposing",
        _ => false,
    }
}

/// `opening`, `proof`, `closing`, `focused`, `last_word`, `answers`, `findings`.
#[must_use]
pub fn mode(role: Role, round: u8, criminal: bool) -> &'static str {
    match (role, round) {
        (Role::Party, 3) if criminal => "last_word",
        (Role::Party, _) => "answers",
        (Role::Judge, 3 | EXTENSION) => "outlook",
        (Role::Judge, _) => "findings",
        (Role::Recommend, _) => "recommend",
        (Role::Verifier | Role::Summarize, _) => "check",
        (_, 1) => "opening",
        (_, 2) => "proof",
        (_, 3) => "closing",
        _ => "focused",
    }
}

fn role(step: &str, trial: &Trial, today: &str) -> Value {
    let machine = &trial.machine;
    let kind = steps::role(step).unwrap_or(Role::Judge);
    let confirmed: Vec<&Fact> = trial.facts.of("confirmed").collect();
    let disputed: Vec<&Fact> = trial.facts.of("disputed").collect();
    let steer = trial.steer();
    let public = steer.map_or_else(|| json!({}), |one| one.public.clone());
    let private = steer.filter(|_| sees_private(step, &trial.case.user_side)).map(|one| one.private.clone());
    let judge = trial.last_output("judge").map(|output| output["body"].clone()).unwrap_or_default();
    let said = |role: &str, key: &str| trial.last_output(role).map(|o| o["body"][key].clone()).unwrap_or(json!([]));
    let rewrite = trial.rewrite.as_ref().map(|rewrite| json!(rewrite.violations));
    let mut input = json!({
        "role": step.to_lowercase(),
        "round": machine.round,
        "mode": mode(kind, machine.round, trial.case.case_type == "criminal"),
        "lang": trial.case.lang,
        "case": trial.case,
        "facts_version": machine.facts_version,
        "steering_version": machine.steering_version,
        "facts": confirmed,
        "disputed": disputed,
        "gaps": trial.facts.needed.iter().map(|gap| json!({
            "id": gap.id, "need": gap.need, "for": gap.element, "holder": gap.holder, "means": gap.means,
        })).collect::<Vec<_>>(),
        "evidence": trial.evidence.iter().filter(|one| is_shown(one, step)).map(shown).collect::<Vec<_>>(),
        "amount": trial.intake["amount"],
        "plea": trial.intake["plea"],
        "names": names(trial),
        "issues": judge["Issues"],
        "questions": judge["Questions"],
        "claims": said("claimant", "Claims"),
        "counters": said("opposing", "CounterArguments"),
        "before": before(trial),
        "steering": {"public": public},
        "block": steering::block(machine.steering_version, &public, private.as_ref()),
        "rewrite": rewrite,
    });
    if let Some(private) = private {
        input["steering"]["private"] = private;
    }
    if step == steps::RECOMMEND {
        input["today"] = json!(today);
        input["gap_plans"] = json!(trial.facts.needed);
    }
    input
}

/// The round before: what each side argued, how the burdens stood, which facts were confirmed. An argument answers one
/// of these by its id.
fn before(trial: &Trial) -> Value {
    let Some(round) = trial.rounds.iter().rev().find(|one| one.round < trial.machine.round) else { return Value::Null };
    let said = |role: &str, list: &str| {
        let step = round.steps.iter().rev().find(|step| step.role == role);
        step.map_or(Value::Null, |step| step.output["body"][list].clone())
    };
    let facts = trial.casefiles.iter().find(|one| one.facts_version == round.facts_version);
    let confirmed = facts.into_iter().flat_map(|file| &file.items).filter(|fact| fact.class == "confirmed");
    json!({
        "round": round.round,
        "claims": said("claimant", "Claims"),
        "counters": said("opposing", "CounterArguments"),
        "burden": said("judge", "BurdenOfProof"),
        "confirmed": confirmed.map(|fact| fact.id.as_str()).collect::<Vec<_>>(),
    })
}

/// Withdrawn evidence is gone; what is held back is seen by the side that holds it only.
fn is_shown(one: &Evidence, step: &str) -> bool {
    let own = matches!((one.side.as_str(), step), ("claimant", steps::CLAIMANT) | ("opposing", steps::OPPOSING));
    one.action != "withdraw" && (one.action != "hold" || own || step == steps::RECOMMEND)
}

fn shown(one: &Evidence) -> Value {
    let mut value = json!(one);
    value["text"] = json!(one.text.chars().take(SHOWN).collect::<String>());
    // What a piece of evidence is kept for is a choice of its side.
    value["action"] = json!(if one.action == "obtain" { "obtain" } else { "submit" });
    value
}

/// Names of the parties with what stands for each.
#[must_use]
pub fn names(trial: &Trial) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = trial.intake["parties"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
        .filter_map(|(index, party)| {
            let name = party["name"].as_str().filter(|name| name.chars().count() >= 2)?;
            let letter = char::from(b'A' + u8::try_from(index % 26).unwrap_or(0)).to_string();
            let alias = party["alias"].as_str().filter(|alias| !alias.is_empty()).map_or(letter, str::to_owned);
            Some((name.to_owned(), alias))
        })
        .collect();
    out.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    out
}

/// Whether the step in turn belongs to a running round.
#[must_use]
pub fn is_round(trial: &Trial) -> bool {
    trial.machine.phase == Phase::Round
}

/// What a prompt shows of an input: the case with its pack, or the packs to choose from; never what stands in the
/// steering block.
#[must_use]
pub fn shown_to(step: &str, trial: &Trial, data: &Value) -> Value {
    let mut shown = data.clone();
    if let Some(map) = shown.as_object_mut() {
        for key in ["block", "steering", "rewrite"] {
            map.remove(key);
        }
    }
    let Ok(disputes) = disputes::embedded() else { return shown };
    let lang = trial.case.lang.as_str();
    match settle::pack(trial) {
        Some(pack) if step != steps::STIPULATE => shown["pack"] = described(&pack, lang),
        _ => {
            let fitting = disputes.packs.iter().filter(|pack| pack.case_type == trial.case.case_type);
            shown["packs"] = fitting.map(|pack| described(pack, lang)).collect();
            // A case of several claims is divided by all of them.
            if let Some(pack) = settle::pack(trial).filter(|pack| !pack.parts.is_empty()) {
                shown["packs"] = json!([described(&pack, lang)]);
            }
        }
    }
    shown
}

/// The ids that a performer may use, with their names and articles.
fn described(pack: &Dispute, lang: &str) -> Value {
    let elements = pack.elements.iter().map(|one| (&one.id, &one.title, &one.norms));
    let defences = pack.defences.iter().map(|one| (&one.id, &one.title, &one.norms));
    let row = |(id, title, norms): (&String, &Told, &Vec<String>)| json!({"id": id, "issue_id": issue_of(id), "title": title.of(lang), "norms": norms});
    let claim = |part: &Part| {
        json!({
            "number": part.number, "relation": part.relation, "claims": part.claiming(), "title": part.title.of(lang),
        })
    };
    json!({
        "id": pack.id,
        "claims": pack.claims().iter().map(claim).collect::<Vec<_>>(),
        "elements": elements.map(row).collect::<Vec<_>>(),
        "defences": defences.map(row).collect::<Vec<_>>(),
    })
}

/// The input with the variables of its prompt; a step without one has none.
#[must_use]
pub fn rendered(step: &Step, data: Value, shown: &Value) -> StepInput {
    if step.prompt.is_empty() {
        return StepInput { data, variables: BTreeMap::new() };
    }
    let schema = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
    let text = |key: &str| data[key].as_str().unwrap_or_default().to_owned();
    let block = if text("block").is_empty() { steering::block(0, &json!({}), None) } else { text("block") };
    let rewrite = if data["rewrite"].is_null() { String::new() } else { pretty(&data["rewrite"]) };
    let variables = BTreeMap::from([
        ("steering_block", block),
        ("case_input", pretty(shown)),
        ("rewrite_rules", rewrite),
        ("language", data["case"]["lang"].as_str().unwrap_or("ko").to_owned()),
        ("llm_output_schema", serde_json::to_string(&schema).unwrap_or_default()),
    ]);
    StepInput { data, variables }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
