//! Whole turns without a database and without a model: absorb, input, perform, accept, settle, as the runner does them.

use legalagi::engine::corpus::read::{self, Format, Source};
use legalagi::engine::knowledge::load;
use legalagi::engine::knowledge::shelf::Shelf;
use legalagi::engine::prompt::Prompts;
use legalagi::model::event::{Edit, Event};
use legalagi::model::session::{Performer, WorkspaceId};
use legalagi::model::snapshot::Snapshot;
use legalagi::model::trace::Usage;
use legalagi::runner::app::App;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::memory_store::MemoryStore;
use legalagi::runner::fakes::no_pages::NoPages;
use legalagi::runner::fakes::plain_compute::PlainCompute;
use legalagi::runner::fakes::small_corpus::SmallCorpus;
use legalagi::runner::lane::Lanes;
use legalagi::runner::ports::{BoxFuture, Llm, LlmError, LlmReply, LlmRequest, OnRetry};
use legalagi::runner::tool_cache::ToolCache;
use legalagi::runner::{handle_event, start_session};
use legalagi::workspaces;
use serde_json::json;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};

/// First words of a session, said once more.
pub(crate) const MESSAGES: &[(&str, fn(&str))] = &[
    ("contract", |text| opened(legalagi::workspaces::contract::ID, text)),
    ("norms", |text| opened(legalagi::workspaces::norms::ID, text)),
    ("research", |text| opened(legalagi::workspaces::research::ID, text)),
];

/// Something that is about to happen.
pub(crate) type Ready = Box<dyn FnOnce()>;

/// What a person can do with words, each in a session that is ready for it.
pub(crate) const EVENTS: &[(&str, fn(&str) -> Ready)] = &[
    ("norms about a law", |text| {
        let text = format!("{QUESTION} {text}");
        ready(legalagi::workspaces::norms::ID, QUESTION, |_| Event::Message { text, answers_to: None, choice: None })
    }),
    ("research about a law", |text| {
        let text = format!("{QUESTION} {text}");
        ready(legalagi::workspaces::research::ID, QUESTION, |_| Event::Message { text, answers_to: None, choice: None })
    }),
    ("contract answer", |text| {
        ready(legalagi::workspaces::contract::ID, LEASE, |session| {
            let answers_to = session.aside.questions.keys().next().cloned();
            assert!(answers_to.is_some(), "a question is open");
            Event::Message { text: said(text), answers_to, choice: None }
        })
    }),
    ("contract edit", |text| {
        let edit = Edit::Set { value: json!(said(text)) };
        ready(legalagi::workspaces::contract::ID, LEASE, |_| Event::Edit { pointer: "/object/note".into(), edit })
    }),
    ("contract clause", |text| {
        let text = Some(said(fitting(text)));
        ready(legalagi::workspaces::contract::ID, LEASE, |_| Event::Clause { clause: "price.rent".into(), text })
    }),
    ("research attach", |text| {
        let text = format!("1. Арендатор платит штраф 50 рублей.\n{text}");
        let (title, sha256) = ("Договор".into(), "0".repeat(64));
        ready(legalagi::workspaces::research::ID, QUESTION, |_| Event::Attach { id: "d1".into(), title, text, sha256 })
    }),
    ("trial intake", |text| ready(legalagi::workspaces::trial::ID, CASE, |_| intake(fitting(text)))),
    ("trial evidence", |text| {
        let text = said(text);
        let (bytes, sha256) = (text.len() as u64, "0".repeat(64));
        let (title, side, mime) = ("Письмо".into(), "claimant".into(), "text/plain".into());
        ready(legalagi::workspaces::trial::ID, CASE, |_| Event::Evidence { title, side, mime, text, bytes, sha256 })
    }),
];

const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
const QUESTION: &str = "Какой ширины проход между стеллажами?";
const CASE: &str =
    r#"{"case_type":"civil","jurisdiction":"KR","user_side":"claimant","law_as_of":"2026-11-22","lang":"ko"}"#;

