//! What the page shows beside the state: the gate that waits, remarks.

use crate::engine::knowledge::disputes::{self, Dispute, Told};
use crate::model::action::{AnswerFormat, AskUser, NextAction};
use crate::model::session::GateView;
use crate::say;
use crate::workspaces::Presented;
use crate::workspaces::trial::machine::Phase;
use crate::workspaces::trial::round_end::awaited;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::words::{sentences as split, texts};
use crate::workspaces::trial::{causes, facts, settle};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a version changes for a person. Directions and speeches of the sides are no facts.
pub const ROOTS: &[&str] = &["/case", "/evidence/*", "/facts/items/*"];

/// Names of what [`ROOTS`] holds, in the language of the case.
fn places(trial: &Trial) -> impl Iterator<Item = (String, String)> + '_ {
    let lang = trial.case.lang.as_str();
    let roots = [
        ("/case", say!(lang, "사건", "Дело", "Case")),
        ("/evidence", say!(lang, "증거", "Доказательство", "Evidence")),
        ("/facts/items", say!(lang, "사실", "Факт", "Fact")),
    ];
    let evidence = trial.evidence.iter().enumerate().map(|(at, one)| (format!("/evidence/{at}"), one.label.clone()));
    let facts = trial.facts.items.iter().enumerate().map(|(at, one)| (format!("/facts/items/{at}"), one.id.clone()));
    roots.into_iter().map(|(at, name)| (at.to_owned(), name)).chain(evidence).chain(facts)
}

/// The last verdict as a gate, and what is stale.
#[must_use]
pub fn present(trial: &Trial) -> Presented {
    let mut presented = Presented { labels: places(trial).collect(), ..Presented::default() };
    if let Some(round) = trial.last_round().filter(|round| !round.end.is_null()) {
        let summary = round.end["card"]["decision_summary"].as_str().unwrap_or_default().to_owned();
        presented.gate =
            Some(GateView { ready_for_skeleton: trial.machine.phase == Phase::Done, summary, blockers: Vec::new() });
    }
    for round in trial.rounds.iter().filter(|round| round.stale) {
        let (lang, n) = (trial.case.lang.as_str(), round.round);
        presented.notices.push(say!(
            lang,
            "{n}라운드 이후 사실이 바뀌었습니다.",
            "Раунд {n}: факты с тех пор изменились.",
            "Round {n}: the facts have changed since."
        ));
    }
    // Elements and defences speak in ids; people read their names.
    if let Some(pack) = settle::pack(trial) {
        let lang = trial.case.lang.as_str();
        let elements = pack.elements.iter().map(|one| (&one.id, &one.title));
        let defences = pack.defences.iter().map(|one| (&one.id, &one.title));
        presented.labels.extend(elements.chain(defences).map(|(id, title)| (id.clone(), title.of(lang).to_owned())));
        presented.labels.insert("pack".to_owned(), pack.title.of(lang).to_owned());
        let claims = pack.parts.iter().map(|part| (format!("claim.{}", part.number), part.title.of(lang).to_owned()));
        presented.labels.extend(claims);
        if trial.case.case_type == "civil" && awaited(&trial.machine).is_some() {
            let offers = causes::offered().map(|one| (format!("offer.{}", one.id), one.title.of(lang).to_owned()));
            presented.labels.extend(offers);
        }
        presented.labels.extend(trial.evidence.iter().map(|one| (one.id.clone(), one.label.clone())));
        if trial.machine.phase == Phase::FactsReview {
            reviewed(trial, &pack, &mut presented);
        }
    }
    presented
}

/// What the review offers beside the facts: other causes, the one that fits nearly as well, a neutral fact.
fn reviewed(trial: &Trial, pack: &Dispute, presented: &mut Presented) {
    let lang = trial.case.lang.as_str();
    let Ok(all) = disputes::embedded() else { return };
    let own = all.packs.iter().filter(|one| one.case_type == trial.case.case_type);
    presented.labels.extend(own.map(|one| (format!("pack.{}", one.id), one.title.of(lang).to_owned())));
    presented.labels.insert("pack_id".to_owned(), pack.id.clone());
    if let Some(near) = settle::near(trial) {
        presented.labels.insert("cause_review".to_owned(), near.title.of(lang).to_owned());
    }
    presented.labels.insert("neutral".to_owned(), facts::neutral(&trial.case.case_type, lang));
}

