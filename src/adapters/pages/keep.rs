//! What an import keeps for the pages: the PDF itself, images, and the words recognised on them.

use crate::adapters::intake::{Failed, hash};
use crate::adapters::pages::{ocr, picture};
use crate::adapters::worker::job::Job;
use crate::adapters::worker::{self, WorkError};
use crate::engine::corpus::Imported;
use crate::engine::corpus::read::identity::Identity;
use crate::engine::corpus::read::images::Scan;
use crate::engine::corpus::read::{images, recognised};
use crate::runner::ports::{KeptFile, PageError, Sources};
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
/// Storage; no worker has looked at it.
pub async fn pdf(sources: &dyn Sources, sha256: &str, bytes: Arc<Vec<u8>>) -> Result<Option<String>, Failed> {
    match worker::count(bytes.clone()).await {
        Ok(_) => {
            let file = KeptFile { media: "application/pdf".to_owned(), bytes: Arc::unwrap_or_clone(bytes) };
            sources.put_file(sha256, &file).await.map(|()| None).map_err(Failed::from)
        }
        Err(error @ (WorkError::Overloaded | WorkError::Unavailable)) => Err(error.into()),
        Err(error) => Ok(Some(format!("страницы показать нельзя, только текст: {}", PageError::from(error)))),
    }
}

/// A PDF without a text layer: its pages are shown, and read where that is possible.
///
/// # Errors
/// It cannot be shown either; a page of it takes more than a worker has.
pub async fn scanned(
    sources: &dyn Sources,
    name: &str,
    sha256: &str,
    bytes: &Arc<Vec<u8>>,
) -> Result<Imported, Failed> {
    let count = worker::count(bytes.clone()).await? as usize;
    let mut texts = Vec::new();
    let here = ocr::is_here().await;
    for index in 0..count {
        let mut text = String::new();
        if here && index < MOST_SCANNED {
            let drawn = worker::run(Job::Page { index, scale: Some(READING), marks: false }, bytes.clone()).await;
            let image = match drawn {
                Ok(reply) => reply.blobs.into_iter().next(),
                Err(WorkError::Refused(_)) => None,
                Err(error) => return Err(error.into()),
            };
            if let Some(image) = image
                && let Some((words, read)) = ocr::read(Arc::new(image)).await?
            {
                let page = u32::try_from(index + 1).unwrap_or(u32::MAX);
                sources.put_words(&words_key(sha256, page), &words).await?;
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
) -> Result<Imported, Failed> {
    let mut scans = Vec::with_capacity(pages.len());
    let here = ocr::is_here().await;
    for (page, name, bytes) in pages {
        let Some((media, _, _)) = picture::read(&bytes) else {
            return Err(format!("{name}: изображение не читается, скачайте его заново").into());
        };
        let sha256 = hash(&[&bytes]);
        let bytes = Arc::new(bytes);
        let mut text = String::new();
        if here && let Some((words, read)) = ocr::read(bytes.clone()).await? {
            sources.put_words(&sha256, &words).await?;
            text = read;
        }
        let file = KeptFile { media: media.to_owned(), bytes: Arc::unwrap_or_clone(bytes) };
        sources.put_file(&sha256, &file).await?;
        scans.push(Scan { page, image: sha256, text });
    }
    let mut edition = images::read(set, scans);
    if !here {
        edition.remarks.push(ocr::ABSENT.to_owned());
    }
    Ok(edition)
}
