//! What every use case is given.

use crate::engine::knowledge::shelf::Shelf;
use crate::engine::prompt::Prompts;
use crate::engine::turn::Moment;
use crate::model::error::ApiError;
use crate::model::ids::SessionId;
use crate::runner::compute::{Compute, aside};
use crate::runner::fail;
use crate::runner::lane::{Lane, Lanes};
use crate::runner::notice::Notice;
use crate::runner::ports::{Clock, Llm, Pages, Sources, Store};
use crate::runner::tool_cache::ToolCache;
use std::sync::Arc;

/// Where notices go that belong to no version: a retry, a failure, a step that begins again.
pub type Publish = Arc<dyn Fn(Notice) + Send + Sync>;

/// The services of one process. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// Performs steps.
    pub llm: Arc<dyn Llm>,
    /// Keeps sessions.
    pub store: Arc<dyn Store>,
    /// Legal sources.
    pub sources: Arc<dyn Sources>,
    /// Their pages as images.
    pub pages: Arc<dyn Pages>,
    /// Time and identifiers.
    pub clock: Arc<dyn Clock>,
    /// Work that keeps a processor busy.
    pub compute: Arc<dyn Compute>,
    /// Packs.
    pub knowledge: Shelf,
    /// Prompts.
    pub prompts: Arc<Prompts>,
    /// One turn at a time per session.
    pub lanes: Lanes,
    /// Keeps notices that belong to no version for whoever listens.
    pub publish: Publish,
    /// Results of tools, by what they depend on.
    pub tools: ToolCache,
}

impl App {
    /// Now, as the pure core takes it.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { now: self.clock.now() }
    }

    /// Enters a session for a turn; `None` while another turn runs, here or in a process that shares the store.
    ///
    /// # Errors
    /// Storage.
    pub async fn enter(&self, session: &SessionId) -> Result<Option<Lane>, ApiError> {
        let Some(lane) = self.lanes.enter(session) else { return Ok(None) };
        let right = self.store.enter(session).await.map_err(|e| fail::of_store(&e))?;
        Ok(right.map(|right| lane.with(right)))
    }

    /// Runs what keeps a processor busy away from the threads that serve.
    pub async fn aside<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        aside(&*self.compute, work).await
    }
}
