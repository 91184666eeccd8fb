//! Stages told as a list: «этап 1 — демонтаж, до 18.12.2026, 78 000 руб.; этап 2 — …», a line each or one behind another.
//!
//! They are one fact in the person's words: what, by when, for how much. Single stages, and a mere number of them, are
//! none.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::words;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::owner::MARKS;
use serde_json::json;

/// Where they live.
const STAGES: &str = "/payment/stages";
/// How the price is paid then.
const PLAN: &str = "/payment/plan";
const BY_STAGES: &str = "schedule";
/// Stages that make a list, and that are looked at.
const LEAST: usize = 2;
const MOST: usize = 40;
/// Bytes of a list.
const LONGEST: usize = 2_000;

/// Reads the list; the bytes that it takes hold no other fact.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let known = pack.field_of(STAGES).is_some_and(|field| field.kind == FieldKind::Text);
    if !known || heard.turn.choice.is_some() {
        return Vec::new();
    }
    if let Some(span) = list(pack, heard, draft) {
        return vec![span];
    }
    let dated = deadlines(heard);
    draft.apart.extend(&dated);
    dated
}

/// «Демонтаж до 18 декабря, плитка до 12 января»: sentences in which each of several works has a day of its own; none of
/// them ends the whole.
fn deadlines(heard: &Heard<'_>) -> Vec<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let dated = |(start, end): &(usize, usize)| {
        let inside = |m: &&Mention| *start <= m.start && m.end <= *end;
        let money = |m: &Mention| matches!(m.kind, MentionKind::Money { .. });
        let own: Vec<&Mention> = heard.mentions.iter().filter(inside).collect();
        let days: Vec<&&Mention> = own.iter().filter(|m| matches!(m.kind, MentionKind::Date { .. })).collect();
        let mut from = *start;
        let each = days.iter().all(|day| {
            let before = text.get(from..day.start).unwrap_or_default();
            let first = from == *start;
            from = day.end;
            let low = folded(before);
            let mut said = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
            let until = said.next().is_some_and(|word| MARKS.until.iter().any(|one| one == word));
            // A comma parts it from the one before, and a work stands between.
            let parted = first || low.trim_start().starts_with([',', ';']);
            until && parted && said.any(|word| word.chars().count() > 3 && word.chars().all(char::is_alphabetic))
        });
        days.len() >= LEAST && each && !own.iter().any(|m| money(m))
    };
    sentences(text).into_iter().filter(dated).filter(|span| heard.scopes.at(span.0, span.1).tells()).collect()
}

/// A list with the word and a number before each.
fn list(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let starts = starts(text);
    if starts.len() < LEAST {
        return None;
    }
    let (first, last) = (*starts.first()?, *starts.last()?);
    // The last stage ends with its line, its semicolon or its sentence.
    let rest = text.get(last..)?;
    let line = rest.find('\n').unwrap_or(rest.len());
    let stop = rest[..line].match_indices([';', '.']).map(|(at, _)| at).find(|at| ends(&rest[..line], *at));
    let end = last + stop.unwrap_or(line);
    let span = (first, end);
    if end - first > LONGEST || !heard.scopes.at(span.0, span.1).tells() {
        return None;
    }
    let pieces = starts.iter().enumerate().map(|(n, from)| {
        let piece = text.get(*from..starts.get(n + 1).copied().unwrap_or(end)).unwrap_or_default();
        without_marker(piece)
    });
    let list = pieces.collect::<Vec<&str>>().join("; ");
    if pack.field_of(PLAN).is_some_and(|field| field.options.iter().any(|one| one.value == json!(BY_STAGES))) {
        draft.say(heard, PLAN, json!(BY_STAGES), span, true);
    }
    // Who tells the whole list anew has told it instead of the one that stands.
    draft.forget(STAGES);
    draft.replace(STAGES, json!(list));
    draft.spans.push((STAGES.to_owned(), span));
    Some(span)
}

/// Where the stages of a list begin: the word, with its number beside it, at the beginning of a piece.
fn starts(text: &str) -> Vec<usize> {
    let said = words(text);
    let numbered = |word: &str| (1..=2).contains(&word.len()) && word.chars().all(|c| c.is_ascii_digit());
    let low = |at: usize| said.get(at).map(|word| folded(&text[word.start..word.end])).unwrap_or_default();
    let mut out: Vec<usize> = Vec::new();
    for at in 0..said.len() {
        let stage = MARKS.stages.iter().any(|stem| low(at).starts_with(stem.as_str()));
        if !stage || out.len() >= MOST {
            continue;
        }
        let before = at.checked_sub(1).map(low).unwrap_or_default();
        let ordinal = MARKS.ordinal.iter().any(|stem| before.starts_with(stem.as_str()))
            // «1 этап», but «4 этапа» counts them.
            || numbered(&before) && !low(at).ends_with(['а', 'в']);
        let from = match (numbered(&low(at + 1)), ordinal) {
            (true, _) => said[at].start,
            (false, true) => said[at - 1].start,
            _ => continue,
        };
        let head = text[..from].trim_end();
        if head.is_empty() || head.ends_with([';', '.', ':', '\n', ')', '—', ',']) || text[..from].ends_with('\n') {
            out.push(from);
        }
    }
    out
}

/// Whether a mark ends a sentence: «78 000 руб., до …» and «18.12.2026» do not.
fn ends(line: &str, at: usize) -> bool {
    let behind = &line[at + 1..];
    let word = line[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let short = word.chars().count() < 4 && word.chars().any(char::is_alphabetic);
    line[at..].starts_with(';')
        || (behind.is_empty() || behind.starts_with(' ') && behind.trim_start().starts_with(char::is_uppercase))
            && !short
}

/// A stage without the marks at its end and the number of the next line: «…, до 18.12.2026.\n2) ».
fn without_marker(piece: &str) -> &str {
    let open = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | '—' | '-' | '–');
    let cut = piece.trim_end_matches(open);
    let bare = cut.strip_suffix([')', '.']).map(|rest| rest.trim_end_matches(|c: char| c.is_ascii_digit()));
    let cut = bare.filter(|rest| rest.len() + 3 >= cut.len() && rest.ends_with(char::is_whitespace)).unwrap_or(cut);
    cut.trim_end_matches(open).trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_stages_is_found_piece_by_piece() {
        assert!(!MARKS.stages.is_empty() && !MARKS.ordinal.is_empty(), "the file is not read");
        for (text, want) in [
            ("Этап 1: демонтаж — 78 000 руб., до 18.12.2026; этап 2: вода — 126 000 руб., до 22.01.2027", 2),
            ("1) Этап 1: демонтаж.\n2) Этап 2: вода.\n3) Этап 3: плитка", 3),
            ("первый этап — макет, второй этап — вёрстка", 2),
            ("цена твёрдая, 4 этапа", 0),
            ("оплата по этапам", 0),
            // The word may open the message.
            ("Этапы по срокам: демонтаж до 18 декабря, плитка до 12 января", 0),
            ("Этап", 0),
        ] {
            assert_eq!(starts(text).len(), want, "{text}");
        }
        for (piece, want) in [
            ("Этап 1: демонтаж — 78 000 руб., до 18.12.2026.\n2) ", "Этап 1: демонтаж — 78 000 руб., до 18.12.2026"),
            ("этап 2 — вода; ", "этап 2 — вода"),
            ("этап 3", "этап 3"),
        ] {
            assert_eq!(without_marker(piece), want);
        }
    }
}
