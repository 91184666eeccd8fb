//! Who signs for a side and by what: a post, a charter, a power of attorney with its number and day; and the name of a
//! bank behind an account.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::facts::Draft;
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
const AUTHORITY: &str = r"(?:(?:отдел|отделени|тп|мп|территориальн)[а-яё]*\s+(?:пункт[а-яё]*\s+)?(?:№\s*\d+\s+)?)?(?:о?уфмс|г?у?мвд|умвд|г\s?у\s+мвд|г?увд|р?овд|фмс|паспортн[а-яё-]*\s+стол[а-яё]*)\b";

/// A day as it stands in passports.
const DAY: &str = r"(?:\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}\s+[а-яё]+\s+\d{4})(?:\s*(?:года|г\.?))?";

static ISSUER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let end =
        r"\s*(?:\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}\s+[а-яё]+\s+\d{4}|,|;|\n|код|зарег|прожив|адрес|живу|прописан|$)";
    let named = r"выдан[аоы]?\s*:?\s+(?<by>(?:\d{1,3}(?:-?м)?\s+)?[а-яёa-z№][^,;\n]{2,120}?)";
    let dated =
        format!(r"(?:выдан[аоы]?\s*:?\s+)?{DAY}[\s,]*(?:выдан[аоы]?\s*:?\s+)?(?<then>{AUTHORITY}[^,;\n]{{2,120}}?)");
    Regex::new(&format!(r"(?i)^[\s,]*(?:{dated}|{named}|(?<who>{AUTHORITY}[^,;\n]{{2,120}}?)){end}")).ok()
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
        let found = found.and_then(|c| c.name("then").or_else(|| c.name("by")).or_else(|| c.name("who")));
        let span = found.map(|found| without_day(heard, (from + found.start(), from + found.end())));
        if let Some(span) = span.filter(|span| span.0 < span.1) {
            let said = text[span.0..span.1].trim();
            draft.say(heard, &format!("{root}/{leaf}"), json!(said), span, heard.plain(span));
        }
    }
}

/// «Выдан 3 марта 2011 года отделом …»: who issued it, without the day.
fn without_day(heard: &Heard<'_>, (start, end): (usize, usize)) -> (usize, usize) {
    let first = heard.mentions.partition_point(|m| m.start < start);
    let mut inside = heard.mentions.get(first..).unwrap_or_default().iter().take_while(|m| m.start < end);
    let Some(day) = inside.find(|m| matches!(m.kind, MentionKind::Date { .. })) else { return (start, end) };
    if day.start > start {
        // «… по Свердловской области одиннадцатого сентября …»: the day ends the name.
        return (start, day.start);
    }
    if day.end > end {
        return (start, start);
    }
    let rest = heard.turn.text.get(day.end..end).unwrap_or_default();
    let low = rest.to_lowercase();
    let year = low.len() - low.trim_start_matches([' ', ',']).trim_start_matches("года").trim_start_matches("г.").len();
    let rest = rest.get(year..).unwrap_or_default();
    (end - rest.trim_start_matches([' ', ',']).len(), end)
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

/// «Банк арендодателя ПАО «Сбербанк»»: whether the word for a bank labels what stands behind it.
pub(super) fn labels_bank(text: &str, mention: &Mention) -> bool {
    let before = tail(text, mention.start);
    let part = before.rsplit([',', ';', '.', '\n']).next().unwrap_or_default().to_lowercase();
    part.split(|c: char| !c.is_alphanumeric()).rev().take(4).any(|word| word == "банк")
}

/// Whether a place is part of the name of who issued a passport: «… в Советском районе г. Казани».
pub(super) fn in_issuer(draft: &Draft<'_>, mention: &Mention) -> bool {
    let place = matches!(mention.kind, MentionKind::Address { .. } | MentionKind::City { .. });
    let within = |span: &(usize, usize)| span.0 <= mention.start && mention.end <= span.1;
    place && draft.spans.iter().rev().take(40).any(|(at, span)| at.ends_with("/passport_by") && within(span))
}

/// Whether an address goes on with the details before it: right behind a number, or behind who issued a passport.
pub(super) fn reaches(text: &str, before: &Mention, mention: &Mention, number: bool, next: usize) -> bool {
    let gap = text.get(before.end..mention.start).unwrap_or_default();
    let day = matches!(before.kind, MentionKind::Date { .. }) || number;
    number && gap.len() <= next || day && gap.len() <= ISSUED && !gap.contains([';', '\n']) && names_issuer(gap)
}

/// Bytes of the name of who issued a passport.
const ISSUED: usize = 160;

/// The name of a bank where a company is named as one: beside accounts, by its name.
pub(super) fn bank_name(text: &str, mention: &Mention) -> Option<String> {
    let MentionKind::Company { name, .. } = &mention.kind else { return None };
    let before = tail(text, mention.start).to_lowercase();
    let near: String = before.chars().rev().take(24).collect::<Vec<_>>().into_iter().rev().collect();
    let said = ["банк", "р/с", "к/с", "счет", "счёт"].iter().any(|word| near.contains(word));
    (name.to_lowercase().contains("банк") || said).then(|| name.clone())
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
            let deputy = low.iter().skip(at + 1).take(2).any(|word| word.starts_with("зам"));
            if deputy {
                // The post as it was said: its words stand in the genitive.
                let from = own.iter().rposition(|word| word.to_lowercase().starts_with("зам")).unwrap_or(at);
                let words: Vec<&str> = own[at..=from].iter().rev().skip(1).copied().collect();
                return Some(format!("заместитель {}", words.join(" ").to_lowercase()));
            }
            Some(kind.map_or_else(|| name.to_owned(), |kind| format!("{kind} {name}")))
        }
        None if low.windows(2).any(|pair| pair[1] == "в" && pair[0] == "лице") => Some(String::new()),
        None => None,
    }
}
