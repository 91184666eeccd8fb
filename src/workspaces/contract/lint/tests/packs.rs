//! Finished neutral documents of all full packs: nothing critical, nothing high.

use super::told;
use crate::engine::knowledge::clauses;
use crate::model::facts::Ledger;
use crate::model::issue::{self, Severity};
use crate::model::session::GateView;
use crate::workspaces::contract::draft::{Facts, Variant};
use crate::workspaces::contract::intake::terms;
use crate::workspaces::contract::lint::session;
use crate::workspaces::contract::missions::{play, read};
use crate::workspaces::contract::tests::KNOWLEDGE;
use serde_json::json;
use std::collections::BTreeSet;

/// Packs with clauses of their own.
const FULL: [&str; 12] = [
    "licence",
    "loan",
    "nda",
    "premises_lease",
    "real_estate_sale",
    "residential_tenancy",
    "sale_general",
    "services",
    "supply",
    "vehicle_lease",
    "vehicle_sale",
    "work_contract",
];

#[test]
fn finished_documents_have_nothing_critical_or_high() {
    let book = clauses::embedded().unwrap();
    let missions = read::embedded(&KNOWLEDGE).unwrap();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for mission in missions.iter().filter(|mission| FULL.contains(&mission.kind.as_str())) {
        let Some(end) = play::ending(mission, &KNOWLEDGE, 1) else { continue };
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
    // The missions of services end elsewhere: a finished one by hand.
    let domain = json!({
        "contract": {"type": "services", "city": "Москва"},
        "parties": {"customer": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016"},
            "provider": {"name": "Орлов Олег Олегович", "kind": "entrepreneur", "inn": "770000010193"}},
        "service": {"actions": "ведение бухгалтерского учёта"},
        "price": {"fee": {"amount": "35000.00", "currency": "RUB"}},
        "term": {"start": "2026-12-01", "end": "2027-11-30"},
        "payment": {"plan": "monthly", "means": "transfer"},
        "penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}},
    });
    let pack = KNOWLEDGE.pack("services").unwrap();
    let open = pack.terms.iter().filter(|term| terms::is_open(term, &domain)).map(|term| term.key.as_str());
    println!("{:?}", open.collect::<Vec<_>>());
    let facts = Facts { pack, domain: &domain, ledger: &Ledger::default() };
    let mut report = session(facts, &[], book, Variant::Neutral, super::TODAY);
    println!("{}", told(&report));
    report.findings.retain(|finding| finding.severity <= Severity::High);
    assert!(report.findings.is_empty(), "{}", told(&report));
    seen.insert("services");
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), FULL);
}