/// Most letters of a clause and of a summary are 4,000; the words around them count too.
fn fitting(text: &str) -> &str {
    text.char_indices().nth(3_900).map_or(text, |(at, _)| &text[..at])
}

/// Nothing is empty, whatever the shape.
fn said(text: &str) -> String {
    format!("Сказано: {text}")
}

/// The first form of a mock trial, with the words in its summary and its evidence.
fn intake(text: &str) -> Event {
    let fields = json!({
        "summary": format!("원고는 2025년 1월 10일 피고와 기계 부품 공급계약을 체결하였다. {text}"),
        "parties": [
            {"name": "한결기계 주식회사", "alias": "A사", "kind": "company", "side": "claimant"},
            {"name": "누리부품 주식회사", "alias": "B사", "kind": "company", "side": "opposing"},
        ],
        "objectives": ["손해배상 회수"],
        "amount": {"value": 12_000_000, "currency": "KRW"},
        "timeline": [{"date": "2025-04-05", "text": "원고는 내용증명으로 이행을 최고하였다."}],
        "evidence": [{"title": "공급계약서", "text": said(text), "side": "claimant"}],
    });
    Event::Gate {
        form: "facts_intake".into(),
        form_version: 1,
        state_version: 0,
        fields,
        skip: false,
        skip_confirmed: false,
    }
}

/// A law that the questions are about.
static LAW: LazyLock<SmallCorpus> = LazyLock::new(|| {
    let text = "ЗАКОН О СКЛАДАХ\nСтатья 1. Проход\nПроход между стеллажами имеет ширину не менее 1 м.\n\
                Статья 2. Договор аренды\nАрендатор обязан вносить арендную плату не позднее пяти дней.\n\
                Статья 3. Слово\nСлово завтра и Иванов Иван Иванович стоят в пункте 1 статьи 2.\n";
    let source = Source { name: "sklad.txt", text, jurisdiction: Some("RU") };
    SmallCorpus::of(read::read(Format::Text, source).expect("a law"))
});

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

pub(crate) fn app() -> App {
    static KNOWLEDGE: LazyLock<Shelf> = LazyLock::new(|| Shelf::new(load::embedded().expect("packs are sound")));
    App {
        llm: Arc::new(Rules(KNOWLEDGE.clone())),
        store: Arc::new(MemoryStore::default()),
        sources: Arc::new(LAW.clone()),
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
pub(crate) fn done<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(out) = work.as_mut().poll(&mut context) {
            return out;
        }
    }
}

/// Opens a session with a message and says it once more. The first words are kept, whatever becomes of them.
fn opened(workspace: WorkspaceId, text: &str) {
    let app = app();
    done(async {
        let text = said(text);
        let started = start_session::start_session(&app, workspace, &text, None).await.expect("a session");
        let before = app.store.latest(&started.session).await.expect("a version").version;
        let event = Event::Message { text, answers_to: None, choice: None };
        let _ = handle_event::handle_event(&app, &started.session, None, event).await;
        let after = app.store.latest(&started.session).await.expect("a version").version;
        assert!(after > before, "{workspace:?}: the second message made no version");
    });
}

/// A session that was opened with these words, and what is about to happen in it; it makes a version.
fn ready(workspace: WorkspaceId, first: &str, event: impl FnOnce(&Snapshot) -> Event) -> Ready {
    let app = app();
    let before = done(async {
        let started = start_session::start_session(&app, workspace, first, None).await.expect("a session");
        app.store.latest(&started.session).await.expect("a version")
    });
    let event = event(&before);
    Box::new(move || {
        done(async {
            let told = handle_event::handle_event(&app, &before.session, None, event).await;
            let after = app.store.latest(&before.session).await.expect("a version").version;
            assert!(after > before.version, "{workspace:?}: no version: {:?}", told.err());
        });
    })
}
