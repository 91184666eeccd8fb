//! Readers of legal sources: text of a file in, editions with their trees of nodes out. Pure.
//!
//! [`Format::detect`] goes by what is in a file, not by its name. Whatever a reader cannot do it says: an empty article
//! stays an empty node, a table whose cells do not divide is `lossy`, and both are in the remarks.

pub mod articles;
pub mod captions;
pub mod clean;
pub mod decisions;
pub mod folios;
pub mod forms;
pub mod front;
pub mod heads;
pub mod html;
pub mod identity;
pub mod images;
pub mod korean;
pub mod law;
pub mod norms;
pub mod numbers;
pub mod pages;
pub mod plain;
pub mod points;
pub mod provisions;
pub mod recognised;
pub mod series;
pub mod tables;
pub mod tree;
pub mod tsv;

use crate::engine::address::acts;
use crate::engine::corpus::Imported;
use crate::engine::corpus::read::identity::{Identity, UNDATED};
use crate::model::source::DocumentKind;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Version of the readers: a new one reads unchanged files again.
pub const VERSION: u32 = 6;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON with text per printed page.
    PagesJson,
    /// JSON with a code's articles.
    ArticlesJson,
    /// JSON with a law's provisions.
    ProvisionsJson,
    /// Court decisions in one text.
    DecisionsTxt,
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// A page of the web.
    Html,
    /// PDF: its text is taken out by the sandboxed reader.
    Pdf,
    /// DOCX: likewise.
    Docx,
    /// An image of a page.
    PageImages,
}

impl Format {
    /// Every format with its name on the command line.
    pub const ALL: [(&'static str, Self); 10] = [
        ("pages-json", Self::PagesJson),
        ("articles-json", Self::ArticlesJson),
        ("provisions-json", Self::ProvisionsJson),
        ("decisions-txt", Self::DecisionsTxt),
        ("markdown", Self::Markdown),
        ("text", Self::Text),
        ("html", Self::Html),
        ("pdf", Self::Pdf),
        ("docx", Self::Docx),
        ("page-images", Self::PageImages),
    ];

    /// The format of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, format)| *format)
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, own)| *own == self).map_or("", |(name, _)| name)
    }

    /// The format of a file by what is in it; its name only tells Markdown from plain text.
    ///
    /// # Errors
    /// It is empty, or nothing that is read.
    pub fn detect(name: &str, bytes: &[u8]) -> Result<Self, ReadError> {
        if bytes.is_empty() {
            return Err(ReadError::Empty);
        }
        for (start, format) in [
            (b"%PDF-".as_slice(), Self::Pdf),
            (b"PK\x03\x04", Self::Docx),
            (b"\xff\xd8\xff", Self::PageImages),
            (b"\x89PNG", Self::PageImages),
        ] {
            if bytes.starts_with(start) {
                return Ok(format);
            }
        }
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
        let start = head.trim_start_matches('\u{feff}').trim_start();
        if start.starts_with('{') || start.starts_with('[') {
            return json(bytes);
        }
        let low = start.to_lowercase();
        if low.starts_with("<!doctype html") || low.starts_with("<html") {
            return Ok(Self::Html);
        }
        if head.lines().take(3).any(decisions::opens) {
            return Ok(Self::DecisionsTxt);
        }
        let name = name.to_lowercase();
        let marked = name.ends_with(".md")
            || name.ends_with(".markdown")
            || start.starts_with("---\n")
            || start.starts_with("# ");
        Ok(if name.ends_with(".html") || name.ends_with(".htm") {
            Self::Html
        } else if marked {
            Self::Markdown
        } else {
            Self::Text
        })
    }
}

#[derive(Deserialize)]
struct Keys {
    pages: Option<IgnoredAny>,
    articles: Option<IgnoredAny>,
    provisions: Option<IgnoredAny>,
}

fn json(bytes: &[u8]) -> Result<Format, ReadError> {
    let keys: Keys = serde_json::from_slice(bytes).map_err(|error| damaged(&error))?;
    match keys {
        Keys { pages: Some(_), .. } => Ok(Format::PagesJson),
        Keys { articles: Some(_), .. } => Ok(Format::ArticlesJson),
        Keys { provisions: Some(_), .. } => Ok(Format::ProvisionsJson),
        _ => Err(ReadError::UnknownJson),
    }
}

