//! Comparisons of drafts made from random facts.

use crate::engine::document::flow::{self, Piece};
use crate::engine::document::redline::{self, html};
use crate::engine::knowledge::{Knowledge, clauses, load};
use crate::model::compare::TextFate;
use crate::model::facts::Ledger;
use crate::workspaces::contract::draft::{Facts, Variant, draft};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| load::embedded().unwrap());

/// Facts of which every set takes some.
fn pool() -> Vec<(&'static str, Vec<Value>)> {
    let sum = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    vec![
        ("/contract/city", vec![json!("Москва"), json!("Казань")]),
        (
            "/parties/lessor",
            vec![
                json!({"name": "Иванов Иван Иванович", "kind": "individual"}),
                json!({"name": "ООО <Рог & копыто>", "kind": "company"}),
            ],
        ),
        ("/parties/lessee", vec![json!({"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016"})]),
        ("/parties/customer", vec![json!({"name": "ИП Петров Пётр Петрович", "kind": "entrepreneur"})]),
        (
            "/object",
            vec![
                json!({"make": "Lada", "model": "Vesta", "year": 2021, "crew": "none"}),
                json!({"vin": "XTAGFL113M0000001", "crew": "with"}),
            ],
        ),
        ("/price/rent", vec![sum("30000.00"), sum("45500.50"), sum("1.00")]),
        ("/price/amount", vec![sum("100000.00"), sum("99.99")]),
        (
            "/payment",
            vec![
                json!({"day": 5, "means": "transfer"}),
                json!({"day": 25, "plan": "advance", "advance": {"percent": "30"}}),
            ],
        ),
        (
            "/deposit",
            vec![json!({"kind": "sum", "amount": {"amount": "15000.00", "currency": "RUB"}}), json!({"kind": "none"})],
        ),
        (
            "/term",
            vec![
                json!({"start": "2026-12-01", "end": "2027-05-31"}),
                json!({"start": "2027-01-15", "end": "2027-03-14"}),
            ],
        ),
        ("/insurance/osago", vec![json!("lessor"), json!("lessee")]),
        (
            "/penalty",
            vec![json!({"kind": "percent", "rate": {"percent": "0.1", "per": "day"}}), json!({"kind": "none"})],
        ),
    ]
}

/// A set: for every fact of the pool none, or one of its values.
fn facts(pack: usize, picks: &[usize]) -> Value {
    let pack = &KNOWLEDGE.packs[pack % KNOWLEDGE.packs.len()];
    let mut domain = json!({"contract": {"type": pack.id}});
    for ((at, values), pick) in pool().into_iter().zip(picks) {
        let Some(value) = values.get(pick % (values.len() + 1)) else { continue };
        let mut place = &mut domain;
        for name in at.split('/').skip(1) {
            place = &mut place[name];
        }
        *place = value.clone();
    }
    domain
}

fn pieces(domain: &Value, variant: usize) -> Vec<Piece> {
    let pack = KNOWLEDGE.pack(domain["contract"]["type"].as_str().unwrap()).unwrap();
    let facts = Facts { pack, domain, ledger: &Ledger::default() };
    let drafted = draft(facts, clauses::embedded().unwrap(), Variant::ALL[variant % 3]);
    flow::lay(&drafted.document).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn taking_all_gives_the_second_text_refusing_all_the_first(
        packs in (0..12_usize, 0..12_usize, any::<bool>()),
        from in prop::collection::vec(0..4_usize, 12),
        to in prop::collection::vec(0..4_usize, 12),
        variants in (0..3_usize, 0..3_usize),
    ) {
        // Versions of one session mostly keep their type.
        let other = if packs.2 { packs.0 } else { packs.1 };
        let (old, new) = (pieces(&facts(packs.0, &from), variants.0), pieces(&facts(other, &to), variants.1));
        let redline = redline::compare(&old, &new);
        prop_assert_eq!(redline.lines(true), redline::lines(&new));
        prop_assert_eq!(redline.lines(false), redline::lines(&old));
        let page = html::fragment(&redline);
        prop_assert!(!page.contains("<Рог"));
        for (open, close) in [("<ins>", "</ins>"), ("<del>", "</del>"), ("<p", "</p>"), ("<table", "</table>")] {
            prop_assert_eq!(page.matches(open).count(), page.matches(close).count());
        }
        let same = redline::compare(&new, &new);
        prop_assert!(same.is_empty() && same.changes().is_empty());
    }
}

#[test]
fn a_changed_rent_is_told_where_it_stands() {
    let domain = |rent: &str| {
        json!({"contract": {"type": "vehicle_lease"}, "price": {"rent": {"amount": rent, "currency": "RUB"}},
            "term": {"start": "2026-12-01", "end": "2027-01-31"}, "payment": {"day": 5}})
    };
    let redline = redline::compare(&pieces(&domain("30000.00"), 1), &pieces(&domain("45000.00"), 1));
    let changes = redline.changes();
    assert!(changes.iter().all(|change| change.change == TextFate::Changed), "{changes:#?}");
    assert!(changes.iter().any(|change| change.runs.iter().any(|run| run.text.contains("сорок пять"))), "{changes:#?}");
}
