//! What an answer to a step makes of the state: guarded, put in its place, the machine moved on.

use crate::engine::search::words::{self, Language};
use crate::engine::turn::{Problem, Proposal, Rejection, Settled};
use crate::model::ids::TurnId;
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::norms::machine::{Code, Machine, Move, SECONDS, Status, Verdict, fingerprint};
use crate::workspaces::norms::perform::answer;
use crate::workspaces::norms::perform::judge::ENOUGH;
use crate::workspaces::norms::state::{Norms, Plan, PlanStep};
use crate::workspaces::norms::{flow, guards, input, present, steps};
use serde_json::{Value, json};

/// Settles the answer to a step.
///
/// # Errors
/// What the guards refuse outright; a step that is not in turn.
pub fn settle(step: &'static str, proposal: &Proposal<'_>) -> Result<Settled, Rejection> {
    let mut norms = Norms::of(&proposal.patched).ok_or_else(|| Problem::new("G80_state", "the state does not read"))?;
    if flow::pending(&norms) != Some(step) {
        return Err(Problem::new("G80_turn", format!("{step} is not in turn")).into());
    }
    let (output, decisions) = guards::check(step, &norms, proposal.output.clone())?;
    let now = proposal.moment.now.as_str();
    norms.budget.llm_calls_left =
        norms.budget.llm_calls_left.saturating_sub(u32::from(!matches!(step, steps::EXECUTE | steps::LOCATE)));
    match step {
        steps::PLAN => planned(&mut norms, &output)?,
        steps::EXECUTE => executed(&mut norms, &output)?,
        steps::READ => was_read(&mut norms, &output),
        steps::JUDGE => judged(&mut norms, &output, now)?,
        steps::LOCATE => {}
        _ => finalized(&mut norms, &output)?,
    }
    // As it was answered: a replay gives it to the step again.
    norms.last.insert(step.to_lowercase(), output);
    for decision in &decisions {
        norms.warn(&decision.message);
    }
    let mut aside = (*proposal.before.aside).clone();
    aside.run.loops += 1;
    aside.pending = flow::pending(&norms).map(str::to_owned);
    present::ask(&norms, &mut aside);
    let turns = said(&norms, proposal);
    Ok(Settled { state: norms.value(), aside, turns, decisions })
}

fn moved(norms: &mut Norms, step: &Move) -> Result<(), Rejection> {
    let machine: Machine =
        norms.machine().after(step).map_err(|error| Rejection::from(Problem::new("G80_turn", error.to_string())))?;
    norms.take(machine);
    if norms.status == Status::HumanReview {
        to_review(norms);
    }
    Ok(())
}

/// A plan, with the fingerprint of what it does.
///
/// # Errors
/// It is not time for a plan.
pub fn planned(norms: &mut Norms, output: &Value) -> Result<(), Rejection> {
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut prints = Vec::new();
    let mut plan = Plan { goal: output["goal"].as_str().unwrap_or_default().to_owned(), ..Plan::default() };
    for (index, step) in output["steps"].as_array().into_iter().flatten().enumerate() {
        let tool = step["tool"].as_str().unwrap_or_default().to_owned();
        prints.push((tool.clone(), stems(&step["input"]), strings(&step["input"]["documents"])));
        plan.steps.push(PlanStep {
            step_number: u32::try_from(index + 1).unwrap_or(u32::MAX),
            action: step["action"].as_str().unwrap_or_default().to_owned(),
            tool,
            input: step["input"].clone(),
            status: "pending".to_owned(),
        });
    }
    let count = u32::try_from(plan.steps.len()).unwrap_or(u32::MAX);
    let print = fingerprint(&prints);
    norms.scratchpad.query_domain = output["query_domain"].as_str().unwrap_or("general").to_owned();
    norms.scratchpad.priority_documents = strings(&output["priority_documents"]);
    norms.scratchpad.keywords = strings(&output["keywords"]);
    for one in strings(&output["search_hypotheses"]) {
        if !norms.scratchpad.search_hypotheses.contains(&one) && norms.scratchpad.search_hypotheses.len() < 20 {
            norms.scratchpad.search_hypotheses.push(one);
        }
    }
    norms.note(
        "PLAN",
        json!({"goal": plan.goal, "steps": count, "strategy": norms.scratchpad.strategy, "fingerprint": print}),
    );
    norms.plan = plan;
    moved(norms, &Move::Planned(print, count, norms.known()))?;
    if norms.status == Status::Planning {
        norms.note("PLAN_REPEATED", json!({"strategy": norms.scratchpad.strategy}));
    }
    Ok(())
}

