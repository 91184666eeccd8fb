//! Finished neutral documents of all full packs: nothing critical, nothing high.

use super::told;
use crate::engine::knowledge::clauses;
use crate::model::issue::{self, Severity};
use crate::model::session::GateView;
use crate::workspaces::contract::draft::{Facts, Variant, draft_of};
use crate::workspaces::contract::lint::{session, text};
use crate::workspaces::contract::missions::{play, read};
use crate::workspaces::contract::tests::KNOWLEDGE;
use std::collections::BTreeSet;

/// Packs with clauses of their own.
const FULL: [&str; 21] = [
    "agency",
    "author_order",
    "carriage",
    "commission",
    "equipment_lease",
    "franchise",
    "gift",
    "licence",
    "loan",
    "nda",
    "premises_lease",
    "real_estate_sale",
    "residential_tenancy",
    "sale_general",
    "services",
    "software",
    "storage",
    "supply",
    "vehicle_lease",
    "vehicle_sale",
    "work_contract",
];

/// A text with a hole is a draft: what may be concluded has none, in the contract and in what is attached.
#[test]
fn what_may_be_concluded_has_no_hole() {
    let book = clauses::embedded().unwrap();
    let missions = read::embedded(&KNOWLEDGE).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for mission in &missions {
        let Some((_, end)) = play::finished(mission, &KNOWLEDGE, 1) else { continue };
        let gate: Option<GateView> = serde_json::from_value(end.state["gate"].clone()).ok();
        if !gate.is_some_and(|gate| gate.ready_for_skeleton) {
            continue;
        }
        let facts = Facts::of(&end, &KNOWLEDGE).unwrap();
        let drafted = draft_of(facts, &end, book, None);
        let holes: Vec<&str> = drafted.document.holes().collect();
        if !holes.is_empty() {
            wrong.push(format!("{} {}: {holes:?}", mission.id, mission.kind));
        }
        seen += 1;
    }
    assert!(wrong.is_empty() && seen > 20, "{seen}\n{}", wrong.join("\n"));
}

#[test]
fn finished_documents_have_nothing_critical_or_high() {
    let book = clauses::embedded().unwrap();
    let missions = read::embedded(&KNOWLEDGE).unwrap();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for mission in missions.iter().filter(|mission| FULL.contains(&mission.kind.as_str())) {
        let Some((_, end)) = play::finished(mission, &KNOWLEDGE, 1) else { continue };
        let gate: Option<GateView> = serde_json::from_value(end.state["gate"].clone()).ok();
        if !gate.is_some_and(|gate| gate.ready_for_skeleton) {
            continue;
        }
        let pack = KNOWLEDGE.pack(&mission.kind).unwrap();
        let facts = Facts { pack, domain: &end.state["domain"], ledger: &end.aside.ledger };
        let issues = issue::of_state(&end.state);
        for variant in Variant::ALL {
            let mut report = session(facts, &issues, book, variant, super::TODAY);
            // What a check of the pack says is the person's own choice, told before the gate.
            report.findings.retain(|finding| finding.severity <= Severity::High && finding.rule != "L24");
            if !report.findings.is_empty() {
                wrong.push(format!("{} {} {variant:?}\n{}", mission.id, pack.id, told(&report)));
            }
        }
        seen.insert(pack.id.as_str());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), FULL);
}

/// Rules about how a text is built, which a text of our own cannot break; blanks are the person's.
const BUILT: [&str; 10] = ["L03", "L08", "L28", "L29", "L30", "L31", "L32", "L33", "L64", "L65"];

/// The files that are given out say the same to the linter as what they were made from.
#[test]
fn files_that_were_written_here_are_read_as_they_were_meant() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let (mut seen, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".md") || name.ends_with(".plain.md") {
            continue;
        }
        let report = text(&std::fs::read_to_string(&path).unwrap(), &KNOWLEDGE, super::TODAY);
        let built = report.findings.iter().filter(|finding| BUILT.contains(&finding.rule.as_str()));
        wrong.extend(built.map(|finding| format!("{name} {}: {}", finding.rule, finding.message)));
        seen += 1;
    }
    assert!(wrong.is_empty() && seen > 20, "{seen}\n{}", wrong.join("\n"));
}
