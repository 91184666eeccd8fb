//! Choice facts: the words of an option anywhere in a message, its label when it was asked for.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::scope::{self, Scope};
use crate::engine::text::stem::{Word, contains_phrase, phrase_stems, words};
use crate::engine::text::{clause, intent};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::{Draft, clear_other_kind};
use serde_json::{Value, json};

/// Assigns all choice and yes-or-no fields.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = &heard.turn.text;
    let opened = intent::after_no(text);
    let clauses: Vec<(usize, Vec<Word>)> = clause::clauses(text)
        .into_iter()
        .map(|(start, end)| (start.max(opened.min(end)), end))
        .map(|(start, end)| (start, words(&text[start..end])))
        .collect();
    for field in pack.fields.iter().filter(|f| matches!(f.kind, FieldKind::Choice | FieldKind::YesNo)) {
        let asked = heard.question.is_some_and(|q| q.targets.iter().any(|t| t == &field.pointer));
        if !asked && !condition::all(&field.when, &draft.domain) {
            continue;
        }
        for (value, span) in said(field, heard, &clauses, asked) {
            if !draft.has(&field.pointer) || asked || heard.intent.correction {
                clear_other_kind(draft, &field.pointer, &value);
            }
            let clear = heard.scopes.beside_negation(span.0, span.1) == Scope::Asserted;
            draft.say(heard, &field.pointer, value, span, clear);
        }
    }
}

/// An option as the message says it.
struct Match<'p> {
    phrase: &'p str,
    value: &'p Value,
    span: (usize, usize),
}

impl Match<'_> {
    /// Whether it says more exactly what the other one says: the longer of two phrases that share words, else the one
    /// whose words stand closer together.
    fn beats(&self, other: &Self) -> bool {
        let (own, its) = (phrase_stems(self.phrase), phrase_stems(other.phrase));
        let slack = |m: &Self| (m.span.1 - m.span.0).saturating_sub(m.phrase.len());
        if its.iter().all(|stem| own.contains(stem)) || own.iter().all(|stem| its.contains(stem)) {
            return own.len() > its.len() || (own.len() == its.len() && slack(self) < slack(other));
        }
        (slack(self), usize::MAX - self.phrase.len()) < (slack(other), usize::MAX - other.phrase.len())
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.span.0 < other.span.1 && other.span.0 < self.span.1
    }
}

/// The values that the message gives to a field, in its order: phrases that stand in one of its clauses. Several only
/// where they are said in different places.
fn said(field: &Field, heard: &Heard<'_>, clauses: &[(usize, Vec<Word>)], asked: bool) -> Vec<(Value, (usize, usize))> {
    let text = &heard.turn.text;
    let mut found: Vec<Match<'_>> = Vec::new();
    for (start, clause) in clauses {
        for option in &field.options {
            let label = asked.then_some(option.label.as_str());
            for phrase in option.words.iter().map(String::as_str).chain(label) {
                let Some((s, e)) = contains_phrase(clause, phrase) else { continue };
                let span = (s + start, e + start);
                if scope::says(text, &heard.scopes, span, phrase) {
                    found.push(Match { phrase, value: &option.value, span });
                }
            }
        }
    }
    let beaten = |one: &Match<'_>| found.iter().any(|other| other.overlaps(one) && other.beats(one));
    let mut out: Vec<(Value, (usize, usize))> = Vec::new();
    let mut kept: Vec<&Match<'_>> = found.iter().filter(|one| !beaten(one)).collect();
    kept.sort_by_key(|one| one.span);
    for one in kept {
        if out.last().is_none_or(|(value, _)| value != one.value) {
            out.push((one.value.clone(), one.span));
        }
    }
    if !out.is_empty() {
        return out;
    }
    let whole = (0, text.len());
    match (field.kind, asked, heard.intent.affirm, heard.intent.deny) {
        (FieldKind::YesNo, true, true, false) => vec![(json!(true), whole)],
        (FieldKind::YesNo, true, false, true) => vec![(json!(false), whole)],
        _ => Vec::new(),
    }
}
