//! Days: written in digits, in words, relative to the day of the turn, and pairs of them.

use crate::engine::text::date_lists;
use crate::engine::text::days_ahead;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::spans::Candidate;
use crate::engine::text::token::fold;
use crate::engine::text::told;
use crate::engine::text::years::spelled_years;
use jiff::civil::Date;
use regex::{Captures, Regex};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Tier of days among the readings of a text.
pub(super) const TIER: u8 = 2;

pub(super) const MONTHS: &str = "январ[а-я]{1,2}|феврал[а-я]{1,2}|март[а-я]{0,2}|апрел[а-я]{1,2}|ма[йяею]|маем|июн[а-я]{1,2}|июл[а-я]{1,2}|август[а-я]{0,2}|сентябр[а-я]{1,2}|октябр[а-я]{1,2}|ноябр[а-я]{1,2}|декабр[а-я]{1,2}|янв|фев|мар|апр|авг|сент|сен|окт|ноя|дек";

const ORDINALS: &[&str] = &[
    "перв",
    "втор",
    "треть",
    "четверт",
    "пят",
    "шест",
    "седьм",
    "восьм",
    "девят",
    "десят",
    "одиннадцат",
    "двенадцат",
    "тринадцат",
    "четырнадцат",
    "пятнадцат",
    "шестнадцат",
    "семнадцат",
    "восемнадцат",
    "девятнадцат",
    "двадцат",
];

static ISO: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b(\d{4})-(\d{2})-(\d{2})\b").ok());
static DIGITS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(\d{1,2})([./])(\d{1,2})([./])(\d{4}|\d{2})(?:\b\s*(?:года|г\.|г\b)|\b)").ok());
static SHORT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b(\d{2})\.(\d{2})\b").ok());
static WORDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r#"(?i)[«"“]?\b(\d{{1,2}}|{})(?:\s?-?\s?(?:го|ого|его|е|ое|ье))?\s?[»"”]?\s+({MONTHS})\b\.?(?:\s+(?:(\d{{4}})\b(?:\s?-?го\b)?(?:\s*(?:года|год\b|г\.|г\b))?|(\d{{2}})\s*(?:года|г\.|г\b)))?"#,
        ordinal_pattern()
    ))
    .ok()
});
static OF_MONTH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)\b(\d{{1,2}}|{})(?:\s?-?\s?(?:го|ого|его|е|ое|му))?\s+числ[аоу]\b(?:\s+(?:каждого\s+)?месяца)?",
        ordinal_pattern()
    ))
    .ok()
});
static BY_DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:до|к|не позднее|каждого|каждое|позже)\s+(\d{1,2})\s?-?\s?(?:го|ого|му|е)\b(?:\s+каждого\s+месяца|\s*(?:$|[,.;!?)\n]))").ok()
});
static RANGE_DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:(?:^|[^а-яё\d])(?:с|со|от)\s+)?(\d{1,2})(?:\s?-?го)?\s*(по|до|-|–|—)\s*$").ok()
});

/// The stems of ordinals for a pattern that meets a text as it is typed: «четвёртого» too.
pub(super) fn ordinal_stems() -> String {
    ORDINALS.join("|").replace("четверт", "четв[её]рт")
}

pub(super) fn ordinal_pattern() -> String {
    let stems = ordinal_stems();
    format!(r"(?:(?:двадцать|тридцать)\s+(?:{stems})|{stems}|тридцат)(?:ого|его|ое|ье|ому|ему)")
}

/// A day as it was said; what was left out is `None`.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) day: i8,
    pub(super) month: Option<i8>,
    pub(super) year: Option<i16>,
}

