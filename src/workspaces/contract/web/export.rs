//! The contract as a file: Word, PDF, Markdown, a page, data, a calendar of its days.

use crate::engine::document::flow::{self, Piece};
use crate::engine::document::tree::{Document, Part};
use crate::engine::document::{html, ics};
use crate::engine::knowledge::clauses;
use crate::model::document_view::CONTRACT;
use crate::model::error::{ApiError, ErrorCode};
use crate::server::export::{Format, internal, written};
use crate::server::workspace::Filing;
use crate::workspaces::contract::draft::overlay::Overlay;
use crate::workspaces::contract::draft::{Facts, Variant, calendar, draft_of, plain, signed, stamp};
use serde_json::json;

/// The file of a version.
///
/// # Errors
/// No type of contract yet, no such variant or part, or a document that cannot be laid out.
pub fn render(asked: &Filing<'_>) -> Result<Vec<u8>, ApiError> {
    let Filing { snapshot, knowledge, format, variant, part, draft, signed, .. } = *asked;
    let wished = variant
        .map(|name| {
            Variant::parse(name).ok_or_else(|| ApiError::field("variant", "Возможны party_1, neutral и party_2."))
        })
        .transpose()?;
    let part = Part::parse(part.unwrap_or(CONTRACT))
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
