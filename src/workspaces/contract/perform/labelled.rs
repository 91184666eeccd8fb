//! Words under the name of their field: «Недостатки: царапина на двери», «исправьте назначение на: склад»; numbers
//! behind theirs: «ПТС 77 УХ 123456».

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{contains_phrase, is_stop, phrase_stems, stem, words};
use crate::model::pointer;
use crate::workspaces::contract::intake::acceptance::mended;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::review;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::own::OWN;
use crate::workspaces::contract::perform::own_words;
use serde_json::{Value, json};
use std::collections::HashSet;

/// Content words of a text that takes the place of another.
const WORDS: usize = 2;
/// Words that a label may have.
const LABEL: usize = 6;
/// Bytes from the name of a number to it, groups that it may have, letters of a group without digits, least digits.
const LEAD: usize = 8;
const GROUPS: usize = 4;
const SERIES: usize = 4;
const DIGITS: usize = 4;
/// Characters of a text.
const LONGEST: usize = 2_000;
/// Words that only announce a correction.
const ANNOUNCE: &[&str] = &[
    "исправьте",
    "исправь",
    "измените",
    "запишите",
    "запиши",
    "замените",
    "укажите",
    "поменяйте",
    "напишите",
    "добавьте",
    "в",
    "на",
    "так",
];

/// Writes texts that stand behind the name of their field.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    numbers(pack, heard, draft);
    // A label says which line of the list is put right.
    let listed = heard.question.is_some_and(|record| record.keys.iter().any(|key| key == review::KEY));
    if listed {
        denied(pack, heard, draft);
    }
    for (start, end) in sentences(text) {
        let sentence = &text[start..end];
        let Some((head, rest)) = sentence.split_once(':').or_else(|| sentence.split_once(" — ")) else { continue };
        let label: Vec<String> = words(head)
            .into_iter()
            .filter(|word| {
                let low = head[word.start..word.end].to_lowercase();
                !is_stop(&word.stem) && !ANNOUNCE.contains(&low.as_str())
            })
            .map(|word| word.stem)
            .collect();
        if label.is_empty() || label.len() > LABEL || rest.trim().chars().count() < 2 {
            continue;
        }
        let own = |phrase: &str| {
            let stems = phrase_stems(phrase);
            !stems.is_empty() && label.iter().all(|stem| stems.contains(stem))
        };
        // What is asked for is read as the answer; who somebody is and what is measured has been read already.
        let asked = |at: &String| heard.question.is_some_and(|q| q.targets.contains(at) && !listed);
        let sides = pack.parties.iter().any(|party| party.words.iter().any(|word| label.contains(&stem(word))));
        // «Груз: мебель, 3 т»: a measure behind words leaves them words.
        let worded = words(rest.split([',', ';']).next().unwrap_or_default()).iter().any(|w| !is_stop(&w.stem));
        let measured = |at: &str| {
            let kind = pack.field_of(at).map(|field| field.kind);
            worded && matches!(kind, Some(FieldKind::Quantity | FieldKind::Money | FieldKind::Integer))
        };
        let inside = |(at, span): &(String, (usize, usize))| {
            let first = end - rest.len() + rest.find([',', ';']).unwrap_or(rest.len());
            // «Цель использования — торговля хлебом»: an option that the words say too leaves them words.
            let option = pack.field_of(at).is_some_and(|field| field.kind == FieldKind::Choice);
            start <= span.0 && span.1 <= end && !option && !(measured(at) && span.0 >= first)
        };
        let read = draft.spans.iter().any(inside);
        if sides || read {
            continue;
        }
        let fields = pack.fields.iter().filter(|field| field.kind == FieldKind::Text && !asked(&field.pointer));
        let mut fits = fields.filter(|field| own(&field.label) || field.hints.iter().any(|hint| own(hint)));
        let (Some(field), None) = (fits.next(), fits.next()) else { continue };
        let from = end - rest.len() + (rest.len() - rest.trim_start().len());
        let said: String = own_words::bare(text[from..end].trim_end().trim_end_matches(['.', ';']))
            .trim_end()
            .trim_end_matches(['.', ';'])
            .chars()
            .take(LONGEST)
            .collect();
        let span = (from, from + said.len());
        let mends = listed
            || heard.intent.correction
            || head.to_lowercase().contains("исправ")
            || head.to_lowercase().contains("измен");
        if mends {
            draft.spans.push((field.pointer.clone(), span));
            draft.replace(&field.pointer, json!(said));
        } else {
            draft.say(heard, &field.pointer, json!(said), span, heard.plain(span));
        }
    }
}

