//! «на 01.03.2021», «на дату 2021-03-01», «по состоянию на 1 марта 2021 года»: the day for which the norms are asked.

use regex::Regex;
use std::sync::LazyLock;

static DOTTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:на|от)\s+(?:дату\s+)?(\d{1,2})\.(\d{1,2})\.(\d{4})\b").ok());
static ISO: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bна\s+(?:дату\s+)?(\d{4})-(\d{2})-(\d{2})\b").ok());
static WORDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\bна\s+(?:дату\s+)?(\d{1,2})\s+(январ|феврал|март|апрел|ма|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]*\s+(\d{4})").ok()
});
const MONTHS: [&str; 12] =
    ["январ", "феврал", "март", "апрел", "ма", "июн", "июл", "август", "сентябр", "октябр", "ноябр", "декабр"];

/// `YYYY-MM-DD`, if the words name a day.
#[must_use]
pub fn of(text: &str) -> Option<String> {
    let number = |text: &str| text.parse::<u32>().ok();
    let found = |pattern: &LazyLock<Option<Regex>>| -> Option<[String; 3]> {
        let found = pattern.as_ref()?.captures(text)?;
        Some([found[1].to_owned(), found[2].to_owned(), found[3].to_owned()])
    };
    let (year, month, day) = if let Some([year, month, day]) = found(&ISO) {
        (number(&year)?, number(&month)?, number(&day)?)
    } else if let Some([day, month, year]) = found(&WORDS) {
        let low = month.to_lowercase();
        let month = MONTHS.iter().position(|known| *known == low)?;
        (number(&year)?, u32::try_from(month).ok()? + 1, number(&day)?)
    } else {
        // «от 30.12.2009 № 384-ФЗ» is the date of an act, not the day asked for.
        let pattern = DOTTED.as_ref()?;
        let found = pattern.captures_iter(text).find(|found| found[0].to_lowercase().starts_with("на"))?;
        (number(&found[3])?, number(&found[2])?, number(&found[1])?)
    };
    let day = format!("{year:04}-{month:02}-{day:02}");
    day.parse::<jiff::civil::Date>().is_ok().then_some(day)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn days_are_read() {
        assert_eq!(of("толщина слоя на 01.03.2021").as_deref(), Some("2021-03-01"));
        assert_eq!(of("на дату 2021-03-01?").as_deref(), Some("2021-03-01"));
        assert_eq!(of("По состоянию на 1 марта 2021 года").as_deref(), Some("2021-03-01"));
        assert_eq!(of("закон от 30.12.2009 № 384-ФЗ"), None);
        assert_eq!(of("на 31.02.2021"), None);
        assert_eq!(of("слой на открытом воздухе"), None);
    }
}
