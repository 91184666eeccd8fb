//! Contracts of the finished missions, shared by the tests of documents and of files.
#![allow(dead_code, reason = "each test takes what it needs")]

use legalagi::engine::document::flow::{self, Piece};
use legalagi::engine::document::tree::Document;
use legalagi::engine::knowledge::{Knowledge, clauses, load};
use legalagi::model::snapshot::Snapshot;
use legalagi::workspaces::contract::draft::{Draft, Facts, Variant, draft};
use legalagi::workspaces::contract::missions::{play, read};
use std::sync::LazyLock;

/// Each full pack with a mission that ends ready.
pub(crate) const FULL: [(&str, &str); 21] = [
    ("vehicle_lease", "M01"),
    ("equipment_lease", "M62"),
    ("premises_lease", "M02"),
    ("residential_tenancy", "M04"),
    ("sale_general", "M06"),
    ("vehicle_sale", "M07"),
    ("real_estate_sale", "M33"),
    ("supply", "M10"),
    ("services", "M41"),
    ("software", "M61"),
    ("work_contract", "M13"),
    ("loan", "M16"),
    ("nda", "M17"),
    ("licence", "M39"),
    ("agency", "M21"),
    ("author_order", "M11"),
    ("carriage", "M23"),
    ("commission", "M22"),
    ("franchise", "M26"),
    ("gift", "M60"),
    ("storage", "M25"),
];

pub(crate) static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| load::embedded().unwrap());

/// The last version of a mission, played by the built-in performer.
pub(crate) fn finished(id: &str) -> Snapshot {
    let missions = read::embedded(&KNOWLEDGE).unwrap();
    let mission = missions.iter().find(|mission| mission.id == id).unwrap();
    let (row, last) = play::finished(mission, &KNOWLEDGE, 1).unwrap();
    assert_eq!(row.gate_got.last().map(String::as_str), Some("ready"), "{id}");
    last
}

/// What the contract of a version is made from.
pub(crate) fn facts(last: &Snapshot) -> Facts<'_> {
    Facts::of(last, &KNOWLEDGE).unwrap()
}

/// The contract of a version.
pub(crate) fn drafted(last: &Snapshot, variant: Variant) -> Draft {
    draft(facts(last), clauses::embedded().unwrap(), variant)
}

/// Its pieces.
pub(crate) fn lay(document: &Document) -> Vec<Piece> {
    flow::lay(document).unwrap()
}