/// «Нет, ведение учёта и сдача отчётности» to the list: the right words of its only text, or of the one that they share a
/// word with.
fn denied(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    let Some((from, record)) = mended::behind_denial(text).zip(heard.question) else { return };
    let said = text[from..].trim_end().trim_end_matches(['.', ';', '!']);
    let span = (from, from + said.len());
    let content: HashSet<String> =
        words(said).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem)).collect();
    let taken = draft.spans.iter().any(|(_, other)| other.0 < span.1 && span.0 < other.1);
    if taken || content.len() < WORDS || said.contains('?') || said.chars().count() > LONGEST {
        return;
    }
    let texts: Vec<&String> = record
        .targets
        .iter()
        .filter(|at| pack.field_of(at).is_some_and(|field| field.kind == FieldKind::Text) && draft.has(at))
        .collect();
    let shares = |at: &&&String| {
        let stands = draft.domain.pointer(at).and_then(Value::as_str).unwrap_or_default();
        words(stands).iter().any(|word| content.contains(&word.stem))
    };
    let alike: Vec<&String> = texts.iter().filter(shares).copied().collect();
    let own = record.targets.iter().any(|at| pointer::is_within(at, OWN));
    let at = match (alike.as_slice(), texts.as_slice()) {
        ([one], _) => *one,
        ([], [one]) if !own => *one,
        _ => return,
    };
    draft.spans.push((at.clone(), span));
    draft.replace(at, json!(said));
}

/// «ПТС 77 УХ 123456», «заводской номер № AP-204417»: letters and digits right behind the name of a number.
fn numbers(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    let said = words(text);
    for field in pack.fields.iter().filter(|field| field.code) {
        let names = field.hints.iter().filter_map(|hint| contains_phrase(&said, hint));
        let found = names.filter_map(|(_, end)| Some((end, code(text.get(end..)?)?))).next();
        let Some((end, (from, to))) = found else { continue };
        let span = (end + from, end + to);
        let taken =
            draft.wrote(&field.pointer) || draft.spans.iter().any(|(_, other)| other.0 < span.1 && span.0 < other.1);
        if let Some(number) = text.get(span.0..span.1).filter(|_| !taken) {
            draft.say(heard, &field.pointer, json!(number), span, heard.plain(span));
        }
    }
}

/// The bytes of the number that a text begins with: short groups of digits and capitals.
fn code(rest: &str) -> Option<(usize, usize)> {
    let lead = |c: char| c.is_whitespace() || matches!(c, ':' | '—' | '–' | '-' | '№');
    let from = rest.len() - rest.trim_start_matches(lead).len();
    if rest.get(..from)?.contains('\n') || from > LEAD {
        return None;
    }
    let (mut end, mut at, mut digits) = (from, from, 0);
    for group in rest.get(from..)?.split(' ').take(GROUPS) {
        let own = group.trim_end_matches(|c: char| !c.is_alphanumeric());
        let fits = |c: char| c.is_ascii_digit() || c.is_uppercase() || matches!(c, '-' | '/' | '№');
        let numbered = own.contains(|c: char| c.is_ascii_digit());
        if own.is_empty() || !own.chars().all(fits) || (!numbered && own.chars().count() > SERIES) {
            break;
        }
        digits += own.chars().filter(char::is_ascii_digit).count();
        end = at + own.len();
        if own.len() < group.len() {
            break;
        }
        at += group.len() + 1;
    }
    (digits >= DIGITS).then_some((from, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_where_words_begin() {
        for (rest, want) in [
            (" 77 УХ 123456, пробег", Some("77 УХ 123456")),
            (": № AP-204417 на корпусе", Some("AP-204417")),
            (" 9901 123456 выдан", Some("9901 123456")),
            (" потерял", None),
            (" есть, 3 ключа", None),
            ("", None),
        ] {
            assert_eq!(code(rest).map(|(from, to)| &rest[from..to]), want, "{rest}");
        }
    }
}
