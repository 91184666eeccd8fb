//! Words and their stems: the common ground of hints, phrases and fingerprints.

use crate::engine::text::token::fold;
use crate::engine::work;
use rust_stemmers::{Algorithm, Stemmer};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, RwLock};

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Lower case, ё→е, Snowball Russian; Latin words and codes only lower case.
    pub stem: String,
    /// A number made of the stem: words with other numbers have other stems.
    pub(crate) mark: u64,
}

impl Word {
    fn new(text: &str, start: usize, end: usize) -> Self {
        let stem = stem(text.get(start..end).unwrap_or_default());
        Self { start, end, mark: mark(&stem), stem }
    }
}

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::Russian));

/// Words that say nothing by themselves. «не», «без», «нет» are not among them: they turn the meaning.
const STOP: &[&str] = &[
    "и",
    "в",
    "во",
    "на",
    "с",
    "со",
    "по",
    "к",
    "ко",
    "у",
    "о",
    "об",
    "обо",
    "от",
    "до",
    "из",
    "изо",
    "за",
    "для",
    "при",
    "про",
    "под",
    "над",
    "через",
    "между",
    "а",
    "но",
    "да",
    "или",
    "либо",
    "же",
    "ли",
    "бы",
    "б",
    "то",
    "что",
    "чтобы",
    "как",
    "какой",
    "какая",
    "какое",
    "какие",
    "каков",
    "какова",
    "каковы",
    "который",
    "которая",
    "которое",
    "которые",
    "кто",
    "где",
    "когда",
    "куда",
    "это",
    "этот",
    "эта",
    "эти",
    "этого",
    "тот",
    "та",
    "те",
    "того",
    "такой",
    "такая",
    "так",
    "также",
    "тоже",
    "я",
    "мы",
    "вы",
    "ты",
    "он",
    "она",
    "оно",
    "они",
    "мне",
    "меня",
    "мной",
    "нам",
    "нас",
    "вам",
    "вас",
    "вами",
    "его",
    "ее",
    "их",
    "ему",
    "ей",
    "им",
    "мой",
    "моя",
    "мое",
    "мои",
    "наш",
    "наша",
    "наше",
    "наши",
    "ваш",
    "ваша",
    "ваше",
    "ваши",
    "свой",
    "своя",
    "свое",
    "свои",
    "быть",
    "есть",
    "будет",
    "будут",
    "был",
    "была",
    "было",
    "были",
    "уже",
    "еще",
    "все",
    "всё",
    "весь",
    "вся",
    "очень",
    "просто",
    "там",
    "тут",
    "здесь",
    "вот",
    "ну",
    "если",
    "то",
    "чем",
    "чего",
    "чему",
    "себя",
    "себе",
    "сам",
    "сама",
    "сами",
    "лишь",
    "только",
    "именно",
    "пожалуйста",
    "г",
    "т",
    "п",
    "д",
    "е",
];

static STOP_STEMS: LazyLock<HashSet<String>> =
    LazyLock::new(|| STOP.iter().flat_map(|word| [(*word).to_owned(), stem(word)]).collect());

thread_local! {
    /// Stems by their words: people and packs say the same few thousand words again and again.
    static STEMS: RefCell<HashMap<String, String>> = RefCell::default();
}

/// Words that one thread remembers, and their longest in bytes.
const MOST_WORDS: usize = 4_096;
const LONGEST_WORD: usize = 64;

/// The stem of one word.
#[must_use]
pub fn stem(word: &str) -> String {
    if word.len() > LONGEST_WORD {
        return fresh(word);
    }
    STEMS.with_borrow_mut(|known| {
        if let Some(stem) = known.get(word) {
            // Counted as if it were folded anew: the counter tells of texts, not of what was read before them.
            work::spend(word.len());
            return stem.clone();
        }
        if known.len() >= MOST_WORDS {
            known.clear();
        }
        let stem = fresh(word);
        known.insert(word.to_owned(), stem.clone());
        stem
    })
}

