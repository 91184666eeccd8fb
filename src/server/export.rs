//! `GET /api/session/{id}/export.{docx,pdf,md,html,json,ics}`: what a session made, as a file; `report.{…}`: the same
//! file under a name that says nothing, whose page opens.

use crate::adapters::export::{docx, pdf};
use crate::engine::document::flow::Piece;
use crate::engine::document::{html, markdown};
use crate::engine::knowledge::example::mark as example_mark;
use crate::model::document_view::{Mark, Run};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::example;
use crate::model::signoff::Signoff;
use crate::registry;
use crate::runner::fail;
use crate::server::body::Failure;
use crate::server::download::{attachment, attachment_as, inline};
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::server::workspace::Filing;
use crate::workspaces::Written;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde::Deserialize;
use serde_json::Value;

/// Query of the export routes.
#[derive(Deserialize, Default)]
pub struct Choice {
    variant: Option<String>,
    part: Option<String>,
    /// A stamped draft, also of a document that is ready.
    #[serde(default)]
    draft: bool,
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Word.
    Docx,
    /// PDF/A-2b.
    Pdf,
    /// Markdown.
    Md,
    /// A page.
    Html,
    /// The tree and what of the facts is not used.
    Json,
    /// A calendar of the days of a document.
    Ics,
}

impl Format {
    /// By its extension.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "docx" => Self::Docx,
            "pdf" => Self::Pdf,
            "md" => Self::Md,
            "html" => Self::Html,
            "json" => Self::Json,
            "ics" => Self::Ics,
            _ => return None,
        })
    }

    /// What it is on the wire.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Pdf => "application/pdf",
            Self::Md => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Json => "application/json",
            Self::Ics => "text/calendar; charset=utf-8",
        }
    }
}

/// A laid-out text as a file of a kind; what stands in the JSON is the caller's.
///
/// # Errors
/// A text that cannot be written.
pub fn written(
    format: Format,
    title: &str,
    pieces: &[Piece],
    at: &str,
    data: impl FnOnce() -> Value,
) -> Result<Vec<u8>, ApiError> {
    Ok(match format {
        Format::Docx => docx::write(title, pieces, at).map_err(|error| internal(&error))?,
        Format::Pdf => pdf::write(title, pieces, at).map_err(|error| internal(&error))?,
        Format::Md => markdown::render(pieces).into_bytes(),
        Format::Html => html::page(title, pieces).into_bytes(),
        Format::Json | Format::Ics => data().to_string().into_bytes(),
    })
}

/// What a workspace writes of a session as a file.
///
/// # Errors
/// Nothing to write yet; a calendar, which only dated documents have.
pub fn of_written(asked: &Filing<'_>) -> Result<Vec<u8>, ApiError> {
    without_calendar(asked.format)?;
    let waiting = || ApiError::new(ErrorCode::Conflict, "Ответа ещё нет: дождитесь, когда пройдут все шаги.");
    let Written { title, mut pieces, mut data } = asked.flow.written(asked.snapshot).ok_or_else(waiting)?;
    if example::rests_on_it(&asked.snapshot.state) {
        // Behind the title, before anything that could be taken for law.
        let mark = Run { text: example_mark(&asked.snapshot.state).to_owned(), mark: Mark::Plain };
        pieces.insert(pieces.len().min(1), Piece::Paragraph(vec![mark]));
        data["example"] = Value::Bool(true);
    }
    written(asked.format, &title, &pieces, &asked.snapshot.at, || data)
}

/// Refuses a calendar where there is none at any time, so that nobody waits for one.
///
/// # Errors
/// A calendar was asked for.
pub fn without_calendar(format: Format) -> Result<(), ApiError> {
    if format != Format::Ics {
        return Ok(());
    }
    let words = "Календаря здесь не бывает: возможны docx, pdf, md, html и json.";
    Err(ApiError::new(ErrorCode::NotSupported, words).with("field", "format"))
}

/// A document that could not be made; why goes to the log.
pub fn internal(error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!("export: {error}");
    ApiError::new(ErrorCode::Internal, "Документ не удалось собрать; ошибка записана в журнал.")
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::NotSupported, "Это рабочее пространство ещё не готово.")
}

/// How the file is handed over.
#[derive(Clone, Copy)]
enum Handed {
    /// Under the name of what it is, to be kept.
    Kept,
    /// As a report.
    Report,
}

async fn answer(
    server: Server,
    id: String,
    choice: Choice,
    extension: &'static str,
    handed: Handed,
) -> Result<Response, Failure> {
    let session = session_id(&id)?;
    let snapshot = server.app.store.latest(&session).await.map_err(|error| fail::of_store(&error))?;
    let format = Format::parse(extension).unwrap_or(Format::Json);
    let workspace = server.app.store.row(&session).await.map_err(|error| fail::of_store(&error))?.workspace;
    let one = registry::of(workspace).ok_or_else(unknown)?;
    // The name goes where the file goes, and a session's id opens the session: it stays out.
    let knowledge = server.app.knowledge.current();
    let plain = format!("{}-v{}.{extension}", one.web.file_name(&snapshot), snapshot.version);
    let title = one.web.file_title(&snapshot, &knowledge);
    let name = title.map(|title| format!("{title} v{}.{extension}", snapshot.version));
    // Only of the version that stands; what they were signed for, the file compares with its own words.
    let signed: Vec<Signoff> = match one.flow.has_document() {
        true => server.app.store.signoffs(&session).await.map_err(|error| fail::of_store(&error))?,
        false => Vec::new(),
    };
    let signed: Vec<Signoff> = signed.into_iter().filter(|one| one.version == snapshot.version).collect();
    let asked = Filing {
        flow: one.flow,
        snapshot: &snapshot,
        knowledge: &knowledge,
        format,
        variant: choice.variant.as_deref(),
        part: choice.part.as_deref(),
        draft: choice.draft,
        signed: &signed,
    };
    let bytes = server.app.aside(|| one.web.file(&asked)).await?;
    let kind = HeaderValue::from_static(format.media_type());
    let name = match handed {
        Handed::Kept => name.map_or_else(|| attachment(&plain), |name| attachment_as(&name, &plain)),
        // The page of a report opens, its files are kept.
        Handed::Report if format == Format::Html => inline(&format!("report.{extension}")),
        Handed::Report => attachment(&format!("report.{extension}")),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

/// `GET /api/session/{id}/export.{extension}`.
pub fn export(extension: &'static str) -> MethodRouter<Server> {
    get(move |State(server): State<Server>, Path(id): Path<String>, Query(choice): Query<Choice>| async move {
        answer(server, id, choice, extension, Handed::Kept).await
    })
}

/// `GET /api/session/{id}/report.{extension}`.
pub fn report(extension: &'static str) -> MethodRouter<Server> {
    get(move |State(server): State<Server>, Path(id): Path<String>, Query(choice): Query<Choice>| async move {
        answer(server, id, choice, extension, Handed::Report).await
    })
}
