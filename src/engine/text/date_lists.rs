//! Days in a row: «25.02, 25.03 и 25.04.2027», «15.02 — 200 000, 15.03 — 150 000, 15.04.2027 — 150 000». The year that the
//! last of them has is that of all.

use crate::engine::text::dates::{MONTHS, Said, TIER, month_number, ordinal_pattern};
use crate::engine::text::mention::MentionKind;
use crate::engine::text::spans::Candidate;
use crate::engine::text::token::fold;
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

/// Bytes between two days of a row.
const GAP: usize = 48;

/// What follows a short day in a row that ends with a whole one.
static ROW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:\s*(?:,|;|и|, и)\s*\d{2}\.\d{2}\b){0,24}\s*(?:,|;|и|, и)\s*\d{1,2}\.\d{2}\.\d{4}\b").ok()
});

/// A month in the genitive behind a whole day: «15 января, февраля и марта 2027».
static MONTH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)^(?:\s*,\s*и|\s*,|\s+и)\s+({MONTHS})\b(?:\s+(\d{{4}})\b(?:\s*(?:года|г\.|г\b))?)?")).ok()
});

/// «До пятнадцатого января, февраля и марта»: the months behind a whole day that share it.
pub(super) fn months(text: &str, from: usize, day: i16) -> Vec<Said> {
    let mut out = Vec::new();
    let mut at = from;
    while let Some((span, month, year)) = next_month(text, at) {
        at = span.1;
        // A leap year tells whether the day exists in some year at all.
        let (Ok(day), Ok(month)) = (i8::try_from(day), i8::try_from(month)) else { break };
        if Date::new(year.unwrap_or(2028), month, day).is_ok() {
            out.push(Said { start: span.0, end: span.1, day, month: Some(month), year });
        }
    }
    out
}

/// The next month of such a row: its bytes, its number and its year.
fn next_month(text: &str, from: usize) -> Option<((usize, usize), i16, Option<i16>)> {
    let found = MONTH.as_ref()?.captures(text.get(from..)?)?;
    let (whole, month) = (found.get(0)?, found.get(1)?);
    // «15 января, март свободен»: only what belongs to a day stands in the genitive.
    let own = fold(month.as_str());
    let year = found.get(2).and_then(|year| year.as_str().parse().ok()).filter(|year| (1900..=2100).contains(year));
    let end = if found.get(2).is_some() && year.is_none() { month.end() } else { whole.end() };
    own.ends_with(['а', 'я']).then_some(((from + month.start(), from + end), month_number(&own)?, year))
}

/// «25-го за первую половину, 10-го — расчёт»: an ordinal that no noun follows is a day of the month.
pub(super) static LONE_DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|[\s,;(])(\d{1,2})\s?-\s?го(?:\s+(?:за|и)\b|\s*(?:$|[,.;!?)\n]|[—–-]\s))").ok()
});

/// «Каждое двадцать восьмое»: an ordinal that no noun follows.
pub(super) static EACH_DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"(?i)\bкаждо(?:е|го)\s+({})\s*(?:$|[,.;!?)\n]|и\b)", ordinal_pattern())).ok()
});

/// «10 и 25 числа»: a bare number joined to a day of the month that follows.
static JOINED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\d.,:/№-])(\d{1,2})(?:\s?-?\s?(?:го|ого))?\s*(?:,\s*и|,|и)\s*$").ok());

/// The days of the month before one that has the word: «5, 15 и 25 числа».
pub(super) fn days_before(text: &str, start: usize) -> Vec<Candidate> {
    let mut out = Vec::new();
    let mut at = start;
    while let Some(day) =
        text.get(..at).and_then(|head| JOINED.as_ref()?.captures(near(head))?.get(1).map(|m| (m, near(head).len())))
    {
        let (number, length) = day;
        let from = at - length + number.start();
        let Ok(day) = number.as_str().parse::<u8>() else { break };
        if !(1..=31).contains(&day) {
            break;
        }
        out.push(Candidate::new(TIER, from, from + number.len(), MentionKind::DayOfMonth { day }));
        at = from;
    }
    out
}

/// The end of a text in which the day before another one stands.
fn near(head: &str) -> &str {
    let mut from = head.len().saturating_sub(GAP);
    while !head.is_char_boundary(from) {
        from += 1;
    }
    head.get(from..).unwrap_or_default()
}

/// Whether «25.02» stands in a row of days: a whole day ends the row, or a day stands right before it.
pub(super) fn in_row(text: &str, (start, end): (usize, usize), before: Option<&Said>) -> bool {
    let ahead = || ROW.as_ref().is_some_and(|row| text.get(end..).is_some_and(|rest| row.is_match(rest)));
    let behind = || {
        let gap = before.filter(|said| said.end <= start).and_then(|said| text.get(said.end..start));
        gap.is_some_and(|gap| matches!(gap.trim(), "," | ";" | "и" | ", и"))
    };
    ahead() || behind()
}

