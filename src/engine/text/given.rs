//! Given names in every case: the anchor by which a person is recognised.

use crate::engine::text::token::fold;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The six cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// Кто.
    Nominative,
    /// Кого (нет).
    Genitive,
    /// Кому.
    Dative,
    /// Кого (вижу).
    Accusative,
    /// Кем.
    Instrumental,
    /// О ком.
    Prepositional,
}

/// What a form of a given name may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given {
    /// The name in the nominative.
    pub(crate) name: &'static str,
    /// Whether a woman bears it.
    pub(crate) female: bool,
    /// The case of the form.
    pub(crate) case: Case,
}

/// The names (`knowledge/dialogue/given.toml`).
#[derive(Debug, Default, Deserialize)]
struct Names {
    men: Vec<String>,
    women: Vec<String>,
}

static NAMES: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/given.toml")).unwrap_or_default());

static FORMS: LazyLock<HashMap<String, Vec<Given>>> = LazyLock::new(|| {
    let mut map: HashMap<String, Vec<Given>> = HashMap::new();
    for (names, female) in [(&NAMES.men, false), (&NAMES.women, true)] {
        for name in names {
            for (form, case) in forms(name, female) {
                map.entry(fold(&form)).or_default().push(Given { name, female, case });
            }
        }
    }
    map
});

/// Every reading of a folded word as a given name, the nominative first.
pub(crate) fn given(low: &str) -> &'static [Given] {
    FORMS.get(low).map_or(&[], Vec::as_slice)
}

/// The cases of a name by its ending.
fn forms(name: &str, female: bool) -> Vec<(String, Case)> {
    use Case::{Accusative, Dative, Genitive, Instrumental, Nominative, Prepositional};
    let cut = |n: usize| name.chars().take(name.chars().count() - n).collect::<String>();
    let (stem, [gen_, dat, acc, ins, pre]) = match name {
        "Павел" => ("Павл".to_owned(), ["а", "у", "а", "ом", "е"]),
        "Лев" => ("Льв".to_owned(), ["а", "у", "а", "ом", "е"]),
        "Пётр" => ("Петр".to_owned(), ["а", "у", "а", "ом", "е"]),
        "Любовь" => ("Любов".to_owned(), ["и", "и", "ь", "ью", "и"]),
        _ if name.ends_with("ия") => (cut(1), ["и", "и", "ю", "ей", "и"]),
        _ if name.ends_with('я') => (cut(1), ["и", "е", "ю", "ей", "е"]),
        // «Асель» is declined, «Эстер» and «Гиви» are not.
        _ if female && name.ends_with('ь') => (cut(1), ["и", "и", "ь", "ью", "и"]),
        _ if female && !name.ends_with(['а', 'я']) || name.ends_with(['о', 'е', 'и', 'у', 'э', 'ы']) => {
            return vec![(name.to_owned(), Nominative)];
        }
        _ if ["жа", "ша", "ча"].iter().any(|end| name.ends_with(end)) => (cut(1), ["и", "е", "у", "ей", "е"]),
        _ if ["га", "ка", "ха"].iter().any(|end| name.ends_with(end)) => (cut(1), ["и", "е", "у", "ой", "е"]),
        _ if name.ends_with('а') => (cut(1), ["ы", "е", "у", "ой", "е"]),
        _ if name.ends_with("ий") => (cut(1), ["я", "ю", "я", "ем", "и"]),
        _ if name.ends_with('й') || name.ends_with('ь') => (cut(1), ["я", "ю", "я", "ем", "е"]),
        _ => (name.to_owned(), ["а", "у", "а", "ом", "е"]),
    };
    let mut out = vec![(name.to_owned(), Nominative)];
    let cases = [(gen_, Genitive), (dat, Dative), (acc, Accusative), (ins, Instrumental), (pre, Prepositional)];
    out.extend(cases.map(|(ending, case)| (format!("{stem}{ending}"), case)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oblique_forms() {
        for (form, name) in [
            ("ивану", "Иван"),
            ("петром", "Пётр"),
            ("павла", "Павел"),
            ("льву", "Лев"),
            ("дмитрием", "Дмитрий"),
            ("никитой", "Никита"),
            ("ильей", "Илья"),
            ("марией", "Мария"),
            ("любовью", "Любовь"),
            ("ольги", "Ольга"),
            ("игорем", "Игорь"),
            ("асели", "Асель"),
            ("луки", "Лука"),
        ] {
            assert!(given(form).iter().any(|g| g.name == name), "{form}");
        }
        assert!(!NAMES.men.is_empty() && !NAMES.women.is_empty(), "the data does not parse");
        assert!(given("стол").is_empty());
        assert_eq!(given("александра").len(), 3);
        assert!(given("нелли").len() == 1 && given("неллие").is_empty());
    }
}
