//! What is read of the corpus: editions, nodes, pages, and the nodes at an address.

use crate::adapters::store::corpus_rows::leaf;
use crate::adapters::store::rows::failed;
use crate::engine::address::{Address, Locator, Unit};
use crate::engine::corpus::currency;
use crate::engine::fold;
use crate::model::source::{DocumentKind, EditionRow, NodeView, PageView};
use crate::runner::ports::StoreError;
use sqlx::{FromRow, SqlitePool};
use std::collections::HashMap;

/// The scheme of node ids.
const SCHEME: &str = "norm://";

/// Nodes that hold much of a document: a list of them does not carry their texts.
const WIDE: [&str; 7] = ["division", "subdivision", "chapter", "paragraph", "section", "annex", "supplement"];

/// An edition with its number in the database.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub(super) id: i64,
    pub(super) row: EditionRow,
}

impl Held {
    /// Whether it may be in force on a day: one whose days nobody knows may.
    pub(super) fn fits(&self, on: &str) -> bool {
        let begun = self.row.valid_from.as_deref().is_none_or(|from| from <= on);
        let over = self.row.valid_to.as_deref().is_some_and(|to| to <= on);
        begun && !over
    }

    pub(super) fn node_id(&self, path: &str) -> String {
        if path.is_empty() {
            format!("{SCHEME}{}", self.row.edition)
        } else {
            format!("{SCHEME}{}/{path}", self.row.edition)
        }
    }
}

#[derive(FromRow)]
struct EditionColumns {
    id: i64,
    edition: String,
    document: String,
    short: String,
    title: String,
    jurisdiction: String,
    kind: String,
    label: String,
    valid_from: Option<String>,
    valid_to: Option<String>,
    texts: u32,
    pages: u32,
    sha256: String,
    file: String,
    imported_at: String,
    today: String,
}

#[derive(FromRow)]
pub(super) struct NodeColumns {
    pub(super) id: i64,
    pub(super) last: i64,
    pub(super) parent: Option<i64>,
    pub(super) kind: String,
    pub(super) path: String,
    pub(super) key: String,
    pub(super) address: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) page: Option<u32>,
    pub(super) lossy: bool,
}

pub(super) fn kind_text(kind: DocumentKind) -> String {
    serde_json::to_value(kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn kind_of(text: &str) -> DocumentKind {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).unwrap_or(DocumentKind::Other)
}

pub(super) async fn holds(pool: &SqlitePool, sha256: &str, reader: u32) -> Result<bool, StoreError> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM corpus_files WHERE sha256 = ? AND reader = ?)")
        .bind(sha256)
        .bind(reader)
        .fetch_one(pool)
        .await
        .map_err(|e| failed("read files", &e))
}

/// The id of an edition that is being written.
pub(super) async fn begun(pool: &SqlitePool, mark: &str) -> Result<i64, StoreError> {
    let id: Option<i64> = sqlx::query_scalar("SELECT id FROM editions WHERE mark = ?")
        .bind(mark)
        .fetch_optional(pool)
        .await
        .map_err(|e| failed("read edition", &e))?;
    id.ok_or(StoreError::NotFound)
}

pub(super) async fn is_sweeping(pool: &SqlitePool) -> Result<bool, StoreError> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM editions WHERE state = 2)")
        .fetch_one(pool)
        .await
        .map_err(|e| failed("read editions", &e))
}

pub(super) async fn editions(pool: &SqlitePool) -> Result<Vec<Held>, StoreError> {
    let rows: Vec<EditionColumns> = sqlx::query_as(
        "SELECT id, edition, document, short, title, jurisdiction, kind, label, valid_from, valid_to, texts, pages, \
         sha256, file, imported_at, date('now') AS today FROM editions WHERE state = 1 ORDER BY document, label",
    )
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read editions", &e))?;
    Ok(rows.into_iter().map(held).collect())
}

