//! Files into the corpus: bytes are told apart, read under limits, kept once. One bad file never stops the others.

use crate::adapters::compute::Seats;
use crate::adapters::extract::{ExtractError, plain};
use crate::adapters::pages::keep as pages;
use crate::adapters::worker::{self, WorkError};
use crate::engine::corpus::Imported;
use crate::engine::corpus::read::{self, Format, Source, images};
use crate::model::error::ErrorCode;
use crate::runner::compute::aside;
use crate::runner::ports::{Kept, Sources, StoreError};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;

/// Most bytes of a file.
pub const MOST_BYTES: u64 = 200 * 1024 * 1024;

/// Most bytes of a text that is read in this process.
const HERE: usize = 256 * 1024;

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
        /// `too_complex` or `overloaded`, when the file itself was not found at fault.
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<ErrorCode>,
    },
}

/// Why a file does not become an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    reason: String,
    code: Option<ErrorCode>,
}

impl From<String> for Failed {
    fn from(reason: String) -> Self {
        Self { reason, code: None }
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        error.to_string().into()
    }
}

impl From<WorkError> for Failed {
    fn from(error: WorkError) -> Self {
        match error {
            // What cannot be drawn is told as what it is.
            WorkError::Refused(refusal) => refusal.words().to_owned().into(),
            error => ExtractError::from(error).into(),
        }
    }
}

impl From<ExtractError> for Failed {
    fn from(error: ExtractError) -> Self {
        let code = match error {
            ExtractError::TooComplex => Some(ErrorCode::TooComplex),
            ExtractError::Overloaded | ExtractError::Unavailable => Some(ErrorCode::Overloaded),
            _ => None,
        };
        Self { reason: remedy(error), code }
    }
}

impl From<Failed> for Outcome {
    fn from(Failed { reason, code }: Failed) -> Self {
        Self::Failed { reason, code }
    }
}

impl Outcome {
    /// A file that is at fault itself.
    #[must_use]
    pub fn failed(reason: impl Into<String>) -> Self {
        Self::Failed { reason: reason.into(), code: None }
    }
}

/// Imports one file.
pub async fn import(sources: &dyn Sources, file: File, wishes: &Wishes, at: &str) -> Outcome {
    if file.bytes.len() as u64 > MOST_BYTES {
        return Outcome::failed(too_large());
    }
    let sha256 = hash(&[&file.bytes]);
    match sources.holds(&sha256).await {
        Ok(true) => return Outcome::Unchanged,
        Ok(false) => {}
        Err(error) => return Outcome::failed(error.to_string()),
    }
    let name = file.name.clone();
    match read_all(sources, file, &sha256, wishes).await {
        Ok(editions) => match taken(sources, &name, &sha256, &editions).await {
            Ok(None) => keep(sources, &name, &sha256, editions, at).await,
            Ok(Some(question)) => Outcome::failed(question),
            Err(error) => Outcome::failed(error.to_string()),
        },
        Err(failed) => failed.into(),
    }
}

/// Imports the images of one set of pages: page, path, hash of the file.
pub async fn import_images(sources: &dyn Sources, set: &str, pages: &[(u32, String, String)], at: &str) -> Outcome {
    let hashes: Vec<&[u8]> = pages.iter().map(|(_, _, hash)| hash.as_bytes()).collect();
    let sha256 = hash(&hashes);
    match sources.holds(&sha256).await {
        Ok(true) => return Outcome::Unchanged,
        Ok(false) => {}
        Err(error) => return Outcome::failed(error.to_string()),
    }
    let mut read = Vec::with_capacity(pages.len());
    for (page, path, _) in pages {
        match std::fs::read(path) {
            Ok(bytes) => read.push((*page, path.clone(), bytes)),
            Err(error) => {
                return Outcome::failed(format!("{path}: файл не открывается: {error}"));
            }
        }
    }
    match pages::pictures(sources, set, read).await {
        Ok(edition) => keep(sources, set, &sha256, vec![edition], at).await,
        Err(failed) => failed.into(),
    }
}

