//! All missions with one seed against the built-in performer, without I/O. The twenty seeds are a run of the release:
//! `legalagi missions --seed 1..20`.
#![cfg(feature = "engine")]

use legalagi::engine::knowledge::load;
use legalagi::workspaces::contract::missions::row::{Row, Totals};
use legalagi::workspaces::contract::missions::{play, read};
use std::collections::BTreeSet;

#[test]
fn missions_of_the_first_seed() {
    let knowledge = load::embedded().unwrap();
    let missions = read::embedded(&knowledge).unwrap();
    let rows: Vec<Row> = missions.iter().map(|mission| play::builtin(mission, &knowledge, 1).unwrap()).collect();
    let totals = Totals::of(&rows);
    println!("{totals:#?}");
    let faults: Vec<String> = rows
        .iter()
        .filter(|row| !row.passes())
        .map(|row| {
            format!("{}: {:?}, want {:?}, {:?} {:?}", row.id, row.gate_got, row.gate_expected, row.not_seen, row.notes)
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!((totals.runs, totals.repeats, totals.vague, totals.invented), (64, 0, 0, 0));
    assert!(totals.facts_right_percent >= 98.0, "{totals:#?}");
}

#[test]
fn every_pack_has_a_mission() {
    let knowledge = load::embedded().unwrap();
    let missions = read::embedded(&knowledge).unwrap();
    let played: BTreeSet<&str> = missions.iter().map(|mission| mission.kind.as_str()).collect();
    let packs: BTreeSet<&str> = knowledge.packs.iter().map(|pack| pack.id.as_str()).collect();
    assert_eq!(played, packs);
}

#[test]
fn the_same_seed_gives_the_same_row() {
    let knowledge = load::embedded().unwrap();
    let missions = read::embedded(&knowledge).unwrap();
    let row = |seed| serde_json::to_string(&play::builtin(&missions[0], &knowledge, seed).unwrap()).unwrap();
    assert_eq!(row(3), row(3));
}

#[test]
fn a_broken_mission_is_named_with_its_field() {
    let knowledge = load::embedded().unwrap();
    let good = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/missions/M01.toml")).unwrap();
    let load = |text: String| read::from_files(vec![("M01.toml".into(), text)], &knowledge).unwrap_err().to_string();
    for (from, to, want) in [
        ("id = \"M01\"", "id = \"M99\"", "M01.toml: id:"),
        ("type = \"vehicle_lease\"", "type = \"spaceship\"", "M01.toml: type: no pack spaceship"),
        ("\"/object/vin\" =", "\"/object/wings\" =", "no fact /object/wings"),
        ("[[gate]]", "[[gates]]", "M01.toml: line"),
        ("amount = \"25000.00\"", "sum = 25000", "/price/rent"),
        ("\"/upkeep/repair\" = \"lessee\"", "\"/upkeep/repair\" = \"nobody\"", "M01.toml: expect: /upkeep/repair"),
    ] {
        let error = load(good.replacen(from, to, 1));
        assert!(error.contains(want), "{error}");
    }
}
