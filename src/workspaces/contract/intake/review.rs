//! The one list of what was read and waits for the person's word.
//!
//! What the person said and the product interpreted stands in the draft, but closes nothing until it is confirmed. One
//! issue keeps the gate closed and names the readings, one question shows them; a yes confirms exactly what it showed.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::dialogue::fill;
use crate::engine::knowledge::pack::{OWN_TERMS, Pack};
use crate::engine::turn::short;
use crate::model::action::{AnswerFormat, AskUser, Choice};
use crate::model::claim::Support;
use crate::model::facts::Ledger;
use crate::model::ids::{QuestionId, TurnId};
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::acceptance;
use crate::workspaces::contract::intake::issues::{id_of, label};
use crate::workspaces::contract::intake::questions::{NO, Planned, YES};
use crate::workspaces::contract::present;
use crate::workspaces::contract::wire::OWN;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The key of its issue.
pub const KEY: &str = "review";
/// Readings that one question shows.
const MOST: usize = 16;
/// Characters of all of them in one question.
const LONGEST: usize = 1_500;
/// What stands between two of them: each has a line of its own.
const BETWEEN: &str = ";\n";
/// How often what was shown is put again; after that it waits for the person.
const TIMES: usize = 6;

/// The words (`knowledge/dialogue/review.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    title: String,
    why: String,
    hint: String,
    /// The list as it is shown first.
    first: String,
    /// What came since, with the names of what was shown.
    more: String,
    /// Those names alone.
    again: String,
    /// That a list is not whole.
    count: String,
    yes: String,
    no: String,
    /// Who looked at the words, which is the same in every file of them.
    #[allow(dead_code, reason = "kept so that an unknown key is an error")]
    review: toml::Table,
}

static WORDS: LazyLock<Said> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/review.toml")).unwrap_or_default());

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
    /// Why it is shown again, if it is.
    pub why: Option<String>,
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
            shown: shown(pack, domain, &root, value),
            value: value.clone(),
            support: entry.support(),
            quote: entry.quote.clone().unwrap_or_default(),
            why: entry.note.clone().filter(|note| acceptance::is_stale(note)),
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

/// Whether one list shows all of these: only then words about everything are about what was shown.
#[must_use]
pub fn fits_one_list(items: &[Item]) -> bool {
    let all: usize = items.iter().map(|item| line(item).chars().count() + BETWEEN.len()).sum();
    items.len() <= MOST && all <= LONGEST
}

/// The whole fact that a leaf belongs to.
fn root_of(pack: Option<&Pack>, at: &str) -> String {
    if let Some(field) = pack.and_then(|pack| pack.field_of(at)) {
        return field.pointer.clone();
    }
    at.strip_suffix("/series").or_else(|| at.strip_suffix("/number")).unwrap_or(at).to_owned()
}

fn shown(pack: Option<&Pack>, domain: &Value, at: &str, value: &Value) -> String {
    if let Some(words) = value.as_str().filter(|_| pointer::is_within(at, OWN)) {
        return short(&present::filled(pack, domain, words), 300);
    }
    if let (Some(series), Some(number)) = (value["series"].as_str(), value["number"].as_str()) {
        return format!("{series} {number}");
    }
    short(&present::value(pack, at, value), 160)
}

/// Opens, renews or closes the issue about them. What no question has shown yet comes first.
pub fn sync(
    issues: &mut Vec<Issue>,
    pack: Option<&Pack>,
    domain: &Value,
    ledger: &Ledger,
    asked: &BTreeMap<QuestionId, AskedRecord>,
) {
    let waiting = items(pack, domain, ledger);
    let standing = issues.iter().position(|issue| issue.key.as_deref() == Some(KEY));
    if waiting.is_empty() {
        if let Some(index) = standing {
            issues[index].status = IssueStatus::Resolved;
        }
        return;
    }
    let lists = lists(asked);
    let (new, shown): (Vec<Item>, Vec<Item>) = waiting.into_iter().partition(|item| !was_shown(&lists, &line(item)));
    let issue = issue(&new.into_iter().chain(shown).collect::<Vec<Item>>());
    match standing {
        Some(index) => issues[index] = issue,
        None => issues.push(issue),
    }
}

/// An item as a list shows it.
fn line(item: &Item) -> String {
    let quote = if item.quote.is_empty() || item.quote == item.shown {
        String::new()
    } else {
        format!(" («{}»)", short(&item.quote, 60))
    };
    let why = item.why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    format!("{} — {}{quote}{why}", item.label, item.shown)
}

fn of_review(record: &&AskedRecord) -> bool {
    record.keys.iter().any(|key| key == KEY)
}

/// Whether the list was put already: what is told after it is told to complete it.
#[must_use]
pub fn was_put(asked: &BTreeMap<QuestionId, AskedRecord>) -> bool {
    asked.values().any(|record| of_review(&record))
}

/// The lists that were put, the newest first: most of what waits stands in that.
fn lists(asked: &BTreeMap<QuestionId, AskedRecord>) -> Vec<&str> {
    let mut put: Vec<(&QuestionId, &AskedRecord)> = asked.iter().filter(|(_, record)| of_review(record)).collect();
    put.sort_by_key(|(id, _)| Reverse((id.as_str().len(), id.as_str())));
    put.into_iter().map(|(_, record)| record.question.question_text.as_str()).collect()
}

