//! Addresses and case numbers in a question.

use regex::Regex;
use std::sync::LazyLock;

static CASE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b\d{1,4}/\d{1,6}/\d{2,4}(?:-[а-яіїєa-z])?").ok());

/// Places in a text that read like addresses, as byte spans.
#[must_use]
pub fn found(text: &str) -> Vec<(usize, usize)> {
    static PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?xi)
            \b(?:ст\.?\s?ст\.?|ст\.|стат[а-яії]+|п\.|пп\.|ч\.|част[а-яі]+|пункт[а-яі]*|табл\.|таблиц[а-яія]|гл\.|глав[а-яі]|прил[а-я.]*)\s*\d[\d.\-]*
            (?:\s*(?:,|и|і|та)?\s*(?:ст\.|стат[а-яії]+|п\.|пп\.|ч\.|част[а-яі]+|пункт[а-яі]*)\s*\d[\d.\-]*)*
            (?:\s+(?:ГК|ТК|УК|ЖК|СК|НК|АПК|ГПК|КАС|ЦПК|КПК|ЦК|КоАП|СП|СНиП|ГОСТ|ФЗ)(?:\s+(?:РФ|Украины|України|\d[\d.\-]*))?)?
            |\b(?:СП|СНиП|ГОСТ)\s+[\dIVX][\d.\-]*(?:\s+п\.?\s*\d[\d.]*)?
            |\b\d+-ФЗ\b",
        )
        .ok()
    });
    PLACE.iter().flat_map(|place| place.find_iter(text)).map(|m| (m.start(), m.end())).collect()
}

/// Addresses of a text in canonical form, each once, in order.
#[must_use]
pub fn canonical(text: &str, _jurisdiction: Option<&str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (start, end) in found(text) {
        let words = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        if !out.contains(&words) {
            out.push(words);
        }
    }
    out
}

/// Numbers of court cases.
#[must_use]
pub fn cases(text: &str) -> Vec<String> {
    CASE.iter().flat_map(|case| case.find_iter(text)).map(|m| m.as_str().to_lowercase()).collect()
}

/// Whether a text reads as an address as a whole.
#[must_use]
pub fn readable(text: &str) -> bool {
    !found(text).is_empty()
}
