//! Whether an edition is in force on the day that the answer speaks of.

use crate::engine::corpus::currency::{currency, records};
use crate::model::source::{Currency, EditionRow, NodeView};

/// The days of a check, `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dates<'a> {
    /// The day that the person asked about; none means today.
    pub as_of: Option<&'a str>,
    /// Today.
    pub today: &'a str,
}

impl<'a> Dates<'a> {
    pub(crate) fn on(&self) -> &'a str {
        self.as_of.unwrap_or(self.today)
    }
}

/// An edition on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Force {
    In,
    /// No longer; what took its place, if known.
    After(Option<String>),
    /// Not yet, or nobody knows since when.
    Before,
}

/// Where an edition stands on the day.
pub(crate) fn force(node: &NodeView, editions: &[EditionRow], dates: Dates<'_>) -> Force {
    let on = dates.on();
    let row = editions.iter().find(|row| row.edition == node.edition);
    let (own_document, own_label) = node.edition.split_once('@').unwrap_or((&node.edition, ""));
    let document = row.map_or(own_document, |row| row.document.as_str());
    let label = row.map_or(own_label, |row| row.label.as_str());
    match currency(document, label, on) {
        Currency::Replaced { by, .. } => return Force::After(Some(by)),
        Currency::Repealed { .. } => return Force::After(None),
        _ => {}
    }
    match row.map(|row| &row.currency) {
        Some(Currency::Replaced { from, by, .. }) if from.as_str() <= on => return Force::After(Some(by.clone())),
        Some(Currency::Repealed { from, .. }) if from.as_str() <= on => return Force::After(None),
        _ => {}
    }
    let known = |own: Option<&String>, register: &dyn Fn() -> Option<String>| own.cloned().or_else(register);
    let to = known(row.and_then(|row| row.valid_to.as_ref()), &|| None);
    if to.is_some_and(|to| to.as_str() <= on) {
        return Force::After(successor(row, editions, on));
    }
    let from = known(row.and_then(|row| row.valid_from.as_ref()), &|| {
        records(document, label).filter(|record| !record.edition.is_empty()).find_map(|record| record.from.clone())
    });
    match from {
        Some(from) if from.as_str() > on => Force::Before,
        // An edition without a date says nothing about a day in the past.
        None if dates.as_of.is_some_and(|day| day < dates.today) => Force::Before,
        _ => Force::In,
    }
}

/// The edition of the same document that is in force on the day.
fn successor(row: Option<&EditionRow>, editions: &[EditionRow], on: &str) -> Option<String> {
    let row = row?;
    let fits = |other: &&EditionRow| {
        other.document == row.document
            && other.edition != row.edition
            && other.valid_from.as_deref().is_some_and(|from| from <= on)
            && other.valid_to.as_deref().is_none_or(|to| on < to)
    };
    editions
        .iter()
        .filter(fits)
        .max_by_key(|other| other.valid_from.clone())
        .map(|other| format!("{}, {}", other.short, other.label))
}
