//! Who issued a passport, when and under which code, and where somebody was born: «выдан 21.05.2002 Заречным ОВД
//! г. Костромы, код 442-001».
//!
//! Such words are one part of a message, as they are one box of the paper (постановление Правительства РФ от 23.12.2023
//! № 2267): no place in it is an address, no day in it a day of the deal.

use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::foreign_names::follows_birth;
use crate::workspaces::contract::perform::sides::is_name;
use regex::Regex;
use std::sync::LazyLock;

type Span = (usize, usize);

/// A part that tells details of one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Its bytes.
    pub(super) span: Span,
    /// Where the words end that announce it.
    pub(super) lead: usize,
    /// Leaf, value, bytes.
    pub(super) leaves: Vec<(&'static str, String, Span)>,
}

impl Part {
    /// The bytes between its values, and those of the words before it that name the paper: «Паспорт Белова выдан».
    pub(super) fn gaps(&self, text: &str) -> Vec<Span> {
        let before = tail(text, self.span.0);
        let before = before.get(before.len().saturating_sub(PAPER)..).unwrap_or_default();
        let clause = before.rsplit([',', ';', '.', '\n']).next().unwrap_or_default();
        let paper = OF_PASSPORT.as_ref().and_then(|regex| regex.find_iter(clause).last());
        let named = paper.filter(|m| !clause[m.end()..].contains(|c: char| c.is_ascii_digit()));
        let mut at = named.map_or(self.span.0, |m| self.span.0 - clause.len() + m.start());
        let mut values: Vec<Span> = self.leaves.iter().map(|(_, _, span)| *span).collect();
        values.sort_unstable();
        let mut out = Vec::new();
        for (start, end) in values {
            out.extend((at < start).then_some((at, start)));
            at = end.max(at);
        }
        out
    }
}

/// Bytes before a part in which the word of the paper stands.
const PAPER: usize = 80;
/// Bytes of such a part, bytes before it in which its paper is named, and characters of a name.
const REACH: usize = 300;
/// See [`REACH`].
const BEFORE: usize = 220;
/// See [`REACH`].
const LONGEST: usize = 160;

macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($text).ok());
    };
}

/// What issues passports.
const AUTHORITY: &str = r"(?:\b(?:[оуг]*у?фмс|г?у?о?мвд|[гро]?[уо]вд|рув[дм]|[оу]вм|мро|тп|миграционн[а-яё]+|консульств[а-яё]*|посольств[а-яё]*)\b|паспортн[а-яё-]*\s+стол|(?:отдел|отделени|управлени)[а-яё]*\s+(?:№\s*\d+\s+)?(?:милиции|полиции|внутренних\s+дел|по\s+вопросам\s+миграции|\S*мвд|\S*фмс|\S*увд))";

pattern!(ISSUES, &format!("(?i){AUTHORITY}"));
pattern!(
    LEAD,
    r"(?i)\b(?:кем\s+(?:и\s+когда\s+)?(?:был\s+)?выдан[аоы]?|(?:и\s+)?выдан[аоы]?|дата\s+выдачи(?:\s+паспорта)?|орган[а-яё]*,?\s+выдавш[а-яё]+(?:\s+паспорт)?|код\s+подразделения|код\s*:?\s*\d{3}\s?[-–]\s?\d{3}|место\s+рождени[яею])(?:$|[^а-яё])"
);
pattern!(
    CODE,
    r"(?i)(?:\bкод[а-яё]*(?:\s+подразд[а-яё]*\.?)?|\bк/п|\bподразделени[ея])\s*[:№—–-]?\s*(\d{3}\s?[-–— ]\s?\d{3})\b|\b(\d{3}[-–]\d{3})\b"
);
pattern!(
    STOP,
    r"(?i)[\s,.(]\s*(?:зарег|прожив|прописан|адрес|жив[её]т\b|живу\b|место\s+(?:жит|рег|рожд)|снилс|инн\b|огрн|тел\b|тел\.|телефон|родил|дата\s+рожд|водит|стаж|права\b|сч[её]т|р/с|почта|именуем|паспорт|рожд(?:\.|\b|ен)|я\s)"
);
// «17.06.1996, г. Батайск»: the day of a birth and a settlement behind it.
pattern!(
    BORN,
    r"\b\d{1,2}[./]\d{1,2}[./](?:19\d\d|200\d|201[0-2])(?:\s*г\.\s*р\.|\s*года?\s+рождения)?\s*,?\s+((?:г|гор|с|д|дер|пос|п|пгт|ст|х)\.\s*[А-ЯЁ]|(?:город|село|деревня|пос[её]лок|станица|хутор)\s+[А-ЯЁ])"
);
pattern!(OF_PASSPORT, r"(?i)паспорт[а-яё]*");
pattern!(
    OF_OTHER,
    r"(?i)\b(?:загранпаспорт[а-яё]*|права|прав|удостоверени[а-яё]+|ву|в/у|стс|птс|псм|свидетельств[а-яё]*|диплом[а-яё]*|доверенност[а-яё]*|полис[а-яё]*|лицензи[а-яё]+|сертификат[а-яё]*|справк[а-яё]+|выписк[а-яё]+|карт[аыуе]|книжк[а-яё]+|за[её]м[а-яё]*|кредит[а-яё]*|аванс[а-яё]*|деньги|сумм[а-яё]+)(?:$|[^а-яё])"
);
pattern!(REGION, r"(?i)^\s*(?:[а-яё-]+\s+(?:обл|кра[йя]|район|р-н)|респ|ссср|рсфср|росси|[а-яё]+\s+асср)");

