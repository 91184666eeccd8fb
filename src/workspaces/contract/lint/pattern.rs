//! Regular expressions that are compiled once and never panic.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// A pattern; one that does not compile finds nothing (its own test would fail).
pub(crate) struct Pattern(pub(crate) LazyLock<Option<Regex>>);

impl Pattern {
    /// Whether it occurs.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.0.as_ref().is_some_and(|regex| regex.is_match(text))
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
