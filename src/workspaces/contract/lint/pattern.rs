//! Regular expressions that are compiled once and never panic.

use crate::engine::work;
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// Characters before a value that a pattern reads.
const BACK: usize = 240;

/// A pattern; one that does not compile finds nothing (its own test would fail).
pub(crate) struct Pattern(pub(crate) LazyLock<Option<Regex>>);

impl Pattern {
    /// Whether it occurs.
    pub(crate) fn is(&self, text: &str) -> bool {
        work::spend(text.len());
        self.0.as_ref().is_some_and(|regex| regex.is_match(text))
    }

    /// Whether a text ends with it. The patterns that are asked so reach back over a sentence of usual length; what
    /// stands further away is not read again for every value.
    pub(crate) fn ends(&self, before: &str) -> bool {
        let from = before.char_indices().rev().take(BACK).last().map_or(0, |(at, _)| at);
        work::spend(before.len() - from);
        self.is(&before[from..])
    }

    /// Where the last occurrence begins.
    pub(crate) fn last(&self, text: &str) -> Option<usize> {
        work::spend(text.len());
        self.0.as_ref()?.find_iter(text).last().map(|found| found.start())
    }

    /// The first occurrence.
    pub(crate) fn first<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.0.as_ref()?.captures(text)
    }

    /// The bytes of the first occurrence.
    pub(crate) fn span(&self, text: &str) -> Option<(usize, usize)> {
        self.0.as_ref()?.find(text).map(|found| (found.start(), found.end()))
    }

    /// Every occurrence.
    pub(crate) fn all<'t>(&self, text: &'t str) -> Vec<Captures<'t>> {
        self.0.iter().flat_map(|regex| regex.captures_iter(text)).collect()
    }
}

macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: $crate::workspaces::contract::lint::pattern::Pattern =
            $crate::workspaces::contract::lint::pattern::Pattern(std::sync::LazyLock::new(|| {
                regex::Regex::new($text).ok()
            }));
    };
}
pub(crate) use pattern;
