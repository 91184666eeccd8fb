//! One step or the whole pipeline by name, from outside: checked input, cache, budget, the same guards, one reply.

use crate::engine::prompt::sha256;
use crate::engine::schema;
use crate::engine::step::{Kind, Step};
use crate::model::tool::{Budget, CallMeta, ReplyMeta, Spent, ToolCode, ToolError};
use crate::model::trace::Usage;
use crate::runner::app::App;
use crate::runner::ask_model::ask_model;
use crate::runner::ask_remarks::ask_remarks;
use crate::runner::by_rules::by_rules;
use crate::runner::cancel::Cancel;
use crate::runner::tool_cache::Kept;
use crate::runner::{advise, check_answer, fail};
use crate::workspaces::research;
use crate::workspaces::research::perform::answer::render;
use crate::workspaces::research::perform::{self, input as inputs};
use crate::workspaces::research::run::sources;
use crate::workspaces::research::{flow, guards, steps};
use serde_json::{Value, json};

/// Bytes of the input of `extract_document_sections`.
pub const EXTRACT_BYTES: usize = 2 * 1024 * 1024;
/// Bytes of any other input.
pub const INPUT_BYTES: usize = 256 * 1024;
/// Bytes of a query.
pub const QUERY_BYTES: usize = 16 * 1024;
/// Rules of the built-in performers; part of every cache key.
const RULES: &str = "research-1";

/// A reply: what travels beside the output, and the output or the error.
#[derive(Debug, Clone)]
pub struct ToolReply {
    /// Beside.
    pub meta: ReplyMeta,
    /// By the tool's output schema, or the unified error.
    pub result: Result<Value, ToolError>,
}

/// What a tool made.
pub struct Made {
    /// The output.
    pub output: Value,
    /// Who made it.
    pub performer: String,
    /// What it cost.
    pub spent: Spent,
    /// What the caller should know.
    pub warnings: Vec<String>,
    /// Values beside the output.
    pub details: Value,
    /// Whether the caller's budget left its mark on it: it answers no other caller.
    pub by_budget: bool,
}

/// Told about each finished step of `get_legal_advice`: step, how many are done, how many there are.
pub type Progress<'a> = &'a (dyn Fn(&str, usize, usize) + Send + Sync);

/// The names of all tools.
#[must_use]
pub fn names() -> Vec<&'static str> {
    steps::STEPS.iter().map(|step| step.id).chain([steps::ADVICE]).collect()
}

/// Calls a tool. Errors are in the reply, never beside it.
pub async fn call_tool(
    app: &App,
    name: &str,
    input: Value,
    call: &CallMeta,
    cancel: &Cancel,
    progress: Progress<'_>,
) -> ToolReply {
    let mut meta = ReplyMeta {
        trace_id: call.trace_id.clone().unwrap_or_else(|| app.clock.id()),
        step_id: app.clock.id(),
        timestamp: app.clock.now(),
        budget: call.budget.clone(),
        performer: "builtin".into(),
        ..ReplyMeta::default()
    };
    let result = run(app, name, input, call, cancel, progress, &mut meta).await;
    ToolReply { meta, result }
}

