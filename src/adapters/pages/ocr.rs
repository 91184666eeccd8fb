//! Words on images through tesseract, when it is installed with Russian.

use crate::adapters::worker::job::Job;
use crate::adapters::worker::{self, WorkError, pool};
use crate::engine::corpus::boxes::Mark;
use crate::engine::corpus::read::tsv;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// The program.
pub const PROGRAM: &str = "tesseract";

/// What is said where it is not installed.
pub const ABSENT: &str = "tesseract с русским языком не установлен: слова на изображениях не распознаны (установите \
     tesseract-ocr и tesseract-ocr-rus, удалите редакцию и импортируйте её снова)";

static LANGUAGES: OnceCell<Option<String>> = OnceCell::const_new();

/// Whether words can be recognised here.
pub async fn is_here() -> bool {
    languages().await.is_some()
}

/// The languages to read with; asked once.
async fn languages() -> Option<&'static str> {
    let ask = async {
        let listed = pool::languages().await?;
        let has = |language: &&&str| listed.lines().any(|line| line.trim() == **language);
        let found: Vec<&str> = ["rus", "ukr", "eng"].iter().filter(has).copied().collect();
        found.contains(&"rus").then(|| found.join("+"))
    };
    LANGUAGES.get_or_init(|| ask).await.as_deref()
}

/// What tesseract is started with: an image comes in, words with their places go out.
#[must_use]
pub fn arguments(languages: &str) -> [&str; 7] {
    ["stdin", "stdout", "-l", languages, "--psm", "3", "tsv"]
}

/// The words of an image and its text; `None` when it cannot be read.
///
/// # Errors
/// Reading it takes more than a worker has; too much waits.
pub async fn read(image: Arc<Vec<u8>>) -> Result<Option<(Vec<Mark>, String)>, WorkError> {
    let Some(languages) = languages().await else { return Ok(None) };
    match worker::run(Job::Ocr { languages: languages.to_owned() }, image).await {
        Ok(reply) => Ok(reply.blobs.first().map(|out| tsv::read(&String::from_utf8_lossy(out)))),
        Err(WorkError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
