//! What follows from facts by themselves: kinds that sums imply, persons, computed values.

use crate::engine::grammar::name::patronymic_gender;
use crate::engine::grammar::person::Person;
use crate::engine::knowledge::pack::{FieldKind, OWN_TERMS, Pack};
use crate::engine::knowledge::profiles;
use crate::engine::text::{folded, is_given_name};
use crate::model::facts::Origin;
use crate::model::pointer;
use crate::workspaces::contract::intake::computed;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::duties;
use crate::workspaces::contract::perform::facts::{Draft, Read};
use serde_json::{Value, json};

/// What follows from the facts: kinds that sums imply, computed values.
pub fn follow(pack: &Pack, draft: &mut Draft<'_>) {
    implied_kinds(pack, draft);
    implied_persons(pack, draft);
    let was_computed = |at: &str, rows: &str| {
        let of_rows = |note: Option<&str>| note.is_some_and(|note| note.contains(rows));
        draft.ledger.within(at).any(|(_, entry)| entry.origin == Origin::Computed && of_rows(entry.note.as_deref()))
    };
    if let Some(at) = computed::lost(pack, &draft.domain, was_computed).filter(|at| !draft.wrote(at)) {
        draft.drop_at(&at);
    }
    for (at, value, _) in computed::all(pack, &draft.domain) {
        let computed_before = draft.ledger.within(&at).any(|(_, entry)| entry.origin == Origin::Computed);
        if !draft.has(&at) || (computed_before && !draft.wrote(&at)) {
            draft.replace(&at, value);
        }
    }
    implied_kinds(pack, draft);
}

/// A sum implies the kind «sum», a rate the kind «percent».
pub(super) fn implied_kinds(pack: &Pack, draft: &mut Draft<'_>) {
    for field in pack.fields.iter().filter(|f| f.kind == FieldKind::Choice) {
        let Some(parent) = field.pointer.strip_suffix("/kind") else { continue };
        for (name, kind) in [("amount", "sum"), ("rate", "percent")] {
            let known = field.options.iter().any(|option| option.value == json!(kind));
            // What stands is not decided anew by every message.
            let at = format!("{parent}/{name}");
            let new = draft.writes.iter().any(|written| pointer::is_within(written, &at)) || !draft.has(&field.pointer);
            if known && new && !draft.wrote(&field.pointer) && draft.has(&at) {
                draft.replace(&field.pointer, json!(kind));
            }
        }
    }
}

/// «В течение 7 дней после поставки»: who is paid later than he gives is paid with a delay, as a reading that is shown.
pub(super) fn paid_later(pack: &Pack, draft: &mut Draft<'_>) {
    let (plan, delay) = ("/payment/plan", "/payment/delay");
    let deferred = json!("deferred");
    let offers = pack.field_of(plan).is_some_and(|field| field.options.iter().any(|option| option.value == deferred));
    let usual = draft.ledger.within(plan).all(|(_, entry)| entry.origin == Origin::Default);
    if !offers || draft.wrote(plan) || draft.is_disputed(plan) || draft.has(plan) && !usual {
        return;
    }
    let Some(span) = draft.reads.iter().rev().find(|read| read.at == delay).map(|read| read.span) else { return };
    draft.reads.push(Read { at: plan.to_owned(), value: deferred.clone(), span, clear: false });
    draft.spans.push((plan.to_owned(), span));
    draft.replace(plan, deferred);
}

/// Who has a passport or a day of birth is a person.
fn implied_persons(pack: &Pack, draft: &mut Draft<'_>) {
    for party in &pack.parties {
        let root = format!("/parties/{}", party.role);
        let person = ["passport", "birth_date"].iter().any(|leaf| draft.has(&format!("{root}/{leaf}")));
        if person && !draft.has(&format!("{root}/kind")) {
            draft.replace(&format!("{root}/kind"), json!("individual"));
        }
    }
}

/// «для Ивановой Елены Петровны»: who is told by a full name alone, without a trade and without a firm, is a person, as a
/// reading that is shown. Without a kind no law of consumers or of citizens would be looked at.
pub(super) fn named_persons(pack: &Pack, draft: &mut Draft<'_>) {
    // Where the kind of contract alone tells the law, nothing hangs on it.
    if profiles::embedded().is_ok_and(|all| all.iter().any(|profile| profile.packs.contains(&pack.id))) {
        return;
    }
    for party in &pack.parties {
        let root = format!("/parties/{}", party.role);
        let (name, kind) = (format!("{root}/name"), format!("{root}/kind"));
        let span = draft.reads.iter().rev().find(|read| read.at == name).map(|read| read.span);
        let Some(span) = span.filter(|_| draft.wrote(&name) && !draft.has(&kind) && !draft.is_disputed(&kind)) else {
            continue;
        };
        if draft.domain.pointer(&name).and_then(Value::as_str).is_some_and(is_full_name) {
            let value = json!("individual");
            draft.reads.push(Read { at: kind.clone(), value: value.clone(), span, clear: false });
            draft.spans.push((kind.clone(), span));
            draft.replace(&kind, value);
        }
    }
}

/// A surname with a given name that people bear, or with a patronymic.
fn is_full_name(text: &str) -> bool {
    Person::parse(text)
        .is_some_and(|person| is_given_name(&folded(&person.given)) || patronymic_gender(&person.patronymic).is_some())
}

/// «Неустойка 3 % в день, если он просрочит»: a pronoun says whose delay it is and no field took it, so that the rate stands
/// in the person's words alone and not against the other side.
pub(super) fn whose_delay(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let (rate, who) = ("/penalty/rate", "/penalty/who");
    if !pack.fields.iter().any(|field| field.pointer == who) || draft.has(who) || !draft.wrote(rate) {
        return;
    }
    let text = heard.turn.text.as_str();
    let Some(read) = draft.reads.iter().rev().find(|read| read.at == rate).map(|read| read.span) else { return };
    let term =
        draft.spans.iter().find(|(at, span)| pointer::is_within(at, OWN_TERMS) && span.0 <= read.0 && read.1 <= span.1);
    let said = term.and_then(|(_, span)| text.get(span.0..span.1)).unwrap_or_default();
    if folded(said).split(|c: char| !c.is_alphanumeric()).any(duties::theirs) {
        draft.forget(rate);
        draft.forget("/penalty/kind");
    }
}
