//! Short answers to what people ask while they draft, `knowledge/dialogue/answers/*.toml`: each with the ways in which
//! people ask for it, by which it is found, and the article that it rests on.

use crate::engine::knowledge::dialogue;
use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::pack::Review;
use crate::engine::search::alike::{self, Alike, Hit, index};
use crate::engine::search::words::Language;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// How near the nearest phrase is to a question, and how much of the question its answer holds, when it is meant.
const MEANT: [(f64, f64); 2] = [(0.42, 0.6), (0.6, 0.5)];
/// What the words of a question are worth at least: of «а что обязательно?» nothing is left that tells a matter.
const TOLD: f64 = 4.0;
/// What words that stand in questions about anything tell.
const WEAK: f64 = 0.35;
/// What an answer that was written for this kind of contract is worth beside one for all.
const OWN: f64 = 1.4;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/dialogue/answers");

/// An answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldAnswer {
    /// Kinds of contract it is for; empty for all.
    #[serde(default)]
    pub packs: Vec<String>,
    /// How people ask for it.
    pub asked: Vec<String>,
    /// The answer.
    pub text: String,
    /// Where the law says so; empty where no law does.
    #[serde(default)]
    pub article: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// `ru`, `en`.
    language: String,
    #[allow(dead_code, reason = "read for its presence: data of law says who checked it")]
    review: Review,
    #[serde(rename = "answer")]
    answers: Vec<HeldAnswer>,
}

/// Words that ask and words of questions about anything: the former tell nothing of a matter, the latter little.
fn quiet() -> Result<HashMap<String, f64>, LoadError> {
    let dialogue = dialogue::embedded()?;
    let mut out = HashMap::new();
    for words in ["ru", "en"].map(|language| dialogue.words(language)) {
        for (list, told) in [(&words.weak, WEAK), (&words.noise, 0.0)] {
            out.extend(list.iter().flat_map(|word| alike::of_word(word)).map(|stem| (stem, told)));
        }
    }
    Ok(out)
}

/// All answers with the index of their phrases.
#[derive(Debug, Default)]
pub struct HeldAnswers {
    all: Vec<(String, HeldAnswer)>,
    /// By the words that tell a matter.
    alike: Alike,
    /// By all words: «какая обычная» and «что такое» ask different things about one matter.
    plain: Alike,
}

static EMBEDDED: LazyLock<Result<HeldAnswers, LoadError>> = LazyLock::new(|| {
    let files = FILES.files().filter(|file| file.path().extension().is_some_and(|end| end == "toml"));
    HeldAnswers::from_files(
        files.map(|file| (file.path().to_string_lossy().into_owned(), file.contents_utf8().unwrap_or_default())),
    )
});

/// The answers that the program carries.
///
/// # Errors
/// The first file that cannot be read.
pub fn embedded() -> Result<&'static HeldAnswers, LoadError> {
    EMBEDDED.as_ref().map_err(Clone::clone)
}

impl HeldAnswers {
    /// Reads files, each with its name.
    ///
    /// # Errors
    /// The first file that cannot be read, with its place.
    pub fn from_files<'a>(files: impl Iterator<Item = (String, &'a str)>) -> Result<Self, LoadError> {
        let mut out = Self::default();
        for (name, text) in files {
            let file: File = load::toml_file(&format!("dialogue/answers/{name}"), text)?;
            for answer in file.answers {
                // Its own words are one more phrase: they tell the matter, though nobody asks like that.
                let mut asked = answer.asked.clone();
                asked.push(answer.text.clone());
                out.alike.add(&asked, Language::Russian);
                out.plain.add(&answer.asked, Language::Russian);
                out.all.push((file.language.clone(), answer));
            }
        }
        out.alike.weigh(quiet()?);
        out.plain.weigh(HashMap::new());
        Ok(out)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &HeldAnswer> {
        self.all.iter().map(|(_, answer)| answer)
    }

    /// The answer that a question plainly asks for, in its language, for a kind of contract.
    #[must_use]
    pub fn find(&self, question: &str, language: &str, pack: &str) -> Option<&HeldAnswer> {
        let (hit, answer) = self.ranked(question, language, pack).into_iter().next()?;
        let meant = MEANT.iter().any(|(phrase, covered)| hit.phrase >= *phrase && hit.covered >= *covered);
        (meant && hit.told >= TOLD).then_some(answer)
    }

    /// The answers that have words of a question, best first.
    fn ranked(&self, question: &str, language: &str, pack: &str) -> Vec<(Hit, &HeldAnswer)> {
        let hits = self.alike.near(question, &[Language::Russian]).into_iter();
        let plain: HashMap<u32, f64> =
            self.plain.near(question, &[Language::Russian]).into_iter().map(|hit| (hit.group, hit.phrase)).collect();
        let fits = |hit: Hit| {
            let (spoken, answer) = &self.all[index(hit.group)];
            let own = answer.packs.iter().any(|one| one == pack);
            let asks = plain.get(&hit.group).copied().unwrap_or_default();
            let score = hit.score * if own { OWN } else { 1.0 } * (1.0 + asks);
            (spoken == language && (own || answer.packs.is_empty())).then_some((Hit { score, ..hit }, answer))
        };
        let mut out: Vec<(Hit, &HeldAnswer)> = hits.filter_map(fits).collect();
        out.sort_by(|a, b| b.0.score.total_cmp(&a.0.score).then(a.0.group.cmp(&b.0.group)));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_is_found_by_most_of_its_own_phrases() {
        let held = embedded().expect("the files read");
        let (mut all, mut right) = (0, 0);
        for (language, answer) in &held.all {
            assert!(answer.asked.len() >= 4 && !answer.text.trim().is_empty(), "{}", answer.text);
            let pack = answer.packs.first().map(String::as_str).unwrap_or_default();
            for phrase in &answer.asked {
                all += 1;
                right += usize::from(held.find(phrase, language, pack).is_some_and(|own| own.text == answer.text));
            }
        }
        assert!(right * 100 >= all * 90, "{right} of {all}");
    }
}
