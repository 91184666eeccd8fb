//! Days said from the day of the turn: «завтра», «со следующего понедельника», «до конца следующего года», «через две
//! недели».

use crate::engine::text::dates::{MONTHS, Said, day_number, month_number, ordinal_pattern};
use crate::engine::text::numeral_words::small;
use crate::engine::text::token::fold;
use jiff::Span;
use jiff::civil::{Date, Weekday};
use regex::{Captures, Regex};
use std::sync::LazyLock;

static RELATIVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(сегодня)(?:шн[а-я]+ дн[а-я]+)?|(послезавтра)|(завтра)(?:шн[а-я]+ дн[а-я]+)?|(вчера))\b").ok()
});
static BORDER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)\b(конц[ауе]|начал[ауе])\s+(?:(следующ[а-яё]+|будущ[а-яё]+|ближайш[а-яё]+)\s+|(?:этого|эт[а-яё]+|текущ[а-яё]+)\s+)?(?:(года|месяца|недели)|({MONTHS})\b(?:\s+(\d{{4}})\b(?:\s*(?:года|г\.))?)?|(\d{{4}})\s*(?:года|г\b\.?))"
    ))
    .ok()
});
static NEXT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?i)\b(?:(?:с|со|от)\s+|(\d{{1,2}}|{})(?:\s?-?\s?го)?\s+(?:числа\s+)?)(следующ|будущ)(?:его|ей)\s+(месяца|года|недели)",
        ordinal_pattern()
    ))
    .ok()
});
static WEEKLY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    const DAY: &str = "(?:понедельник|вторник|сред|четверг|пятниц|суббот|воскресень)[а-я]*";
    Regex::new(&format!(r"(?i)\b{DAY}\s+(?:по|до)\s+{DAY}")).ok()
});
static WEEKDAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:с|со|до|к|ко|в|во|по|на|от|не позднее)\s+(?:(следующ[а-яё]+)\s+|(?:ближайш[а-яё]+|эт[а-яё]+)\s+)?(понедельник[ауе]?|вторник[ауе]?|сред[ыуе]|четверг[ауе]?|пятниц[ыуе]|суббот[ыуе]|воскресень[яюе])\b(?:,?\s+((?:двадцать |тридцать )?[а-яё]{4,14}го|\d{1,2}-?го)\b(\s+(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек))?)?").ok()
});
static THROUGH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\bчерез\s+(?:(\d{1,3}|[а-яё]+)\s+)?(день|дня|дней|недел[а-яё]+|месяц[а-яё]*|год[а-яё]*|лет|полгода|полтора\s+месяца)\b(\s+(?:после|со|с|от)\b)?").ok()
});
/// Days that are said from the day of the turn.
pub(super) fn relative(text: &str, today: Date) -> Vec<Said> {
    let mut out = Vec::new();
    let mut add = |start: usize, end: usize, day: Option<Date>| {
        if let Some(day) = day {
            out.push(Said { start, end, day: day.day(), month: Some(day.month()), year: Some(day.year()) });
        }
    };
    let shifted = |days: i64| today.checked_add(Span::new().days(days)).ok();
    for c in RELATIVE.iter().flat_map(|r| r.captures_iter(text)) {
        let days = if c.get(1).is_some() {
            0
        } else if c.get(2).is_some() {
            2
        } else if c.get(3).is_some() {
            1
        } else {
            -1
        };
        if let Some(m) = c.get(0) {
            add(m.start(), m.end(), shifted(days));
        }
    }
    for c in BORDER.iter().flat_map(|r| r.captures_iter(text)) {
        if let Some(m) = c.get(0) {
            add(m.start(), m.end(), border(&c, today));
        }
    }
    for c in NEXT.iter().flat_map(|r| r.captures_iter(text)) {
        let (Some(m), Some(unit)) = (c.get(0), c.get(3)) else { continue };
        let first = match fold(unit.as_str()).as_str() {
            "года" => after(today, "year", 1).and_then(|day| Date::new(day.year(), 1, 1).ok()),
            "месяца" => after(today.first_of_month(), "month", 1),
            _ => next_weekday(today, Weekday::Monday, true),
        };
        let day = c.get(1).and_then(|m| day_number(m.as_str())).and_then(|n| i8::try_from(n).ok());
        // «с 5-го следующего месяца»; of a year only its beginning is a day.
        let told = match (first, day) {
            (Some(first), Some(day)) if fold(unit.as_str()) == "месяца" => {
                Date::new(first.year(), first.month(), day).ok()
            }
            (first, None) => first,
            _ => None,
        };
        let start = c.get(1).or(c.get(2)).map_or(m.start(), |m| m.start());
        add(start, m.end(), told);
    }
    // «С понедельника по пятницу» is every week.
    let weekly: Vec<(usize, usize)> =
        WEEKLY.iter().flat_map(|r| r.find_iter(text)).map(|found| (found.start(), found.end())).collect();
    for c in WEEKDAY.iter().flat_map(|r| r.captures_iter(text)) {
        if c.get(0).is_some_and(|m| weekly.iter().any(|span| span.0 < m.end() && m.start() < span.1)) {
            continue;
        }
        let (Some(m), Some(day)) = (c.get(0), c.get(2).and_then(|m| weekday(m.as_str()))) else { continue };
        let start = c.get(1).or(c.get(2)).map_or(m.start(), |m| m.start());
        // «В субботу пятого декабря» is read as its day.
        if c.get(4).is_some() {
            continue;
        }
        // «В субботу двенадцатого»: the next twelfth that is a Saturday.
        let number = c.get(3).and_then(|m| {
            let said = m.as_str();
            let digits = said.trim_end_matches("го").trim_end_matches('-');
            day_number(if digits.bytes().all(|b| b.is_ascii_digit()) { digits } else { said })
        });
        let numbered = number.and_then(|number| {
            (1..400).filter_map(shifted).find(|date| i16::from(date.day()) == number && date.weekday() == day)
        });
        match numbered {
            Some(date) => add(start, m.end(), Some(date)),
            None => add(start, c.get(2).map_or(m.end(), |m| m.end()), next_weekday(today, day, c.get(1).is_some())),
        }
    }
    for c in THROUGH.iter().flat_map(|r| r.captures_iter(text)) {
        // «Через неделю после подписания» counts from another day.
        let (Some(m), Some(unit), None) = (c.get(0), c.get(2), c.get(3)) else { continue };
        let low = fold(unit.as_str());
        let count = match c.get(1).map(|m| fold(m.as_str())) {
            None => Some(1),
            Some(word) => word.parse().ok().or_else(|| small(&word).and_then(|(n, _)| i64::try_from(n).ok())),
        };
        let told = count.and_then(|count| match low.get(..4) {
            Some("де") | Some("дн") => after(today, "day", count),
            Some("не") => after(today, "week", count),
            Some("ме") => after(today, "month", count),
            Some("го") | Some("ле") => after(today, "year", count),
            _ if low == "полгода" => after(today, "month", 6),
            _ => None,
        });
        add(m.start(), m.end(), told);
    }
    out
}

