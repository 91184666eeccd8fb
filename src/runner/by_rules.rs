//! The same services with the built-in performer in place of the model: for a run that may spend nothing more.

use crate::engine::knowledge::shelf::Shelf;
use crate::model::session::Performer;
use crate::model::trace::Usage;
use crate::runner::app::App;
use crate::runner::compute::{Compute, aside};
use crate::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use crate::workspaces;
use std::sync::Arc;

struct Rules {
    knowledge: Shelf,
    compute: Arc<dyn Compute>,
}

impl Llm for Rules {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        _on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let knowledge = self.knowledge.current();
            let perform =
                || workspaces::perform(request.workspace, request.step, &request.input, &knowledge).to_string();
            Ok(LlmReply {
                text: aside(&*self.compute, perform).await,
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
    let rules = Rules { knowledge: app.knowledge.clone(), compute: app.compute.clone() };
    App { llm: Arc::new(rules), ..app.clone() }
}
