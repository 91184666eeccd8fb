//! What stays of a dialogue answer beside the state: who performed, the words to the person, answers, warnings.

use crate::engine::address::find::{Context, find};
use crate::engine::wire::dialogue::{Dialogue, Quoted};
use crate::model::claim::{Evidence, Support};
use crate::model::facts::Candidate;
use crate::model::ids::TurnId;
use crate::model::snapshot::{Aside, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::model::turn_answer::Answered;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::wire::evidence;
use serde_json::{Value, json};

/// Where it is kept.
const KEY: &str = "wire";
/// The code of a warning: the model's words name a law that nobody has compared.
const UNCHECKED: &str = "model_law_unchecked";
/// Questions of one turn whose answers are kept.
const ANSWERS: usize = 5;
/// Characters of one of them.
const LONGEST: usize = 1_500;

/// What a model said to the person. A reply to words of which a part was not taken could promise that part: it goes.
#[must_use]
pub fn spoken(answer: &Dialogue, given: &Given, whole: bool) -> Value {
    let cut = |text: &str| text.chars().take(LONGEST).collect::<String>();
    let last = given.turns.last();
    let stands = |quote: &str| {
        let quoted = Quoted { turn: None, quote: quote.to_owned() };
        let place = evidence::find(&given.turns, &quoted).filter(|place| place.last);
        place.map(|place| place.quote().to_owned())
    };
    let answers = answer.answers.iter().take(ANSWERS).filter_map(|one| {
        let question = stands(&one.question).or_else(|| last.map(|turn| cut(&turn.text)))?;
        Some(json!({"question": question, "text": cut(&one.text), "sources": one.sources}))
    });
    let answers: Vec<Value> = answers.collect();
    let reply = if whole { cut(&answer.reply) } else { String::new() };
    let lawful = |one: &Value| one["text"].as_str().is_some_and(names_law);
    let law = names_law(&reply) || answers.iter().any(lawful);
    let missed: Vec<String> = answer.not_understood.iter().filter_map(|quote| stands(quote)).collect();
    let mut out = json!({});
    if !reply.is_empty() {
        out["reply"] = json!(reply);
    }
    if law {
        out["warnings"] = json!([UNCHECKED]);
    }
    if !answers.is_empty() {
        out["answers"] = answers.into();
    }
    if !missed.is_empty() {
        out["not_understood"] = json!(missed);
    }
    out
}

/// Whether words name a place of a law.
fn names_law(text: &str) -> bool {
    !find(text, &Context::default()).is_empty()
}

/// Keeps what the answer about this turn said; nothing stays of an earlier one.
pub fn keep(aside: &mut Aside, wire: &Value, turn: Option<&Turn>) {
    aside.extra.remove(KEY);
    let Some((turn, wire)) = turn.zip(wire.as_object()) else { return };
    let mut kept = json!({"turn": turn.id});
    for name in ["performer", "warnings", "reply", "answers", "not_understood"] {
        if let Some(part) = wire.get(name) {
            kept[name] = part.clone();
        }
    }
    aside.extra.insert(KEY.to_owned(), kept);
}

/// What was kept about a turn.
fn of<'s>(now: &'s Snapshot, turn: &TurnId) -> Option<&'s Value> {
    now.aside.extra.get(KEY).filter(|kept| kept["turn"] == turn.as_str())
}

/// What the last turn was performed with: the performer's name and the codes of warnings.
#[must_use]
pub fn performed(now: &Snapshot, turns: &[Turn]) -> Option<(String, Vec<String>)> {
    let turn = turns.iter().rev().find(|turn| turn.role == Role::User)?;
    let kept = of(now, &turn.id)?;
    let warnings = kept["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    Some((kept["performer"].as_str()?.to_owned(), warnings.collect()))
}

/// The model's words about a turn.
#[must_use]
pub fn reply(now: &Snapshot, turn: &TurnId) -> Option<String> {
    of(now, turn)?["reply"].as_str().map(str::to_owned)
}

/// The model's answers to questions of a turn: nobody has compared them with anything.
#[must_use]
pub fn answers(now: &Snapshot, turn: &TurnId) -> Vec<Answered> {
    let list = of(now, turn).and_then(|kept| kept["answers"].as_array()).into_iter().flatten();
    let text = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
    list.map(|one| Answered {
        question: text(one, "question"),
        text: text(one, "text"),
        support: Support::Unchecked,
        sources: Vec::new(),
    })
    .collect()
}

/// The answers to the questions of a turn: what the product holds, else what the model said.
#[must_use]
pub fn added(now: &Snapshot, turn: &Turn, mut held: Vec<Answered>) -> Vec<Answered> {
    let mut own = answers(now, &turn.id);
    for answer in held.iter_mut().filter(|answer| answer.support == Support::Unchecked && answer.sources.is_empty()) {
        let near = |one: &Answered| one.question.contains(&answer.question) || answer.question.contains(&one.question);
        if let Some(at) = own.iter().position(near) {
            *answer = own.remove(at);
        }
    }
    let new = |one: &Answered| !held.iter().any(|answer| answer.question.contains(&one.question));
    let rest: Vec<Answered> = own.into_iter().filter(new).collect();
    held.extend(rest);
    held
}

/// Words of a turn that the model could make nothing of.
#[must_use]
pub fn not_understood(now: &Snapshot, turn: &TurnId) -> Vec<String> {
    let list = of(now, turn).and_then(|kept| kept["not_understood"].as_array()).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Values that the model read against others, with their words where those stand in the dialogue.
#[must_use]
pub fn conflicts(wire: &Value, turns: &[Turn]) -> Vec<(String, Vec<Candidate>)> {
    let own: Vec<Turn> = turns.iter().filter(|turn| turn.role == Role::User).cloned().collect();
    let candidate = |side: &Value| {
        let text = |name: &str| side[name].as_str().map(str::to_owned);
        let quoted = Quoted { turn: text("turn"), quote: text("quote").unwrap_or_default() };
        let place = text("turn").and_then(|_| evidence::find(&own, &quoted));
        Candidate {
            value: side["value"].clone(),
            quote: text("quote").filter(|quote| !quote.is_empty()),
            evidence: place
                .map(|place| vec![Evidence::Turn { id: place.turn.id.clone(), quote: place.quote().to_owned() }])
                .unwrap_or_default(),
        }
    };
    let list = wire["conflicts"].as_array().into_iter().flatten();
    list.filter_map(|one| Some((one["at"].as_str()?.to_owned(), vec![candidate(&one["old"]), candidate(&one["new"])])))
        .collect()
}
