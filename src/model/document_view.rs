//! A document as a page shows it: numbered blocks of runs, every value with the fact behind it.

use crate::model::facts::Origin;
use crate::model::finding::LintReport;
use crate::model::ids::{IssueId, QuestionId, Version};
use crate::model::signoff::Beside;
use serde::{Deserialize, Serialize};

/// Names of the variants in queries, in the order in which they are offered.
pub const VARIANTS: [&str; 3] = ["party_1", "neutral", "party_2"];
/// Names of the parts in queries, in the order in which they are offered.
pub const PARTS: [&str; 5] = ["contract", "act", "schedule", "receipt", "plain"];
/// The part that is shown unless another is asked for.
pub const CONTRACT: &str = "contract";

/// What a run of text is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Mark {
    /// Words of the form.
    #[default]
    Plain,
    /// A fact.
    Fact {
        /// Where it lives in `domain`; may be a composite (a sum with its currency).
        pointer: String,
        /// Where it comes from, when the ledger knows.
        origin: Option<Origin>,
    },
    /// A needed fact that is missing.
    Missing {
        /// Where it would live.
        pointer: String,
    },
    /// A line for the pen.
    Blank {
        /// Where the fact would live; empty when it is only ever written by hand.
        pointer: String,
    },
    /// The number of a clause of this document.
    Ref {
        /// Id of the clause; on the page, its anchor.
        target: String,
    },
}

impl Mark {
    fn is_plain(&self) -> bool {
        matches!(self, Self::Plain)
    }
}

/// Text of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The text.
    pub text: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Mark::is_plain")]
    pub mark: Mark,
}

/// Runs of a line.
pub type Runs = Vec<Run>;

/// One side in the signature table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// «Арендодатель».
    pub role: String,
    /// Requisites, a line each.
    pub lines: Vec<Runs>,
    /// Post of the signer.
    pub post: Option<String>,
    /// The line for the pen.
    pub sign: Runs,
    /// «М.П.»
    pub seal: bool,
}

/// A person's clause whose words and whose ground both changed: the person chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// The clause.
    pub clause: String,
    /// What the library says now.
    pub offered: String,
    /// Why it has to be looked at.
    pub why: String,
}

/// A term that the library wrote and nobody said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usual {
    /// The clause.
    pub clause: String,
    /// The clause and its wording: another wording is another term.
    pub mark: String,
    /// How it reads.
    pub text: String,
    /// It gives a number; else the whole clause is what nobody said.
    pub counts: bool,
}

impl Usual {
    /// Whether it stands in a clause or in one of its parts.
    #[must_use]
    pub fn stands_in(&self, id: &str) -> bool {
        id.strip_prefix(self.clause.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

/// A piece of a page, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "block", rename_all = "snake_case")]
pub enum Block {
    /// The next document begins on a sheet of its own.
    PageBreak,
    /// Right-aligned, above a title.
    Above {
        /// The line.
        runs: Runs,
    },
    /// A title.
    Title {
        /// Its words.
        runs: Runs,
    },
    /// Place on the left, date on the right.
    Place {
        /// City.
        place: Runs,
        /// Date.
        date: Runs,
    },
    /// A paragraph without a number.
    Paragraph {
        /// Its words.
        runs: Runs,
    },
    /// A section's heading.
    Heading {
        /// «4».
        number: String,
        /// Stable id of the section.
        id: String,
        /// Id of the element on the page.
        anchor: String,
        /// Its words.
        runs: Runs,
    },
    /// A numbered clause.
    Clause {
        /// «4.1».
        number: String,
        /// 1 in a plain list, 2 for «4.1», 3 for «4.1.1».
        level: usize,
        /// Stable id of the clause.
        id: String,
        /// Id of the element on the page.
        anchor: String,
        /// Its words.
        runs: Runs,
    },
    /// A table.
    Table {
        /// Names of the columns.
        head: Vec<String>,
        /// Cells.
        rows: Vec<Vec<Runs>>,
        /// Which columns stand at the right edge.
        right: Vec<bool>,
        /// Whether the last row sums up.
        total: bool,
    },
    /// The signature table.
    Signatures {
        /// Its title with the section's number; may be empty.
        title: String,
        /// The sides.
        sides: Vec<Signature>,
    },
}

impl Block {
    /// All lines of the block.
    #[must_use]
    pub fn lines(&self) -> Vec<&Runs> {
        match self {
            Self::PageBreak => Vec::new(),
            Self::Above { runs }
            | Self::Title { runs }
            | Self::Paragraph { runs }
            | Self::Heading { runs, .. }
            | Self::Clause { runs, .. } => vec![runs],
            Self::Place { place, date } => vec![place, date],
            Self::Table { rows, .. } => rows.iter().flatten().collect(),
            Self::Signatures { sides, .. } => {
                sides.iter().flat_map(|side| side.lines.iter().chain([&side.sign])).collect()
            }
        }
    }
}

/// A fact that the document has room for and that nobody gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// Where it would live.
    pub pointer: String,
    /// What it is called: «Идентификационный номер (VIN)».
    pub label: String,
    /// Whether the contract needs it; otherwise a line for the pen stands in its place.
    pub needed: bool,
    /// The open question whose answer fills it.
    pub question: Option<QuestionId>,
    /// How one would ask for it.
    pub words: Option<String>,
    /// The open issue about it.
    pub issue: Option<IssueId>,
}

/// A part that can be shown alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartTitle {
    /// Its name in queries, one of [`PARTS`].
    pub part: String,
    /// Its title.
    pub title: String,
}

/// A side as the variants name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTitle {
    /// «Арендодатель».
    pub title: String,
    /// «арендодателя».
    pub genitive: String,
}

/// A document made from one version of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentView {
    /// The version.
    pub version: Version,
    /// The variant, one of [`VARIANTS`].
    pub variant: String,
    /// The part, one of [`PARTS`].
    pub part: String,
    /// Title of the part.
    pub title: String,
    /// The sides, in the order of the contract; with two, a variant may favour either.
    pub sides: Vec<SideTitle>,
    /// The parts that there are.
    pub parts: Vec<PartTitle>,
    /// The text.
    pub blocks: Vec<Block>,
    /// What could still be filled in, in the order of the text; then what is essential and has no place in it yet.
    pub gaps: Vec<Gap>,
    /// Facts that the contract does not show; pointers.
    pub unused: Vec<String>,
    /// Clauses in a person's words that have to be looked at.
    pub conflicts: Vec<Conflict>,
    /// Terms that the library wrote and nobody said, seen by the person or not.
    #[serde(default)]
    pub usual: Vec<Usual>,
    /// What the check finds in facts and words, as of the day of the version.
    pub report: LintReport,
    /// SHA-256 of the words, hex: a sign-off is about these.
    pub text_sha256: String,
    /// What others say about it.
    #[serde(default)]
    pub beside: Beside,
}

impl DocumentView {
    /// The needed facts that are missing.
    #[must_use]
    pub fn missing(&self) -> Vec<Gap> {
        self.gaps.iter().filter(|gap| gap.needed).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, Run};

    #[test]
    fn plain_runs_are_short_on_the_wire() {
        let run = Run { text: "Стороны".into(), mark: Mark::Plain };
        let json = serde_json::to_string(&run).expect("a run is JSON");
        assert_eq!(json, "{\"text\":\"Стороны\"}");
        assert_eq!(serde_json::from_str::<Run>(&json).expect("and reads back"), run);
    }
}
