//! Cards: the open question as labelled fields, or the blanks that keep the text from being signed; and a filled card.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::dialogue::{PartyField, fill};
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::knowledge::{Knowledge, dialogue};
use crate::engine::turn::{Moment, Settled};
use crate::model::document_view::Gap;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Edit;
use crate::model::ids::{QuestionId, TurnId};
use crate::model::pointer;
use crate::model::snapshot::{AskedRecord, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::model::turn_answer::{Card, CardField, FieldChoice, Level};
use crate::workspaces::contract::intake::terms;
use crate::workspaces::contract::talk::facts::{self, Fact};
use crate::workspaces::contract::talk::next::{self, CARD};
use crate::workspaces::contract::talk::{Ground, typed};
use crate::workspaces::contract::{edit, state};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Prefix of cards that stand for no question.
const BLANKS: &str = "blanks:";
/// Fields of one card.
const MOST: usize = 25;

/// The card to fill in now: that of the open question; else, for a contract that can be concluded, the first blanks.
#[must_use]
pub fn next(ground: &Ground<'_>, facts: &[Fact], level: Level, gaps: &[Gap]) -> Option<Card> {
    if ground.now.aside.pending.is_some() {
        return None;
    }
    match state::open_question(ground.now) {
        Some(record) => of_question(ground, facts, record),
        None if level == Level::CanBeConcluded => of_blanks(ground, facts, gaps),
        None => None,
    }
}

fn of_question(ground: &Ground<'_>, facts: &[Fact], record: &AskedRecord) -> Option<Card> {
    let pack = ground.pack?;
    let domain = &ground.now.state["domain"];
    let mut fields: Vec<CardField> = Vec::new();
    for target in &record.targets {
        for field in below(ground, pack, target, domain) {
            let known = fields.iter().any(|known| known.pointer == field.pointer);
            if !known && fields.len() < MOST {
                fields.push(field);
            }
        }
    }
    // Only what the contract cannot do without alone is required; one of several ways is not.
    let needs = record.keys.iter().filter_map(|key| pack.term(key)).flat_map(|term| &term.needs);
    let alone: BTreeSet<&str> =
        needs.filter(|need| terms::alternatives(need).count() == 1).map(String::as_str).collect();
    for field in &mut fields {
        field.required |= alone.contains(field.pointer.as_str());
        stand(field, facts);
    }
    let question = &record.question;
    (!fields.is_empty()).then(|| Card {
        card_id: question.question_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        title: question.question_text.clone(),
        why: question.why_this_question.clone().unwrap_or_default(),
        fields,
    })
}

/// What stands already, with the words it was read from.
fn stand(field: &mut CardField, facts: &[Fact]) {
    if let Some(fact) = facts.iter().find(|fact| fact.pointer == field.pointer) {
        field.value = fact.value.clone();
        field.support = Some(fact.support);
        field.quote.clone_from(&fact.quote);
    }
}

/// The blanks of the first side that has any; then those of the rest of the text.
fn of_blanks(ground: &Ground<'_>, facts: &[Fact], gaps: &[Gap]) -> Option<Card> {
    let pack = ground.pack?;
    let domain = &ground.now.state["domain"];
    let words = &ground.words.card;
    let root = |role: &str| format!("/parties/{role}");
    for party in &pack.parties {
        let root = root(&party.role);
        let blank: Vec<&Gap> = gaps.iter().filter(|gap| pointer::is_within(&gap.pointer, &root)).collect();
        if blank.is_empty() {
            continue;
        }
        let mut fields = below(ground, pack, &root, domain);
        fields.retain(|field| blank.iter().any(|gap| meets(&gap.pointer, &field.pointer)));
        fields.iter_mut().for_each(|field| stand(field, facts));
        if !fields.is_empty() {
            return Some(Card {
                card_id: format!("{BLANKS}{}", party.role),
                title: fill(&words.party_title, &[("party", &party.title)]),
                why: words.party_why.clone(),
                fields,
            });
        }
    }
    let mut fields: Vec<CardField> = Vec::new();
    for gap in gaps {
        for field in below(ground, pack, &gap.pointer, domain) {
            if fields.len() < MOST && !fields.iter().any(|known| known.pointer == field.pointer) {
                fields.push(field);
            }
        }
    }
    fields.iter_mut().for_each(|field| stand(field, facts));
    (!fields.is_empty()).then(|| Card {
        card_id: format!("{BLANKS}rest"),
        title: words.rest_title.clone(),
        why: words.rest_why.clone(),
        fields,
    })
}

fn meets(one: &str, other: &str) -> bool {
    pointer::is_within(one, other) || pointer::is_within(other, one)
}

/// The fields at or below a place: details of a side, or a field of the pack.
fn below(ground: &Ground<'_>, pack: &Pack, at: &str, domain: &Value) -> Vec<CardField> {
    let side = at.strip_prefix("/parties/").map(|rest| rest.split_once('/').unwrap_or((rest, "")));
    if let Some((role, leaf)) = side {
        let Some(party) = pack.party(role) else { return Vec::new() };
        let kind = domain.pointer(&format!("/parties/{role}/kind")).and_then(Value::as_str);
        let fits = |field: &&PartyField| {
            let own = leaf.is_empty() || field.leaf == leaf || field.leaf.starts_with(&format!("{leaf}/"));
            let by_kind = match kind {
                Some(kind) => field.kinds.is_empty() || field.kinds.iter().any(|known| known == kind),
                // Until it is known who this is, only what everybody has is asked for.
                None => field.kinds.is_empty() || !leaf.is_empty(),
            };
            own && by_kind
        };
        let fields = ground.dialogue.party.iter().filter(fits);
        return fields
            .map(|field| of_party(ground, &format!("/parties/{}/{}", party.role, field.leaf), field))
            .collect();
    }
    let fields = pack.fields.iter().filter(|field| field.pointer == at || pointer::is_within(at, &field.pointer));
    fields
        .filter(|field| condition::all(&field.when, domain) || field.pointer == at)
        .map(|field| of_field(ground, field))
        .collect()
}

fn of_party(ground: &Ground<'_>, at: &str, field: &PartyField) -> CardField {
    let choice =
        |option: &dialogue::PartyOption| FieldChoice { value: option.value.clone(), label: option.label.clone() };
    CardField {
        pointer: at.to_owned(),
        label: facts::label(ground, at),
        kind: field.kind.clone(),
        required: field.required,
        value: Value::Null,
        support: None,
        quote: None,
        choices: field.options.iter().map(choice).collect(),
    }
}

fn of_field(ground: &Ground<'_>, field: &Field) -> CardField {
    let choices = match field.kind {
        FieldKind::YesNo => [true, false]
            .iter()
            .map(|value| FieldChoice {
                value: json!(value),
                label: facts::shown(ground, &field.pointer, &json!(value)),
            })
            .collect(),
        _ => field
            .options
            .iter()
            .map(|option| FieldChoice { value: option.value.clone(), label: option.label.clone() })
            .collect(),
    };
    CardField {
        pointer: field.pointer.clone(),
        label: field.label.clone(),
        kind: typed::name(field.kind).to_owned(),
        required: false,
        value: Value::Null,
        support: None,
        quote: None,
        choices,
    }
}

/// What a place takes: a field of the pack, or a detail of a side; `None` for a place that no card has.
#[must_use]
pub fn field_at(ground: &Ground<'_>, at: &str) -> Option<CardField> {
    let pack = ground.pack?;
    if let Some((role, leaf)) = at.strip_prefix("/parties/").and_then(|rest| rest.split_once('/')) {
        pack.party(role)?;
        let field = ground.dialogue.party.iter().find(|field| field.leaf == leaf)?;
        return Some(of_party(ground, at, field));
    }
    pack.fields.iter().find(|field| field.pointer == at).map(|field| of_field(ground, field))
}

/// Reads values typed into fields; every fault is named with its place.
///
/// # Errors
/// `validation_failed` with `details.fields[{path, code, params}]`.
pub fn read(
    ground: &Ground<'_>,
    fields: &BTreeMap<String, Value>,
    today: &str,
) -> Result<Vec<(CardField, Value)>, ApiError> {
    let mut faults: Vec<Value> = Vec::new();
    let mut values = Vec::new();
    for (at, raw) in fields {
        let Some(field) = field_at(ground, at) else {
            faults.push(json!({"path": at, "code": "unknown_pointer", "params": {}}));
            continue;
        };
        match typed::read(ground.pack, &field, raw, &ground.now.state["domain"], today) {
            Ok(None) => {}
            Ok(Some(value)) => values.push((field, value)),
            Err(code) => faults.push(json!({"path": at, "code": code, "params": {"type": field.kind}})),
        }
    }
    if faults.is_empty() {
        return Ok(values);
    }
    let message = ground.dialogue.fault("card");
    Err(ApiError::new(ErrorCode::ValidationFailed, message).with("fields", Value::Array(faults)))
}

/// Takes a filled card: its values are the person's own, confirmed; one version.
///
/// # Errors
/// An unknown card or pointer, a value that does not fit, nothing filled in.
pub fn absorb(
    before: &Snapshot,
    card: &str,
    fields: &BTreeMap<String, Value>,
    moment: &Moment,
    knowledge: &Knowledge,
) -> Result<Settled, ApiError> {
    let words = dialogue::embedded().map_err(|error| ApiError::new(ErrorCode::Internal, error.to_string()))?;
    let refuse = |code: &str, field: &str| {
        Err(ApiError::new(ErrorCode::ValidationFailed, words.fault(code)).with("field", field))
    };
    let Some(ground) = Ground::new(before, &[], knowledge) else { return refuse("card_unknown", "card_id") };
    let question = QuestionId(card.to_owned());
    let asked = before.aside.questions.contains_key(&question);
    if !asked && !card.starts_with(BLANKS) {
        return refuse("card_unknown", "card_id");
    }
    let values = read(&ground, fields, moment.today())?;
    if values.is_empty() {
        return refuse("card_empty", "fields");
    }
    let version = before.version + 1;
    let shown = |field: &CardField, value: &Value| facts::shown(&ground, &field.pointer, value);
    let line = |(field, value): &(CardField, Value)| {
        fill(&ground.words.reply.card, &[("label", &field.label), ("shown", &shown(field, value))])
    };
    let turn = Turn {
        id: TurnId(format!("t{version}")),
        role: Role::User,
        text: values.iter().map(line).collect::<Vec<_>>().join("\n"),
        at: moment.now.clone(),
        answers_to: asked.then(|| question.clone()),
        choice: None,
    };
    let edits: Vec<edit::Written> = values
        .iter()
        .map(|(field, value)| edit::Written {
            at: field.pointer.clone(),
            edit: Edit::Set { value: value.clone() },
            quote: Some(shown(field, value)),
        })
        .collect();
    let mut settled = edit::write(before, &edits, Some(&turn.id), CARD, moment, knowledge)?;
    state::append_history(&mut settled.state, std::slice::from_ref(&turn));
    settled.turns.push(turn.clone());
    if let Some(record) = settled.aside.questions.get_mut(&question) {
        record.answered_by = Some(turn.id);
        record.settled = true;
    }
    next::ask_or_check(before, &mut settled, moment, knowledge);
    Ok(settled)
}
