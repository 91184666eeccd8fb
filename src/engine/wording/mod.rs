//! Words that promise an outcome, and citations that cannot be: what no generated text may carry.
//!
//! [`definitive`] finds sentences that promise how a case will end, in Korean, Russian and English: words by class are
//! data under `knowledge/wording`, what they mean together is a grammar ([`western`] and [`stakes`] for Russian and
//! English, [`korean`]). [`citations`] reads citations and says what is known about each. Both are a floor: what they do not
//! see, a verifier judges.

pub mod citations;
pub mod clause;
pub mod korean;
pub mod normal;
pub mod rules;
pub mod stakes;
pub mod western;

#[cfg(test)]
mod tests;

use clause::Sentence;
use normal::Normal;
use serde::Serialize;

/// A sentence that promises an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The rule, e.g. `K1`.
    pub rule: String,
    /// Characters of the given text, from and to.
    pub span: [usize; 2],
    /// The sentence as it was given.
    pub sentence: String,
}

/// What makes an outcome certain; the number stands in the id of the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// «точно», «будьте уверены».
    Adverb = 1,
    /// «100 %».
    Number = 2,
    /// «беспроигрышное».
    Idiom = 3,
    /// «неизбежна».
    Predicate = 4,
    /// «гарантируем».
    Commitment = 5,
    /// «проиграть невозможно».
    Impossible = 6,
    /// «суд удовлетворит»: a prediction with nothing beside it.
    Flat = 7,
    /// «разве можно проиграть?».
    Rhetorical = 8,
}

/// A promise in a sentence: why it is one, and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promise {
    /// Why.
    pub certainty: Certainty,
    /// From.
    pub from: usize,
    /// To.
    pub to: usize,
}

/// Longest question, in bytes, that the next sentence answers as one with it.
const ASKED: usize = 60;

/// The languages that have rules.
pub const LANGUAGES: [&str; 3] = ["ko", "ru", "en"];

/// Sentences that promise an outcome, by the rules of a language; at most one per statement.
#[must_use]
pub fn definitive(text: &str, language: &str) -> Vec<Hit> {
    let Some(book) = rules::of(language) else { return Vec::new() };
    // A text without a letter of the language says nothing in it.
    let own = |c: char| match language {
        "ko" => {
            matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' | '\u{ffa0}'..='\u{ffdc}')
        }
        "ru" => ('\u{400}'..='\u{52f}').contains(&c),
        // Any letters may be disguised Latin ones, only Hangul never is.
        _ => c.is_alphabetic() && !('\u{ac00}'..='\u{d7a3}').contains(&c),
    };
    if !text.chars().any(own) {
        return Vec::new();
    }
    definitive_by(text, book)
}

/// The same with the words of a book.
#[must_use]
pub fn definitive_by(text: &str, book: &rules::Book) -> Vec<Hit> {
    let normal = Normal::of(text, book);
    let spoken = clause::unspoken(&normal.text);
    let mut hits: Vec<Hit> = Vec::new();
    let (mut before, mut found_before, mut asked) = (0, true, false);
    for (start, to) in clause::stretches(&spoken, &normal.sentences(&spoken)) {
        let alone = Sentence::of(book, &spoken[start..to]);
        // «Дело прекратят. Обещаю.»: a vow that is a sentence of its own is about the one before it.
        let (from, sentence) = match alone.only_vows() && !found_before && before < start {
            true => (before, Sentence::of(book, &spoken[before..to])),
            false => (start, alone),
        };
        let read = |sentence: &Sentence| match book.language.as_str() {
            "ko" => korean::promises(sentence),
            _ => western::promises(sentence),
        };
        let mut found = read(&sentence);
        // «Откажут? Исключено.»: the question names the end, the answer makes it certain.
        let answer = sentence.answers().filter(|_| asked && found.is_empty());
        let answer = answer.map(|atom| Promise { certainty: Certainty::Adverb, from: atom.from, to: atom.to });
        // «Судимость? Снимут.»: what is asked in a few words is what the next sentence speaks of.
        let short = asked && answer.is_none() && found.is_empty() && spoken[before..start].len() < ASKED;
        let whole = Some(()).filter(|()| short && !sentence.question).map(|()| spoken[before..to].replace('?', ","));
        let whole = whole.map(|text| Sentence::of(book, &text)).map(|whole| (read(&whole), whole));
        // A promise of the question's own words is the question's.
        let answered = |whole: &Sentence, one: &Promise| whole.unmarked(one.to) > start - before;
        let (from, sentence) = match whole {
            Some((promises, whole)) if promises.iter().any(|one| answered(&whole, one)) => {
                found = promises;
                (before, whole)
            }
            _ => (from, sentence),
        };
        asked = sentence.asks_for_an_end() && found.is_empty();
        let found: Vec<Promise> = found.into_iter().chain(answer).collect();
        (before, found_before) = (start, !found.is_empty());
        hits.extend(found.into_iter().map(|promise| Hit {
            rule: format!("{}{}", book.letter, promise.certainty as u8),
            span: normal.span(from + sentence.unmarked(promise.from), from + sentence.unmarked(promise.to)),
            sentence: normal.given(from, to),
        }));
    }
    hits
}

/// The same by the rules of every language.
#[must_use]
pub fn definitive_in_any(text: &str) -> Vec<Hit> {
    LANGUAGES.iter().flat_map(|language| definitive(text, language)).collect()
}

/// What stands in place of words that promise an outcome.
#[must_use]
pub fn neutral(language: &str) -> &'static str {
    rules::of(language).map_or("", |book| book.neutral.as_str())
}