/// The stems of everything that a step is given, without the documents.
fn stems(input: &Value) -> Vec<String> {
    let mut text = String::new();
    for (key, value) in input.as_object().into_iter().flatten() {
        if key != "documents" && key != "why" {
            text.push_str(&value.to_string());
            text.push(' ');
        }
    }
    words::tokens(&text).into_iter().flat_map(|token| words::stems(&token.word, Language::Russian)).collect()
}

fn executed(norms: &mut Norms, output: &Value) -> Result<(), Rejection> {
    let index = norms.plan.current_step_index;
    let items: Vec<Value> = output["items"].as_array().cloned().unwrap_or_default();
    let fresh = norms.learn(&items);
    let ids: Vec<Value> = items.iter().map(|item| item["node_id"].clone()).collect();
    let asks = output["question"].is_object();
    let done = output["outcome"] == "OK";
    let (tool, action, number) = match norms.plan.steps.get_mut(index) {
        Some(step) => {
            step.status = if done || asks { "done" } else { "failed" }.to_owned();
            (step.tool.clone(), step.action.clone(), step.step_number)
        }
        None => (String::new(), String::new(), 0),
    };
    norms.plan.current_step_index = index + 1;
    moved(norms, if asks { &Move::Asks } else { &Move::Executed })?;
    let visit = input::key(norms.budget.visits);
    let mut result = json!({
        "plan": norms.seen_plans.len(), "step_number": number, "tool": tool, "action": action,
        "outcome": output["outcome"], "items": ids, "missing": output["missing"], "code": output["outcome"],
        "read": output["calculation"].is_object() || ids.is_empty(), "findings": [], "relevance": 0.0,
    });
    if output["calculation"].is_object() {
        result["calculation"] = output["calculation"].clone();
        result["relevance"] = json!(1.0);
    }
    norms.note("EXECUTE", json!({"step_number": number, "tool": tool, "found": ids.len(), "new": fresh}));
    norms.step_results.insert(visit, result);
    if asks && norms.status == Status::AwaitingUser {
        put_question(norms, &output["question"], index);
    }
    Ok(())
}

/// The question that a step of the plan puts; a calculation is carried out again with the answer.
fn put_question(norms: &mut Norms, asked: &Value, index: usize) {
    let calculates = norms.plan.steps.get(index).is_some_and(|step| step.tool == "calculate");
    if calculates {
        norms.plan.current_step_index = index;
        norms.budget.steps_left = (norms.budget.steps_left + 1).min(crate::workspaces::norms::machine::STEPS);
        if let Some(step) = norms.plan.steps.get_mut(index) {
            step.status = "pending".to_owned();
        }
    }
    let choices: Vec<Value> = asked["choices"].as_array().cloned().unwrap_or_default();
    norms.question = Some(json!({
        "question_id": question_id(norms),
        "text": asked["question"],
        "why": asked["why"].as_str().unwrap_or_default(),
        "choices": choices,
    }));
}

/// Ids of questions are unique in a session.
fn question_id(norms: &Norms) -> String {
    format!("n{}q{}", norms.number, norms.answers.len() + 1)
}

fn was_read(norms: &mut Norms, output: &Value) {
    let visit = input::key(norms.budget.visits);
    for one in output["rejected"].as_array().into_iter().flatten() {
        if let (Some(id), Some(reason)) = (one["node_id"].as_str(), one["reason"].as_str()) {
            norms.scratchpad.rejected_sources.insert(id.to_owned(), reason.to_owned());
        }
    }
    let found = output["findings"].as_array().map_or(0, Vec::len);
    norms.note("READ", json!({"found": found, "code": output["code"], "relevance": output["relevance"]}));
    norms.keep_read(output);
    if let Some(result) = norms.step_results.get_mut(&visit) {
        result["read"] = json!(true);
        result["findings"] = output["findings"].clone();
        result["code"] = output["code"].clone();
        result["relevance"] = output["relevance"].clone();
    }
}

