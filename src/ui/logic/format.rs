//! Dates, numbers and plurals as text. No clock and no locale: both sides must print the same.

use crate::model::session::VersionRow;

/// A title as it goes into the page: the framework writes it without escaping.
#[must_use]
pub fn title(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// RFC 3339 in UTC → `21.11.2026, 21:55 UTC`; anything else is returned as it is.
#[must_use]
pub fn date_time(rfc3339: &str) -> String {
    let part = |from: usize, to: usize| rfc3339.get(from..to).filter(|s| s.bytes().all(|b| b.is_ascii_digit()));
    match (part(0, 4), part(5, 7), part(8, 10), part(11, 13), part(14, 16)) {
        (Some(year), Some(month), Some(day), Some(hour), Some(minute)) if rfc3339.ends_with('Z') => {
            format!("{day}.{month}.{year}, {hour}:{minute} UTC")
        }
        _ => rfc3339.to_owned(),
    }
}

/// `2026-11-21` → `21.11.2026`; anything else is returned as it is.
#[must_use]
pub fn day(date: &str) -> String {
    let part = |from: usize, to: usize| date.get(from..to).filter(|s| s.bytes().all(|b| b.is_ascii_digit()));
    match (part(0, 4), part(5, 7), part(8, 10)) {
        (Some(year), Some(month), Some(day)) if date.len() == 10 => format!("{day}.{month}.{year}"),
        _ => date.to_owned(),
    }
}

/// RFC 3339 → the time of day, `21:55`.
#[must_use]
pub fn time_of_day(rfc3339: &str) -> String {
    rfc3339.get(11..16).unwrap_or(rfc3339).to_owned()
}

/// Milliseconds for people: `340 мс`, `1,2 с`.
#[must_use]
pub fn duration(millis: u64, ms: &str, s: &str, comma: char) -> String {
    if millis < 1000 {
        return format!("{millis} {ms}");
    }
    let tenths = millis.saturating_add(50) / 100;
    format!("{}{comma}{} {s}", tenths / 10, tenths % 10)
}

/// Cost in US dollars with four decimals; `None` when the performer reported none.
#[must_use]
pub fn cost(usd: Option<f64>) -> Option<String> {
    // In whole numbers: the program that prints fractions would weigh more than this page's other words.
    usd.map(|usd| (usd.max(0.0) * 10_000.0 + 0.5) as u64).map(|n| format!("${}.{:04}", n / 10_000, n % 10_000))
}

/// `30000.00` → `30 000`, `1234.50` → `1 234,50`: a sum as people type it; anything else is returned as it is.
#[must_use]
pub fn sum(amount: &str) -> String {
    let (whole, cents) = amount.split_once('.').unwrap_or((amount, ""));
    if whole.is_empty() || !whole.bytes().chain(cents.bytes()).all(|b| b.is_ascii_digit()) {
        return amount.to_owned();
    }
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push(' ');
        }
        out.push(digit);
    }
    if cents.bytes().any(|b| b != b'0') {
        out.push(',');
        out.push_str(cents);
    }
    out
}

/// A label and the remark in brackets at its end: `Как обычно (ст. 616; в пользу: арендатор)`.
#[must_use]
pub fn remark(label: &str) -> (&str, Option<&str>) {
    match label.find(" (") {
        Some(at) if label.ends_with(')') => (&label[..at], Some(&label[at + 1..])),
        _ => (label, None),
    }
}

/// The two sides of a contradiction: «Было: … . Теперь: …» as two sentences.
#[must_use]
pub fn sides(text: &str) -> Option<(&str, &str)> {
    let at = text.find(". Теперь: ")?;
    text.starts_with("Было: ").then(|| (&text[..=at], &text[at + 2..]))
}

/// A Russian plural: 1 → `one`, 2–4 → `few`, else `many`.
#[must_use]
pub fn plural<'a>(n: usize, one: &'a str, few: &'a str, many: &'a str) -> &'a str {
    match (n % 10, n % 100) {
        (_, 11..=14) => many,
        (1, _) => one,
        (2..=4, _) => few,
        _ => many,
    }
}

/// The version before the last words or edit of a person: what came of them is the difference to the latest.
#[must_use]
pub fn before_last_words(versions: &[VersionRow]) -> u32 {
    let last = versions.iter().rfind(|row| row.cause == "message" || row.cause == "edit");
    last.map_or(0, |row| row.version.saturating_sub(1))
}

/// Puts values in the place of `{name}`; a value is never expanded again.
#[must_use]
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let known = after
            .find('}')
            .and_then(|end| values.iter().find(|(name, _)| *name == &after[..end]).map(|(_, value)| (end, value)));
        if let Some((end, value)) = known {
            out.push_str(value);
            rest = &after[end + 1..];
        } else {
            out.push('{');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{cost, date_time, duration, fill, plural, remark, sides, sum, time_of_day};

    #[test]
    fn dates() {
        assert_eq!(date_time("2026-11-21T21:55:03Z"), "21.11.2026, 21:55 UTC");
        assert_eq!(date_time("2026-11-21T21:55:03.123456Z"), "21.11.2026, 21:55 UTC");
        assert_eq!(date_time("вчера вечером после обеда"), "вчера вечером после обеда");
        assert_eq!(time_of_day("2026-11-21T21:55:03Z"), "21:55");
        assert_eq!(time_of_day(""), "");
    }

    #[test]
    fn durations_and_cost() {
        assert_eq!(duration(340, "мс", "с", ','), "340 мс");
        assert_eq!(duration(1249, "мс", "с", ','), "1,2 с");
        assert_eq!(duration(1950, "ms", "s", '.'), "2.0 s");
        assert_eq!(cost(Some(0.00123)).as_deref(), Some("$0.0012"));
        assert_eq!(cost(None), None);
    }

    #[test]
    fn sums_as_people_type_them() {
        for (amount, want) in [
            ("30000.00", "30 000"),
            ("1234567.50", "1 234 567,50"),
            ("900", "900"),
            ("-5.00", "-5.00"),
            ("", ""),
            ("тысяча", "тысяча"),
        ] {
            assert_eq!(sum(amount), want);
        }
    }

    #[test]
    fn remarks_and_sides() {
        assert_eq!(remark("Как обычно (ст. 1; в пользу: Агент)"), ("Как обычно", Some("(ст. 1; в пользу: Агент)")));
        assert_eq!(remark("Карта"), ("Карта", None));
        assert_eq!(remark("(x) да"), ("(x) да", None));
        let text = "Было: 30 ₽ («30»). Теперь: 35 ₽ («35»).";
        assert_eq!(sides(text), Some(("Было: 30 ₽ («30»).", "Теперь: 35 ₽ («35»).")));
        assert_eq!(sides("Не указано: VIN"), None);
    }

    #[test]
    fn plurals() {
        let word = |n| plural(n, "версия", "версии", "версий");
        assert_eq!(
            [1, 2, 5, 11, 14, 21, 24, 111].map(word),
            ["версия", "версии", "версий", "версий", "версий", "версия", "версии", "версий"]
        );
    }

    #[test]
    fn filling_is_one_pass() {
        assert_eq!(fill("{a} из {b}", &[("a", "{b}"), ("b", "7")]), "{b} из 7");
        assert_eq!(fill("{нет} {a", &[("a", "1")]), "{нет} {a");
    }
}