fn fresh(word: &str) -> String {
    let low = fold(word);
    match low.as_str() {
        // The algorithm takes «-ем» for an ending and leaves a preposition.
        "заем" => return "займ".to_owned(),
        "наем" => return "найм".to_owned(),
        _ => {}
    }
    if low.chars().all(|c| ('а'..='я').contains(&c)) && !low.is_empty() {
        STEMMER.stem(&low).into_owned()
    } else {
        low
    }
}

/// Whether a stem says nothing by itself («в», «который»).
#[must_use]
pub fn is_stop(stem: &str) -> bool {
    STOP_STEMS.contains(stem)
}

/// The words of a text: runs of letters and digits, in order.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    work::spend(text.len());
    let mut out = Vec::new();
    let mut open: Option<usize> = None;
    for (at, c) in text.char_indices() {
        match (open, c.is_alphanumeric()) {
            (None, true) => open = Some(at),
            (Some(start), false) => {
                out.push(Word::new(text, start, at));
                open = None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        out.push(Word::new(text, start, text.len()));
    }
    out
}

/// Finds all stems of `phrase` among `words`, in any order, within a window of the phrase's length and four words more.
///
/// Returns the byte span from the first to the last of them; `None` when one is missing or the phrase has no words.
#[must_use]
pub fn contains_phrase(words: &[Word], phrase: &str) -> Option<(usize, usize)> {
    contains(words, &cut(phrase))
}

/// A number made of a text, for what is compared often: not secret, not kept.
fn mark(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |all, byte| (all ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A phrase, cut.
#[derive(Debug)]
struct Phrase {
    /// Sorted.
    stems: Arc<[String]>,
    /// Their numbers, in the same order.
    marks: Box<[u64]>,
    /// One bit for each of them: a text without such a bit lacks a stem.
    bits: u64,
}

impl Phrase {
    fn of(stems: Arc<[String]>) -> Self {
        let marks: Box<[u64]> = stems.iter().map(|stem| mark(stem)).collect();
        let bits = marks.iter().fold(0, |all, mark| all | bit(*mark));
        Self { stems, marks, bits }
    }

    fn has(&self, word: &Word) -> bool {
        self.marks.iter().zip(self.stems.iter()).any(|(mark, stem)| *mark == word.mark && *stem == word.stem)
    }
}

fn bit(mark: u64) -> u64 {
    1 << (mark >> 58)
}

/// Phrases come from packs, the same few thousand on every turn: cutting them once is most of a turn's time.
static PHRASES: LazyLock<RwLock<HashMap<String, Arc<Phrase>>>> = LazyLock::new(RwLock::default);

/// More than all packs together have; what else is asked for is cut anew each time.
const MOST_PHRASES: usize = 20_000;

/// The stems of a phrase, sorted; remembered, since the result depends on nothing but the phrase.
#[must_use]
pub fn phrase_stems(phrase: &str) -> Arc<[String]> {
    Arc::clone(&cut(phrase).stems)
}

fn cut(phrase: &str) -> Arc<Phrase> {
    if let Ok(known) = PHRASES.read()
        && let Some(cut) = known.get(phrase)
    {
        return Arc::clone(cut);
    }
    let mut stems: Vec<String> = words(phrase).into_iter().map(|w| w.stem).collect();
    stems.sort_unstable();
    let cut = Arc::new(Phrase::of(stems.into()));
    if let Ok(mut known) = PHRASES.write()
        && known.len() < MOST_PHRASES
        && phrase.len() <= 200
    {
        known.insert(phrase.to_owned(), Arc::clone(&cut));
    }
    cut
}

/// Stems up to which every beginning is tried by itself: phrases of packs have so many, and it is the faster way.
const FEW: usize = 8;

/// The same for a long phrase: a window moves over the words and keeps count of what it holds.
fn contains_many(words: &[Word], wanted: &[String], reach: usize) -> Option<(usize, usize)> {
    let mut open: HashMap<&str, i64> = HashMap::new();
    for stem in wanted {
        *open.entry(stem).or_default() += 1;
    }
    work::spend(words.len() + wanted.len());
    // Stems of which the window still has too few.
    let mut missing = open.len();
    let mut next = 0;
    for (i, first) in words.iter().enumerate() {
        while next < words.len().min(i + reach) {
            if let Some(left) = open.get_mut(words[next].stem.as_str()) {
                *left -= 1;
                missing -= usize::from(*left == 0);
            }
            next += 1;
        }
        let Some(left) = open.get_mut(first.stem.as_str()) else { continue };
        if missing == 0 {
            return Some((first.start, last_of(&words[i..next], wanted)?));
        }
        missing += usize::from(*left == 0);
        *left += 1;
    }
    None
}

/// Where the last word ends that a phrase needs of these words.
fn last_of(words: &[Word], wanted: &[String]) -> Option<usize> {
    let mut open: HashMap<&str, usize> = HashMap::new();
    for stem in wanted {
        *open.entry(stem).or_default() += 1;
    }
    let mut missing = wanted.len();
    for word in words {
        if let Some(left) = open.get_mut(word.stem.as_str()).filter(|left| **left > 0) {
            *left -= 1;
            missing -= 1;
            if missing == 0 {
                return Some(word.end);
            }
        }
    }
    None
}

/// As [`contains_phrase`], for stems that are already cut. A stem given twice must occur twice.
#[must_use]
pub fn contains_stems(words: &[Word], wanted: &[String]) -> Option<(usize, usize)> {
    contains(words, &Phrase::of(wanted.into()))
}

fn contains(words: &[Word], wanted: &Phrase) -> Option<(usize, usize)> {
    let count = wanted.stems.len();
    // Most phrases stand in no text: that is told by the bits of its words.
    if count == 0 || wanted.bits & !words.iter().fold(0, |all, word| all | bit(word.mark)) != 0 {
        return None;
    }
    let reach = count + 4;
    if count > FEW {
        return contains_many(words, &wanted.stems, reach);
    }
    for (i, first) in words.iter().enumerate() {
        if !wanted.has(first) {
            continue;
        }
        work::spend(reach);
        let mut missing: Vec<&String> = wanted.stems.iter().collect();
        for word in words.iter().skip(i).take(reach) {
            if let Some(at) = missing.iter().position(|stem| **stem == word.stem) {
                missing.swap_remove(at);
                if missing.is_empty() {
                    return Some((first.start, word.end));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_meet() {
        for (a, b) in [
            ("аренда", "аренду"),
            ("автомобиль", "автомобиля"),
            ("залог", "залогом"),
            ("услуги", "услугу"),
            ("ёлка", "елка"),
            ("квартира", "квартиру"),
            ("рубли", "рублей"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        assert_eq!(stem("NDA"), "nda");
        assert_eq!(stem("А123"), "а123");
    }

    #[test]
    fn words_have_spans() {
        let text = "Сдаю Lada-Vesta, 2021!";
        let spans: Vec<&str> = words(text).iter().map(|w| &text[w.start..w.end]).collect();
        assert_eq!(spans, ["Сдаю", "Lada", "Vesta", "2021"]);
        assert!(words("…—").is_empty());
    }

    #[test]
    fn phrases() {
        let text = "Хочу сдать в аренду свой автомобиль другу";
        let list = words(text);
        let (start, end) = contains_phrase(&list, "аренда автомобиля").expect("found");
        assert_eq!(&text[start..end], "аренду свой автомобиль");
        assert!(contains_phrase(&list, "автомобиль в аренду").is_some());
        for absent in ["аренда квартиры", "", "продажа автомобиля", "аренда аренда"]
        {
            assert!(contains_phrase(&list, absent).is_none(), "{absent}");
        }
        let far = words("аренда один два три четыре пять шесть автомобиль");
        assert!(contains_phrase(&far, "аренда автомобиль").is_none());
    }

    #[test]
    fn stops() {
        for word in ["в", "который", "это", "ещё"] {
            assert!(is_stop(&stem(word)), "{word}");
        }
        for word in ["не", "без", "аренда", "нет"] {
            assert!(!is_stop(&stem(word)), "{word}");
        }
    }
}
