//! `get_legal_advice`: the pipeline itself over a session in memory; nothing is stored.

use crate::model::error::{ApiError, ErrorCode};
use crate::model::event::Event;
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use crate::model::tool::{Budget, Spent, ToolError};
use crate::model::turn::Turn;
use crate::runner::app::App;
use crate::runner::by_rules::by_rules;
use crate::runner::call_tool::{Made, Progress, over, spent_of};
use crate::runner::cancel::Cancel;
use crate::runner::run_step::run_step;
use crate::workspaces::research::flow::RESEARCH;
use crate::workspaces::research::perform::answer::render;
use crate::workspaces::research::{state, steps};
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::sync::Arc;

/// Runs the seven steps for one question.
///
/// # Errors
/// The step that failed; documents over the limit.
pub async fn advise(
    app: &App,
    input: &Value,
    on: &str,
    budget: &Budget,
    cancel: &Cancel,
    progress: Progress<'_>,
) -> Result<Made, ToolError> {
    let session = SessionId(format!("advice-{}", app.clock.id()));
    let moment = app.moment();
    let query = input["query"].as_str().unwrap_or_default();
    let opened = RESEARCH.open(&session, query, &moment);
    let mut first = opened.state;
    first["as_of"] = json!(on);
    if input["context"].is_object() {
        first["control"]["context"] = input["context"].clone();
    }
    let mut snapshot =
        Snapshot { session, version: 0, state: Arc::new(first), aside: Arc::new(opened.aside), at: moment.now.clone() };
    for document in input["documents"].as_array().into_iter().flatten() {
        let get = |key: &str| document[key].as_str().unwrap_or_default().to_owned();
        let title = if get("title").is_empty() { get("id") } else { get("title") };
        let sha256 = crate::engine::prompt::sha256(&get("text"));
        let event = Event::Attach { id: get("id"), title, text: get("text"), sha256 };
        let knowledge = app.knowledge.current();
        let settled = app.aside(|| RESEARCH.absorb(&snapshot, &event, &moment, &knowledge)).await?;
        snapshot.state = Arc::new(settled.state);
        snapshot.version += 1;
    }
    let mut turns: Vec<Turn> = opened.turns;
    let mut spent = Spent::default();
    let mut performer = "builtin".to_owned();
    let mut warnings: Vec<String> = Vec::new();
    let mut details = Vec::new();
    let rules = by_rules(app);
    let mut exhausted = false;
    let total = steps::STEPS.len();
    while let Next::Run(step) = RESEARCH.next(&snapshot) {
        if !exhausted && over(budget, &spent) {
            exhausted = true;
            warnings.push(format!("Бюджет исчерпан: с шага {} работает встроенный исполнитель.", step.id));
        }
        let with = if exhausted { &rules } else { app };
        let ran = run_step(with, &RESEARCH, step, &snapshot, &turns, cancel).await;
        let cost = spent_of(&ran.trace.usage);
        spent.tokens += cost.tokens;
        spent.cost_usd += cost.cost_usd;
        // «corpus + model»: the model that remarked on what code made.
        let by = ran.trace.performer.rsplit(" + ").next().unwrap_or_default();
        if !matches!(by, "builtin" | "corpus") {
            by.clone_into(&mut performer);
        }
        details.push(json!({"step": step.id, "performer": ran.trace.performer, "millis": ran.trace.millis}));
        let accepted = ran.result?;
        turns.extend(accepted.turns);
        snapshot = accepted.snapshot;
        let done = steps::STEPS.iter().filter(|step| state::output(&snapshot.state, step.id).is_some()).count();
        progress(step.id, done, total);
    }
    let whole = &*snapshot.state;
    if whole["answer"].is_null() {
        return Err(ApiError::new(ErrorCode::Internal, "Ответ не сложился: шаги закончились раньше.").into());
    }
    warnings.extend(whole["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    let format = input["output_format"].as_str().unwrap_or("markdown");
    let text = whole["answer"]["text"].as_str().unwrap_or_default();
    let mut output = json!({
        "answer_text": render::render(text, format),
        "citations": whole["answer"]["citations"],
        "sources": whole["sources"],
        "validation": whole["steps"][steps::VALIDATE],
        "intent": whole["steps"][steps::CLASSIFY],
        "struck": whole["answer"]["struck"],
        "warnings": warnings,
    });
    for key in ["table", "workflow"] {
        if let Some(value) = whole["answer"].get(key) {
            output[key] = value.clone();
        }
    }
    Ok(Made { output, performer, spent, warnings, details: json!({"steps": details}), by_budget: exhausted })
}