fn held(row: EditionColumns) -> Held {
    let known = |pick: fn(&currency::EditionRecord) -> Option<&String>| {
        currency::records(&row.document, &row.label).filter_map(pick).last().cloned()
    };
    let valid_from = row.valid_from.clone().or_else(|| known(|record| record.from.as_ref()));
    let valid_to = row.valid_to.clone().or_else(|| known(|record| record.to.as_ref()));
    let currency = currency::currency(&row.document, &row.label, &row.today);
    Held {
        id: row.id,
        row: EditionRow {
            edition: row.edition,
            document: row.document,
            short: row.short,
            title: row.title,
            jurisdiction: row.jurisdiction,
            kind: kind_of(&row.kind),
            label: row.label,
            valid_from,
            valid_to,
            currency,
            nodes: row.texts,
            pages: row.pages,
            sha256: row.sha256,
            file: row.file,
            imported_at: row.imported_at,
        },
    }
}

pub(super) async fn node(pool: &SqlitePool, node_id: &str) -> Result<Option<NodeView>, StoreError> {
    let Some(rest) = node_id.strip_prefix(SCHEME) else { return Ok(None) };
    let (edition, path) = rest.split_once('/').unwrap_or((rest, ""));
    let held = editions(pool).await?;
    let Some(held) = held.iter().find(|held| held.row.edition == edition) else { return Ok(None) };
    // «table/10.1/r3c2» is the short way to write «table/10.1/row/3/col/2».
    let long = Address::from_path(&held.row.document, path).map(|address| address.node_path());
    let path = if path.rsplit('/').next().is_some_and(is_short_cell) { long.as_deref().unwrap_or(path) } else { path };
    if path.is_empty() {
        return Ok(Some(whole(held)));
    }
    if let Some((path, number)) = path.split_once("/indent/") {
        let Some(row) = by_path(pool, held.id, path).await? else { return Ok(None) };
        let view = view(pool, held, row, true).await?;
        return Ok(number.parse().ok().and_then(|number| indent(view, number)));
    }
    match by_path(pool, held.id, path).await? {
        Some(row) => view(pool, held, row, true).await.map(Some),
        None => Ok(None),
    }
}

/// `r3c2`, `r3`.
fn is_short_cell(segment: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    segment.strip_prefix('r').is_some_and(|rest| rest.split('c').all(digits))
}

async fn by_path(pool: &SqlitePool, edition: i64, path: &str) -> Result<Option<NodeColumns>, StoreError> {
    sqlx::query_as(
        "SELECT id, last, parent, kind, path, key, address, title, text, page, lossy FROM nodes \
         WHERE edition = ? AND path = ?",
    )
    .bind(edition)
    .bind(path)
    .fetch_optional(pool)
    .await
    .map_err(|e| failed("read node", &e))
}

/// The edition itself as a node.
fn whole(held: &Held) -> NodeView {
    NodeView {
        node_id: held.node_id(""),
        parent: None,
        edition: held.row.edition.clone(),
        document: held.row.short.clone(),
        kind: "document".to_owned(),
        address: held.row.short.clone(),
        title: held.row.title.clone(),
        text: String::new(),
        page: None,
        lossy: false,
    }
}

/// A paragraph of a node, as a place of its own.
fn indent(mut view: NodeView, number: usize) -> Option<NodeView> {
    let text = view.text.lines().nth(number.checked_sub(1)?)?.to_owned();
    let word = if view.address.contains('제') { "문단" } else { "абз." };
    view.parent = Some(view.node_id.clone());
    view.node_id = format!("{}/indent/{number}", view.node_id);
    view.address = format!("{} {word} {number}", view.address);
    view.kind = "indent".to_owned();
    view.text = text;
    Some(view)
}

pub(super) async fn view(pool: &SqlitePool, held: &Held, row: NodeColumns, full: bool) -> Result<NodeView, StoreError> {
    let text = if full && row.last > row.id { full_text(pool, row.id, row.last).await? } else { row.text };
    let parent = match row.parent {
        Some(parent) => path_of(pool, parent).await?.map(|path| held.node_id(&path)),
        None => None,
    };
    Ok(NodeView {
        node_id: held.node_id(&row.path),
        parent,
        edition: held.row.edition.clone(),
        document: held.row.short.clone(),
        kind: row.kind,
        address: row.address,
        title: row.title,
        text,
        page: row.page,
        lossy: row.lossy,
    })
}

