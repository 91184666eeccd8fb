//! The lexicon of the norms workspace: domains, conditions, words, calculations. `knowledge/norms/README.md`.

use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::phrases::Phrases;
use crate::engine::knowledge::research::Review;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// What a question can be about, and where that stands.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Domain {
    /// `concrete_structure_design`.
    pub id: String,
    /// For people.
    pub title: String,
    /// Ids of acts, best first.
    pub documents: Vec<String>,
    /// Words that tell.
    pub any: Phrases,
}

/// A subject of its own, and the document that decides it: where that one is not held, its neighbours say nothing of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elsewhere {
    /// The document, as it is cited.
    pub document: String,
    /// What it is about.
    pub title: String,
    /// Groups of words: one of each has to be there.
    pub all: Vec<Phrases>,
}

/// What people say for a condition, and what the norms say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Words of people.
    pub say: Phrases,
    /// Words of the norms.
    pub mean: String,
}

/// How people shorten a word.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Short {
    /// As it is written, lower case, without a full stop.
    pub say: String,
    /// What it stands for.
    pub mean: String,
}

/// A quantity that is asked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// Its words.
    pub any: Phrases,
    /// What it measures: `length`.
    pub dimension: String,
}

/// Words of one measure: «ширина», «шире».
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Its words, one by one.
    pub any: Phrases,
}

/// Properties that exclude each other: compression and tension, upper and lower.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rivals {
    /// The words of each.
    pub sides: Vec<Phrases>,
}

/// Words that ask where something stands, and how addresses of such places are written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceAsked {
    /// Words of the question.
    pub any: Phrases,
    /// What an address of such a place has: «прил.».
    pub address: String,
}

/// An input of a calculation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its name in the formula.
    pub name: String,
    /// In words.
    pub title: String,
    /// Its unit.
    pub unit: String,
    /// Words before the number in the question; the first amount of the dimension when there are none.
    #[serde(default)]
    pub after: Option<Phrases>,
    /// A question to a norm that gives the value instead: an address.
    #[serde(default)]
    pub address: Option<String>,
    /// Words of the row or sentence at that address.
    #[serde(default)]
    pub words: Option<String>,
    /// A number of the formula itself: it counts only where it stands in the text at the address.
    #[serde(default)]
    pub value: Option<String>,
    /// Whether the words of the question choose at the address, beside those of the input.
    #[serde(default)]
    pub asked: bool,
    /// The input by whose amount the rows of the table are read, with interpolation between them.
    #[serde(default)]
    pub by: Option<String>,
}

