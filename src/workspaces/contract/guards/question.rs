//! G05 and G06: one concrete question at a time, and never the same one twice.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::{fingerprint, intent};
use crate::engine::turn::short;
use crate::model::action::{AskUser, Choice};
use crate::model::ids::QuestionId;
use crate::model::issue::{Issue, IssueStatus, Severity};
use crate::model::snapshot::AskedRecord;
use crate::model::trace::Decision;
use crate::workspaces::contract::guards::decision;
use crate::workspaces::contract::intake::questions::{self, Planned};
use crate::workspaces::contract::intake::{issues, review, rules, terms};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a question.
const MOST_WORDS: usize = 1_000;
/// Choices of a question.
const MOST_CHOICES: usize = 20;
/// Characters of the label of a choice.
const MOST_LABEL: usize = 300;

/// What a question is judged by.
pub struct Ground<'a> {
    /// The pack that rules.
    pub pack: Option<&'a Pack>,
    /// The facts after the patch.
    pub domain: &'a Value,
    /// The issues after the patch.
    pub issues: &'a [Issue],
    /// What was asked before.
    pub asked: &'a BTreeMap<QuestionId, AskedRecord>,
    /// Whether the performer itself sees a risk of repetition (decision: then nearness is enough).
    pub strict: bool,
}

/// The question to ask: the proposed one, or the pack's next one when the proposed one is vague or a repetition.
#[must_use]
pub fn settle(ground: &Ground<'_>, proposed: &AskUser, decisions: &mut Vec<Decision>) -> Option<Planned> {
    let planned = identify(ground, proposed);
    // A yes to a doubt or to a forbidden deal counts only under the server's own words.
    let own_words = ground.issues.iter().find(|issue| {
        issue
            .key
            .as_ref()
            .is_some_and(|key| planned.keys.contains(key) && ground.pack.is_none_or(|p| p.term(key).is_none()))
    });
    let planned = own_words.and_then(|issue| questions::of_issue(ground.pack, issue, ground.asked)).unwrap_or(planned);
    let fault = fault(ground, &planned);
    match fault {
        None => Some(planned),
        Some((rule, why)) => {
            let next = ground.pack.and_then(|pack| questions::next(pack, ground.domain, ground.issues, ground.asked));
            let instead = if next.is_some() { "заменён следующим" } else { "снят" };
            decisions.push(decision(rule, format!("{why}: вопрос {instead}."), Some(&proposed.question_text)));
            next
        }
    }
}

/// What a question aims at: the pack's own question, or the issues it links to.
fn identify(ground: &Ground<'_>, proposed: &AskUser) -> Planned {
    let links = proposed.links_to_issue_ids.clone().unwrap_or_default();
    let linked = |key: &str| {
        let id = issues::id_of(key);
        links.iter().any(|link| link == &id || link.as_str() == key)
    };
    let mut keys: Vec<String> =
        ground.issues.iter().filter_map(|issue| issue.key.clone()).filter(|key| linked(key)).collect();
    // A term that was satisfied from the first words never had an issue; a question about it is still one about it.
    let terms_of_pack = ground.pack.into_iter().flat_map(|pack| &pack.terms);
    let more: Vec<String> =
        terms_of_pack.map(|term| term.key.clone()).filter(|key| linked(key) && !keys.contains(key)).collect();
    keys.extend(more);
    let own = ground.pack.and_then(|pack| {
        let same = |q: &&crate::engine::knowledge::pack::Question| {
            q.text == proposed.question_text || q.again == proposed.question_text
        };
        let print = fingerprint::fingerprint(&proposed.question_text);
        let alike = |q: &&crate::engine::knowledge::pack::Question| {
            fingerprint::near(&fingerprint::fingerprint(&q.text), &print)
                || fingerprint::near(&fingerprint::fingerprint(&q.again), &print)
        };
        pack.questions.iter().find(same).or_else(|| {
            if keys.is_empty() {
                pack.questions.iter().find(alike)
            } else {
                pack.questions.iter().find(|q| keys.iter().all(|key| q.terms.contains(key)))
            }
        })
    });
    let targets = if let Some(own) = own {
        keys.clone_from(&own.terms);
        own.targets.clone()
    } else {
        let of_key = |key: &String| -> Vec<String> {
            if let Some((_, at)) = key.split_once(':') {
                return vec![at.to_owned()];
            }
            let issue = ground.issues.iter().find(|issue| issue.key.as_ref() == Some(key));
            if let (Some(pack), Some(issue)) = (ground.pack.filter(|pack| pack.term(key).is_none()), issue) {
                return rules::targets(pack, issue);
            }
            let term = ground.pack.and_then(|pack| pack.term(key));
            term.map(|t| t.needs.iter().flat_map(|n| terms::alternatives(n)).map(str::to_owned).collect())
                .unwrap_or_default()
        };
        keys.iter().flat_map(of_key).collect()
    };
    // The pack's question is answered by the pack's choices, whatever a performer would call them.
    let choices = own.zip(ground.pack).map(|(own, pack)| questions::choices_of(pack, own));
    let (answer_format, choices) = choices.unwrap_or((proposed.answer_format, proposed.choices.clone()));
    let ask = AskUser {
        question_id: None,
        answer_format,
        choices,
        links_to_issue_ids: Some(keys.iter().map(|key| issues::id_of(key)).collect()),
        why_this_question: proposed.why_this_question.as_deref().map(|why| short(why, 600)),
        ..proposed.clone()
    };
    Planned { ask, targets, keys }
}

