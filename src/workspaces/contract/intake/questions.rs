//! Which question comes next: the worst open issue first, nothing twice.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{OWN_TERMS, Pack, Question, Term};
use crate::engine::text::stem::{Word, contains_stems, phrase_stems, words};
use crate::engine::turn::short;
use crate::model::action::{AnswerFormat, AskUser, Choice};
use crate::model::ids::{QuestionId, TurnId};
use crate::model::issue::{EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{against, defaults, issues, review, rules, terms};
use serde_json::{Value, json};
use std::cell::OnceCell;
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
    let own = Own { domain, words: OnceCell::new() };
    doubts(pack, all_issues, asked)
        .or_else(|| {
            [Severity::Critical, Severity::High, Severity::Med].into_iter().find_map(|severity| {
                pack.questions.iter().find_map(|question| plan(pack, question, severity, &own, all_issues, asked))
            })
        })
        // A number that cannot be right waits until the rest is said.
        .or_else(|| late(pack, all_issues, asked))
        // Last of all: was everything read as it was meant?
        .or_else(|| all_issues.iter().find_map(|issue| review::question(issue, asked)))
        // What an answer can still leave is put again before the gate has to stay closed.
        .or_else(|| left_open(pack, all_issues, asked))
}

/// The question that the server itself puts about an issue: no other words may stand for it.
#[must_use]
pub fn of_issue(pack: Option<&Pack>, issue: &Issue, asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    let side = || pack.and_then(|pack| of_side(pack, issue));
    review::question(issue, asked).or_else(side).or_else(|| of_doubt(issue)).or_else(|| of_rule(pack?, issue))
}

/// A doubt is asked as the performer or the guard that opened it has planned it.
fn doubts(pack: &Pack, all_issues: &[Issue], asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    let put = |text: &str| asked.values().any(|record| record.question.question_text == text);
    all_issues
        .iter()
        .filter(|issue| issue.status == IssueStatus::Open)
        .filter(|issue| issue.key.as_deref() != Some(NUMBERS))
        .filter(|issue| since(asked, issue).map(|record| record.times).sum::<u32>() < 3)
        // Who does not know which value is right is not pressed: the conflict stays open and keeps the gate closed.
        .filter(|issue| {
            let conflict = issue.key.as_deref().is_some_and(|key| key.starts_with("conflict:"));
            !(conflict && since(asked, issue).any(|record| record.settled))
        })
        .filter_map(|issue| of_side(pack, issue).or_else(|| of_doubt(issue)).or_else(|| of_rule(pack, issue)))
        .find_map(|mut planned| {
            // Words about something else answered nothing: the same once more, and no more than that.
            let conflict = planned.keys.iter().any(|key| key.starts_with("conflict:"));
            let again = AGAIN.iter().filter(|_| conflict).map(|said| format!("{said} {}", planned.ask.question_text));
            let mut texts = std::iter::once(planned.ask.question_text.clone()).chain(again);
            planned.ask.question_text = texts.find(|text| !put(text))?;
            Some(planned)
        })
}

/// How the question about a conflict is put again; the same two values may stand against each other more than once.
const AGAIN: [&str; 3] = ["Вернёмся к этому.", "И снова к этому.", "Ещё раз об этом."];

/// How often a rule whose issue the person can leave as it stands is asked about in all.
const LEAVE: usize = 3;

/// A rule that the person may leave as it is, put once more when nothing else is left to ask.
fn left_open(pack: &Pack, all_issues: &[Issue], asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    let put = |text: &str| asked.values().any(|record| record.question.question_text == text);
    let open = all_issues.iter().filter(|issue| issue.status == IssueStatus::Open);
    let own = |key: &String| rules::acceptable(Some(pack), key) || key.starts_with("side:");
    open.filter(|issue| issue.key.as_ref().is_some_and(own)).find_map(|issue| {
        let mut planned = of_side(pack, issue).or_else(|| of_rule(pack, issue))?;
        let about = asked.values().filter(|record| record.keys == planned.keys);
        let declined = |record: &&AskedRecord| record.keys == planned.keys && record.settled;
        // Who does not know is not pressed: the issue stays open and says so at the gate.
        if about.count() >= LEAVE || asked.values().any(|record| declined(&record)) {
            return None;
        }
        let again = AGAIN.iter().map(|said| format!("{said} {}", planned.ask.question_text));
        let mut texts = std::iter::once(planned.ask.question_text.clone()).chain(again);
        planned.ask.question_text = texts.find(|text| !put(text))?;
        Some(planned)
    })
}