async fn path_of(pool: &SqlitePool, id: i64) -> Result<Option<String>, StoreError> {
    sqlx::query_scalar("SELECT path FROM nodes WHERE id = ?")
        .bind(id)
        .fetch_optional(pool)
        .await
        .map_err(|e| failed("read node", &e))
}

/// The text of a node with the titles and texts below it.
pub(super) async fn full_text(pool: &SqlitePool, id: i64, last: i64) -> Result<String, StoreError> {
    // Cells repeat what their row says.
    let rows: Vec<(i64, String, String)> = sqlx::query_as(
        "SELECT id, title, text FROM nodes WHERE id BETWEEN ? AND ? \
         AND (id = ? OR kind NOT IN ('cell', 'column', 'row_header')) ORDER BY id",
    )
    .bind(id)
    .bind(last)
    .bind(id)
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read text", &e))?;
    let mut out = String::new();
    for (own, title, text) in rows {
        let title = if own == id || text.contains(&title) { "" } else { title.as_str() };
        for part in [title, text.as_str()].into_iter().filter(|part| !part.is_empty()) {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(part);
        }
    }
    Ok(out)
}

pub(super) async fn below(pool: &SqlitePool, edition: &str, parent: Option<&str>) -> Result<Vec<NodeView>, StoreError> {
    let held = editions(pool).await?;
    let Some(held) = held.iter().find(|held| held.row.edition == edition) else { return Ok(Vec::new()) };
    let path = parent.and_then(|parent| parent.strip_prefix(SCHEME)?.split_once('/').map(|(_, path)| path));
    let rows: Vec<NodeColumns> = match path {
        Some(path) => {
            let Some(parent) = by_path(pool, held.id, path).await? else { return Ok(Vec::new()) };
            sqlx::query_as(
                "SELECT id, last, parent, kind, path, key, address, title, text, page, lossy FROM nodes \
                 WHERE parent = ? ORDER BY id",
            )
            .bind(parent.id)
        }
        None => sqlx::query_as(
            "SELECT id, last, parent, kind, path, key, address, title, text, page, lossy FROM nodes \
             WHERE edition = ? AND parent IS NULL ORDER BY id",
        )
        .bind(held.id),
    }
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read nodes", &e))?;
    let mut out = Vec::with_capacity(rows.len());
    for row in rows {
        let full = !WIDE.contains(&row.kind.as_str());
        out.push(view(pool, held, row, full).await?);
    }
    Ok(out)
}

/// Every node with its own text.
pub(super) async fn outline(pool: &SqlitePool, edition: &str) -> Result<Vec<NodeView>, StoreError> {
    let held = editions(pool).await?;
    let Some(held) = held.iter().find(|held| held.row.edition == edition) else { return Ok(Vec::new()) };
    let rows: Vec<NodeColumns> = sqlx::query_as(
        "SELECT id, last, parent, kind, path, key, address, title, text, page, lossy FROM nodes \
         WHERE edition = ? ORDER BY id",
    )
    .bind(held.id)
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read nodes", &e))?;
    let ids: HashMap<i64, String> = rows.iter().map(|row| (row.id, held.node_id(&row.path))).collect();
    let view = |row: NodeColumns| NodeView {
        node_id: held.node_id(&row.path),
        parent: row.parent.and_then(|parent| ids.get(&parent).cloned()),
        edition: held.row.edition.clone(),
        document: held.row.short.clone(),
        kind: row.kind,
        address: row.address,
        title: row.title,
        text: row.text,
        page: row.page,
        lossy: row.lossy,
    };
    Ok(rows.into_iter().map(view).collect())
}

