//! Words that turn a sentence: negation, prohibition, modality, limits, quantities, conditions, exceptions, parties.
//!
//! The words are data by language, `knowledge/citations/operators.toml`; here they are found in tokens. The languages
//! share one table, since none has a word that means another thing in the next one's law.

use crate::engine::citation::tokens::Token;
use crate::engine::fold::folded;
use crate::engine::knowledge::load::LoadError;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../knowledge/citations/operators.toml");
const FILE: &str = "knowledge/citations/operators.toml";

static EMBEDDED: LazyLock<Result<Grammar, LoadError>> = LazyLock::new(|| Grammar::from_text(TEXT));
static EMPTY: LazyLock<Grammar> = LazyLock::new(Grammar::default);

/// What a word does to its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Looks like an operator and is none: «не только».
    Plain,
    Negation,
    Ban,
    /// Negative by its meaning: «освобождается», «вместо».
    Averse,
    Right,
    Duty,
    Limit,
    Most,
    Least,
    /// Opens a clause: «если».
    Condition,
    /// Opens a phrase: «при условии», «с согласия».
    Circumstance,
    Exception,
    Consent,
    Relative,
    That,
    /// Joins clauses with subjects of their own: «а», «но».
    Clause,
    /// Joins parts: «и», «или».
    Join,
    Then,
    /// Begins a sentence that limits the one before it: «однако», 다만.
    Proviso,
    /// Says that something is not so: «неверно».
    Falsity,
    /// Says that something holds whatever happens: «всегда», «даже если».
    Universal,
    /// What a number is counted by: «в неделю».
    Rate,
    /// Stands for the subject of the clause before: «он».
    Pronoun,
    /// Denies by its beginning: «невнесение», 미지급.
    Privative,
}

/// An operator in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Its first token.
    pub(crate) at: usize,
    /// Its number of tokens.
    pub(crate) len: usize,
    pub(crate) class: Class,
}

/// A party: the pair it belongs to, its side, and whether the word is the subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Party {
    pub(crate) pair: usize,
    pub(crate) first: bool,
    pub(crate) subject: bool,
}

#[derive(Debug, Clone)]
struct Piece {
    text: String,
    before: bool,
    after: bool,
}

impl Piece {
    fn of(word: &str) -> Self {
        let bare = word.trim_matches('*');
        // The check's tokens have no hyphens.
        let text = folded(bare).replace('-', "");
        Self { text, before: word.starts_with('*'), after: word.ends_with('*') }
    }

    fn fits(&self, word: &str) -> bool {
        match (self.before, self.after) {
            (false, false) => word == self.text,
            (false, true) => word.starts_with(&self.text),
            (true, false) => word.ends_with(&self.text),
            (true, true) => word.contains(&self.text),
        }
    }
}

#[derive(Debug, Clone)]
struct Entry {
    pieces: Vec<Piece>,
    class: Class,
}

/// All words, ready to be looked up.
#[derive(Debug, Default)]
pub(crate) struct Grammar {
    /// By the first letter of the first word.
    fixed: HashMap<char, Vec<Entry>>,
    /// With any beginning.
    loose: Vec<Entry>,
    finite: Vec<String>,
    infinitive: Vec<String>,
    adjective: Vec<String>,
    participle: Vec<String>,
    ends: Vec<String>,
    particles: Vec<String>,
    adnominal: Vec<String>,
    gaps: Vec<String>,
    hollow: Vec<String>,
    nominal: Vec<String>,
    parties: Vec<(Piece, usize, bool, bool)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    review: toml::Table,
    language: Vec<Language>,
    party: Vec<Pair>,
}

#[derive(Deserialize)]
struct Pair {
    one: Vec<String>,
    other: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    id: String,
    plain: Vec<String>,
    negation: Vec<String>,
    ban: Vec<String>,
    averse: Vec<String>,
    right: Vec<String>,
    duty: Vec<String>,
    limit: Vec<String>,
    most: Vec<String>,
    least: Vec<String>,
    condition: Vec<String>,
    circumstance: Vec<String>,
    exception: Vec<String>,
    consent: Vec<String>,
    relative: Vec<String>,
    that: Vec<String>,
    clause: Vec<String>,
    join: Vec<String>,
    then: Vec<String>,
    proviso: Vec<String>,
    falsity: Vec<String>,
    finite: Vec<String>,
    infinitive: Vec<String>,
    adjective: Vec<String>,
    participle: Vec<String>,
    gerund: Vec<String>,
    universal: Vec<String>,
    rate: Vec<String>,
    pronoun: Vec<String>,
    privative: Vec<String>,
    #[serde(default)]
    ends: Vec<String>,
    #[serde(default)]
    particles: Vec<String>,
    #[serde(default)]
    adnominal: Vec<String>,
    #[serde(default)]
    gaps: Vec<String>,
    #[serde(default)]
    hollow: Vec<String>,
    #[serde(default)]
    nominal: Vec<String>,
}

