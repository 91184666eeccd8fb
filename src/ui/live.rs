//! What a session page is drawn from: the view, the document, what was sent and came back.

use crate::api::edits::{EditFact, Reopens, preview_edit};
use crate::api::{CancelTurn, RetryTurn, SendMessage, compare_versions};
use crate::model::compare::Difference;
use crate::model::error::ApiError;
use crate::model::form::Returned;
use crate::model::ids::{QuestionId, Version};
use crate::model::session::{SessionView, VersionRow};
use crate::model::trace::TraceEntry;
use crate::ui::logic::{links, trial};
use crate::ui::paper::{Fetched, Paper};
use leptos::prelude::*;
use leptos_router::params::ParamsMap;
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
    /// An edit that waits for the person's word, if the address names one.
    pub proposal: Option<Proposal>,
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// JSON Pointer into `domain`.
    pub pointer: String,
    /// The value as the form sent it.
    pub value: String,
    /// What it would reopen.
    pub reopens: Vec<Reopens>,
}

impl Proposal {
    /// Asks the server; nothing when the edit would reopen nothing, or is none.
    pub async fn read(session: String, pointer: String, value: String, kind: String) -> Option<Self> {
        let asked = preview_edit(session, pointer.clone(), "set".to_owned(), Some(value.clone()), Some(kind)).await;
        let reopens = asked.ok().filter(|reopens| !reopens.is_empty())?;
        Some(Self { pointer, value, reopens })
    }
}

/// Words in a turn that a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The turn.
    pub turn: String,
    /// The words.
    pub quote: String,
}

/// What one session page is drawn from. Cheap to copy.
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
    /// Two versions side by side.
    pub compared: RwSignal<Option<Compared>>,
    /// The document.
    pub paper: Paper,
    /// What is wrong with the fields of the form that was sent last.
    pub faults: RwSignal<Vec<trial::Fault>>,
    /// A plain form that came back.
    pub returned: RwSignal<Option<Returned>>,
    proposal: StoredValue<Option<Proposal>>,
    query: StoredValue<ParamsMap>,
}

impl Live {
    /// From what the server gave and what the address says.
    #[must_use]
    pub fn new(data: PageData, paper: Paper, query: ParamsMap) -> Self {
        let faults = data.returned.as_ref().map(|returned| trial::faults(&returned.error)).unwrap_or_default();
        Self {
            view: RwSignal::new(data.view),
            versions: RwSignal::new(data.versions),
            trace: RwSignal::new(data.trace),
            mark: RwSignal::new(None),
            compared: RwSignal::new(data.compared),
            paper,
            faults: RwSignal::new(faults),
            returned: RwSignal::new(data.returned),
            proposal: StoredValue::new(data.proposal),
            query: StoredValue::new(query),
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
        self.view.with_untracked(|view| (view.row.version != view.latest).then_some(view.row.version))
    }

    /// Whether a turn runs.
    #[must_use]
    pub fn busy(self) -> bool {
        self.view.with_untracked(|view| view.busy)
    }

    /// The question that is open.
    #[must_use]
    pub fn open_question(self) -> Option<QuestionId> {
        self.view.with_untracked(|view| {
            view.next_action.as_ref().and_then(|next| next.question()).and_then(|question| question.question_id.clone())
        })
    }

    /// The address of what is shown: view, version, variant, part, and nothing that was asked for a moment.
    #[must_use]
    pub fn here(self) -> String {
        self.paper.place.get_untracked().href(&self.id(), self.viewed())
    }

    /// The clause whose words are being written anew.
    #[must_use]
    pub fn edited_clause(self) -> Option<String> {
        self.query.with_value(|query| query.get("edit"))
    }

    /// The same page with the words of a clause open for writing.
    #[must_use]
    pub fn editing(self, clause: &str) -> String {
        let here = self.here();
        let joint = if here.contains('?') { '&' } else { '?' };
        format!("{here}{joint}edit={}#clause-editor", links::encode(clause))
    }

    /// The same page with the trace of its steps.
    #[must_use]
    pub fn with_trace(self) -> String {
        let mut query = self.query.get_value();
        query.replace("trace", "1".to_owned());
        format!("{}{}", links::session(&self.id()), query.to_query_string())
    }

    /// What the address holds beside the fields of a form, so that sending the form loses nothing.
    pub fn kept_fields(self, own: &[&str]) -> AnyView {
        let passing = ["mark", "propose", "to_value", "kind", "edit"];
        let kept = self.query.with_value(|query| {
            query
                .clone()
                .into_iter()
                .filter(|(name, _)| !own.contains(&name.as_ref()) && !passing.contains(&name.as_ref()))
                .map(|(name, value)| view! { <input type="hidden" name=name.into_owned() value=value/> })
                .collect_view()
        });
        kept.into_any()
    }

    /// The edit of a fact that waits for the person's word.
    #[must_use]
    pub fn proposal_for(self, pointer: &str) -> Option<Proposal> {
        self.proposal.with_value(|known| known.clone().filter(|known| known.pointer == pointer))
    }

    /// What went wrong last.
    #[must_use]
    pub fn problem(self) -> Option<ApiError> {
        fn of<T>(value: Option<Result<T, ApiError>>) -> Option<ApiError> {
            value.and_then(Result::err)
        }
        // An error of a plain form comes with the address.
        of(ServerAction::<SendMessage>::new().value().get_untracked())
            .or_else(|| of(ServerAction::<RetryTurn>::new().value().get_untracked()))
            .or_else(|| of(ServerAction::<EditFact>::new().value().get_untracked()))
            .or_else(|| of(ServerAction::<CancelTurn>::new().value().get_untracked()))
            .or_else(|| {
                self.returned.with_untracked(|returned| returned.as_ref().map(|returned| returned.error.clone()))
            })
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
}
