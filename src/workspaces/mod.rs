//! L1': the workspaces, one shape each. The list of them is the registry (`src/registry.rs`).

pub mod claims;
pub mod contract;
pub mod norms;
pub mod research;
pub mod trial;

use crate::engine::document::flow::Piece;
use crate::engine::knowledge::Knowledge;
use crate::engine::step::{Kept, Step};
use crate::engine::turn::{Composed, Moment, Rejection, Settled};
use crate::model::action::NextAction;
use crate::model::claim::Claim;
use crate::model::compare::TextChange;
use crate::model::document_view::DocumentView;
use crate::model::error::ApiError;
use crate::model::event::Event;
use crate::model::ids::{SessionId, Version};
use crate::model::session::{GateView, WorkspaceId};
use crate::model::share::Parts;
use crate::model::snapshot::{Aside, Snapshot};
use crate::model::terms::EssentialTerms;
use crate::model::trace::Decision;
use crate::model::turn::Turn;
use crate::model::turn_answer::{Told, TurnAnswer};
use crate::registry;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a step is given: data for the built-in performer, the same rendered for a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct StepInput {
    /// Structured.
    pub data: Value,
    /// Values of the prompt's variables.
    pub variables: BTreeMap<&'static str, String>,
}

/// Places whose pages are worth a look, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    /// The places.
    pub places: Vec<PagePlace>,
    /// Which look of its run this is, from 1.
    pub visit: u32,
}

/// A place and the edition that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePlace {
    /// The edition.
    pub edition: String,
    /// The place.
    pub node_id: String,
    /// The page on which it begins, if the source has pages.
    pub page: Option<u32>,
    /// What people call the document and its edition.
    pub label: String,
}

/// An answer of a model to a step, with what the step was about.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// The step.
    pub step: &'a Step,
    /// The version it speaks about.
    pub before: &'a Snapshot,
    /// The turns that stand.
    pub turns: &'a [Turn],
    /// Now.
    pub moment: &'a Moment,
    /// The model's name.
    pub performer: &'a str,
    /// The answer, unread.
    pub text: &'a str,
    /// What was kept when it was asked.
    pub kept: &'a Kept,
}

/// A step that somebody is to be asked about.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// The step.
    pub step: &'a Step,
    /// The version it is about.
    pub before: &'a Snapshot,
    /// The turns that stand.
    pub turns: &'a [Turn],
    /// Now.
    pub moment: &'a Moment,
    /// Everything the product knows.
    pub knowledge: &'a Knowledge,
    /// Whether the step's prompt names a variable.
    pub named: &'a (dyn Fn(&str) -> bool + Sync),
    /// A place for what its answer needs again.
    pub kept: &'a Kept,
}

/// What happens next, decided from the snapshot alone.
#[derive(Clone, Copy)]
pub enum Next {
    /// Run this step.
    Run(&'static Step),
    /// The person is to act.
    Wait,
}

/// What the page shows beside the state itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Presented {
    /// Names of facts, by pointer.
    pub labels: BTreeMap<String, String>,
    /// Values for people, by pointer of the leaf.
    pub shown: BTreeMap<String, String>,
    /// The meter.
    pub terms: EssentialTerms,
    /// The gate's verdict.
    pub gate: Option<GateView>,
    /// Remarks.
    pub notices: Vec<String>,
}

/// What of a session is written into files.
pub struct Written {
    /// The title of the file.
    pub title: String,
    /// Its words, laid out.
    pub pieces: Vec<Piece>,
    /// The same as data.
    pub data: Value,
}

/// A workspace: pure decisions about its sessions.
pub trait Workspace: Sync {
    /// Which one.
    fn id(&self) -> WorkspaceId;

    /// Its steps.
    fn steps(&self) -> &'static [Step];

    /// Version 0 of a session that opens with these words.
    fn open(&self, session: &SessionId, first: &str, moment: &Moment) -> Settled;