/// The words that the program carries; none when the file is broken, which a test would tell.
pub(crate) fn shared() -> &'static Grammar {
    EMBEDDED.as_ref().unwrap_or(&EMPTY)
}

impl Grammar {
    fn from_text(text: &str) -> Result<Self, LoadError> {
        let file: File = toml::from_str(text).map_err(|error| LoadError {
            file: FILE.to_owned(),
            field: String::new(),
            why: error.message().to_owned(),
        })?;
        let mut out = Self::default();
        if file.review.is_empty() || file.language.iter().any(|language| language.id.is_empty()) {
            let why = "a review and the id of every language are needed".to_owned();
            return Err(LoadError { file: FILE.to_owned(), field: "review".to_owned(), why });
        }
        for language in file.language {
            let lists = [
                (Class::Plain, language.plain),
                (Class::Negation, language.negation),
                (Class::Ban, language.ban),
                (Class::Averse, language.averse),
                (Class::Right, language.right),
                (Class::Duty, language.duty),
                (Class::Limit, language.limit),
                (Class::Most, language.most),
                (Class::Least, language.least),
                (Class::Condition, language.condition),
                (Class::Circumstance, language.circumstance),
                (Class::Exception, language.exception),
                (Class::Consent, language.consent),
                (Class::Relative, language.relative),
                (Class::That, language.that),
                (Class::Clause, language.clause),
                (Class::Join, language.join),
                (Class::Then, language.then),
                (Class::Proviso, language.proviso),
                (Class::Falsity, language.falsity),
                (Class::Universal, language.universal),
                (Class::Rate, language.rate),
                (Class::Pronoun, language.pronoun),
                (Class::Privative, language.privative),
            ];
            for (class, words) in lists {
                for phrase in words {
                    out.add(class, &phrase);
                }
            }
            let fold = |list: Vec<String>| list.into_iter().map(|word| folded(&word)).collect::<Vec<_>>();
            out.finite.extend(fold(language.finite));
            out.infinitive.extend(fold(language.infinitive));
            out.adjective.extend(fold(language.adjective));
            out.participle.extend(fold(language.participle));
            out.participle.extend(fold(language.gerund));
            out.ends.extend(fold(language.ends));
            out.particles.extend(fold(language.particles));
            out.adnominal.extend(fold(language.adnominal));
            out.gaps.extend(language.gaps);
            out.hollow.extend(fold(language.hollow));
            out.nominal.extend(fold(language.nominal));
        }
        for (pair, sides) in file.party.into_iter().enumerate() {
            for (first, forms) in [(true, sides.one), (false, sides.other)] {
                for form in forms {
                    let piece = Piece::of(&form);
                    let subject = !piece.after;
                    out.parties.push((piece, pair, first, subject));
                }
            }
        }
        Ok(out)
    }

    fn add(&mut self, class: Class, phrase: &str) {
        let pieces: Vec<Piece> = phrase.split_whitespace().map(Piece::of).collect();
        let Some(first) = pieces.first() else { return };
        let entry = Entry { class, pieces: pieces.clone() };
        match first.text.chars().next().filter(|_| !first.before) {
            Some(letter) => self.fixed.entry(letter).or_default().push(entry),
            None => self.loose.push(entry),
        }
    }

