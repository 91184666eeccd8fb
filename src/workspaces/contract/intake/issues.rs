//! Issues that a pack wants for a domain: one per open term, one per check that holds.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Check, OWN_TERMS, Pack, Term};
use crate::model::ids::IssueId;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus};
use crate::model::pointer;
use crate::workspaces::contract::intake::{against, rules, terms};
use crate::workspaces::contract::wire::OWN;
use serde_json::Value;

/// The id of the issue with this key: keys are unique within a session, so the id is made of it.
#[must_use]
pub fn id_of(key: &str) -> IssueId {
    IssueId(format!("issue:{key}"))
}

/// The issues as they must be after these facts on this day, in the order of the pack; only those that change.
///
/// A dismissed issue stays dismissed until facts close it.
#[must_use]
pub fn sync(pack: &Pack, domain: &Value, issues: &[Issue], today: &str) -> Vec<Issue> {
    let standing = |key: &str| issues.iter().find(|issue| issue.key.as_deref() == Some(key));
    let wanted = pack
        .terms
        .iter()
        .map(|term| (of_term(pack, term, domain), terms::is_open(term, domain)))
        .chain(pack.checks.iter().map(|check| (of_check(check), condition::all(&check.when, domain))))
        .chain(rules::issues(pack, domain, today))
        .chain(against::issues(pack, domain, issues));
    let mut changes: Vec<Issue> = wanted
        .filter_map(|(issue, open)| {
            let before = standing(issue.key.as_deref().unwrap_or_default());
            match (before.map(|b| b.status), open) {
                (None | Some(IssueStatus::Resolved), true) => Some(issue),
                (Some(IssueStatus::Open), true) if before != Some(&issue) => Some(issue),
                // What was accepted stays accepted until it is another thing.
                (Some(IssueStatus::Dismissed), true)
                    if before.is_some_and(|b| b.missing_or_conflict != issue.missing_or_conflict) =>
                {
                    Some(issue)
                }
                (Some(IssueStatus::Open | IssueStatus::Dismissed), false) => {
                    before.cloned().map(|b| Issue { status: IssueStatus::Resolved, ..b })
                }
                _ => None,
            }
        })
        .collect();
    // Issues of another pack are closed when the type of the contract changes.
    let own = |key: &str| {
        pack.term(key).is_some()
            || pack.checks.iter().any(|check| check.key == key)
            || rules::by_id(key).is_some()
            || against::is(key)
    };
    let foreign = issues.iter().filter(|issue| {
        issue.status != IssueStatus::Resolved && issue.key.as_deref().is_some_and(|key| is_pack_key(key) && !own(key))
    });
    changes.extend(foreign.map(|issue| Issue { status: IssueStatus::Resolved, ..issue.clone() }));
    changes
}

/// Whether a key was made by a pack (`vehicle_lease.object`, `L17`), not by a model or a guard (`conflict:…`).
#[must_use]
pub fn is_pack_key(key: &str) -> bool {
    let lint = key.len() == 3 && key.starts_with('L') && key.bytes().skip(1).all(|b| b.is_ascii_digit());
    lint || against::is(key) || (!key.contains(':') && !key.starts_with("model.") && key.contains('.'))
}

fn of_term(pack: &Pack, term: &Term, domain: &Value) -> Issue {
    let missing = terms::missing(term, domain);
    let names: Vec<String> = missing.iter().map(|need| name_of_need(pack, need)).collect();
    Issue {
        id: id_of(&term.key),
        key: Some(term.key.clone()),
        severity: term.severity,
        status: IssueStatus::Open,
        title: term.title.clone(),
        why_it_matters: format!("{} ({})", term.consequence, term.article),
        missing_or_conflict: Some(format!("Не указано: {}", names.join(", "))),
        resolution_hint: term.hint.clone(),
        requires_user_confirmation: None,
        evidence: missing
            .first()
            .and_then(|need| terms::alternatives(need).next())
            .map(|at| vec![Evidence { kind: EvidenceKind::FactPath, reference: at.to_owned() }]),
    }
}

fn of_check(check: &Check) -> Issue {
    Issue {
        id: id_of(&check.key),
        key: Some(check.key.clone()),
        severity: check.severity,
        status: IssueStatus::Open,
        title: check.title.clone(),
        why_it_matters: format!("{} ({})", check.consequence, check.article),
        missing_or_conflict: None,
        resolution_hint: check.hint.clone(),
        requires_user_confirmation: None,
        evidence: check
            .when
            .first()
            .map(|condition| vec![Evidence { kind: EvidenceKind::FactPath, reference: condition.at.clone() }]),
    }
}

/// What a need is called: the labels of its alternatives.
fn name_of_need(pack: &Pack, need: &str) -> String {
    let names: Vec<String> = terms::alternatives(need).map(|at| label(pack, at)).collect();
    names.join(" или ")
}

/// What a place in `domain` is called.
#[must_use]
pub fn label(pack: &Pack, at: &str) -> String {
    if let Some(field) = pack.field_of(at) {
        return field.label.clone();
    }
    let mut parts = at.split('/').skip(1);
    if parts.next() == Some("parties")
        && let Some(party) = parts.next().and_then(|role| pack.party(role))
    {
        let leaf = parts.collect::<Vec<_>>().join("/");
        // Others of the same side have the same facts: `also/2/name`.
        let leaf =
            leaf.strip_prefix("also/").map_or(leaf.as_str(), |rest| rest.split_once('/').map_or("", |(_, leaf)| leaf));
        let what = party_label(leaf);
        return if what.is_empty() { party.title.clone() } else { format!("{}: {what}", party.title) };
    }
    match at {
        "/contract/type" => "Вид договора".into(),
        "/contract/speaker" => "Вы в этом договоре".into(),
        "/contract/city" => "Город".into(),
        "/contract/number" => "Номер договора".into(),
        "/contract/date" => "Дата договора".into(),
        own if pointer::is_within(own, OWN_TERMS) => "Особое условие".into(),
        // A term that a model worded bears its name in its place.
        own if pointer::is_within(own, OWN) && own != OWN => {
            format!("Условие «{}»", pointer::tokens(own).and_then(|tokens| tokens.get(1).cloned()).unwrap_or_default())
        }
        "/contract" => "Договор".into(),
        other => other.trim_start_matches('/').replace('/', " / "),
    }
}

/// What a fact about a party is called, by its path below the party.
#[must_use]
pub fn party_label(leaf: &str) -> &'static str {
    match leaf {
        "kind" => "кто это",
        "name" => "имя или название",
        "inn" => "ИНН",
        "ogrn" => "ОГРН",
        "kpp" => "КПП",
        "snils" => "СНИЛС",
        "passport" | "passport/series" | "passport/number" => "паспорт",
        "address" => "адрес",
        "birth_date" => "дата рождения",
        "passport_issued" => "паспорт выдан",
        "passport_by" => "кем выдан паспорт",
        "passport_code" => "код подразделения",
        "birth_place" => "место рождения",
        "phone" => "телефон",
        "email" => "почта",
        "bank/account" => "счёт",
        "bank/bik" => "БИК",
        "bank/name" => "банк",
        "bank/correspondent" => "корреспондентский счёт",
        "signer/name" => "подписант",
        "signer/post" => "должность подписанта",
        "signer/basis" => "основание полномочий",
        _ => "",
    }
}
