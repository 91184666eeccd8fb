//! Word lists with Russian endings: one entry is a phrase, every word of it may be inflected.
//!
//! A pattern word is written `stem|class`: `вест|а`, `логан|`, `казан|ь`; without a bar the word never changes.

use crate::engine::text::token::{Token, fold};
use std::collections::HashMap;

/// Phrases that can be found among tokens.
pub(crate) struct Lexicon {
    /// Forms of every word of every phrase; marks such as `-` are words of their own.
    entries: Vec<Vec<Vec<String>>>,
    /// Forms of first words → entries.
    first: HashMap<String, Vec<usize>>,
}

/// Endings of a declension class.
fn endings(class: &str) -> &'static [&'static str] {
    match class {
        "" => &["", "а", "у", "ом", "ем", "е"],
        "а" => &["а", "ы", "и", "е", "у", "ой", "ей", "ою"],
        "я" => &["я", "и", "е", "ю", "ей", "ью"],
        "ь" => &["ь", "я", "ю", "ем", "е", "и", "ью"],
        "й" => &["й", "я", "ю", "ем", "е"],
        "о" => &["о", "а", "у", "ом", "е"],
        "е" => &["е", "я", "ю", "ем"],
        "ие" => &["ие", "ия", "ию", "ием", "ии"],
        "ы" => &["ы", "", "ов", "ам", "ами", "ах"],
        "и" => &["и", "", "ов", "ам", "ами", "ах"],
        "ый" => &["ый", "ого", "ому", "ым", "ом", "ые", "ых", "ыми"],
        "ий" => &["ий", "его", "ему", "им", "ем", "ого", "ому", "ом", "ие", "их", "ими"],
        "ой" => &["ой", "ого", "ому", "им", "ым", "ом"],
        "ое" => &["ое", "ого", "ому", "ым", "им", "ом", "ые", "ых", "ым", "ие", "их", "ими"],
        "ая" => &["ая", "ой", "ую", "ою"],
        "ые" => &["ые", "ых", "ым", "ыми"],
        _ => &[""],
    }
}

/// All forms of a pattern word.
fn forms(word: &str) -> Vec<String> {
    match word.split_once('|') {
        Some((stem, class)) => endings(class).iter().map(|ending| fold(&format!("{stem}{ending}"))).collect(),
        None => vec![fold(word)],
    }
}

/// Cuts a pattern into words and hyphens.
fn cut(pattern: &str) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for chunk in pattern.split_whitespace() {
        for (i, part) in chunk.split('-').enumerate() {
            if i > 0 {
                out.push(vec!["-".to_owned()]);
            }
            // Letters and digits are separate tokens in a text, so they are here.
            let mut piece = String::new();
            for c in part.chars() {
                let turn = piece
                    .chars()
                    .next_back()
                    .is_some_and(|last| last.is_ascii_digit() != c.is_ascii_digit() && last != '|' && c != '|');
                if turn {
                    out.push(forms(&piece));
                    piece.clear();
                }
                piece.push(c);
            }
            if !piece.is_empty() {
                out.push(forms(&piece));
            }
        }
    }
    out
}

impl Lexicon {
    /// Builds a lexicon; the index of a pattern is its entry.
    pub(crate) fn new<'a>(patterns: impl Iterator<Item = &'a str>) -> Self {
        let entries: Vec<Vec<Vec<String>>> = patterns.map(cut).collect();
        let mut first: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            for form in entry.first().into_iter().flatten() {
                let list = first.entry(form.clone()).or_default();
                if list.last() != Some(&index) {
                    list.push(index);
                }
            }
        }
        Self { entries, first }
    }

    /// The longest phrase that starts at token `i`: its entry and the token after it. Earlier entries win ties.
    pub(crate) fn find(&self, tokens: &[Token], i: usize) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for &index in self.first.get(&tokens.get(i)?.low)? {
            let entry = &self.entries[index];
            let fits = entry.iter().enumerate().all(|(k, forms)| {
                tokens.get(i + k).is_some_and(|t| forms.contains(&t.low) && (k == 0 || (t.gap <= 2 && !t.line)))
            });
            if fits && best.is_none_or(|(_, next)| i + entry.len() > next) {
                best = Some((index, i + entry.len()));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::token::tokens;

    #[test]
    fn inflected_phrases() {
        let lexicon = Lexicon::new(["нижн|ий новгород|", "санкт-петербург|", "х5", "москв|а"].into_iter());
        let find = |text: &str| lexicon.find(&tokens(text), 0);
        assert_eq!(find("Нижнем Новгороде"), Some((0, 2)));
        assert_eq!(find("Санкт-Петербурге"), Some((1, 3)));
        assert_eq!(find("Х5"), Some((2, 2)));
        assert_eq!(find("Москвой"), Some((3, 1)));
        assert_eq!(find("Москвич"), None);
        assert_eq!(find(""), None);
    }
}
