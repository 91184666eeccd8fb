//! The flow of a norms session: open, absorb, next. Pure.

use crate::engine::knowledge::{Knowledge, norms as lexicon};
use crate::engine::step::{Kind, Step};
use crate::engine::turn::{Moment, Settled};
use crate::model::claim::Claim;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::{QuestionId, SessionId, TurnId};
use crate::model::session::WorkspaceId;
use crate::model::share::Parts;
use crate::model::snapshot::{Aside, RunCounters, Snapshot};
use crate::model::turn::{Role, Turn};
use crate::workspaces::norms::machine::{Move, Status};
use crate::workspaces::norms::perform::{plainly, question, required};
use crate::workspaces::norms::state::{Given, Norms, fresh};
use crate::workspaces::norms::{ID, claims, foreign, input, perform, pictures, present, report, review, rework, steps};
use crate::workspaces::{Look, Presented, StepInput, Workspace, Written};
use serde_json::{Value, json};

/// The norms workspace.
pub struct NormsFlow;

/// Its only instance.
pub static NORMS: NormsFlow = NormsFlow;

impl Workspace for NormsFlow {
    fn id(&self) -> WorkspaceId {
        ID
    }

    fn steps(&self) -> &'static [Step] {
        steps::STEPS
    }

    fn open(&self, session: &SessionId, first: &str, moment: &Moment) -> Settled {
        let norms = fresh(session, first, &moment.now);
        let aside = Aside { pending: pending(&norms).map(str::to_owned), ..Aside::default() };
        Settled { state: norms.value(), aside, turns: vec![said(0, first, moment)], decisions: Vec::new() }
    }

    fn absorb(
        &self,
        before: &Snapshot,
        event: &Event,
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> Result<Settled, ApiError> {
        let mut norms = Norms::of(&before.state).ok_or_else(unread)?;
        let version = before.version + 1;
        let mut turns = Vec::new();
        match event {
            Event::Message { text, answers_to, choice } => {
                turns.push(message(&mut norms, text, answers_to.as_ref(), choice.as_deref(), version, moment)?);
            }
            Event::Gate { form, state_version, fields, .. } => {
                check_version(&norms, *state_version)?;
                review::take(&mut norms, form, fields)?;
                turns.push(said(version, &format!("[{form}]"), moment));
            }
            Event::Rework { step, input, output } => rework::take(&mut norms, step, input.as_ref(), output.as_ref())?,
            Event::Import { held, .. } => foreign::distrust(&mut norms, held),
            Event::Edit { .. }
            | Event::Clause { .. }
            | Event::Sequence { .. }
            | Event::Attach { .. }
            | Event::Card { .. }
            | Event::Review { .. }
            | Event::Undo { .. }
            | Event::Evidence { .. } => {
                let message =
                    "В нормах отвечают на вопрос, правят шаг (POST …/step) или решают проверку (POST …/gate).";
                return Err(ApiError::new(ErrorCode::NotSupported, message));
            }
        }
        norms.meta["state_version"] = version.into();
        norms.meta["updated_at"] = json!(moment.now);
        norms.budget.begun_at.clone_from(&moment.now);
        let mut aside = (*before.aside).clone();
        aside.run = RunCounters::default();
        aside.pending = pending(&norms).map(str::to_owned);
        present::ask(&norms, &mut aside);
        Ok(Settled { state: norms.value(), aside, turns, decisions: Vec::new() })
    }

    fn admits(&self, step: &Step, snapshot: &Snapshot) -> Result<(), ApiError> {
        let turn = Norms::of(&snapshot.state).and_then(|norms| pending(&norms));
        if turn == Some(step.id) {
            return Ok(());
        }
        let message = "Сейчас этот шаг не на очереди. Правку шага отправьте с полем input или output.";
        Err(ApiError::new(ErrorCode::Conflict, message).with("step", turn.unwrap_or_default()))
    }

    fn input(
        &self,
        step: &Step,
        snapshot: &Snapshot,
        _turns: &[Turn],
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> StepInput {
        let data = Norms::of(&snapshot.state).map(|norms| input::of(step.id, &norms)).unwrap_or_default();
        input::rendered(step, data, moment.today())
    }

    fn perform(&self, step: &str, input: &Value, _knowledge: &Knowledge) -> Value {
        perform::perform(step, input)
    }

    fn recognises(&self, words: &str, _knowledge: &Knowledge) -> u8 {
        let asked = question::read(words, &[]);
        let named = lexicon::shared().domains.iter().flat_map(|domain| &domain.documents);
        if named.into_iter().any(|id| asked.documents.contains(id)) {
            6
        } else if asked.dimensions.is_empty() || asked.domains.is_empty() {
            0
        } else {
            3
        }
    }

    fn claims(&self, snapshot: &Snapshot, _knowledge: &Knowledge, _today: &str) -> Vec<Claim> {
        claims::claims(snapshot)
    }

    fn present(&self, snapshot: &Snapshot, _knowledge: &Knowledge) -> Presented {
        Norms::of(&snapshot.state).map(|norms| present::present(&norms)).unwrap_or_default()
    }

    fn cited(&self, state: &Value) -> Vec<(String, String)> {
        Norms::of(state).map(|norms| foreign::cited(&norms)).unwrap_or_default()
    }

    fn copied(&self, state: &Value, parts: Parts) -> Value {
        Norms::of(state).map(|norms| foreign::copied(&norms, parts).value()).unwrap_or_default()
    }

    fn written(&self, snapshot: &Snapshot) -> Option<Written> {
        Norms::of(&snapshot.state).and_then(|norms| report::written(&norms))
    }

    fn fact_roots(&self) -> &'static [&'static str] {
        present::ROOTS
    }

    fn facts(&self, snapshot: &Snapshot) -> Value {
        (*snapshot.state).clone()
    }

    fn reworks(&self, _state: &Value, _step: &str) -> bool {
        true
    }

    fn has_parts(&self) -> bool {
        true
    }

    fn search_again(&self, keywords: &str) -> Option<Event> {
        Some(Event::Rework { step: steps::PLAN.into(), input: None, output: Some(rework::search_plan(keywords)) })
    }

    fn takes_forms(&self) -> bool {
        true
    }

    fn is_review(&self, form: &str) -> bool {
        form == review::FORM
    }

    fn looks_at(&self, step: &Step, input: &Value) -> Option<Look> {
        pictures::of(step.id, input)
    }

    /// Without model calls left, and without anything to read or to say, rules answer.
    fn needs_model(&self, step: &Step, input: &Value) -> bool {
        let nothing = match step.id {
            steps::READ => input["items"].as_array().is_none_or(Vec::is_empty),
            steps::FINALIZE => input["draft"]["found"] != true,
            _ => false,
        };
        step.kind == Kind::Model && !nothing && input["llm_calls_left"].as_u64().is_none_or(|left| left > 0)
    }
}

