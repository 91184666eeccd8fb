//! Two editions of a document, place by place: what stands in both, what changed and how, what is new, what is gone.

use crate::engine::citation::quote::diff;
use crate::engine::fold::folded;
use crate::model::compare::{TextFate, TextRun};
use serde::Serialize;
use std::collections::BTreeMap;

/// A place of an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its path in the document: `p/10.3.2`. Editions are compared by it.
    pub path: String,
    /// How it is cited.
    pub address: String,
    /// Its own words.
    pub text: String,
}

/// What became of a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its path.
    pub path: String,
    /// How it is cited.
    pub address: String,
    /// What became of it.
    pub fate: TextFate,
    /// Its words: `same`, `deleted` (only in the first), `inserted` (only in the second).
    pub runs: Vec<TextRun>,
}

/// Compares two editions: in the order of the second, with what is gone where it stood in the first.
#[must_use]
pub fn compare(from: &[Piece], to: &[Piece]) -> Vec<Change> {
    let key = |piece: &Piece| folded(&piece.path);
    let new: BTreeMap<String, usize> = to.iter().enumerate().map(|(at, piece)| (key(piece), at)).collect();
    let old: BTreeMap<String, &Piece> = from.iter().map(|piece| (key(piece), piece)).collect();
    // What is gone stands before the next place that both have; it is met from the end, so it is said backwards.
    let mut gone: BTreeMap<usize, Vec<&Piece>> = BTreeMap::new();
    let mut next = to.len();
    for piece in from.iter().rev() {
        match new.get(&key(piece)) {
            Some(at) => next = *at,
            None => gone.entry(next).or_default().push(piece),
        }
    }
    let mut out = Vec::with_capacity(to.len());
    for (at, piece) in to.iter().enumerate() {
        out.extend(gone.remove(&at).unwrap_or_default().into_iter().rev().map(removed));
        out.push(match old.get(&key(piece)) {
            None => change(piece, TextFate::Added, diff("", &piece.text)),
            Some(before) if folded(&before.text) == folded(&piece.text) => change(piece, TextFate::Same, Vec::new()),
            Some(before) => change(piece, TextFate::Changed, diff(&before.text, &piece.text)),
        });
    }
    out.extend(gone.into_values().flat_map(|pieces| pieces.into_iter().rev()).map(removed));
    out
}

fn removed(piece: &Piece) -> Change {
    change(piece, TextFate::Removed, diff(&piece.text, ""))
}

fn change(piece: &Piece, fate: TextFate, runs: Vec<TextRun>) -> Change {
    Change { path: piece.path.clone(), address: piece.address.clone(), fate, runs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::compare::RunKind;

    fn piece(path: &str, text: &str) -> Piece {
        Piece { path: path.to_owned(), address: format!("ПС {path}"), text: text.to_owned() }
    }

    #[test]
    fn every_place_has_one_fate() {
        let from =
            [piece("p/1", "Проход 1 м."), piece("p/2", "Штабель 4 м."), piece("p/3", "Навес."), piece("p/5", "Двор.")];
        let to = [
            piece("p/1", "Проход  1 м."),
            piece("p/2", "Штабель 3 м."),
            piece("p/4", "Ворота."),
            piece("p/5", "Двор."),
        ];
        let fates: Vec<(String, TextFate)> = compare(&from, &to).into_iter().map(|one| (one.path, one.fate)).collect();
        let expected = [
            ("p/1", TextFate::Same),
            ("p/2", TextFate::Changed),
            ("p/4", TextFate::Added),
            ("p/3", TextFate::Removed),
            ("p/5", TextFate::Same),
        ];
        let sorted = |mut list: Vec<(String, TextFate)>| {
            list.sort_by(|a, b| a.0.cmp(&b.0));
            list
        };
        assert_eq!(sorted(fates), sorted(expected.map(|(path, fate)| (path.to_owned(), fate)).to_vec()));
        let changed = compare(&from, &to).into_iter().find(|one| one.fate == TextFate::Changed).unwrap();
        let of = |kind: RunKind| -> String {
            changed.runs.iter().filter(|run| run.kind == kind).map(|run| run.text.as_str()).collect()
        };
        assert_eq!((of(RunKind::Deleted).as_str(), of(RunKind::Inserted).as_str()), ("4", "3"));
    }

    #[test]
    fn what_is_gone_stands_in_its_order_before_what_stayed() {
        let from = ["p/1", "p/2", "p/3", "p/4", "p/5", "p/6"].map(|path| piece(path, path));
        let to = [piece("p/1", "p/1"), piece("p/4", "p/4")];
        let order: Vec<String> = compare(&from, &to).into_iter().map(|one| one.path).collect();
        assert_eq!(order, ["p/1", "p/2", "p/3", "p/4", "p/5", "p/6"]);
    }

    #[test]
    fn nothing_to_compare_is_no_fault() {
        assert!(compare(&[], &[]).is_empty());
        assert_eq!(compare(&[piece("p/1", "а")], &[])[0].fate, TextFate::Removed);
    }
}
