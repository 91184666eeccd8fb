//! A check of the corpus: counts, hashes, parents, and the index of words.

use crate::adapters::store::corpus_reads;
use crate::adapters::store::corpus_rows::digest;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::runner::ports::StoreError;
use serde::Serialize;
use sqlx::FromRow;

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CorpusReport {
    /// Editions checked.
    pub editions: usize,
    /// Nodes checked.
    pub nodes: usize,
    /// Pages counted.
    pub pages: usize,
    /// What is wrong; empty in a sound corpus.
    pub faults: Vec<String>,
}

impl CorpusReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

#[derive(FromRow)]
struct Columns {
    id: i64,
    last: i64,
    parent: Option<i64>,
    path: String,
    address: String,
    title: String,
    text: String,
    hash: String,
}

impl SqliteStore {
    /// Checks every edition held.
    ///
    /// # Errors
    /// The database cannot be read; what is wrong inside it is in the report.
    pub async fn check_corpus(&self) -> Result<CorpusReport, StoreError> {
        let pool = &self.readers;
        let fault = |e: sqlx::Error| failed("check", &e);
        let mut report = CorpusReport::default();
        for held in corpus_reads::editions(pool).await? {
            let edition = &held.row.edition;
            report.editions += 1;
            let (nodes, pages): (i64, i64) = sqlx::query_as("SELECT nodes, pages FROM editions WHERE id = ?")
                .bind(held.id)
                .fetch_one(pool)
                .await
                .map_err(fault)?;
            let rows: Vec<Columns> = sqlx::query_as(
                "SELECT id, last, parent, path, address, title, text, hash FROM nodes WHERE edition = ? ORDER BY id",
            )
            .bind(held.id)
            .fetch_all(pool)
            .await
            .map_err(fault)?;
            let pages_held: i64 = sqlx::query_scalar("SELECT count(*) FROM pages WHERE edition = ?")
                .bind(held.id)
                .fetch_one(pool)
                .await
                .map_err(fault)?;
            report.nodes += rows.len();
            report.pages += usize::try_from(pages_held).unwrap_or(0);
            if i64::try_from(rows.len()).unwrap_or(-1) != nodes {
                report.faults.push(format!("{edition}: {} nodes, {nodes} expected", rows.len()));
            }
            if pages_held != pages {
                report.faults.push(format!("{edition}: {pages_held} pages, {pages} expected"));
            }
            report
                .faults
                .extend(rows.iter().filter_map(|row| wrong(row, &rows)).map(|what| format!("{edition}: {what}")));
        }
        let orphans: i64 =
            sqlx::query_scalar("SELECT count(*) FROM nodes WHERE edition NOT IN (SELECT id FROM editions)")
                .fetch_one(pool)
                .await
                .map_err(fault)?;
        if orphans > 0 {
            report.faults.push(format!("{orphans} nodes belong to no edition"));
        }
        // Each passage is in the index once: a word of the address «rowid» is looked up by the node's id.
        let indexed: i64 =
            sqlx::query_scalar("SELECT count(*) FROM passages_docsize").fetch_one(pool).await.map_err(fault)?;
        let known: i64 = sqlx::query_scalar("SELECT count(*) FROM passages_docsize WHERE id IN (SELECT id FROM nodes)")
            .fetch_one(pool)
            .await
            .map_err(fault)?;
        if indexed != known {
            report.faults.push(format!("{} entries of the index belong to no node", indexed - known));
        }
        if report.nodes > 0 && indexed == 0 {
            report.faults.push("the index is empty".to_owned());
        }
        Ok(report)
    }
}

fn wrong(row: &Columns, rows: &[Columns]) -> Option<String> {
    if digest(&[row.address.as_str(), &row.title, &row.text]) != row.hash {
        return Some(format!("{}: the text does not fit its hash", row.path));
    }
    let holds = |id: i64| rows.binary_search_by_key(&id, |row| row.id).ok();
    if holds(row.last).is_none() || row.last < row.id {
        return Some(format!("{}: its range ends nowhere", row.path));
    }
    if let Some(parent) = row.parent {
        let fits = holds(parent).is_some_and(|at| rows[at].id < row.id && rows[at].last >= row.last);
        if !fits {
            return Some(format!("{}: it does not stand inside its parent", row.path));
        }
    }
    None
}