fn unread() -> ApiError {
    ApiError::new(ErrorCode::Internal, "Состояние сеанса не читается.")
}

/// The step that the machine asks for.
#[must_use]
pub fn pending(norms: &Norms) -> Option<&'static str> {
    match norms.status {
        Status::Planning => Some(steps::PLAN),
        Status::Executing => Some(steps::EXECUTE),
        Status::Judging if input::last(norms)["read"] != true => Some(steps::READ),
        Status::Judging => Some(steps::JUDGE),
        Status::Finalizing if !norms.last.contains_key("locate") => Some(steps::LOCATE),
        Status::Finalizing => Some(steps::FINALIZE),
        Status::Completed | Status::Error | Status::AwaitingUser | Status::HumanReview => None,
    }
}

fn said(version: u32, text: &str, moment: &Moment) -> Turn {
    Turn {
        id: TurnId(format!("t{version}")),
        role: Role::User,
        text: text.to_owned(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    }
}

/// A form that was filled in on an older state is not taken.
fn check_version(norms: &Norms, version: u32) -> Result<(), ApiError> {
    let current = norms.meta["state_version"].as_u64().unwrap_or(0);
    if u64::from(version) == current {
        return Ok(());
    }
    let message = "Сеанс с тех пор изменился: посмотрите на новое состояние и отправьте форму ещё раз.";
    Err(ApiError::new(ErrorCode::Conflict, message).with("state_version", current))
}

/// A new question, or the last one with what was added to it: «а в Омске?» keeps element, material and document.
fn ask(norms: &mut Norms, text: &str, moment: &Moment) {
    let own = question::read(text, &[]);
    let goes_on =
        plainly::goes_on(text, !own.dimensions.is_empty() || !own.domains.is_empty(), !own.addresses.is_empty());
    let goes_on = goes_on || required::leans_on(&norms.user_query, text);
    let picked = norms.answers.iter().map(|given| given.text.as_str());
    let query = if goes_on && !norms.user_query.trim().is_empty() {
        let kept: Vec<&str> = std::iter::once(norms.user_query.as_str()).chain(picked).chain([text]).collect();
        kept.join(plainly::ADDED)
    } else {
        text.to_owned()
    };
    norms.ask_anew(&query, &moment.now);
}

/// Words of the person: the answer to the open question, or a new question.
fn message(
    norms: &mut Norms,
    text: &str,
    answers_to: Option<&QuestionId>,
    choice: Option<&str>,
    version: u32,
    moment: &Moment,
) -> Result<Turn, ApiError> {
    let open = norms.question.clone().filter(|_| norms.status == Status::AwaitingUser);
    let Some(open) = open else {
        if answers_to.is_some() || choice.is_some() {
            let message = "На этот вопрос уже есть ответ. Обновите страницу.";
            return Err(ApiError::field("answer_to_question_id", message));
        }
        ask(norms, text, moment);
        return Ok(said(version, text, moment));
    };
    let id = open["question_id"].as_str().unwrap_or_default().to_owned();
    if answers_to.is_some_and(|given| given.as_str() != id) {
        let message = "Такого вопроса сейчас нет. Обновите страницу и ответьте на вопрос, который на ней.";
        return Err(ApiError::field("answer_to_question_id", message));
    }
    let choices: Vec<&Value> = open["choices"].as_array().into_iter().flatten().collect();
    let picked = match choice {
        None => None,
        Some(id) => Some(choices.iter().copied().find(|one| one["id"] == id).ok_or_else(|| {
            let message = "Такого варианта в этом вопросе нет. Выберите один из предложенных или ответьте словами.";
            ApiError::field("choice_id", message).with("value", id)
        })?),
    };
    let words = match (text.trim().is_empty(), picked) {
        (true, Some(picked)) => picked["label"].as_str().unwrap_or_default(),
        _ => text,
    };
    // Another question in place of an answer is a new question.
    if picked.is_none() && answers_to.is_none() && words.trim_end().ends_with('?') {
        ask(norms, words, moment);
        return Ok(said(version, words, moment));
    }
    norms.answers.push(Given { question_id: id.clone(), choice: choice.map(str::to_owned), text: words.to_owned() });
    norms.question = None;
    norms.note("ANSWER", json!({"question_id": id, "choice": choice, "text": words}));
    let machine = norms.machine().after(&Move::Answered).map_err(|_| unread())?;
    norms.take(machine);
    let mut turn = said(version, words, moment);
    turn.answers_to = Some(QuestionId(id));
    turn.choice = choice.map(str::to_owned);
    Ok(turn)
}
