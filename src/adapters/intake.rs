//! Files into the corpus: bytes are told apart, read under limits, kept once. One bad file never stops the others.

use crate::adapters::extract::{ExtractError, child};
use crate::adapters::pages::keep as pages;
use crate::engine::corpus::Imported;
use crate::engine::corpus::read::{self, Format, Source, images};
use crate::runner::ports::{Kept, Sources, StoreError};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Most bytes of a file.
pub const MOST_BYTES: u64 = 200 * 1024 * 1024;

/// A file to import.
#[derive(Debug, Clone)]
pub struct File {
    /// Its name without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What the person said about a file.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// `None`: by what is in it.
    pub format: Option<Format>,
    /// `RU`, `UA`, `KR`.
    pub jurisdiction: Option<String>,
}

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Read and kept.
    Imported {
        /// The editions, as `ru.gk@2025-03-11`.
        editions: Vec<String>,
        /// Nodes with text.
        nodes: u32,
        /// Pages.
        pages: usize,
        /// What could not be read, and what was left out.
        remarks: Vec<String>,
    },
    /// Held already.
    Unchanged,
    /// Not read; the others go on.
    Failed {
        /// Why, and what to do.
        reason: String,
    },
}

/// Imports one file.
pub async fn import(sources: &dyn Sources, file: File, wishes: &Wishes, at: &str) -> Outcome {
    if file.bytes.len() as u64 > MOST_BYTES {
        return Outcome::Failed { reason: too_large() };
    }
    let sha256 = hash(&[&file.bytes]);
    match sources.holds(&sha256).await {
        Ok(true) => return Outcome::Unchanged,
        Ok(false) => {}
        Err(error) => return Outcome::Failed { reason: error.to_string() },
    }
    let name = file.name.clone();
    match read_all(sources, file, &sha256, wishes).await {
        Ok(editions) => keep(sources, &name, &sha256, editions, at).await,
        Err(reason) => Outcome::Failed { reason },
    }
}

/// Imports the images of one set of pages: page, path, hash of the file.
pub async fn import_images(sources: &dyn Sources, set: &str, pages: &[(u32, String, String)], at: &str) -> Outcome {
    let hashes: Vec<&[u8]> = pages.iter().map(|(_, _, hash)| hash.as_bytes()).collect();
    let sha256 = hash(&hashes);
    match sources.holds(&sha256).await {
        Ok(true) => return Outcome::Unchanged,
        Ok(false) => {}
        Err(error) => return Outcome::Failed { reason: error.to_string() },
    }
    let mut read = Vec::with_capacity(pages.len());
    for (page, path, _) in pages {
        match std::fs::read(path) {
            Ok(bytes) => read.push((*page, path.clone(), bytes)),
            Err(error) => {
                return Outcome::Failed { reason: format!("{path}: файл не открывается: {error}") };
            }
        }
    }
    match pages::pictures(sources, set, read).await {
        Ok(edition) => keep(sources, set, &sha256, vec![edition], at).await,
        Err(reason) => Outcome::Failed { reason },
    }
}

/// The editions of a file; what its pages need is kept on the way.
async fn read_all(sources: &dyn Sources, file: File, sha256: &str, wishes: &Wishes) -> Result<Vec<Imported>, String> {
    let format = match wishes.format {
        Some(format) => format,
        None => Format::detect(&file.name, &file.bytes).map_err(|error| error.to_string())?,
    };
    let stored = |error: StoreError| error.to_string();
    match format {
        Format::PageImages => {
            let (set, page) = images::page_of(&file.name).unwrap_or((file.name.as_str(), 1));
            let set = set.to_owned();
            Ok(vec![pages::pictures(sources, &set, vec![(page, file.name, file.bytes)]).await?])
        }
        Format::Pdf => {
            let bytes = file.bytes.clone();
            let (name, given) = (file.name.clone(), file.bytes.clone());
            let mut editions = match text_of(given).await {
                Ok(text) => texts(format, name, text, wishes).await?,
                Err(ExtractError::NoText) => vec![pages::scanned(sources, &file.name, sha256, file.bytes).await?],
                Err(error) => return Err(remedy(error)),
            };
            let remark = pages::pdf(sources, sha256, bytes).await.map_err(stored)?;
            editions.iter_mut().for_each(|edition| edition.remarks.extend(remark.clone()));
            Ok(editions)
        }
        Format::Docx => {
            let text = text_of(file.bytes).await.map_err(remedy)?;
            texts(format, file.name, text, wishes).await
        }
        _ => {
            let text = String::from_utf8(file.bytes)
                .map_err(|_| "текст не в UTF-8: сохраните файл в этой кодировке и импортируйте снова".to_owned())?;
            texts(format, file.name, text, wishes).await
        }
    }
}

async fn text_of(bytes: Vec<u8>) -> Result<String, ExtractError> {
    child::read_source(bytes).await
}

/// What a file that does not read is refused with.
fn remedy(error: ExtractError) -> String {
    match error {
        ExtractError::TooLong => "Текст длиннее, чем бывает у документа: разделите файл на части.".to_owned(),
        error => error.remedy().replace("договора", "документа"),
    }
}

async fn texts(format: Format, name: String, text: String, wishes: &Wishes) -> Result<Vec<Imported>, String> {
    let jurisdiction = wishes.jurisdiction.clone();
    let read = move || {
        let source = Source { name: &name, text: &text, jurisdiction: jurisdiction.as_deref() };
        read::read(format, source).map_err(|error| error.to_string())
    };
    // Long work of a processor must not hold up whoever waits for a page.
    tokio::task::spawn_blocking(read).await.unwrap_or_else(|_| Err("файл не удалось прочитать".to_owned()))
}

async fn keep(sources: &dyn Sources, name: &str, sha256: &str, editions: Vec<Imported>, at: &str) -> Outcome {
    let names = editions
        .iter()
        .map(|edition| format!("{}@{}", edition.document, read::identity::label_slug(&edition.label)))
        .collect();
    let pages = editions.iter().map(|edition| edition.pages.len()).sum();
    let mut remarks: Vec<String> = editions.iter().flat_map(|edition| edition.remarks.clone()).collect();
    remarks.dedup();
    match sources.keep(name, sha256, editions, at).await {
        Ok(Kept::Written { nodes }) => Outcome::Imported { editions: names, nodes, pages, remarks },
        Ok(Kept::Unchanged) => Outcome::Unchanged,
        Err(error) => Outcome::Failed { reason: error.to_string() },
    }
}

/// What is said of a file that is too large to be read.
#[must_use]
pub fn too_large() -> String {
    format!("файл больше {} МБ: разделите его", MOST_BYTES / 1024 / 1024)
}

/// Lower-case hex SHA-256.
#[must_use]
pub fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().iter().fold(String::with_capacity(64), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