/// The facts, with the words of the person's own terms: cut once, since every term of the pack is looked for in them.
struct Own<'d> {
    domain: &'d Value,
    words: OnceCell<Vec<Vec<Word>>>,
}

impl Own<'_> {
    fn words(&self) -> &[Vec<Word>] {
        self.words.get_or_init(|| {
            let own = self.domain.pointer(OWN_TERMS).and_then(Value::as_object);
            own.into_iter().flatten().filter_map(|(_, term)| term["quote"].as_str()).map(words).collect()
        })
    }
}

/// Whether an own term of the person speaks of what an optional term asks: a name of one of its fields stands in it.
fn answered_by_own(pack: &Pack, term: &Term, own: &Own<'_>) -> bool {
    if term.essential || term.severity <= Severity::Critical {
        return false;
    }
    let quotes = own.words();
    if quotes.is_empty() {
        return false;
    }
    // A word that names many facts («срок», «оплата») names none of them alone.
    let says = |phrase: &String| {
        let stems = phrase_stems(phrase);
        let long = stems.len() > 1 || stems.iter().any(|stem| stem.chars().count() > 5);
        long && quotes.iter().any(|quote| contains_stems(quote, &stems).is_some())
    };
    let fields = term.needs.iter().flat_map(|need| terms::alternatives(need)).filter_map(|at| pack.field_of(at));
    fields.into_iter().any(|field| field.hints.iter().any(says) || says(&field.label))
}

/// The rule about numbers that do not add up.
const NUMBERS: &str = "L13";

fn late(pack: &Pack, all_issues: &[Issue], asked: &BTreeMap<QuestionId, AskedRecord>) -> Option<Planned> {
    let put = |text: &str| asked.values().any(|record| record.question.question_text == text);
    let issue = all_issues.iter().find(|i| i.status == IssueStatus::Open && i.key.as_deref() == Some(NUMBERS))?;
    of_rule(pack, issue).filter(|planned| !put(&planned.ask.question_text))
}

/// Whose details these are: one choice for each side, one for nobody.
fn of_side(pack: &Pack, issue: &Issue) -> Option<Planned> {
    let key = issue.key.clone().filter(|key| key.starts_with("side:"))?;
    let choice = |id: &str, label: &str| Choice { id: id.into(), label: label.into(), value: json!(id) };
    let sides = pack.parties.iter().map(|party| choice(&party.role, &party.title));
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: issue.resolution_hint.clone(),
            answer_format: AnswerFormat::Choices,
            choices: Some(sides.chain([choice("nobody", "Другой человек, не сторона")]).collect()),
            why_this_question: Some(issue.why_it_matters.clone()),
            links_to_issue_ids: Some(vec![issue.id.clone()]),
        },
        targets: Vec::new(),
        keys: vec![key],
    })
}

/// What the choices about a rule are called.
const KEEP: &str = "Да, оставить так";
/// See [`KEEP`].
const CHANGE: &str = "Нет, изменю";

/// The question about a ban or a rule that keeps the gate closed.
fn of_rule(pack: &Pack, issue: &Issue) -> Option<Planned> {
    let key = issue.key.clone()?;
    let check = pack.checks.iter().any(|check| check.key == key);
    let blocks = (check && issue.severity == Severity::Critical) || rules::by_id(&key).is_some() || against::is(&key);
    if !blocks {
        return None;
    }
    let accept = rules::acceptable(Some(pack), &key);
    let wording = against::wording().filter(|_| against::is(&key));
    let (keep, change) = wording.map_or((KEEP, CHANGE), |said| (said.keep.as_str(), said.remove.as_str()));
    let choice =
        |id: &str, label: &str, value: bool| Choice { id: id.into(), label: label.into(), value: json!(value) };
    let what = issue.missing_or_conflict.as_ref().map(|what| format!(" {what}.")).unwrap_or_default();
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: format!("{}.{what} {}", issue.title, issue.resolution_hint),
            answer_format: if accept { AnswerFormat::Choices } else { AnswerFormat::FreeText },
            choices: accept.then(|| vec![choice(YES, keep, true), choice(NO, change, false)]),
            why_this_question: Some(issue.why_it_matters.clone()),
            links_to_issue_ids: Some(vec![issue.id.clone()]),
        },
        targets: rules::targets(pack, issue),
        keys: vec![key],
    })
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
        "conflict" => values_of(&issue.resolution_hint)
            .map(|[first, second]| {
                let shown = |value: &str| short(value, LABEL);
                let both =
                    vec![choice("first", shown(&first), json!(first)), choice("second", shown(&second), json!(second))];
                (AnswerFormat::Choices, Some(both))
            })
            .unwrap_or((AnswerFormat::FreeText, None)),
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

