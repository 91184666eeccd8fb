//! Documents of finished missions: nothing missing, nothing of the facts lost, the words as they were looked at.
//!
//! `LEGALAGI_BLESS=1 cargo test --features engine --test documents` writes `tests/golden/` anew: read the difference.
#![cfg(feature = "engine")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod contracts;

use contracts::{FULL, KNOWLEDGE, drafted, facts, finished, lay};
use legalagi::engine::document::flow::{self, Piece};
use legalagi::engine::document::tree::{Clause, Document};
use legalagi::engine::document::{ics, markdown};
use legalagi::engine::knowledge::clauses;
use legalagi::model::document_view::{Mark, Run};
use legalagi::model::snapshot::Snapshot;
use legalagi::workspaces::contract::draft::{Variant, calendar, draft_without, plain};
use legalagi::workspaces::contract::missions::{play, read};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

#[test]
fn a_ready_contract_lacks_nothing_and_shows_every_fact() {
    let mut faults = Vec::new();
    for mission in &read::embedded(&KNOWLEDGE).unwrap() {
        let (row, last) = play::finished(mission, &KNOWLEDGE, 1).unwrap();
        if row.gate_got.last().map(String::as_str) != Some("ready") {
            continue;
        }
        for variant in Variant::ALL {
            let draft = drafted(&last, variant);
            let missing = draft.document.missing();
            if !missing.is_empty() || !draft.unused.is_empty() {
                let unused = &draft.unused;
                faults.push(format!("{} {} {variant:?}: {missing:?}, unused {unused:?}", mission.id, mission.kind));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[expect(clippy::disallowed_methods, reason = "a switch of this test")]
fn blessing() -> bool {
    std::env::var_os("LEGALAGI_BLESS").is_some()
}

/// Compares with the file, or writes it when blessing.
fn golden(name: &str, text: &str, faults: &mut Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if blessing() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept != text {
        let line = kept.lines().zip(text.lines()).find(|(kept, new)| kept != new);
        let (old, new) = line.unwrap_or(("", "the files differ in length"));
        faults.push(format!("{name}:\n  was {old}\n  is  {new}"));
    }
}

fn calendar_of(last: &Snapshot) -> String {
    let facts = facts(last);
    let events = calendar::events(facts, clauses::embedded().unwrap(), Variant::Neutral);
    ics::render(&facts.pack.title, last.session.as_str(), last.at.parse().unwrap(), &events)
}

#[test]
fn documents_read_as_they_were_looked_at() {
    let mut faults = Vec::new();
    // A lease with a deposit has a receipt.
    let more = [("vehicle_lease_deposit", "M28"), ("generic", "M27")];
    for (name, mission) in FULL.into_iter().chain(more) {
        let last = finished(mission);
        let contract = drafted(&last, Variant::Neutral).document;
        golden(&format!("{name}.md"), &markdown::render(&lay(&contract)), &mut faults);
        let page = plain::explain(facts(&last), clauses::embedded().unwrap(), Variant::Neutral);
        golden(&format!("{name}.plain.md"), &markdown::render(&lay(&page)), &mut faults);
        golden(&format!("{name}.ics"), &calendar_of(&last), &mut faults);
    }
    assert!(faults.is_empty(), "LEGALAGI_BLESS=1 writes them anew\n{}", faults.join("\n"));
}

#[test]
fn a_calendar_keeps_to_its_format() {
    for (pack, mission) in FULL {
        let text = calendar_of(&finished(mission));
        assert!(
            text.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && text.ends_with("END:VCALENDAR\r\n"),
            "{pack}"
        );
        assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{pack}");
        let count = |what: &str| text.matches(what).count();
        assert_eq!(count("BEGIN:VEVENT"), count("\r\nDTSTAMP:"), "{pack}");
        let names: BTreeSet<&str> = text.lines().filter(|line| line.starts_with("UID:")).collect();
        assert_eq!(names.len(), count("BEGIN:VEVENT"), "{pack}: every entry has a name of its own");
    }
    let lease = calendar_of(&finished("M01")).replace("\r\n ", "").replace('\u{a0}', " ");
    assert!(lease.contains("DTSTART;VALUE=DATE:20270731") && lease.contains("25 000\\,00 руб."), "{lease}");
}

static READY: LazyLock<Vec<Snapshot>> = LazyLock::new(|| FULL.iter().map(|(_, mission)| finished(mission)).collect());

/// Every printed reference with the id it names.
fn references(pieces: &[Piece]) -> Vec<(String, String)> {
    let runs = pieces.iter().filter_map(|piece| match piece {
        Piece::Clause { runs, .. } | Piece::Paragraph(runs) => Some(runs),
        _ => None,
    });
    let named = |run: &Run| match &run.mark {
        Mark::Ref { target } => Some((target.clone(), run.text.clone())),
        _ => None,
    };
    runs.flatten().filter_map(named).collect()
}

fn numbers(pieces: &[Piece]) -> BTreeMap<&str, &str> {
    let mut out = BTreeMap::new();
    for piece in pieces {
        if let Piece::Clause { id, number, .. } | Piece::Heading { id, number, .. } = piece {
            out.insert(id.as_str(), number.as_str());
        }
    }
    out
}

fn without(clauses: &mut Vec<Clause>, gone: &BTreeSet<String>) {
    clauses.retain(|clause| !gone.contains(&clause.id));
    clauses.iter_mut().for_each(|clause| without(&mut clause.items, gone));
}

fn ids(document: &Document) -> Vec<String> {
    document.sections.iter().flat_map(|section| section.clauses.iter().map(|clause| clause.id.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// A clause left out of the draft takes the references to it along; the others follow the new numbers.
    #[test]
    fn references_follow_the_numbers(pack in 0..FULL.len(), variant in 0..3usize, dice in any::<[u8; 16]>()) {
        let last = &READY[pack];
        let whole = drafted(last, Variant::ALL[variant]).document;
        let gone: BTreeSet<String> = ids(&whole)
            .into_iter()
            .enumerate()
            .filter(|(i, _)| dice[(i / 8) % 16] >> (i % 8) & 1 == 1)
            .map(|(_, id)| id)
            .collect();
        let book = clauses::embedded().unwrap();
        let draft = draft_without(facts(last), book, Variant::ALL[variant], &gone);
        let pieces = flow::lay(&draft.document).unwrap();
        let numbers = numbers(&pieces);
        for (target, shown) in references(&pieces) {
            prop_assert!(!gone.contains(&target));
            prop_assert_eq!(Some(&shown.as_str()), numbers.get(target.as_str()));
        }
    }

    /// A clause torn out of a finished document is reported by whoever refers to it.
    #[test]
    fn torn_references_are_reported(pack in 0..FULL.len(), dice in any::<u64>()) {
        let mut document = drafted(&READY[pack], Variant::Neutral).document;
        let named: BTreeSet<String> =
            references(&flow::lay(&document).unwrap()).into_iter().map(|(target, _)| target).collect();
        let torn = |id: &String, i: usize| dice.rotate_left(u32::try_from(i).unwrap() * 5) & 1 == 1 || named.contains(id);
        let all = ids(&document);
        let gone: BTreeSet<String> = all.iter().enumerate().filter(|(i, id)| torn(id, *i)).map(|(_, id)| id.clone()).collect();
        for section in &mut document.sections {
            without(&mut section.clauses, &gone);
        }
        match flow::lay(&document) {
            Ok(pieces) => {
                let numbers = numbers(&pieces);
                for (target, shown) in references(&pieces) {
                    prop_assert_eq!(Some(&shown.as_str()), numbers.get(target.as_str()));
                }
            }
            Err(dangling) => prop_assert!(gone.contains(&dangling.target) && !gone.contains(&dangling.at)),
        }
    }
}
