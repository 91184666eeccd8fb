//! The flow of a research session: open, absorb, next. Pure.

use crate::engine::knowledge::Knowledge;
use crate::engine::schema;
use crate::engine::step::{Kind, Step};
use crate::engine::turn::{Moment, Proposal, Rejection, Settled};
use crate::model::action::NextAction;
use crate::model::claim::Claim;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::{SessionId, TurnId};
use crate::model::session::WorkspaceId;
use crate::model::share::Parts;
use crate::model::snapshot::{Aside, RunCounters, Snapshot};
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::research::perform::{cites, classify, input};
use crate::workspaces::research::{
    ID, claims, finish, foreign, guards, perform, present, remarks, report, state, steps,
};
use crate::workspaces::{Presented, StepInput, Workspace, Written};
use serde_json::{Value, json};

/// The research workspace.
pub struct Research;

/// Its only instance.
pub static RESEARCH: Research = Research;

impl Workspace for Research {
    fn id(&self) -> WorkspaceId {
        ID
    }

    fn steps(&self) -> &'static [Step] {
        steps::STEPS
    }

    fn open(&self, session: &SessionId, first: &str, moment: &Moment) -> Settled {
        let state = state::fresh(session, first, &moment.now);
        let aside = Aside { pending: Some(steps::CLASSIFY.to_owned()), ..Aside::default() };
        Settled { state, aside, turns: vec![said(0, Role::User, first, moment)], decisions: Vec::new() }
    }

    fn absorb(
        &self,
        before: &Snapshot,
        event: &Event,
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> Result<Settled, ApiError> {
        let mut next = (*before.state).clone();
        let mut turns = Vec::new();
        match event {
            Event::Message { text, .. } => {
                state::ask_anew(&mut next, text, &moment.now);
                turns.push(said(before.version + 1, Role::User, text, moment));
            }
            Event::Sequence { text, name, steps } => {
                state::ask_anew(&mut next, text, &moment.now);
                next["control"]["sequence"] = json!({"name": name, "steps": steps});
                turns.push(said(before.version + 1, Role::User, text, moment));
            }
            Event::Rework { step, input, output } => rework(&mut next, step, input.as_ref(), output.as_ref())?,
            Event::Attach { id, title, text, sha256 } => attach(&mut next, id, title, text, sha256)?,
            Event::Import { .. } => foreign::distrust(&mut next),
            Event::Edit { .. }
            | Event::Clause { .. }
            | Event::Gate { .. }
            | Event::Card { .. }
            | Event::Review { .. }
            | Event::Undo { .. }
            | Event::Evidence { .. } => {
                return Err(ApiError::new(ErrorCode::NotSupported, "В исследовании правятся шаги: POST …/step."));
            }
        }
        let version = before.version + 1;
        next["meta"]["state_version"] = version.into();
        next["meta"]["updated_at"] = json!(moment.now);
        let mut aside = (*before.aside).clone();
        aside.run = RunCounters::default();
        aside.pending = following(&next).map(str::to_owned);
        // A document joins the session without a run of its own.
        if matches!(event, Event::Attach { .. })
            || (matches!(event, Event::Import { .. }) && state::output(&before.state, steps::VALIDATE).is_none())
        {
            aside.pending.clone_from(&before.aside.pending);
        } else if aside.pending.is_none() {
            finish::conclude(&mut next);
        }
        Ok(Settled { state: next, aside, turns, decisions: Vec::new() })
    }

    fn admits(&self, step: &Step, snapshot: &Snapshot) -> Result<(), ApiError> {
        let earlier = state::plan(&snapshot.state).take_while(|known| known.id != step.id);
        match earlier.into_iter().find(|known| state::output(&snapshot.state, known.id).is_none()) {
            None => Ok(()),
            Some(missing) => {
                let message = format!("Сначала должен пройти шаг {}. Повторите ход с него.", missing.id);
                Err(ApiError::new(ErrorCode::Conflict, message).with("step", missing.id))
            }
        }
    }

    fn input(
        &self,
        step: &Step,
        snapshot: &Snapshot,
        _turns: &[Turn],
        moment: &Moment,
        _knowledge: &Knowledge,
    ) -> StepInput {
        input::rendered(step, input::of(step.id, &snapshot.state), moment.today())
    }

    fn perform(&self, step: &str, input: &Value, _knowledge: &Knowledge) -> Value {
        perform::perform(step, input)
    }

    fn recognises(&self, words: &str, _knowledge: &Knowledge) -> u8 {
        let asks = words.trim_end().ends_with('?');
        if asks || !cites::found(words).is_empty() { 2 } else { 0 }
    }

    fn claims(&self, snapshot: &Snapshot, _knowledge: &Knowledge, _today: &str) -> Vec<Claim> {
        claims::claims(snapshot)
    }

    fn present(&self, snapshot: &Snapshot, _knowledge: &Knowledge) -> Presented {
        present::present(snapshot)
    }

    fn copied(&self, state: &Value, parts: Parts) -> Value {
        foreign::copied(state, parts)
    }

    fn has_parts(&self) -> bool {
        true
    }

    fn written(&self, snapshot: &Snapshot) -> Option<Written> {
        let (title, pieces) = report::pieces(&snapshot.state)?;
        Some(Written { title, pieces, data: report::data(&snapshot.state) })
    }

    fn fact_roots(&self) -> &'static [&'static str] {
        present::ROOTS
    }

    fn facts(&self, snapshot: &Snapshot) -> Value {
        (*snapshot.state).clone()
    }

    fn needs_model(&self, step: &Step, input: &Value) -> bool {
        needs_model(step, input)
    }

    fn asks_remarks(&self, step: &Step, input: &Value, output: &Value, today: &str) -> Option<StepInput> {
        remarks::shown(step.id, input, output).map(|shown| input::rendered(step, shown, today))
    }

    fn remark(&self, step: &Step, input: &Value, output: Value, remarks: &Value) -> (Value, Vec<Decision>) {
        remarks::apply(step.id, input, output, remarks)
    }
}

