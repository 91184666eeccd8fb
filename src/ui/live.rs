//! A session page's signals: the view, what runs, what was sent, what went wrong.

use crate::api::{
    CancelTurn, EditFact, Reopens, RetryTurn, SendMessage, compare_versions, load_session, load_trace, load_versions,
    preview_edit,
};
use crate::model::compare::Difference;
use crate::model::error::ApiError;
use crate::model::form::Returned;
use crate::model::ids::Version;
use crate::model::session::{SessionView, VersionRow};
use crate::model::trace::TraceEntry;
use crate::ui::browser;
use crate::ui::logic::message::Fault;
use crate::ui::logic::place::Place;
use crate::ui::logic::stream::Progress;
use crate::ui::logic::{links, trial};
use crate::ui::paper::{Fetched, Paper};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Everything the page asks the server for before it is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageData {
    /// The session, or one version of it.
    pub view: SessionView,
    /// All versions, oldest first; empty when they could not be read.
    pub versions: Vec<VersionRow>,
    /// The trace, if the address asks for it.
    pub trace: Option<Vec<TraceEntry>>,
    /// Two versions compared, if the address asks for it.
    pub compared: Option<Compared>,
    /// The document, if the address asks for it.
    pub document: Option<Fetched>,
    /// A plain form that the server did not take.
    pub returned: Option<Returned>,
}

/// Two versions side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The first.
    pub from: Version,
    /// The second.
    pub to: Version,
    /// What differs, or why it cannot be said.
    pub outcome: Result<Difference, ApiError>,
}

impl Compared {
    /// Asks the server.
    pub async fn read(session: String, (from, to): (Version, Version)) -> Self {
        Self { from, to, outcome: compare_versions(session, from, to).await }
    }
}

/// An edit that waits for the person's word, with what it would reopen.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// The edit.
    pub edit: EditFact,
    /// What it would reopen.
    pub reopens: Vec<Reopens>,
}

/// Words in a turn that a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The turn.
    pub turn: String,
    /// The words.
    pub quote: String,
}

/// Words on their way to the server.
#[derive(Debug, Clone)]
pub struct Sent {
    /// What the history shows meanwhile.
    pub shown: String,
    /// What comes back into the field if the server did not take it.
    pub draft: String,
    /// How many turns there were.
    pub turns: usize,
    /// The request, kept for another try of the same words.
    pub request: SendMessage,
}

/// The signals of one session page. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Live {
    /// What is shown.
    pub view: RwSignal<SessionView>,
    /// All versions, oldest first.
    pub versions: RwSignal<Vec<VersionRow>>,
    /// The trace, once it was asked for.
    pub trace: RwSignal<Option<Vec<TraceEntry>>>,
    /// The words highlighted in the dialogue.
    pub mark: RwSignal<Option<Mark>>,
    /// The step that runs.
    pub progress: RwSignal<Option<Progress>>,
    /// The words on their way.
    pub sent: RwSignal<Option<Sent>>,
    /// The text in the field.
    pub draft: RwSignal<String>,
    /// Why the text in the field cannot be sent.
    pub fault: RwSignal<Option<Fault>>,
    /// Sends words or a choice.
    pub send: ServerAction<SendMessage>,
    /// Runs a failed step again.
    pub retry: ServerAction<RetryTurn>,
    /// Stops the running step.
    pub cancel: ServerAction<CancelTurn>,
    /// Edits a fact.
    pub edit: ServerAction<EditFact>,
    /// The edit that waits for the person's word.
    pub proposal: RwSignal<Option<Proposal>>,
    /// Asks what an edit would reopen.
    pub preview: Action<EditFact, (EditFact, Result<Vec<Reopens>, ApiError>)>,
    /// Two versions side by side.
    pub compared: RwSignal<Option<Compared>>,
    /// Compares two versions.
    pub compare: Action<(Version, Version), Compared>,
    /// The document.
    pub paper: Paper,
    /// The end of a round as the stream told it, before the state that holds it was read.
    pub round_end: RwSignal<Option<serde_json::Value>>,
    /// Sends a form of a gate.
    pub gate: Action<String, Result<SessionView, ApiError>>,
    /// What is wrong with the fields of the form that was sent last.
    pub faults: RwSignal<Vec<trial::Fault>>,
    /// A plain form that came back.
    pub returned: RwSignal<Option<Returned>>,
    /// Reads the session again.
    pub reload: Action<(), Result<SessionView, ApiError>>,
    /// Reads the trace.
    pub read_trace: Action<(), Result<Vec<TraceEntry>, ApiError>>,
    read_versions: Action<(), Result<Vec<VersionRow>, ApiError>>,
}

