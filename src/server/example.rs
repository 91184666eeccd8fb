//! `POST /api/corpus/example`: the example corpus joins an installation that has no sources, for whoever keeps it.

use crate::adapters::example_corpus;
use crate::adapters::intake::{self, File, Outcome, Wishes};
use crate::engine::document::html::escape;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::example::Shelf;
use crate::runner::fail;
use crate::server::access;
use crate::server::body::Failure;
use crate::server::desk::files;
use crate::server::prefs::local;
use crate::server::rest::to_the_end;
use crate::server::router::Server;
use crate::ui::example_text;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// Query of the form.
#[derive(Deserialize)]
pub struct Asked {
    /// The page to come back to.
    back: Option<String>,
}

/// See the module. A program gets what came of each file; a form leads back to its page.
pub async fn add(State(server): State<Server>, Query(asked): Query<Asked>, request: Parts) -> Response {
    let by_form = access::wants_page(&request.headers);
    let done = match server.may_keep(&request) {
        // Whoever closes the page meanwhile leaves no half of a corpus.
        true => to_the_end(async move { added(&server).await }).await,
        false => Err(ApiError::new(
            ErrorCode::Unauthorized,
            "Общую базу источников пополняет владелец установки: с этой машины или с ключом доступа.",
        )),
    };
    match (done, by_form) {
        (Ok(_), true) => Redirect::to(&local(asked.back.as_deref().unwrap_or("/"))).into_response(),
        (Ok(files), false) => (StatusCode::CREATED, axum::Json(json!({"files": files}))).into_response(),
        (Err(error), true) => {
            let status = StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let t = example_text::of(files::prefs(&request.headers).lang);
            access::notice(status, t.failed, &escape(&error.message))
        }
        (Err(error), false) => Failure(error).into_response(),
    }
}

/// Invented rules never join what somebody works with.
async fn added(server: &Server) -> Result<Vec<Value>, ApiError> {
    let sources = server.app.sources.as_ref();
    let held = sources.editions().await.map_err(|error| fail::of_store(&error))?;
    if Shelf::of(&held) == Shelf::Own {
        let words = "Источники уже загружены: учебный корпус к ним не добавляется. Для пробы есть команда legalagi corpus import --demo.";
        return Err(ApiError::new(ErrorCode::Conflict, words));
    }
    let mut rows = Vec::new();
    for (name, bytes) in example_corpus::files() {
        let file = File { name: name.clone(), bytes: bytes.to_vec() };
        let outcome = intake::import(sources, file, &Wishes::default(), &server.app.moment().now).await;
        if let Outcome::Failed { code, reason } = &outcome {
            let code = code.unwrap_or(ErrorCode::Internal);
            return Err(ApiError::new(code, format!("{name}: {reason}")).with("field", "file"));
        }
        let mut row = json!(outcome);
        row["file"] = json!(name);
        rows.push(row);
    }
    Ok(rows)
}
