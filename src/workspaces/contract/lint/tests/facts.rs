//! Facts: one seeded defect each.

use super::{TODAY, codes, told};
use crate::engine::knowledge::clauses;
use crate::model::facts::{Ledger, LedgerEntry, Origin};
use crate::model::finding::{FixAction, LintReport};
use crate::model::issue::Severity;
use crate::model::pointer;
use crate::workspaces::contract::draft::{Facts, Variant};
use crate::workspaces::contract::edit;
use crate::workspaces::contract::lint::session;
use crate::workspaces::contract::tests::KNOWLEDGE;
use serde_json::{Value, json};

fn lease() -> Value {
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    json!({
        "contract": {"type": "vehicle_lease", "city": "Москва"},
        "parties": {
            "lessor": {"name": "Иванов Иван Иванович", "kind": "individual", "address": "Москва, ул. Мира, д. 1",
                "passport": {"series": "4510", "number": "123456"}},
            "lessee": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016", "ogrn": "1247700000008",
                "kpp": "770001001", "address": "Москва, ул. Мира, д. 2", "email": "info@example.ru",
                "bank": {"bik": "044525225", "account": "40702810200000000001"},
                "signer": {"name": "Сидорова Анна Петровна", "post": "генеральный директор", "basis": "устав"}},
        },
        "object": {"make": "Lada", "model": "Vesta", "year": 2021, "vin": "XTAGFL113M0000001", "plate": "А123ВС777",
            "crew": "none"},
        "price": {"rent": rub("30000.00")},
        "payment": {"day": 5, "means": "transfer"},
        "deposit": {"kind": "sum", "amount": rub("15000.00")},
        "term": {"start": "2026-12-01", "end": "2027-05-31"},
        "insurance": {"osago": "lessee"},
        "upkeep": {"repair": "lessee"},
        "penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}},
    })
}

fn ledger(domain: &Value) -> Ledger {
    let entry = |value: &Value| LedgerEntry {
        origin: Origin::Stated,
        value: value.clone(),
        turn_id: None,
        quote: None,
        note: None,
        step: "INTERPRET".into(),
        at: "2026-11-21T09:00:00Z".into(),
        version: 1,
        support: None,
        evidence: Vec::new(),
        candidates: Vec::new(),
    };
    let mut ledger = Ledger::default();
    for (at, value) in pointer::leaves(domain) {
        ledger.insert(at, entry(value));
    }
    ledger
}

fn check(domain: &Value, ledger: &Ledger) -> LintReport {
    let pack = KNOWLEDGE.pack(domain["contract"]["type"].as_str().unwrap()).unwrap();
    let facts = Facts { pack, domain, ledger };
    session(facts, &[], clauses::embedded().unwrap(), Variant::Neutral, TODAY)
}

fn changed(changes: &[(&str, Value)]) -> LintReport {
    let mut domain = lease();
    for (at, value) in changes {
        let tokens = pointer::tokens(at).unwrap();
        if value.is_null() {
            edit::remove(&mut domain, &tokens);
        } else {
            edit::put(&mut domain, &tokens, value.clone());
        }
    }
    let ledger = ledger(&domain);
    check(&domain, &ledger)
}

#[test]
fn clean_facts_have_only_remarks_about_the_type() {
    let report = changed(&[]);
    assert!(report.findings.is_empty(), "{}", told(&report));
}

