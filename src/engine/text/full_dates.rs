//! Days that a text names in full, however they are written: `01.09.2025`, «1 сентября 2025 г.», «1 вересня 2024 року»,
//! `2025-09-01`. What a date means to a conversation is read elsewhere (`dates`); here only calendar days count.

use jiff::civil::Date;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static FULL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)\b(?:(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})\b|[«"„“]?(?P<day>\d{1,2})[»"“”]?(?:\.(?P<number>\d{1,2})\.|\s+(?P<word>\p{L}{3,10})\s+)(?P<year>\d{4})\b)"#,
    )
    .ok()
});

/// Beginnings of the months' names, Russian and Ukrainian; a month stands at its number.
const MONTHS: [[&str; 2]; 12] = [
    ["январ", "січн"],
    ["феврал", "лют"],
    ["март", "берез"],
    ["апрел", "квіт"],
    ["мая", "трав"],
    ["июн", "черв"],
    ["июл", "лип"],
    ["август", "серп"],
    ["сентябр", "верес"],
    ["октябр", "жовт"],
    ["ноябр", "листопад"],
    ["декабр", "груд"],
];

/// The days of a text with their places, in order.
#[must_use]
pub fn full_dates(text: &str) -> Vec<(Range<usize>, Date)> {
    let Some(rule) = FULL.as_ref() else { return Vec::new() };
    let read = |found: regex::Captures<'_>| {
        let number = |name: &str| found.name(name).and_then(|part| part.as_str().parse::<i16>().ok());
        let (year, month, day) = match number("y") {
            Some(year) => (year, number("m")?, number("d")?),
            None => {
                let month = match found.name("word") {
                    Some(word) => month(word.as_str())?,
                    None => number("number")?,
                };
                (number("year")?, month, number("day")?)
            }
        };
        let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
        Some((found.get(0)?.range(), date))
    };
    rule.captures_iter(text).filter_map(read).collect()
}

fn month(word: &str) -> Option<i16> {
    let low = word.to_lowercase();
    let at = MONTHS.iter().position(|names| names.iter().any(|name| low.starts_with(name)))?;
    i16::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_a_day_is_written() {
        let days = |text: &str| full_dates(text).into_iter().map(|(_, day)| day.to_string()).collect::<Vec<_>>();
        for text in [
            "в редакции от 1 сентября 2025 г.",
            "ред. от 01.09.2025",
            "ред. от 1.9.2025",
            "Редакція від 1 вересня 2025 року",
            "в силе с 2025-09-01",
            "от «1» сентября 2025 года",
        ] {
            assert_eq!(days(text), ["2025-09-01"], "{text}");
        }
        assert_eq!(days("от 02.07.2013 N 185-ФЗ, от 25 мая 2023 г. N 653-ФЗ"), ["2013-07-02", "2023-05-25"]);
        // No such day, no year, a number of another kind.
        for text in ["31.02.2024", "1 сентября", "п. 10.3.2 СП 63", "12 месяцев 2024"] {
            assert_eq!(days(text), Vec::<String>::new(), "{text}");
        }
    }
}
