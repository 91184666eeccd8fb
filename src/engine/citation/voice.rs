//! The sentence of the answer around a quotation: what it adds to the quoted words, and whether it turns them.

use crate::engine::citation::borders::Lost;
use crate::engine::citation::grammar::{Class, Party, korean, shared};
use crate::engine::citation::stems::Stems;
use crate::engine::citation::structure::Text;
use std::ops::Range;

/// Korean words behind a quotation that still speak of it.
const KOREAN: usize = 5;

/// The words before and after a quotation in its sentence, without citations.
#[derive(Debug, Clone)]
pub(crate) struct Voice {
    before: Text,
    after: Text,
}

impl Voice {
    pub(crate) fn new(before: &str, after: &str) -> Self {
        Self { before: Text::read(before, 0), after: Text::read(after, 0) }
    }

    /// Nobody speaks around the quotation.
    pub(crate) fn silent() -> Self {
        Self::new("", "")
    }

    /// The words before and after the quotation, as far as its clause goes; through a colon only where that is asked.
    fn near(&self, colons: bool) -> (Vec<usize>, Vec<usize>) {
        let stop = |text: &Text, at: usize| matches!(text.tokens[at].text.as_str(), "," | ";" | ":" | "." | "-" | "–");
        let mut before = Vec::new();
        for at in (0..self.before.tokens.len()).rev() {
            if !stop(&self.before, at) {
                before.push(at);
                continue;
            }
            // «неверно, что „…“» goes through its comma, «сказано: „…“» through its colon.
            let that = self.before.is(at + 1, Class::That);
            let last = self.before.tokens[at].text == ":" && at + 1 == self.before.tokens.len();
            if !(that || last && colons) {
                break;
            }
        }
        before.reverse();
        // «„…“ — не так» speaks of the quotation, «„…“, то есть …» goes on.
        let signs = |text: &str| matches!(text, "-" | "–" | ")" | "(" | "]" | "[");
        let lead = self.after.tokens.iter().take_while(|token| signs(&token.text)).count();
        let asian = self.after.tokens.iter().any(|token| korean(&token.text));
        let most = if asian { KOREAN } else { usize::MAX };
        let goes = |at: usize| asian && shared().ends(&self.after.tokens[at].text);
        let after =
            (lead..self.after.tokens.len()).take(most).take_while(|&at| !stop(&self.after, at) && !goes(at)).collect();
        (before, after)
    }

    /// Whether an operator of this class stands in the words around.
    pub(crate) fn says(&self, class: Class) -> bool {
        // Behind a colon the quotation speaks for itself: what stands before it takes nothing back.
        let (before, after) = self.near(false);
        before.iter().any(|&at| self.before.is(at, class)) || after.iter().any(|&at| self.after.is(at, class))
    }

    /// Whether the words around repeat at least half of a stretch of the source.
    pub(crate) fn repeats(&self, source: &Text, range: &Range<usize>) -> bool {
        let wanted = Stems::of(source, range.clone());
        let own: Vec<String> = [&self.before, &self.after]
            .into_iter()
            .flat_map(|text| Stems::of(text, 0..text.tokens.len()).words)
            .map(|(stem, _)| stem)
            .collect();
        let found = wanted.words.iter().filter(|(stem, _)| own.contains(stem)).count();
        !wanted.words.is_empty() && found * 2 >= wanted.words.len()
    }

    /// The word directly before the quotation is a subject, and not the one that the source has.
    pub(crate) fn other_subject(&self, source: &Text, omitted: &[usize]) -> bool {
        let Some(last) = self.before.tokens.len().checked_sub(1) else { return false };
        let (Some(token), false) = (self.before.word(last), omitted.is_empty()) else { return false };
        if token.text.chars().count() < 3 || shared().adjective(&token.text) || self.before.is(last, Class::That) {
            return false;
        }
        let own = Stems::of(&self.before, last..last + 1);
        let theirs: Vec<String> =
            omitted.iter().flat_map(|&at| Stems::of(source, at..at + 1).words).map(|(stem, _)| stem).collect();
        let verb = self.before.predicate(last) || shared().participle(&token.text);
        !verb && !own.words.is_empty() && own.words.iter().all(|(stem, _)| !theirs.contains(stem))
    }

    /// The sentence denies what it quotes: «неверно, что „…“», «„…“ — это не так», „…“라는 것은 사실이 아니다.
    pub(crate) fn denies(&self, states: bool) -> Option<Lost> {
        let grammar = shared();
        let (before, after) = self.near(true);
        let negated =
            |text: &Text, at: usize| at > 0 && text.is(at - 1, Class::Negation) && text.tokens[at].text.len() > 2;
        let false_before = before
            .iter()
            .any(|&at| grammar.begins(&self.before.tokens, at, Class::Falsity) && !negated(&self.before, at));
        let false_after =
            after.iter().any(|&at| grammar.begins(&self.after.tokens, at, Class::Falsity) && !negated(&self.after, at));
        if false_before || false_after {
            return Some(Lost::Negation);
        }
        if !states {
            return None;
        }
        // «Закон этого не допускает: „…“» explains itself; only what governs the quotation turns it.
        let (before, after) = self.near(false);
        let against = [Class::Negation, Class::Ban];
        let count = |text: &Text, near: &[usize]| -> usize {
            near.iter().filter(|&&at| against.iter().any(|class| text.is(at, *class))).count()
        };
        // Two of them cancel each other: «нельзя не …».
        let turns = count(&self.before, &before) % 2 == 1 || count(&self.after, &after) % 2 == 1;
        turns.then_some(Lost::Negation)
    }

    /// The words before name the other party of a pair as the one who acts.
    pub(crate) fn other_party(&self, source: &Text, omitted: &[usize]) -> bool {
        let subjects = |text: &Text, at: usize| -> Vec<Party> {
            let own = text.word(at).map(|token| shared().parties(&token.text)).unwrap_or_default();
            own.into_iter().filter(|party| party.subject).collect()
        };
        let theirs: Vec<Party> = omitted.iter().flat_map(|&at| subjects(source, at)).collect();
        let own: Vec<Party> = self.near(false).0.into_iter().flat_map(|at| subjects(&self.before, at)).collect();
        let other = |a: &Party, b: &Party| a.pair == b.pair && a.first != b.first;
        own.iter().any(|a| theirs.iter().any(|b| other(a, b)) && !theirs.contains(a))
    }
}
