//! The one list of what was read and waits for the person's word.
//!
//! What the person said and the product interpreted stands in the draft, but closes nothing until it is confirmed. One
//! issue keeps the gate closed and names the readings, one question shows them; a yes confirms exactly what it showed.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::Pack;
use crate::engine::turn::short;
use crate::model::action::{AnswerFormat, AskUser, Choice};
use crate::model::claim::Support;
use crate::model::facts::Ledger;
use crate::model::ids::{QuestionId, TurnId};
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::issues::{id_of, label};
use crate::workspaces::contract::intake::questions::{NO, Planned, YES};
use crate::workspaces::contract::present;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The key of its issue.
pub const KEY: &str = "review";
/// Readings that one question shows.
const MOST: usize = 12;
/// Characters of all of them in one question.
const LONGEST: usize = 700;
/// How often the same list is put; after that it waits for the person.
const TIMES: usize = 4;

/// A reading that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The place, whole: a field of the pack, or a fact of a side.
    pub pointer: String,
    /// What it is called.
    pub label: String,
    /// The value as people read it.
    pub shown: String,
    /// The value.
    pub value: Value,
    /// What is established.
    pub support: Support,
    /// The words it was read from.
    pub quote: String,
    /// Their turn.
    pub turn: Option<TurnId>,
}

/// What was read and not confirmed, in the order of the pack.
#[must_use]
pub fn items(pack: Option<&Pack>, domain: &Value, ledger: &Ledger) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for (at, entry) in ledger.0.iter().filter(|(_, entry)| entry.is_read() && is_present(&entry.value)) {
        let root = root_of(pack, at);
        if listed.contains(&root) {
            continue;
        }
        let Some(value) = domain.pointer(&root).filter(|value| is_present(value)) else { continue };
        listed.insert(root.clone());
        out.push(Item {
            label: pack.map_or_else(|| root.clone(), |pack| label(pack, &root)),
            shown: shown(pack, &root, value),
            value: value.clone(),
            support: entry.support(),
            quote: entry.quote.clone().unwrap_or_default(),
            turn: entry.turn_id.clone(),
            pointer: root,
        });
    }
    let rank = |at: &str| {
        let field = pack.and_then(|pack| pack.fields.iter().position(|field| field.pointer == at));
        (!at.starts_with("/contract"), !at.starts_with("/parties"), field)
    };
    out.sort_by_cached_key(|item| rank(&item.pointer));
    out
}

/// The whole fact that a leaf belongs to.
fn root_of(pack: Option<&Pack>, at: &str) -> String {
    if let Some(field) = pack.and_then(|pack| pack.field_of(at)) {
        return field.pointer.clone();
    }
    at.strip_suffix("/series").or_else(|| at.strip_suffix("/number")).unwrap_or(at).to_owned()
}

fn shown(pack: Option<&Pack>, at: &str, value: &Value) -> String {
    if let (Some(series), Some(number)) = (value["series"].as_str(), value["number"].as_str()) {
        return format!("{series} {number}");
    }
    short(&present::value(pack, at, value), 160)
}

/// Opens, renews or closes the issue about them.
pub fn sync(issues: &mut Vec<Issue>, pack: Option<&Pack>, domain: &Value, ledger: &Ledger) {
    let waiting = items(pack, domain, ledger);
    let standing = issues.iter().position(|issue| issue.key.as_deref() == Some(KEY));
    if waiting.is_empty() {
        if let Some(index) = standing {
            issues[index].status = IssueStatus::Resolved;
        }
        return;
    }
    let issue = issue(&waiting);
    match standing {
        Some(index) => issues[index] = issue,
        None => issues.push(issue),
    }
}

fn issue(waiting: &[Item]) -> Issue {
    let mut list = String::new();
    let mut evidence = Vec::new();
    for item in waiting.iter().take(MOST) {
        let quote = if item.quote.is_empty() || item.quote == item.shown {
            String::new()
        } else {
            format!(" («{}»)", short(&item.quote, 60))
        };
        let line = format!("{} — {}{quote}", item.label, item.shown);
        if !list.is_empty() {
            if list.chars().count() + line.chars().count() > LONGEST {
                break;
            }
            list.push_str("; ");
        }
        list.push_str(&line);
        evidence.push(Evidence { kind: EvidenceKind::FactPath, reference: item.pointer.clone() });
    }
    Issue {
        id: id_of(KEY),
        key: Some(KEY.to_owned()),
        severity: Severity::Critical,
        status: IssueStatus::Open,
        title: "Подтвердите, верно ли понято".into(),
        why_it_matters: "Это прочитано из ваших слов; без вашего «верно» прочитанное не станет условием договора."
            .into(),
        missing_or_conflict: Some(short(&list, 990)),
        resolution_hint: "Ответьте «всё верно» или напишите, что исправить.".into(),
        requires_user_confirmation: Some(true),
        evidence: Some(evidence),
    }
}

/// The question about the list; `None` when nothing waits or the same list was put often enough.
#[must_use]
pub fn question(issue: &Issue, asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    if issue.key.as_deref() != Some(KEY) || issue.status != IssueStatus::Open {
        return None;
    }
    let list = issue.missing_or_conflict.clone().unwrap_or_default();
    let facts = issue.evidence.iter().flatten().filter(|item| item.kind == EvidenceKind::FactPath);
    let targets: Vec<String> = facts.map(|item| item.reference.clone()).collect();
    let of_review = |record: &&AskedRecord| record.keys.iter().any(|key| key == KEY);
    let all = asked.values().filter(of_review).count();
    // The same list whole: what is left of a longer one is another list.
    let shown = [format!(": {list}."), format!(": {list}. Всё верно?")];
    let is_same = |record: &&AskedRecord| shown.iter().any(|end| record.question.question_text.ends_with(end));
    let same = asked.values().filter(of_review).filter(is_same).count();
    if same >= TIMES {
        return None;
    }
    let number = if all > 1 { format!(" ({})", all + 1) } else { String::new() };
    // A person who wants to mend something is asked what; the yes stays possible in words.
    let mends = same % 2 == 1;
    let text = if mends {
        format!(
            "Что исправить{number}? Напишите верное значение, остальное останется, или ответьте «всё верно». Понято так: {list}."
        )
    } else {
        format!("Проверьте{number}, верно ли понято: {list}. Всё верно?")
    };
    let choice =
        |id: &str, label: &str, value: bool| Choice { id: id.into(), label: label.into(), value: json!(value) };
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: text,
            answer_format: if mends { AnswerFormat::FreeText } else { AnswerFormat::Choices },
            choices: (!mends).then(|| vec![choice(YES, "Всё верно", true), choice(NO, "Исправить", false)]),
            why_this_question: Some(issue.why_it_matters.clone()),
            links_to_issue_ids: Some(vec![issue.id.clone()]),
        },
        targets,
        keys: vec![KEY.to_owned()],
    })
}
