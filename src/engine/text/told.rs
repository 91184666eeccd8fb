//! Days of what has happened already: «задаток отдала 21 ноября» is the last such day, not the next one.

use crate::engine::text::token::fold;
use jiff::civil::Date;
use regex::Regex;
use std::sync::LazyLock;

/// Past forms of giving, taking and signing, on folded text.
static DONE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:отда|переда|получи|внес|переве|заплати|уплати|оплати|купи|да|взя|подписа|выда|приня|сня|заключи)(?:л|ла|ли|ло)\b|\bвнес\b",
    )
    .ok()
});
/// Words right before a day that make it a deadline.
const UNTIL: &[&str] = &["до", "к", "после", "позднее", "позже", "с", "на"];
/// Bytes on either side of a day in which the verb stands.
const BEFORE: usize = 90;
const BEHIND: usize = 40;

/// Whether the words around a day say that it has passed.
pub(super) fn has_happened(text: &str, start: usize, end: usize) -> bool {
    let (mut from, mut to) = (start.saturating_sub(BEFORE), (end + BEHIND).min(text.len()));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let ends = ['.', ';', '!', '?', '\n', ','];
    let before = text.get(from..start).unwrap_or_default().rsplit(ends).next().map(fold).unwrap_or_default();
    let behind = text.get(end..to).unwrap_or_default().split(ends).next().map(fold).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    if UNTIL.contains(&last) || before.split_whitespace().any(|word| word == "если") {
        return false;
    }
    let done = |piece: &str| DONE.as_ref().is_some_and(|regex| regex.is_match(piece));
    done(&before) || done(&behind)
}

/// The same day of the last year, where it has not come yet in this one.
pub(super) fn last(day: Date, today: Date) -> Date {
    if day <= today {
        return day;
    }
    Date::new(day.year() - 1, day.month(), day.day()).ok().filter(|last| *last <= today).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_has_a_day_that_passed() {
        let of = |text: &str| {
            let at = text.find("21").unwrap();
            has_happened(text, at, at + "21 ноября".len())
        };
        for text in ["Задаток она мне отдала 21 ноября", "получил 21 ноября", "21 ноября уже внесла"]
        {
            assert!(of(text), "{text}");
        }
        for text in
            ["если не отдал 21 ноября", "обещала отдать 21 ноября", "отдал, а остаток до 21 ноября", "дата 21 ноября"]
        {
            assert!(!of(text), "{text}");
        }
    }
}