    /// The operators of a text, in order. Of those that begin at one word the longest count; Korean words may carry
    /// several.
    pub(crate) fn marks(&self, words: &[Token]) -> Vec<Mark> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let found: Vec<(usize, Class)> = self.at(words, at).filter(|(_, class)| !apart(*class)).collect();
            let len = found.iter().map(|(len, _)| *len).max().unwrap_or(0);
            let longest = found.iter().filter(|(own, _)| *own == len);
            if longest.clone().any(|(_, class)| *class == Class::Plain) {
                at += len;
                continue;
            }
            let from = out.len();
            for (_, class) in longest {
                if !out[from..].iter().any(|mark: &Mark| mark.class == *class) {
                    out.push(Mark { at, len, class: *class });
                }
            }
            at += len.max(1);
        }
        out
    }

    fn at<'a>(&'a self, words: &'a [Token], at: usize) -> impl Iterator<Item = (usize, Class)> + 'a {
        let first = words[at].text.chars().next().unwrap_or(' ');
        let own = self.fixed.get(&first).into_iter().flatten();
        let loose = self.loose.iter().filter(move |_| first.is_alphabetic());
        own.chain(loose).filter_map(move |entry| {
            let rest = words.get(at..at + entry.pieces.len())?;
            entry
                .pieces
                .iter()
                .zip(rest)
                .all(|(piece, word)| piece.fits(&word.text))
                .then_some((entry.pieces.len(), entry.class))
        })
    }

    /// Whether words of this class begin at a token.
    pub(crate) fn begins(&self, words: &[Token], at: usize, class: Class) -> bool {
        at < words.len() && self.at(words, at).any(|(_, own)| own == class)
    }

    fn ending(list: &[String], word: &str, least: usize) -> bool {
        word.chars().count() > least && list.iter().any(|end| word.ends_with(end.as_str()))
    }

    /// A finite verb by its ending.
    pub(crate) fn finite(&self, word: &str) -> bool {
        self.finite.iter().any(|end| word.ends_with(end.as_str()) && (word.is_ascii() == end.is_ascii()))
            && (!word.is_ascii() || self.finite.iter().any(|whole| whole == word))
            && word.chars().count() > 1
    }

    /// An infinitive by its ending.
    pub(crate) fn infinitive(&self, word: &str) -> bool {
        Self::ending(&self.infinitive, word, 3)
    }

    /// An adjective or a participle by its ending.
    pub(crate) fn adjective(&self, word: &str) -> bool {
        Self::ending(&self.adjective, word, 4)
    }

    /// A participle or a verbal adverb by its ending.
    pub(crate) fn participle(&self, word: &str) -> bool {
        Self::ending(&self.participle, word, 5)
    }

    /// A Korean word that ends its clause.
    pub(crate) fn ends(&self, word: &str) -> bool {
        korean(word) && Self::ending(&self.ends, word, 1)
    }

    /// What may stand behind a Korean word in its source where a quotation ends with the word itself: a particle that
    /// limits nothing.
    pub(crate) fn particle(&self, rest: &str) -> bool {
        self.particles.iter().any(|particle| particle == rest)
    }

    /// A Korean word that says which of the things named behind it are meant.
    pub(crate) fn adnominal(&self, word: &str) -> bool {
        korean(word) && Self::ending(&self.adnominal, word, 0)
    }

    /// A noun that names a quality, by its ending.
    pub(crate) fn nominal(&self, word: &str) -> bool {
        Self::ending(&self.nominal, word, 6)
    }

    /// The root of a word that only carries an operator.
    pub(crate) fn hollow(&self, root: &str) -> bool {
        self.hollow.iter().any(|own| own == root)
    }

    /// What a quotation says where it leaves something out, besides «…».
    pub(crate) fn gaps(&self) -> &[String] {
        &self.gaps
    }

    /// The parties that a word names.
    pub(crate) fn parties(&self, word: &str) -> Vec<Party> {
        let mut out: Vec<Party> = Vec::new();
        for (piece, pair, first, subject) in &self.parties {
            if piece.fits(word) && !out.iter().any(|own| own.pair == *pair && own.first == *first) {
                out.push(Party { pair: *pair, first: *first, subject: *subject });
            }
        }
        out
    }
}

/// Classes that are looked for where they are asked for, and are no operators of a text.
fn apart(class: Class) -> bool {
    use Class::{Falsity, Privative, Pronoun, Proviso, Rate, Universal};
    matches!(class, Proviso | Falsity | Universal | Rate | Pronoun | Privative)
}

/// Whether a word has Korean letters.
pub(crate) fn korean(word: &str) -> bool {
    word.chars().any(|ch| ('가'..='힣').contains(&ch))
}

/// Digits, or a number in words.
pub(crate) fn numeric(word: &str) -> bool {
    word.starts_with(|ch: char| ch.is_ascii_digit()) || crate::engine::citation::amounts::numeral(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::citation::tokens::tokens;

    fn found(text: &str) -> Vec<Class> {
        shared().marks(&tokens(text)).into_iter().map(|mark| mark.class).collect()
    }

    #[test]
    fn the_file_is_whole() {
        assert!(Grammar::from_text(TEXT).is_ok(), "{:?}", Grammar::from_text(TEXT).err());
    }

    #[test]
    fn operators_by_language() {
        assert_eq!(found("не допускаются"), [Class::Ban]);
        assert_eq!(found("не только вправе"), [Class::Right]);
        assert_eq!(found("не более пяти дней"), [Class::Most]);
        assert_eq!(found("крім випадків, якщо інше"), [Class::Exception, Class::Exception]);
        assert_eq!(found("shall not unless"), [Class::Ban, Class::Exception]);
        assert_eq!(found("없으면"), [Class::Negation, Class::Condition]);
        assert_eq!(found("서면으로"), []);
        let party = shared().parties("арендодателя");
        assert!(party.len() == 1 && !party[0].first && !party[0].subject, "{party:?}");
        assert!(shared().parties("арендатор")[0].subject);
    }
}
