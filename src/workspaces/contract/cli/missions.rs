//! `legalagi missions`: plays the missions against the built-in performer or a model and reports.

pub mod model;
pub mod report;
pub mod table;

use crate::adapters::clock::SystemClock;
use crate::runner::ports::Clock;
use crate::server::boot;
use crate::server::config::Config;
use crate::workspaces::contract::missions::format::Mission;
use crate::workspaces::contract::missions::row::{Row, Totals};
use crate::workspaces::contract::missions::{play, read};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;

/// Most seeds of one run.
const MOST_SEEDS: u64 = 10_000;

/// Who performs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Performer {
    /// No model.
    Builtin,
    /// The configured model.
    Openai,
}

/// What to play.
#[derive(Debug, Args)]
pub struct Missions {
    /// Who performs the steps.
    #[arg(long, value_enum, default_value_t = Performer::Builtin)]
    pub llm: Performer,
    /// Folder with missions (without one: the embedded missions).
    #[arg(long, value_name = "DIR")]
    pub missions: Option<PathBuf>,
    /// A seed, or a range of them: 7 or 1..20.
    #[arg(long, value_name = "N|N..M", default_value = "1")]
    pub seed: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write a page for people.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// What to print, and whether all went as it must.
#[derive(Debug)]
pub struct Outcome {
    /// Text for standard output.
    pub text: String,
    /// False when a verdict was wrong, a question repeated, a fact invented, or something required did not happen.
    pub passed: bool,
}

/// Plays and reports.
///
/// # Errors
/// A broken mission or pack, a bad seed, a report that cannot be written, a model that is not configured.
pub fn run(args: &Missions) -> anyhow::Result<Outcome> {
    let seeds = seeds(&args.seed)?;
    let config = Config::from_env()?;
    let knowledge = boot::knowledge(config.knowledge_dir.as_deref())?;
    let missions = match &args.missions {
        None => read::embedded(&knowledge)?,
        Some(folder) => read::from_files(boot::texts(folder, "toml")?, &knowledge)?,
    };
    if missions.is_empty() {
        bail!("no missions: the folder has no *.toml file");
    }
    let rows = match args.llm {
        Performer::Builtin => builtin(&missions, &seeds, &knowledge)?,
        Performer::Openai => {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(model::play_all(&config, &missions, &seeds))?
        }
    };
    let totals = Totals::of(&rows);
    if let Some(file) = &args.report {
        let page = report::page(&missions, &rows, &totals);
        std::fs::write(file, page).with_context(|| file.display().to_string())?;
    }
    let text = if args.json {
        serde_json::to_string(&json!({"missions": rows, "totals": totals}))? + "\n"
    } else {
        table::text(&missions, &rows, &totals)
    };
    Ok(Outcome { text, passed: rows.iter().all(Row::passes) })
}

fn builtin(
    missions: &[Mission],
    seeds: &[u64],
    knowledge: &crate::engine::knowledge::Knowledge,
) -> anyhow::Result<Vec<Row>> {
    let clock = SystemClock::new();
    let mut rows = Vec::new();
    for mission in missions {
        for seed in seeds {
            let started = clock.monotonic_ms();
            let row = play::builtin(mission, knowledge, *seed);
            let mut row = row.with_context(|| format!("{}: no pack {}", mission.id, mission.kind))?;
            row.ms = clock.monotonic_ms().saturating_sub(started);
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Reads `7` or `1..20`, both ends included.
fn seeds(text: &str) -> anyhow::Result<Vec<u64>> {
    let wrong = || format!("--seed {text}: write a number or a range such as 1..20");
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let first: u64 = first.trim().parse().with_context(wrong)?;
    let last: u64 = last.trim().trim_start_matches('=').parse().with_context(wrong)?;
    if last < first || last - first >= MOST_SEEDS {
        bail!("--seed {text}: the range must go up and hold at most {MOST_SEEDS} seeds");
    }
    Ok((first..=last).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_numbers_and_ranges() {
        assert_eq!(seeds("7").unwrap(), [7]);
        assert_eq!(seeds("1..3").unwrap(), [1, 2, 3]);
        for bad in ["", "x", "3..1", "1..", "1..1000000"] {
            assert!(seeds(bad).is_err(), "{bad}");
        }
    }
}
