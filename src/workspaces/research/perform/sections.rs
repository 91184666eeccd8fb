//! Step 4: structural sections of decisions, statutes, norms and contracts. Offsets in Unicode scalars; the sections
//! cover the text without overlap.

use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::research::{DecisionHeads, Lexicon};
use regex::Regex;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// See the module.
#[must_use]
pub fn perform(input: &Value, lexicon: &Lexicon) -> Value {
    let documents: Vec<Value> = input["documents"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|document| {
            let text = document["text"].as_str().unwrap_or_default();
            json!({"id": document["id"], "sections": of(text, lexicon)})
        })
        .collect();
    json!({"documents": documents})
}

/// The sections of one text.
#[must_use]
pub fn of(text: &str, lexicon: &Lexicon) -> Vec<Value> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let cuts = decision(text, &lexicon.sections.decision).or_else(|| lines(text)).unwrap_or_else(|| vec![(0, "body")]);
    // One walk turns bytes into scalars.
    let mut out = Vec::new();
    let mut scalars = 0;
    for (index, (start, kind)) in cuts.iter().enumerate() {
        let end = cuts.get(index + 1).map_or(text.len(), |(next, _)| *next);
        let piece = &text[*start..end];
        let count = piece.chars().count();
        out.push(json!({"type": kind, "text": piece, "start": scalars, "end": scalars + count}));
        scalars += count;
    }
    out
}

/// Whether the sections are those of a court's decision.
#[must_use]
pub fn is_decision(sections: &[Value]) -> bool {
    sections.iter().any(|section| section["type"] == "operative" || section["type"] == "facts")
}

/// Cuts of a decision: header, facts, reasons, operative part.
fn decision(text: &str, heads: &DecisionHeads) -> Option<Vec<(usize, &'static str)>> {
    let marks = headings(text, heads);
    let facts = marks.iter().find(|(_, kind)| *kind == "facts").copied();
    let after = facts.map_or(0, |(at, _)| at);
    let operative = marks.iter().rev().find(|(at, kind)| *kind == "operative" && *at >= after).copied();
    // A title alone («УХВАЛА») is no part; one heading with words on both sides is.
    if facts.is_none() && operative.is_none_or(|(at, _)| at < text.len() / 5) {
        return None;
    }
    let mut cuts = vec![(0, "header")];
    cuts.extend(facts);
    let end = operative.map_or(text.len(), |(at, _)| at);
    cuts.extend(reasons(text, after, end, heads).filter(|at| *at > after).map(|at| (at, "reasons")));
    cuts.extend(operative);
    if cuts.get(1).is_some_and(|(at, _)| text[..*at].trim().is_empty()) {
        cuts.remove(0);
        cuts[0].0 = 0;
    }
    Some(cuts)
}

/// Headings in order: bytes of the first letter, part. Letters may be spaced and broken over lines.
fn headings(text: &str, heads: &DecisionHeads) -> Vec<(usize, &'static str)> {
    let letters: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let found = [("facts", &heads.facts), ("operative", &heads.operative)].into_iter().find_map(|(kind, words)| {
            let long =
                words.iter().filter(|word| stands(text, &letters, at, word)).map(|word| word.chars().count()).max()?;
            Some((kind, long))
        });
        match found {
            Some((kind, long)) => {
                out.push((letters[at].0, kind));
                at += long;
            }
            None => at += 1,
        }
    }
    out
}

