//! Choice facts: the words of an option anywhere in a message, its label when it was asked for.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::stem::{Word, contains_phrase, words};
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
        if let Some((value, span)) = said(field, heard, &clauses, asked) {
            if !draft.has(&field.pointer) || asked || heard.intent.correction {
                clear_other_kind(draft, &field.pointer, &value);
            }
            draft.say(heard, &field.pointer, value, span);
        }
    }
}

/// The value that the message gives to a field: the longest phrase that stands in one of its clauses.
fn said(
    field: &Field,
    heard: &Heard<'_>,
    clauses: &[(usize, Vec<Word>)],
    asked: bool,
) -> Option<(Value, (usize, usize))> {
    let text = &heard.turn.text;
    let by_phrase = clauses
        .iter()
        .flat_map(|(start, clause)| {
            let start = *start;
            field.options.iter().flat_map(move |option| {
                let label = asked.then_some(option.label.as_str());
                option
                    .words
                    .iter()
                    .map(String::as_str)
                    .chain(label)
                    .filter_map(|phrase| {
                        contains_phrase(clause, phrase)
                            .map(|(s, e)| (phrase.chars().count(), &option.value, (s + start, e + start)))
                    })
                    .collect::<Vec<_>>()
            })
        })
        .max_by_key(|(length, _, _)| *length);
    if let Some((_, value, span)) = by_phrase {
        return Some((value.clone(), span));
    }
    let whole = (0, text.len());
    match (field.kind, asked, heard.intent.affirm, heard.intent.deny) {
        (FieldKind::YesNo, true, true, false) => Some((json!(true), whole)),
        (FieldKind::YesNo, true, false, true) => Some((json!(false), whole)),
        _ => None,
    }
}
