//! Editions of a document beside each other: which one speaks on a day, and which one an address belongs to.

use crate::model::source::EditionRow;

/// The edition in a node's id: `norm://ru.gk@2025-03-11/art/333` → `ru.gk@2025-03-11`.
#[must_use]
pub fn edition_of(node_id: &str) -> &str {
    let rest = node_id.strip_prefix("norm://").unwrap_or(node_id);
    rest.split('/').next().unwrap_or(rest)
}

/// Whether an id is that of an edition as a whole.
#[must_use]
pub fn is_whole(node_id: &str) -> bool {
    node_id.strip_prefix("norm://").is_some_and(|rest| !rest.contains('/'))
}

/// Whether an edition holds a part of its document only: another one of the same document has more than twice its pages
/// and its text. It is laid over the whole one and hides nothing of it.
#[must_use]
pub fn is_partial(row: &EditionRow, editions: &[EditionRow]) -> bool {
    let larger = |other: &EditionRow| other.pages > 2 * row.pages && other.nodes > 2 * row.nodes;
    row.pages > 0 && editions.iter().any(|other| other.document == row.document && larger(other))
}

fn in_force(row: &EditionRow, on: &str) -> bool {
    row.valid_from.as_deref().is_none_or(|from| from <= on) && row.valid_to.as_deref().is_none_or(|to| on < to)
}

/// The edition that speaks for its document on a day: in force, else the latest that has text; a whole one.
#[must_use]
pub fn speaks<'e>(row: &'e EditionRow, editions: &'e [EditionRow], on: &str) -> &'e EditionRow {
    let same = editions.iter().filter(|other| other.document == row.document && other.nodes > 0);
    let mut all: Vec<&EditionRow> = same.filter(|other| !is_partial(other, editions)).collect();
    all.sort_by_key(|other| (in_force(other, on), other.valid_from.clone()));
    all.pop().unwrap_or(row)
}

/// Partial editions that are laid over the one that speaks: in force on the day and later than it; the latest first.
#[must_use]
pub fn laid_over<'e>(row: &'e EditionRow, editions: &'e [EditionRow], on: &str) -> Vec<&'e EditionRow> {
    let whole = speaks(row, editions, on);
    let later = |other: &EditionRow| {
        other.edition != whole.edition
            && other.document == row.document
            && other.nodes > 0
            && is_partial(other, editions)
            && in_force(other, on)
            && other.valid_from > whole.valid_from
    };
    let mut all: Vec<&EditionRow> = editions.iter().filter(|other| later(other)).collect();
    all.sort_by(|a, b| b.valid_from.cmp(&a.valid_from));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn edition(id: &str, from: &str, pages: u32, nodes: u32) -> EditionRow {
        serde_json::from_value(json!({
            "edition": id, "document": "ru.sp.1", "short": "СП 1", "title": "", "jurisdiction": "RU",
            "kind": "code_of_practice", "label": id, "valid_from": from, "valid_to": null,
            "currency": {"status": "unchecked"}, "nodes": nodes, "pages": pages, "sha256": "", "file": "",
            "imported_at": "",
        }))
        .unwrap()
    }

    #[test]
    fn a_partial_edition_is_laid_over_the_whole_one() {
        let all = [edition("whole", "2020-01-01", 100, 1000), edition("part", "2022-01-01", 19, 90)];
        assert!(is_partial(&all[1], &all) && !is_partial(&all[0], &all));
        assert_eq!(speaks(&all[1], &all, "2023-01-01").edition, "whole");
        let over = |on: &str| laid_over(&all[0], &all, on).iter().map(|row| row.edition.clone()).collect::<Vec<_>>();
        assert_eq!(over("2023-01-01"), ["part"]);
        assert!(over("2021-01-01").is_empty(), "the day chooses");
        // A newer whole edition takes the place of both.
        let newer = [all[0].clone(), all[1].clone(), edition("next", "2024-01-01", 110, 1100)];
        assert_eq!(speaks(&newer[0], &newer, "2025-01-01").edition, "next");
        assert!(laid_over(&newer[0], &newer, "2025-01-01").is_empty());
    }
}