/// Characters of the label of a choice between two values, and of such a value.
const LABEL: usize = 100;
const VALUE: usize = 1_000;

/// The two values that the question about a conflict shows between its quotation marks.
#[must_use]
pub fn values_of(hint: &str) -> Option<[String; 2]> {
    let cut = |separator: &str, end: &str| {
        let (first, rest) = hint.split_once(separator)?;
        let first = first.split_once(": ")?.1.split_once('«')?.1;
        let (second, _) = rest.rsplit_once(end)?;
        Some([first.to_owned(), second.to_owned()])
    };
    let both = cut("», и «", "». Какое").or_else(|| cut("», теперь — «", "». Какое"))?;
    (both[0] != both[1] && both.iter().all(|shown| !shown.trim().is_empty() && shown.chars().count() <= VALUE))
        .then_some(both)
}

fn plan(
    pack: &Pack,
    question: &Question,
    severity: Severity,
    own: &Own<'_>,
    all_issues: &[Issue],
    asked: &BTreeMap<QuestionId, AskedRecord>,
) -> Option<Planned> {
    let domain = own.domain;
    if !condition::all(&question.when, domain) {
        return None;
    }
    let open: Vec<&str> = question
        .terms
        .iter()
        .filter_map(|key| pack.term(key))
        .filter(|term| terms::is_open(term, domain))
        .filter(|term| term.severity <= severity && !is_dismissed(all_issues, &term.key))
        .filter(|term| !answered_by_own(pack, term, own))
        .map(|term| term.key.as_str())
        .collect();
    if open.is_empty() {
        return None;
    }
    let keys: Vec<String> = question.terms.clone();
    let before = times(asked, &keys);
    if before >= allowed(asked, &keys, severity <= Severity::High) {
        return None;
    }
    let (format, choices) = choices_of(pack, question);
    Some(Planned {
        ask: AskUser {
            question_id: None,
            question_text: match before {
                0 => question.text.clone(),
                1 => question.again.clone(),
                _ => format!("Вернёмся к этому. {}", question.again),
            },
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
        (_, 1) => {
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

/// How often a question about these keys may be put: a required one twice, an optional one once, and once more when
/// the person spoke of something else instead of answering.
#[must_use]
pub fn allowed(asked: &BTreeMap<QuestionId, AskedRecord>, keys: &[String], required: bool) -> u32 {
    let about = asked.values().filter(|record| record.keys.iter().any(|key| keys.contains(key)));
    let digressed = about.filter(|record| record.answered_by.is_some() && !record.settled).count();
    u32::from(digressed > 0) + if required { 2 } else { 1 }
}

/// Whether a turn dealt with a question: it brought a fact that was asked for, picked a choice, left it to the law,
/// or declined to answer.
#[must_use]
pub fn is_settled(heard: &Heard<'_>, record: &AskedRecord, changed: &[String]) -> bool {
    let touched = changed.iter().any(|leaf| record.targets.iter().any(|root| pointer::is_within(leaf, root)));
    let marks = &heard.intent;
    touched || heard.turn.choice.is_some() || marks.unknown || marks.as_usual || marks.refuse || marks.enough
}

/// The questions about an issue as it stands now: those answered before the turn that opened it were about another
/// doubt at the same place.
fn since<'a>(
    asked: &'a BTreeMap<QuestionId, AskedRecord>,
    issue: &'a Issue,
) -> impl Iterator<Item = &'a AskedRecord> + 'a {
    let key = issue.key.as_deref().unwrap_or_default();
    let evidence = issue.evidence.iter().flatten();
    let opened = evidence
        .filter(|one| one.kind == EvidenceKind::Turn)
        .filter_map(|one| TurnId(one.reference.clone()).version())
        .max();
    asked.values().filter(move |record| record.keys.iter().any(|one| one == key)).filter(move |record| {
        let answered = record.answered_by.as_ref().and_then(TurnId::version);
        answered.is_none() || answered > opened
    })
}

/// How often questions about any of these keys were put.
#[must_use]
pub fn times(asked: &BTreeMap<QuestionId, AskedRecord>, keys: &[String]) -> u32 {
    asked.values().filter(|record| record.keys.iter().any(|key| keys.contains(key))).map(|record| record.times).sum()
}
