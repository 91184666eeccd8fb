//! Steering: the block at the top of a prompt, what in it is private, the receipts at the end of a round.

use crate::engine::prompt::sha256;
use crate::say;
use crate::workspaces::trial::input::names;
use crate::workspaces::trial::notes;
use crate::workspaces::trial::state::{Round, Steering, Trial};
use crate::workspaces::trial::sums::{folded, sums};
use crate::workspaces::trial::words::{personal, texts, tokens};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The first bytes of a system prompt. A side without private steering gets none.
#[must_use]
pub fn block(version: u32, public: &Value, private: Option<&Value>) -> String {
    // Words of a person end neither the block nor the part of the prompt that it stands in.
    let inert = |value: &Value| value.to_string().replace('<', "\\u003c");
    let mut body = format!("PUBLIC {}\n", inert(public));
    if let Some(private) = private {
        body.push_str(&format!("PRIVATE {}\n", inert(private)));
    }
    format!("<<STEERING v{version} sha256={}>>\n{body}<<END STEERING>>", sha256(&body))
}

/// Sums in private steering, in every form they could be written in, and phrases.
#[must_use]
pub fn secrets(trial: &Trial) -> (BTreeSet<i64>, Vec<String>) {
    let mut found = BTreeSet::new();
    let mut phrases = Vec::new();
    let mut said = Vec::new();
    for steering in &trial.steering {
        numbers_of(&steering.private, &mut found);
        for (pointer, text) in texts(&steering.private) {
            let free = ["/note", "/terms", "/condition", "/basis_text"].iter().any(|key| pointer.ends_with(key));
            if free && text.chars().count() >= 6 {
                phrases.push(text.to_owned());
                said.extend(said_before(trial, steering.round, text));
            }
            // A sum that only a note writes is as private as one of a field.
            if free {
                found.extend(sums(text).into_iter().filter(|sum| *sum >= 10_000));
            }
        }
    }
    // What the facts say openly is no secret.
    let told = trial.facts.items.iter().map(|fact| fact.text.as_str());
    let open: String = told.chain(said.iter().map(String::as_str)).collect::<Vec<_>>().join("\n");
    let told = sums(&open);
    let phrases = phrases.iter().flat_map(|phrase| unsaid(phrase, &folded(&open))).collect();
    let open = digits(&open);
    found.retain(|sum| {
        !told.contains(sum)
            && !open.contains(&sum.to_string())
            && trial.intake["amount"]["value"].as_i64() != Some(*sum)
    });
    (found, phrases)
}

/// Long words of a note that the sides had used before it was written: everybody's words are no secret.
fn said_before(trial: &Trial, round: u8, note: &str) -> Vec<String> {
    let words = note.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= REPEATED);
    let words: Vec<String> = words.map(str::to_owned).collect();
    if words.is_empty() {
        return words;
    }
    let earlier = trial.rounds.iter().filter(|one| one.round <= round).flat_map(|one| &one.steps);
    let open = earlier.filter(|step| step.role != "recommend").flat_map(|step| texts(&step.output["body"]));
    let open = open.map(|(_, text)| folded(text)).collect::<Vec<_>>().join(" ");
    words.into_iter().filter(|word| open.contains(&folded(word))).collect()
}

fn numbers_of(value: &Value, out: &mut BTreeSet<i64>) {
    match value {
        // Small numbers and years stand everywhere.
        Value::Number(number) => {
            out.extend(number.as_i64().filter(|number| *number >= 1_000 && !(1900..2100).contains(number)));
        }
        Value::Array(items) => items.iter().for_each(|item| numbers_of(item, out)),
        Value::Object(map) => map.values().for_each(|item| numbers_of(item, out)),
        _ => {}
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, ',' | ' ' | '\u{a0}' | '.')).collect()
}

/// The parts of a phrase that the facts do not say openly.
fn unsaid(phrase: &str, open: &str) -> Vec<String> {
    let letters: Vec<char> = folded(phrase).chars().collect();
    let window = REPEATED.min(letters.len());
    if window == 0 {
        return Vec::new();
    }
    let mut out: Vec<String> = Vec::new();
    let mut from = None;
    for (at, part) in letters.windows(window).enumerate() {
        let said = open.contains(&part.iter().collect::<String>());
        match (said, from) {
            (false, None) => from = Some(at),
            (true, Some(start)) => {
                out.push(letters[start..at - 1 + window].iter().collect());
                from = None;
            }
            _ => {}
        }
    }
    out.extend(from.map(|start| letters[start..].iter().collect::<String>()));
    out
}

/// Letters of a private phrase that stand together in a text only where the phrase was repeated.
const REPEATED: usize = 12;