fn judged(norms: &mut Norms, output: &Value, now: &str) -> Result<(), Rejection> {
    let read = |key: &str| output[key].clone();
    let verdict: Verdict = serde_json::from_value(read("verdict")).unwrap_or(Verdict::HumanReview);
    let code: Code = serde_json::from_value(read("code")).unwrap_or(Code::Ok);
    let evidence =
        answer::best(norms) >= ENOUGH || norms.step_results.values().any(|one| one["calculation"].is_object());
    let late = seconds(&norms.budget.begun_at, now).is_some_and(|spent| spent > SECONDS);
    let before = norms.status;
    if let Some(result) = norms.step_results.get_mut(&input::key(norms.budget.visits)) {
        result["verdict"] = read("verdict");
    }
    norms.note("JUDGE", json!({"verdict": read("verdict"), "code": read("code"), "reason": read("reason")}));
    moved(norms, &Move::Judged(verdict, code, evidence, late))?;
    if before == Status::Judging && norms.status == Status::Planning {
        norms.note("REPLAN", json!({"strategy": norms.scratchpad.strategy}));
    }
    Ok(())
}

/// Seconds from one moment to another.
fn seconds(from: &str, to: &str) -> Option<i64> {
    let (from, to) = (from.parse::<jiff::Timestamp>().ok()?, to.parse::<jiff::Timestamp>().ok()?);
    Some(to.as_second() - from.as_second())
}

fn finalized(norms: &mut Norms, output: &Value) -> Result<(), Rejection> {
    let draft = answer::assemble(norms);
    let asks = draft["question"].is_object();
    let left = norms.budget.questions_left > 0;
    let mut finished = guards::answer::finish(norms, &draft, output);
    // Another answer stands in other places.
    boxed(&mut finished, &norms.last.remove("locate").unwrap_or_default());
    norms.final_answer = Some(finished);
    norms.note("FINALIZE", json!({"found": draft["found"], "asks": asks && left}));
    moved(norms, &Move::Finalized(asks))?;
    norms.question = None;
    if norms.status == Status::AwaitingUser {
        let mut question = draft["question"].clone();
        question["question_id"] = json!(question_id(norms));
        norms.question = Some(question);
    }
    Ok(())
}

/// Puts the boxes of LOCATE beside the citations that they belong to.
fn boxed(answer: &mut Value, located: &Value) {
    let empty = Vec::new();
    let places = located["places"].as_array().unwrap_or(&empty);
    for cited in answer["citations"].as_array_mut().into_iter().flatten() {
        let cell = cited["kind"] == "cell";
        let quote = if cell { "" } else { cited["quote"].as_str().unwrap_or_default() };
        let found = places.iter().find(|place| place["node_id"] == cited["node_id"] && place["quote"] == quote);
        if let Some(place) = found {
            cited["boxes"] = place["boxes"].clone();
        }
    }
}

/// A person has to look at it: with a draft that says what is missing.
fn to_review(norms: &mut Norms) {
    let draft = answer::assemble(norms);
    let text = crate::workspaces::norms::perform::perform(steps::FINALIZE, &json!({"draft": draft}));
    let answer = guards::answer::finish(norms, &draft, &text);
    norms.review = Some(json!({
        "reason": if norms.looped { "LOOP_DETECTED" } else { "INFO_NOT_FOUND" },
        "missing": answer["missing"],
        "form_id": "human_review",
        "decision": null,
    }));
    norms.final_answer = Some(answer);
    norms.note("HUMAN_REVIEW", json!({"missing": norms.review.as_ref().map(|review| review["missing"].clone())}));
}

/// What the person reads of it.
fn said(norms: &Norms, proposal: &Proposal<'_>) -> Vec<Turn> {
    let words = match norms.status {
        Status::AwaitingUser | Status::Completed | Status::HumanReview => {
            let answer = norms.final_answer.as_ref().and_then(|answer| answer["text"].as_str()).unwrap_or_default();
            let question = norms.question.as_ref().and_then(|question| question["text"].as_str()).unwrap_or_default();
            [answer, question].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    };
    if words.is_empty() {
        return Vec::new();
    }
    vec![Turn {
        id: TurnId(format!("t{}", proposal.before.version + 1)),
        role: Role::Assistant,
        text: words,
        at: proposal.moment.now.clone(),
        answers_to: None,
        choice: None,
    }]
}

/// A decision for the trace.
#[must_use]
pub fn decision(rule: &str, message: impl Into<String>, at: &str) -> Decision {
    Decision { rule: rule.to_owned(), message: message.into(), at: Some(at.to_owned()) }
}
