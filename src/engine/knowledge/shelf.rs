//! The packs in force: read by everybody, replaced as a whole when a folder of packs changes while the process runs.

use crate::engine::knowledge::Knowledge;
use std::sync::{Arc, PoisonError, RwLock};

/// A shared place for the packs in force. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Shelf(Arc<RwLock<Arc<Knowledge>>>);

impl Shelf {
    /// A shelf with these packs.
    #[must_use]
    pub fn new(knowledge: Knowledge) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(knowledge))))
    }

    /// The packs in force now. A run that has begun keeps what it took.
    #[must_use]
    pub fn current(&self) -> Arc<Knowledge> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts other packs in force.
    pub fn replace(&self, knowledge: Knowledge) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(knowledge);
    }
}
