//! Figures over blind sets: `make measure`. Counts are printed, cases never.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]
#![expect(clippy::print_stdout, reason = "the figures are what this is for")]

#[cfg(all(feature = "ssr", feature = "fakes"))]
#[path = "measure/norms.rs"]
mod norms;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::engine::citation::edition::Dates;
use legalagi::engine::citation::evidence::Evidence;
use legalagi::engine::citation::verdict::judge;
use legalagi::engine::knowledge::mandatory;
use legalagi::engine::wording::definitive;
use legalagi::model::claim::{ClaimKind, Support};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// What was measured → right, of how many.
type Figures = BTreeMap<String, (usize, usize)>;

fn set(name: &str) -> (String, Vec<Value>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blind").join(name);
    let read: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    (format!("blind, {}", read["date"].as_str().unwrap()), read["cases"].as_array().unwrap().clone())
}

/// Prints figures; `date` says when a set was written and whether somebody has looked at it since.
fn told(name: &str, date: &str, figures: &Figures) {
    for (what, (right, of)) in figures {
        println!("measure: {what}: {right} of {of} ({date})");
    }
    let rows: Vec<Value> = figures
        .iter()
        .map(|(what, (right, of))| json!({"what": what, "blind": right, "n": of, "date": date}))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("measure-{name}.json")), json!(rows).to_string()).unwrap();
}

fn count(figures: &mut Figures, what: String, is_right: bool) {
    let (right, of) = figures.entry(what).or_default();
    *right += usize::from(is_right);
    *of += 1;
}

#[test]
fn promises_of_an_outcome() {
    let (date, cases) = set("promises.json");
    let mut figures = Figures::new();
    for case in &cases {
        let (lang, text) = (case["lang"].as_str().unwrap(), case["text"].as_str().unwrap());
        let hit = !definitive(text, lang).is_empty();
        match case["promise"].as_bool().unwrap() {
            true => count(&mut figures, format!("promises caught, {lang}"), hit),
            false => count(&mut figures, format!("look-alikes left alone, {lang}"), !hit),
        }
    }
    told("promises", &date, &figures);
    assert_eq!(cases.len(), 300);
}

#[test]
fn promises_by_other_writers() {
    for (name, of) in [("promises2", 600), ("promises3", 900)] {
        let (date, cases) = set(&format!("{name}.json"));
        let mut figures = Figures::new();
        for case in &cases {
            let (lang, text) = (case["lang"].as_str().unwrap(), case["text"].as_str().unwrap());
            let half = case["half"].as_str().unwrap();
            let hit = !definitive(text, lang).is_empty();
            match case["promise"].as_bool().unwrap() {
                true => count(&mut figures, format!("{name}: promises caught, {lang}, {half}"), hit),
                false => count(&mut figures, format!("{name}: look-alikes left alone, {lang}, {half}"), !hit),
            }
        }
        told(name, &date, &figures);
        assert_eq!(cases.len(), of);
    }
}

#[test]
fn terms_against_the_law() {
    let (date, cases) = set("mandatory.json");
    let law = mandatory::embedded().unwrap();
    let mut figures = Figures::new();
    for case in &cases {
        let word = |name: &str| case[name].as_str();
        let pack = word("pack").unwrap();
        // What the facts of such a deal bring by themselves.
        let profile = match pack {
            "employment" => Some("employment"),
            "household_work" => Some("consumer"),
            _ => word("profile"),
        };
        let hit = !law.broken(pack, profile, word("term").unwrap()).is_empty();
        let half = word("half").unwrap();
        match case["void"].as_bool().unwrap() {
            true => count(&mut figures, format!("void terms found, {half}"), hit),
            false => count(&mut figures, format!("lawful terms left alone, {half}"), !hit),
        }
    }
    told("mandatory", &date, &figures);
    assert_eq!(cases.len(), 240);
}

#[test]
fn quotations_beside_their_passage() {
    let (date, cases) = set("citations.json");
    let mut figures = Figures::new();
    for case in &cases {
        let sources = [json!({"title": "source", "text": case["source"]})];
        let dates = Dates { as_of: None, today: "2026-11-22" };
        let report = judge(case["answer"].as_str().unwrap(), &sources, &Evidence::default(), dates);
        let quotations: Vec<Support> = report
            .claims
            .iter()
            .filter(|claim| claim.kind == ClaimKind::Quotation)
            .map(|claim| claim.support)
            .collect();
        let passes = !quotations.is_empty() && quotations.iter().all(|support| *support == Support::Verbatim);
        let lang = case["lang"].as_str().unwrap();
        match case["faithful"].as_bool().unwrap() {
            true => count(&mut figures, format!("true quotations passed, {lang}"), passes),
            false => count(&mut figures, format!("turned quotations refused, {lang}"), !passes),
        }
    }
    told("citations", &date, &figures);
    assert_eq!(cases.len(), 120);
}
