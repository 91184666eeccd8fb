//! The linter: rules on facts and on words, without a model. Pure.
//!
//! `knowledge/lint/rules.toml` says what each rule is for a person; `rules/` finds. A session is checked by its facts
//! and the words of its draft, a pasted text by its words alone: both become a `Paper`, so a rule is written once.

mod balance;
pub(crate) mod paper;
mod pattern;
mod report;
mod rules;
mod sentence;
pub(crate) mod sides;
pub mod table;

#[cfg(test)]
mod tests;

use crate::engine::document::flow;
use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::clauses::Book;
use crate::engine::knowledge::pack::Pack;
use crate::model::finding::LintReport;
use crate::model::issue::Issue;
use crate::workspaces::contract::draft::{self, Draft, Facts, Variant};
use crate::workspaces::contract::intake::recognise;
use balance::Balance;
use paper::Paper;

/// The longest text that is checked, in bytes.
pub const MOST_BYTES: usize = 256 * 1024;

/// Bytes of a text in which its type is looked for.
const HEADING: usize = 400;

/// Facts of a session with their draft.
pub(crate) struct Stated<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) issues: &'a [Issue],
    pub(crate) unused: Vec<String>,
    pub(crate) missing: Vec<String>,
    /// Clauses whose words are the law's.
    pub(crate) lawful: std::collections::BTreeSet<String>,
    /// A reference of somebody's words that leads nowhere: then no text can be laid out.
    pub(crate) dangling: Option<String>,
}

/// What rules look at.
pub(crate) struct Subject<'a> {
    pub(crate) paper: Paper,
    pub(crate) balance: Balance,
    pub(crate) stated: Option<Stated<'a>>,
    /// The type of contract, where a text names it.
    pub(crate) pack: Option<&'a Pack>,
    /// `YYYY-MM-DD`.
    pub(crate) today: &'a str,
}

/// A defect, before it becomes a finding.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hit {
    /// In words.
    pub(crate) message: String,
    /// The fact.
    pub(crate) pointer: Option<String>,
    /// The block.
    pub(crate) block: Option<usize>,
    /// Bytes in the whole text.
    pub(crate) span: Option<std::ops::Range<usize>>,
    /// When it is not the rule's own.
    pub(crate) severity: Option<crate::model::issue::Severity>,
    /// When they are not the rule's own: title, consequence, article.
    pub(crate) law: Option<(String, String, String)>,
    /// What one click does.
    pub(crate) fix: Option<report::Repair>,
}

impl Hit {
    /// About a fact.
    pub(crate) fn fact(pointer: &str, message: impl Into<String>) -> Self {
        Self { message: message.into(), pointer: Some(pointer.to_owned()), ..Self::default() }
    }

    /// About a block.
    pub(crate) fn block(block: usize, message: impl Into<String>) -> Self {
        Self { message: message.into(), block: Some(block), ..Self::default() }
    }

    /// About words of a block; bytes count from the beginning of the whole text.
    pub(crate) fn words(block: usize, span: std::ops::Range<usize>, message: impl Into<String>) -> Self {
        Self { span: Some(span), ..Self::block(block, message) }
    }

    /// About the text as a whole.
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }
}

/// Checks the facts of a session and the words of its draft. `today` is `YYYY-MM-DD`.
#[must_use]
pub fn session(facts: Facts<'_>, issues: &[Issue], book: &Book, variant: Variant, today: &str) -> LintReport {
    drafted(facts, issues, draft::draft(facts, book, variant), today)
}

/// Checks the facts of a session and the words that it has, a person's and a model's among them.
#[must_use]
pub fn drafted(facts: Facts<'_>, issues: &[Issue], drafted: Draft, today: &str) -> LintReport {
    let (pieces, dangling) = match flow::lay(&drafted.document) {
        Ok(pieces) => (pieces, None),
        Err(dangling) => (Vec::new(), Some(dangling.to_string())),
    };
    let missing = drafted.document.missing().into_iter().map(str::to_owned).collect();
    let paper = Paper::of_pieces(&pieces, today);
    let stated = Stated { facts, issues, unused: drafted.unused, missing, lawful: drafted.lawful, dangling };
    let balance = Balance::of(&paper);
    report::of(&Subject { paper, balance, stated: Some(stated), pack: None, today })
}

/// Checks a text of the type that its heading names; positions of findings count its characters.
#[must_use]
pub fn text(source: &str, knowledge: &Knowledge, today: &str) -> LintReport {
    let paper = Paper::of_text(source, today);
    let names = |body: &str| {
        let heading = body.get(..body.floor_char_boundary(HEADING))?;
        recognise::recognise(heading, &[], knowledge).map(|found| found.pack)
    };
    let pack = paper.all().take(paper::HEAD).find_map(|(_, _, body)| names(body));
    let balance = Balance::of(&paper);
    report::of(&Subject { paper, balance, stated: None, pack, today })
}
