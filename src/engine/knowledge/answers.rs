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
    penalty: Any,
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
    /// It governs its subject beside the act that people who ask like this are led to.
    #[serde(default)]
    pub beside: bool,
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
    everyday: Any,
    own_document: Any,
    consumer: Any,
    #[serde(rename = "agreement")]
    agreements: Vec<Agreement>,
}

/// A type of contract with the words of its title.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Agreement {
    pack: String,
    any: Phrases,
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

    /// Whether a question speaks of a penalty that a contract sets.
    #[must_use]
    pub fn penalty(&self, words: &[Token]) -> bool {
        self.kinds.penalty.any.found(words)
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

    /// The articles that define a term, in every language that has it, where the words are the term and nothing else; then
    /// those that say how long it lasts.
    #[must_use]
    pub fn term(&self, words: &[Token]) -> Vec<&str> {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return Vec::new() };
        let whole = Some((first.start, last.end));
        let heads = self.heads.heads.iter().filter(|head| head.any.longest(words) == whole);
        let (mut own, mut lasts) = (Vec::new(), Vec::new());
        for head in heads {
            own.push(head.by.get("definition").unwrap_or(&head.at).as_str());
            lasts.extend(head.by.get("term").map(String::as_str));
        }
        own.extend(lasts);
        own
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

    /// Acts that govern the subject beside whatever else does: what a consumer buys is a sale, and more than that.
    #[must_use]
    pub fn beside(&self, words: &[Token], jurisdiction: &str) -> Vec<&str> {
        let prefix = format!("{}.", jurisdiction.to_lowercase());
        let topics = self.scope.topics.iter().filter(|topic| topic.beside && topic.act.starts_with(&prefix));
        topics.filter(|topic| topic.any.found(words)).map(|topic| topic.act.as_str()).collect()
    }

    /// Whether a question is about a document of the person's own: «мой договор», «в этом договоре».
    #[must_use]
    pub fn own_document(&self, words: &[Token]) -> bool {
        self.scope.own_document.any.found(words)
    }

    /// The type of the contract whose first words these are.
    #[must_use]
    pub fn contract(&self, words: &[Token]) -> Option<&str> {
        self.scope.agreements.iter().find(|kind| kind.any.found(words)).map(|kind| kind.pack.as_str())
    }

    /// Whether one side of a document is a consumer.
    #[must_use]
    pub fn consumer(&self, words: &[Token]) -> bool {
        self.scope.consumer.any.found(words)
    }

    /// Whether a question is one of everyday life that no law answers: the weather, a recipe, who won.
    #[must_use]
    pub fn everyday(&self, words: &[Token]) -> bool {
        self.scope.everyday.any.found(words)
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

    #[test]
    fn no_question_of_law_is_taken_for_one_of_everyday_life() {
        let table: serde_json::Value =
            serde_json::from_str(include_str!("../../../tests/data/law_or_not.json")).unwrap();
        let all = embedded().unwrap();
        let list = |kind: &str| -> Vec<String> {
            let of_language = table[kind].as_object().into_iter().flat_map(|kinds| kinds.values());
            of_language
                .flat_map(|list| list.as_array().into_iter().flatten())
                .filter_map(|q| Some(q.as_str()?.to_owned()))
                .collect()
        };
        for question in list("law") {
            assert!(!all.everyday(&tokens(&question)), "{question}");
        }
        for question in [
            "Простой из-за погоды, платят ли зарплату?",
            "Кто выиграл торги и обязан заключить договор?",
            "날씨 때문에 공사가 지연되면?",
        ] {
            assert!(!all.everyday(&tokens(question)), "{question}");
        }
        assert!(list("other").iter().filter(|question| all.everyday(&tokens(question))).count() > 10);
    }

    #[test]
    fn what_a_consumer_buys_is_governed_by_the_law_on_consumers_too() {
        let all = embedded().unwrap();
        for question in [
            "Можно ли вернуть бракованный телефон в магазин?",
            "Магазин не принимает куртку, не подошёл размер",
            "Обменять товар без чека",
        ] {
            assert_eq!(all.beside(&tokens(question), "RU"), ["ru.law.2300-1.1992"], "{question}");
        }
        assert_eq!(all.beside(&tokens("Как вернуть долг по расписке?"), "RU"), Vec::<&str>::new());
        assert!(all.own_document(&tokens("Есть ли в моём договоре штраф?")));
        assert!(!all.own_document(&tokens("Когда договор аренды считается заключённым?")));
    }

    #[test]
    fn a_bare_term_is_led_to_its_definition() {
        let all = embedded().unwrap();
        assert_eq!(all.term(&tokens("исковая давность")), ["ГК РФ ст. 195", "ГК РФ ст. 196"]);
        assert!(all.term(&tokens("Неустойка")).contains(&"ГК РФ ст. 330"));
        assert_eq!(all.term(&tokens("исковая давность по аренде")), Vec::<&str>::new());
        assert_eq!(all.term(&tokens("")), Vec::<&str>::new());
    }
}