/// The parts of a text, in order, without overlaps.
pub(super) fn parts(text: &str, mentions: &[Mention], asked: bool) -> Vec<Part> {
    let leads = LEAD.iter().flat_map(|regex| regex.find_iter(text)).map(|m| {
        let said = m.as_str();
        // The pattern takes one character behind the words, unless the text ends there.
        let more = said.chars().next_back().filter(|c| !c.is_alphabetic() && !c.is_ascii_digit());
        (m.start(), m.end() - more.map_or(0, char::len_utf8), false)
    });
    let born = BORN.iter().flat_map(|regex| regex.captures_iter(text)).filter_map(|found| {
        let (day, place) = (found.get(0)?.start(), found.get(1)?.start());
        // «Выдан 05.07.2006 г. Ростовом» is no birth, and a place with a street is where somebody lives.
        let issued =
            LEAD.as_ref().is_some_and(|regex| regex.is_match(tail(text, day).rsplit(',').next().unwrap_or_default()));
        let lives = mentions.iter().any(|m| {
            let own = text.get(m.start..m.end).unwrap_or_default();
            m.start == place && matches!(m.kind, M::Address { .. }) && own.contains(|c: char| c.is_ascii_digit())
        });
        (!issued && !lives).then_some((place, place))
    });
    let bare = mentions.iter().filter(|m| matches!(m.kind, M::Passport { .. })).map(|m| (m.end, m.end, true));
    let mut all: Vec<(usize, usize, bool)> =
        leads.chain(born.map(|(start, end)| (start, end, false))).chain(bare).collect();
    all.sort_unstable();
    let mut out: Vec<Part> = Vec::new();
    for (start, end, bare) in all {
        if out.last().is_some_and(|last| start < last.span.1) {
            continue;
        }
        let words = text.get(start..end).unwrap_or_default().to_lowercase();
        out.extend(if words.starts_with("место") || start == end && !bare {
            birth(text, mentions, start, end)
        } else if words.starts_with("код") {
            code(text, start)
        } else {
            issue(text, mentions, (start, end), bare, asked)
        });
    }
    // «Родился 03.04.1990 в Пскове»: the city behind the word of birth.
    out.extend(mentions.iter().filter_map(|m| city_of_birth(text, m)));
    out.sort_by_key(|part| part.span);
    out.dedup_by(|next, kept| next.span.0 < kept.span.1);
    out
}

/// The city behind the word of a birth.
fn city_of_birth(text: &str, mention: &Mention) -> Option<Part> {
    let M::City { name } = &mention.kind else { return None };
    let span = (mention.start, mention.end);
    let part = Part { span, lead: span.0, leaves: vec![("birth_place", name.clone(), span)] };
    follows_birth(text, mention).then_some(part)
}

