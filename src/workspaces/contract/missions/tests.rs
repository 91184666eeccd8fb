//! Every mission, seed by seed; `MISSION` and `SEEDS` narrow the run while one works on a pack.

use crate::workspaces::contract::missions::row::{Row, Totals};
use crate::workspaces::contract::missions::{play, read};
use crate::workspaces::contract::tests::KNOWLEDGE;

#[test]
fn missions_of_seed_one() {
    let missions = read::embedded(&KNOWLEDGE).unwrap_or_else(|error| panic!("{error}"));
    let only = std::env::var("MISSION").unwrap_or_default();
    let seeds = std::env::var("SEEDS").unwrap_or_else(|_| "1..1".into());
    let (first, last) = seeds.split_once("..").unwrap_or((&seeds, &seeds));
    let (first, last): (u64, u64) = (first.parse().expect("a seed"), last.parse().expect("a seed"));
    let mut rows: Vec<Row> = Vec::new();
    for mission in missions.iter().filter(|mission| mission.id.starts_with(&only)) {
        for seed in first..=last {
            rows.push(play::builtin(mission, &KNOWLEDGE, seed).expect("a known type"));
        }
    }
    for row in rows.iter().filter(|row| !row.passes() || !row.notes.is_empty()) {
        eprintln!(
            "{} #{} q{} {:?} want {:?} {:?}\n  {}",
            row.id,
            row.seed,
            row.questions,
            row.gate_got,
            row.gate_expected,
            row.not_seen,
            row.notes.join("\n  ")
        );
        if !only.is_empty() {
            for line in &row.talk {
                eprintln!("    {} {} {}", if line.person { "!" } else { "?" }, line.text, line.mark);
            }
        }
    }
    eprintln!("{:#?}", Totals::of(&rows));
}
