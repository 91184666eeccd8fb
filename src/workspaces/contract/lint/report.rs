//! From hits to findings: ids, places in characters, order, nothing said twice.

use crate::engine::prompt::sha256;
use crate::model::finding::{Finding, Fix, FixAction, LintReport, Span};
use crate::model::issue::{IssueStatus, Severity};
use crate::workspaces::contract::intake::rules::acceptable;
use crate::workspaces::contract::lint::{Hit, Subject, rules, table};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;

/// Findings of one rule; the rest would only repeat it.
const PER_RULE: usize = 20;
/// Characters of a quote.
const QUOTE: usize = 200;
/// Words at the end of a message that name the value: «1095 % годовых».
const TAIL: usize = 3;

/// What one click does, with bytes for places.
#[derive(Debug, Clone)]
pub(crate) enum Repair {
    Set(&'static str, String, Value),
    Confirm(String),
    Reject(&'static str, String),
    Replace(&'static str, Range<usize>, String),
}

/// Runs every rule.
pub(crate) fn of(subject: &Subject<'_>) -> LintReport {
    let chars = Characters::new(&subject.paper.text);
    let mut findings = Vec::new();
    for rule in table::rules() {
        let Some(find) = rules::finder(&rule.id) else { continue };
        let hits = find(subject);
        let pointed: Vec<String> = hits.iter().filter_map(|hit| hit.pointer.clone()).collect();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for hit in hits.into_iter().filter(|hit| !said_by_fact(subject, hit, &pointed)).take(PER_RULE) {
            let (title, why, article) =
                hit.law.clone().unwrap_or_else(|| (rule.title.clone(), rule.why.clone(), rule.article.clone()));
            let block = hit.block.and_then(|i| subject.paper.blocks.get(i));
            let clause = block.and_then(|block| block.clause.clone());
            let bytes = hit.span.clone().or_else(|| block.map(|block| block.range.clone()));
            let quote = bytes.clone().and_then(|range| subject.paper.text.get(range)).map(short);
            let place = hit.pointer.clone().or_else(|| clause.clone()).unwrap_or_default();
            let base = digest(&format!("{}\0{place}\0{}", rule.id, quote.clone().unwrap_or_default()));
            let count = seen.entry(base.clone()).or_default();
            *count += 1;
            let id = if *count == 1 { format!("{}-{base}", rule.id) } else { format!("{}-{base}-{count}", rule.id) };
            let drafted = subject.paper.drafted;
            // What the person was asked about and left so is a choice, no hold.
            let left = accepted(subject, &rule.id, &hit.message);
            let severity = if left { Severity::Low } else { hit.severity.unwrap_or(rule.severity) };
            findings.push(Finding {
                id,
                rule: rule.id.clone(),
                severity,
                title,
                message: hit.message,
                why,
                article,
                // A hit that is lighter than its rule only warns.
                blocks_gate: rule.blocks_gate && !left && hit.severity.is_none_or(|own| own <= rule.severity),
                pointer: hit.pointer,
                clause,
                span: bytes.filter(|_| !drafted).map(|range| chars.span(&range)),
                quote: quote.filter(|quote| !quote.is_empty()),
                fix: hit.fix.and_then(|repair| fix(repair, &chars, drafted)),
            });
        }
    }
    findings.sort_by(|a, b| {
        let place = |f: &Finding| f.span.map_or(0, |span| span.start);
        a.severity.cmp(&b.severity).then_with(|| place(a).cmp(&place(b)))
    });
    LintReport { findings, fairness: subject.balance.view.clone() }
}

/// Whether a fact of the same rule was named already and the words only show it.
fn said_by_fact(subject: &Subject<'_>, hit: &Hit, pointed: &[String]) -> bool {
    let shown = hit.block.and_then(|i| subject.paper.blocks.get(i)).map(|block| &block.pointers);
    hit.pointer.is_none()
        && shown.is_some_and(|shown| {
            let near =
                |a: &str, b: &str| crate::model::pointer::is_within(a, b) || crate::model::pointer::is_within(b, a);
            shown.iter().any(|at| pointed.iter().any(|named| near(at, named)))
        })
}

/// Whether the person accepted what a rule found: the same values, in the facts or in the words that show them.
fn accepted(subject: &Subject<'_>, rule: &str, message: &str) -> bool {
    let Some(stated) = subject.stated.as_ref().filter(|stated| acceptable(Some(stated.facts.pack), rule)) else {
        return false;
    };
    let tail = |text: &str| text.rsplit(' ').take(TAIL).map(str::to_owned).collect::<Vec<_>>();
    let same = |what: &Option<String>| what.as_deref().is_some_and(|what| tail(what) == tail(message));
    let mut left = stated.issues.iter().filter(|issue| issue.status == IssueStatus::Dismissed);
    left.any(|issue| issue.key.as_deref() == Some(rule) && same(&issue.missing_or_conflict))
}

fn digest(text: &str) -> String {
    sha256(text).chars().take(10).collect()
}

fn short(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= QUOTE {
        return text.to_owned();
    }
    text.chars().take(QUOTE).chain(std::iter::once('…')).collect()
}

fn fix(repair: Repair, chars: &Characters, drafted: bool) -> Option<Fix> {
    let (label, action) = match repair {
        Repair::Set(label, pointer, value) => (label, FixAction::Set { pointer, value }),
        Repair::Confirm(pointer) => ("Да, это верно", FixAction::Confirm { pointer }),
        Repair::Reject(label, pointer) => (label, FixAction::Reject { pointer }),
        Repair::Replace(..) if drafted => return None,
        Repair::Replace(label, range, text) => (label, FixAction::Replace { span: chars.span(&range), text }),
    };
    Some(Fix { label: label.to_owned(), action })
}

/// Bytes to characters.
struct Characters(Vec<usize>);

impl Characters {
    fn new(text: &str) -> Self {
        Self(text.char_indices().map(|(at, _)| at).collect())
    }

    fn span(&self, bytes: &Range<usize>) -> Span {
        let at = |byte: usize| self.0.partition_point(|start| *start < byte);
        Span { start: at(bytes.start), end: at(bytes.end) }
    }
}
