//! The same services with the built-in performer in place of the model: for a run that may spend nothing more.

use crate::engine::knowledge::shelf::Shelf;
use crate::model::session::Performer;
use crate::model::trace::Usage;
use crate::runner::app::App;
use crate::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use crate::workspaces;
use std::sync::Arc;

struct Rules(Shelf);

impl Llm for Rules {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        _on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let answer = workspaces::perform(request.workspace, request.step, &request.input, &self.0.current());
            Ok(LlmReply {
                text: answer.to_string(),
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

/// See the module.
#[must_use]
pub fn by_rules(app: &App) -> App {
    App { llm: Arc::new(Rules(app.knowledge.clone())), ..app.clone() }
}
