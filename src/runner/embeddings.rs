//! The port of vectors of texts, from a model of meaning.

use crate::runner::ports::BoxFuture;

/// Why there are no vectors; for the log and for whoever asked for them, without texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct EmbedError {
    /// What failed.
    pub reason: String,
}

/// Vectors of texts, from a model of meaning.
pub trait Embeddings: Send + Sync + std::fmt::Debug {
    /// Its name: vectors of two models do not compare.
    fn model(&self) -> &str;

    /// Host of the server, with its port; `None` when texts stay here.
    fn host(&self) -> Option<String> {
        None
    }

    /// One vector for each text, in their order.
    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedError>>;
}