    /// A value that a person writes into a fact, in the form that its place keeps.
    ///
    /// # Errors
    /// No such place, or a value of another kind.
    fn fitting(
        &self,
        _before: &Snapshot,
        _at: &str,
        value: &Value,
        _moment: &Moment,
        _knowledge: &Knowledge,
    ) -> Result<Value, ApiError> {
        Ok(value.clone())
    }

    /// What an event makes of the state before any step runs.
    ///
    /// # Errors
    /// An event that does not fit the session: unknown question, unknown choice, a value that fits no fact.
    fn absorb(
        &self,
        before: &Snapshot,
        event: &Event,
        moment: &Moment,
        knowledge: &Knowledge,
    ) -> Result<Settled, ApiError>;

    /// Whether a person may have this step run now.
    ///
    /// # Errors
    /// `conflict`, with what has to be done first.
    fn admits(&self, step: &Step, snapshot: &Snapshot) -> Result<(), ApiError>;

    /// What happens next: the pending step, while the run has not used up the loops that its state allows.
    fn next(&self, snapshot: &Snapshot) -> Next {
        let limit = snapshot.state["control"]["limits"]["max_loops"].as_u64().unwrap_or(1);
        let spent = u64::from(snapshot.aside.run.loops) >= limit;
        let pending = snapshot.aside.pending.as_deref();
        match self.steps().iter().find(|step| Some(step.id) == pending) {
            Some(step) if !spent => Next::Run(step),
            _ => Next::Wait,
        }
    }

    /// The input of a step.
    fn input(
        &self,
        step: &Step,
        snapshot: &Snapshot,
        turns: &[Turn],
        moment: &Moment,
        knowledge: &Knowledge,
    ) -> StepInput;

