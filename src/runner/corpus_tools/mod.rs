//! Tools over the corpus beside the seed's: one call by name, with the same envelope and the same errors.

mod citation;
mod norms;
mod pages;
mod place;
mod provision;
mod search;
mod sources;

use crate::engine::schema;
use crate::model::tool::{CallMeta, ReplyMeta, ToolCode, ToolError};
use crate::runner::app::App;
use crate::runner::call_tool::{INPUT_BYTES, ToolReply};
use crate::runner::cancel::Cancel;
use crate::runner::fail;
use crate::runner::ports::StoreError;
use serde_json::Value;

/// Searches words and addresses.
pub const SEARCH: &str = "search_corpus";
/// Searches documents as wholes.
pub const DOCUMENTS: &str = "search_documents";
/// Opens a place.
pub const PROVISION: &str = "get_provision";
/// Checks one citation.
pub const CITATION: &str = "validate_citation";
/// What the corpus holds.
pub const SOURCES: &str = "list_sources";

/// Answers a question about norms.
pub const ASK: &str = "ask_norms";
/// Compares two editions of a document.
pub const EDITIONS: &str = "compare_editions";

/// The names of these tools.
pub const NAMES: &[&str] = &[SEARCH, DOCUMENTS, PROVISION, CITATION, SOURCES, ASK, EDITIONS];

/// Calls one of [`NAMES`]. Errors are in the reply, never beside it.
pub async fn call(app: &App, name: &str, input: &Value, call: &CallMeta, cancel: &Cancel) -> ToolReply {
    let mut meta = ReplyMeta {
        trace_id: call.trace_id.clone().unwrap_or_else(|| app.clock.id()),
        step_id: app.clock.id(),
        timestamp: app.clock.now(),
        cache_key: call.cache_key.clone(),
        budget: call.budget.clone(),
        performer: "corpus".into(),
        ..ReplyMeta::default()
    };
    let result = match cancel.unless_set(run(app, name, input, call, &mut meta)).await {
        Some(result) => result,
        None => Err(fail::cancelled().into()),
    };
    ToolReply { meta, result }
}

async fn run(app: &App, name: &str, input: &Value, call: &CallMeta, meta: &mut ReplyMeta) -> Result<Value, ToolError> {
    if input.to_string().len() > INPUT_BYTES {
        let message = format!("Вход больше {} КБ. Сократите его.", INPUT_BYTES / 1024);
        return Err(ToolError::new(ToolCode::PayloadTooLarge, message).with("limit_bytes", INPUT_BYTES));
    }
    if let Some(problem) = schema::check(&schema::tools::input(name), input).into_iter().next() {
        let pointer = problem.pointer.unwrap_or_default();
        let place = if pointer.is_empty() { "/" } else { &pointer };
        let message = format!("Вход не подходит под схему в {place}: {}.", problem.message);
        return Err(ToolError::new(ToolCode::InvalidInput, message).with("pointer", pointer));
    }
    meta.corpus_rev = app.sources.revision().await.map_err(unreached)?;
    let days = [("/on", input["on"].as_str()), ("as_of", call.as_of.as_deref())];
    if let Some((at, _)) = days.iter().find(|(_, day)| day.is_some_and(|day| !is_day(day))) {
        let message = "День записывается как ГГГГ-ММ-ДД и стоит в календаре.";
        return Err(ToolError::new(ToolCode::InvalidInput, message).with("pointer", *at));
    }
    let on = days.iter().find_map(|(_, day)| *day);
    let output = match name {
        SEARCH => search::passages(app, input, on).await,
        DOCUMENTS if input["semantic_keywords"].is_array() => pages::search(app, input, on).await,
        DOCUMENTS => search::documents(app, input, on).await,
        PROVISION => provision::get(app, input, on).await,
        CITATION => citation::check(app, input, on, meta).await,
        ASK => {
            let budget = call.budget.clone().unwrap_or_default();
            norms::ask(app, input, on, &budget, meta).await
        }
        EDITIONS => norms::editions(app, input).await,
        SOURCES => sources::list(app, input, &meta.corpus_rev).await,
        _ => Err(ToolError::new(ToolCode::UnknownTool, format!("Такого инструмента нет: {}.", NAMES.join(", ")))),
    }?;
    match schema::check(&schema::tools::output(name), &output).into_iter().next() {
        None => Ok(output),
        Some(problem) => {
            let message = "Результат не подошёл под схему. Сообщите администратору.";
            let error = ToolError::new(ToolCode::Internal, message);
            Err(error.with("pointer", problem.pointer.unwrap_or_default()))
        }
    }
}

/// `2025-13-40` has the form of a day and is none; a moment is no day.
fn is_day(text: &str) -> bool {
    text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok()
}

/// A corpus that did not answer is never an empty one.
fn unreached(_: StoreError) -> ToolError {
    ToolError::new(ToolCode::SourceUnavailable, "Корпус не ответил. Повторите через минуту.")
}

/// Nothing has been imported yet.
fn empty() -> ToolError {
    let message = "Корпус источников пуст. Загрузите источники: legalagi corpus import ПАПКА (для пробы: legalagi corpus import --demo).";
    ToolError::new(ToolCode::CorpusEmpty, message)
}
