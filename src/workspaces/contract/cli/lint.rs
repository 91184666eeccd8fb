//! `legalagi lint FILE [--json]`: what is wrong with the text of a contract.

use crate::adapters::clock::SystemClock;
use crate::adapters::worker;
use crate::cli::aside;
use crate::engine::knowledge::load;
use crate::engine::limits;
use crate::model::finding::LintReport;
use crate::runner::ports::Clock;
use crate::workspaces::contract::lint;
use anyhow::{Context, bail};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// What to check.
#[derive(Args)]
pub struct Lint {
    /// A text (`.txt`, `.md`), DOCX or PDF.
    pub file: PathBuf,
    /// Findings and fairness as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Findings in words or JSON, and whether any is critical.
pub struct Outcome {
    /// What to print.
    pub text: String,
    /// Whether the exit code says so.
    pub critical: bool,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read, is no text, or is too large.
pub fn run(args: &Lint) -> anyhow::Result<Outcome> {
    let name = args.file.display().to_string();
    let bytes = std::fs::read(&args.file).with_context(|| name.clone())?;
    if bytes.len() > limits::UPLOAD_BYTES {
        bail!("{name}: {} bytes; at most {}", bytes.len(), limits::UPLOAD_BYTES);
    }
    let read = aside(worker::text(bytes))?;
    let text = read.map_err(|reason| anyhow::anyhow!("{name}: {reason}. {}", reason.remedy()))?;
    let now = SystemClock::new().now();
    let knowledge = load::embedded()?;
    let report = lint::text(&text, &knowledge, now.get(..10).unwrap_or_default());
    let text = if args.json { format!("{}\n", serde_json::to_string_pretty(&report)?) } else { words(&report) };
    Ok(Outcome { critical: report.is_critical(), text })
}

fn words(report: &LintReport) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        let place = finding.clause.as_deref().map(|clause| format!(" п. {clause}")).unwrap_or_default();
        let _ = writeln!(out, "{:<8} {}{place}  {}", finding.severity.as_str(), finding.rule, finding.title);
        let _ = writeln!(out, "         {} ({})", finding.message, finding.article);
    }
    for side in &report.fairness.sides {
        let _ = writeln!(out, "\n{}", side.title);
        for exit in &side.exits {
            let notice = exit.notice_days.map_or_else(|| "без срока".to_owned(), |days| format!("за {days} дн."));
            let why = if exit.for_cause { "по причине" } else { "без причины" };
            let _ = writeln!(out, "  может выйти {why}, {notice}");
        }
        for penalty in &side.penalties {
            let rate = match (&penalty.per_day, &penalty.per_year) {
                (Some(day), Some(year)) => format!("{day} % в день, {year} % в год"),
                _ => penalty.amount.clone().unwrap_or_else(|| "размер без периода".to_owned()),
            };
            let _ = writeln!(out, "  неустойка: {rate}");
        }
        for cap in &side.caps {
            let _ = writeln!(out, "  предел: {}", cap.text);
        }
    }
    let _ = writeln!(out, "\nНаходок: {}", report.findings.len());
    out
}
