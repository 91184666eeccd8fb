//! Short answers to questions that people put while they draft: `knowledge/dialogue/answers/*.toml`.

use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::nearest::{Asked, Index, Near};
use crate::engine::knowledge::pack::Review;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// An answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldAnswer {
    /// The question that it answers, as it is shown.
    pub title: String,
    /// The same as people put it.
    pub asked: Vec<String>,
    /// Groups of words: a question that meets every group is meant. Empty where only nearness leads to it.
    #[serde(default)]
    pub all: Vec<Vec<String>>,
    /// Kinds of contract it is for; empty for all.
    #[serde(default)]
    pub packs: Vec<String>,
    /// The answer.
    pub text: String,
    /// Where the law says so; empty where no law does.
    #[serde(default)]
    pub article: String,
}

impl HeldAnswer {
    /// Whether it is for a kind of contract: `Some(true)` where for that kind alone, `None` where not.
    #[must_use]
    pub fn fits(&self, pack: &str) -> Option<bool> {
        if self.packs.is_empty() {
            return Some(false);
        }
        self.packs.iter().any(|one| one == pack).then_some(true)
    }
}

/// A file of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "read for its presence: data of law says who checked it")]
    review: Review,
    #[serde(rename = "answer")]
    answers: Vec<HeldAnswer>,
}

/// The answers of a language.
#[derive(Debug, Clone, Default)]
pub struct Held {
    /// In the order of the files.
    pub answers: Vec<HeldAnswer>,
    index: Arc<OnceLock<Index>>,
}

impl Held {
    /// The answers whose questions are nearest to one, the best first.
    #[must_use]
    pub fn nearest(&self, said: Asked<'_>, pack: &str) -> Vec<Near> {
        let index = self.index.get_or_init(|| self.read());
        index.find(said, |at| self.answers.get(at)?.fits(pack))
    }

    /// Reads the questions once; aside, so that their reading counts as no work of the message that came first.
    fn read(&self) -> Index {
        fn each(one: &HeldAnswer) -> Vec<&str> {
            std::iter::once(&one.title).chain(&one.asked).map(String::as_str).collect()
        }
        let questions = || Index::of(self.answers.iter().map(each));
        std::thread::scope(|scope| scope.spawn(questions).join()).unwrap_or_else(|_| Index::of(std::iter::empty()))
    }
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../knowledge/dialogue/answers/", $name)))),*]
    };
}

/// Files of a language.
const FILES: &[(&str, &[(&str, &str)])] = &[
    ("ru", files!["common.toml", "lease.toml", "sale.toml", "works.toml", "money.toml", "rights.toml"]),
    ("en", files!["english.toml"]),
];

/// The answers that the program carries, by language.
///
/// # Errors
/// A file that cannot be read, with its line.
pub fn embedded() -> Result<BTreeMap<&'static str, Held>, LoadError> {
    let mut out = BTreeMap::new();
    for (language, files) in FILES {
        let mut held = Held::default();
        for (name, text) in *files {
            let file: File = load::toml_file(&format!("dialogue/answers/{name}"), text)?;
            held.answers.extend(file.answers);
        }
        out.insert(*language, held);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load as packs;
    use std::collections::BTreeSet;

    #[test]
    fn the_answers_read_and_are_for_kinds_that_there_are() {
        let knowledge = packs::embedded().expect("packs");
        for (language, held) in embedded().expect("the files read") {
            assert!(held.answers.len() > 50, "{language}");
            for one in &held.answers {
                let shown = format!("{language}: {}", one.title);
                assert!(one.title.ends_with('?') && one.text.chars().count() <= 700, "{shown}");
                assert!(one.asked.len() >= 8, "{shown}");
                let unlike: BTreeSet<&String> = one.asked.iter().collect();
                assert_eq!(unlike.len(), one.asked.len(), "{shown}");
                assert!(one.packs.iter().all(|pack| knowledge.pack(pack).is_some()), "{shown}: {:?}", one.packs);
            }
        }
    }

    #[test]
    fn a_question_leads_to_its_answer() {
        let all = embedded().expect("the files read");
        let held = all.get("ru").expect("a language");
        for (question, pack, part) in [
            ("а что будет, если хозяин захочет нас выселить зимой?", "residential_tenancy", "выселить"),
            ("а накладная точно нужна?", "carriage", "накладная"),
            ("чем задаток отличается от аванса", "real_estate_sale", "аванс"),
        ] {
            let near = held.nearest(Asked { question, ..Asked::default() }, pack);
            let best = near.first().unwrap_or_else(|| panic!("{question}"));
            assert!(held.answers[best.at].title.to_lowercase().contains(part), "{question}: {best:?}");
        }
        let other = Asked {
            question: "кто выиграл чемпионат мира по шахматам", ..Asked::default()
        };
        assert!(held.nearest(other, "loan").iter().all(|near| near.score < 0.3));
    }
}