fn after(day: Date, unit: &str, count: i64) -> Option<Date> {
    let span = match unit {
        "day" => Span::new().try_days(count),
        "week" => Span::new().try_weeks(count),
        "month" => Span::new().try_months(count),
        _ => Span::new().try_years(count),
    };
    day.checked_add(span.ok()?).ok()
}

/// «до конца следующего года», «с начала месяца», «до конца февраля», «до конца 2027 года».
fn border(c: &Captures<'_>, today: Date) -> Option<Date> {
    let end = fold(c.get(1)?.as_str()).starts_with("кон");
    let next = i64::from(c.get(2).is_some());
    if let Some(name) = c.get(4) {
        let month = i8::try_from(month_number(name.as_str())?).ok()?;
        let first = match c.get(5).and_then(|m| m.as_str().parse().ok()) {
            Some(year) => Date::new(year, month, 1).ok()?,
            None => {
                let this = Date::new(today.year(), month, 1).ok()?;
                if this.last_of_month() < today { Date::new(today.year() + 1, month, 1).ok()? } else { this }
            }
        };
        return Some(if end { first.last_of_month() } else { first });
    }
    if let Some(year) = c.get(6) {
        let first = Date::new(year.as_str().parse().ok()?, 1, 1).ok()?;
        return Some(if end { first.last_of_year() } else { first });
    }
    match fold(c.get(3)?.as_str()).as_str() {
        "года" => {
            let year = Date::new(today.year().checked_add(i16::try_from(next).ok()?)?, 1, 1).ok()?;
            Some(if end { year.last_of_year() } else { year })
        }
        "месяца" => {
            let first = after(today.first_of_month(), "month", next)?;
            Some(if end { first.last_of_month() } else { first })
        }
        _ => {
            let monday = i64::from(today.weekday().to_monday_zero_offset());
            after(today, "day", 7 * next - monday + if end { 6 } else { 0 })
        }
    }
}

fn weekday(word: &str) -> Option<Weekday> {
    let low = fold(word);
    Some(match low.get(..4)? {
        "по" => Weekday::Monday,
        "вт" => Weekday::Tuesday,
        "ср" => Weekday::Wednesday,
        "че" => Weekday::Thursday,
        "пя" => Weekday::Friday,
        "су" => Weekday::Saturday,
        "во" => Weekday::Sunday,
        _ => return None,
    })
}

/// The next such day after today; of the next calendar week when that was said.
fn next_weekday(today: Date, day: Weekday, next_week: bool) -> Option<Date> {
    let own = i64::from(today.weekday().to_monday_zero_offset());
    let wanted = i64::from(day.to_monday_zero_offset());
    let ahead = if next_week { 7 - own + wanted } else { (wanted - own - 1).rem_euclid(7) + 1 };
    after(today, "day", ahead)
}
