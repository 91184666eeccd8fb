//! Vectors of passages: kept beside the nodes, searched in memory.

use crate::adapters::store::corpus_writes::{CorpusChange, PLACE_BITS};
use crate::adapters::store::jobs::Job;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::engine::search::vectors::{Vectors, quantized};
use crate::runner::embeddings::Embeddings;
use crate::runner::ports::StoreError;
use sqlx::{SqliteConnection, SqlitePool};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Passages that one request carries.
const BATCH: i64 = 32;
/// Characters of a passage that its vector speaks of.
const CHARS: usize = 2000;
/// Nearest passages that join the other lists.
const NEAREST: usize = 60;
/// A search waits no longer for the vector of its question: words alone are an answer too.
const WAIT: Duration = Duration::from_secs(3);
/// After a failure the model is left alone for so long: a search a second must not wait for it every time.
const PAUSE: Duration = Duration::from_secs(30);

/// A model of meaning, if one is configured, with its vectors in memory.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    model: OnceLock<Arc<dyn Embeddings>>,
    index: Mutex<Option<(i64, Arc<Vectors>)>>,
    failed_at: Mutex<Option<Instant>>,
}

impl Meaning {
    /// Keeps how the last question to the model ended.
    fn note(&self, failed_at: Option<Instant>) {
        *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner) = failed_at;
    }

    fn failed_at(&self) -> Option<Instant> {
        *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the model is left alone at this moment.
    fn rests(&self, now: Instant) -> bool {
        self.failed_at().is_some_and(|at| now.saturating_duration_since(at) < PAUSE)
    }
}

/// The row of a vector.
#[derive(Debug)]
pub(super) struct NewVector {
    pub(super) node: i64,
    pub(super) model: String,
    pub(super) vector: Vec<u8>,
}

/// How far the vectors are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Embedded {
    /// Passages with a vector of this model.
    pub done: i64,
    /// Passages with text.
    pub total: i64,
}

impl SqliteStore {
    /// Searches by meaning too, from now on; the first model stays.
    pub fn search_by_meaning(&self, model: Arc<dyn Embeddings>) {
        let _ = self.meaning.model.set(model);
    }

    /// Whether the last search had to do without its model of meaning.
    pub(super) fn meaning_failed(&self) -> bool {
        self.meaning.failed_at().is_some()
    }

    /// Makes the next vectors that are missing, and tells how far it is. Nothing is left when `done` equals `total`;
    /// a process that dies goes on where it was.
    ///
    /// # Errors
    /// Storage; a model that does not answer or is not configured.
    pub async fn embed_some(&self) -> Result<Embedded, StoreError> {
        let model = self.meaning.model.get().ok_or_else(|| StoreError::Failed("no model of meaning".to_owned()))?;
        let passages = missing(&self.readers, model.model()).await?;
        if !passages.is_empty() {
            let texts = passages.iter().map(|(_, text)| text.clone()).collect();
            let told = |reason: String| StoreError::Failed(format!("embeddings: {reason}"));
            let vectors = model.embed(texts).await.map_err(|error| told(error.reason))?;
            self.meaning.note(None);
            let row = |((node, _), vector): (&(i64, String), Vec<f32>)| {
                let bytes = quantized(&vector)?.iter().map(|byte| byte.cast_unsigned()).collect();
                Some(NewVector { node: *node, model: model.model().to_owned(), vector: bytes })
            };
            let rows: Option<Vec<NewVector>> = passages.iter().zip(vectors).map(row).collect();
            let rows = rows.ok_or_else(|| told("a vector has no direction".to_owned()))?;
            self.submit(Job::Corpus(CorpusChange::Vectors(rows))).await?;
        }
        progress(&self.readers, model.model()).await
    }

    /// The passages nearest in meaning within these editions; nothing without a model, or when it does not answer.
    pub(super) async fn nearest(&self, question: &str, editions: &HashSet<i64>) -> Result<Vec<(i64, f64)>, StoreError> {
        let Some(model) = self.meaning.model.get() else { return Ok(Vec::new()) };
        let index = self.index(model.model()).await?;
        if index.is_empty() {
            return Ok(Vec::new());
        }
        if self.meaning.rests(Instant::now()) {
            return Ok(Vec::new());
        }
        let asked = tokio::time::timeout(WAIT, model.embed(vec![question.to_owned()])).await;
        let asked = asked.ok().and_then(Result::ok).and_then(|vectors| quantized(vectors.first()?));
        self.meaning.note(asked.is_none().then(Instant::now));
        let Some(asked) = asked else {
            tracing::warn!("the model of meaning did not answer: searched by words alone");
            return Ok(Vec::new());
        };
        let editions = editions.clone();
        tokio::task::spawn_blocking(move || index.nearest(&asked, NEAREST, |id| editions.contains(&(id >> PLACE_BITS))))
            .await
            .map_err(|_| StoreError::Failed("the search by meaning broke off".to_owned()))
    }

