//! Names of banks as they stand by themselves (`knowledge/dialogue/banks.toml`).

use crate::engine::text::case::capitalise;
use crate::engine::text::folded;
use serde::Deserialize;
use std::sync::LazyLock;

/// Words about banks.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Words that only label the name behind them.
    pub label: Vec<String>,
    /// The word for a bank in its cases.
    pub forms: Vec<String>,
    /// What stands before «банк» in the one word of a bank's name: «Сбербанк».
    pub joined: Vec<String>,
    /// Words of accounts.
    pub accounts: Vec<String>,
    /// Nouns for banks in the prepositional case.
    pub noun: Vec<Noun>,
}

/// «Отделении» is «отделение».
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noun {
    said: String,
    name: String,
    /// Whether its adjectives end in «ое».
    #[serde(default)]
    neuter: bool,
}

/// The words.
pub static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/banks.toml")).unwrap_or_default());

/// Whether a word of a name is that of a bank: «банк», «Сбербанк», «Промсвязьбанк»; «Фотобанк» is none.
#[must_use]
pub fn names(word: &str) -> bool {
    let low = folded(word);
    let joined = MARKS.forms.iter().find_map(|form| low.strip_suffix(form.as_str()));
    joined.is_some_and(|before| before.is_empty() || MARKS.joined.iter().any(|one| before.ends_with(one.as_str())))
}

/// Words of a name among which its noun stands.
const NEAR: usize = 3;

/// «В Башкирском отделении № 8598 ПАО Сбербанк», «в Банке ВТБ»: the name as it stands by itself.
#[must_use]
pub fn nominative(name: &str) -> String {
    let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
    let found = words.iter().take(NEAR).enumerate().find_map(|(at, word)| {
        let low = folded(word);
        MARKS.noun.iter().find(|noun| noun.said == low).map(|noun| (at, noun))
    });
    let Some((at, noun)) = found else { return name.to_owned() };
    let capital = words[at].starts_with(char::is_uppercase);
    words[at] = if capital { capitalise(&noun.name) } else { noun.name.clone() };
    for word in words.iter_mut().take(at) {
        let Some(stem) = word.strip_suffix("ом") else { continue };
        let ending = match noun.neuter {
            true => "ое",
            // After these letters Russian writes no «ы».
            false if stem.ends_with(['г', 'к', 'х']) => "ий",
            false => "ый",
        };
        *word = format!("{stem}{ending}");
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_of_a_bank_is_told_from_others() {
        for word in
            ["банк", "Банка", "Сбербанк", "сбербанке", "Газпромбанк", "ТБанк", "ПРОМСВЯЗЬБАНК", "Челябинвестбанк"]
        {
            assert!(names(word), "{word}");
        }
        for word in ["Фотобанк", "Видеобанк", "повербанк", "банкротство", "банкет", "сосна"]
        {
            assert!(!names(word), "{word}");
        }
    }

    #[test]
    fn the_words_read() {
        let read: Marks = toml::from_str(include_str!("../../../knowledge/dialogue/banks.toml")).unwrap();
        assert!(!read.label.is_empty() && !read.accounts.is_empty() && !read.noun.is_empty());
    }

    #[test]
    fn a_bank_is_named_in_the_nominative() {
        for (said, want) in [
            ("Башкирском отделении № 8598 ПАО Сбербанк, г. Уфа", "Башкирское отделение № 8598 ПАО Сбербанк, г. Уфа"),
            ("Центрально-Черноземном банке ПАО Сбербанк", "Центрально-Черноземный банк ПАО Сбербанк"),
            ("Банке ВТБ (ПАО), г. Москва", "Банк ВТБ (ПАО), г. Москва"),
            ("АО «ТБанк»", "АО «ТБанк»"),
        ] {
            assert_eq!(nominative(said), want);
        }
    }
}