impl Live {
    /// The signals for what the server gave.
    #[must_use]
    pub fn new(data: PageData, place: Memo<Place>) -> Self {
        let id = data.view.row.session_id.as_str().to_owned();
        let (reload_id, trace_id, versions_id, compare_id) = (id.clone(), id.clone(), id.clone(), id.clone());
        let gate_url = format!("{}/gate", links::session(&id));
        let faults = data.returned.as_ref().map(|returned| trial::faults(&returned.error)).unwrap_or_default();
        Self {
            view: RwSignal::new(data.view),
            versions: RwSignal::new(data.versions),
            trace: RwSignal::new(data.trace),
            mark: RwSignal::new(None),
            progress: RwSignal::new(None),
            sent: RwSignal::new(None),
            draft: RwSignal::new(browser::typed(FIELD)),
            fault: RwSignal::new(None),
            send: ServerAction::new(),
            retry: ServerAction::new(),
            cancel: ServerAction::new(),
            edit: ServerAction::new(),
            proposal: RwSignal::new(None),
            preview: Action::new(|edit: &EditFact| {
                let edit = edit.clone();
                async move {
                    let e = edit.clone();
                    (edit, preview_edit(e.session, e.pointer, e.op, e.value, e.kind).await)
                }
            }),
            compared: RwSignal::new(data.compared),
            paper: Paper::new(place, data.document),
            compare: Action::new(move |pair: &(Version, Version)| Compared::read(compare_id.clone(), *pair)),
            gate: Action::new(move |body: &String| browser::post_form(gate_url.clone(), body.clone())),
            round_end: RwSignal::new(None),
            faults: RwSignal::new(faults),
            returned: RwSignal::new(data.returned),
            reload: Action::new(move |(): &()| load_session(reload_id.clone(), None)),
            read_trace: Action::new(move |(): &()| load_trace(trace_id.clone())),
            read_versions: Action::new(move |(): &()| load_versions(versions_id.clone())),
        }
    }

    /// The session's id.
    #[must_use]
    pub fn id(self) -> String {
        self.view.with_untracked(|view| view.row.session_id.as_str().to_owned())
    }

    /// The version on the page, when it is not the latest one.
    #[must_use]
    pub fn viewed(self) -> Option<Version> {
        self.view.with(|view| (view.row.version != view.latest).then_some(view.row.version))
    }

    /// The same, without listening for changes.
    #[must_use]
    pub fn viewed_untracked(self) -> Option<Version> {
        untrack(|| self.viewed())
    }

    /// Whether a turn runs, ours or another tab's.
    #[must_use]
    pub fn busy(self) -> bool {
        self.sending() || self.view.with(|view| view.busy)
    }

    /// Whether this page waits for an answer.
    #[must_use]
    pub fn sending(self) -> bool {
        self.send.pending().get()
            || self.retry.pending().get()
            || self.edit.pending().get()
            || self.gate.pending().get()
    }

    /// The same, without listening for changes.
    #[must_use]
    pub fn sending_untracked(self) -> bool {
        untrack(|| self.sending())
    }

    /// What went wrong last.
    #[must_use]
    pub fn problem(self) -> Option<ApiError> {
        let failed = |value: Option<Result<SessionView, ApiError>>| value.and_then(Result::err);
        failed(self.send.value().get())
            .or_else(|| failed(self.retry.value().get()))
            .or_else(|| failed(self.edit.value().get()))
            .or_else(|| failed(self.gate.value().get()))
            .or_else(|| self.returned.get().map(|returned| returned.error))
            .or_else(|| self.cancel.value().get().and_then(Result::err))
    }

    /// Forgets what went wrong; called before something new is tried.
    pub fn forget_problems(self) {
        self.send.value().set(None);
        self.retry.value().set(None);
        self.edit.value().set(None);
        self.gate.value().set(None);
        self.cancel.value().set(None);
        self.returned.set(None);
        self.faults.set(Vec::new());
    }

    /// Sends a form of a gate.
    pub fn submit(self, body: String) {
        self.forget_problems();
        self.gate.dispatch(body);
    }

    /// What a form that came back holds in a field; none when no such form came back.
    #[must_use]
    pub fn returned_value(self, form: &str, name: &str) -> Option<String> {
        self.returned.with_untracked(|returned| {
            let returned = returned.as_ref().filter(|returned| returned.form == form)?;
            returned.pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
        })
    }

    /// Whether a form that came back holds a value; none when no such form came back.
    #[must_use]
    pub fn returned_has(self, form: &str, name: &str, value: &str) -> Option<bool> {
        self.returned.with_untracked(|returned| {
            let returned = returned.as_ref().filter(|returned| returned.form == form)?;
            Some(returned.pairs.iter().any(|(key, held)| key == name && held == value))
        })
    }

    /// Edits a fact; what would reopen is shown first, and the same edit sent again is meant.
    pub fn propose(self, edit: EditFact) {
        self.forget_problems();
        let meant = self.proposal.with_untracked(|known| {
            known.as_ref().is_some_and(|known| known.edit.pointer == edit.pointer && known.edit.value == edit.value)
        });
        self.proposal.set(None);
        if meant {
            self.edit.dispatch(edit);
        } else {
            self.preview.dispatch(edit);
        }
    }

