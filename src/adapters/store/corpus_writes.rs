//! Changes of the corpus, each small enough for one transaction of the writer.
//!
//! An edition is written in pieces that nobody sees and then takes its place at once; what it replaces is removed in
//! pieces afterwards. A process that dies in between leaves rows that no reader looks at.

use crate::adapters::store::page_files::FileChange;
use crate::adapters::store::rows::failed;
use crate::adapters::store::vectors::{self, NewVector};
use crate::runner::ports::StoreError;
use sqlx::SqliteConnection;

/// Bits of a node's id for its place in the edition.
pub(super) const PLACE_BITS: u32 = 20;

/// A change.
#[derive(Debug)]
pub(super) enum CorpusChange {
    /// Removes what an earlier import of this edition left unfinished, and begins a new one.
    Begin(Box<NewEdition>),
    /// Some nodes with their words.
    Nodes(Vec<NewNode>),
    /// Some pages.
    Pages(i64, Vec<NewPage>),
    /// The edition takes its place; the one that held it is to be removed.
    Hold { id: i64 },
    /// A file has been read whole.
    File { sha256: String, reader: u32, name: String, at: String },
    /// The edition is to be removed.
    Drop { edition: String },
    /// Vectors of passages.
    Vectors(Vec<NewVector>),
    /// Removes some nodes of editions that are to be removed; then the editions themselves.
    Sweep { most: i64 },
    /// The index forgets the words of what was removed: until its parts are merged it only marks them.
    Forget,
    /// The files whose pages are shown.
    Files(FileChange),
}

/// The row of an edition.
#[derive(Debug, Default)]
pub(super) struct NewEdition {
    pub(super) mark: String,
    pub(super) edition: String,
    pub(super) document: String,
    pub(super) short: String,
    pub(super) title: String,
    pub(super) jurisdiction: String,
    pub(super) kind: String,
    pub(super) label: String,
    pub(super) valid_from: Option<String>,
    pub(super) valid_to: Option<String>,
    pub(super) nodes: i64,
    pub(super) texts: i64,
    pub(super) pages: i64,
    pub(super) sha256: String,
    pub(super) file: String,
    pub(super) remarks: String,
    pub(super) at: String,
}

/// The row of a node, and its words if it is found by them.
#[derive(Debug, Default)]
pub(super) struct NewNode {
    pub(super) id: i64,
    pub(super) last: i64,
    pub(super) edition: i64,
    pub(super) parent: Option<i64>,
    pub(super) kind: String,
    pub(super) path: String,
    pub(super) key: String,
    pub(super) leaf: String,
    pub(super) address: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) page: Option<u32>,
    pub(super) lossy: bool,
    pub(super) hash: String,
    pub(super) words: Option<crate::engine::search::index::Row>,
}

/// The row of a page.
#[derive(Debug)]
pub(super) struct NewPage {
    pub(super) page: i64,
    pub(super) printed: String,
    pub(super) text: String,
    pub(super) image: String,
}

impl CorpusChange {
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Nodes(nodes) => nodes.iter().map(|node| node.text.len() * 3).sum(),
            Self::Pages(_, pages) => pages.iter().map(|page| page.text.len()).sum(),
            Self::Vectors(rows) => rows.iter().map(|row| row.vector.len()).sum(),
            Self::Files(change) => change.bytes(),
            _ => 0,
        }
    }

    pub(super) async fn perform(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let done = match self {
            Self::Begin(edition) => begin(connection, edition).await,
            Self::Nodes(nodes) => add_nodes(connection, nodes).await,
            Self::Pages(edition, pages) => add_pages(connection, *edition, pages).await,
            Self::Hold { id } => return hold(connection, *id).await,
            Self::File { sha256, reader, name, at } => sqlx::query(
                "INSERT INTO corpus_files (sha256, reader, name, imported_at) VALUES (?, ?, ?, ?) \
                     ON CONFLICT DO UPDATE SET reader = excluded.reader, name = excluded.name, \
                     imported_at = excluded.imported_at",
            )
            .bind(sha256.as_str())
            .bind(i64::from(*reader))
            .bind(name.as_str())
            .bind(at.as_str())
            .execute(connection)
            .await
            .map(|_| ()),
            Self::Drop { edition } => return drop_edition(connection, edition).await,
            Self::Vectors(rows) => return vectors::add(connection, rows).await,
            Self::Sweep { most } => sweep(connection, *most).await,
            Self::Forget => forget(connection).await,
            Self::Files(change) => change.perform(connection).await,
        };
        done.map_err(|e| failed("corpus", &e))
    }
}

