//! Documents of finished missions: nothing missing, nothing of the facts lost.
#![cfg(feature = "engine")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod contracts;

use contracts::{KNOWLEDGE, drafted};
use legalagi::workspaces::contract::draft::Variant;
use legalagi::workspaces::contract::missions::{play, read};

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
                faults.push(format!(
                    "{} {} {variant:?}: missing {missing:?}, unused {:?}",
                    mission.id, mission.kind, draft.unused
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
