//! The gate against every pack: whole facts open it, any essential term taken away shuts it and is named.

use super::KNOWLEDGE;
use crate::engine::knowledge::condition::{self, Condition, is_present};
use crate::engine::knowledge::pack::{Field, FieldKind, Formula, Pack, Term};
use crate::model::facts::Ledger;
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::model::session::GateView;
use crate::workspaces::contract::edit::put;
use crate::workspaces::contract::guards::gate::judge;
use crate::workspaces::contract::intake::issues::{id_of, sync};
use crate::workspaces::contract::intake::terms;
use serde_json::{Value, json};

fn set(domain: &mut Value, at: &str, value: Value) {
    put(domain, &pointer::tokens(at).expect("a pointer"), value);
}

/// A value of the field's type.
fn dummy(field: &Field) -> Value {
    match field.kind {
        FieldKind::Money => json!({"amount": "1000.00", "currency": "RUB"}),
        FieldKind::Rate => json!({"percent": "0.1", "per": "day"}),
        FieldKind::Integer => json!(3),
        FieldKind::DayOfMonth => json!(5),
        FieldKind::Date if field.pointer.contains("end") || field.pointer.contains("due") => json!("2027-05-31"),
        FieldKind::Date => json!("2026-12-01"),
        FieldKind::Duration => json!({"count": 6, "unit": "month"}),
        FieldKind::Quantity => json!({"value": "3", "unit": field.units.first().map_or("pcs", String::as_str)}),
        FieldKind::Year => json!(2021),
        FieldKind::Choice | FieldKind::YesNo if !field.options.is_empty() => field.options[0].value.clone(),
        FieldKind::YesNo => json!(false),
        FieldKind::Vin => json!("XTAGFL113M0000001"),
        FieldKind::Plate => json!("А123ВС777"),
        FieldKind::Cadastral => json!("77:01:0001001:1234"),
        _ => json!("слова"),
    }
}

/// A value for a place that a term needs.
fn value_at(pack: &Pack, at: &str) -> Value {
    match pack.fields.iter().find(|field| field.pointer == at) {
        Some(field) => dummy(field),
        None if at.ends_with("/kind") => json!("individual"),
        // Two sides are two people.
        None if at.starts_with("/parties/") && at.ends_with("/name") => json!(format!("слова {at}")),
        None => pack.field_of(at).map_or_else(
            || json!("слова"),
            |field| dummy(field).pointer(&at[field.pointer.len()..]).cloned().unwrap_or_else(|| json!("слова")),
        ),
    }
}

/// Fills what is missing, term by term, until nothing is: a filled value may make further terms apply.
fn fill(pack: &Pack, domain: &mut Value) {
    for _ in 0..20 {
        let open: Vec<&Term> = pack.terms.iter().filter(|term| terms::is_open(term, domain)).collect();
        if open.is_empty() {
            return;
        }
        let needs: Vec<&str> = open.iter().flat_map(|term| terms::missing(term, domain)).collect();
        for need in needs {
            let at = terms::alternatives(need).next().expect("a need has a place");
            set(domain, at, value_at(pack, at));
        }
    }
    panic!("{}: the terms never close", pack.id);
}

/// Other values for the places of checks that hold, until none does.
fn soothe(pack: &Pack, domain: &mut Value) -> Vec<String> {
    for _ in 0..20 {
        let held: Vec<&[Condition]> = pack
            .checks
            .iter()
            .filter(|check| condition::all(&check.when, domain))
            .map(|check| check.when.as_slice())
            .collect();
        if held.is_empty() {
            break;
        }
        for when in held {
            for condition in when {
                let options: Vec<Value> = pack
                    .fields
                    .iter()
                    .filter(|field| field.pointer == condition.at)
                    .flat_map(|field| field.options.iter().map(|option| option.value.clone()))
                    .chain(
                        [json!("company"), json!("individual")].into_iter().filter(|_| condition.at.ends_with("/kind")),
                    )
                    .collect();
                let other = options.into_iter().find(|value| {
                    let mut tried = domain.clone();
                    set(&mut tried, &condition.at, value.clone());
                    !condition::all(when, &tried)
                });
                if let Some(other) = other {
                    set(domain, &condition.at, other);
                    break;
                }
            }
        }
        fill(pack, domain);
    }
    pack.checks.iter().filter(|check| condition::all(&check.when, domain)).map(|check| check.key.clone()).collect()
}

fn finished(pack: &Pack) -> (Value, Vec<String>) {
    let mut domain = json!({});
    if !pack.generic {
        set(&mut domain, "/contract/type", json!(pack.id));
    }
    fill(pack, &mut domain);
    let held = soothe(pack, &mut domain);
    // A price that is the sum of its parts is that sum: every part has the same amount here.
    for computed in pack.computed.iter().filter(|computed| computed.formula == Formula::Sum) {
        let parts: Vec<i64> =
            computed.inputs.iter().filter_map(|at| parse_minor(domain.pointer(at)?["amount"].as_str()?)).collect();
        if let (Some(total), false) = (domain.pointer_mut(&computed.pointer), parts.is_empty()) {
            total["amount"] = json!(format_minor(parts.iter().sum()));
        }
    }
    (domain, held)
}

/// The verdict on these facts, with the issues that the pack wants for them.
fn verdict(pack: &Pack, domain: &Value) -> GateView {
    let issues = sync(pack, domain, &[], super::moment().today());
    let state = json!({"domain": domain, "issues": issues, "control": {"checks": {}}});
    judge(Some(pack), &state, &Ledger::default())
}

