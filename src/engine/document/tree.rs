//! The tree: title, preamble, sections, clauses, tables, signatures, attachments.

use crate::model::facts::Origin;
use serde::Serialize;

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Inline {
    /// Words of the form.
    Text {
        /// The words.
        text: String,
    },
    /// A fact.
    Value {
        /// How it reads here.
        text: String,
        /// Where it lives in `domain`.
        pointer: String,
        /// Where it comes from, when the ledger knows.
        origin: Option<Origin>,
    },
    /// A fact that the contract needs and that nobody gave.
    Missing {
        /// What is missing.
        label: String,
        /// Where it would live.
        pointer: String,
    },
    /// A line to fill in by hand (number, date of signing, passport).
    Blank {
        /// What goes there.
        label: String,
        /// The line.
        text: String,
        /// Where the fact would live; empty when it is only ever written by hand.
        pointer: String,
    },
    /// The number of a clause or section of this document.
    Ref {
        /// Its id.
        target: String,
    },
}

impl Inline {
    /// Words of the form.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

/// A line of text.
pub type Line = Vec<Inline>;

/// A line of words only.
#[must_use]
pub fn line(text: impl Into<String>) -> Line {
    vec![Inline::text(text)]
}

/// A table: the first row is its head.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<Line>>,
}

/// A numbered clause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// Stable: references and edits name it.
    pub id: String,
    /// Its words.
    pub body: Line,
    /// Numbered below it.
    pub items: Vec<Clause>,
    /// After its words.
    pub table: Option<Table>,
}

/// A numbered section.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Stable.
    pub id: String,
    /// «Предмет договора».
    pub title: String,
    /// Its clauses.
    pub clauses: Vec<Clause>,
}

/// One side's requisites and signature.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Signature {
    /// «Арендодатель».
    pub role: String,
    /// Name, numbers, bank: one line each.
    pub lines: Vec<Line>,
    /// «генеральный директор», when somebody signs for the side.
    pub post: Option<String>,
    /// The line for the pen with the name behind it.
    pub sign: Line,
    /// Whether a seal has its place («М.П.»).
    pub seal: bool,
}

/// Which document it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The contract.
    #[default]
    Contract,
    /// A deed of transfer or acceptance.
    Act,
    /// A schedule of payments.
    Schedule,
    /// A receipt for money.
    Receipt,
    /// «Простыми словами».
    Plain,
    /// Any other attachment that the parties fill in.
    Form,
}

impl Part {
    /// The name in queries: `contract`, `act`, `schedule`, `receipt`, `plain`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "contract" => Self::Contract,
            "act" => Self::Act,
            "schedule" => Self::Schedule,
            "receipt" => Self::Receipt,
            "plain" => Self::Plain,
            _ => return None,
        })
    }
}

/// A document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Document {
    /// What it is.
    pub part: Part,
    /// Lines above the title («Приложение № 1 к договору …»), right-aligned.
    pub above: Vec<Line>,
    /// «Договор аренды …».
    pub title: String,
    /// Behind the title, e.g. «№ ____».
    pub number: Line,
    /// City; empty for none.
    pub place: Line,
    /// Date; empty for none.
    pub date: Line,
    /// Paragraphs before the first section.
    pub preamble: Vec<Line>,
    /// Sections.
    pub sections: Vec<Section>,
    /// Title above the signatures.
    pub sign_title: String,
    /// Sides, in the order of the contract.
    pub signatures: Vec<Signature>,
    /// Each begins on a new page.
    pub attachments: Vec<Document>,
}

impl Document {
    /// This document's own attachment of a kind, or itself.
    #[must_use]
    pub fn part(&self, part: Part) -> Option<&Self> {
        if self.part == part { Some(self) } else { self.attachments.iter().find(|document| document.part == part) }
    }

    /// Every line, attachments included.
    #[must_use]
    pub fn lines(&self) -> Vec<&Line> {
        fn clauses<'a>(list: &'a [Clause], out: &mut Vec<&'a Line>) {
            for clause in list {
                out.push(&clause.body);
                out.extend(clause.table.iter().flat_map(|table| table.rows.iter().flatten()));
                clauses(&clause.items, out);
            }
        }
        let mut out: Vec<&Line> = self.above.iter().chain([&self.number, &self.place, &self.date]).collect();
        out.extend(&self.preamble);
        for section in &self.sections {
            clauses(&section.clauses, &mut out);
        }
        for side in &self.signatures {
            out.extend(&side.lines);
            out.push(&side.sign);
        }
        for attachment in &self.attachments {
            out.extend(attachment.lines());
        }
        out
    }

    /// Pointers of all facts shown.
    #[must_use]
    pub fn pointers(&self) -> std::collections::BTreeSet<&str> {
        self.inlines(|inline| match inline {
            Inline::Value { pointer, .. } => Some(pointer.as_str()),
            _ => None,
        })
    }

    /// Pointers of the facts that are needed and missing.
    #[must_use]
    pub fn missing(&self) -> std::collections::BTreeSet<&str> {
        self.inlines(|inline| match inline {
            Inline::Missing { pointer, .. } => Some(pointer.as_str()),
            _ => None,
        })
    }

    /// Facts without which a term of the text says nothing; a side without its numbers can still be filled in by hand.
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.missing().into_iter().filter(|at| !at.starts_with("/parties/"))
    }

    fn inlines<'a>(&'a self, pick: impl Fn(&'a Inline) -> Option<&'a str>) -> std::collections::BTreeSet<&'a str> {
        self.lines().into_iter().flatten().filter_map(pick).collect()
    }
}