/// Whether a text gives away something private: a sum however it is written, or words of a note.
#[must_use]
pub fn leaks(text: &str, secret: &BTreeSet<i64>, phrases: &[String]) -> bool {
    if secret.is_empty() && phrases.is_empty() {
        return false;
    }
    let bare = digits(text);
    let runs = |sum: i64| bare.split(|c: char| !c.is_ascii_digit()).any(|run| run == sum.to_string());
    let told = sums(text);
    if secret.iter().any(|sum| told.contains(sum) || runs(*sum)) {
        return true;
    }
    let said = folded(text);
    phrases.iter().any(|phrase| {
        let letters: Vec<char> = folded(phrase).chars().collect();
        let window = REPEATED.min(letters.len());
        window > 0 && letters.windows(window).any(|part| said.contains(&part.iter().collect::<String>()))
    })
}

/// Rules of a round's steering, each with whether it was followed and where that shows.
#[must_use]
pub fn receipts(trial: &Trial, round: &Round) -> Vec<Value> {
    let Some(steering) = trial.steering.iter().rev().find(|one| one.round < round.round) else { return Vec::new() };
    let mut out = Vec::new();
    let lang = trial.case.lang.as_str();
    let lists = [&steering.public, &steering.private];
    let fields = lists.iter().filter_map(|fields| fields.as_object()).flatten();
    for (rule, value) in fields {
        match rule.as_str() {
            "exclusions" => {
                for one in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    out.push(excluded(trial, round, one));
                }
            }
            "constraints" => {
                for (name, limit) in value.as_object().into_iter().flatten() {
                    out.push(constrained(round, name, limit, lang));
                }
            }
            notes::MEANS => {
                for (wish, _) in value.as_object().into_iter().flatten() {
                    out.push(noted(round, wish, lang));
                }
            }
            // A note counts by what was read from it.
            "note" if fields_of(steering).is_object() => {}
            _ => out.push(ruled(trial, round, rule, value, lang)),
        }
    }
    out.sort_by_key(|receipt| receipt["rule"].as_str().unwrap_or_default().to_owned());
    out
}

fn receipt(rule: &str, status: &str, step: &str, span: &str, reason: String) -> Value {
    json!({"rule": rule, "status": status, "step": step, "span": span, "reason": reason})
}

fn body<'r>(round: &'r Round, role: &str) -> Option<(&'r str, &'r Value)> {
    round.steps.iter().rev().find(|step| step.role == role).map(|step| (step.id.as_str(), &step.output["body"]))
}

/// Whether a rewrite of this round was about a rule.
fn rewritten(round: &Round, rule: &str) -> bool {
    round.rewrites.iter().any(|one| one["rule"] == rule)
}

fn excluded(trial: &Trial, round: &Round, exclusion: &str) -> Value {
    let rule = format!("exclusions.{exclusion}");
    let names = names(trial);
    let broken = round.steps.iter().find_map(|step| {
        let hit = texts(&step.output["body"]).into_iter().find(|(_, text)| breaks(exclusion, text, &names));
        hit.map(|(at, _)| (step.id.as_str(), at))
    });
    match broken {
        Some((step, at)) => receipt(&rule, "could_not_follow", step, &at, String::new()),
        None if rewritten(round, &rule) => receipt(&rule, "rewritten", "", "", String::new()),
        None => receipt(&rule, "followed", "", "", String::new()),
    }
}

/// Whether a text breaks an exclusion.
#[must_use]
pub fn breaks(exclusion: &str, text: &str, names: &[(String, String)]) -> bool {
    let Ok(disputes) = crate::engine::knowledge::disputes::embedded() else { return false };
    let lower = text.to_lowercase();
    match exclusion {
        "no_personal_data_exposure" => {
            personal(text).is_some() || names.iter().any(|(name, _)| text.contains(name.as_str()))
        }
        "no_aggressive_position" => crate::engine::knowledge::disputes::speaks(&disputes.words.aggressive, &lower),
        "no_external_counsel" => {
            text == "external_counsel"
                || crate::engine::knowledge::disputes::speaks(&disputes.words.external_counsel, &lower)
        }
        _ => false,
    }
}

fn constrained(round: &Round, name: &str, limit: &Value, lang: &str) -> Value {
    let rule = format!("constraints.{name}");
    let Some((step, body)) = body(round, "recommend") else {
        return receipt(&rule, "not_applicable", "", "", String::new());
    };
    let until = limit["until"].as_str().unwrap_or("9999-12-31");
    let listed: Vec<&Value> = body["RecommendedNextSteps"].as_array().into_iter().flatten().collect();
    let late = listed.iter().position(|one| one["due"].as_str().is_some_and(|due| due > until));
    match (name, late) {
        ("deadline", Some(index)) => {
            receipt(&rule, "could_not_follow", step, &format!("/RecommendedNextSteps/{index}/due"), String::new())
        }
        ("deadline", None) => {
            let index = listed.iter().position(|one| one["due"].is_string());
            let at = index.map(|index| format!("/RecommendedNextSteps/{index}/due")).unwrap_or_default();
            let reason = say!(
                lang,
                "모든 기한이 제한 안에 있습니다.",
                "Все сроки в пределах.",
                "Every date is within the limit."
            );
            receipt(&rule, "followed", step, &at, reason)
        }
        // No step names a cost: nothing is over the budget.
        _ => {
            let reason = say!(
                lang,
                "비용을 제시하는 조치가 없습니다.",
                "Действий с названной ценой нет.",
                "No step names a cost."
            );
            receipt(&rule, "not_applicable", step, "", reason)
        }
    }
}

