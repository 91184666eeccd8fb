//! DOCX: the words of the body with the numbers that Word would show, tables as rows.

use crate::adapters::extract::ExtractError;
use crate::adapters::extract::docx_numbers::Numbers;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::io::{Cursor, Read};

/// Parts of a package.
const MOST_ENTRIES: usize = 2_000;
/// Bytes of one unpacked part.
const MOST_PART: u64 = 32 * 1024 * 1024;
/// Bytes that all parts together may claim.
const MOST_WHOLE: u64 = 400 * 1024 * 1024;

type Archive<'a> = zip::ZipArchive<Cursor<&'a [u8]>>;

/// The text of the body.
pub(super) fn read(bytes: &[u8]) -> Result<String, ExtractError> {
    let mut archive = Archive::new(Cursor::new(bytes)).map_err(|_| ExtractError::Damaged)?;
    if archive.len() > MOST_ENTRIES {
        return Err(ExtractError::Bomb);
    }
    let mut whole = 0_u64;
    for i in 0..archive.len() {
        let entry = archive.by_index_raw(i).map_err(|_| ExtractError::Damaged)?;
        if entry.encrypted() {
            return Err(ExtractError::Encrypted);
        }
        whole = whole.saturating_add(entry.size());
    }
    if whole > MOST_WHOLE {
        return Err(ExtractError::Bomb);
    }
    let body = part(&mut archive, "word/document.xml")?.ok_or(ExtractError::Unknown)?;
    let numbering = part(&mut archive, "word/numbering.xml")?.unwrap_or_default();
    let styles = part(&mut archive, "word/styles.xml")?.unwrap_or_default();
    text(&body, Numbers::read(&numbering, &styles))
}

/// A part of the package; the size that counts is the one it really has.
fn part(archive: &mut Archive<'_>, name: &str) -> Result<Option<String>, ExtractError> {
    let entry = match archive.by_name(name) {
        Ok(entry) => entry,
        Err(zip::result::ZipError::FileNotFound) => return Ok(None),
        Err(_) => return Err(ExtractError::Damaged),
    };
    let mut bytes = Vec::new();
    entry.take(MOST_PART + 1).read_to_end(&mut bytes).map_err(|_| ExtractError::Damaged)?;
    if bytes.len() as u64 > MOST_PART {
        return Err(ExtractError::Bomb);
    }
    String::from_utf8(bytes).map(Some).map_err(|_| ExtractError::Damaged)
}

/// An attribute by its local name.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|a| a.key.local_name().as_ref() == name.as_bytes())?;
    String::from_utf8(found.value.into_owned()).ok()
}

#[derive(Default)]
struct Paragraph {
    words: String,
    style: Option<String>,
    level: Option<usize>,
    list: Option<String>,
}

fn text(xml: &str, mut numbers: Numbers) -> Result<String, ExtractError> {
    let mut reader = Reader::from_str(xml);
    let mut out = String::new();
    let mut now = Paragraph::default();
    let (mut in_text, mut deleted, mut tables) = (false, 0_usize, 0_usize);
    let mut row: Vec<String> = Vec::new();
    let mut cell: Vec<String> = Vec::new();
    loop {
        let event = reader.read_event().map_err(|_| ExtractError::Damaged)?;
        let empty = matches!(event, Event::Empty(_));
        match event {
            Event::Eof => break,
            Event::DocType(_) => return Err(ExtractError::Damaged),
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                b"p" => now = Paragraph::default(),
                b"t" => in_text = !empty,
                b"tab" if !empty || !now.words.is_empty() => now.words.push('\t'),
                b"br" | b"cr" => now.words.push('\n'),
                b"noBreakHyphen" => now.words.push('-'),
                b"pStyle" => now.style = attribute(&tag, "val"),
                b"ilvl" => now.level = attribute(&tag, "val").and_then(|level| level.parse().ok()),
                b"numId" => now.list = attribute(&tag, "val"),
                b"del" if !empty => deleted += 1,
                b"tbl" => tables += 1,
                b"tr" => row.clear(),
                b"tc" => cell.clear(),
                _ => {}
            },
            Event::Text(words) if in_text && deleted == 0 => {
                now.words.push_str(&words.decode().map_err(|_| ExtractError::Damaged)?);
            }
            Event::GeneralRef(name) if in_text && deleted == 0 => now.words.push_str(&entity(&name)),
            Event::End(tag) => match tag.local_name().as_ref() {
                b"t" => in_text = false,
                b"del" => deleted = deleted.saturating_sub(1),
                b"p" => {
                    let number = numbers.next(now.style.as_deref(), now.list.as_deref(), now.level);
                    let words = now.words.trim();
                    let line = if words.is_empty() { String::new() } else { format!("{number}{words}") };
                    if tables > 0 {
                        cell.push(line);
                    } else {
                        out.push_str(&line);
                        out.push('\n');
                    }
                    now = Paragraph::default();
                }
                b"tc" => row.push(cell.join("\n").trim().to_owned()),
                b"tr" => {
                    // A table of requisites has paragraphs in its cells; they stay lines.
                    let long = row.iter().any(|cell| cell.contains('\n'));
                    out.push_str(&row.join(if long { "\n" } else { " | " }));
                    out.push('\n');
                }
                b"tbl" => tables = tables.saturating_sub(1),
                _ => {}
            },
            _ => {}
        }
        if out.len() > MOST_PART as usize {
            return Err(ExtractError::Bomb);
        }
    }
    Ok(out)
}

fn entity(name: &quick_xml::events::BytesRef<'_>) -> String {
    if let Ok(Some(c)) = name.resolve_char_ref() {
        return c.to_string();
    }
    match &**name {
        b"amp" => "&",
        b"lt" => "<",
        b"gt" => ">",
        b"quot" => "\"",
        b"apos" => "'",
        _ => "",
    }
    .to_owned()
}
