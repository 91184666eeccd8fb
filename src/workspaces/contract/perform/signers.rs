//! Who signs for a side and by what: a post, a charter, a power of attorney with its number and day; and the name of a
//! bank behind an account.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::parties::tail;
use regex::Regex;
use serde_json::json;
use std::sync::LazyLock;

/// Bytes behind a name in which the basis of a signatory stands.
const REACH: usize = 500;

static BASIS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(устав(?:а|у|ом|е)?\b|доверенност[а-яё]*(?:\s+(?:№|n|номер)\s*[\w\d/-]+)?(?:\s+от\s+\d{1,2}(?:\.\d{1,2}\.\d{2,4}|\s+[а-яё]+\s+\d{4}))?|(?:свидетельств|лист[а]? записи)[а-яё]*(?:\s+о\s+(?:государственной\s+)?регистрации)?(?:\s+(?:№|n|номер)\s*[\w\d/-]+)?)",
    )
    .ok()
});

/// What issues passports, where «выдан» is left out: «паспорт 1914 662015 УМВД России по Вологодской обл. 11.03.2014».
const AUTHORITY: &str = r"(?:отдел[а-яё]*\s+)?(?:о?уфмс|г?у?мвд|умвд|гу\s+мвд|г?увд|р?овд)\b";

static ISSUER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let end = r"\s*(?:\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}\s+[а-яё]+\s+\d{4}|,|;|\n|код|зарег|прожив|адрес|$)";
    let named = r"выдан[аоы]?\s*:?\s+(?<by>(?:\d{1,3}(?:-?м)?\s+)?[а-яёa-z№][^,;\n]{2,120}?)";
    Regex::new(&format!(r"(?i)^[\s,]*(?:{named}|(?<who>{AUTHORITY}[^,;\n]{{2,120}}?)){end}")).ok()
});

static ISSUES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(&format!("(?i){AUTHORITY}")).ok());

/// Whether words name who issues passports.
pub(super) fn names_issuer(part: &str) -> bool {
    ISSUES.as_ref().is_some_and(|regex| regex.is_match(part))
}

static DEPARTMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)код(?:\s+подразделения)?\s*:?\s*(?<by>\d{3}-\d{3})\b").ok());

/// Writes who issued a passport, and the code of the department, where they stand behind its number.
pub(super) fn issuer(draft: &mut Draft<'_>, heard: &Heard<'_>, root: &str, from: usize) {
    let text = heard.turn.text.as_str();
    let mut end = text.len().min(from + REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let Some(part) = text.get(from..end) else { return };
    for (leaf, pattern) in [("passport_by", &ISSUER), ("passport_code", &DEPARTMENT)] {
        let found = pattern.as_ref().and_then(|regex| regex.captures(part));
        let found = found.and_then(|c| c.name("by").or_else(|| c.name("who")));
        if let Some(found) = found {
            let span = (from + found.start(), from + found.end());
            draft.say(heard, &format!("{root}/{leaf}"), json!(found.as_str().trim()), span, heard.plain(span));
        }
    }
}

static BANK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*,?\s*(?i:в|банк:?)\s+([«А-ЯЁA-Z][^,;\n()]{2,60}?)\s*(?:[,;\n(]|$|(?i:бик|к/с|корр))").ok()
});

/// Writes who signs for a side, and by what.
pub(super) fn signatory(draft: &mut Draft<'_>, heard: &Heard<'_>, root: &str, mention: &Mention, post: &str) {
    let MentionKind::Person { full, .. } = &mention.kind else { return };
    let span = (mention.start, mention.end);
    draft.say(heard, &format!("{root}/signer/name"), json!(full), span, heard.plain(span));
    if !post.is_empty() {
        draft.say(heard, &format!("{root}/signer/post"), json!(post), span, heard.plain(span));
    }
    let _ = basis(draft, heard, root, mention.end);
}

/// Writes what the signatory of a side acts by, where it stands behind `from`; the bytes of it.
pub(super) fn basis(draft: &mut Draft<'_>, heard: &Heard<'_>, root: &str, from: usize) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let mut end = text.len().min(from + REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // The next company has its own.
    let next = heard.mentions.partition_point(|m| m.start < from);
    let rest = heard.mentions.get(next..).unwrap_or_default();
    let company = rest.iter().take(40).find(|m| matches!(m.kind, MentionKind::Company { .. }) && !is_bank(text, m));
    end = company.map_or(end, |m| end.min(m.start));
    let part = text.get(from..end)?;
    let lead =
        ["основан", "действ", "по довер", "устав"].iter().filter_map(|word| part.to_lowercase().find(word)).min()?;
    let found = BASIS.as_ref()?.find_iter(part).find(|found| found.start() + 40 >= lead)?;
    let span = (from + found.start(), from + found.end());
    let said = &text[span.0..span.1];
    let low = said.to_lowercase();
    let value = if low.starts_with("устав") {
        "устав".to_owned()
    } else if low.starts_with("доверенност") {
        let rest: String = said.chars().skip_while(|c| c.is_alphabetic()).collect();
        format!("доверенность{rest}")
    } else {
        said.to_owned()
    };
    draft.say(heard, &format!("{root}/signer/basis"), json!(value), span, heard.plain(span));
    Some(span)
}

fn is_bank(text: &str, mention: &Mention) -> bool {
    text[mention.start..mention.end].to_lowercase().contains("банк")
}

/// The bytes of the bank's name right behind an account: «р/с … в Сбербанке».
pub(super) fn bank_behind(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut end = text.len().min(from + 160);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let found = BANK.as_ref()?.captures(text.get(from..end)?)?.get(1)?;
    Some((from + found.start(), from + found.start() + found.as_str().trim_end().len()))
}

/// Posts by their stems, in the nominative.
const POSTS: &[(&str, &str)] = &[
    ("директор", "директор"),
    ("гендиректор", "генеральный директор"),
    ("руководител", "руководитель"),
    ("президент", "президент"),
    ("управляющ", "управляющий"),
    ("представител", "представитель"),
    ("председател", "председатель"),
];

/// The post of somebody who acts for a company: the words before his name, «в лице директора».
pub(super) fn post_of(text: &str, mention: &Mention) -> Option<String> {
    let before = tail(text, mention.start);
    let part = before
        .rsplit([',', ';', '(', '\n', '»'])
        .next()
        .unwrap_or_default()
        .trim_end_matches([' ', ':', '—', '–', '-']);
    let own: Vec<&str> = part.split_whitespace().rev().take(5).collect();
    let low: Vec<String> = own.iter().map(|word| word.to_lowercase()).collect();
    let post = low.iter().enumerate().find_map(|(at, word)| {
        let known = POSTS.iter().find(|(stem, _)| word.starts_with(stem));
        known.map(|(_, name)| (at, *name))
    });
    match post {
        Some((at, name)) => {
            let kind = low.get(at + 1).and_then(|word| {
                let known =
                    [("генеральн", "генеральный"), ("исполнительн", "исполнительный"), ("коммерческ", "коммерческий")];
                known.iter().find(|(stem, _)| word.starts_with(stem)).map(|(_, kind)| *kind)
            });
            Some(kind.map_or_else(|| name.to_owned(), |kind| format!("{kind} {name}")))
        }
        None if low.windows(2).any(|pair| pair[1] == "в" && pair[0] == "лице") => Some(String::new()),
        None => None,
    }
}