async fn begin(connection: &mut SqliteConnection, new: &NewEdition) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE editions SET state = 2 WHERE edition = ? AND state = 0")
        .bind(new.edition.as_str())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO editions (state, mark, edition, document, short, title, jurisdiction, kind, label, valid_from, \
         valid_to, nodes, texts, pages, sha256, file, remarks, imported_at) \
         VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(new.mark.as_str())
    .bind(new.edition.as_str())
    .bind(new.document.as_str())
    .bind(new.short.as_str())
    .bind(new.title.as_str())
    .bind(new.jurisdiction.as_str())
    .bind(new.kind.as_str())
    .bind(new.label.as_str())
    .bind(new.valid_from.as_deref())
    .bind(new.valid_to.as_deref())
    .bind(new.nodes)
    .bind(new.texts)
    .bind(new.pages)
    .bind(new.sha256.as_str())
    .bind(new.file.as_str())
    .bind(new.remarks.as_str())
    .bind(new.at.as_str())
    .execute(connection)
    .await
    .map(|_| ())
}

async fn add_nodes(connection: &mut SqliteConnection, nodes: &[NewNode]) -> Result<(), sqlx::Error> {
    for node in nodes {
        sqlx::query(
            "INSERT INTO nodes (id, last, edition, parent, kind, path, key, leaf, address, title, text, page, lossy, \
             hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(node.id)
        .bind(node.last)
        .bind(node.edition)
        .bind(node.parent)
        .bind(node.kind.as_str())
        .bind(node.path.as_str())
        .bind(node.key.as_str())
        .bind(node.leaf.as_str())
        .bind(node.address.as_str())
        .bind(node.title.as_str())
        .bind(node.text.as_str())
        .bind(node.page)
        .bind(node.lossy)
        .bind(node.hash.as_str())
        .execute(&mut *connection)
        .await?;
        let Some(words) = &node.words else { continue };
        sqlx::query(
            "INSERT INTO passages (rowid, title, body, title_stem, body_stem, crumbs) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(node.id)
        .bind(words.title.as_str())
        .bind(words.body.as_str())
        .bind(words.title_stem.as_str())
        .bind(words.body_stem.as_str())
        .bind(words.crumbs.as_str())
        .execute(&mut *connection)
        .await?;
        if !words.grams.is_empty() {
            sqlx::query("INSERT INTO grams (rowid, body) VALUES (?, ?)")
                .bind(node.id)
                .bind(words.grams.as_str())
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

async fn add_pages(connection: &mut SqliteConnection, edition: i64, pages: &[NewPage]) -> Result<(), sqlx::Error> {
    for page in pages {
        sqlx::query("INSERT INTO pages (edition, page, printed, text, image) VALUES (?, ?, ?, ?, ?)")
            .bind(edition)
            .bind(page.page)
            .bind(page.printed.as_str())
            .bind(page.text.as_str())
            .bind(page.image.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn hold(connection: &mut SqliteConnection, id: i64) -> Result<(), StoreError> {
    let fault = |e: sqlx::Error| failed("hold an edition", &e);
    let query =
        "UPDATE editions SET state = 2 WHERE state = 1 AND edition = (SELECT edition FROM editions WHERE id = ?)";
    sqlx::query(query).bind(id).execute(&mut *connection).await.map_err(fault)?;
    let held = sqlx::query("UPDATE editions SET state = 1 WHERE id = ? AND state = 0")
        .bind(id)
        .execute(&mut *connection)
        .await
        .map_err(fault)?
        .rows_affected();
    if held == 0 {
        return Err(StoreError::Failed(
            "another import of this edition came between; import the file again".to_owned(),
        ));
    }
    Ok(())
}

async fn drop_edition(connection: &mut SqliteConnection, edition: &str) -> Result<(), StoreError> {
    let fault = |e: sqlx::Error| failed("remove an edition", &e);
    // The file may be imported again.
    let query =
        "DELETE FROM corpus_files WHERE sha256 IN (SELECT sha256 FROM editions WHERE edition = ? AND state = 1)";
    sqlx::query(query).bind(edition).execute(&mut *connection).await.map_err(fault)?;
    let rows = sqlx::query("UPDATE editions SET state = 2 WHERE edition = ? AND state = 1")
        .bind(edition)
        .execute(connection)
        .await
        .map_err(fault)?
        .rows_affected();
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

async fn forget(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO passages (passages) VALUES ('optimize')").execute(&mut *connection).await?;
    sqlx::query("INSERT INTO grams (grams) VALUES ('optimize')").execute(connection).await.map(|_| ())
}

async fn sweep(connection: &mut SqliteConnection, most: i64) -> Result<(), sqlx::Error> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "SELECT n.id FROM nodes n JOIN editions e ON e.id = n.edition WHERE e.state = 2 ORDER BY n.id LIMIT ?",
    )
    .bind(most)
    .fetch_all(&mut *connection)
    .await?;
    for id in &ids {
        sqlx::query("DELETE FROM passages WHERE rowid = ?").bind(id).execute(&mut *connection).await?;
        sqlx::query("DELETE FROM grams WHERE rowid = ?").bind(id).execute(&mut *connection).await?;
        sqlx::query("DELETE FROM nodes WHERE id = ?").bind(id).execute(&mut *connection).await?;
    }
    if ids.is_empty() {
        sqlx::query("DELETE FROM editions WHERE state = 2").execute(connection).await?;
    }
    Ok(())
}
