//! L5: the few server functions that all workspaces share. Thin doors to the runner; never SQL, never rules.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::{SessionRow, SessionView, VersionRow};
use crate::model::trace::TraceEntry;
use leptos::prelude::*;
use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Request(_) => Self::new(
                ErrorCode::StorageUnavailable,
                "Нет связи с сервером. Проверьте соединение и повторите: ничего не потеряно.",
            ),
            ServerFnErrorErr::Args(_) | ServerFnErrorErr::MissingArg(_) | ServerFnErrorErr::Deserialization(_) => {
                Self::new(ErrorCode::InvalidRequest, "Форма заполнена не так, как ожидает сервер. Обновите страницу.")
            }
            _ => Self::new(ErrorCode::Internal, "Внутренняя ошибка. Повторите; сказанное сохранено."),
        }
    }
}

/// The list on the home page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionList {
    /// Whether this visitor may see the list (loopback or the instance's token).
    pub allowed: bool,
    /// Newest change first.
    pub rows: Vec<SessionRow>,
}

/// Opens a session with the first words and goes to its page.
#[server(prefix = "/fn", endpoint = "start_session")]
pub async fn start_session(message: String) -> Result<SessionView, ApiError> {
    let _ = message;
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// Sends words or a picked choice. `request` is chosen by the page, so that a double click has one effect.
#[server(prefix = "/fn", endpoint = "send_message")]
pub async fn send_message(
    session: String,
    request: Option<String>,
    text: Option<String>,
    answers_to: Option<String>,
    choice: Option<String>,
) -> Result<SessionView, ApiError> {
    let _ = (session, request, text, answers_to, choice);
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// Runs again the step that a failed turn left pending.
#[server(prefix = "/fn", endpoint = "retry_turn")]
pub async fn retry_turn(session: String) -> Result<SessionView, ApiError> {
    let _ = session;
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// Stops the running step.
#[server(prefix = "/fn", endpoint = "cancel_turn")]
pub async fn cancel_turn(session: String) -> Result<(), ApiError> {
    let _ = session;
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// The session as it stands, or one of its versions.
#[server(prefix = "/fn", endpoint = "load_session")]
pub async fn load_session(session: String, version: Option<u32>) -> Result<SessionView, ApiError> {
    let _ = (session, version);
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// All versions, oldest first.
#[server(prefix = "/fn", endpoint = "load_versions")]
pub async fn load_versions(session: String) -> Result<Vec<VersionRow>, ApiError> {
    let _ = session;
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// The trace of every step, oldest first.
#[server(prefix = "/fn", endpoint = "load_trace")]
pub async fn load_trace(session: String) -> Result<Vec<TraceEntry>, ApiError> {
    let _ = session;
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// Sessions of this instance.
#[server(prefix = "/fn", endpoint = "list_sessions")]
pub async fn list_sessions() -> Result<SessionList, ApiError> {
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// Removes a session with everything in it and goes home.
#[server(prefix = "/fn", endpoint = "delete_session")]
pub async fn delete_session(session: String) -> Result<(), ApiError> {
    let _ = session;
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}

/// Edits one fact: `op` is `set` (with `value`), `confirm` or `reject`.
#[server(prefix = "/fn", endpoint = "edit_fact")]
pub async fn edit_fact(
    session: String,
    request: Option<String>,
    pointer: String,
    op: String,
    value: Option<String>,
) -> Result<SessionView, ApiError> {
    let _ = (session, request, pointer, op, value);
    Err(ApiError::new(ErrorCode::Internal, "not wired"))
}