/// Whether a model can add anything to what rules know.
#[must_use]
pub fn needs_model(step: &Step, input: &Value) -> bool {
    match (step.kind, step.id) {
        (Kind::Code | Kind::Retrieve, _) => false,
        (_, steps::CLASSIFY) => {
            let rules = perform::perform(step.id, input);
            rules["confidence"].as_f64().is_none_or(|confidence| confidence < classify::SURE)
        }
        (_, steps::PATTERNS) => input["documents"].as_array().is_some_and(|documents| !documents.is_empty()),
        // Without sources nothing can be said that could be checked.
        (_, steps::ANSWER) => {
            let task = input["task"].as_str().unwrap_or_default();
            !input::numbered(input).is_empty() && !["store_document", "build_workflow", "run_workflow"].contains(&task)
        }
        _ => true,
    }
}

/// The step that the state asks for: the first without an output; the answer again while a rewrite is due.
#[must_use]
pub fn following(whole: &Value) -> Option<&'static str> {
    if whole["rewrite"]["pending"] == true && state::output(whole, steps::VALIDATE).is_some() {
        return Some(steps::ANSWER);
    }
    state::plan(whole).find(|step| state::output(whole, step.id).is_none()).map(|step| step.id)
}

/// Settles any step: its output is guarded, put into the state, and what follows from it is concluded.
///
/// # Errors
/// What the guards of the step refuse.
pub fn settle(step: &'static str, proposal: &Proposal<'_>) -> Result<Settled, Rejection> {
    let input = input::of(step, &proposal.before.state);
    let (output, decisions) = guards::check(step, &input, proposal.output.clone())?;
    let mut next = proposal.patched.clone();
    state::forget_from(&mut next, step);
    next["steps"][step] = output;
    for decision in &decisions {
        state::warn(&mut next, &decision.message);
    }
    let mut turns = Vec::new();
    match step {
        steps::ANSWER => {
            next["rewrite"]["pending"] = json!(false);
            next["sources"] = finish::sources(&next);
        }
        steps::VALIDATE => finish::after_check(&mut next),
        _ => next["rewrite"] = json!({"count": 0, "pending": false, "issues": []}),
    }
    let mut aside = (*proposal.before.aside).clone();
    aside.run.loops += 1;
    aside.pending = following(&next).map(str::to_owned);
    aside.next_action = None;
    if aside.pending.is_none() {
        finish::conclude(&mut next);
        aside.next_action = Some(NextAction::Done);
        let text = next["answer"]["text"].as_str().unwrap_or_default();
        turns.push(said(proposal.before.version + 1, Role::Assistant, text, proposal.moment));
    }
    Ok(Settled { state: next, aside, turns, decisions })
}

