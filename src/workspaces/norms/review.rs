//! A person looks at a run that could not end by itself: answers, corrects the words, picks another page, approves.

use crate::model::action::{AnswerFormat, AskUser};
use crate::model::error::{ApiError, ErrorCode};
use crate::workspaces::norms::lookup;
use crate::workspaces::norms::machine::{Move, Status};
use crate::workspaces::norms::state::{Norms, Plan, PlanStep};
use serde_json::{Value, json};

/// The form's id.
pub const FORM: &str = "human_review";
/// Decisions.
pub const DECISIONS: [&str; 4] = ["answer", "search_again", "other_page", "approve"];
/// Characters of a text field.
const LONGEST: usize = 8_000;

/// What the chat shows while the form waits.
#[must_use]
pub fn asked(norms: &Norms) -> AskUser {
    let missing = norms.review.as_ref().map(|review| review["missing"].clone()).unwrap_or_default();
    let missing: Vec<&str> = missing.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    AskUser {
        question_id: None,
        question_text: format!("Надёжного ответа нет, решите, что делать дальше. {}", missing.join("; ")),
        answer_format: AnswerFormat::FreeText,
        choices: None,
        why_this_question: Some("Можно и просто задать новый вопрос.".to_owned()),
        links_to_issue_ids: None,
    }
}

/// Takes the form; the run goes on from there.
///
/// # Errors
/// Another form; nothing waits; a field that is missing or does not belong there.
pub fn take(norms: &mut Norms, form: &str, fields: &Value) -> Result<(), ApiError> {
    if form != FORM || norms.status != Status::HumanReview {
        let awaited = if norms.status == Status::HumanReview { FORM } else { "" };
        return Err(ApiError::new(ErrorCode::Conflict, "Сейчас сеанс не ждёт такой формы.").with("form_id", awaited));
    }
    let mut errors = Vec::new();
    let known = ["decision", "answer", "keywords", "page", "note"];
    for key in fields.as_object().into_iter().flatten().map(|(key, _)| key).filter(|key| !known.contains(&key.as_str()))
    {
        errors.push(json!({"path": key, "code": "unknown_id", "params": {"field": key}}));
    }
    let text = |key: &str| fields[key].as_str().map(str::trim).filter(|text| !text.is_empty() && text.len() <= LONGEST);
    let decision = fields["decision"].as_str().filter(|one| DECISIONS.contains(one)).unwrap_or_default();
    let keywords: Vec<String> = match &fields["keywords"] {
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(|word| word.trim().to_owned()).collect(),
        Value::String(words) => words.split([',', '\n']).map(|word| word.trim().to_owned()).collect(),
        _ => Vec::new(),
    };
    let keywords: Vec<String> = keywords.into_iter().filter(|word| !word.is_empty()).take(20).collect();
    let needed = |missing: bool, path: &str, errors: &mut Vec<Value>| {
        if missing {
            errors.push(json!({"path": path, "code": "required", "params": {}}));
        }
    };
    match decision {
        "answer" => needed(text("answer").is_none(), "answer", &mut errors),
        "search_again" => needed(keywords.is_empty(), "keywords", &mut errors),
        "other_page" => needed(place(&fields["page"]).is_none(), "page", &mut errors),
        "approve" => {}
        _ => errors.push(json!({"path": "decision", "code": "unknown_id", "params": {"allowed": DECISIONS}})),
    }
    if !errors.is_empty() {
        let message = "Форма заполнена не полностью: исправьте отмеченные поля.";
        return Err(ApiError::new(ErrorCode::ValidationFailed, message).with("errors", errors));
    }
    let note = text("note").unwrap_or_default().to_owned();
    norms.note("REVIEWED", json!({"decision": decision, "note": note}));
    let mut review = norms.review.take().unwrap_or_else(|| json!({}));
    review["decision"] = json!(decision);
    review["note"] = json!(note);
    norms.review = Some(review);
    match decision {
        "answer" => answered(norms, text("answer").unwrap_or_default()),
        "search_again" => again(
            norms,
            step("search", "Искать по словам проверяющего", json!({"keywords": keywords, "documents": []})),
        ),
        "other_page" => {
            let given = place(&fields["page"]).unwrap_or_default();
            again(norms, step("open_address", "Открыть место, которое назвал проверяющий", given))
        }
        _ => settled(norms),
    }
}

/// A page or a place: an address («СП 63 п. 10.3.2»), a node, or `{node_id}` / `{address}`.
fn place(page: &Value) -> Option<Value> {
    let named = page.as_str().or_else(|| page["node_id"].as_str()).or_else(|| page["address"].as_str())?.trim();
    if named.starts_with("norm://") {
        return Some(json!({"node_id": named}));
    }
    let given = json!({"address": named});
    lookup::address_of(&given).map(|_| given)
}

fn step(tool: &str, action: &str, input: Value) -> PlanStep {
    PlanStep { step_number: 1, action: action.to_owned(), tool: tool.to_owned(), input, status: "pending".to_owned() }
}

/// The person's own step in place of a plan: the run goes on from it.
fn again(norms: &mut Norms, step: PlanStep) -> Result<(), ApiError> {
    moved(norms, &Move::SearchAgain)?;
    norms.plan = Plan { goal: norms.plan.goal.clone(), steps: vec![step], current_step_index: 0 };
    norms.step_results.clear();
    norms.budget.visits = 0;
    norms.final_answer = None;
    norms.partial = false;
    // As if this plan had been made: it counts among the plans.
    let print = format!("review-{}", norms.execution_history.len());
    moved(norms, &Move::Planned(print, 1, norms.known()))
}

/// The person's own words are the answer.
fn answered(norms: &mut Norms, words: &str) -> Result<(), ApiError> {
    let mut answer = norms.final_answer.clone().unwrap_or_else(|| json!({}));
    answer["text"] = json!(words);
    answer["short"] = json!(words.lines().next().unwrap_or_default());
    answer["by"] = json!("person");
    answer["found"] = json!(true);
    answer["is_valid"] = json!(false);
    norms.final_answer = Some(answer);
    settled(norms)
}

fn settled(norms: &mut Norms) -> Result<(), ApiError> {
    moved(norms, &Move::Settled)
}

fn moved(norms: &mut Norms, step: &Move) -> Result<(), ApiError> {
    let machine =
        norms.machine().after(step).map_err(|_| ApiError::new(ErrorCode::Conflict, "Сейчас это сделать нельзя."))?;
    norms.take(machine);
    Ok(())
}
