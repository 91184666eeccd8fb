//! PDF with a text layer.

use crate::adapters::extract::ExtractError;
use crate::adapters::pages::draw::{self, DrawError};
use crate::engine::corpus::lines;
use hayro::hayro_syntax::page::Page;
use std::panic::catch_unwind;

/// The text of the pages, in their order, without page numbers.
pub(super) fn read(bytes: &[u8]) -> Result<String, ExtractError> {
    let text = read_pages(bytes)?;
    let kept: Vec<&str> = text.split(['\n', '\u{c}']).map(str::trim_end).filter(|line| !is_page_number(line)).collect();
    Ok(kept.join("\n"))
}

/// The text of every page, parted by form feeds: from the glyphs that the page is drawn with, so that a quotation and
/// its place on the page agree.
pub(super) fn read_pages(bytes: &[u8]) -> Result<String, ExtractError> {
    let own = bytes.to_vec();
    match catch_unwind(move || drawn(own)).map_err(|_| ExtractError::Damaged).and_then(|text| text) {
        Err(ExtractError::Damaged) => plain_pages(bytes),
        read => read,
    }
}

fn drawn(bytes: Vec<u8>) -> Result<String, ExtractError> {
    let pdf = draw::open(bytes).map_err(|error| match error {
        DrawError::Encrypted => ExtractError::Encrypted,
        DrawError::Damaged => ExtractError::Damaged,
    })?;
    let page = |page: &Page<'_>| {
        let (width, height) = draw::size(page);
        lines::text(&draw::marks(page, 1), height / width.max(1.0))
    };
    Ok(pdf.pages().iter().map(page).collect::<Vec<_>>().join("\u{c}"))
}

/// The other reader, for files that cannot be drawn; it stops at some broken fonts by a panic.
fn plain_pages(bytes: &[u8]) -> Result<String, ExtractError> {
    let bytes = bytes.to_vec();
    let found =
        catch_unwind(move || pdf_extract::extract_text_from_mem_by_pages(&bytes)).map_err(|_| ExtractError::Damaged)?;
    found.map(|pages| pages.join("\u{c}")).map_err(|error| reason(&error))
}

fn reason(error: &impl std::fmt::Debug) -> ExtractError {
    let words = format!("{error:?}").to_lowercase();
    let locked = words.contains("crypt") || words.contains("password");
    if locked { ExtractError::Encrypted } else { ExtractError::Damaged }
}

fn is_page_number(line: &str) -> bool {
    let low = line.trim().to_lowercase();
    (low.starts_with("стр.") || low.starts_with("страница")) && low.chars().count() < 24
}