/// Why a file gives no edition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Nothing in it.
    #[error("файл пуст")]
    Empty,
    /// JSON that does not read.
    #[error("JSON повреждён: строка {line}, столбец {column}; скачайте файл заново")]
    Damaged {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
    },
    /// JSON of no known shape.
    #[error("JSON не похож ни на один из форматов: нужны pages, articles или provisions")]
    UnknownJson,
    /// No words in it.
    #[error("в файле нет текста; если это скан, распознайте его")]
    NoText,
    /// It cannot be told which act this is.
    #[error("номер документа не найден ни в поле number, ни на первой странице")]
    Unnamed,
    /// This format is read from the file itself, not from its text.
    #[error("такой файл читается только целиком")]
    NotText,
}

fn damaged(error: &serde_json::Error) -> ReadError {
    ReadError::Damaged { line: error.line(), column: error.column() }
}

/// A file whose text is known.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Its name without folders.
    pub name: &'a str,
    /// Its text; pages of a PDF are parted by form feeds.
    pub text: &'a str,
    /// What the person said about its jurisdiction.
    pub jurisdiction: Option<&'a str>,
}

/// Reads a file.
///
/// # Errors
/// [`ReadError`]
pub fn read(format: Format, source: Source<'_>) -> Result<Vec<Imported>, ReadError> {
    if source.text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    match format {
        Format::PagesJson => Ok(vec![plain::pages(source)?]),
        Format::ArticlesJson => {
            let file: articles::File = serde_json::from_str(source.text).map_err(|error| damaged(&error))?;
            let identity = code_of(&file, source);
            let (nodes, remarks) = articles::read(&file, &identity.short)?;
            Ok(vec![identity.with(nodes, Vec::new(), remarks)])
        }
        Format::ProvisionsJson => {
            let file: provisions::File = serde_json::from_str(source.text).map_err(|error| damaged(&error))?;
            let identity = law_of(&file, source);
            let (nodes, remarks) = provisions::read(&file, &identity.short)?;
            Ok(vec![identity.with(nodes, Vec::new(), remarks)])
        }
        Format::DecisionsTxt => decisions::read(source.text),
        Format::Markdown | Format::Text => Ok(vec![plain::text(source)?]),
        Format::Html => {
            let text = html::text(source.text);
            let title = html::title(source.text);
            Ok(vec![plain::titled(Source { text: &text, ..source }, title.as_deref())?])
        }
        // Their text came out of the sandboxed reader.
        Format::Pdf | Format::Docx => Ok(vec![plain::text(source)?]),
        Format::PageImages => Err(ReadError::NotText),
    }
}

/// The code of a list of articles: named by the file, or the Civil Code by its export's own words.
fn code_of(file: &articles::File, source: Source<'_>) -> Identity {
    let about = format!("{} {}", source.name, file.source).to_lowercase();
    let words = about.split(|c: char| !c.is_ascii_digit() && c != '-').map(|word| word.trim_matches('-'));
    let mut words = words.filter(|word| word.len() == 10 && word.split('-').map(str::len).eq([4, 2, 2]));
    let day = words.next();
    let label = day.map_or(UNDATED.to_owned(), |day| {
        let pieces: Vec<&str> = day.split('-').collect();
        format!("{}.{}.{}", pieces[2], pieces[1], pieces[0])
    });
    if (about.contains("gk-rf") || about.contains("гк рф"))
        && let Some(identity) = Identity::of_act("ru.gk", &label)
    {
        return identity;
    }
    let title = if file.title.is_empty() { source.name } else { &file.title };
    Identity {
        label,
        kind: DocumentKind::Code,
        ..Identity::of_file(source.name, title, source.jurisdiction.unwrap_or("RU"))
    }
}

/// The law of a list of provisions: by its number in the register, where the real names are.
fn law_of(file: &provisions::File, source: Source<'_>) -> Identity {
    let number = file.short_name.trim();
    let known = acts::embedded().ok().and_then(|register| {
        let is_it = |act: &&acts::ActRecord| act.jurisdiction == "UA" && act.numbers.iter().any(|own| own == number);
        register.acts().iter().find(is_it)
    });
    if let Some(identity) = known.and_then(|act| Identity::of_act(&act.id, UNDATED)) {
        return identity;
    }
    let jurisdiction = source.jurisdiction.unwrap_or("UA");
    let title = if file.title.is_empty() { source.name } else { &file.title };
    let named = Identity::of_file(if number.is_empty() { source.name } else { number }, title, jurisdiction);
    Identity {
        kind: DocumentKind::Law,
        short: if number.is_empty() { title.to_owned() } else { format!("Закон № {number}") },
        ..named
    }
}
