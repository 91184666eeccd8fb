//! Receipts without a model: what each direction changed in what was accepted, against the same round without it.
//!
//! The built-in performer gives the same bytes for the same input, so that a round can be played again with one
//! direction left out. Where nothing differs the direction could not be followed, whatever it asked for.

use crate::say;
use crate::workspaces::trial::state::{Rewrite, Round, Trial};
use crate::workspaces::trial::{guards, input, notes, perform, settle, steering, steps};
use serde_json::{Value, json};

/// Places of one output that are counted; more than these say nothing more.
const MOST: usize = 200;

/// Receipts of a round's steering: the difference where the performer is built in, the checks of the rules otherwise.
#[must_use]
pub fn of(trial: &Trial, round: &Round, today: &str) -> Vec<Value> {
    let mut out = steering::receipts(trial, round);
    let current = trial.steering.last().is_some_and(|last| last.round < round.round);
    if out.is_empty() || !current {
        return out;
    }
    let played = bodies(trial, round, today);
    // Another performer spoke: its words are checked, not played again.
    let same =
        |(step, (_, body)): (&crate::workspaces::trial::state::Spoken, &(String, Value))| step.output["body"] == *body;
    if played.len() != round.steps.len() || !round.steps.iter().zip(&played).all(same) {
        return out;
    }
    let lang = trial.case.lang.as_str();
    for receipt in &mut out {
        let rule = receipt["rule"].as_str().unwrap_or_default().to_owned();
        // A correction of the facts is no direction; a rewrite was logged where it happened.
        if rule == "fact_patch" || receipt["status"] == "rewritten" {
            continue;
        }
        let other = bodies(&without(trial, &rule), round, today);
        let (mut first, mut count) = (None, 0);
        for ((step, with), (_, bare)) in played.iter().zip(&other) {
            let mut places = Vec::new();
            differences(with, bare, "", &mut places);
            count += places.len();
            if let (None, Some(at)) = (&first, places.into_iter().next()) {
                first = Some((step.clone(), at));
            }
        }
        let broken = rule.starts_with("exclusions.") && receipt["status"] == "could_not_follow";
        match first {
            Some(_) if broken => {}
            Some((step, at)) => {
                let reason = say!(
                    lang,
                    "이 지시가 없는 라운드와 비교하여 {count}곳이 달라졌습니다.",
                    "По сравнению с раундом без этого указания изменилось мест: {count}.",
                    "Compared with the round without this direction, {count} places differ."
                );
                // A note is answered with what was read from it.
                let told =
                    rule.strip_prefix(notes::MEANS).map(|wish| notes::effect(lang, wish.trim_start_matches('.')));
                let reason =
                    told.filter(|told| !told.is_empty()).map_or(reason.clone(), |told| format!("{told} {reason}"));
                *receipt = json!({"rule": rule, "status": "followed", "step": step, "span": at, "reason": reason});
            }
            None if broken => {}
            None if rule.starts_with("exclusions.") => {
                let reason = say!(
                    lang,
                    "이번 라운드에는 제외할 내용이 없어 달라진 것이 없습니다.",
                    "В этом раунде исключать было нечего, ничего не изменилось.",
                    "There was nothing to leave out in this round; nothing changed."
                );
                *receipt = json!({"rule": rule, "status": "not_applicable", "step": "", "span": "", "reason": reason});
            }
            None => {
                let reason = say!(
                    lang,
                    "이 지시가 없는 라운드와 결과가 같아 반영하지 못했습니다.",
                    "Раунд без этого указания вышел таким же: выполнить не удалось.",
                    "The round without this direction is the same: it could not be followed."
                );
                *receipt =
                    json!({"rule": rule, "status": "could_not_follow", "step": "", "span": "", "reason": reason});
            }
        }
    }
    out
}

/// What is accepted of the built-in performer in each step of a round, from what stood before that step: its first
/// answer where no guard speaks, the second where one does, neutral words where one speaks again.
fn bodies(trial: &Trial, round: &Round, today: &str) -> Vec<(String, Value)> {
    let mut then = trial.clone();
    then.rewrite = None;
    let mut out = Vec::new();
    for (index, spoken) in round.steps.iter().enumerate() {
        let Some(step) = steps::by_id(&spoken.role.to_uppercase()) else { continue };
        if let Some(last) = then.rounds.last_mut() {
            last.steps = round.steps[..index].to_vec();
        }
        let known = (spoken.status == "ok").then_some(&spoken.output["body"]);
        out.push((spoken.id.clone(), accepted(step.id, &mut then, today, known)));
    }
    out
}

/// `known` is what the guards let through in the session itself: the same words are not asked again.
fn accepted(step: &str, then: &mut Trial, today: &str, known: Option<&Value>) -> Value {
    let said = |then: &Trial| perform::perform(step, &input::of(step, then, today))["body"].clone();
    let first = said(then);
    let Some(pack) = settle::pack(then).filter(|_| known != Some(&first)) else { return first };
    let broken = guards::soft(&first, then, &pack, today);
    if broken.is_empty() {
        return first;
    }
    then.rewrite = Some(Rewrite { violations: broken.iter().map(|one| json!(one)).collect() });
    let mut second = said(then);
    then.rewrite = None;
    let broken = guards::soft(&second, then, &pack, today);
    if !broken.is_empty() {
        settle::make_safe(&mut second, &broken, then);
    }
    second
}

/// The same state without one direction, and without what its gate made of it.
fn without(trial: &Trial, rule: &str) -> Trial {
    let mut out = trial.clone();
    let (key, part) = rule.split_once('.').map_or((rule, None), |(key, part)| (key, Some(part)));
    if let Some(last) = out.steering.last_mut() {
        for fields in [&mut last.public, &mut last.private] {
            let Some(map) = fields.as_object_mut() else { continue };
            match part {
                None => {
                    map.remove(key);
                }
                Some(part) => match map.get_mut(key) {
                    Some(Value::Array(list)) => list.retain(|one| one != part),
                    Some(Value::Object(limits)) => {
                        limits.remove(part);
                    }
                    _ => {}
                },
            }
        }
    }
    match key {
        "evidence_actions" => out.evidence.iter_mut().for_each(|one| one.action = "submit".to_owned()),
        "evidence_responses" => out.evidence.iter_mut().for_each(|one| one.contested = false),
        "gap_plan" => out.facts.needed.iter_mut().for_each(|gap| gap.plan = None),
        _ => {}
    }
    out
}

/// Pointers at which two outputs differ.
fn differences(one: &Value, other: &Value, at: &str, out: &mut Vec<String>) {
    if one == other || out.len() >= MOST {
        return;
    }
    match (one, other) {
        (Value::Array(a), Value::Array(b)) => {
            for index in 0..a.len().max(b.len()) {
                let (x, y) = (a.get(index).unwrap_or(&Value::Null), b.get(index).unwrap_or(&Value::Null));
                differences(x, y, &format!("{at}/{index}"), out);
            }
        }
        (Value::Object(a), Value::Object(b)) => {
            let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let (x, y) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                differences(x, y, &format!("{at}/{key}"), out);
            }
        }
        _ => out.push(at.to_owned()),
    }
}