/// Where such a part may end: at its line, its sentence, the words of another detail, the next name or number.
fn limit(text: &str, mentions: &[Mention], from: usize) -> usize {
    let mut to = text.len().min(from + REACH);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let own = text.get(from..to).unwrap_or_default();
    let line = own.trim_start_matches([' ', ':']);
    let line = own.len() - line.len() + line.find(['\n', ';', '!', '?']).unwrap_or(line.len());
    let sentence = sentences(own.get(..line).unwrap_or_default()).first().map_or(line, |(_, end)| *end);
    let stop = STOP
        .as_ref()
        .and_then(|regex| regex.find(own))
        .map_or(own.len(), |m| m.start() + usize::from(m.as_str().starts_with('.')));
    let first = mentions.partition_point(|m| m.start < from);
    let other = mentions.iter().skip(first).take_while(|m| m.start < to).find(|m| {
        let number = matches!(
            m.kind,
            M::Passport { .. } | M::Inn { .. } | M::Snils { .. } | M::Phone { .. } | M::Account { .. } | M::Ogrn { .. }
        );
        // A name or an address that opens a piece of its own; inside a piece it is part of the issuer's name.
        let opens = text.get(..m.start).is_some_and(|head| head.trim_end().ends_with([',', '.']));
        number
            || opens
                && m.start > from
                && (is_name(&m.kind) || matches!(m.kind, M::Address { .. }) && !issued_by(text, m))
    });
    let other = other.map_or(to, |m| m.start) - from;
    from + line.min(sentence).min(stop).min(other)
}

/// Whether a place is the beginning of an issuer's name.
fn issued_by(text: &str, mention: &Mention) -> bool {
    let rest = text.get(mention.start..).unwrap_or_default();
    let piece = rest.split([',', ';', '\n']).next().unwrap_or_default();
    names_issuer(piece)
}

/// Whether words name who issues passports.
pub(super) fn names_issuer(part: &str) -> bool {
    ISSUES.as_ref().is_some_and(|regex| regex.is_match(part))
}

/// Which paper the words «выдан» are about: a passport, another one, or none that was named.
fn of_passport(text: &str, mentions: &[Mention], start: usize) -> Option<bool> {
    let before = tail(text, start);
    let before = before.get(before.len().saturating_sub(BEFORE)..).or_else(|| before.get(1..)).unwrap_or(before);
    let last = |regex: &LazyLock<Option<Regex>>, within: &str| {
        regex.as_ref().and_then(|regex| regex.find_iter(within).last()).map(|m| m.start())
    };
    let sentence = sentences(before).last().map_or("", |(from, to)| &before[*from..*to]);
    let clause = sentence.rsplit([',', ';', '\n', '(']).next().unwrap_or_default();
    let own = (last(&OF_PASSPORT, clause), last(&OF_OTHER, clause));
    match own {
        (Some(passport), Some(other)) => return Some(passport >= other),
        (Some(_), None) => return Some(true),
        (None, Some(_)) => return Some(false),
        (None, None) => {}
    }
    // «Заём выдан»: another subject stands right before the verb; «, выдан» and «он выдан» go on about the paper.
    let said: Vec<String> = clause.split_whitespace().map(str::to_lowercase).collect();
    let numbered = mentions.get(mentions.partition_point(|m| m.start < start).checked_sub(1)?)?;
    let near = matches!(numbered.kind, M::Passport { .. }) && start - numbered.end <= 3;
    let goes_on =
        said.iter().all(|word| matches!(word.as_str(), "он" | "и" | "был" | "мне" | "ему" | "ей" | "документ"));
    if near {
        return Some(true);
    }
    let (passport, other) = (last(&OF_PASSPORT, before), last(&OF_OTHER, before));
    let number = matches!(numbered.kind, M::Passport { .. }) && start - numbered.end <= BEFORE;
    match (passport, other) {
        _ if !goes_on => None,
        (Some(passport), Some(other)) => Some(passport > other),
        (None, Some(_)) => Some(false),
        (Some(_), None) => Some(true),
        (None, None) => number.then_some(true),
    }
}

