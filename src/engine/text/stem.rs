//! Words and their stems: the common ground of hints, phrases and fingerprints.

use crate::engine::text::token::fold;
use crate::engine::work;
use rust_stemmers::{Algorithm, Stemmer};
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

/// The stem of one word.
#[must_use]
pub fn stem(word: &str) -> String {
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
                out.push(Word { start, end: at, stem: stem(&text[start..at]) });
                open = None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        out.push(Word { start, end: text.len(), stem: stem(&text[start..]) });
    }
    out
}

/// Finds all stems of `phrase` among `words`, in any order, within a window of the phrase's length and four words more.
///
/// Returns the byte span from the first to the last of them; `None` when one is missing or the phrase has no words.
#[must_use]
pub fn contains_phrase(words: &[Word], phrase: &str) -> Option<(usize, usize)> {
    contains_stems(words, &phrase_stems(phrase))
}

/// Phrases come from packs, the same few thousand on every turn: cutting them once is most of a turn's time.
static PHRASES: LazyLock<RwLock<HashMap<String, Arc<[String]>>>> = LazyLock::new(RwLock::default);

/// More than all packs together have; what else is asked for is cut anew each time.
const MOST_PHRASES: usize = 20_000;

/// The stems of a phrase, sorted; remembered, since the result depends on nothing but the phrase.
#[must_use]
pub fn phrase_stems(phrase: &str) -> Arc<[String]> {
    if let Ok(known) = PHRASES.read()
        && let Some(stems) = known.get(phrase)
    {
        return Arc::clone(stems);
    }
    let mut stems: Vec<String> = words(phrase).into_iter().map(|w| w.stem).collect();
    stems.sort_unstable();
    let stems: Arc<[String]> = stems.into();
    if let Ok(mut known) = PHRASES.write()
        && known.len() < MOST_PHRASES
        && phrase.len() <= 200
    {
        known.insert(phrase.to_owned(), Arc::clone(&stems));
    }
    stems
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
    if wanted.is_empty() {
        return None;
    }
    let reach = wanted.len() + 4;
    if wanted.len() > FEW {
        return contains_many(words, wanted, reach);
    }
    for (i, first) in words.iter().enumerate() {
        if !wanted.contains(&first.stem) {
            continue;
        }
        work::spend(reach);
        let mut missing: Vec<&String> = wanted.iter().collect();
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
