//! Whether an edition is in force on the day that the answer speaks of.

use crate::engine::citation::evidence::Place;
use crate::engine::corpus::currency::{currency, records};
use crate::engine::corpus::newest;
use crate::engine::corpus::read::identity::day_of;
use crate::model::source::{Currency, EditionRow, NodeView};
use std::borrow::Cow;

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
        let mut records = records(document, label).filter(|record| !record.edition.is_empty());
        records.find_map(|record| record.from.clone()).or_else(|| day_of(label).0)
    });
    match from {
        Some(from) if from.as_str() > on => Force::Before,
        // An edition without a date says nothing about a day in the past.
        None if dates.as_of.is_some_and(|day| day < dates.today) => Force::Before,
        _ => Force::In,
    }
}

/// The places of an address on the day. Where a place stands in several editions of an act, an earlier one is over:
/// its label tells its day even where nobody noted when it came into force.
pub(crate) fn forces<'n>(
    nodes: &[&'n NodeView],
    editions: &[EditionRow],
    dates: Dates<'_>,
) -> Vec<(&'n NodeView, Force)> {
    let row = |node: &NodeView| editions.iter().find(|row| row.edition == node.edition);
    // A later edition without this place says nothing here: its text may be held in part.
    let rows: Vec<&EditionRow> = nodes.iter().filter_map(|node| row(node)).collect();
    let later = |node: &NodeView| {
        let own = row(node)?;
        newest::is_superseded(own, rows.iter().copied(), dates.on()).then_some(())?;
        let mut others = rows.iter().filter(|other| other.document == own.document);
        others.find(|other| !newest::is_superseded(other, rows.iter().copied(), dates.on()))
    };
    nodes
        .iter()
        .map(|node| {
            let own = force(node, editions, dates);
            match later(node) {
                Some(next) if own == Force::In => {
                    (*node, Force::After(Some(format!("{}, {}", next.short, next.label))))
                }
                _ => (*node, own),
            }
        })
        .collect()
}

/// A place in the edition that the answer names («ред. от …»), else in the one that a source of the same sentence is of.
/// `None` when the named edition is not held.
pub(crate) fn chosen<'p>(place: &'p Place, named: Option<&str>, sources: &[&str]) -> Option<Cow<'p, Place>> {
    let day = |edition: &str| {
        let row = place.editions.iter().find(|row| row.edition == edition)?;
        row.valid_from.clone().into_iter().chain(day_of(&row.label).0).find(|day| Some(day.as_str()) == named)
    };
    let only = |wanted: &dyn Fn(&str) -> bool| -> Cow<'p, Place> {
        let kept = |nodes: &[NodeView]| nodes.iter().filter(|node| wanted(&node.edition)).cloned().collect();
        Cow::Owned(Place { nodes: kept(&place.nodes), near: kept(&place.near), ..place.clone() })
    };
    if named.is_some() {
        let wanted = |edition: &str| day(edition).is_some();
        return place.editions.iter().any(|row| wanted(&row.edition)).then(|| only(&wanted));
    }
    let wanted = |edition: &str| sources.contains(&edition);
    let several = place.nodes.len() > 1 && place.nodes.iter().any(|node| wanted(&node.edition));
    Some(if several { only(&wanted) } else { Cow::Borrowed(place) })
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
