//! Pages of legal sources: the image of a page, and where words stand on it.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::source::PageBoxes;
use crate::runner::fail;
use crate::runner::ports::{PageError, Sought};
use crate::server::body::Failure;
use crate::server::router::Server;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

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

/// A page that is not shown.
#[must_use]
pub fn refused(error: PageError) -> ApiError {
    let words = |words: &str| format!("{}.", capital(words));
    match &error {
        PageError::NoEdition => ApiError::new(ErrorCode::NotFound, words(&error.to_string())).with("field", "edition"),
        PageError::NoPage { pages, .. } => {
            ApiError::new(ErrorCode::NotFound, words(&error.to_string())).with("field", "page").with("pages", *pages)
        }
        PageError::NoNode => ApiError::new(ErrorCode::NotFound, words(&error.to_string())).with("field", "node"),
        PageError::Unreadable(why) => ApiError::new(ErrorCode::UnsupportedMediaType, words(why)),
        PageError::Store(error) => fail::of_store(error),
    }
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
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
    let image = server.app.pages.image(&edition, number(&page)?, scale).await.map_err(refused)?;
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
    Ok(axum::Json(server.app.pages.boxes(&sought).await.map_err(refused)?))
}
