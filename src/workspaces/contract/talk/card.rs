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
use crate::model::issue::{self, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::model::snapshot::{AskedRecord, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::model::turn_answer::{Card, CardField, FieldChoice, Level};
use crate::workspaces::contract::intake::{rules, terms};
use crate::workspaces::contract::perform::rows;
use crate::workspaces::contract::talk::closing::{self, Left};
use crate::workspaces::contract::talk::facts::{self, Fact};
use crate::workspaces::contract::talk::next::{self, CARD};
use crate::workspaces::contract::talk::{Ground, typed};
use crate::workspaces::contract::{edit, state};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Prefix of cards that stand for no question.
const BLANKS: &str = "blanks:";
/// Key of the check by which packs say that a notary makes the deed.
const NOTARY: &str = "L15";
/// Fields of one card.
const MOST: usize = 25;

/// The card to fill in now: that of the open question; else, for a contract that can be concluded, the first blanks.
#[must_use]
pub fn next(ground: &Ground<'_>, facts: &[Fact], level: Level, gaps: &[Gap], left: &Left) -> Option<Card> {
    if ground.now.aside.pending.is_some() {
        return None;
    }
    match state::open_question(ground.now) {
        Some(record) => of_question(ground, facts, record),
        None if level >= Level::CanBeConcluded && !left.is_empty() => closing::card(ground, left),
        None if level == Level::CanBeConcluded => of_blanks(ground, facts, gaps),
        None => of_holds(ground, facts),
    }
}

/// What keeps a contract from being concluded when nothing is left to ask: the fields that open issues are about.
fn of_holds(ground: &Ground<'_>, facts: &[Fact]) -> Option<Card> {
    let pack = ground.pack?;
    let domain = &ground.now.state["domain"];
    let open = issue::of_state(&ground.now.state);
    let open = open.iter().filter(|issue| issue.status == IssueStatus::Open && issue.severity <= Severity::High);
    // No field of a card takes the place of a notary.
    let open = open.filter(|issue| issue.key.as_deref() != Some(NOTARY));
    let mut fields: Vec<CardField> = Vec::new();
    for issue in open {
        let term = issue.key.as_deref().and_then(|key| pack.term(key));
        let needs = term.into_iter().flat_map(|term| &term.needs).flat_map(|need| terms::alternatives(need));
        let places = needs.map(str::to_owned).chain(rules::targets(pack, issue)).chain(conflict(issue));
        for at in places.flat_map(|at| siblings(pack, at)) {
            for field in below(ground, pack, &at, domain) {
                if fields.len() < MOST && !fields.iter().any(|known| known.pointer == field.pointer) {
                    fields.push(field);
                }
            }
        }
    }
    fields.iter_mut().for_each(|field| stand(field, facts));
    let words = &ground.words.card;
    (!fields.is_empty()).then(|| Card {
        card_id: format!("{BLANKS}holds"),
        title: words.holds_title.clone(),
        why: words.holds_why.clone(),
        lines: Vec::new(),
        fields,
    })
}

/// The place of a conflict.
fn conflict(issue: &Issue) -> Option<String> {
    issue.key.as_deref()?.strip_prefix("conflict:").map(str::to_owned)
}

/// A kind with the sum and the rate beside it: one of them is wrong when they exclude each other.
fn siblings(pack: &Pack, at: String) -> Vec<String> {
    let parent = at.strip_suffix("/kind").filter(|parent| !parent.starts_with("/parties")).map(str::to_owned);
    let beside = parent.into_iter().flat_map(|parent| ["amount", "rate"].map(|name| format!("{parent}/{name}")));
    let beside: Vec<String> = beside.filter(|at| pack.fields.iter().any(|field| field.pointer == *at)).collect();
    std::iter::once(at).chain(beside).collect()
}

fn of_question(ground: &Ground<'_>, facts: &[Fact], record: &AskedRecord) -> Option<Card> {
    let pack = ground.pack?;
    let domain = &ground.now.state["domain"];
    let mut fields: Vec<CardField> = Vec::new();
    let own = record.targets.iter().flat_map(|target| siblings_of_rule(pack, record, target));
    let own: Vec<String> = own.collect();
    for target in own.iter().chain(&together(ground, pack, record)) {
        for field in below(ground, pack, target, domain) {
            let known = fields.iter().any(|known| known.pointer == field.pointer);
            if !known && wanted(&field, facts) && fields.len() < MOST {
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
        lines: Vec::new(),
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

/// Whether a first question about a side needs this field: accounts, telephones and addresses of mail have their place
/// where the text has a blank for them.
fn wanted(field: &CardField, facts: &[Fact]) -> bool {
    let later =
        ["/bank/", "/phone", "/email", "/signer/", "/passport_"].iter().any(|leaf| field.pointer.contains(leaf));
    !(field.pointer.starts_with("/parties/") && later) || facts.iter().any(|fact| fact.pointer == field.pointer)
}

fn siblings_of_rule(pack: &Pack, record: &AskedRecord, target: &str) -> Vec<String> {
    let rule = record.keys.iter().any(|key| rules::by_id(key).is_some());
    if rule { siblings(pack, target.to_owned()) } else { vec![target.to_owned()] }
}

/// What a place is about: money, dates, the object.
fn subject(at: &str) -> &'static str {
    match at.split('/').nth(1).unwrap_or_default() {
        "price" | "payment" | "deposit" | "penalty" | "interest" | "loan" | "security" => "money",
        "term" | "delivery" => "dates",
        "parties" | "contract" => "",
        _ => "object",
    }
}

/// Open terms about the same subject that can be filled in at once: a lease is a few cards, not a dozen.
fn together(ground: &Ground<'_>, pack: &Pack, record: &AskedRecord) -> Vec<String> {
    let domain = &ground.now.state["domain"];
    let first = record.targets.first().map(|at| subject(at)).filter(|subject| !subject.is_empty());
    let own = record.keys.iter().any(|key| pack.term(key).is_some());
    let Some(about) = first.filter(|_| own) else { return Vec::new() };
    let asked = |key: &String| ground.now.aside.questions.values().any(|one| one.keys.contains(key));
    let open = |key: &String| pack.term(key).is_some_and(|term| terms::is_open(term, domain));
    let questions = pack.questions.iter().filter(|question| condition::all(&question.when, domain));
    let questions = questions.filter(|question| question.targets.first().is_some_and(|at| subject(at) == about));
    let fresh = questions.filter(|question| question.terms.iter().any(open) && !question.terms.iter().any(asked));
    // Long words are asked for by themselves.
    let short = |at: &&String| pack.field_of(at).is_some_and(|field| field.kind != FieldKind::Text);
    fresh.flat_map(|question| question.targets.iter().filter(short).cloned()).collect()
}

/// The terms that a card offered beside those of its question.
fn offered(ground: &Ground<'_>, record: &AskedRecord) -> Vec<String> {
    let Some(pack) = ground.pack else { return Vec::new() };
    let places = together(ground, pack, record);
    let beside = pack.questions.iter().filter(|question| question.targets.iter().any(|at| places.contains(at)));
    beside.flat_map(|question| question.terms.iter().filter(|key| !record.keys.contains(key)).cloned()).collect()
}

/// The blanks of the sides and of the rest of the text: one card where they fit into one.
fn of_blanks(ground: &Ground<'_>, facts: &[Fact], gaps: &[Gap]) -> Option<Card> {
    let pack = ground.pack?;
    let domain = &ground.now.state["domain"];
    let words = &ground.words.card;
    let root = |role: &str| format!("/parties/{role}");
    let mut sides: Vec<(&str, &str, Vec<CardField>)> = Vec::new();
    for party in &pack.parties {
        let root = root(&party.role);
        let blank: Vec<&Gap> = gaps.iter().filter(|gap| pointer::is_within(&gap.pointer, &root)).collect();
        let mut fields = below(ground, pack, &root, domain);
        fields.retain(|field| blank.iter().any(|gap| meets(&gap.pointer, &field.pointer)));
        fields.iter_mut().for_each(|field| stand(field, facts));
        if !fields.is_empty() {
            sides.push((&party.role, &party.title, fields));
        }
    }
    let mut fields: Vec<CardField> = Vec::new();
    for gap in gaps.iter().filter(|gap| !gap.pointer.starts_with("/parties/")) {
        for field in below(ground, pack, &gap.pointer, domain) {
            if fields.len() < MOST && !fields.iter().any(|known| known.pointer == field.pointer) {
                fields.push(field);
            }
        }
    }
    fields.iter_mut().for_each(|field| stand(field, facts));
    let all = fields.len() + sides.iter().map(|(_, _, own)| own.len()).sum::<usize>();
    match sides.as_slice() {
        [] => {}
        [(role, title, own)] if own.len() == all => {
            return Some(Card {
                card_id: format!("{BLANKS}{role}"),
                title: fill(&words.party_title, &[("party", title)]),
                why: words.party_why.clone(),
                lines: Vec::new(),
                fields: own.clone(),
            });
        }
        [(role, title, own), ..] if all > MOST => {
            return Some(Card {
                card_id: format!("{BLANKS}{role}"),
                title: fill(&words.party_title, &[("party", title)]),
                why: words.party_why.clone(),
                lines: Vec::new(),
                fields: own.clone(),
            });
        }
        _ => {
            let whole = sides.into_iter().flat_map(|(_, _, own)| own).chain(fields);
            return Some(Card {
                card_id: format!("{BLANKS}all"),
                title: words.rest_title.clone(),
                why: words.party_why.clone(),
                lines: Vec::new(),
                fields: whole.collect(),
            });
        }
    }
    (!fields.is_empty()).then(|| Card {
        card_id: format!("{BLANKS}rest"),
        title: words.rest_title.clone(),
        why: words.rest_why.clone(),
        lines: Vec::new(),
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
        match typed::read(ground.pack, &field, raw, today) {
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

/// Fields that hold a value and were sent as null: what stood there goes. A form that shows a value empty sends an empty
/// text, and that leaves it as it is.
fn emptied(ground: &Ground<'_>, fields: &BTreeMap<String, Value>) -> Vec<CardField> {
    let stands = |at: &str| ground.now.state["domain"].pointer(at).is_some_and(condition::is_present);
    let sent = fields.iter().filter(|(at, raw)| raw.is_null() && stands(at));
    sent.filter_map(|(at, _)| field_at(ground, at)).collect()
}

/// A list typed into the field of one thing is the rows that it names.
fn in_rows(ground: &Ground<'_>, values: Vec<(CardField, Value)>) -> Vec<(CardField, Value)> {
    let Some((pack, rows)) = ground.pack.and_then(|pack| Some((pack, pack.rows.as_ref()?))) else { return values };
    let mut domain = ground.now.state["domain"].clone();
    let mut out = Vec::new();
    for (field, value) in values {
        let listed = value.as_str().map(|text| rows::typed(pack, &field.pointer, text)).unwrap_or_default();
        if listed.is_empty() {
            out.push((field, value));
            continue;
        }
        for row in listed {
            let Some(at) = rows::place(rows, &domain, &row.name) else { continue };
            for (leaf, value) in row.facts() {
                let place = format!("{at}/{leaf}");
                if let (Some(field), Some(tokens)) = (field_at(ground, &place), pointer::tokens(&place)) {
                    edit::put(&mut domain, &tokens, value.clone());
                    out.push((field, value));
                }
            }
        }
    }
    out
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
    if card.starts_with(closing::CARD) {
        return closing::absorb(&ground, card, moment);
    }
    let question = QuestionId(card.to_owned());
    let asked = before.aside.questions.contains_key(&question);
    if !asked && !card.starts_with(BLANKS) {
        return refuse("card_unknown", "card_id");
    }
    let values = in_rows(&ground, read(&ground, fields, moment.today())?);
    let gone = emptied(&ground, fields);
    if values.is_empty() && gone.is_empty() {
        return refuse("card_empty", "fields");
    }
    let version = before.version + 1;
    let shown = |field: &CardField, value: &Value| facts::shown(&ground, &field.pointer, value);
    let line = |(field, value): &(CardField, Value)| {
        fill(&ground.words.reply.card, &[("label", &field.label), ("shown", &shown(field, value))])
    };
    let removed = |field: &CardField| fill(&ground.words.reply.removed, &[("label", &field.label)]);
    let turn = Turn {
        id: TurnId(format!("t{version}")),
        role: Role::User,
        text: values.iter().map(line).chain(gone.iter().map(removed)).collect::<Vec<_>>().join("\n"),
        at: moment.now.clone(),
        answers_to: asked.then(|| question.clone()),
        choice: None,
    };
    // What goes, goes first: a value of another kind would take it along.
    let going = gone.iter().map(|field| edit::Written { at: field.pointer.clone(), edit: Edit::Reject, quote: None });
    let coming = values.iter().map(|(field, value)| edit::Written {
        at: field.pointer.clone(),
        edit: Edit::Set { value: value.clone() },
        quote: Some(shown(field, value)),
    });
    let edits: Vec<edit::Written> = going.chain(coming).collect();
    let mut settled = edit::write(before, &edits, Some(&turn.id), CARD, moment, knowledge)?;
    state::append_history(&mut settled.state, std::slice::from_ref(&turn));
    settled.turns.push(turn.clone());
    let beside = before.aside.questions.get(&question).map(|record| offered(&ground, record)).unwrap_or_default();
    if let Some(record) = settled.aside.questions.get_mut(&question) {
        record.answered_by = Some(turn.id);
        record.settled = true;
        // What the same card offered beside its question has been asked.
        record.keys.extend(beside);
    }
    next::ask_or_check(before, &mut settled, moment, knowledge);
    Ok(settled)
}