fn remove(domain: &mut Value, at: &str) {
    if let Some((parent, last)) = at.rsplit_once('/')
        && let Some(map) = domain.pointer_mut(parent).and_then(Value::as_object_mut)
    {
        map.remove(last);
    }
}

/// Packs that no facts open, with the checks that hold them shut: each is a matter of law, not of facts.
const SHUT_BY_NATURE: &[(&str, &[&str])] = &[
    // The law wants a notary for every sale of a share (14-ФЗ ст. 21 п. 11): shut until the person takes a draft.
    ("share_sale", &["L15"]),
    // So do the agreements of a family (СК 38 п. 2, 41 п. 2, 100 п. 1).
    ("alimony_agreement", &["L15"]),
    ("marriage_contract", &["L15"]),
    ("property_division", &["L15"]),
];

#[test]
fn every_pack_opens_when_all_its_terms_are_given() {
    assert!(KNOWLEDGE.packs.len() >= 21, "twenty types and the generic one");
    let mut wrong = Vec::new();
    for pack in &KNOWLEDGE.packs {
        let (domain, held) = finished(pack);
        let critical: Vec<&str> = pack
            .checks
            .iter()
            .filter(|check| held.contains(&check.key) && check.severity == crate::model::issue::Severity::Critical)
            .map(|check| check.key.as_str())
            .collect();
        let view = verdict(pack, &domain);
        let expected = SHUT_BY_NATURE.iter().find(|(id, _)| *id == pack.id).map_or(&[][..], |(_, keys)| keys);
        if critical != expected || view.ready_for_skeleton != expected.is_empty() {
            wrong.push(format!("{}: held {critical:?}, {}\n{domain}", pack.id, view.summary));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_any_essential_term_the_gate_refuses_and_names_it() {
    let (mut terms_tried, mut wrong) = (0, Vec::new());
    for pack in &KNOWLEDGE.packs {
        let (whole, _) = finished(pack);
        let shut: Vec<_> = verdict(pack, &whole).blockers.into_iter().flat_map(|b| b.linked_issue_ids).collect();
        for term in pack.terms.iter().filter(|term| term.essential) {
            let mut domain = whole.clone();
            applicable(pack, term, &mut domain);
            if !terms::applies(term, &domain) {
                wrong.push(format!("{}: nothing makes it apply", term.key));
                continue;
            }
            for need in &term.needs {
                let mut without = domain.clone();
                for at in terms::alternatives(need) {
                    remove(&mut without, at);
                }
                if !terms::applies(term, &without) {
                    // The condition reads the very place: without it the term is not wanted.
                    continue;
                }
                terms_tried += 1;
                let view = verdict(pack, &without);
                let named: Vec<_> = view.blockers.iter().flat_map(|b| b.linked_issue_ids.clone()).collect();
                let others: Vec<_> = named.iter().filter(|id| **id != id_of(&term.key) && !shut.contains(id)).collect();
                // Another term may want the same place; one that wants nothing of it must not be named.
                let strange: Vec<_> = others
                    .into_iter()
                    .filter(|id| {
                        let of = pack.terms.iter().find(|other| id_of(&other.key) == **id);
                        // A payment without a day or a sum is none, so those that are left miss the price (L04).
                        let rule = need.starts_with("/payment/instalments") && **id == id_of("L04");
                        !rule && !of.is_some_and(|other| terms::is_open(other, &without) && shares(other, need))
                    })
                    .collect();
                if view.ready_for_skeleton || !named.contains(&id_of(&term.key)) || !strange.is_empty() {
                    let key = &term.key;
                    wrong.push(format!("{key} without {need}: ready {}, named {named:?}", view.ready_for_skeleton));
                }
                let of_it = view.blockers.iter().find(|b| b.linked_issue_ids.contains(&id_of(&term.key)));
                if !of_it.is_some_and(|b| b.message.contains(&term.article) && b.message.contains(&term.consequence)) {
                    wrong.push(format!("{}: the blocker lacks the article or the consequence", term.key));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {terms_tried}\n{}", wrong.len(), wrong.join("\n"));
    assert!(terms_tried >= 40, "{terms_tried} essential places");
}

fn shares(other: &Term, need: &str) -> bool {
    let places: Vec<&str> = terms::alternatives(need).collect();
    let reads = other.when.iter().map(|condition| condition.at.as_str());
    other
        .needs
        .iter()
        .flat_map(|need| terms::alternatives(need))
        .chain(reads)
        .any(|at| places.iter().any(|place| pointer::is_within(at, place) || pointer::is_within(place, at)))
}

/// Makes a conditional term apply, and gives everything that then applies.
fn applicable(pack: &Pack, term: &Term, domain: &mut Value) {
    for condition in &term.when {
        if condition.holds(domain) {
            continue;
        }
        let wanted = condition
            .is
            .clone()
            .or_else(|| condition.any_of.as_ref().and_then(|list| list.first().cloned()))
            .or_else(|| condition.at_least.map(|limit| json!(limit)));
        match (wanted, condition.exists) {
            (Some(value), _) => set(domain, &condition.at, value),
            (None, Some(true)) => set(domain, &condition.at, value_at(pack, &condition.at)),
            (None, Some(false)) => remove(domain, &condition.at),
            (None, None) => {
                let other = pack
                    .fields
                    .iter()
                    .filter(|field| field.pointer == condition.at)
                    .flat_map(|field| field.options.iter().map(|option| option.value.clone()))
                    .find(|value| Some(value) != condition.is_not.as_ref() && is_present(value));
                set(domain, &condition.at, other.unwrap_or_else(|| json!("иное")));
            }
        }
    }
    fill(pack, domain);
}