/// Gives days without a year the year of the next day in their row.
pub(super) fn share_years(text: &str, said: &mut [Said]) {
    for at in (1..said.len()).rev() {
        let (left, right) = said.split_at_mut(at);
        let (Some(one), Some(next)) = (left.last_mut(), right.first()) else { continue };
        let Some(year) = next.year.filter(|_| one.year.is_none()) else { continue };
        let (Some(month), Some(following)) = (one.month, next.month) else { continue };
        if text.get(one.end..next.start).is_some_and(between) {
            // «25.11, 25.12, 25.01.2027»: the year turned in between.
            one.year = Some(if (month, one.day) > (following, next.day) { year - 1 } else { year });
        }
    }
}

/// Whether only sums and joints stand between two days.
fn between(gap: &str) -> bool {
    const JOINTS: &[&str] = &[
        "и",
        "до",
        "к",
        "по",
        "затем",
        "потом",
        "далее",
        "р",
        "руб",
        "рублей",
        "рубля",
        "тыс",
        "тысяч",
        "тысячи",
        "and",
    ];
    // «01.03–01.02.2027» is one stretch and no row.
    if matches!(gap.trim(), "-" | "–" | "—") {
        return false;
    }
    let own = |word: &str| word.chars().all(|c| c.is_ascii_digit()) || JOINTS.contains(&fold(word).as_str());
    gap.len() <= GAP && gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(own)
}

#[cfg(test)]
mod tests {
    use crate::engine::text::mention::MentionKind;
    use crate::engine::text::scan::mentions;

    fn days(text: &str) -> Vec<String> {
        let found = mentions(text, "2026-11-27").into_iter();
        found.filter_map(|m| if let MentionKind::Date { iso, .. } = m.kind { Some(iso) } else { None }).collect()
    }

    #[test]
    fn days_in_a_row_share_their_year() {
        for (text, wanted) in [
            ("частями: 25.02, 25.03, 25.04 и 25.05.2028 по 75 тысяч", "2028-02-25 2028-03-25 2028-04-25 2028-05-25"),
            ("15.02 — 200 000, 15.03 — 150 000, 15.04.2028 — 150 000", "2028-02-15 2028-03-15 2028-04-15"),
            ("25 февраля, 25 марта и 25 апреля 2028 по 100 тысяч", "2028-02-25 2028-03-25 2028-04-25"),
            ("платить 25.11, 25.12 и 25.01.2028", "2027-11-25 2027-12-25 2028-01-25"),
            ("до 25.02, 25.03 и 25.04", "2027-02-25 2027-03-25 2027-04-25"),
            ("до пятнадцатого января, февраля и марта 2028 года", "2028-01-15 2028-02-15 2028-03-15"),
            ("10 ноября, декабря и января 2028", "2027-11-10 2027-12-10 2028-01-10"),
            ("первого мая, июня", "2027-05-01 2027-06-01"),
            ("5 июня, август свободен", "2027-06-05"),
            ("3 апреля и мартовские праздники", "2027-04-03"),
        ] {
            assert_eq!(days(text).join(" "), wanted, "{text}");
        }
    }

    #[test]
    fn days_of_the_month_share_their_word() {
        let read = |text: &str| {
            let found = mentions(text, "2026-11-27").into_iter();
            let day = |kind| if let MentionKind::DayOfMonth { day } = kind { Some(day) } else { None };
            found.filter_map(|m| day(m.kind)).collect::<Vec<u8>>()
        };
        for (text, want) in [
            ("зарплата 10 и 25 числа", vec![10, 25]),
            ("платим 5, 15 и 25 числа", vec![5, 15, 25]),
            ("5-го и 20-го числа каждого месяца", vec![5, 20]),
            ("квартира 12 и 25 числа платит", vec![12, 25]),
            ("цена 100 и 25 числа платит", vec![25]),
            ("до 10 числа", vec![10]),
            ("оплата каждое двадцать восьмое, храним полгода", vec![28]),
            ("отчитывается каждого тридцатого", vec![30]),
            ("каждое второе занятие бесплатно", vec![]),
        ] {
            assert_eq!(read(text), want, "{text}");
        }
    }

    #[test]
    fn sums_in_a_row_are_no_days() {
        for text in ["метры 10.10, 11.12", "цены 12.10; 13.12"] {
            assert!(days(text).is_empty(), "{text}: {:?}", days(text));
        }
    }
}