/// What was read from the note of the directions; null where nothing was.
fn fields_of(steering: &Steering) -> &Value {
    &steering.private[notes::MEANS]
}

/// A wish of a note without the round to compare with: followed where the own side's advice was given under it.
fn noted(round: &Round, wish: &str, lang: &str) -> Value {
    let rule = format!("{}.{wish}", notes::MEANS);
    match body(round, "recommend") {
        Some((step, _)) => receipt(&rule, "followed", step, "/RecommendedNextSteps", notes::effect(lang, wish)),
        None => receipt(&rule, "not_applicable", "", "", String::new()),
    }
}

fn ruled(trial: &Trial, round: &Round, rule: &str, value: &Value, lang: &str) -> Value {
    let own = if trial.case.user_side == "opposing" { "opposing" } else { "claimant" };
    let steps = body(round, "recommend").map(|(step, body)| (step, &body["RecommendedNextSteps"]));
    let routed = |pick: &dyn Fn(&Value) -> bool| {
        let (step, list) = steps?;
        let index = list.as_array()?.iter().position(pick)?;
        Some((step, format!("/RecommendedNextSteps/{index}")))
    };
    let shown = |found: Option<(&str, String)>, reason: String| match found {
        Some((step, at)) => receipt(rule, "followed", step, &at, reason),
        None => receipt(rule, "could_not_follow", "", "", String::new()),
    };
    let nothing = || {
        let reason = say!(
            lang,
            "이번 라운드의 출력에 적용할 대상이 없습니다.",
            "В этом раунде применить не к чему.",
            "Nothing in this round to apply it to."
        );
        receipt(rule, "not_applicable", "", "", reason)
    };
    match (rule, value.as_str()) {
        ("focus_issues", _) => {
            let wanted: Vec<&str> = value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let Some((step, judge)) = body(round, "judge") else { return nothing() };
            let issues = judge["Issues"].as_array();
            let first = issues.and_then(|list| list.first()).and_then(|issue| issue["id"].as_str());
            let all = wanted.iter().all(|id| issues.into_iter().flatten().any(|issue| issue["id"] == **id));
            let found = (all && first.is_some_and(|id| wanted.contains(&id))).then(|| (step, "/Issues/0".to_owned()));
            let reason = say!(
                lang,
                "선택한 쟁점을 먼저 다루었습니다.",
                "Выбранный вопрос разобран первым.",
                "The chosen issue comes first."
            );
            shown(found, reason)
        }
        ("goal", Some("settlement")) => {
            let reason = say!(
                lang,
                "합의 경로를 권고에 담았습니다.",
                "В рекомендации есть путь урегулирования.",
                "The recommendation has a route to settle."
            );
            shown(routed(&|one| one["route"].is_string()), reason)
        }
        ("goal", Some("evidence_first")) | ("burden_focus" | "proof_strategy", _) => {
            let planned = body(round, own).map(|(step, body)| {
                let key = if own == "claimant" { "EvidencePlan" } else { "DisproofPlan" };
                (step, format!("/{key}"), &body[key])
            });
            let found = planned.filter(|(_, _, plan)| plan.as_array().is_some_and(|plan| !plan.is_empty()));
            if found.is_none() && trial.facts.needed.is_empty() {
                return nothing();
            }
            let reason = say!(
                lang,
                "입증계획에 반영하였습니다.",
                "Отражено в плане доказательств.",
                "Shown in the plan of evidence."
            );
            shown(found.map(|(step, at, _)| (step, at)), reason)
        }
        ("goal", Some(_)) => {
            let reason = say!(
                lang,
                "권고 순서에 반영하였습니다.",
                "Отражено в порядке рекомендаций.",
                "Shown in the order of the steps."
            );
            shown(routed(&|_| true), reason)
        }
        ("stance", Some("flexible")) => {
            let reason = say!(
                lang,
                "조건부 제안을 권고에 담았습니다.",
                "В рекомендации есть условное предложение.",
                "The recommendation has a conditional offer."
            );
            shown(routed(&|one| one["route"].is_string()), reason)
        }
        ("motions", _) => {
            let reason = say!(
                lang,
                "신청을 권고에 담았습니다.",
                "Ходатайства стоят в рекомендациях.",
                "The motions stand in the steps."
            );
            shown(routed(&|one| one["id"].as_str().is_some_and(|id| id.starts_with("step-m"))), reason)
        }
        _ => nothing(),
    }
}

/// Whether a note states something that could be a fact: then the person is asked to confirm it as one.
#[must_use]
pub fn states_a_fact(note: &str) -> bool {
    note.chars().any(|c| c.is_ascii_digit()) || tokens(note).len() >= 6
}