/// «выдан …», or what stands right behind the number of a passport.
fn issue(text: &str, mentions: &[Mention], lead: Span, bare: bool, asked: bool) -> Option<Part> {
    let (start, from) = lead;
    let to = limit(text, mentions, from);
    let own = text.get(from..to)?;
    let authority = ISSUES.as_ref()?.find(own).map(|m| m.start());
    let paper = if bare { Some(true) } else { of_passport(text, mentions, start) };
    // «Паспорт 45 10 123456 УМВД России по …»: nothing but a day stands between the number and who issued it.
    if bare
        && !authority.is_some_and(|at| {
            at <= BEFORE && !own[..at].to_lowercase().contains("выдан") && only_day(text, mentions, from, from + at)
        })
    {
        return None;
    }
    if paper == Some(false) || paper.is_none() && authority.is_none() && !asked {
        return None;
    }
    let first = mentions.partition_point(|m| m.start < from);
    let inside = || mentions.iter().skip(first).take_while(|m| m.end <= to);
    let day = inside().find_map(|m| match &m.kind {
        M::Date { iso, .. } if !born(text, m.end) => Some(("passport_issued", iso.clone(), (m.start, m.end))),
        _ => None,
    });
    let code = CODE.as_ref().and_then(|regex| regex.captures(own)).and_then(|c| {
        let number = c.get(1).or_else(|| c.get(2))?;
        let whole = c.get(0)?;
        Some((
            coded(number.as_str()),
            (from + number.start(), from + number.end()),
            (from + whole.start(), from + whole.end()),
        ))
    });
    let mut cuts: Vec<Span> =
        day.iter().map(|(_, _, span)| *span).chain(code.iter().map(|(_, _, whole)| *whole)).collect();
    cuts.sort_unstable();
    let by = name(text, (from, to), &cuts, authority.is_some());
    let mut leaves = Vec::new();
    leaves.extend(by.map(|span| ("passport_by", text[span.0..span.1].to_owned(), span)));
    leaves.extend(day);
    leaves.extend(code.map(|(value, span, _)| ("passport_code", value, span)));
    let end = leaves.iter().map(|(_, _, span)| span.1).max()?;
    let begin = if bare { leaves.iter().map(|(_, _, span)| span.0).min()? } else { start };
    Some(Part { span: (begin, end), lead: from.max(begin), leaves })
}

/// Whether nothing but marks and a day stands between two bytes.
fn only_day(text: &str, mentions: &[Mention], from: usize, to: usize) -> bool {
    let first = mentions.partition_point(|m| m.start < from);
    let day = mentions.get(first).filter(|m| m.end <= to && matches!(m.kind, M::Date { .. }));
    let edge = day.map_or(from, |day| day.end);
    let head = text.get(from..day.map_or(to, |day| day.start)).unwrap_or_default();
    let rest = if day.is_some() { text.get(edge..to).unwrap_or_default() } else { "" };
    let marks = |part: &str| part.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ':' | '-' | '—' | '('));
    // An adjective may open the name: «Заречным ОВД».
    let opens = |part: &str| {
        part.split_whitespace().count() <= 3 && !part.trim_start_matches([' ', ',']).contains([',', '.', ';'])
    };
    if day.is_some() { marks(head) && opens(rest) } else { opens(head) }
}

/// Whether a day is followed by the mark of a birth.
pub(super) fn born(text: &str, end: usize) -> bool {
    let after: String = text.get(end..).unwrap_or_default().chars().take(16).collect();
    let after = after.trim_start_matches([' ', '.', ',']).to_lowercase();
    ["г.р", "г. р", "г р", "р.", "рожд", "года рожд", "год рожд", "года р", "г. рожд", "г.рожд"]
        .iter()
        .any(|mark| after.starts_with(mark))
}

/// The bytes of the name of who issued a passport: the piece that names an authority, else the first one.
fn name(text: &str, (from, to): Span, cuts: &[Span], authority: bool) -> Option<Span> {
    let mut edges = vec![from];
    for (start, end) in cuts {
        edges.extend([(*start).max(from), *end]);
    }
    edges.push(to);
    let mut pieces: Vec<Span> = Vec::new();
    for pair in edges.chunks(2) {
        let &[mut at, end] = pair else { continue };
        for piece in text.get(at..end)?.split(',') {
            pieces.push((at, at + piece.len()));
            at += piece.len() + 1;
        }
    }
    let trimmed = |(start, end): Span| {
        let own = text.get(start..end).unwrap_or_default();
        let mut head = own.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '№');
        for lead in ["года ", "г. ", "год ", "кем ", "выдан "] {
            // «г. » behind a day; «г. Москвы отделом» begins with a town.
            let year = lead != "г. " || cuts.iter().any(|cut| cut.1 == start);
            if year && head.to_lowercase().starts_with(lead) {
                head = head.get(lead.len()..).unwrap_or_default();
            }
        }
        let begin = end - head.len();
        let tail = head.trim_end_matches([' ', ':', '—', '–', '-', '(']);
        let tail = if tail.ends_with('.') && !short(tail) { tail.trim_end_matches('.') } else { tail };
        (begin, begin + tail.len())
    };
    let says =
        |span: &Span| text.get(span.0..span.1).is_some_and(|own| own.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let own = |span: &Span| text.get(span.0..span.1).is_some_and(names_issuer);
    let at = match authority {
        true => pieces.iter().position(own)?,
        false => pieces.iter().position(|piece| says(&trimmed(*piece)))?,
    };
    let mut span = trimmed(*pieces.get(at)?);
    // «Отделом УФМС России, по Омской области»: a preposition goes on.
    for next in pieces.iter().skip(at + 1).map(|piece| trimmed(*piece)) {
        let low = text.get(next.0..next.1).unwrap_or_default().to_lowercase();
        let joined = text.get(span.1..next.0).is_some_and(|gap| gap.trim() == ",");
        if !joined || !["по ", "в ", "при "].iter().any(|word| low.starts_with(word)) {
            break;
        }
        span.1 = next.1;
    }
    let length = text.get(span.0..span.1)?.chars().count();
    (says(&span) && length <= LONGEST).then_some(span)
}

