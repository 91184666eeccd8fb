//! The corpus over HTTP: what is held, and files added to it. A bad file is told, and the others are kept.

use crate::adapters::intake::{self, File, Outcome, Wishes};
use crate::adapters::worker;
use crate::engine::document::html::escape;
use crate::engine::limits;
use crate::model::error::{ApiError, ErrorCode};
use crate::runner::fail;
use crate::server::access;
use crate::server::body::Failure;
use crate::server::router::Server;
use crate::server::upload::{broken, bytes, multipart};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

/// Most files of one form.
const MOST_FILES: usize = 20;

/// `GET /api/corpus`: the editions that are held.
///
/// # Errors
/// Storage.
pub async fn list(State(server): State<Server>) -> Result<axum::Json<Value>, Failure> {
    let editions = server.app.sources.editions().await.map_err(|error| fail::of_store(&error))?;
    Ok(axum::Json(json!({"editions": editions})))
}

/// `POST /api/corpus`: multipart with `file` fields, and `jurisdiction` for files that do not tell theirs.
pub async fn add(State(server): State<Server>, request: Request) -> Response {
    // Everybody searches the same sources, so they are the owner's to change.
    let (asked, body) = request.into_parts();
    let may = server.may_list(&asked);
    let request = Request::from_parts(asked, body);
    if !may {
        let words = "Общую базу источников пополняет владелец установки: с этой машины или с ключом доступа.";
        return Failure(ApiError::new(ErrorCode::Unauthorized, words)).into_response();
    }
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let by_form = accept.contains("text/html");
    let rows = match added(&server, request).await {
        Ok(rows) => rows,
        Err(error) if by_form => return told(error.code.status(), &[escape(&error.message)]),
        Err(error) => return Failure(error).into_response(),
    };
    let failed: Vec<String> = rows
        .iter()
        .filter_map(|(name, outcome)| match outcome {
            Outcome::Failed { reason, .. } => Some(format!("{}: {}", escape(name), escape(reason))),
            Outcome::Imported { .. } | Outcome::Unchanged => None,
        })
        .collect();
    let code = status(&rows);
    if by_form {
        return if failed.is_empty() { Redirect::to("/search").into_response() } else { again(told(code, &failed)) };
    }
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let files = rows.iter().map(|(name, outcome)| {
        let mut row = json!(outcome);
        row["file"] = json!(name);
        row
    });
    again((status, axum::Json(json!({"files": files.collect::<Vec<_>>()}))).into_response())
}

/// Says when to come again, where that helps.
fn again(mut response: Response) -> Response {
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, worker::RETRY_AFTER.into());
    }
    response
}

/// What an import is answered with: 400 for a file that is at fault before 422 for one that was too complex before 503
/// for one that may come again.
fn status(rows: &[(String, Outcome)]) -> u16 {
    let failed = rows.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::Failed { code, .. } => Some(code.map_or(400, ErrorCode::status)),
        Outcome::Imported { .. } | Outcome::Unchanged => None,
    });
    failed.min().unwrap_or(201)
}

fn told(status: u16, lines: &[String]) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    access::notice(status, "Документ не добавлен", &lines.join("<br>"))
}

async fn added(server: &Server, request: Request) -> Result<Vec<(String, Outcome)>, ApiError> {
    let mut form = multipart(request).await?;
    let mut left = limits::UPLOAD_BYTES;
    let (mut files, mut wishes) = (Vec::new(), Wishes::default());
    while let Some(mut field) = form.next_field().await.map_err(|error| broken(&error))? {
        let (name, file) = (field.name().unwrap_or_default().to_owned(), field.file_name().map(str::to_owned));
        let bytes = bytes(&mut field, &mut left).await?;
        match name.as_str() {
            "file" if files.len() >= MOST_FILES => {
                return Err(ApiError::field("file", "За один раз — не больше 20 файлов.").with("limit", MOST_FILES));
            }
            "file" if !bytes.is_empty() => {
                let name = file.unwrap_or_else(|| "file".to_owned());
                let name = name.rsplit(['/', '\\']).next().unwrap_or_default().chars().take(120).collect();
                files.push(File { name, bytes });
            }
            "file" => {}
            "jurisdiction" => {
                let code = String::from_utf8(bytes).unwrap_or_default().to_uppercase();
                if !code.is_empty() && !["RU", "UA", "KR"].contains(&code.as_str()) {
                    return Err(ApiError::field("jurisdiction", "Возможны RU, UA и KR."));
                }
                wishes.jurisdiction = Some(code).filter(|code| !code.is_empty());
            }
            _ => return Err(ApiError::field("form", "Есть только поля file и jurisdiction.")),
        }
    }
    if files.is_empty() {
        return Err(ApiError::field("file", "Выберите хотя бы один файл."));
    }
    let mut rows = Vec::new();
    for file in files {
        let name = file.name.clone();
        rows.push((name, intake::import(server.app.sources.as_ref(), file, &wishes, &server.app.moment().now).await));
    }
    Ok(rows)
}
