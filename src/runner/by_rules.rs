//! The same services with the built-in performer in place of the model: for a run that may spend nothing more.

use crate::engine::knowledge::shelf::Shelf;
use crate::engine::turn::WIRE;
use crate::model::session::Performer;
use crate::model::trace::Usage;
use crate::runner::app::App;
use crate::runner::compute::{Compute, aside};
use crate::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use crate::workspaces;
use serde_json::json;
use std::sync::Arc;

struct Rules {
    knowledge: Shelf,
    compute: Arc<dyn Compute>,
    /// Why they perform where a model should have.
    instead: Option<&'static str>,
}

impl Llm for Rules {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        _on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let knowledge = self.knowledge.current();
            let perform = || {
                let mut output = workspaces::perform(request.workspace, request.step, &request.input, &knowledge);
                if let Some(why) = self.instead {
                    output[WIRE] = json!({"performer": "builtin", "warnings": [why]});
                }
                output.to_string()
            };
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
    with(app, None)
}

/// The same in place of a model that gave nothing, for this reason: the answer carries it.
#[must_use]
pub fn instead_of_model(app: &App, why: &'static str) -> App {
    with(app, Some(why))
}

fn with(app: &App, instead: Option<&'static str>) -> App {
    let rules = Rules { knowledge: app.knowledge.clone(), compute: app.compute.clone(), instead };
    App { llm: Arc::new(rules), ..app.clone() }
}