async fn run(
    app: &App,
    name: &str,
    input: Value,
    call: &CallMeta,
    cancel: &Cancel,
    progress: Progress<'_>,
    meta: &mut ReplyMeta,
) -> Result<Value, ToolError> {
    if !names().contains(&name) {
        let message = format!("Такого инструмента нет. Возможны: {}.", names().join(", "));
        return Err(ToolError::new(ToolCode::UnknownTool, message));
    }
    admit(name, &input, call)?;
    let on = match &call.as_of {
        Some(day) => day.clone(),
        None => app.moment().today().to_owned(),
    };
    meta.corpus_rev = app
        .sources
        .revision()
        .await
        .map_err(|_| ToolError::new(ToolCode::SourceUnavailable, "Корпус не ответил. Повторите через минуту."))?;
    let budget = call.budget.clone().unwrap_or_default();
    if budget.require_model && (budget.is_zero() || !app.llm.performer().is_model) {
        let message = "Нужна модель, но бюджет её не допускает или модель не подключена. Уберите require_model или подключите модель.";
        return Err(ToolError::new(ToolCode::BudgetExceeded, message));
    }
    let app = if budget.is_zero() { &by_rules(app) } else { app };
    let key = key_of(app, name, &input, &on, &meta.corpus_rev, budget.is_zero());
    if let Some(given) = &call.cache_key {
        let stands_for = sha256(&format!("{name}\0{}", canonical(&input)));
        if !app.tools.claim(given, &stands_for) {
            let message = "Этот ключ кэша уже занят другим входом. Возьмите другой x-cache-key.";
            return Err(ToolError::new(ToolCode::CacheKeyConflict, message).with("cache_key", given.as_str()));
        }
    }
    meta.cache_key = Some(call.cache_key.clone().unwrap_or_else(|| key.clone()));
    if let Some(kept) = app.tools.get(&key) {
        meta.cached = true;
        meta.performer = kept.performer;
        meta.warnings = kept.warnings;
        meta.details = kept.details;
        return Ok(kept.output);
    }
    let made = match steps::by_id(name) {
        Some(step) => one(app, step, &input, &on, &budget, cancel).await?,
        None => advise::advise(app, &input, &on, &budget, cancel, progress).await?,
    };
    meta.performer.clone_from(&made.performer);
    meta.spent = made.spent;
    meta.warnings.clone_from(&made.warnings);
    meta.details.clone_from(&made.details);
    let id = schema::research::output(name);
    if let Some(problem) = schema::check(&id, &made.output).into_iter().next() {
        let message = "Результат не подошёл под схему. Сообщите администратору.";
        return Err(ToolError::new(ToolCode::Internal, message).with("pointer", problem.pointer.unwrap_or_default()));
    }
    if !made.by_budget {
        let output = made.output.clone();
        let kept = Kept { output, performer: made.performer, warnings: made.warnings, details: made.details };
        app.tools.put(&key, kept);
    }
    Ok(made.output)
}

/// Checks an input before anything runs.
fn admit(name: &str, input: &Value, call: &CallMeta) -> Result<(), ToolError> {
    let bytes = input.to_string().len();
    let most = if name == steps::SECTIONS { EXTRACT_BYTES } else { INPUT_BYTES };
    // What a chain of steps hands on (texts of sources) may be as large as what it came from.
    let most = if matches!(name, steps::PATTERNS | steps::ANSWER | steps::VALIDATE) { EXTRACT_BYTES } else { most };
    if bytes > most {
        let message = format!("Вход больше {} КБ. Сократите его или отправьте по частям.", most / 1024);
        return Err(ToolError::new(ToolCode::PayloadTooLarge, message).with("limit_bytes", most));
    }
    let invalid = |message: String, pointer: String| {
        Err(ToolError::new(ToolCode::InvalidInput, message).with("pointer", pointer))
    };
    if let Some(problem) = schema::check(&schema::research::input(name), input).into_iter().next() {
        let pointer = problem.pointer.unwrap_or_default();
        let place = if pointer.is_empty() { "/" } else { &pointer };
        return invalid(format!("Вход не подходит под схему в {place}: {}.", problem.message), pointer.clone());
    }
    if let Some(query) = input["query"].as_str() {
        let blank = query.trim().is_empty() && matches!(name, steps::CLASSIFY | steps::CONTEXT | steps::ADVICE);
        if blank || query.len() > QUERY_BYTES {
            return invalid("Запрос пуст или длиннее 16 КБ. Напишите вопрос короче.".into(), "/query".into());
        }
    }
    if let Some(day) = &call.as_of
        && day.parse::<jiff::civil::Date>().is_err()
    {
        return invalid("День записывается как ГГГГ-ММ-ДД.".into(), "x-as-of".into());
    }
    Ok(())
}