/// Days, pairs of days and days of the month; `today` is `YYYY-MM-DD`, and without a right one nothing relative is read.
pub(crate) fn dates(text: &str, today: &str) -> Vec<Candidate> {
    let today: Option<Date> = today.parse().ok();
    let years = spelled_years(text);
    let mut said = absolute(text);
    for day in said.iter_mut().filter(|day| day.year.is_none()) {
        let next = years.get(years.partition_point(|(from, _, _)| *from < day.end));
        if let Some((_, end, year)) = next.filter(|(from, _, _)| from - day.end <= 2) {
            (day.end, day.year) = (*end, Some(*year));
        }
    }
    said.extend(today.map(|day| days_ahead::relative(text, day)).unwrap_or_default());
    said.sort_by_key(|s| (s.start, usize::MAX - s.end));
    said.dedup_by(|next, kept| next.start < kept.end);
    date_lists::share_years(text, &mut said);
    let mut out = pairs(text, &said, today);
    out.extend(days_of_month(text));
    out.extend(
        years.into_iter().map(|(start, end, year)| {
            Candidate::new(TIER + 1, start, end, MentionKind::Year { year: i32::from(year) })
        }),
    );
    out
}

/// Days written with digits or month names.
fn absolute(text: &str) -> Vec<Said> {
    let mut out = Vec::new();
    let span = |c: &Captures<'_>| c.get(0).map_or((0, 0), |m| (m.start(), before_birth(text, m.start(), m.end())));
    let number = |c: &Captures<'_>, k: usize| c.get(k).and_then(|m| m.as_str().parse::<i16>().ok());
    for c in ISO.iter().flat_map(|r| r.captures_iter(text)) {
        if let (Some(y), Some(m), Some(d)) = (number(&c, 1), number(&c, 2), number(&c, 3)) {
            push(&mut out, span(&c), d, Some(m), Some(y));
        }
    }
    for c in DIGITS.iter().flat_map(|r| r.captures_iter(text)) {
        if c.get(2).map(|m| m.as_str()) == c.get(4).map(|m| m.as_str())
            && let (Some(d), Some(m), Some(y)) = (number(&c, 1), number(&c, 3), number(&c, 5))
        {
            push(&mut out, span(&c), d, Some(m), Some(if y < 100 { 2000 + y } else { y }));
        }
    }
    for c in SHORT.iter().flat_map(|r| r.captures_iter(text)) {
        let (start, end) = span(&c);
        if let (Some(d), Some(m)) = (number(&c, 1), number(&c, 2))
            && (short_context(text, start, end) || date_lists::in_row(text, (start, end), out.last()))
            && out.iter().rev().take(4).all(|s: &Said| s.end <= start || s.start >= end)
        {
            push(&mut out, (start, end), d, Some(m), None);
        }
    }
    for c in WORDED.iter().flat_map(|r| r.captures_iter(text)) {
        let day = c.get(1).and_then(|m| day_number(m.as_str()));
        let month = c.get(2).and_then(|m| month_number(m.as_str()));
        let year = number(&c, 3).filter(|y| (1900..=2100).contains(y)).or(number(&c, 4).map(|y| 2000 + y));
        if let (Some(day), Some(month)) = (day, month) {
            let (start, mut end) = span(&c);
            if year.is_none() && c.get(3).is_some() {
                end = c.get(2).map_or(end, |m| m.end());
            }
            push(&mut out, (start, end), day, Some(month), year);
            out.extend(date_lists::months(text, end, day));
        }
    }
    out
}

/// «17.06.1992 г.р.»: the «г.» is the first half of «года рождения», no part of the day.
fn before_birth(text: &str, start: usize, end: usize) -> usize {
    let own = text[start..end].trim_end_matches('.');
    let rest = text[end..].trim_start_matches(['.', ' ']);
    let born = rest.starts_with(['р', 'Р']) && !rest.chars().nth(1).is_some_and(char::is_alphanumeric);
    match own.strip_suffix(['г', 'Г']).filter(|_| born) {
        Some(day) => start + day.trim_end().len(),
        None => end,
    }
}

fn push(out: &mut Vec<Said>, (start, end): (usize, usize), day: i16, month: Option<i16>, year: Option<i16>) {
    let (Ok(day), Some(Ok(month))) = (i8::try_from(day), month.map(i8::try_from)) else { return };
    // A leap year tells whether the day exists in some year at all.
    if Date::new(year.unwrap_or(2028), month, day).is_ok() && year.is_none_or(|y| (1900..=2200).contains(&y)) {
        out.push(Said { start, end, day, month: Some(month), year });
    }
}

