//! `POST /api/session/{id}/documents`: a file or a text joins the session; the shared corpus does not change.

use crate::adapters::worker;
use crate::engine::prompt::sha256;
use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::runner::{fail, handle_event};
use crate::server::body::Failure;
use crate::server::rest::{answer, session_id, to_the_end};
use crate::server::router::Server;
use crate::server::upload::{broken, bytes, multipart, refused, told};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

#[derive(Default)]
struct Sent {
    file: Option<Vec<u8>>,
    text: Option<String>,
    title: Option<String>,
}

/// See the module. A program gets the id of the document and the session, or an error; a form leads back to the page,
/// or to words about what is wrong with the file.
pub async fn attach(State(server): State<Server>, Path(id): Path<String>, request: Request) -> Response {
    let accept = request.headers().get("accept").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let by_form = accept.contains("text/html");
    match (attached(&server, &id, request).await, by_form) {
        (Ok(_), true) => Redirect::to(&format!("/s/{id}")).into_response(),
        (Ok(value), false) => (StatusCode::CREATED, axum::Json(value)).into_response(),
        (Err(error), true) => told("Файл не прочитан", &error.0),
        (Err(error), false) => error.into_response(),
    }
}

async fn attached(server: &Server, id: &str, request: Request) -> Result<Value, Failure> {
    let session = session_id(id)?;
    let sent = sent(request).await?;
    let text = match (sent.file, sent.text) {
        (Some(bytes), None) => worker::text(bytes).await.map_err(refused)?,
        (None, Some(text)) => text,
        _ => return Err(ApiError::field("file", "Нужен файл (file) или текст (text), что-то одно.").into()),
    };
    let text = text.replace("\r\n", "\n").replace('\0', "");
    if text.trim().is_empty() {
        return Err(ApiError::field("file", "В документе нет текста.").into());
    }
    let hash = sha256(&text);
    let document = format!("doc-{}", hash.get(..12).unwrap_or_default());
    let title: String = sent.title.unwrap_or_else(|| document.clone()).chars().take(200).collect();
    let event = Event::Attach { id: document.clone(), title, text, sha256: hash };
    let app = server.app.clone();
    let driven = to_the_end(async move { handle_event::handle_event(&app, &session, None, event).await }).await?;
    let mut value = answer(&driven.snapshot);
    value["document_id"] = json!(document);
    Ok(value)
}

/// `GET /api/session/{id}/documents`: id, title and size of each.
///
/// # Errors
/// Unknown session; storage.
pub async fn list(State(server): State<Server>, Path(id): Path<String>) -> Result<axum::Json<Value>, Failure> {
    let snapshot = server.app.store.latest(&session_id(&id)?).await.map_err(|error| fail::of_store(&error))?;
    let documents: Vec<Value> = snapshot.state["documents"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(id, document)| {
            let chars = document["text"].as_str().map_or(0, |text| text.chars().count());
            json!({"id": id, "title": document["title"], "sha256": document["sha256"], "chars": chars})
        })
        .collect();
    Ok(axum::Json(json!({"documents": documents})))
}

async fn sent(request: Request) -> Result<Sent, ApiError> {
    let mut form = multipart(request).await?;
    let mut sent = Sent::default();
    let mut left = crate::engine::limits::UPLOAD_BYTES;
    while let Some(mut field) = form.next_field().await.map_err(|e| broken(&e))? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let bytes = bytes(&mut field, &mut left).await?;
        let words = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| ApiError::field(&name, "Поле — не UTF-8."));
        match name.as_str() {
            "file" => {
                sent.file = Some(bytes).filter(|bytes| !bytes.is_empty());
                sent.title = sent.title.or(file_name).filter(|title| !title.trim().is_empty());
            }
            "text" => sent.text = Some(words(bytes)?).filter(|text| !text.trim().is_empty()),
            "title" => sent.title = Some(words(bytes)?).filter(|text| !text.trim().is_empty()).or(sent.title),
            _ => return Err(ApiError::field("form", "Есть только поля file, text и title.")),
        }
    }
    Ok(sent)
}
