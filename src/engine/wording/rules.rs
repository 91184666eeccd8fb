//! The words of a language: read from `knowledge/wording`, compiled once. What they mean together is the grammar's.

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

const FILES: [(&str, &str); 3] = [
    ("ko.toml", include_str!("../../../knowledge/wording/ko.toml")),
    ("ru.toml", include_str!("../../../knowledge/wording/ru.toml")),
    ("en.toml", include_str!("../../../knowledge/wording/en.toml")),
];

/// Why a file of words cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("knowledge/wording/{file}: {at}: {why}")]
pub struct WordingError {
    /// The file.
    pub file: String,
    /// The class or key.
    pub at: String,
    /// What is wrong.
    pub why: String,
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $key:literal,)*) => {
        /// What a word does in a promise. Each file of words fills every class, with an empty list where the language
        /// has no such words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Class {
            $($(#[$doc])* $name,)*
        }
        /// Classes by the names that the files use.
        pub const CLASSES: &[(Class, &str)] = &[$((Class::$name, $key)),*];
    };
}

classes! {
    /// A verb of a good end for somebody, as it is predicted: «выиграем», win, 승소하.
    WinVerb = "win_verb",
    /// A verb of a bad end: «проиграете», lose, 패소하.
    LossVerb = "loss_verb",
    /// The same without a person: «выиграть».
    WinInfinitive = "win_infinitive",
    /// «проиграть».
    LossInfinitive = "loss_infinitive",
    /// «победа», victory.
    WinNoun = "win_noun",
    /// «поражение».
    LossNoun = "loss_noun",
    /// An end only beside a guarantee: «результат», outcome.
    WeakNoun = "weak_noun",
    /// What the other side does, an end only beside a certainty: «заплатит», pay.
    WeakVerb = "weak_verb",
    /// What makes a verb a prediction where the verb alone does not: will, going to.
    Future = "future",
    /// A verb in the first or second person speaks of the client by itself.
    Own = "own",
    /// What joins an adverb to a noun: «будет победа».
    Link = "link",
    /// «точно», definitely, 반드시.
    Adverb = "adverb",
    /// Certainty of a whole sentence: «будьте уверены», no doubt.
    Sure = "sure",
    /// 95–100 %.
    Number = "number",
    /// «неизбежна», in the bag, 확실하다.
    Predicate = "predicate",
    /// «гарантируем», promise, 보장.
    Commit = "commit",
    /// «невозможно», no way, ㄹ 리 없다.
    Impossible = "impossible",
    /// A promise by itself: «беспроигрышное», slam dunk.
    Idiom = "idiom",
    /// A certain answer to a question: «разумеется», «not a chance».
    Answer = "answer",
    /// «не», not.
    Negation = "negation",
    /// «может», may.
    Hedge = "hedge",
    /// Said as an opinion: softens a bare prediction, no certainty: 사료됩니다.
    Opinion = "opinion",
    /// «постараемся», do our best.
    Effort = "effort",
    /// Another person says it: «утверждает», according to.
    Report = "report",
    /// A warning or a ban of such words.
    Forbidden = "forbidden",
    /// «если», if.
    Condition = "condition",
    /// «даже если», no matter what: a condition that is none.
    Anyway = "anyway",
    /// What makes the end a topic and not a statement, standing before it: «для», «чтобы», «о», chance of.
    Aside = "aside",
    /// What happened already: 승소하였. Where a verb of the lists is never past, the list is empty.
    Past = "past",
    /// A request or a duty: «просим», must, ask.
    Relief = "relief",
    /// Who a prediction is about: «суд», you, 의뢰인.
    Subject = "subject",
    /// The client, where a sentence about the client alone is a prediction: 귀하.
    Client = "client",
    /// The other side.
    Opponent = "opponent",
    /// An article, «по смыслу закона».
    Statute = "statute",
    /// «разве», how could, 어떻게.
    Rhetorical = "rhetorical",
    /// «сомневаться», doubt: asked about, they promise.
    Doubt = "doubt",
    /// Contrast: a new statement begins.
    Contrast = "contrast",
    /// A clause that depends on the one before: «что», that.
    Dependent = "dependent",
    /// Joins two statements of one clause: «и», and.
    Joint = "joint",
    /// Certainty so strong that any event predicted beside it is a promise: 무조건, «сто процентов».
    Strong = "strong",
    /// Steps and matters of procedure: what is predicted of them is no end of a case.
    Procedure = "procedure",
    /// What is at stake in a case: «долги», the licence, 면허.
    Stake = "stake",
    /// The form of a verb that predicts a single event: «спишут».
    Event = "event",
    /// Forms that look like one and are none: «рассматривает».
    Lasting = "lasting",
    /// A party of a contract, whose future is a term: «арендатор», the supplier.
    Party = "party",
    /// Who decides, and who gives in: «суд», «налоговая».
    Bench = "bench",
    /// Words of which no part counts: «гарантийный срок», lose sight.
    Strip = "strip",
}

