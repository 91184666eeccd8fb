//! Tables of endings: the first rule whose ending fits wins.

/// A rule: words with one of these endings lose `cut` letters and take one of five endings
/// (genitive, dative, accusative, instrumental, prepositional).
pub(crate) struct Rule {
    /// Endings, in lower case.
    pub(crate) ends: &'static [&'static str],
    /// How many letters go.
    pub(crate) cut: usize,
    /// What comes; `None` = the word never changes.
    pub(crate) forms: Option<[&'static str; 5]>,
}

/// A rule that changes.
pub(crate) const fn rule(ends: &'static [&'static str], cut: usize, forms: [&'static str; 5]) -> Rule {
    Rule { ends, cut, forms: Some(forms) }
}

/// A rule that keeps the word as it is.
pub(crate) const fn fixed(ends: &'static [&'static str]) -> Rule {
    Rule { ends, cut: 0, forms: None }
}

/// The word in the oblique case (0–4); as it is when no rule fits.
pub(crate) fn apply(word: &str, oblique: usize, tables: &[&[Rule]]) -> String {
    let low = word.to_lowercase();
    let rules = tables.iter().flat_map(|table| table.iter());
    match rules.into_iter().find(|rule| rule.ends.iter().any(|end| low.ends_with(end))) {
        Some(Rule { cut, forms: Some(forms), .. }) => {
            let keep = word.chars().count().saturating_sub(*cut);
            let stem: String = word.chars().take(keep).collect();
            format!("{stem}{}", forms[oblique])
        }
        _ => word.to_owned(),
    }
}

/// Masculine nouns and names by their last letter.
pub(crate) const MASCULINE: &[Rule] = &[
    rule(&["ий"], 1, ["я", "ю", "я", "ем", "и"]),
    rule(&["й", "ь"], 1, ["я", "ю", "я", "ем", "е"]),
    rule(&["ж", "ш", "ч", "щ", "ц"], 0, ["а", "у", "а", "ем", "е"]),
    rule(&["б", "в", "г", "д", "з", "к", "л", "м", "н", "п", "р", "с", "т", "ф", "х"], 0, ["а", "у", "а", "ом", "е"]),
];

/// Nouns and names in «-а», «-я».
pub(crate) const FIRST: &[Rule] = &[
    rule(&["ия"], 1, ["и", "и", "ю", "ей", "и"]),
    rule(&["я"], 1, ["и", "е", "ю", "ей", "е"]),
    rule(&["га", "ка", "ха"], 1, ["и", "е", "у", "ой", "е"]),
    rule(&["жа", "ша", "ча", "ща"], 1, ["и", "е", "у", "ей", "е"]),
    rule(&["ца"], 1, ["ы", "е", "у", "ей", "е"]),
    rule(&["а"], 1, ["ы", "е", "у", "ой", "е"]),
];

/// Masculine adjectives.
pub(crate) const ADJECTIVE_M: &[Rule] = &[
    rule(&["кий", "гий", "хий"], 2, ["ого", "ому", "ого", "им", "ом"]),
    rule(&["кой", "гой", "хой", "жой", "шой"], 2, ["ого", "ому", "ого", "им", "ом"]),
    rule(&["жий", "ший", "чий", "щий", "ний"], 2, ["его", "ему", "его", "им", "ем"]),
    rule(&["ый", "ой"], 2, ["ого", "ому", "ого", "ым", "ом"]),
];

/// Feminine adjectives.
pub(crate) const ADJECTIVE_F: &[Rule] = &[
    rule(&["яя"], 2, ["ей", "ей", "юю", "ей", "ей"]),
    rule(&["жая", "шая", "чая", "щая"], 2, ["ей", "ей", "ую", "ей", "ей"]),
    rule(&["ая"], 2, ["ой", "ой", "ую", "ой", "ой"]),
];