pub(super) async fn page(pool: &SqlitePool, edition: &str, page: u32) -> Result<Option<PageView>, StoreError> {
    let row: Option<(String, String, String)> = sqlx::query_as(
        "SELECT p.printed, p.text, p.image FROM pages p JOIN editions e ON e.id = p.edition \
         WHERE e.edition = ? AND e.state = 1 AND p.page = ?",
    )
    .bind(edition)
    .bind(page)
    .fetch_optional(pool)
    .await
    .map_err(|e| failed("read page", &e))?;
    Ok(row.map(|(printed, text, image)| PageView { edition: edition.to_owned(), page, printed, text, image }))
}

pub(super) async fn locate(
    pool: &SqlitePool,
    address: &Address,
    on: Option<&str>,
) -> Result<Vec<NodeView>, StoreError> {
    let documents = address.act.documents();
    let name = fold::folded(&address.act.to_string());
    let held = editions(pool).await?;
    let mut out = Vec::new();
    for held in held.iter().filter(|held| on.is_none_or(|on| held.fits(on))) {
        if documents.contains(&held.row.document) || !name.is_empty() && fold::folded(&held.row.short) == name {
            out.extend(at(pool, held, &address.path).await?);
        }
    }
    Ok(out)
}

/// The nodes of one edition at the end of a way.
pub(super) async fn at(pool: &SqlitePool, held: &Held, way: &[Locator]) -> Result<Vec<NodeView>, StoreError> {
    let Some(last) = way.last() else { return Ok(vec![whole(held)]) };
    if last.unit == Unit::Indent {
        let number = last.number.parse::<usize>().unwrap_or(0);
        let above = found(pool, held.id, &way[..way.len() - 1]).await?;
        let mut out = Vec::new();
        for row in above {
            out.extend(indent(view(pool, held, row, true).await?, number));
        }
        return Ok(out);
    }
    let mut out = Vec::new();
    for row in found(pool, held.id, way).await? {
        out.push(view(pool, held, row, true).await?);
    }
    Ok(out)
}

/// The rows at the end of a way: the exact path, else the shortest ways that go through all of its steps.
pub(super) async fn found(pool: &SqlitePool, edition: i64, way: &[Locator]) -> Result<Vec<NodeColumns>, StoreError> {
    let path = Address { act: crate::engine::address::Act::Unnamed, path: way.to_vec() }.node_path();
    let key = fold::folded(&path);
    let rows: Vec<NodeColumns> = sqlx::query_as(
        "SELECT id, last, parent, kind, path, key, address, title, text, page, lossy FROM nodes \
         WHERE edition = ? AND leaf = ? ORDER BY length(path), id",
    )
    .bind(edition)
    .bind(leaf(&key))
    .fetch_all(pool)
    .await
    .map_err(|e| failed("locate", &e))?;
    let (exact, others): (Vec<NodeColumns>, Vec<NodeColumns>) = rows.into_iter().partition(|row| row.key == key);
    if !exact.is_empty() {
        return Ok(exact);
    }
    let mut through: Vec<NodeColumns> = others.into_iter().filter(|row| goes_through(&row.key, &key)).collect();
    let shortest = through.first().map_or(0, |row| row.key.matches('/').count());
    through.retain(|row| row.key.matches('/').count() == shortest);
    Ok(through)
}

/// Whether a path has all the steps of another, in their order; a step without a number goes through any.
fn goes_through(path: &str, wanted: &str) -> bool {
    let steps = |path: &str| {
        let pieces: Vec<String> = path.split('/').map(str::to_owned).collect();
        pieces.chunks(2).map(|pair| (pair[0].clone(), pair.get(1).cloned().unwrap_or_default())).collect::<Vec<_>>()
    };
    let own = steps(path);
    let mut from = 0;
    steps(wanted).iter().all(|(unit, number)| {
        let step =
            own[from..].iter().position(|(own, own_number)| own == unit && (number == "-" || own_number == number));
        step.map(|at| from += at + 1).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_gone_through_in_order() {
        assert!(goes_through("annex/положение/p/10", "p/10"));
        assert!(goes_through("supplement/471/art/2", "supplement/-/art/2"));
        assert!(!goes_through("art/2", "supplement/-/art/2"));
        assert!(!goes_through("art/10/p/1", "p/1/art/10"));
    }
}