    /// More values of the prompt's variables, for a model alone: what costs time and the built-in performer needs not.
    fn for_model(&self, _step: &Step, _data: &Value, _knowledge: &Knowledge) -> BTreeMap<&'static str, String> {
        BTreeMap::new()
    }

    /// The input of a step that a model is certainly asked about: the values that its prompt names, without the data
    /// that only the built-in performer reads. `None` leaves it to [`Workspace::named_input`] and
    /// [`Workspace::for_model`].
    fn asked(&self, _asking: &Asking<'_>) -> Option<StepInput> {
        None
    }

    /// As [`Workspace::input`], with the values alone that the step's prompt names, or that are needed at all.
    fn named_input(&self, asking: &Asking<'_>) -> StepInput {
        self.input(asking.step, asking.before, asking.turns, asking.moment, asking.knowledge)
    }

    /// What the built-in performer answers.
    fn perform(&self, step: &str, input: &Value, knowledge: &Knowledge) -> Value;

    /// Whether the built-in reading of this step stands in for a model that gave none.
    fn falls_back(&self, _step: &Step) -> bool {
        false
    }

    /// What an answer of a model becomes over the built-in reading; `None` where an answer is taken as it is.
    fn compose(&self, _said: &Said<'_>, _knowledge: &Knowledge) -> Option<Result<Composed, Rejection>> {
        None
    }

    /// The language in which a model is asked to correct its answer.
    fn language(&self, _turns: &[Turn]) -> &'static str {
        "ru"
    }

    /// Who performed the last turn, and the codes of what the person should know about it; `None` where nothing was
    /// kept about it.
    fn performed(&self, _now: &Snapshot, _turns: &[Turn]) -> Option<(String, Vec<String>)> {
        None
    }

    /// What the page shows.
    fn present(&self, snapshot: &Snapshot, knowledge: &Knowledge) -> Presented;

    /// How surely words that name no workspace are meant for this one; 0 says nothing.
    fn recognises(&self, _words: &str, _knowledge: &Knowledge) -> u8 {
        0
    }

    /// What lists of sessions call a session that opens with these words.
    fn title(&self, first: &str) -> String {
        first.trim().chars().take(120).collect()
    }

    /// What lists call a session now; `None` leaves the name that it has.
    fn named(&self, _snapshot: &Snapshot, _knowledge: &Knowledge) -> Option<String> {
        None
    }

    /// The words that a session opened with, read back from its version 0 and the first turn.
    fn opening(&self, _state: &Value, first: &str) -> String {
        first.to_owned()
    }

    /// Events of its own that a new version brings to whoever listens: name and data.
    fn announce(&self, _before: &Value, _after: &Value) -> Vec<(String, Value)> {
        Vec::new()
    }

    /// Whether outputs of this step are told sentence by sentence.
    fn speaks(&self, _step: &str) -> bool {
        false
    }

    /// The sentences of the output that a step added to this state; nothing where it was refused or goes on.
    fn sentences(&self, _step: &str, _state: &Value) -> Vec<Value> {
        Vec::new()
    }

    /// The places whose words an answer cites, for whoever compares them with what is held: node and quotation. Only
    /// where no step of the workspace compares them itself.
    fn cited(&self, _state: &Value) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The state as a copy for others carries it.
    fn copied(&self, state: &Value, _parts: Parts) -> Value {
        state.clone()
    }

    /// Where facts stand in its state, for the lists of what a version changed: places, with `/*` those below them one by
    /// one. Without any, the leaves of `domain`.
    fn fact_roots(&self) -> &'static [&'static str] {
        &[]
    }

    /// What the page shows as the facts of a session.
    fn facts(&self, snapshot: &Snapshot) -> Value {
        snapshot.state["domain"].clone()
    }

    /// Whether a model can add anything to what rules know; without need the built-in performer answers.
    fn needs_model(&self, _step: &Step, _input: &Value) -> bool {
        true
    }

    /// The pages that a performer with eyes is shown beside the input of a step.
    fn looks_at(&self, _step: &Step, _input: &Value) -> Option<Look> {
        None
    }

    /// The prompt's values for a model's remarks on what code made of a step; `None` when nothing could come of asking.
    fn asks_remarks(&self, _step: &Step, _input: &Value, _output: &Value, _today: &str) -> Option<StepInput> {
        None
    }

    /// What code made of a step, with a model's remarks (valid by the step's wire schema) worked in. Code stays right:
    /// remarks can order, name and doubt, never invent.
    fn remark(&self, _step: &Step, _input: &Value, output: Value, _remarks: &Value) -> (Value, Vec<Decision>) {
        (output, Vec::new())
    }

    /// What was established about what a version keeps and says; the list numbers them. `today` is `YYYY-MM-DD`.
    fn claims(&self, snapshot: &Snapshot, _knowledge: &Knowledge, _today: &str) -> Vec<Claim> {
        claims::facts(snapshot)
    }

    /// What the last turn is answered with: the one between two versions, or the first without an earlier one.
    fn answer(
        &self,
        _before: Option<&Snapshot>,
        _now: &Snapshot,
        _turns: &[Turn],
        _knowledge: &Knowledge,
    ) -> TurnAnswer {
        TurnAnswer::default()
    }

    /// Whether turns of this workspace are answered in words.
    fn replies(&self) -> bool {
        false
    }

    /// What the page shows of answers.
    fn told(&self, before: Option<&Snapshot>, now: &Snapshot, turns: &[Turn], knowledge: &Knowledge) -> Told {
        Told { answer: self.answer(before, now, turns, knowledge), ..Told::default() }
    }

    /// Which version of the person would be taken back next, of those made so far with their causes.
    fn undo_target(&self, _causes: &[(Version, &str)], _now: &Snapshot) -> Option<Version> {
        None
    }

    /// Whether words tell the program to take the last turn back.
    fn undoes(&self, _text: &str) -> bool {
        false
    }

    /// Whether a forced step begins anew with a person's input or output: where its output is kept, unless a workspace
    /// keeps its steps elsewhere.
    fn reworks(&self, state: &Value, step: &str) -> bool {
        state["steps"].get(step).is_some()
    }

    /// What a person wishes of a step that is forced; only its performer reads it.
    fn wish(&self, _step: &Step, _variant: &str, _aside: &mut Aside) {}

    /// What the session waits for by its state alone; `None` where the last decision says it.
    fn waiting(&self, _state: &Value) -> Option<NextAction> {
        None
    }

    /// Members that an answer about a session has beside its state.
    fn members(&self, _state: &Value) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// The same behind a form or a resumed run.
    fn members_of_form(&self, state: &Value) -> Vec<(&'static str, Value)> {
        self.members(state)
    }

    /// Whether its sessions wait for forms.
    fn takes_forms(&self) -> bool {
        false
    }

    /// Whether a form is a decision that asks for more than a turn.
    fn is_review(&self, _form: &str) -> bool {
        false
    }

    /// A form of the page as the fields that a program would send; `None` where its page has none.
    fn form_fields(&self, _state: &Value, _form: &str, _sent: &[(String, String)]) -> Option<Value> {
        None
    }

    /// Whether its sessions make a document that is laid out, checked and signed.
    fn has_document(&self) -> bool {
        false
    }

    /// What differs in the text of two versions; `None` where neither has one.
    ///
    /// # Errors
    /// A text that cannot be laid out, in words for the log.
    fn text_changes(
        &self,
        _before: &Snapshot,
        _after: &Snapshot,
        _knowledge: &Knowledge,
    ) -> Result<Option<Vec<TextChange>>, String> {
        Ok(None)
    }

    /// Whether a copy for the other side can go without the question and without the documents.
    fn has_parts(&self) -> bool {
        false
    }

    /// The event that searches again by a person's words, where sources are searched.
    fn search_again(&self, _keywords: &str) -> Option<Event> {
        None
    }

    /// Whether a session may be opened to the other side.
    ///
    /// # Errors
    /// Why not.
    fn shares(&self) -> Result<(), ApiError> {
        Ok(())
    }

    /// A copy for the other side, as it opens there: with an answer, and without questions of the person's own run.
    fn handed_over(&self, copy: &Snapshot, _moment: &Moment, _knowledge: &Knowledge) -> (Value, Aside) {
        let mut aside = (*copy.aside).clone();
        aside.questions.clear();
        aside.next_action = Some(NextAction::Done);
        aside.pending = None;
        ((*copy.state).clone(), aside)
    }

    /// What of a session is written into files; `None` while there is nothing.
    fn written(&self, _snapshot: &Snapshot) -> Option<Written> {
        None
    }

    /// The document that the facts make, in a variant and a part of it; `None` while they make none.
    ///
    /// # Errors
    /// An unknown variant or part; a document that cannot be laid out.
    fn document(
        &self,
        _snapshot: &Snapshot,
        _knowledge: &Knowledge,
        _variant: Option<&str>,
        _part: &str,
    ) -> Result<Option<DocumentView>, ApiError> {
        Ok(None)
    }
}

/// The workspaces that this version of the product has.
pub fn all() -> impl Iterator<Item = &'static dyn Workspace> {
    registry::all().map(|one| one.flow)
}

/// The workspace that words are meant for; the first of equals.
#[must_use]
pub fn fitting(words: &str, knowledge: &Knowledge) -> WorkspaceId {
    let sure = |workspace: &&dyn Workspace| workspace.recognises(words, knowledge);
    all().fold(registry::usual(), |best, next| {
        let before = get(best).as_ref().map_or(0, sure);
        if sure(&next) > before { next.id() } else { best }
    })
}

/// The workspace of this id, if this version of the product has it.
#[must_use]
pub fn get(id: WorkspaceId) -> Option<&'static dyn Workspace> {
    registry::of(id).map(|one| one.flow)
}

/// Performs a step of a workspace: the plain function that the built-in adapter is given.
#[must_use]
pub fn perform(workspace: WorkspaceId, step: &str, input: &Value, knowledge: &Knowledge) -> Value {
    get(workspace).map_or(Value::Null, |workspace| workspace.perform(step, input, knowledge))
}

#[cfg(test)]
mod tests;