    async fn index(&self, model: &str) -> Result<Arc<Vectors>, StoreError> {
        let changes: i64 = sqlx::query_scalar("SELECT changes FROM vector_changes")
            .fetch_one(&self.readers)
            .await
            .map_err(|e| failed("read vectors", &e))?;
        let kept = self.meaning.index.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((at, index)) = kept
            && at == changes
        {
            return Ok(index);
        }
        let rows: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("SELECT node, vector FROM vectors WHERE model = ? ORDER BY node")
                .bind(model)
                .fetch_all(&self.readers)
                .await
                .map_err(|e| failed("read vectors", &e))?;
        let mut index = Vectors::default();
        for (id, bytes) in rows {
            let vector: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
            index.push(id, &vector);
        }
        let index = Arc::new(index);
        *self.meaning.index.lock().unwrap_or_else(PoisonError::into_inner) = Some((changes, Arc::clone(&index)));
        Ok(index)
    }
}

/// Passages of held editions without a vector of this model.
async fn missing(pool: &SqlitePool, model: &str) -> Result<Vec<(i64, String)>, StoreError> {
    let rows: Vec<(i64, String, String, String)> = sqlx::query_as(
        "SELECT nodes.id, nodes.address, nodes.title, nodes.text FROM nodes \
         JOIN editions ON editions.id = nodes.edition AND editions.state = 1 \
         LEFT JOIN vectors ON vectors.node = nodes.id AND vectors.model = ?1 \
         WHERE nodes.text <> '' AND vectors.node IS NULL ORDER BY nodes.id LIMIT ?2",
    )
    .bind(model)
    .bind(BATCH)
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read passages", &e))?;
    let told = |(id, address, title, text): (i64, String, String, String)| {
        let text: String = text.chars().take(CHARS).collect();
        (id, format!("{address}\n{title}\n{text}"))
    };
    Ok(rows.into_iter().map(told).collect())
}

async fn progress(pool: &SqlitePool, model: &str) -> Result<Embedded, StoreError> {
    let (done, total) = sqlx::query_as(
        "SELECT COUNT(vectors.node), COUNT(*) FROM nodes \
         JOIN editions ON editions.id = nodes.edition AND editions.state = 1 \
         LEFT JOIN vectors ON vectors.node = nodes.id AND vectors.model = ?1 WHERE nodes.text <> ''",
    )
    .bind(model)
    .fetch_one(pool)
    .await
    .map_err(|e| failed("count vectors", &e))?;
    Ok(Embedded { done, total })
}

/// Writes vectors; one of another model gives way.
pub(super) async fn add(connection: &mut SqliteConnection, rows: &[NewVector]) -> Result<(), StoreError> {
    for row in rows {
        // The passage may have been removed meanwhile.
        sqlx::query(
            "INSERT OR REPLACE INTO vectors (node, model, vector) \
             SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM nodes WHERE id = ?1)",
        )
        .bind(row.node)
        .bind(row.model.as_str())
        .bind(row.vector.as_slice())
        .execute(&mut *connection)
        .await
        .map_err(|e| failed("add vectors", &e))?;
    }
    sqlx::query("UPDATE vector_changes SET changes = changes + 1")
        .execute(&mut *connection)
        .await
        .map_err(|e| failed("add vectors", &e))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_failed_rests_and_is_asked_again_later() {
        let (meaning, now) = (Meaning::default(), Instant::now());
        assert!(!meaning.rests(now), "nothing has failed yet");
        meaning.note(Some(now));
        assert!(meaning.rests(now) && meaning.rests(now + PAUSE - Duration::from_millis(1)));
        assert!(!meaning.rests(now + PAUSE));
        meaning.note(None);
        assert!(!meaning.rests(now));
    }
}
