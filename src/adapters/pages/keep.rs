//! What an import keeps for the pages: the PDF itself, images, and the words recognised on them.

use crate::adapters::intake::hash;
use crate::adapters::pages::{draw, ocr, picture};
use crate::engine::corpus::Imported;
use crate::engine::corpus::read::identity::Identity;
use crate::engine::corpus::read::images::Scan;
use crate::engine::corpus::read::{images, recognised};
use crate::runner::ports::{KeptFile, Sources, StoreError};
use hayro::hayro_syntax::Pdf;
use std::sync::Arc;

/// Scale at which pages are drawn for reading: about 200 points per inch.
const READING: f32 = 2.8;
/// Pages of a scan that are read; others are shown only.
const MOST_SCANNED: usize = 400;

/// The key of the words of a page of a PDF.
#[must_use]
pub fn words_key(sha256: &str, page: u32) -> String {
    format!("{sha256}#{page}")
}

/// Keeps a PDF; the remark says when its pages cannot be shown.
///
/// # Errors
/// Storage.
pub async fn pdf(sources: &dyn Sources, sha256: &str, bytes: Vec<u8>) -> Result<Option<String>, StoreError> {
    let media = "application/pdf".to_owned();
    let file = KeptFile { media, bytes };
    match opened(file.bytes.clone()).await {
        Ok(_) => sources.put_file(sha256, &file).await.map(|()| None),
        Err(why) => Ok(Some(format!("страницы показать нельзя, только текст: {why}"))),
    }
}

async fn opened(bytes: Vec<u8>) -> Result<Pdf, String> {
    let broken = || draw::DrawError::Damaged.to_string();
    let read = tokio::task::spawn_blocking(move || draw::open(bytes)).await;
    read.map_err(|_| broken())?.map_err(|error| error.to_string())
}

/// A PDF without a text layer: its pages are shown, and read where that is possible.
///
/// # Errors
/// It cannot be shown either.
pub async fn scanned(sources: &dyn Sources, name: &str, sha256: &str, bytes: Vec<u8>) -> Result<Imported, String> {
    let pdf = Arc::new(opened(bytes).await?);
    let count = pdf.pages().len();
    let mut texts = Vec::with_capacity(count);
    let here = ocr::is_here().await;
    for index in 0..count {
        let mut text = String::new();
        if here && index < MOST_SCANNED {
            let pdf = pdf.clone();
            let draw = move || pdf.pages().get(index).and_then(|page| draw::image(page, READING).ok());
            let image = tokio::task::spawn_blocking(draw).await.ok().flatten();
            if let Some((image, _, _)) = image
                && let Some((words, read)) = ocr::read(&image).await
            {
                let page = u32::try_from(index + 1).unwrap_or(u32::MAX);
                sources.put_words(&words_key(sha256, page), &words).await.map_err(|error| error.to_string())?;
                text = read;
            }
        }
        texts.push(text);
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut edition = recognised::read(Identity::of_file(stem, stem, "RU"), &texts);
    edition.remarks.extend((!here).then(|| ocr::ABSENT.to_owned()));
    Ok(edition)
}

/// The edition of a set of images, given with page, name and bytes.
///
/// # Errors
/// Storage; an image that is none.
pub async fn pictures(
    sources: &dyn Sources,
    set: &str,
    pages: Vec<(u32, String, Vec<u8>)>,
) -> Result<Imported, String> {
    let mut scans = Vec::with_capacity(pages.len());
    let here = ocr::is_here().await;
    for (page, name, bytes) in pages {
        let Some((media, _, _)) = picture::read(&bytes) else {
            return Err(format!("{name}: изображение не читается, скачайте его заново"));
        };
        let (sha256, stored) = (hash(&[&bytes]), |error: StoreError| error.to_string());
        let mut text = String::new();
        if here && let Some((words, read)) = ocr::read(&bytes).await {
            sources.put_words(&sha256, &words).await.map_err(stored)?;
            text = read;
        }
        sources.put_file(&sha256, &KeptFile { media: media.to_owned(), bytes }).await.map_err(stored)?;
        scans.push(Scan { page, image: sha256, text });
    }
    let mut edition = images::read(set, scans);
    if !here {
        edition.remarks.push(ocr::ABSENT.to_owned());
    }
    Ok(edition)
}
