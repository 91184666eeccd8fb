//! A person edits a step: its plan, the input of one visit of the executor, or the words of the answer. What stands
//! behind it runs again.

use crate::engine::schema;
use crate::model::error::{ApiError, ErrorCode};
use crate::workspaces::norms::machine::{Machine, Move, Status};
use crate::workspaces::norms::perform::answer;
use crate::workspaces::norms::state::{Norms, Plan};
use crate::workspaces::norms::{guards, steps};
use serde_json::{Value, json};

/// Takes an edit.
///
/// # Errors
/// No such step, a run that has not ended, a value that does not fit.
pub fn take(norms: &mut Norms, step: &str, input: Option<&Value>, output: Option<&Value>) -> Result<(), ApiError> {
    if norms.status.runs() {
        return Err(ApiError::new(ErrorCode::Conflict, "Ход ещё идёт. Дождитесь его конца или остановите."));
    }
    match (step, input, output) {
        (steps::PLAN, None, Some(plan)) => replan(norms, plan),
        (steps::PLAN, None, None) => {
            restart(norms);
            Ok(())
        }
        (steps::EXECUTE, Some(given), None) => again_from(norms, given),
        (steps::FINALIZE, None, Some(words)) => rewrite(norms, words),
        (steps::PLAN | steps::EXECUTE | steps::FINALIZE, ..) => Err(ApiError::field(
            "output",
            "Правятся output шага PLAN (план), input шага EXECUTE ({step_number, …}) и output шага FINALIZE (text).",
        )),
        _ => {
            let names = [steps::PLAN, steps::EXECUTE, steps::FINALIZE];
            Err(ApiError::field("step", format!("Правятся шаги: {}.", names.join(", ")))
                .with("allowed", names.to_vec()))
        }
    }
}

/// Everything behind the plan goes.
fn restart(norms: &mut Norms) {
    let machine = Machine::fresh(&norms.budget.begun_at);
    norms.take(machine);
    norms.plan = Plan::default();
    forget(norms);
    norms.evidence.clear();
    norms.answers.clear();
    norms.edited.retain(|step| step != steps::PLAN);
}

fn forget(norms: &mut Norms) {
    norms.step_results.clear();
    norms.last.clear();
    norms.final_answer = None;
    norms.question = None;
    norms.review = None;
    norms.edited.retain(|step| step != steps::FINALIZE);
}

fn checked(id: &str, value: &Value, field: &str) -> Result<(), ApiError> {
    match schema::check(id, value).into_iter().next() {
        None => Ok(()),
        Some(problem) => {
            let pointer = problem.pointer.unwrap_or_default();
            let message = format!("Не подходит под схему шага: {} ({pointer}).", problem.message);
            Err(ApiError::field(field, message).with("pointer", format!("/{field}{pointer}")))
        }
    }
}

/// A plan of one search by words that a person wrote, separated by commas.
#[must_use]
pub fn search_plan(keywords: &str) -> Value {
    let words: Vec<&str> = keywords.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let action = format!("Искать «{}» во всех документах", words.join(", "));
    json!({
        "goal": "Найти ответ по словам человека", "query_domain": "", "priority_documents": [], "search_hypotheses": [],
        "keywords": words,
        "steps": [{"step_number": 1, "action": action, "tool": "search", "input": {"keywords": words, "documents": []}}],
    })
}

/// The person's plan.
fn replan(norms: &mut Norms, plan: &Value) -> Result<(), ApiError> {
    let step = steps::by_id(steps::PLAN).map_or("", |step| step.output);
    checked(step, plan, "output")?;
    restart(norms);
    let (plan, _) = guards::check(steps::PLAN, norms, plan.clone())
        .map_err(|refused| ApiError::field("output", format!("План не подходит: {refused}")))?;
    crate::workspaces::norms::settle::planned(norms, &plan)
        .map_err(|refused| ApiError::field("output", format!("План не подходит: {refused}")))?;
    norms.edited.push(steps::PLAN.to_owned());
    norms.note("EDITED", json!({"step": steps::PLAN}));
    Ok(())
}

/// A step of the plan with another input; the steps behind it run again.
fn again_from(norms: &mut Norms, given: &Value) -> Result<(), ApiError> {
    let number = given["step_number"].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
    let Some(index) = number.checked_sub(1).filter(|index| *index < norms.plan.steps.len()) else {
        return Err(ApiError::field("step_number", "Такого шага в плане нет."));
    };
    let mut fields = given.clone();
    if let Some(map) = fields.as_object_mut() {
        map.remove("step_number");
    }
    let mut plan = json!({
        "goal": norms.plan.goal,
        "query_domain": norms.scratchpad.query_domain,
        "priority_documents": norms.scratchpad.priority_documents,
        "search_hypotheses": [],
        "keywords": norms.scratchpad.keywords,
        "steps": norms.plan.steps.iter().map(|step| json!({
            "step_number": step.step_number, "action": step.action, "tool": step.tool, "input": step.input,
        })).collect::<Vec<_>>(),
    });
    if fields.as_object().is_some_and(|map| !map.is_empty()) {
        plan["steps"][index]["input"] = fields;
    }
    replan(norms, &plan)?;
    norms.edited.retain(|step| step != steps::PLAN);
    norms.edited.push(format!("{}:{number}", steps::EXECUTE));
    Ok(())
}

/// The person's words for the answer; the guards read them too.
fn rewrite(norms: &mut Norms, words: &Value) -> Result<(), ApiError> {
    checked(steps::by_id(steps::FINALIZE).map_or("", |step| step.output), words, "output")?;
    if norms.final_answer.is_none() {
        return Err(ApiError::new(ErrorCode::Conflict, "Ответа ещё нет."));
    }
    let draft = answer::assemble(norms);
    let mut answer = guards::answer::finish(norms, &draft, words);
    answer["by"] = json!("person");
    norms.final_answer = Some(answer);
    norms.question = None;
    if norms.status == Status::HumanReview
        && let Ok(machine) = norms.machine().after(&Move::Settled)
    {
        norms.take(machine);
    }
    if norms.status == Status::AwaitingUser {
        norms.status = Status::Completed;
        norms.meta["status"] = json!("ready");
    }
    norms.edited.retain(|step| step != steps::FINALIZE);
    norms.edited.push(steps::FINALIZE.to_owned());
    Ok(())
}
