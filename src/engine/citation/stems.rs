//! Words of content by their stems, so that forms of one word meet.

use crate::engine::citation::grammar::{korean, shared};
use crate::engine::citation::structure::Text;
use crate::engine::search::words::{Language, is_stop, stems};
use std::ops::Range;

/// Stems of a stretch with their tokens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stems {
    pub(crate) words: Vec<(String, usize)>,
}

impl Stems {
    /// The words of content: no operators, no small words, no numbers of items.
    pub(crate) fn of(text: &Text, range: Range<usize>) -> Self {
        let operators: Vec<Range<usize>> = text.within(&range).map(|mark| mark.at..mark.at + mark.len).collect();
        let words = range
            .filter(|at| !operators.iter().any(|own| own.contains(at)))
            .filter_map(|at| text.word(at).map(|token| (at, token.text.as_str())))
            .filter(|(_, word)| content(word))
            .map(|(at, word)| (stem(word), at))
            .collect();
        Self { words }
    }

    /// The same with the operators that are words of content too: a Korean verb carries its connective, «퇴직하면».
    pub(crate) fn every(text: &Text, range: Range<usize>) -> Self {
        let mut out = Self::of(text, range.clone());
        let marks = text.within(&range).flat_map(|mark| mark.at..mark.at + mark.len).filter(|at| range.contains(at));
        let verbs = marks.filter_map(|at| text.word(at).map(|token| (at, token.text.as_str())));
        for (at, word) in verbs.filter(|(_, word)| korean(word)) {
            let root = root(word);
            let own = root != word && root.chars().count() > 1 && !shared().hollow(&root);
            if own && !out.words.iter().any(|(_, other)| *other == at) {
                out.words.push((root, at));
            }
        }
        out.words.sort_by_key(|(_, at)| *at);
        out
    }

    pub(crate) fn has(&self, stem: &str) -> bool {
        self.words.iter().any(|(own, _)| own == stem)
    }

    /// How much of this stands in the other, from 0 to 1.
    pub(crate) fn within(&self, other: &Self) -> f64 {
        let found = self.words.iter().filter(|(stem, _)| other.has(stem)).count();
        share(found, self.words.len())
    }
}

pub(crate) fn share(part: usize, all: usize) -> f64 {
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    if all == 0 { 0.0 } else { count(part) / count(all) }
}

fn content(word: &str) -> bool {
    let letters = word.chars().count();
    if korean(word) {
        return letters > 1
            && !matches!(word, "있다" | "한다" | "한다." | "것은" | "것이다" | "그" | "또는" | "관한" | "의한");
    }
    letters > 2 && word.chars().all(|ch| ch.is_alphabetic() || ch == '\'') && !is_stop(word) && !small(word)
}

/// Small English words.
fn small(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "and"
            | "for"
            | "its"
            | "his"
            | "her"
            | "their"
            | "with"
            | "from"
            | "this"
            | "such"
            | "any"
            | "are"
            | "was"
            | "has"
            | "have"
            | "been"
            | "being"
    )
}

/// The stem of a folded word. Words that two languages share are cut by both in the same way.
pub(crate) fn stem(word: &str) -> String {
    if korean(word) {
        return root(word);
    }
    if word.is_ascii() {
        let cut = ["ies", "ing", "ed", "es", "s"].iter().find_map(|end| word.strip_suffix(end));
        return cut.filter(|rest| rest.len() >= 3).unwrap_or(word).trim_end_matches('e').to_owned();
    }
    let language = if word.contains(['і', 'ї', 'є', 'ґ', '\'']) { Language::Ukrainian } else { Language::Russian };
    let parties = shared().parties(word);
    if let Some(party) = parties.first() {
        return format!("party {} {}", party.pair, party.first);
    }
    stems(word, language).into_iter().next().unwrap_or_default()
}

/// A Korean word without its particle or its verb ending.
fn root(word: &str) -> String {
    const PARTICLES: &[&str] = &[
        "으로부터",
        "에게서",
        "으로써",
        "으로서",
        "에서는",
        "에게는",
        "으로",
        "에서",
        "에게",
        "까지",
        "부터",
        "이나",
        "에는",
        "에도",
        "은",
        "는",
        "이",
        "가",
        "을",
        "를",
        "에",
        "의",
        "와",
        "과",
        "도",
        "로",
        "만",
    ];
    let letters: Vec<char> = word.chars().collect();
    if let Some(at) = letters.iter().enumerate().skip(1).find_map(|(at, ch)| {
        matches!(ch, '하' | '한' | '할' | '함' | '되' | '된' | '될' | '됨' | '해' | '했').then_some(at)
    }) {
        // «달하는», «달하면»: of one letter before it the verb itself stays.
        let verb = if at == 1 && letters.len() > 2 { "하" } else { "" };
        if at > 1 || !verb.is_empty() {
            return letters[..at].iter().collect::<String>() + verb;
        }
    }
    let cut = PARTICLES.iter().find_map(|end| word.strip_suffix(end));
    cut.filter(|rest| rest.chars().count() >= 2).unwrap_or(word).to_owned()
}