/// «01.02» is a day only after «с», «по», «до»…, or before a dash and another day.
fn short_context(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end().rsplit(|c: char| !c.is_alphabetic()).next().map(fold).unwrap_or_default();
    let spaced = text[..start].ends_with(char::is_whitespace);
    let after = &text[end..];
    if after.starts_with(['.', ',', '/', ':']) && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let rest = after.trim_start();
    let measured = ["%", "₽", "руб", "тыс", "млн", "м²", "кв", "м2", "га", "т ", "кг", "км", "р.", "проц"];
    if measured.iter().any(|unit| rest.starts_with(unit)) {
        return false;
    }
    let ranged = rest.starts_with(['-', '–', '—'])
        && rest[rest.chars().next().map_or(0, char::len_utf8)..].trim_start().starts_with(|c: char| c.is_ascii_digit());
    ranged || (spaced && matches!(before.as_str(), "с" | "со" | "по" | "до" | "от" | "на" | "к" | "позднее"))
}

/// Joins neighbours into ranges and gives every day its year.
fn pairs(text: &str, said: &[Said], today: Option<Date>) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < said.len() {
        let (a, b) = (&said[i], said.get(i + 1));
        if let Some(b) = b.filter(|b| joined(&text[a.end..b.start]) && begun(text, a.start, &text[a.end..b.start]))
            && let Some((from, to)) = range(a, b, today)
        {
            out.push(Candidate::new(TIER, a.start, b.end, MentionKind::DateRange { from, to }));
            i += 2;
            continue;
        }
        if let Some((start, from, to)) = day_range(text, a, today) {
            out.push(Candidate::new(TIER, start, a.end, MentionKind::DateRange { from, to }));
        } else if let Some(day) = dated(a, today) {
            let passed = a.year.is_none() && a.month.is_some() && told::has_happened(text, a.start, a.end);
            let day = today.filter(|_| passed).map_or(day, |today| told::last(day, today));
            let kind = MentionKind::Date { iso: day.to_string(), complete: a.year.is_some() };
            out.push(Candidate::new(TIER, a.start, a.end, kind));
        }
        i += 1;
    }
    out
}

/// «До 15 января и до 15 февраля» are two days; «с 15 января и до 15 февраля» is a stretch of time.
fn begun(text: &str, start: usize, between: &str) -> bool {
    let last = text.get(..start).unwrap_or_default().split_whitespace().next_back().unwrap_or_default().to_lowercase();
    !between.trim_start().starts_with('и') || matches!(last.as_str(), "с" | "со" | "от")
}

fn joined(between: &str) -> bool {
    between.len() < 24
        && matches!(fold(between).trim(), "по" | "до" | "-" | "–" | "—" | "и до" | "и по" | "включительно по")
}

/// Both days of a range. A first day without a year shares the year of the second, unless that turns the range round
/// and the year before is still ahead of today.
fn range(a: &Said, b: &Said, today: Option<Date>) -> Option<(String, String)> {
    let to = match (b.year, dated(a, today)) {
        (None, Some(from)) if a.year.is_some() => next_on(b.month?, b.day, from)?,
        (None, Some(from)) => next_on(b.month?, b.day, from)?,
        _ => dated(b, today)?,
    };
    let from = match a.year {
        None if b.year.is_some() => {
            let same = Date::new(to.year(), a.month?, a.day).ok()?;
            let earlier = Date::new(to.year() - 1, a.month?, a.day).ok();
            earlier.filter(|day| same > to && today.is_some_and(|now| *day >= now)).unwrap_or(same)
        }
        _ => dated(a, today)?,
    };
    Some((from.to_string(), to.to_string()))
}

