//! The built-in performer behind the port of models: no model, no key, the same JSON text, the same checks.

use crate::adapters::compute::Seats;
use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::shelf::Shelf;
use crate::model::session::{Performer, WorkspaceId};
use crate::model::trace::Usage;
use crate::runner::compute::aside;
use crate::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use serde_json::Value;

/// Performs a step of a workspace: injected, so that this adapter does not know the workspaces.
pub type Perform = fn(WorkspaceId, &str, &Value, &Knowledge) -> Value;

/// The performer.
pub struct BuiltinLlm {
    perform: Perform,
    knowledge: Shelf,
}

impl BuiltinLlm {
    /// A performer over these packs.
    #[must_use]
    pub fn new(perform: Perform, knowledge: Shelf) -> Self {
        Self { perform, knowledge }
    }
}

impl Llm for BuiltinLlm {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        _on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let knowledge = self.knowledge.current();
            let perform = || (self.perform)(request.workspace, request.step, &request.input, &knowledge).to_string();
            Ok(LlmReply {
                text: aside(&Seats, perform).await,
                usage: Usage::default(),
                performer: "builtin".into(),
                unseen: None,
            })
        })
    }

    fn performer(&self) -> Performer {
        Performer { name: "builtin".into(), is_model: false }
    }
}