/// How many classes there are.
pub const COUNT: usize = CLASSES.len();

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    language: String,
    letter: String,
    neutral: String,
    review: Review,
    #[serde(default)]
    spread: Vec<String>,
    #[serde(default)]
    instead: BTreeMap<String, String>,
    #[serde(default)]
    names: BTreeMap<String, String>,
    classes: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    source: String,
    edition: String,
    checked_by: String,
}

/// The words of one language.
#[derive(Debug)]
pub struct Book {
    /// `ko`, `ru`, `en`.
    pub language: String,
    /// What the ids of its rules begin with.
    pub letter: String,
    /// What stands in place of a promise.
    pub neutral: String,
    /// Words whose letters may stand apart.
    pub spread: Option<Regex>,
    /// Characters that stand for others inside a word: digits for letters, hanja for Hangul.
    pub instead: Vec<(char, char)>,
    classes: Vec<Option<Regex>>,
}

impl Book {
    /// The words of a class.
    #[must_use]
    pub fn class(&self, class: Class) -> Option<&Regex> {
        self.classes.get(class as usize)?.as_ref()
    }
}

static BOOKS: LazyLock<Result<Vec<Book>, WordingError>> =
    LazyLock::new(|| FILES.iter().map(|(file, text)| read(file, text)).collect());

/// Whether every file reads.
///
/// # Errors
/// The first that does not.
pub fn self_check() -> Result<(), WordingError> {
    BOOKS.as_ref().map(|_| ()).map_err(Clone::clone)
}

/// The words of a language.
#[must_use]
pub fn of(language: &str) -> Option<&'static Book> {
    BOOKS.as_ref().ok()?.iter().find(|book| book.language == language)
}

/// Reads a file of words.
///
/// # Errors
/// Names the class or the line.
pub fn read(file: &str, text: &str) -> Result<Book, WordingError> {
    let broken = |at: &str, why: String| WordingError { file: file.to_owned(), at: at.to_owned(), why };
    let raw: File = toml::from_str(text).map_err(|error| broken("toml", error.message().to_owned()))?;
    for (key, value) in
        [("source", &raw.review.source), ("edition", &raw.review.edition), ("checked_by", &raw.review.checked_by)]
    {
        if value.trim().is_empty() {
            return Err(broken(&format!("review.{key}"), "is empty".into()));
        }
    }
    let korean = raw.language == "ko";
    let compiled = |at: &str, words: &[String]| -> Result<Option<Regex>, WordingError> {
        if words.is_empty() {
            return Ok(None);
        }
        let pattern = words.iter().map(|word| expanded(word, &raw.names, korean)).collect::<Vec<_>>().join("|");
        let pattern = if korean { decomposed(&pattern) } else { format!("{BEGINS}(?:{pattern})") };
        let built = RegexBuilder::new(&pattern).size_limit(MOST).dfa_size_limit(LAZY).build();
        built.map(Some).map_err(|error| broken(at, error.to_string()))
    };
    let mut classes = Vec::new();
    for (_, key) in CLASSES {
        let words = raw.classes.get(*key).ok_or_else(|| broken(key, "is missing".into()))?;
        classes.push(compiled(key, words)?);
    }
    if let Some(unknown) = raw.classes.keys().find(|key| !CLASSES.iter().any(|(_, known)| known == key)) {
        return Err(broken(unknown, "is no class".into()));
    }
    let single = |text: &str| text.chars().next().filter(|_| text.chars().count() == 1);
    let mut instead = Vec::new();
    for (from, to) in &raw.instead {
        let pair = single(from).zip(single(to));
        instead.push(pair.ok_or_else(|| broken(&format!("instead.{from}"), "is not one character".into()))?);
    }
    let spread = apart(&raw.spread, korean);
    let spread = if spread.is_empty() {
        None
    } else {
        let built = RegexBuilder::new(&spread).case_insensitive(true).build();
        Some(built.map_err(|error| broken("spread", error.to_string()))?)
    };
    Ok(Book { language: raw.language, letter: raw.letter, neutral: raw.neutral, spread, instead, classes })
}

