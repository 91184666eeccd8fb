//! The sentence of the answer around a quotation: what it adds to the quoted words, and whether it turns them.

use crate::engine::citation::borders::Lost;
use crate::engine::citation::grammar::{Class, Party, korean, shared};
use crate::engine::citation::stems::Stems;
use crate::engine::citation::structure::{Kind, Text};
use std::ops::Range;

/// Korean words behind a quotation that still speak of it.
const KOREAN: usize = 5;

/// The words before and after a quotation in its sentence, without citations.
#[derive(Debug, Clone)]
pub(crate) struct Voice {
    before: Text,
    after: Text,
    /// The sentence behind.
    next: Text,
    /// Words of content of all three.
    stems: [Stems; 3],
    /// The words around say that it holds whatever happens: «всегда», «даже если».
    pub(crate) always: bool,
}

impl Voice {
    pub(crate) fn new(before: &str, after: &str, next: &str) -> Self {
        let [before, after, next] = [before, after, next].map(|text| Text::read(text, 0));
        let stems = [&before, &after, &next].map(|text| Stems::every(text, 0..text.tokens.len()));
        let always = universal(&before) || universal(&after);
        Self { before, after, next, stems, always }
    }

    /// Nobody speaks around the quotation.
    pub(crate) fn silent() -> Self {
        Self::new("", "", "")
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

    /// Whether the words around say what a stretch of the source says: half of its words; or, as a condition of their
    /// own, its verb or one in three of its words. Neither may deny what the other states.
    pub(crate) fn repeats(&self, source: &Text, range: &Range<usize>) -> bool {
        let wanted = Stems::every(source, range.clone());
        if wanted.words.is_empty() || self.always {
            return false;
        }
        let heads = heads(source, range, &wanted);
        // An exception is told by saying that there is one, in whatever form.
        let excepts = source.within(range).any(|mark| mark.class == Class::Exception);
        [&self.before, &self.after, &self.next].into_iter().zip(&self.stems).any(|(text, own)| {
            let of = |stem: &str| wanted.words.iter().any(|(their, _)| one(their, stem));
            let found: Vec<usize> = own.words.iter().filter(|(stem, _)| of(stem)).map(|(_, at)| *at).collect();
            let (Some(first), Some(last)) = (found.iter().min(), found.iter().max()) else { return false };
            let shared = shared_words(&wanted, own);
            let verb = heads.iter().any(|head| own.words.iter().any(|(stem, _)| one(head, stem)));
            let sets =
                [Class::Condition, Class::Circumstance, Class::Exception].into_iter().any(|class| text.has(class));
            let enough = shared * 2 >= wanted.words.len() || (verb || shared * 3 >= wanted.words.len()) && sets;
            // Their own condition; else from the words before the first, which may deny it, to those behind the last,
            // which do in Korean.
            let conditional = |at: &&usize| matches!(text.kind(**at), Kind::Condition | Kind::Exception);
            let stretch = match found.iter().rfind(conditional).and_then(|at| text.segment(*at)) {
                Some(segment) => segment.range.clone(),
                None => first.saturating_sub(2)..(last + 3).min(text.tokens.len()),
            };
            let denied = |text: &Text, range: &Range<usize>| denials(text, range) % 2 == 1;
            let same = match (denied(source, range), denied(text, &stretch)) {
                // «если плата не внесена» is «при невнесении платы» too.
                (true, false) => stretch.clone().any(|at| text.begins(at, Class::Privative)),
                (stands, says) => stands == says,
            };
            enough && (same || excepts)
        })
    }

    /// The words around limit the quotation as the sentence of the source does that was left out behind it.
    pub(crate) fn goes_on(&self, source: &Text, range: &Range<usize>) -> bool {
        let wanted = Stems::every(source, range.clone());
        let says = |text: &Text, own: &Stems, opens: bool| {
            let shared = shared_words(&wanted, own);
            let limits = text.has(Class::Exception) || text.has(Class::Condition);
            opens && shared >= 1 || limits && (shared * 3 >= wanted.words.len() || shared >= 2)
        };
        let opens = |text: &Text| (0..text.tokens.len()).any(|at| text.begins(at, Class::Proviso));
        let [before, after, next] = &self.stems;
        says(&self.before, before, false)
            || says(&self.after, after, opens(&self.after))
            || says(&self.next, next, opens(&self.next))
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
        if verb || own.words.is_empty() {
            return false;
        }
        if own.words.iter().all(|(stem, _)| !theirs.contains(stem)) {
            return true;
        }
        // «Капитальный ремонт „производится …“» of «Текущий ремонт …»: another adjective is another thing.
        let adjective = |text: &Text, at: usize| {
            let fits = text.word(at).is_some_and(|token| shared().adjective(&token.text));
            let own = fits && !text.begins(at, Class::Pronoun) && !text.predicate(at);
            own.then(|| Stems::of(text, at..at + 1).words.into_iter().next()).flatten().map(|(stem, _)| stem)
        };
        let said = last.checked_sub(1).and_then(|at| adjective(&self.before, at));
        let same = |at: usize| Stems::of(source, at..at + 1).words.iter().any(|(stem, _)| own.has(stem));
        let noun = omitted.iter().copied().find(|&at| same(at));
        let stands = noun.and_then(|at| at.checked_sub(1)).and_then(|at| adjective(source, at));
        said.zip(stands).is_some_and(|(said, stands)| said != stands && !theirs.contains(&said))
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
        // A condition, an insertion or a relative clause denies its own words; what governs a Korean quotation stands
        // behind it.
        let governs = |text: &Text, at: usize| matches!(text.kind(at), Kind::Main | Kind::Beside { .. } | Kind::That);
        let asian = self.after.tokens.iter().chain(&self.before.tokens).any(|token| korean(&token.text));
        let before = if asian { Vec::new() } else { before };
        let count = |text: &Text, near: &[usize]| -> usize {
            let own = near.iter().filter(|&&at| governs(text, at));
            own.filter(|&&at| against.iter().any(|class| text.is(at, *class))).count()
        };
        // Two of them cancel each other: «нельзя не …».
        let turns = count(&self.before, &before) % 2 == 1 || count(&self.after, &after) % 2 == 1;
        turns.then_some(Lost::Negation)
    }

    /// The words before name the other party of a pair as the one who acts: as the subject of the clause, through a
    /// pronoun as that of the clause before, or, where a quotation without a subject follows a colon, at all.
    pub(crate) fn other_party(&self, source: &Text, omitted: &[usize]) -> bool {
        let named = |text: &Text, at: usize, any: bool| -> Vec<Party> {
            let own = text.word(at).map(|token| shared().parties(&token.text)).unwrap_or_default();
            own.into_iter().filter(|party| any || party.subject).collect()
        };
        let theirs: Vec<Party> = omitted.iter().flat_map(|&at| named(source, at, false)).collect();
        if theirs.is_empty() {
            return false;
        }
        let last = self.before.tokens.len().saturating_sub(1);
        let colon = self.before.tokens.last().is_some_and(|token| token.text == ":");
        let stands_for = self.before.begins(last, Class::Pronoun);
        let whole = || (0..self.before.tokens.len()).collect::<Vec<_>>();
        let near = if colon || stands_for { whole() } else { self.near(false).0 };
        let own: Vec<Party> = near.into_iter().flat_map(|at| named(&self.before, at, colon)).collect();
        let same = |a: &Party, b: &Party| a.pair == b.pair && a.first == b.first;
        let other = |a: &Party, b: &Party| a.pair == b.pair && a.first != b.first;
        own.iter().any(|a| theirs.iter().any(|b| other(a, b)) && !theirs.iter().any(|b| same(a, b)))
            && !(colon && own.iter().any(|a| theirs.iter().any(|b| same(a, b))))
    }
}

/// Whether a text says «always», and does not deny it.
pub(crate) fn universal(text: &Text) -> bool {
    let denied = |at: usize| at > 0 && (text.is(at - 1, Class::Negation) || text.is(at - 1, Class::Limit));
    (0..text.tokens.len()).any(|at| text.begins(at, Class::Universal) && !denied(at))
}

/// The same word; a Korean compound may be written apart, «차임연체액», «차임 연체액».
fn one(a: &str, b: &str) -> bool {
    a == b || korean(a) && korean(b) && (a.starts_with(b) || b.starts_with(a) || a.ends_with(b) || b.ends_with(a))
}

/// Words of a stretch that the other has.
fn shared_words(wanted: &Stems, own: &Stems) -> usize {
    wanted.words.iter().filter(|(their, _)| own.words.iter().any(|(stem, _)| one(their, stem))).count()
}

/// The verb of a condition: in Korean the word before its connective, elsewhere its predicate.
fn heads(source: &Text, range: &Range<usize>, words: &Stems) -> Vec<String> {
    let mark = source.within(range).find(|mark| matches!(mark.class, Class::Condition | Class::Circumstance));
    match mark.filter(|mark| korean(&source.tokens[mark.at].text)) {
        Some(mark) => {
            words.words.iter().rfind(|(_, at)| *at <= mark.at).map(|(stem, _)| stem.clone()).into_iter().collect()
        }
        None => words.words.iter().filter(|(_, at)| source.predicate(*at)).map(|(stem, _)| stem.clone()).collect(),
    }
}

/// How often a stretch denies.
fn denials(text: &Text, range: &Range<usize>) -> usize {
    let against = |class: Class| matches!(class, Class::Negation | Class::Ban | Class::Averse);
    text.within(range).filter(|mark| against(mark.class)).count()
}