    /// Takes a view unless a newer one is shown, and refreshes what hangs on it.
    pub fn take(self, fresh: SessionView) {
        let (latest, shown) = self.view.with_untracked(|view| (view.latest, view.clone()));
        self.progress.set(None);
        if fresh.latest < latest || fresh == shown {
            return;
        }
        if fresh.latest > latest {
            self.read_versions.dispatch(());
            if self.trace.with_untracked(Option::is_some) {
                self.read_trace.dispatch(());
            }
        }
        self.view.set(fresh);
    }

    /// Connects the actions with the view. Effects run in the browser only.
    pub fn connect(self) {
        self.paper.follow(self);
        Effect::new(move |_| {
            if self.send.version().get() > 0 {
                self.finish(self.send.value().get_untracked());
            }
        });
        Effect::new(move |_| {
            if self.retry.version().get() > 0 {
                self.finish(self.retry.value().get_untracked());
            }
        });
        Effect::new(move |_| {
            if self.edit.version().get() > 0 {
                self.finish(self.edit.value().get_untracked());
            }
        });
        Effect::new(move |_| {
            if self.gate.version().get() > 0 {
                let outcome = self.gate.value().get_untracked();
                if let Some(Err(error)) = &outcome {
                    let faults = trial::faults(error);
                    let told = if faults.is_empty() { ".failure-region .problem" } else { ".fault" };
                    self.faults.set(faults);
                    request_animation_frame(move || browser::reveal(told));
                }
                self.finish_gate(outcome);
            }
        });
        Effect::new(move |_| match self.preview.value().get() {
            Some((edit, Ok(reopens))) if reopens.is_empty() => {
                self.edit.dispatch(edit);
            }
            Some((edit, Ok(reopens))) => self.proposal.set(Some(Proposal { edit, reopens })),
            Some((_, Err(error))) => self.edit.value().set(Some(Err(error))),
            None => {}
        });
        Effect::new(move |_| {
            if let Some(compared) = self.compare.value().get() {
                self.compared.set(Some(compared));
            }
        });
        Effect::new(move |_| {
            if let Some(Ok(view)) = self.reload.value().get() {
                self.take(view);
                self.settle_sent();
            }
        });
        Effect::new(move |_| {
            if let Some(Ok(trace)) = self.read_trace.value().get() {
                self.trace.set(Some(trace));
            }
        });
        Effect::new(move |_| {
            if let Some(Ok(versions)) = self.read_versions.value().get() {
                self.versions.set(versions);
            }
        });
    }

    fn finish(self, outcome: Option<Result<SessionView, ApiError>>) {
        match outcome {
            Some(Ok(view)) => {
                self.sent.set(None);
                self.take(view);
                focus_answer(self);
            }
            Some(Err(_)) => {
                self.progress.set(None);
                self.reload.dispatch(());
                self.settle_sent();
            }
            None => {}
        }
    }

    /// A form was taken: the next one is shown from its beginning.
    fn finish_gate(self, outcome: Option<Result<SessionView, ApiError>>) {
        match outcome {
            Some(Ok(view)) => {
                browser::forget(&trial::draft_key(&self.id()));
                // A saved review stays where it is; whatever else comes is shown from its beginning.
                let moved = trial::awaited(&view.domain) != Some("facts_review")
                    || self.view.with_untracked(|old| trial::awaited(&old.domain) != Some("facts_review"));
                self.take(view);
                if moved {
                    request_animation_frame(|| browser::reveal(".result-pane h1"));
                }
                request_animation_frame(|| browser::focus(".trial-chat-body"));
            }
            Some(Err(_)) => {
                self.progress.set(None);
                self.reload.dispatch(());
            }
            None => {}
        }
    }

    /// After a failure: words that the server kept leave the field, others come back into it.
    fn settle_sent(self) {
        if self.sending_untracked() {
            return;
        }
        let Some(sent) = self.sent.get_untracked() else { return };
        let kept = self.view.with_untracked(|view| view.turns.len() > sent.turns);
        if kept {
            if self.draft.get_untracked() == sent.draft {
                self.draft.set(String::new());
            }
            self.sent.set(None);
        } else if self.draft.with_untracked(String::is_empty) {
            self.draft.set(sent.draft);
            browser::focus(FIELD);
        }
    }
}

/// The field for words.
pub const FIELD: &str = ".chat-input textarea";

/// Moves the focus to the field for words.
pub fn focus_field() {
    request_animation_frame(|| browser::focus(FIELD));
}

/// Back to the field; to the question itself when digits can answer it.
pub fn focus_answer(live: Live) {
    let choices = live.view.with_untracked(|view| {
        view.next_action.as_ref().and_then(|next| next.question()).is_some_and(|q| q.choices.is_some())
    });
    request_animation_frame(move || browser::focus(if choices { ".question" } else { FIELD }));
}
