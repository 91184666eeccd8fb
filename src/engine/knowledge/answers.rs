//! What an answer is cut by: kinds of questions, head articles of concepts, and what lies outside of the library.
//! `knowledge/research/{kinds,heads,scope}.toml`.

use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::phrases::{Phrases, Token, tokens};
use crate::engine::knowledge::research::{Any, Review};
use crate::engine::search::asked;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A kind of question.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// `definition`, `term`, `amount`, `who`, `form`, `may`, `what_if`, `compare`.
    pub id: String,
    /// Words that ask for it.
    pub ask: Phrases,
    /// Words of a rule that answers it.
    pub signs: Phrases,
    /// The answer holds a number.
    #[serde(default)]
    pub number: bool,
    /// Words of the unit, of which the answer needs one.
    #[serde(default)]
    pub unit: Phrases,
}

/// `kinds.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Where it comes from.
    pub review: Review,
    #[serde(rename = "kind")]
    kinds: Vec<Kind>,
    idle: Any,
    interest: Any,
}

/// A concept with the article that defines it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// `ru`, `uk`, `ko`.
    pub language: String,
    /// Words that name the concept.
    pub any: Phrases,
    /// Its article.
    pub at: String,
    /// Articles that answer questions of a kind.
    #[serde(default)]
    pub by: BTreeMap<String, String>,
}

/// `heads.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heads {
    /// Where it comes from.
    pub review: Review,
    #[serde(rename = "head")]
    heads: Vec<Head>,
}

/// A subject with the act that governs it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// Its id in the register of acts.
    pub act: String,
    /// Words of the subject.
    pub any: Phrases,
}

/// A country whose law is not here.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// Its name.
    pub name: String,
    /// Words that mean it.
    pub any: Phrases,
}

/// `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    /// Where it comes from.
    pub review: Review,
    #[serde(rename = "topic")]
    topics: Vec<Topic>,
    #[serde(rename = "foreign")]
    foreign: Vec<Foreign>,
}

/// All of it.
#[derive(Debug, Clone)]
pub struct Answers {
    /// Kinds of questions.
    pub kinds: Kinds,
    /// Head articles.
    pub heads: Heads,
    /// What lies outside.
    pub scope: Scope,
}

static ANSWERS: LazyLock<Result<Answers, LoadError>> = LazyLock::new(|| {
    Ok(Answers {
        kinds: one("kinds.toml", include_str!("../../../knowledge/research/kinds.toml"))?,
        heads: one("heads.toml", include_str!("../../../knowledge/research/heads.toml"))?,
        scope: one("scope.toml", include_str!("../../../knowledge/research/scope.toml"))?,
    })
});

fn one<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, LoadError> {
    load::toml_file(&format!("research/{file}"), text)
}

/// What the program carries.
///
/// # Errors
/// A file that cannot be read, with its line.
pub fn embedded() -> Result<&'static Answers, LoadError> {
    ANSWERS.as_ref().map_err(Clone::clone)
}

/// Most concepts of one question.
const CONCEPTS: usize = 3;

impl Answers {
    /// The kind of a question: the first whose words stand in it.
    #[must_use]
    pub fn kind(&self, words: &[Token]) -> Option<&Kind> {
        self.kinds.kinds.iter().find(|kind| kind.ask.found(words))
    }

    /// Whether a question asks to compute interest for late payment.
    #[must_use]
    pub fn interest(&self, words: &[Token]) -> bool {
        self.kinds.interest.any.found(words)
    }

    /// Whether a word of a question looks for nothing by itself.
    #[must_use]
    pub fn idle(&self, word: &Token) -> bool {
        self.kinds.idle.any.found(std::slice::from_ref(word))
    }

