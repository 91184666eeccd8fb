//! `GET /api/session/{id}/export.{docx,pdf,md,html,json,ics}`: the contract as a file.

use crate::adapters::export::{docx, pdf};
use crate::engine::document::flow::{self, Piece};
use crate::engine::document::tree::{Document, Part};
use crate::engine::document::{html, ics, markdown};
use crate::engine::knowledge::{Knowledge, clauses};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::session::WorkspaceId;
use crate::model::signoff::Signoff;
use crate::model::snapshot::Snapshot;
use crate::runner::fail;
use crate::server::body::Failure;
use crate::server::download::attachment;
use crate::server::rest::session_id;
use crate::server::router::Server;
use crate::workspaces::contract::draft::overlay::Overlay;
use crate::workspaces::contract::draft::{Facts, Variant, calendar, draft_of, plain, signed, stamp};
use crate::workspaces::contract::state;
use crate::workspaces::research::report;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde::Deserialize;
use serde_json::{Value, json};

/// Query of the export routes.
#[derive(Deserialize, Default)]
pub struct Choice {
    variant: Option<String>,
    part: Option<String>,
    /// A stamped draft, also of a contract that is ready.
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
    /// A calendar of the contract's days.
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

/// The file of a version.
///
/// # Errors
/// No type of contract yet, no such variant or part, or a document that cannot be laid out.
pub fn render(
    snapshot: &Snapshot,
    knowledge: &Knowledge,
    format: Format,
    variant: Option<&str>,
    part: Option<&str>,
    draft: bool,
    signed: &[Signoff],
) -> Result<Vec<u8>, ApiError> {
    let wished = variant
        .map(|name| {
            Variant::parse(name).ok_or_else(|| ApiError::field("variant", "Возможны party_1, neutral и party_2."))
        })
        .transpose()?;
    let part = Part::parse(part.unwrap_or("contract"))
        .ok_or_else(|| ApiError::field("part", "Возможны contract, act, schedule, receipt и plain."))?;
    let facts = Facts::of(snapshot, knowledge).ok_or_else(|| {
        ApiError::new(ErrorCode::Conflict, "О сделке ещё ничего не известно: опишите её, и документ появится.")
    })?;
    let book = clauses::embedded().map_err(|error| internal(&error))?;
    let variant = wished.or(Overlay::of(snapshot).variant).unwrap_or_default();
    if format == Format::Ics {
        let made = snapshot.at.parse().map_err(|error: jiff::Error| internal(&error))?;
        let events = calendar::events(facts, book, variant);
        return Ok(ics::render(&facts.pack.title, snapshot.session.as_str(), made, &events).into_bytes());
    }
    let drafted = draft_of(facts, snapshot, book, wished);
    let plain = (part == Part::Plain).then(|| plain::explain(facts, book, variant));
    let document: &Document = plain.as_ref().or_else(|| drafted.document.part(part)).ok_or_else(|| {
        ApiError::field("part", "У этого договора нет такого приложения.").with("part", part_name(part))
    })?;
    let pieces = flow::lay(document).map_err(|error| internal(&error))?;
    // What was signed are the words as they are laid out, before a draft is marked.
    let signed = signed::lines(&pieces, signed);
    let stamp = stamp::of(snapshot, knowledge, draft);
    let pieces = stamp::marked(snapshot, stamp, &drafted.usual, pieces);
    // Word and PDF have a head on every page; a page of the web repeats what is fixed when it is printed.
    let pages = matches!(format, Format::Docx | Format::Pdf);
    let pieces = if pages { pieces } else { stamp::above(stamp, pieces) };
    let title = stamp::title(stamp.filter(|_| pages), &document.title);
    let signoffs: Vec<String> = signed.iter().map(plain_text).collect();
    let pieces: Vec<Piece> = pieces.into_iter().chain(signed).collect();
    if let (Format::Html, Some(stamp)) = (format, stamp) {
        return Ok(html::stamped(&title, &pieces, stamp).into_bytes());
    }
    written(format, &title, &pieces, &snapshot.at, || {
        let missing = document.missing();
        json!({"document": document, "missing": missing, "unused": drafted.unused, "stamp": stamp, "signed": signoffs})
    })
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

/// The answer of a research session as a file.
///
/// # Errors
/// No answer yet; a calendar, which an answer has not.
pub fn answered(snapshot: &Snapshot, format: Format) -> Result<Vec<u8>, ApiError> {
    let waiting = || ApiError::new(ErrorCode::Conflict, "Ответа ещё нет: дождитесь, когда пройдут все шаги.");
    let (title, pieces) = report::pieces(&snapshot.state).ok_or_else(waiting)?;
    if format == Format::Ics {
        let words = "У ответа нет календаря: возможны docx, pdf, md, html и json.";
        return Err(ApiError::new(ErrorCode::NotSupported, words));
    }
    written(format, &title, &pieces, &snapshot.at, || report::data(&snapshot.state))
}

/// The words of a line.
fn plain_text(piece: &Piece) -> String {
    match piece {
        Piece::Paragraph(runs) => flow::text(runs),
        _ => String::new(),
    }
}

fn part_name(part: Part) -> String {
    json!(part).as_str().unwrap_or_default().to_owned()
}

/// A document that could not be made; why goes to the log.
pub fn internal(error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!("export: {error}");
    ApiError::new(ErrorCode::Internal, "Документ не удалось собрать; ошибка записана в журнал.")
}

async fn answer(server: Server, id: String, choice: Choice, extension: &'static str) -> Result<Response, Failure> {
    let session = session_id(&id)?;
    let snapshot = server.app.store.latest(&session).await.map_err(|error| fail::of_store(&error))?;
    let format = Format::parse(extension).unwrap_or(Format::Json);
    // The name goes where the file goes, and a session's id opens the session: it stays out.
    let kind = match snapshot.state["meta"]["stage"].as_str() {
        Some("research") => "answer",
        _ => state::contract_type(&snapshot.state["domain"]).unwrap_or("contract"),
    };
    let name = format!("{kind}-v{}", snapshot.version);
    let knowledge = server.app.knowledge.current();
    let workspace = server.app.store.row(&session).await.map_err(|error| fail::of_store(&error))?.workspace;
    // Only of the version that stands; what they were signed for, the file compares with its own words.
    let signed: Vec<Signoff> = match workspace {
        WorkspaceId::Contract => server.app.store.signoffs(&session).await.map_err(|error| fail::of_store(&error))?,
        _ => Vec::new(),
    };
    let signed: Vec<Signoff> = signed.into_iter().filter(|one| one.version == snapshot.version).collect();
    let made = || match workspace {
        WorkspaceId::Research => answered(&snapshot, format),
        _ => {
            let (variant, part) = (choice.variant.as_deref(), choice.part.as_deref());
            render(&snapshot, &knowledge, format, variant, part, choice.draft, &signed)
        }
    };
    let bytes = server.app.aside(made).await?;
    let kind = HeaderValue::from_static(format.media_type());
    let name = attachment(&format!("{name}.{extension}"));
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

/// `GET /api/session/{id}/export.{extension}`.
pub fn export(extension: &'static str) -> MethodRouter<Server> {
    get(move |State(server): State<Server>, Path(id): Path<String>, Query(choice): Query<Choice>| async move {
        answer(server, id, choice, extension).await
    })
}