/// Step, rules, canonical input, corpus, day, prompt, performer: everything that a result depends on.
fn key_of(app: &App, name: &str, input: &Value, on: &str, revision: &str, rules_only: bool) -> String {
    let prompt = steps::by_id(name).map(|step| step.prompt).unwrap_or("synthesize-answer-step");
    let prompt = app.prompts.raw(prompt).map(sha256).unwrap_or_default();
    let performer = if rules_only { "builtin".to_owned() } else { app.llm.performer().name };
    sha256(&[name, RULES, &canonical(input), revision, on, &prompt, &performer].join("\0"))
}

/// JSON with sorted keys.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort();
            let pairs: Vec<String> =
                keys.into_iter().map(|key| format!("{}:{}", Value::from(key.as_str()), canonical(&map[key]))).collect();
            format!("{{{}}}", pairs.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// Runs one step without a session.
async fn one(
    app: &App,
    step: &'static Step,
    input: &Value,
    on: &str,
    budget: &Budget,
    cancel: &Cancel,
) -> Result<Made, ToolError> {
    let mut spent = Spent::default();
    let mut performer = if step.kind == Kind::Retrieve { "corpus" } else { "builtin" }.to_owned();
    let mut warnings = Vec::new();
    let mut details = Value::Null;
    let raw = if step.id == steps::VALIDATE {
        let report = cancel.unless_set(check_answer::report(app, input, Some(on))).await.ok_or_else(fail::cancelled)?;
        details = json!({
            "coverage": report.coverage, "badges": report.badges, "converted": report.converted, "claims": report.claims,
        });
        check_answer::output(input["answer"].as_str().unwrap_or_default(), &report)
    } else if step.kind == Kind::Retrieve {
        let asked = cancel.unless_set(sources::fetch(app, input)).await;
        let found = asked.ok_or_else(fail::cancelled)??;
        if sources::was_empty(&found) {
            let message = "Корпус источников пуст. Загрузите источники: legalagi corpus import ПАПКА.";
            return Err(ToolError::new(ToolCode::CorpusEmpty, message));
        }
        found
    } else if flow::needs_model(step, input) && app.llm.performer().is_model {
        let given = inputs::rendered(step, input.clone(), app.moment().today());
        let repairs = step.max_repairs;
        let (said, answered) = ask_model(app, research::ID, step, &given, step.output, repairs, cancel).await;
        spent = spent_of(&said.usage);
        performer = said.performer;
        answered?
    } else {
        perform::perform(step.id, input)
    };
    let raw = if step.kind == Kind::Model {
        raw
    } else {
        let asked = ask_remarks(app, &flow::RESEARCH, step, input, raw, cancel).await;
        let remarked = asked.ok_or_else(fail::cancelled)?;
        if let Some(said) = remarked.said {
            spent = spent_of(&said.usage);
            if !said.performer.is_empty() {
                performer = format!("{performer} + {}", said.performer);
            }
        }
        warnings.extend(remarked.decisions.into_iter().map(|decision| decision.message));
        remarked.output
    };
    let (mut output, decisions) =
        guards::check(step.id, input, raw).map_err(|rejection| ToolError::from(fail::of_rejection(&rejection)))?;
    warnings.extend(decisions.into_iter().map(|decision| decision.message));
    let by_budget = over(budget, &spent);
    if by_budget {
        warnings.push("Бюджет исчерпан этим вызовом.".to_owned());
    }
    if step.id == steps::ANSWER
        && let Some(format) = input["output_format"].as_str()
        && let Some(text) = output["answer_text"].as_str()
    {
        output["answer_text"] = json!(render::render(text, format));
    }
    Ok(Made { output, performer, spent, warnings, details, by_budget })
}

/// Whether more was spent than allowed.
#[must_use]
pub fn over(budget: &Budget, spent: &Spent) -> bool {
    budget.max_tokens.is_some_and(|most| most > 0 && spent.tokens >= most)
        || budget.max_cost_usd.is_some_and(|most| most > 0.0 && spent.cost_usd >= most)
}

/// Usage as what was spent.
#[must_use]
pub fn spent_of(usage: &Usage) -> Spent {
    Spent {
        tokens: usage.prompt_tokens.unwrap_or_default() + usage.completion_tokens.unwrap_or_default(),
        cost_usd: usage.cost_usd.unwrap_or_default(),
    }
}
