//! Protocols of small disagreements.

use crate::engine::document::flow::{self, Piece, text};
use crate::engine::knowledge::{clauses, load};
use crate::model::facts::Ledger;
use crate::workspaces::contract::draft::protocol::{document, rows};
use crate::workspaces::contract::draft::version::Laid;
use crate::workspaces::contract::draft::{Facts, Variant, draft};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn laid(rent: &str, deposit: bool) -> Laid {
    let mut domain: Value = json!({
        "contract": {"type": "vehicle_lease", "city": "Казань"},
        "parties": {"lessor": {"name": "Иванов Иван Иванович", "kind": "individual"}},
        "price": {"rent": {"amount": rent, "currency": "RUB"}},
        "term": {"start": "2026-12-01", "end": "2027-02-28"}, "payment": {"day": 5},
    });
    if deposit {
        domain["deposit"] = json!({"kind": "sum", "amount": {"amount": "15000.00", "currency": "RUB"}});
    }
    let knowledge = load::embedded().unwrap();
    let pack = knowledge.pack("vehicle_lease").unwrap();
    let facts = Facts { pack, domain: &domain, ledger: &Ledger::default() };
    let document = draft(facts, clauses::embedded().unwrap(), Variant::Neutral).document;
    let pieces = flow::lay(&document).unwrap();
    Laid { document, pieces }
}

#[test]
fn differences_are_rows_and_an_accepted_one_is_agreed() {
    let (shared, theirs) = (laid("30000.00", false), laid("25000.00", false));
    let open = rows(&shared, &shared, &theirs);
    let rent = open.iter().find(|row| row.clause == "price.rent").unwrap_or_else(|| panic!("{open:#?}"));
    assert!(rent.ours.contains("тридцать") && rent.theirs.contains("двадцать пять"), "{rent:#?}");
    assert!(rent.number.starts_with(char::is_numeric) && !rent.title.is_empty(), "{rent:#?}");
    assert!(open.iter().all(|row| row.agreed.is_empty()));
    let ids: BTreeSet<&str> = open.iter().map(|row| row.clause.as_str()).collect();
    assert_eq!(ids.len(), open.len(), "a table is one row: {open:#?}");

    let agreed = rows(&shared, &theirs, &theirs);
    assert_eq!(agreed.len(), open.len());
    assert!(agreed.iter().all(|row| row.agreed == row.theirs), "{agreed:#?}");
    assert_eq!(rows(&shared, &shared, &shared), []);
    // A clause of ours alone: they have no words for it.
    let more = rows(&shared, &laid("30000.00", true), &shared);
    assert!(more.iter().any(|row| row.theirs.is_empty() && !row.ours.is_empty()), "{more:#?}");
}

#[test]
fn the_document_has_head_table_and_signatures() {
    let (shared, theirs) = (laid("30000.00", false), laid("25000.00", false));
    let found = rows(&shared, &shared, &theirs);
    let made = document(&found, &shared.document);
    assert_eq!(made.signatures.len(), shared.document.signatures.len());
    let pieces = flow::lay(&made).unwrap();
    assert!(matches!(&pieces[0], Piece::Above(runs) if text(runs).contains("к документу «Договор")));
    let table = pieces.iter().find_map(|piece| match piece {
        Piece::Table { head, rows } => Some((head.len(), rows.len())),
        _ => None,
    });
    assert_eq!(table, Some((4, found.len())));
    let none = flow::lay(&document(&[], &shared.document)).unwrap();
    assert!(none.iter().all(|piece| !matches!(piece, Piece::Table { .. })));
}