fn said(version: u32, role: Role, text: &str, moment: &Moment) -> Turn {
    Turn {
        id: TurnId(format!("t{version}")),
        role,
        text: text.to_owned(),
        at: moment.now.clone(),
        answers_to: None,
        choice: None,
    }
}

/// A person's own input or output of a step; what follows it runs again.
fn rework(next: &mut Value, id: &str, input: Option<&Value>, output: Option<&Value>) -> Result<(), ApiError> {
    let step = steps::by_id(id).ok_or_else(|| {
        let names: Vec<&str> = steps::STEPS.iter().map(|step| step.id).collect();
        ApiError::field("step", format!("Такого шага нет. Возможные шаги: {}.", names.join(", ")))
            .with("allowed", names)
    })?;
    let earlier = state::plan(next).take_while(|known| known.id != id);
    if let Some(missing) = earlier.into_iter().find(|known| state::output(next, known.id).is_none()) {
        let message = format!("Сначала должен пройти шаг {}.", missing.id);
        return Err(ApiError::new(ErrorCode::Conflict, message).with("step", missing.id));
    }
    let checked = |schema: &str, value: &Value, field: &str| match schema::check(schema, value).into_iter().next() {
        None => Ok(()),
        Some(problem) => {
            let pointer = problem.pointer.unwrap_or_default();
            Err(ApiError::field(field, format!("Не подходит под схему шага: {} ({pointer}).", problem.message))
                .with("pointer", format!("/{field}{pointer}")))
        }
    };
    state::forget_from(next, id);
    next["rewrite"] = json!({"count": 0, "pending": false, "issues": []});
    match (input, output) {
        (Some(input), None) => {
            checked(&schema::research::input(id), input, "input")?;
            next["inputs"][id] = input.clone();
        }
        (None, Some(output)) => {
            checked(step.output, output, "output")?;
            next["steps"][id] = output.clone();
            if let Some(edited) = next["edited"].as_array_mut() {
                edited.push(json!(id));
            }
            match id {
                steps::ANSWER => next["sources"] = finish::sources(next),
                steps::VALIDATE => finish::after_check(next),
                _ => {}
            }
        }
        // The step simply runs again, with the pipeline's own input.
        (None, None) => {
            if let Some(inputs) = next["inputs"].as_object_mut() {
                inputs.remove(id);
            }
        }
        (Some(_), Some(_)) => {
            return Err(ApiError::field("output", "Нужно одно из двух: input (вход шага) или output (его результат)."));
        }
    }
    Ok(())
}

/// A document joins the session.
fn attach(next: &mut Value, id: &str, title: &str, text: &str, sha256: &str) -> Result<(), ApiError> {
    let held: usize = next["documents"]
        .as_object()
        .into_iter()
        .flat_map(|map| map.values())
        .filter_map(|document| document["text"].as_str())
        .map(str::len)
        .sum();
    if held + text.len() > state::DOCUMENT_BYTES {
        let message =
            "Документы сеанса вместе больше 300 КБ текста. Загрузите большие тексты в корпус: legalagi corpus import.";
        return Err(ApiError::new(ErrorCode::PayloadTooLarge, message).with("limit_bytes", state::DOCUMENT_BYTES));
    }
    let known = next["documents"].as_object().into_iter().flat_map(|map| map.values()).any(|d| d["sha256"] == sha256);
    if !known {
        next["documents"][id] = json!({"title": title, "text": text, "sha256": sha256});
    }
    Ok(())
}