/// Whether an earlier question showed this very line.
fn was_shown(lists: &[&str], line: &str) -> bool {
    lists.iter().any(|list| list.contains(line))
}

fn issue(waiting: &[Item]) -> Issue {
    let mut list = String::new();
    let mut evidence = Vec::new();
    for item in waiting.iter().take(MOST) {
        let line = line(item);
        if !list.is_empty() {
            if list.chars().count() + line.chars().count() > LONGEST {
                break;
            }
            list.push_str(BETWEEN);
        }
        list.push_str(&line);
        evidence.push(Evidence { kind: EvidenceKind::FactPath, reference: item.pointer.clone() });
    }
    Issue {
        id: id_of(KEY),
        key: Some(KEY.to_owned()),
        severity: Severity::Critical,
        status: IssueStatus::Open,
        title: WORDS.title.clone(),
        why_it_matters: WORDS.why.clone(),
        missing_or_conflict: Some(short(&list, LONGEST + 500)),
        resolution_hint: fill(&WORDS.hint, &[("count", &waiting.len().to_string())]),
        requires_user_confirmation: Some(true),
        evidence: Some(evidence),
    }
}

/// How many readings wait, as the issue says it.
fn waiting(issue: &Issue) -> usize {
    let digits = issue.resolution_hint.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// The lines that no question has shown, and the names of those that one has; all lines and no names at first.
fn parted(list: &str, targets: &[String], asked: &BTreeMap<QuestionId, AskedRecord>) -> (String, String) {
    let lines: Vec<&str> = list.split(BETWEEN).collect();
    if lines.len() != targets.len() {
        return (list.to_owned(), String::new());
    }
    let put = lists(asked);
    let (old, new): (Vec<_>, Vec<_>) = lines.into_iter().zip(targets).partition(|(line, _)| was_shown(&put, line));
    let new: Vec<&str> = new.into_iter().map(|(line, _)| line).collect();
    // Terms of one's own have one name: their words tell them apart.
    let (own, others): (Vec<_>, Vec<_>) =
        old.into_iter().partition(|(_, target)| pointer::is_within(target, OWN_TERMS));
    // A name without its value would let a wrong one pass.
    let mut named: Vec<String> = others.iter().map(|(line, _)| short(line, NAMED + LABEL)).collect();
    let words: Vec<(&str, String)> = own
        .iter()
        .filter_map(|(line, _)| line.split_once(" — "))
        .map(|(label, words)| (label, format!("„{}“", short(words, NAMED))))
        .collect();
    if let Some((label, _)) = words.first() {
        let all: Vec<&str> = words.iter().map(|(_, words)| words.as_str()).collect();
        named.push(format!("{label} — {}", all.join(", ")));
    }
    (new.join(BETWEEN), named.join("; "))
}

/// Characters of an own term that was shown before.
const NAMED: usize = 36;
/// Characters of the label before the value of another fact.
const LABEL: usize = 24;

/// The question about the list; `None` when nothing waits or what was shown was put often enough.
///
/// All that waits stands in it, what is new first: one «всё верно» is enough.
#[must_use]
pub fn question(issue: &Issue, asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    if issue.key.as_deref() != Some(KEY) || issue.status != IssueStatus::Open {
        return None;
    }
    let list = issue.missing_or_conflict.clone().unwrap_or_default();
    let facts = issue.evidence.iter().flatten().filter(|item| item.kind == EvidenceKind::FactPath);
    let targets: Vec<String> = facts.map(|item| item.reference.clone()).collect();
    let all = asked.values().filter(of_review).count();
    if asked.values().filter(of_review).filter(|record| record.targets == targets).count() >= TIMES {
        return None;
    }
    let wait = waiting(issue);
    // Nobody is told that this is all when it is not.
    let count = match wait > targets.len() {
        true => fill(&WORDS.count, &[("shown", &targets.len().to_string()), ("all", &wait.to_string())]),
        false => String::new(),
    };
    let (new, old) = parted(&list, &targets, asked);
    // What was shown before is named and not told again; who wants to mend something is asked what, and the yes stays
    // possible.
    let mends = !old.is_empty();
    let form = match (new.is_empty(), mends) {
        (_, false) => &WORDS.first,
        (false, true) => &WORDS.more,
        (true, true) => &WORDS.again,
    };
    let said = |number: &str| {
        fill(form, &[("number", number), ("count", count.as_str()), ("new", new.as_str()), ("old", old.as_str())])
    };
    // Nothing is asked twice in the same words: only then it says which time it is.
    let plain = said("");
    let put = asked.values().any(|record| record.question.question_text == plain);
    let text = if put { said(&format!(" ({})", all + 1)) } else { plain };
    let choice =
        |id: &str, label: &str, value: bool| Choice { id: id.into(), label: label.into(), value: json!(value) };
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: text,
            answer_format: if mends { AnswerFormat::FreeText } else { AnswerFormat::Choices },
            choices: Some(vec![choice(YES, &WORDS.yes, true), choice(NO, &WORDS.no, false)]),
            why_this_question: Some(issue.why_it_matters.clone()),
            links_to_issue_ids: Some(vec![issue.id.clone()]),
        },
        targets,
        keys: vec![KEY.to_owned()],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_read() {
        let words: Said = toml::from_str(include_str!("../../../../knowledge/dialogue/review.toml")).expect("words");
        assert!(words.first.contains("{new}") && words.more.contains("{old}") && words.again.contains("{old}"));
        assert!(!words.review.is_empty());
    }
}
