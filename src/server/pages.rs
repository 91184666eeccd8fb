//! Pages of legal sources: the image of a page, and where words stand on it.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::source::PageBoxes;
use crate::model::table::Table;
use crate::model::tool::{CallMeta, ToolCode};
use crate::runner::cancel::Cancel;
use crate::runner::ports::Sought;
use crate::runner::{compare_editions, corpus_tools, fail, tables};
use crate::server::body::{Failure, Json};
use crate::server::router::Server;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Bytes of a quotation that is looked for.
const MOST_QUOTE: usize = 16 * 1024;

/// How a page is to be drawn.
#[derive(Debug, Deserialize)]
pub struct Look {
    scale: Option<String>,
    format: Option<String>,
}

/// What is to be marked.
#[derive(Debug, Deserialize)]
pub struct Marked {
    node: Option<String>,
    quote: Option<String>,
}

fn number(page: &str) -> Result<u32, ApiError> {
    let wrong = || ApiError::new(ErrorCode::NotFound, "Номер страницы — число от 1.").with("field", "page");
    page.parse().ok().filter(|page| *page > 0).ok_or_else(wrong)
}

/// `GET /api/corpus/pages/{edition}/{page}?scale=2&format=png`: the image. What came as an image is served as it came.
///
/// # Errors
/// No such page; a file that cannot be shown.
pub async fn image(
    State(server): State<Server>,
    Path((edition, page)): Path<(String, String)>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if look.format.as_deref().is_some_and(|format| !["png", ""].contains(&format)) {
        return Err(ApiError::field("format", "Есть только png.").into());
    }
    let scale = match look.scale.as_deref().filter(|scale| !scale.is_empty()) {
        None => 2.0,
        Some(scale) => {
            let read: Option<f32> = scale.parse().ok().filter(|scale: &f32| scale.is_finite());
            read.ok_or_else(|| ApiError::field("scale", "Масштаб — число от 0.5 до 4."))?
        }
    };
    let image = server.app.pages.image(&edition, number(&page)?, scale).await.map_err(|error| fail::of_page(&error))?;
    let tag = format!("\"{}\"", &image.sha256[..32.min(image.sha256.len())]);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, "private, max-age=60, must-revalidate".to_owned())];
    if fresh {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let media = [(header::CONTENT_TYPE, image.media)];
    Ok((about, media, image.bytes.as_ref().clone()).into_response())
}

/// `GET /api/corpus/pages/{edition}/{page}/boxes?node=&quote=`: what is marked.
///
/// # Errors
/// No such page or node; a file that cannot be shown.
pub async fn boxes(
    State(server): State<Server>,
    Path((edition, page)): Path<(String, String)>,
    Query(marked): Query<Marked>,
) -> Result<axum::Json<PageBoxes>, Failure> {
    let given = |value: Option<String>| value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let (node, quote) = (given(marked.node), given(marked.quote));
    if quote.as_ref().is_some_and(|quote| quote.len() > MOST_QUOTE) {
        return Err(ApiError::field("quote", "Цитата слишком длинная: оставьте главное.")
            .with("limit", MOST_QUOTE)
            .into());
    }
    let sought = Sought { edition, page: Some(number(&page)?), node, quote };
    Ok(axum::Json(server.app.pages.boxes(&sought).await.map_err(|error| fail::of_page(&error))?))
}

/// `GET /api/corpus/tables/{node}`: the table of a node as data.
///
/// # Errors
/// No such table; storage.
pub async fn table(State(server): State<Server>, Path(node): Path<String>) -> Result<axum::Json<Table>, Failure> {
    let id = if node.starts_with("norm://") { node } else { format!("norm://{}", node.trim_start_matches('/')) };
    Ok(axum::Json(tables::table(&server.app, &id).await?))
}

/// The query of a comparison.
#[derive(Debug, Deserialize)]
pub struct Two {
    #[serde(default)]
    a: String,
    #[serde(default)]
    b: String,
}

/// `GET /api/corpus/compare?a=EDITION&b=EDITION`: what differs, place by place.
///
/// # Errors
/// A missing field; an edition that is not held.
pub async fn compare(State(server): State<Server>, Query(two): Query<Two>) -> Result<axum::Json<Value>, Failure> {
    for (field, value) in [("a", &two.a), ("b", &two.b)] {
        if value.trim().is_empty() {
            return Err(ApiError::field(field, "Назовите редакцию: её id есть в GET /api/corpus.").into());
        }
    }
    let found = compare_editions::editions(&server.app, two.a.trim(), two.b.trim()).await?;
    let (counts, changes) = (found.counts(), found.differing());
    Ok(axum::Json(json!({"a": found.from, "b": found.to, "counts": counts, "changes": changes})))
}

/// The seed's `search_documents`.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    semantic_keywords: Vec<String>,
    #[serde(default)]
    expected_documents: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    limit: Option<u32>,
}

/// `POST /api/norms/search_documents`: pages as images, or `null`.
///
/// # Errors
/// A field that does not fit the tool's schema; storage.
pub async fn search(State(server): State<Server>, Json(words): Json<Words>) -> Result<axum::Json<Value>, Failure> {
    let found = tool(&server, corpus_tools::DOCUMENTS, &json!(words)).await?;
    Ok(axum::Json(found["pages"].clone()))
}

/// Calls a tool of the corpus for a route.
async fn tool(server: &Server, name: &str, input: &Value) -> Result<Value, ApiError> {
    let reply = corpus_tools::call(&server.app, name, input, &CallMeta::default(), &Cancel::default()).await;
    reply.result.map_err(|error| {
        let code = match error.code {
            ToolCode::InvalidInput => ErrorCode::InvalidRequest,
            ToolCode::PayloadTooLarge => ErrorCode::PayloadTooLarge,
            ToolCode::CorpusEmpty => ErrorCode::CorpusEmpty,
            ToolCode::SourceUnavailable => ErrorCode::StorageUnavailable,
            _ => ErrorCode::Internal,
        };
        let pointer = error.details.get("pointer").and_then(Value::as_str).unwrap_or_default().to_owned();
        let field = pointer.trim_start_matches('/').split('/').next().unwrap_or_default().to_owned();
        ApiError::new(code, error.message).with("field", field)
    })
}
