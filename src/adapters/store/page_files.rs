//! Files whose pages are shown, and recognised words, in the same database; written in parts, so that no turn waits.

use crate::adapters::store::corpus_writes::CorpusChange;
use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::engine::corpus::boxes::Mark;
use crate::runner::ports::{BoxFuture, KeptFile, PageFiles, StoreError};
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

/// Bytes of one transaction.
const PART: usize = 1024 * 1024;

/// A change of the files.
#[derive(Debug)]
pub(super) enum FileChange {
    /// A file is about to come.
    Begin { sha256: String, media: String },
    /// A part of a file.
    Part { sha256: String, part: i64, bytes: Vec<u8> },
    /// All parts are there.
    Whole { sha256: String },
    /// Words of an image.
    Words { sha256: String, words: String },
    /// Removes what no edition shows any more. Files of the last hour may belong to an import that is not finished.
    Sweep,
}

impl FileChange {
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Part { bytes, .. } => bytes.len(),
            Self::Words { words, .. } => words.len(),
            Self::Begin { .. } | Self::Whole { .. } | Self::Sweep => 0,
        }
    }

    pub(super) async fn perform(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Begin { sha256, media } => {
                sqlx::query("INSERT OR REPLACE INTO page_files (sha256, media, whole) VALUES (?, ?, 0)")
                    .bind(sha256.as_str())
                    .bind(media.as_str())
                    .execute(connection)
                    .await?;
            }
            Self::Part { sha256, part, bytes } => {
                sqlx::query("INSERT OR REPLACE INTO page_parts (sha256, part, bytes) VALUES (?, ?, ?)")
                    .bind(sha256.as_str())
                    .bind(*part)
                    .bind(bytes.as_slice())
                    .execute(connection)
                    .await?;
            }
            Self::Whole { sha256 } => {
                sqlx::query("UPDATE page_files SET whole = 1 WHERE sha256 = ?")
                    .bind(sha256.as_str())
                    .execute(connection)
                    .await?;
            }
            Self::Words { sha256, words } => {
                sqlx::query("INSERT OR REPLACE INTO page_words (sha256, words) VALUES (?, ?)")
                    .bind(sha256.as_str())
                    .bind(words.as_str())
                    .execute(connection)
                    .await?;
            }
            Self::Sweep => {
                sqlx::query(
                    "DELETE FROM page_files WHERE kept_at < datetime('now', '-1 hour') \
                     AND sha256 NOT IN (SELECT sha256 FROM editions WHERE state < 2) \
                     AND sha256 NOT IN (SELECT image FROM pages)",
                )
                .execute(&mut *connection)
                .await?;
                for query in [
                    "DELETE FROM page_words WHERE substr(sha256, 1, 64) NOT IN (SELECT sha256 FROM page_files)",
                    "DELETE FROM page_parts WHERE sha256 NOT IN (SELECT sha256 FROM page_files)",
                ] {
                    sqlx::query(query).execute(&mut *connection).await?;
                }
            }
        }
        Ok(())
    }
}

impl SqliteStore {
    async fn files(&self, change: FileChange) -> Result<(), StoreError> {
        self.submit(Job::Corpus(CorpusChange::Files(change))).await
    }

    async fn write_file(&self, sha256: &str, file: &KeptFile) -> Result<(), StoreError> {
        if self.read_media(sha256).await?.is_some() {
            return Ok(());
        }
        let own = || sha256.to_owned();
        self.files(FileChange::Begin { sha256: own(), media: file.media.clone() }).await?;
        for (part, bytes) in (0..).zip(file.bytes.chunks(PART)) {
            self.files(FileChange::Part { sha256: own(), part, bytes: bytes.to_vec() }).await?;
        }
        self.files(FileChange::Whole { sha256: own() }).await
    }

    async fn read_media(&self, sha256: &str) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT media FROM page_files WHERE sha256 = ? AND whole = 1")
            .bind(sha256)
            .fetch_optional(&self.readers)
            .await
            .map_err(|e| failed("read files", &e))
    }

    async fn read_file(&self, sha256: &str) -> Result<Option<KeptFile>, StoreError> {
        let Some(media) = self.read_media(sha256).await? else { return Ok(None) };
        let parts: Vec<Vec<u8>> = sqlx::query_scalar("SELECT bytes FROM page_parts WHERE sha256 = ? ORDER BY part")
            .bind(sha256)
            .fetch_all(&self.readers)
            .await
            .map_err(|e| failed("read a file", &e))?;
        Ok(Some(KeptFile { media, bytes: parts.concat() }))
    }
}

/// A word as it is kept.
#[derive(Serialize, Deserialize)]
struct Word(String, f64, f64, f64, f64);

fn kept(mark: &Mark) -> Word {
    Word(mark.text.clone(), mark.x, mark.y, mark.w, mark.h)
}

fn read(Word(text, x, y, w, h): Word) -> Mark {
    Mark { page: 0, text, x, y, w, h, vertical: false }
}

impl PageFiles for SqliteStore {
    fn put_file<'a>(&'a self, sha256: &'a str, file: &'a KeptFile) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_file(sha256, file))
    }

    fn file(&self, sha256: &str) -> BoxFuture<'_, Result<Option<KeptFile>, StoreError>> {
        let sha256 = sha256.to_owned();
        Box::pin(async move { self.read_file(&sha256).await })
    }

    fn media(&self, sha256: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        let sha256 = sha256.to_owned();
        Box::pin(async move { self.read_media(&sha256).await })
    }

    fn put_words<'a>(&'a self, sha256: &'a str, words: &'a [Mark]) -> BoxFuture<'a, Result<(), StoreError>> {
        let words: Vec<Word> = words.iter().map(kept).collect();
        let words = serde_json::to_string(&words).unwrap_or_default();
        Box::pin(self.files(FileChange::Words { sha256: sha256.to_owned(), words }))
    }

    fn words(&self, sha256: &str) -> BoxFuture<'_, Result<Option<Vec<Mark>>, StoreError>> {
        let sha256 = sha256.to_owned();
        Box::pin(async move {
            let words: Option<String> = sqlx::query_scalar("SELECT words FROM page_words WHERE sha256 = ?")
                .bind(&sha256)
                .fetch_optional(&self.readers)
                .await
                .map_err(|e| failed("read words", &e))?;
            let read_all = |words: String| {
                let words: Vec<Word> = serde_json::from_str(&words).unwrap_or_default();
                words.into_iter().map(read).collect()
            };
            Ok(words.map(read_all))
        })
    }
}
