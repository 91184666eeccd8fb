//! Which question comes next: the worst open issue first, nothing twice.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Pack, Question};
use crate::model::action::{AnswerFormat, AskUser, Choice};
use crate::model::ids::QuestionId;
use crate::model::issue::{Issue, IssueStatus, Severity};
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::{defaults, issues, terms};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Id of the choice «Не знаю / как обычно».
pub const USUAL: &str = "usual";
/// Ids of the choices of a yes-or-no question.
pub const YES: &str = "yes";
/// See [`YES`].
pub const NO: &str = "no";

/// A question that could be asked now.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// As it will be shown; the id is set when it is accepted.
    pub ask: AskUser,
    /// Pointers that the answer fills.
    pub targets: Vec<String>,
    /// Keys of the issues it closes.
    pub keys: Vec<String>,
}

/// The next question, or `None` when nothing is left to ask.
///
/// Order: doubts first (conflicts, assumptions, requisites that do not add up), then terms by severity, then the
/// order of the pack. A required question is put twice at most, the second time reworded; an optional one once.
#[must_use]
pub fn next(
    pack: &Pack,
    domain: &Value,
    all_issues: &[Issue],
    asked: &BTreeMap<QuestionId, AskedRecord>,
) -> Option<Planned> {
    doubts(all_issues, asked)
        .or_else(|| {
            [Severity::Critical, Severity::High, Severity::Med].into_iter().find_map(|severity| {
                pack.questions.iter().find_map(|question| plan(pack, question, severity, domain, all_issues, asked))
            })
        })
        .or_else(|| acceptance(pack, all_issues, asked))
}

/// What the law forbids to do alone, put to the person last of all («проект для нотариуса»).
fn acceptance(pack: &Pack, all_issues: &[Issue], asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    let checks = pack.checks.iter().filter(|check| check.acceptable && check.severity == Severity::Critical);
    checks
        .filter(|check| times(asked, std::slice::from_ref(&check.key)) < 1)
        .find_map(|check| all_issues.iter().find(|issue| issue.key.as_deref() == Some(&check.key)))
        .filter(|issue| issue.status == IssueStatus::Open)
        .and_then(|issue| of_check(pack, issue))
}

/// The question that the server itself puts about an issue: no other words may stand for it.
#[must_use]
pub fn of_issue(pack: Option<&Pack>, issue: &Issue) -> Option<Planned> {
    of_doubt(issue).or_else(|| of_check(pack?, issue))
}

fn of_check(pack: &Pack, issue: &Issue) -> Option<Planned> {
    let key = issue.key.clone()?;
    let check = pack.checks.iter().find(|check| check.key == key)?;
    if !check.acceptable {
        return None;
    }
    let choice = |id: &str, label: &str, value: Value| Choice { id: id.into(), label: label.into(), value };
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: format!("{}. {} Принимаете это?", check.title, check.hint),
            answer_format: AnswerFormat::Choices,
            choices: Some(vec![choice(YES, "Да, принимаю", json!(true)), choice(NO, "Нет, не принимаю", json!(false))]),
            why_this_question: Some(format!("{} ({})", check.consequence, check.article)),
            links_to_issue_ids: Some(vec![issue.id.clone()]),
        },
        targets: Vec::new(),
        keys: vec![key],
    })
}

/// A doubt is asked as the performer or the guard that opened it has planned it.
fn doubts(all_issues: &[Issue], asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    all_issues
        .iter()
        .filter(|issue| issue.status == IssueStatus::Open)
        .filter(|issue| times(asked, &[issue.key.clone().unwrap_or_default()]) < 2)
        .find_map(of_doubt)
}

/// The question about a doubt, made from the issue alone.
fn of_doubt(issue: &Issue) -> Option<Planned> {
    let key = issue.key.clone()?;
    let (kind, at) = key.split_once(':')?;
    let choice = |id: &str, label: String, value: Value| Choice { id: id.into(), label, value };
    let (format, choices) = match kind {
        "assumed" => (
            AnswerFormat::Choices,
            Some(vec![choice(YES, "Да, верно".into(), json!(true)), choice(NO, "Нет, не так".into(), json!(false))]),
        ),
        "conflict" | "requisite" => (AnswerFormat::FreeText, None),
        _ => return None,
    };
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: issue.resolution_hint.clone(),
            answer_format: format,
            choices,
            why_this_question: Some(issue.why_it_matters.clone()),
            links_to_issue_ids: Some(vec![issue.id.clone()]),
        },
        targets: vec![at.to_owned()],
        keys: vec![key],
    })
}

fn plan(
    pack: &Pack,
    question: &Question,
    severity: Severity,
    domain: &Value,
    all_issues: &[Issue],
    asked: &BTreeMap<QuestionId, AskedRecord>,
) -> Option<Planned> {
    if !condition::all(&question.when, domain) {
        return None;
    }
    let open: Vec<&str> = question
        .terms
        .iter()
        .filter_map(|key| pack.term(key))
        .filter(|term| terms::is_open(term, domain))
        .filter(|term| !is_dismissed(all_issues, &term.key))
        .filter(|term| term.severity <= severity)
        .map(|term| term.key.as_str())
        .collect();
    if open.is_empty() {
        return None;
    }
    let keys: Vec<String> = question.terms.clone();
    let allowed = if severity <= Severity::High { 2 } else { 1 };
    let before = times(asked, &keys);
    if before >= allowed {
        return None;
    }
    let (format, choices) = choices_of(pack, question);
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: if before == 0 { question.text.clone() } else { question.again.clone() },
            answer_format: format,
            choices,
            why_this_question: Some(question.why.clone()),
            links_to_issue_ids: Some(open.iter().map(|key| issues::id_of(key)).collect()),
        },
        targets: question.targets.clone(),
        keys,
    })
}

/// How a question of the pack is answered: its own choices, and the rule of law where there is one.
#[must_use]
pub fn choices_of(pack: &Pack, question: &Question) -> (AnswerFormat, Option<Vec<Choice>>) {
    let mut choices: Vec<Choice> = question
        .choices
        .iter()
        .map(|c| Choice { id: c.id.clone(), label: c.label.clone(), value: Value::String(c.id.clone()) })
        .collect();
    if let Some(default) = defaults::of_question(pack, question).next() {
        let label = format!("Не знаю / как обычно ({}; в пользу: {})", default.article, default.favours);
        choices.push(Choice { id: USUAL.into(), label, value: Value::String(USUAL.into()) });
    }
    let format = if question.choices.is_empty() { AnswerFormat::FreeText } else { AnswerFormat::Choices };
    // A single choice beside free text is an offer, not a format (the schema wants at least two).
    let choices = match (format, choices.len()) {
        (AnswerFormat::FreeText, 1) => {
            choices.push(Choice {
                id: "later".into(), label: "Пропустить пока".into(), value: json!("later")
            });
            Some(choices)
        }
        (_, 0) => None,
        _ => Some(choices),
    };
    (format, choices)
}

fn is_dismissed(all_issues: &[Issue], key: &str) -> bool {
    all_issues.iter().any(|issue| issue.key.as_deref() == Some(key) && issue.status == IssueStatus::Dismissed)
}

/// How often questions about any of these keys were put.
#[must_use]
pub fn times(asked: &BTreeMap<QuestionId, AskedRecord>, keys: &[String]) -> u32 {
    asked.values().filter(|record| record.keys.iter().any(|key| keys.contains(key))).map(|record| record.times).sum()
}
