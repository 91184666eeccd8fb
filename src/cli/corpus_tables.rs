//! `legalagi corpus tables FILE`: the tables of a file as they would be held, with what is doubtful about each. Nothing
//! is kept.

use crate::adapters::intake::{self, File, Outcome, Wishes};
use crate::adapters::store::sqlite::SqliteStore;
use crate::cli::corpus_files;
use crate::model::table::Table;
use crate::runner::ports::Sources;
use crate::runner::tables;
use anyhow::{Context, bail};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// Which file.
#[derive(Args)]
pub struct Tables {
    /// A PDF, DOCX, HTML, Markdown or text file, or JSON of pages.
    pub file: PathBuf,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read.
pub async fn run(wanted: &Tables) -> anyhow::Result<String> {
    let name = wanted.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = corpus_files::read(&wanted.file).map_err(anyhow::Error::msg)?;
    let folder = tempfile::tempdir().context("temporary folder")?;
    let place = folder.path().join("tables.db");
    let store = SqliteStore::open(&place.to_string_lossy()).await?;
    let outcome = intake::import(&store, File { name, bytes }, &Wishes::default(), "1970-01-01T00:00:00.000Z").await;
    let found = found(&store, outcome).await;
    store.close().await;
    let found = found?;
    Ok(if wanted.json { serde_json::to_string_pretty(&found)? + "\n" } else { told(&found) })
}

async fn found(store: &SqliteStore, outcome: Outcome) -> anyhow::Result<Vec<Table>> {
    let editions = match outcome {
        Outcome::Imported { editions, .. } => editions,
        Outcome::Unchanged => store.editions().await?.into_iter().map(|row| row.edition).collect(),
        Outcome::Failed { reason, .. } => bail!("{reason}"),
    };
    let mut out = Vec::new();
    for edition in editions {
        out.extend(tables::of_edition(store, &edition).await?);
    }
    Ok(out)
}

fn told(tables: &[Table]) -> String {
    let mut out = String::new();
    for table in tables {
        let pages: Vec<String> = table.pages.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "Таблица {} {} (с. {})", table.number, table.title, pages.join(", "));
        let rows = table.cells.iter().map(|cell| cell.r).max().unwrap_or(0);
        for row in 0..=rows {
            let line: Vec<&str> =
                table.cells.iter().filter(|cell| cell.r == row).map(|cell| cell.text.as_str()).collect();
            if !line.is_empty() {
                let _ = writeln!(out, "  {}", line.join(" | "));
            }
        }
        for doubt in &table.doubts {
            let _ = writeln!(out, "  ! {doubt}");
        }
    }
    let _ = writeln!(out, "Таблиц: {}", tables.len());
    out
}
