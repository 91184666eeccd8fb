//! Whole turns without a database and without a model: absorb, input, perform, accept, settle, as the runner does them.

use legalagi::engine::knowledge::load;
use legalagi::engine::knowledge::shelf::Shelf;
use legalagi::engine::prompt::Prompts;
use legalagi::model::event::Event;
use legalagi::model::session::{Performer, WorkspaceId};
use legalagi::model::trace::Usage;
use legalagi::runner::app::App;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::memory_store::MemoryStore;
use legalagi::runner::fakes::no_pages::NoPages;
use legalagi::runner::fakes::no_sources::NoSources;
use legalagi::runner::fakes::plain_compute::PlainCompute;
use legalagi::runner::lane::Lanes;
use legalagi::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use legalagi::runner::tool_cache::ToolCache;
use legalagi::runner::{handle_event, start_session};
use legalagi::workspaces;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};

/// The workspaces that take words of a person as their first message.
pub(crate) const WORKSPACES: [WorkspaceId; 4] =
    [WorkspaceId::Contract, WorkspaceId::Norms, WorkspaceId::Research, WorkspaceId::Trial];

struct Rules(Shelf);

impl Llm for Rules {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        _on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        Box::pin(async move {
            let answer = workspaces::perform(request.workspace, request.step, &request.input, &self.0.current());
            let usage = Usage::default();
            Ok(LlmReply { text: answer.to_string(), usage, performer: "builtin".into(), unseen: None })
        })
    }

    fn performer(&self) -> Performer {
        Performer { name: "builtin".into(), is_model: false }
    }
}

fn app() -> App {
    static KNOWLEDGE: LazyLock<Shelf> = LazyLock::new(|| Shelf::new(load::embedded().expect("packs are sound")));
    App {
        llm: Arc::new(Rules(KNOWLEDGE.clone())),
        store: Arc::new(MemoryStore::default()),
        sources: Arc::new(NoSources),
        pages: Arc::new(NoPages),
        clock: Arc::new(FixedClock::default()),
        compute: Arc::new(PlainCompute),
        knowledge: KNOWLEDGE.clone(),
        prompts: Arc::new(Prompts::default()),
        lanes: Lanes::default(),
        publish: Arc::new(|_| {}),
        tools: ToolCache::default(),
    }
}

/// Nothing here waits for anything outside.
fn done<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(out) = work.as_mut().poll(&mut context) {
            return out;
        }
    }
}

/// Opens a session with a message and says it once more; refusals are answers too.
pub(crate) fn opened(workspace: WorkspaceId, text: &str) {
    let app = app();
    done(async {
        let Ok(started) = start_session::start_session(&app, workspace, text, None).await else { return };
        let event = Event::Message { text: text.to_owned(), answers_to: None, choice: None };
        let _ = handle_event::handle_event(&app, &started.session, None, event).await;
    });
}