/// What the person is to do.
#[must_use]
pub fn action(trial: &Trial) -> Option<NextAction> {
    if trial.machine.phase == Phase::Done {
        return Some(NextAction::Done);
    }
    let form = awaited(&trial.machine)?;
    Some(NextAction::AskUser {
        ask_user: AskUser {
            question_id: None,
            question_text: format!("Форма {form}"),
            answer_format: AnswerFormat::FreeText,
            choices: None,
            why_this_question: None,
            links_to_issue_ids: None,
        },
    })
}

/// The names of the forms, for people.
static FORMS: LazyLock<BTreeMap<String, Told>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/forms.toml")).unwrap_or_default());

/// What a trial waits for now, by its state alone: the form that is open, as a question in the language of the case.
#[must_use]
pub fn waiting(trial: &Trial) -> Option<NextAction> {
    let mut action = action(trial)?;
    if let (NextAction::AskUser { ask_user }, Some(form)) = (&mut action, awaited(&trial.machine))
        && let Some(name) = FORMS.get(form)
    {
        name.of(trial.case.lang.as_str()).clone_into(&mut ask_user.question_text);
    }
    Some(action)
}

/// The form that the session waits for, as programs read it.
#[must_use]
pub fn awaits(trial: &Trial) -> (&'static str, Value) {
    ("awaits", json!(awaited(&trial.machine)))
}

/// The card of the last round.
#[must_use]
pub fn end(trial: &Trial) -> (&'static str, Value) {
    ("round_end", trial.last_round().map(|round| round.end.clone()).unwrap_or_default())
}

/// Members of a body that hold words for people; ids, kinds and states are no sentences.
const SPOKEN: [&str; 6] = ["text", "title", "element", "condition", "means", "FinalStatement"];

/// The words for people of a body, with their places.
#[must_use]
pub fn spoken(body: &Value) -> Vec<(String, &str)> {
    let told = |at: &str| {
        let mut keys = at.rsplit('/').filter(|key| key.parse::<usize>().is_err());
        keys.next().is_some_and(|key| SPOKEN.contains(&key) || key == "conditions")
    };
    texts(body).into_iter().filter(|(at, _)| told(at)).collect()
}

/// Sentences of the output that this step has just added. A first attempt that is to be rewritten added none.
#[must_use]
pub fn sentences(step: &str, state: &Value) -> Vec<Value> {
    let accepted = state["log"].as_array().and_then(|log| log.last()).filter(|one| one["kind"] == "STEP_ACCEPTED");
    let Some(id) = accepted.and_then(|one| one["data"]["step"].as_str()) else { return Vec::new() };
    let role = step.to_lowercase();
    let steps = state["rounds"].as_array().and_then(|rounds| rounds.last()).and_then(|round| round["steps"].as_array());
    let Some(step) = steps.into_iter().flatten().find(|one| one["id"] == id && one["role"] == role.as_str()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (at, text) in spoken(&step["output"]["body"]) {
        for (_, sentence) in split(text) {
            let index = out.len();
            out.push(json!({"step": id, "role": role, "at": at, "index": index, "text": sentence}));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::FORMS;

    #[test]
    fn every_form_has_a_name_for_people() {
        for form in ["facts_intake", "facts_review", "gate_r1_issues", "gate_r2_evidence", "gate_r3_final"] {
            let name = FORMS.get(form).unwrap_or_else(|| panic!("{form}"));
            assert!(
                ["ko", "ru", "en"].iter().all(|lang| !name.of(lang).is_empty() && !name.of(lang).contains(form)),
                "{form}"
            );
        }
    }
}