/// Words whose letters may have signs between them. Spaces only between letters of longer words, as «w in» may be two.
fn apart(words: &[String], korean: bool) -> String {
    let signs = r"[.,·_*~/|+=\x{318d}\-]";
    let built = |word: &String| {
        let wide = korean || word.chars().count() > 4;
        let between = if wide { format!("(?:{signs}| ){{0,2}}") } else { format!("{signs}{{0,2}}") };
        let letters: Vec<String> = word.chars().map(|c| regex::escape(&c.to_string())).collect();
        // A short word is spaced out as a whole or not at all: «w i n».
        if wide { letters.join(&between) } else { format!(r"{}|{}\b", letters.join(&between), letters.join(" ")) }
    };
    let all = words.iter().map(built).collect::<Vec<_>>().join("|");
    if korean || all.is_empty() { all } else { format!(r"\b(?:{all})") }
}

/// A Korean pattern over letters instead of syllables, so that a stem meets every ending; a consonant that stands
/// alone is the one that closes a syllable.
fn decomposed(pattern: &str) -> String {
    let closing = |c: char| match c {
        'ㄴ' => '\u{11ab}',
        'ㄹ' => '\u{11af}',
        'ㅁ' => '\u{11b7}',
        'ㅂ' => '\u{11b8}',
        'ㅆ' => '\u{11bb}',
        c => c,
    };
    pattern.nfd().map(closing).collect()
}

/// Largest compiled class, in bytes.
const MOST: usize = 40 << 20;
/// Largest memory of the states that a class builds while it reads, in bytes. Below it the regular expressions give up their
/// automaton and read ten times slower, in more memory.
const LAZY: usize = 32 << 20;
/// A word begins: what stands before it is read too, as a look back would cost the regular expressions their speed.
const BEGINS: &str = r#"(?:^|[\x01\s,.:;!?()\[\]…—–"'“”«»/-])"#;
/// The mark that stands behind every word of a sentence in Russian and English; see `clause`.
pub const END: char = '\u{1}';

/// Short signs as a regular expression; see `knowledge/wording/README.md`. A boundary of words is a mark in the text
/// ([`END`]) or a character before, so that every class compiles to a plain automaton.
fn expanded(pattern: &str, names: &BTreeMap<String, String>, korean: bool) -> String {
    let mut out = pattern.to_owned();
    for (name, words) in names {
        out = out.replace(name, &format!("(?:{words})"));
    }
    out = if korean {
        out.replace(r"\b", BEGINS).replace('_', r"\s?")
    } else {
        let out = out.replace(r"\b", r"\x01").replace(r"\w", r"[^\x01\s,.;:()]");
        out.replace(r"\.", r"\x01?\.").replace('_', r"\x01?\s?")
    };
    let mut text = String::new();
    let mut rest = out.as_str();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if c == '~'
            && let Some((count, tail)) = number(after)
        {
            text.push_str(&format!("[^,.;]{{0,{count}}}"));
            rest = tail;
        } else if let Some((count, tail)) = rest.strip_prefix(" w").and_then(number)
            && let Some(tail) = tail.strip_prefix(' ')
        {
            text.push_str(&format!(r#"(?:[\x01\s"'«»:—–-]+[^\x01\s,.;:()—–]+){{0,{count}}}[\x01\s"'«»:—–-]+"#));
            rest = tail;
        } else if c == ',' && after.starts_with(' ') {
            text.push_str(r"\x01?,");
            rest = after;
        } else if c == ' ' {
            text.push_str(r"\x01?\s");
            // «a ?b»: a space that may be missing.
            if !after.starts_with('?') {
                text.push('+');
            }
            rest = after;
        } else {
            text.push(c);
            rest = after;
        }
    }
    text
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}