#[test]
fn every_rule_fires_on_its_own_defect_only() {
    let table = [
        ("L01", vec![("/penalty/rate/percent", json!("3"))]),
        ("L07", vec![("/term/start", json!("2027-12-01"))]),
        ("L11", vec![("/payment", json!({"means": "transfer"}))]),
        ("L13", vec![("/parties/lessee/inn", json!("7700000017"))]),
        ("L16", vec![("/insurance/osago", json!("lessor"))]),
        ("L24", vec![("/upkeep/repair", json!("lessor"))]),
        ("L19", vec![("/deposit/kind", json!("none"))]),
        // The text names the rate for a rent in a currency; sums in two currencies stay a doubt.
        ("L20", vec![("/deposit/amount/currency", json!("USD"))]),
        ("L53", vec![("/price/rent/currency", json!("USD"))]),
        ("L22", vec![("/note", json!("красный"))]),
        ("L23", vec![("/object", json!({"crew": "none"}))]),
        ("L43", vec![("/parties/lessor/passport/series", json!("451"))]),
        ("L44", vec![("/parties/lessor/bank", json!({"bik": "044525225", "account": "40702810200000000001"}))]),
        ("L45", vec![("/parties/lessor/kpp", json!("770001001"))]),
        ("L46", vec![("/parties/lessee/bank/account", json!("40702810300000000001"))]),
        ("L47", vec![("/object/vin", json!("ХTAGFL113M0000001"))]),
        ("L48", vec![("/object/vin", json!("XTAGFL114M0000001"))]),
        ("L49", vec![("/parties/lessee/email", json!("info@example"))]),
        ("L50", vec![("/term", json!({"start": "2025-12-01", "end": "2026-05-31"}))]),
        ("L68", vec![("/parties/lessor/address", Value::Null)]),
        ("L01", vec![("/penalty/rate", json!({"percent": "5", "per": "month"}))]),
    ];
    let mut wrong = Vec::new();
    for (rule, changes) in &table {
        let report = changed(changes);
        if !codes(&report).into_iter().eq([*rule]) {
            wrong.push(format!("{rule}:\n{}", told(&report)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The finding of a rule.
fn found<'r>(report: &'r LintReport, rule: &str) -> &'r crate::model::finding::Finding {
    report.findings.iter().find(|finding| finding.rule == rule).unwrap_or_else(|| panic!("{rule}\n{}", told(report)))
}

#[test]
fn three_percent_a_day_is_1095_a_year_with_a_fix() {
    let report = changed(&[("/penalty/rate/percent", json!("3"))]);
    let finding = found(&report, "L01");
    assert_eq!(finding.message, "Это 1095 % годовых");
    assert_eq!((finding.severity, finding.blocks_gate), (Severity::High, true));
    let Some(FixAction::Set { pointer, value }) = finding.fix.as_ref().map(|fix| &fix.action) else { panic!("no fix") };
    assert!(codes(&changed(&[(pointer, value.clone())])).is_empty());
    assert_eq!(report.fairness.sides[1].penalties.last().and_then(|p| p.per_year.clone()).as_deref(), Some("1095"));
}

#[test]
fn fixes_of_facts_repair() {
    for changes in
        [vec![("/object/vin", json!("ХTAGFL113M0000001"))], vec![("/parties/lessor/kpp", json!("770001001"))]]
    {
        let report = changed(&changes);
        let action = report.findings[0].fix.as_ref().map(|fix| fix.action.clone()).expect("a fix");
        let mut all = changes;
        let (FixAction::Set { pointer, .. } | FixAction::Reject { pointer }) = &action else { panic!("{action:?}") };
        let value = if let FixAction::Set { value, .. } = &action { value.clone() } else { Value::Null };
        all.push((pointer, value));
        let repaired = changed(&all);
        assert!(repaired.findings.is_empty(), "{}", told(&repaired));
    }
}

#[test]
fn an_assumption_in_the_text_is_confirmed_by_a_click() {
    let domain = lease();
    let mut ledger = ledger(&domain);
    ledger.each_mut(|at, entry| {
        if at == "/price/rent/amount" {
            entry.origin = Origin::Assumed;
        }
    });
    let report = check(&domain, &ledger);
    assert!(codes(&report).into_iter().eq(["L21"]), "{}", told(&report));
    let finding = found(&report, "L21");
    assert_eq!(finding.pointer.as_deref(), Some("/price/rent"));
    assert!(
        matches!(&finding.fix.as_ref().unwrap().action, FixAction::Confirm { pointer } if pointer == "/price/rent")
    );
}

#[test]
fn other_types_have_their_own_defects() {
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    for (rule, domain, found) in [
        (
            "L04",
            json!({"contract": {"type": "sale_general"}, "price": {"total": rub("900.00")}, "payment": {"instalments": {
            "1": {"amount": rub("300.00"), "date": "2027-01-15"}, "2": {"amount": rub("500.00"), "date": "2027-02-15"}}}}),
            true,
        ),
        (
            "L04",
            json!({"contract": {"type": "sale_general"}, "price": {"total": rub("800.00")}, "payment": {"instalments": {
            "1": {"amount": rub("300.00"), "date": "2027-01-15"}, "2": {"amount": rub("500.00"), "date": "2027-02-15"}}}}),
            false,
        ),
        (
            "L05",
            json!({"contract": {"type": "supply"}, "price": {"unit": rub("10.00"), "total": rub("21.00")},
            "object": {"quantity": {"value": "2", "unit": "t"}}}),
            true,
        ),
        (
            "L05",
            json!({"contract": {"type": "supply"}, "price": {"unit": rub("10.00"), "total": rub("20.00")},
            "object": {"quantity": {"value": "2", "unit": "t"}}}),
            false,
        ),
        (
            "L14",
            json!({"contract": {"type": "premises_lease"}, "term": {"duration": {"count": 12, "unit": "month"}}}),
            true,
        ),
        (
            "L14",
            json!({"contract": {"type": "premises_lease"}, "term": {"duration": {"count": 11, "unit": "month"}}}),
            false,
        ),
        ("L15", json!({"contract": {"type": "share_sale"}}), true),
        ("L15", json!({"contract": {"type": "loan"}}), false),
        ("L17", json!({"contract": {"type": "residential_tenancy"}, "exit": {"landlord": "out_of_court"}}), true),
        ("L17", json!({"contract": {"type": "residential_tenancy"}, "exit": {"landlord": "court"}}), false),
        ("L23", json!({"contract": {"type": "loan"}}), true),
        (
            "L23",
            json!({"contract": {"type": "loan"}, "loan": {"amount": rub("10.00")}, "parties": {
            "lender": {"name": "Иванов Иван Иванович"}, "borrower": {"name": "Петров Пётр Петрович"}}}),
            false,
        ),
        ("L33", json!({"contract": {"type": "vehicle_lease"}}), true),
        ("L33", json!({"contract": {"type": "vehicle_lease"}, "term": {"kind": "indefinite"}}), false),
        ("L37", json!({"contract": {"type": "loan"}, "interest": {"rate": {"percent": "1", "per": "day"}}}), true),
        ("L37", json!({"contract": {"type": "loan"}, "interest": {"rate": {"percent": "18", "per": "year"}}}), false),
        ("L60", json!({"contract": {"type": "loan"}, "penalty": {"rate": {"percent": "0.1", "per": "day"}}}), true),
    ] {
        let ledger = ledger(&domain);
        let report = check(&domain, &ledger);
        assert_eq!(codes(&report).contains(rule), found, "{rule} {domain}\n{}", told(&report));
    }
}