    /// The places where the law treats the concepts of a question, the concept that is named first before the others. A concept that lies
    /// within the words of another one («залог» in «залог за квартиру») is not meant by itself.
    #[must_use]
    pub fn heads<'a>(&'a self, words: &[Token], language: &str, kind: Option<&str>) -> Vec<&'a str> {
        let mut found: Vec<((usize, usize), &'a Head)> = Vec::new();
        for head in self.heads.heads.iter().filter(|head| head.language == language || language == "en") {
            if let Some(span) = head.any.longest(words) {
                found.push((span, head));
            }
        }
        let inside = |a: &(usize, usize), b: &(usize, usize)| a != b && a.0 >= b.0 && a.1 <= b.1;
        let spans: Vec<(usize, usize)> = found.iter().map(|(span, _)| *span).collect();
        found.retain(|(span, _)| !spans.iter().any(|other| inside(span, other)));
        // What is named first is what the question is about: «доверенность на продажу квартиры». Of two that begin
        // together the longer one tells more.
        found.sort_by_key(|(span, _)| (span.0, std::cmp::Reverse(span.1)));
        found.truncate(CONCEPTS);
        let own = |head: &'a Head| kind.and_then(|kind| head.by.get(kind)).unwrap_or(&head.at).as_str();
        let mut out: Vec<&'a str> = Vec::new();
        for at in found.iter().map(|(_, head)| own(head)).chain(found.iter().map(|(_, head)| head.at.as_str())) {
            if !out.contains(&at) {
                out.push(at);
            }
        }
        out
    }

    /// The places to look at first: those that answer people who ask like this, else those of the concepts; what a word
    /// means is told where its concept is defined.
    #[must_use]
    pub fn first(&self, question: &str, language: &str, kind: Option<&str>) -> Vec<String> {
        let like = asked::places(question);
        if !like.is_empty() && kind != Some("definition") {
            return like;
        }
        let mut out: Vec<String> =
            self.heads(&tokens(question), language, kind).into_iter().map(str::to_owned).collect();
        out.extend(like);
        out
    }

    /// The acts that govern the subject of a question, in a jurisdiction.
    #[must_use]
    pub fn topics(&self, words: &[Token], jurisdiction: &str) -> Vec<&str> {
        let prefix = format!("{}.", jurisdiction.to_lowercase());
        let topics = self.scope.topics.iter().filter(|topic| topic.act.starts_with(&prefix));
        topics.filter(|topic| topic.any.found(words)).map(|topic| topic.act.as_str()).collect()
    }

    /// The country whose law is asked for and never held.
    #[must_use]
    pub fn foreign(&self, words: &[Token]) -> Option<&str> {
        self.scope.foreign.iter().find(|country| country.any.found(words)).map(|country| country.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::address::{acts, find};

    #[test]
    fn the_files_are_read_and_name_acts_and_places_that_can_be_found() {
        let all = embedded().unwrap();
        let register = acts::embedded().unwrap();
        for topic in &all.scope.topics {
            assert!(register.get(&topic.act).is_some(), "{}", topic.act);
        }
        let kinds: Vec<&str> = all.kinds.kinds.iter().map(|kind| kind.id.as_str()).collect();
        for head in &all.heads.heads {
            for (kind, at) in head.by.iter().map(|(kind, at)| (kind.as_str(), at)).chain([("term", &head.at)]) {
                assert!(kinds.contains(&kind), "{kind}");
                let address = find::parse(at).unwrap();
                assert!(!address.path.is_empty() && address.canonical() == *at, "{at}: {}", address.canonical());
            }
        }
        for review in [&all.kinds.review, &all.heads.review, &all.scope.review] {
            assert!(!review.source.is_empty() && !review.edition.is_empty() && !review.checked_by.is_empty());
        }
    }

    #[test]
    fn kinds_and_heads_of_questions() {
        let all = embedded().unwrap();
        let kind = |text: &str| all.kind(&tokens(text)).map_or("", |kind| kind.id.as_str());
        for (text, want) in [
            ("Что такое складская расписка?", "definition"),
            ("Сколько дней даётся на возврат?", "term"),
            ("В каком размере платится вознаграждение?", "amount"),
            ("Кто платит за перевозку?", "who"),
            ("Можно ли вернуть вещь?", "may"),
            ("Хто несе витрати?", "who"),
            ("제출 기한은 며칠인가요?", "term"),
            ("Погода", ""),
        ] {
            assert_eq!(kind(text), want, "{text}");
        }
        let heads = |text: &str, kind| all.heads(&tokens(text), "ru", kind);
        assert_eq!(heads("Какой срок исковой давности", Some("term")), ["ГК РФ ст. 196", "ГК РФ ст. 195"]);
        // A narrower concept stands for the wider one within it.
        assert_eq!(heads("вернут ли залог за квартиру", None), ["ГК РФ ст. 381.1"]);
        assert!(all.topics(&tokens("уволили за прогул"), "RU").contains(&"ru.tk"));
        assert_eq!(all.foreign(&tokens("по праву Казахстана")), Some("Республика Казахстан"));
    }
}
