//! «ГК РФ ст. 395 (ред. от 08.03.2015)»: the edition that an answer names beside a place.

use crate::engine::text::full_dates::full_dates;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static EDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\(?\s*(?:\b(?:в|у)\s+)?\b(?:ред\.|редакц(?:ии|ия|ія|ії))[^()«»\d;\n]{0,80}?\s(?:от|від)\s+").ok()
});
/// Most letters between the words and the end of the day.
const DAY: usize = 24;

/// The notes about editions in a text: where they stand and the day (`YYYY-MM-DD`) that they name.
pub(super) fn editions(text: &str) -> Vec<(Range<usize>, String)> {
    let Some(rule) = EDITION.as_ref() else { return Vec::new() };
    rule.find_iter(text)
        .filter_map(|found| {
            let rest = &text[found.end()..];
            let until = rest.char_indices().nth(DAY).map_or(rest.len(), |(at, _)| at);
            let (range, day) = full_dates(&rest[..until]).into_iter().next().filter(|(range, _)| range.start <= 2)?;
            Some((found.start()..found.end() + range.end, day.to_string()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_is_named_by_its_day() {
        for (text, day) in [
            ("ст. 395 ГК РФ (ред. от 08.03.2015) говорит", Some("2015-03-08")),
            ("ст. 395 ГК РФ в редакции от 8 марта 2015 г.", Some("2015-03-08")),
            ("ст. 395 ГК РФ (в ред. Федерального закона от 08.03.2015 № 42-ФЗ)", Some("2015-03-08")),
            ("ст. 625 ЦК України в редакції від 1 вересня 2024 року", Some("2024-09-01")),
            ("редакция договора понятна, срок до 08.03.2015", None),
            ("договор от 08.03.2015", None),
        ] {
            let found = editions(text);
            assert_eq!(found.first().map(|(_, day)| day.as_str()), day, "{text}");
        }
        let (range, _) = &editions("ст. 1 (ред. от 08.03.2015)")[0];
        assert!(range.start >= "ст. 1".len() && range.end == "ст. 1 (ред. от 08.03.2015".len());
    }
}
