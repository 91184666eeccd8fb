//! Tables as data: of a node of the corpus, with the boxes of their cells; of every table of an edition.

use crate::engine::corpus::table_check;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::source::{BoxRole, NodeView};
use crate::model::table::Table;
use crate::runner::app::App;
use crate::runner::fail;
use crate::runner::ports::{PageError, Sought, Sources, StoreError};

/// Cells whose places are looked for at most.
const MOST_BOXES: usize = 400;

/// The nodes below a table: columns, notes, rows, and the cells of the rows.
async fn below(sources: &dyn Sources, node: &NodeView) -> Result<Vec<NodeView>, StoreError> {
    let mut out = sources.below(&node.edition, Some(&node.node_id)).await?;
    let rows: Vec<String> = out.iter().filter(|one| one.kind == "row").map(|row| row.node_id.clone()).collect();
    for row in rows {
        out.extend(sources.below(&node.edition, Some(&row)).await?);
    }
    Ok(out)
}

/// Every table of an edition, without boxes.
///
/// # Errors
/// Storage.
pub async fn of_edition(sources: &dyn Sources, edition: &str) -> Result<Vec<Table>, StoreError> {
    let mut out = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut level = sources.below(edition, None).await?;
    loop {
        for node in level {
            if node.kind == "table" {
                let below = below(sources, &node).await?;
                out.push(table_check::table(&node.document, &node, &below));
            } else {
                open.push(node.node_id);
            }
        }
        let Some(next) = open.pop() else { break };
        level = sources.below(edition, Some(&next)).await?;
    }
    Ok(out)
}

/// The table of a node, a cell or a row of it too.
///
/// # Errors
/// No such node; a node that belongs to no table; storage.
pub async fn table(app: &App, id: &str) -> Result<Table, ApiError> {
    let absent = || ApiError::new(ErrorCode::NotFound, "Такой таблицы в базе нет.").with("node", id);
    let of_store = |error: StoreError| fail::of_store(&error);
    let mut node = app.sources.node(id).await.map_err(of_store)?.ok_or_else(absent)?;
    while node.kind != "table" {
        let parent = node.parent.clone().ok_or_else(absent)?;
        node = app.sources.node(&parent).await.map_err(of_store)?.ok_or_else(absent)?;
    }
    let below = below(app.sources.as_ref(), &node).await.map_err(of_store)?;
    let mut table = table_check::table(&node.document, &node, &below);
    let mut pages = table.pages.clone();
    for cell in table.cells.iter_mut().filter(|cell| cell.node.is_some()).take(MOST_BOXES) {
        let sought = Sought { edition: node.edition.clone(), page: node.page, node: cell.node.clone(), quote: None };
        match app.pages.boxes(&sought).await {
            Ok(found) => {
                if let Some(place) = found.boxes.iter().find(|one| matches!(one.role, BoxRole::Cell | BoxRole::Text)) {
                    cell.place = Some([place.x, place.y, place.w, place.h]);
                    pages.push(place.page);
                }
            }
            Err(error @ (PageError::Store(_) | PageError::Overloaded { .. })) => return Err(fail::of_page(&error)),
            // A page that cannot be shown has no boxes: the cells stand without them.
            Err(_) => break,
        }
    }
    pages.sort_unstable();
    pages.dedup();
    table.pages = pages;
    Ok(table)
}