/// A calculation that the product knows.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calculation {
    /// `column_bars`.
    pub id: String,
    /// What it gives.
    pub title: String,
    /// Groups of words; each group must be met.
    pub all: Vec<Phrases>,
    /// Words that ask for something else.
    #[serde(default)]
    pub not: Phrases,
    /// Whether a place has to be named: its climate goes into the result.
    #[serde(default)]
    pub town: bool,
    /// Over the names of the inputs.
    pub formula: String,
    /// The unit of the result.
    pub unit: String,
    /// `none`, `up`, `down`.
    #[serde(default)]
    pub rounding: String,
    /// The inputs.
    #[serde(rename = "input")]
    pub inputs: Vec<Input>,
    /// What the person should know beside the result.
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Domains {
    review: Review,
    #[serde(rename = "domain")]
    domains: Vec<Domain>,
    elsewhere: Vec<Elsewhere>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conditions {
    review: Review,
    #[serde(rename = "condition")]
    conditions: Vec<Condition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    review: Review,
    weak: Vec<String>,
    changes: Phrases,
    modifiers: Phrases,
    kinds: Phrases,
    #[serde(rename = "short")]
    shorts: Vec<Short>,
    #[serde(rename = "quantity")]
    quantities: Vec<Quantity>,
    #[serde(rename = "measure")]
    measures: Vec<Measure>,
    lacks: Phrases,
    subordinate: Phrases,
    #[serde(rename = "rivals")]
    rivals: Vec<Rivals>,
    how_many: Phrases,
    beyond: Phrases,
    conditional: Phrases,
    equals: Phrases,
    again: Phrases,
    #[serde(rename = "place")]
    places: Vec<PlaceAsked>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Calculations {
    review: Review,
    calculate: Phrases,
    #[serde(rename = "calculation")]
    calculations: Vec<Calculation>,
}

/// The whole lexicon.
#[derive(Debug, Clone)]
pub struct Lexicon {
    /// Domains, in the order of the file.
    pub domains: Vec<Domain>,
    /// Subjects of documents of their own.
    pub elsewhere: Vec<Elsewhere>,
    /// Conditions.
    pub conditions: Vec<Condition>,
    /// Words of questions that search nothing.
    pub weak: Vec<String>,
    /// Words of sentences that change a value and are none.
    pub changes: Phrases,
    /// Words of sentences that correct the value of a table.
    pub modifiers: Phrases,
    /// Words behind which a single letter names a class.
    pub kinds: Phrases,
    /// Abbreviations of the trade.
    pub shorts: Vec<Short>,
    /// Quantities.
    pub quantities: Vec<Quantity>,
    /// Measures, each with its words.
    pub measures: Vec<Measure>,
    /// Words that say there is none of what follows.
    pub lacks: Phrases,
    /// Words that open a subordinate clause of a condition.
    pub subordinate: Phrases,
    /// Properties that exclude each other.
    pub rivals: Vec<Rivals>,
    /// Words before the thing of which there are so many: «сколько».
    pub how_many: Phrases,
    /// Words that turn the number behind them into a condition: «выше 10 м»; behind «не» they bound a value.
    pub beyond: Phrases,
    /// Words that open a condition before a measure: «при ширине 2 м».
    pub conditional: Phrases,
    /// Words before the bare number that is meant: «равным 1,1».
    pub equals: Phrases,
    /// Beginnings of a row that go on from the row above: «то же».
    pub again: Phrases,
    /// Kinds of places that a question may ask for.
    pub places: Vec<PlaceAsked>,
    /// Words that ask for a calculation.
    pub calculate: Phrases,
    /// Calculations.
    pub calculations: Vec<Calculation>,
    /// Where the files come from.
    pub reviews: Vec<Review>,
}

static LEXICON: LazyLock<Result<Lexicon, LoadError>> = LazyLock::new(|| {
    let domains: Domains = one("domains.toml", include_str!("../../../knowledge/norms/domains.toml"))?;
    let conditions: Conditions = one("conditions.toml", include_str!("../../../knowledge/norms/conditions.toml"))?;
    let words: Words = one("words.toml", include_str!("../../../knowledge/norms/words.toml"))?;
    let sums: Calculations = one("calculations.toml", include_str!("../../../knowledge/norms/calculations.toml"))?;
    Ok(Lexicon {
        domains: domains.domains,
        elsewhere: domains.elsewhere,
        conditions: conditions.conditions,
        weak: words.weak,
        changes: words.changes,
        modifiers: words.modifiers,
        kinds: words.kinds,
        shorts: words.shorts,
        quantities: words.quantities,
        measures: words.measures,
        lacks: words.lacks,
        subordinate: words.subordinate,
        rivals: words.rivals,
        how_many: words.how_many,
        beyond: words.beyond,
        conditional: words.conditional,
        equals: words.equals,
        again: words.again,
        places: words.places,
        calculate: sums.calculate,
        calculations: sums.calculations,
        reviews: vec![domains.review, conditions.review, words.review, sums.review],
    })
});

static EMPTY: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    elsewhere: Vec::new(),
    domains: Vec::new(),
    conditions: Vec::new(),
    weak: Vec::new(),
    changes: Phrases::default(),
    modifiers: Phrases::default(),
    kinds: Phrases::default(),
    shorts: Vec::new(),
    quantities: Vec::new(),
    measures: Vec::new(),
    lacks: Phrases::default(),
    subordinate: Phrases::default(),
    rivals: Vec::new(),
    how_many: Phrases::default(),
    beyond: Phrases::default(),
    conditional: Phrases::default(),
    equals: Phrases::default(),
    again: Phrases::default(),
    places: Vec::new(),
    calculate: Phrases::default(),
    calculations: Vec::new(),
    reviews: Vec::new(),
});

fn one<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, LoadError> {
    load::toml_file(&format!("norms/{file}"), text)
}

/// The lexicon that the program carries.
///
/// # Errors
/// A file that cannot be read, with its line.
pub fn embedded() -> Result<&'static Lexicon, LoadError> {
    LEXICON.as_ref().map_err(Clone::clone)
}

/// The same; empty if it were broken, which the test of this file forbids.
#[must_use]
pub fn shared() -> &'static Lexicon {
    LEXICON.as_ref().unwrap_or(&EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::address::acts;

    #[test]
    fn the_files_are_read_and_name_only_acts_of_the_register() {
        let lexicon = embedded().unwrap();
        let register = acts::embedded().unwrap();
        for domain in &lexicon.domains {
            assert!(!domain.any.is_empty() && !domain.title.is_empty(), "{}", domain.id);
            for document in &domain.documents {
                assert!(register.get(document).is_some(), "{}: {document}", domain.id);
            }
        }
        assert!(lexicon.conditions.iter().all(|one| !one.say.is_empty() && !one.mean.is_empty()));
        assert!(lexicon.reviews.iter().all(|one| !one.source.is_empty() && !one.checked_by.is_empty()));
        assert!(lexicon.calculations.iter().all(|one| !one.all.is_empty() && !one.inputs.is_empty()));
    }
}