/// Whether a heading's letters stand here, spaced or in capitals, with a colon or the line's end behind them.
fn stands(text: &str, letters: &[(usize, char)], at: usize, word: &str) -> bool {
    let count = word.chars().count();
    let Some(run) = letters.get(at..at + count) else { return false };
    if !run.iter().zip(word.chars()).all(|((_, c), want)| c.to_lowercase().eq([want])) {
        return false;
    }
    let gaps = run.windows(2).filter(|pair| pair[0].0 + pair[0].1.len_utf8() < pair[1].0).count();
    let spaced = gaps * 2 >= count;
    let capitals = run.iter().all(|(_, c)| c.is_uppercase());
    // «В С Т А Н О В И В» is spaced, «ВСТАНОВИВ» glued; a gap inside a glued word is another word's border.
    if !spaced && gaps > 0 {
        return false;
    }
    let start = run[0].0;
    let end = run[count - 1].0 + run[count - 1].1.len_utf8();
    let glued_before = text[..start].chars().next_back().is_some_and(|c| c.is_alphabetic());
    let spaced_before = spaced && {
        let lead = text[..start].trim_end_matches([' ', '\u{a0}']);
        lead.len() < start
            && lead.chars().rev().take(1).all(char::is_uppercase)
            && lead.chars().rev().nth(1).is_some_and(char::is_whitespace)
    };
    if glued_before || spaced_before {
        return false;
    }
    let rest = text[end..].trim_start_matches([' ', '\u{a0}', '\t', '\r']);
    let colon = rest.trim_start().starts_with(':');
    let line_end = rest.is_empty() || rest.starts_with('\n');
    let line_start = text[..start].trim_end_matches([' ', '\u{a0}', '\t']).is_empty()
        || text[..start].trim_end_matches([' ', '\u{a0}', '\t']).ends_with('\n');
    (colon && (capitals || spaced || line_start)) || (line_end && (capitals || spaced) && line_start)
}

/// Where the reasons begin: the first paragraph between the headings that speaks of law.
fn reasons(text: &str, from: usize, to: usize, heads: &DecisionHeads) -> Option<usize> {
    let mut line_at = from;
    let mut fresh = true;
    // The facts themselves come first: one paragraph at least.
    let mut paragraphs = 0;
    for line in text[from..to].split_inclusive('\n') {
        let body = line.trim();
        if body.is_empty() {
            fresh = true;
        } else {
            if fresh {
                paragraphs += 1;
                if paragraphs > 2 && heads.reasons.begin(&tokens(body)) {
                    return Some(line_at);
                }
            }
            fresh = body.ends_with(['.', ';', ':']);
        }
        line_at += line.len();
    }
    None
}

struct Marks {
    article: Regex,
    part: Regex,
    point: Regex,
    clause: Regex,
    table: Regex,
    note: Regex,
    annex: Regex,
    contract: Regex,
}

static MARKS: LazyLock<Option<Marks>> = LazyLock::new(|| {
    let new = |text: &str| Regex::new(text).ok();
    Some(Marks {
        article: new(r"(?i)^(?:статья|стаття)\s+\d|^제\s*\d+\s*조")?,
        part: new(r"^\d{1,3}(?:-\d+)?\.\s|^[①-⑳]")?,
        point: new(r"^(?:\d{1,3}|[а-яіїєґa-z])\)\s")?,
        clause: new(r"^(?:[А-ЯA-Z]\.)?\d{1,3}(?:\.\d{1,3})+[а-я]?\.?\s")?,
        table: new(r"(?i)^(?:таблица|таблиця)\s+[\p{L}\d]")?,
        note: new(r"(?i)^(?:примечани[ея]|примітк[аи])\b")?,
        annex: new(r"(?i)^(?:приложение|додаток)(?:\s+[\p{L}\d]{1,4})?\s*$")?,
        contract: new(r"^\d{1,2}\.?\s+[А-ЯІЇЄҐA-Z][А-ЯІЇЄҐA-Z\s,«»\-]{4,}$")?,
    })
});

/// Cuts at the beginnings of lines: articles, parts and points of statutes; clauses, tables, notes, annexes of norms.
fn lines(text: &str) -> Option<Vec<(usize, &'static str)>> {
    let marks = MARKS.as_ref()?;
    let mut found: Vec<(usize, &'static str)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim();
        let kind = if marks.article.is_match(body) {
            Some("article")
        } else if marks.table.is_match(body) {
            Some("table")
        } else if marks.note.is_match(body) {
            Some("note")
        } else if marks.annex.is_match(body) {
            Some("annex")
        } else if marks.clause.is_match(body) || marks.point.is_match(body) {
            Some("clause")
        } else if marks.contract.is_match(body) {
            Some("heading")
        } else if marks.part.is_match(body) {
            Some("part")
        } else {
            None
        };
        if let Some(kind) = kind {
            found.push((at, kind));
        }
        at += line.len();
    }
    let first = found.first()?.0;
    if !text[..first].trim().is_empty() {
        found.insert(0, (0, "body"));
    } else if let Some(head) = found.first_mut() {
        head.0 = 0;
    }
    Some(found)
}