/// Whether the last word is shortened: «Вологодской обл.».
fn short(words: &str) -> bool {
    let last = words.trim_end_matches('.').rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    last.chars().count() <= 4
}

/// `162-001` however it was said.
fn coded(said: &str) -> String {
    let digits: Vec<char> = said.chars().filter(char::is_ascii_digit).collect();
    digits.chunks(3).map(|part| part.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// «Код подразделения 710-027» by itself.
fn code(text: &str, start: usize) -> Option<Part> {
    let mut to = text.len().min(start + 80);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let found = CODE.as_ref()?.captures(text.get(start..to)?)?;
    let (whole, number) = (found.get(0)?, found.get(1)?);
    let span = (start + number.start(), start + number.end());
    (whole.start() == 0).then(|| Part {
        span: (start, span.1),
        lead: span.0,
        leaves: vec![("passport_code", coded(number.as_str()), span)],
    })
}

/// «Место рождения продавца — г. Бердск»: up to a comma, and over it where a region or a state follows.
fn birth(text: &str, mentions: &[Mention], start: usize, end: usize) -> Option<Part> {
    let to = limit(text, mentions, end);
    let own = text.get(end..to)?;
    let from = match own.find([':', '—', '–']).filter(|at| own[..*at].split_whitespace().count() <= 3) {
        Some(at) => at + own[at..].chars().next().map_or(0, char::len_utf8),
        None => 0,
    };
    let mut length = 0;
    for piece in own.get(from..)?.split(',') {
        if length > 0 && !REGION.as_ref().is_some_and(|regex| regex.is_match(piece)) {
            break;
        }
        length += piece.len() + usize::from(length > 0);
    }
    let said = own.get(from..from + length)?;
    let open = said.len() - said.trim_start_matches([' ', ':', '—', '–', '-']).len();
    let said = said.get(open..)?.trim_end();
    let said = if said.ends_with('.') && !short(said) { said.trim_end_matches('.') } else { said };
    let begin = end + from + open;
    let span = (begin, begin + said.len());
    let place = said.chars().next().is_some_and(char::is_alphabetic) && said.chars().count() > 2;
    place.then(|| Part { span: (start, span.1), lead: begin, leaves: vec![("birth_place", said.to_owned(), span)] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::scan::mentions;

    fn read(text: &str) -> Vec<(&'static str, String)> {
        let found = parts(text, &mentions(text, "2026-11-24"), false);
        found.into_iter().flat_map(|part| part.leaves).map(|(leaf, value, _)| (leaf, value)).collect()
    }

    #[test]
    fn who_issued_a_passport_when_and_under_which_code() {
        let (by, on, code) = ("passport_by", "passport_issued", "passport_code");
        for (text, want) in [
            (
                "паспорт 34 02 518700, выдан 21.05.2002 Заречным ОВД г. Костромы, код подразделения 442-001, адрес …",
                vec![(by, "Заречным ОВД г. Костромы"), (on, "2002-05-21"), (code, "442-001")],
            ),
            (
                "Паспорт Садовой выдан 19.07.2011 ОУФМС России по Тульской области в Пролетарском районе г. Тулы, код 710-027.",
                vec![
                    (by, "ОУФМС России по Тульской области в Пролетарском районе г. Тулы"),
                    (on, "2011-07-19"),
                    (code, "710-027"),
                ],
            ),
            (
                "паспорт мой серия 92 04 номер 371894 выдан 02.12.2004 УВД Заречного района города Казани код подразделения 162-001 прописана в казани",
                vec![(by, "УВД Заречного района города Казани"), (on, "2004-12-02"), (code, "162-001")],
            ),
            (
                "паспорт 92 23 205618 выдан 30.01.2024 мвд по республике татарстан код 160-006 инн 165820394747",
                vec![(by, "мвд по республике татарстан"), (on, "2024-01-30"), (code, "160-006")],
            ),
            (
                "паспорт 1914 662015 УМВД России по Вологодской обл. 11.03.2014",
                vec![(by, "УМВД России по Вологодской обл."), (on, "2014-03-11")],
            ),
            (
                "паспорт 4510 123456, 12.03.2010, ОВД района Марьино г. Москвы, 770-001",
                vec![(by, "ОВД района Марьино г. Москвы"), (on, "2010-03-12"), (code, "770-001")],
            ),
            (
                "паспорт 4510 111111, выдан 3 марта 2011 года отделом УФМС, код 770-042",
                vec![(by, "отделом УФМС"), (on, "2011-03-03"), (code, "770-042")],
            ),
            (
                "паспорт 4510 111111 выдан отделением № 2 милиции г. Ухты 03.03.2001",
                vec![(by, "отделением № 2 милиции г. Ухты"), (on, "2001-03-03")],
            ),
            ("мой паспорт выдан Заречным ОВД г. Костромы", vec![(by, "Заречным ОВД г. Костромы")]),
            ("Кем выдан: ГУ МВД России по Омской области", vec![(by, "ГУ МВД России по Омской области")]),
            ("код подразделения 710-027", vec![(code, "710-027")]),
            ("паспорт 4510 111111 выдан 03.03.2001", vec![(on, "2001-03-03")]),
            (
                "паспорт 0320 918527 выдан 16.01.2021 ГУ МВД России по Краснодарскому краю, код 230-012, прописан 353440, г. Анапа, ул. Мира, д. 7, права 99 21 403786 кат. В выданы 11.03.2021",
                vec![(by, "ГУ МВД России по Краснодарскому краю"), (on, "2021-01-16"), (code, "230-012")],
            ),
        ] {
            let want: Vec<(&str, String)> = want.into_iter().map(|(leaf, value)| (leaf, value.to_owned())).collect();
            assert_eq!(read(text), want, "{text}");
        }
    }

    #[test]
    fn other_papers_and_sums_are_not_issued_by_the_police() {
        for text in [
            "права 99 21 403786, выданы 11.03.2021",
            "доверенность выдана 15.09.2026",
            "паспорт 4510 111111, заём выдан 27.11.2026 наличными",
            "деньги выданы 27.11.2026",
            "код домофона 12-5",
            "свидетельство о регистрации СТС 99 33 718204 выдано 03.02.2021 МРЭО",
            "паспорт 4510 111111, г. Тула, ул. Мира, д. 5",
            "Белов Пётр Ильич, 17.06.1996, г. Тула, ул. Мира, д. 5",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    #[test]
    fn where_somebody_was_born() {
        for (text, want) in [
            (
                "место рождения пос. Судогда Владимирской области, паспорт 4510 111111",
                "пос. Судогда Владимирской области",
            ),
            ("Место рождения: г. Бердск, Новосибирская обл., адрес", "г. Бердск, Новосибирская обл."),
            ("место рождения продавца — г. Бердск, адрес г. Искитим", "г. Бердск"),
            ("место рождения г. Искитим.", "г. Искитим"),
            (
                "Белов Пётр Ильич, 17.06.1996, г. Судогда Владимирской обл.\nпаспорт 45 10 111111",
                "г. Судогда Владимирской обл.",
            ),
            ("родилась 30.05.1991, г. Бердск, паспорт 45 10 111111", "г. Бердск"),
            ("Носов Ян Львович, родился 03.04.1990 в Пскове", "Псков"),
            ("родилась в Самаре 3 мая 1980 года", "Самара"),
            ("уроженец Тулы", "Тула"),
        ] {
            assert_eq!(read(text), [("birth_place", want.to_owned())], "{text}");
        }
    }
}
