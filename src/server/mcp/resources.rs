//! `norm://…`: documents and their nodes as resources.

use crate::model::source::{Currency, EditionRow, NodeView};
use crate::runner::app::App;
use crate::runner::ports::StoreError;
use rmcp::ErrorData;
use rmcp::model::{ListResourcesResult, MetaObject, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};
use std::fmt::Write;

/// Template of a document.
pub(super) const DOCUMENT: &str = "norm://{edition}";
/// Template of a place in it.
pub(super) const NODE: &str = "norm://{edition}/{+path}";
/// Resources of one page of the list.
const PAGE: usize = 100;
/// Characters of one resource; what is longer is read by its parts.
const CHARS: usize = 100_000;

/// The templates.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(DOCUMENT, "document")
            .with_title("Документ в редакции")
            .with_description("An edition of a document: what it is, whether it is in force, its topmost parts.")
            .with_mime_type("text/plain"),
        ResourceTemplate::new(NODE, "provision")
            .with_title("Место в документе")
            .with_description("An article, part, clause or table of an edition, e.g. norm://ru.gk@2025-03-11/art/333.")
            .with_mime_type("text/plain"),
    ]
}

/// The editions held, a page at a time.
pub(super) async fn list(app: &App, cursor: Option<String>) -> Result<ListResourcesResult, ErrorData> {
    let from = match cursor {
        None => 0,
        Some(text) => {
            text.parse().map_err(|_| ErrorData::invalid_params("cursor: такого места в списке нет.", None))?
        }
    };
    let editions = app.sources.editions().await.map_err(unreached)?;
    let page = editions.iter().skip(from).take(PAGE).map(|row| {
        Resource::new(format!("norm://{}", row.edition), row.short.clone())
            .with_title(format!("{} ({})", row.short, row.label))
            .with_description(row.title.clone())
            .with_mime_type("text/plain")
    });
    let mut result = ListResourcesResult::with_all_items(page.collect());
    let next = from.saturating_add(PAGE);
    result.next_cursor = (next < editions.len()).then(|| next.to_string());
    Ok(result)
}

/// A document or a node.
pub(super) async fn read(app: &App, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let missing = || {
        let message = "Такого ресурса в корпусе нет. Список: resources/list; поиск: search_corpus.";
        ErrorData::resource_not_found(message, Some(json!({"uri": uri})))
    };
    let Some(rest) = uri.strip_prefix("norm://") else { return Err(missing()) };
    // Clients may escape letters beyond ASCII; the corpus keeps them bare.
    let plain = format!("norm://{}", unescaped(rest).ok_or_else(missing)?);
    let id = plain.trim_start_matches("norm://");
    let editions = app.sources.editions().await.map_err(unreached)?;
    let of = |edition: &str| editions.iter().find(|row| row.edition == edition);
    if let Some(row) = of(id) {
        let parts = app.sources.below(&row.edition, None).await.map_err(unreached)?;
        return Ok(contents(uri, document(row, &parts), meta(Some(row), None)));
    }
    let node = app.sources.node(&plain).await.map_err(unreached)?.ok_or_else(missing)?;
    let below = app.sources.below(&node.edition, Some(&node.node_id)).await.map_err(unreached)?;
    Ok(contents(uri, place(&node, &below), meta(of(&node.edition), Some(&node))))
}

fn contents(uri: &str, text: String, meta: Value) -> ReadResourceResult {
    let mut contents = ResourceContents::text(text, uri);
    if let Value::Object(meta) = meta {
        contents = contents.with_meta(MetaObject(meta));
    }
    ReadResourceResult::new(vec![contents])
}

fn meta(row: Option<&EditionRow>, node: Option<&NodeView>) -> Value {
    let mut meta = json!({});
    if let Some(row) = row {
        meta["edition"] = json!(row.label);
        meta["document"] = json!(row.short);
        meta["currency"] = json!(row.currency);
        meta["valid_from"] = json!(row.valid_from);
        meta["valid_to"] = json!(row.valid_to);
        meta["sha256"] = json!(row.sha256);
    }
    if let Some(node) = node {
        meta["address"] = json!(node.address);
        meta["lossy"] = json!(node.lossy);
        meta["page"] = json!(node.page);
    }
    meta
}

fn document(row: &EditionRow, parts: &[NodeView]) -> String {
    let currency = match &row.currency {
        Currency::Unchecked => "действие не проверено".to_owned(),
        Currency::InForce { checked_at } => format!("действует (проверено {checked_at})"),
        Currency::Repealed { from, .. } => format!("утратил силу с {from}"),
        Currency::Replaced { from, by, .. } => format!("заменён с {from}: {by}"),
    };
    let mut out = format!("{}\n{}\nРедакция: {}; {currency}\n\n", row.short, row.title, row.label);
    for part in parts {
        let _ = writeln!(out, "{} {} — {}", part.address, part.title, part.node_id);
    }
    cut(out)
}

fn place(node: &NodeView, below: &[NodeView]) -> String {
    let mut out = format!("{}\n{}\n\n{}", node.address, node.title, node.text);
    if out.chars().nth(CHARS).is_some() {
        out = cut(out);
        for part in below {
            let _ = write!(out, "\n{} {} — {}", part.address, part.title, part.node_id);
        }
    }
    out
}

/// The first characters, with a word about the rest.
fn cut(text: String) -> String {
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}\n… (текст длиннее; остальное — по частям)", &text[..end]),
        None => text,
    }
}

/// Percent-escapes resolved; `None` when they are broken.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn unreached(error: StoreError) -> ErrorData {
    tracing::warn!(%error, "the corpus did not answer");
    ErrorData::internal_error("Корпус не ответил. Повторите через минуту.", None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_or_refused() {
        assert_eq!(unescaped("art/10.1%D0%B0").as_deref(), Some("art/10.1а"));
        assert_eq!(unescaped("art/10.1а").as_deref(), Some("art/10.1а"));
        for broken in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(unescaped(broken), None, "{broken}");
        }
    }
}