/// The editions of a file; what its pages need is kept on the way.
async fn read_all(sources: &dyn Sources, file: File, sha256: &str, wishes: &Wishes) -> Result<Vec<Imported>, Failed> {
    let format = match wishes.format {
        Some(format) => format,
        None => Format::detect(&file.name, &file.bytes).map_err(|error| error.to_string())?,
    };
    match format {
        Format::PageImages => {
            let (set, page) = images::page_of(&file.name).unwrap_or((file.name.as_str(), 1));
            let set = set.to_owned();
            Ok(vec![pages::pictures(sources, &set, vec![(page, file.name, file.bytes)]).await?])
        }
        Format::Pdf => {
            let bytes = Arc::new(file.bytes);
            let mut editions = match worker::source(bytes.clone()).await {
                Ok(text) => texts(format, file.name, text.into_bytes(), wishes).await?,
                Err(ExtractError::NoText) => vec![pages::scanned(sources, &file.name, sha256, &bytes).await?],
                Err(error) => return Err(error.into()),
            };
            let remark = pages::pdf(sources, sha256, bytes).await?;
            editions.iter_mut().for_each(|edition| edition.remarks.extend(remark.clone()));
            Ok(editions)
        }
        Format::Docx => {
            let text = worker::source(Arc::new(file.bytes)).await?;
            Ok(texts(format, file.name, text.into_bytes(), wishes).await?)
        }
        _ => Ok(texts(format, file.name, file.bytes, wishes).await?),
    }
}

/// What a file that does not read is refused with.
fn remedy(error: ExtractError) -> String {
    match error {
        ExtractError::TooLong => "Текст длиннее, чем бывает у документа: разделите файл на части.".to_owned(),
        error => error.remedy().to_owned(),
    }
}

fn decoded(bytes: &[u8]) -> Result<String, String> {
    plain::decoded(bytes)
        .map_err(|_| "кодировка текста не распознана: сохраните файл в UTF-8 и импортируйте снова".to_owned())
}

/// The editions of bytes that are text. A long one is read by a worker: the tree of a text takes many times its memory.
async fn texts(format: Format, name: String, bytes: Vec<u8>, wishes: &Wishes) -> Result<Vec<Imported>, Failed> {
    let jurisdiction = wishes.jurisdiction.clone();
    if bytes.len() > HERE {
        return Ok(worker::editions(format, name, jurisdiction, bytes).await??);
    }
    Ok(aside(&Seats, || editions(format, &name, jurisdiction.as_deref(), bytes)).await?)
}

/// Reads bytes that are text, in this process.
///
/// # Errors
/// Why they give no edition.
pub fn editions(
    format: Format,
    name: &str,
    jurisdiction: Option<&str>,
    bytes: Vec<u8>,
) -> Result<Vec<Imported>, String> {
    let text = decoded(&bytes)?;
    read::read(format, Source { name, text: &text, jurisdiction }).map_err(|error| error.to_string())
}

/// Two files of one act are two editions or a question: a file under another name never takes the place of an edition
/// that is held. What to ask, if one would.
async fn taken(
    sources: &dyn Sources,
    name: &str,
    sha256: &str,
    editions: &[Imported],
) -> Result<Option<String>, StoreError> {
    let held = sources.editions().await?;
    let of = |edition: &Imported| format!("{}@{}", edition.document, read::identity::label_slug(&edition.label));
    let found = editions.iter().find_map(|edition| {
        let id = of(edition);
        held.iter().find(|row| row.edition == id && row.file != name && row.sha256 != sha256)
    });
    Ok(found.map(|row| {
        format!(
            "редакция {} ({}) уже есть, из файла {}: какая верна? Чтобы заменить её, сначала удалите: legalagi corpus \
             remove {}; чтобы держать обе, назовите редакцию в начале файла («ред. от ДД.ММ.ГГГГ»)",
            row.edition, row.short, row.file, row.edition
        )
    }))
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
        Err(error) => Outcome::failed(error.to_string()),
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