/// «с 1 по 15 декабря»: a bare day before a whole one.
fn day_range(text: &str, b: &Said, today: Option<Date>) -> Option<(usize, String, String)> {
    let mut from = b.start.saturating_sub(32);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let c = RANGE_DAY.as_ref()?.captures(&text[from..b.start])?;
    let day: i8 = c.get(1)?.as_str().parse().ok()?;
    let to = dated(b, today)?;
    let first = Date::new(to.year(), to.month(), day).ok()?;
    // «до 5 - 10 марта» aside, only «с … по …» or a dash joins.
    let worded = c.get(2).is_some_and(|m| m.as_str().chars().all(char::is_alphabetic));
    let led = c.get(0).is_some_and(|m| c.get(1).is_some_and(|d| d.start() > m.start()));
    let after_digit =
        c.get(1).is_some_and(|d| text[..from + d.start()].ends_with(|x: char| x.is_ascii_digit() || x == '.'));
    (first < to && (led || !worded) && !after_digit)
        .then(|| (from + c.get(1).map_or(0, |d| d.start()), first.to_string(), to.to_string()))
}

fn dated(said: &Said, today: Option<Date>) -> Option<Date> {
    match said.year {
        Some(year) => Date::new(year, said.month?, said.day).ok(),
        None => next_on(said.month?, said.day, today?),
    }
}

/// The next such day that is not before `from`; eight years reach over any gap between leap years.
fn next_on(month: i8, day: i8, from: Date) -> Option<Date> {
    (0..=8).filter_map(|n| Date::new(from.year().checked_add(n)?, month, day).ok()).find(|date| *date >= from)
}

fn days_of_month(text: &str) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let all = [&OF_MONTH, &BY_DAY, &date_lists::LONE_DAY, &date_lists::EACH_DAY];
    for c in all.into_iter().flat_map(|one| one.iter()).flat_map(|r| r.captures_iter(text)) {
        let Some((whole, m)) = c.get(0).zip(c.get(1)) else { continue };
        let Some(day) = day_number(m.as_str()).and_then(|d| u8::try_from(d).ok()).filter(|d| (1..=31).contains(d))
        else {
            continue;
        };
        if !seen.insert(m.start()) {
            continue;
        }
        let end = m.start() + text[m.start()..whole.end()].trim_end_matches(|x: char| !x.is_alphanumeric()).len();
        out.push(Candidate::new(TIER, m.start(), end, MentionKind::DayOfMonth { day }));
        out.extend(date_lists::days_before(text, m.start()));
    }
    out
}

/// The day of a month that a word counts: «12», «первого», «двадцать первого».
#[must_use]
pub fn day_number(word: &str) -> Option<i16> {
    if let Ok(day) = word.parse() {
        return Some(day);
    }
    let low = fold(word);
    let (tens, rest) = match low.split_once(char::is_whitespace) {
        Some((tens, rest)) => (if tens.starts_with("двадцат") { 20 } else { 30 }, rest.trim_start()),
        None => (0, low.as_str()),
    };
    if rest.starts_with("тридцат") {
        return Some(30);
    }
    // Longer stems first: «пят» is a part of «пятнадцат».
    let found =
        ORDINALS.iter().enumerate().filter(|(_, stem)| rest.starts_with(**stem)).max_by_key(|(_, stem)| stem.len());
    found.and_then(|(i, _)| i16::try_from(i + 1).ok()).map(|unit| tens + unit)
}

