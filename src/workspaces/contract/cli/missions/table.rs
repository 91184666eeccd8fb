//! The table for a terminal: one line per mission, all seeds together.

use crate::workspaces::contract::missions::format::Mission;
use crate::workspaces::contract::missions::row::{Row, Totals};
use std::fmt::Write;

/// The whole text.
#[must_use]
pub fn text(missions: &[Mission], rows: &[Row], totals: &Totals) -> String {
    let mut out = String::from(
        "mission type                 runs  questions  repeats vague  right/wrong/missing invented  gate\n",
    );
    for mission in missions {
        let own: Vec<&Row> = rows.iter().filter(|row| row.id == mission.id).collect();
        let Some(first) = own.first() else { continue };
        let sum = |part: fn(&Row) -> u32| own.iter().map(|row| part(row)).sum::<u32>();
        let most = own.iter().map(|row| row.questions).max().unwrap_or(0);
        let least = own.iter().map(|row| row.questions).min().unwrap_or(0);
        let failed: Vec<&&Row> = own.iter().filter(|row| !row.passes()).collect();
        let _ = writeln!(
            out,
            "{:<7} {:<20} {:>4}  {:>4}..{:<4} {:>7} {:>5}  {:>19} {:>8}  {}{}",
            mission.id,
            mission.kind,
            own.len(),
            least,
            most,
            sum(|r| r.repeats),
            sum(|r| r.vague),
            format!("{}/{}/{}", sum(|r| r.facts_right), sum(|r| r.facts_wrong), sum(|r| r.facts_missing)),
            sum(|r| r.invented),
            first.gate_expected.join(" → "),
            if failed.is_empty() { String::new() } else { format!("  FAILED {}", failed.len()) },
        );
        for row in failed {
            let _ = writeln!(out, "        seed {}: got {}", row.seed, row.gate_got.join(" → "));
            for note in row.not_seen.iter().map(|what| format!("not seen: {what}")).chain(row.notes.iter().cloned()) {
                let _ = writeln!(out, "          {note}");
            }
        }
    }
    let _ = writeln!(out, "\n{}", line(totals));
    out
}

/// The totals in one line.
#[must_use]
pub fn line(totals: &Totals) -> String {
    format!(
        "{} of {} runs pass ({} missions): {:.2} questions on average (most {}), {} repeated, {} vague, \
         {:.2} % of {} known facts right ({} wrong, {} missing), {} invented, {} wrong verdicts, {} ms{}",
        totals.passed,
        totals.runs,
        totals.missions,
        totals.questions_average,
        totals.questions_most,
        totals.repeats,
        totals.vague,
        totals.facts_right_percent,
        totals.facts_right + totals.facts_wrong + totals.facts_missing,
        totals.facts_wrong,
        totals.facts_missing,
        totals.invented,
        totals.verdicts_wrong,
        totals.ms,
        totals.cost.map_or_else(|| ", cost unknown".to_owned(), |cost| format!(", ${cost:.4}")),
    )
}