fn fault(ground: &Ground<'_>, planned: &Planned) -> Option<(&'static str, &'static str)> {
    if planned.ask.question_text.chars().nth(MOST_WORDS).is_some() {
        return Some(("G06_vague_question", "Вопрос слишком длинный"));
    }
    let choices = planned.ask.choices.as_deref().unwrap_or_default();
    let ids: BTreeSet<&str> = choices.iter().map(|choice| choice.id.as_str()).collect();
    let long = |choice: &Choice| choice.label.chars().nth(MOST_LABEL).is_some() || choice.label.trim().is_empty();
    if ids.len() != choices.len() || choices.len() > MOST_CHOICES || choices.iter().any(long) {
        return Some(("G06_vague_question", "Варианты ответа не различить"));
    }
    if intent::vague_question(&planned.ask.question_text) {
        return Some(("G06_vague_question", "Вопрос без предмета"));
    }
    // The list of readings changes with every answer; how often it is put, it says itself.
    if planned.keys == [review::KEY] && planned.ask.links_to_issue_ids == Some(vec![issues::id_of(review::KEY)]) {
        let open = |issue: &Issue| issue.key.as_deref() == Some(review::KEY) && issue.status == IssueStatus::Open;
        let due = ground.issues.iter().any(open) && planned.ask.question_text.contains(": ");
        return (!due).then_some(("G05_repeated_question", "Ответ на это уже есть"));
    }
    let open: Vec<&Issue> = ground
        .issues
        .iter()
        .filter(|issue| issue.key.as_ref().is_some_and(|key| planned.keys.contains(key)))
        .filter(|issue| issue.status == IssueStatus::Open)
        .collect();
    if !planned.keys.is_empty() {
        if open.is_empty() {
            return Some(("G05_repeated_question", "Ответ на это уже есть"));
        }
        let required = open.iter().any(|issue| issue.severity <= Severity::High);
        let times = questions::times(ground.asked, &planned.keys);
        if times >= questions::allowed(ground.asked, &planned.keys, required) {
            return Some(("G05_repeated_question", "Об этом уже спрашивали"));
        }
    }
    let print = fingerprint::fingerprint(&planned.ask.question_text);
    let same_words = ground.asked.values().any(|record| {
        let before = fingerprint::fingerprint(&record.question.question_text);
        before == print || ((planned.keys.is_empty() || ground.strict) && fingerprint::near(&before, &print))
    });
    same_words.then_some(("G05_repeated_question", "Такой вопрос уже был"))
}