pub(super) fn month_number(word: &str) -> Option<i16> {
    let low = fold(word);
    let short: String = low.chars().take(3).collect();
    Some(match short.as_str() {
        "янв" => 1,
        "фев" => 2,
        "мар" => 3,
        "апр" => 4,
        "май" | "мая" | "мае" | "маю" => 5,
        "июн" => 6,
        "июл" => 7,
        "авг" => 8,
        "сен" => 9,
        "окт" => 10,
        "ноя" => 11,
        "дек" => 12,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: &str = "2026-11-21";

    fn read(text: &str) -> Vec<String> {
        crate::engine::text::spans::resolve(dates(text, TODAY))
            .into_iter()
            .map(|m| match m.kind {
                MentionKind::Date { iso, complete } => format!("{iso}{}", if complete { "" } else { "?" }),
                MentionKind::DateRange { from, to } => format!("{from}..{to}"),
                MentionKind::DayOfMonth { day } => format!("#{day}"),
                MentionKind::Year { year } => format!("y{year}"),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("01.12.2026", "2026-12-01"),
            ("1.2.27", "2027-02-01"),
            ("12.03.27", "2027-03-12"),
            ("12/03/2027", "2027-03-12"),
            ("2026-12-01", "2026-12-01"),
            ("1 декабря 2026 г.", "2026-12-01"),
            ("«12» марта 2027 г.", "2027-03-12"),
            ("с 1 декабря", "2026-12-01?"),
            ("с 1 ноября", "2027-11-01?"),
            ("29 февраля", "2028-02-29?"),
            ("первого февраля", "2027-02-01?"),
            ("двадцать первого марта 2027 года", "2027-03-21"),
            ("до 15 сентября 2027-го", "2027-09-15"),
            ("завтра", "2026-11-22"),
            ("послезавтра", "2026-11-23"),
            ("сегодня", "2026-11-21"),
            ("с завтрашнего дня", "2026-11-22"),
            ("до конца года", "2026-12-31"),
            ("до конца следующего года", "2027-12-31"),
            ("до конца февраля", "2027-02-28"),
            ("до конца 2028 года", "2028-12-31"),
            ("с начала 2028 г.", "2028-01-01"),
            ("с начала следующего года", "2027-01-01"),
            ("со следующего месяца", "2026-12-01"),
            ("с первого числа следующего месяца", "2026-12-01"),
            ("с 5-го следующего месяца", "2026-12-05"),
            // 21 November 2026 is a Saturday.
            ("со следующего понедельника", "2026-11-23"),
            ("с понедельника", "2026-11-23"),
            ("до субботы", "2026-11-28"),
            ("в субботу двенадцатого", "2026-12-12"),
            ("в субботу 12-го", "2026-12-12"),
            ("в субботу 10 часов", "2026-11-28"),
            ("в следующую пятницу", "2026-11-27"),
            ("через две недели", "2026-12-05"),
            ("через неделю", "2026-11-28"),
            ("через 10 дней", "2026-12-01"),
            ("через полгода", "2027-05-21"),
            ("через месяц", "2026-12-21"),
            ("к 15.03", "2027-03-15?"),
            ("первого декабря две тысячи двадцать шестого года", "2026-12-01"),
            ("пятого мая две тысячи двадцать седьмого", "2027-05-05"),
            ("с 01.12.2026 по 31.05.2027", "2026-12-01..2027-05-31"),
            ("01.02–31.07.2027", "2027-02-01..2027-07-31"),
            ("с 01.02 по 31.07.2027", "2027-02-01..2027-07-31"),
            ("01.03–01.02.2027", "2027-03-01..2027-02-01"),
            ("с 1 декабря по 31 мая 2027 года", "2026-12-01..2027-05-31"),
            ("с 1 декабря по 31 мая", "2026-12-01..2027-05-31"),
            ("с 1 по 15 декабря 2026", "2026-12-01..2026-12-15"),
            ("1–15 декабря", "2026-12-01..2026-12-15"),
            ("до 5 числа", "#5"),
            ("не позднее 5-го числа", "#5"),
            ("5-го числа каждого месяца", "#5"),
            ("до пятого числа", "#5"),
            ("до 10-го, переводом", "#10"),
            ("каждое 25 число", "#25"),
            ("25-го за первую половину", "#25"),
            ("10-го — расчёт", "#10"),
            ("девятнадцатого ноября тысяча девятьсот восемьдесят четвёртого", "1984-11-19"),
            ("четвёртого марта 2027 года", "2027-03-04"),
            ("машина двадцатого года", "y2020"),
            ("две тысячи девятнадцатого года рождения", "y2019"),
            ("пятого сентября двухтысячного года", "2000-09-05"),
            ("тысяча девятьсот восемьдесят пятого года", "y1985"),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
    }

    #[test]
    fn no_days() {
        for text in [
            "через неделю после подписания",
            "по средам",
            "31.02.2027",
            "45.13.2026",
            "12.50",
            "по 12.50 руб",
            "до 40 числа",
            "4-го разряда",
            "1.2.3.4",
            "10/12",
            "99 марта",
            "",
        ] {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
        let without_today = dates("завтра и с 1 декабря", "не дата");
        assert!(without_today.is_empty());
    }
}
