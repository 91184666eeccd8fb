//! The inputs of the steps, as the seed's schemas have them, and the same as variables of the prompts.

use crate::engine::calculation;
use crate::engine::schema;
use crate::engine::step::{Kind, Step};
use crate::workspaces::StepInput;
use crate::workspaces::research::perform::answer::{against, source};
use crate::workspaces::research::{state, steps};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Tasks that work on documents of the session, not on the corpus.
const ON_DOCUMENTS: &[&str] = &[
    "summarize",
    "compare",
    "extract_key_clauses",
    "risk_detection",
    "bulk_review",
    "store_document",
    "build_workflow",
    "run_workflow",
];
/// Laws beside the articles that a document breaks.
const BESIDE: u64 = 6;
/// Most laws that a search may be asked for.
const MOST_LAWS: u64 = 50;
/// Characters of each source that a prompt carries.
const PROMPT_CHARS: usize = 3_000;

/// The input of a step of a session.
#[must_use]
pub fn of(step: &str, whole: &Value) -> Value {
    if let Some(own) = whole["inputs"].get(step) {
        let mut own = own.clone();
        // The rewrite hears of the issues also when the person chose the input.
        if step == steps::ANSWER {
            add_issues(&mut own, whole);
        }
        return own;
    }
    let output = |id: &str| state::output(whole, id).cloned().unwrap_or_else(|| json!({}));
    let intent = output(steps::CLASSIFY);
    match step {
        steps::CLASSIFY => classify(whole),
        steps::CONTEXT => json!({"intent": intent, "query": whole["query"]}),
        steps::RETRIEVE => {
            let mut context = output(steps::CONTEXT);
            context["on"] = whole["as_of"].clone();
            let mut limits = limits(&intent);
            with_norms(whole, &intent, &mut context, &mut limits);
            json!({"context": context, "limits": limits})
        }
        steps::SECTIONS => {
            let found = output(steps::RETRIEVE);
            let mut documents = Vec::new();
            for list in ["laws", "cases", "guidance"] {
                for item in found[list].as_array().into_iter().flatten().filter(|item| !source::is_scope(item)) {
                    documents.push(json!({"id": item["id"], "text": text(item), "source": item["source"]}));
                }
            }
            for document in documents_of(whole) {
                documents.push(json!({"id": document["id"], "text": document["text"], "source": "session"}));
            }
            json!({"documents": documents})
        }
        steps::PATTERNS => patterns(whole, &output(steps::RETRIEVE), &output(steps::SECTIONS)),
        steps::ANSWER => answer(whole, &intent, &output),
        steps::VALIDATE => {
            let answer = output(steps::ANSWER);
            let input = of(steps::ANSWER, whole);
            let mut sources = numbered(&input);
            // Behind all that has a number: no `[n]` means it.
            sources.extend(calculation::source(input["query"].as_str().unwrap_or_default()));
            json!({"answer": answer["answer_text"].as_str().unwrap_or_default(), "sources": sources})
        }
        _ => Value::Null,
    }
}

fn text(item: &Value) -> &str {
    item["text"].as_str().unwrap_or_default()
}

/// The sources of an answer in the order of their numbers.
#[must_use]
pub fn numbered(input: &Value) -> Vec<Value> {
    source::of(input).iter().map(|source| source.item.clone()).collect()
}

fn classify(whole: &Value) -> Value {
    let mut context = Map::new();
    let ids: Vec<&String> = whole["documents"].as_object().into_iter().flat_map(|map| map.keys()).collect();
    if !ids.is_empty() {
        context.insert("documents".into(), json!(ids));
    }
    for key in ["language", "jurisdiction"] {
        if let Some(told) = whole["control"]["context"][key].as_str() {
            context.insert(key.into(), json!(told));
        }
    }
    let history = whole["history"].as_array().map(Vec::as_slice).unwrap_or_default();
    if let Some(last) = history.last() {
        context.insert("previous".into(), json!(subject(history)));
        // What the last answer rested on first.
        let cited = last["answer"]["citations"][0]["number"].clone();
        let mut sources = last["sources"].as_array().into_iter().flatten();
        if let Some(source) = sources.find(|source| source["number"] == cited) {
            for (key, own) in [("previous_act", "document"), ("previous_place", "address")] {
                if let Some(text) = source[own].as_str() {
                    context.insert(key.into(), json!(text));
                }
            }
        }
    }
    let mut input = json!({"query": whole["query"]});
    if !context.is_empty() {
        input["context"] = Value::Object(context);
    }
    input
}

/// The subject of the questions before: the last one that stands by itself, with those that went on from it.
fn subject(history: &[Value]) -> String {
    let query = |asked: &Value| asked["query"].as_str().unwrap_or_default().to_owned();
    let from = history.iter().rposition(|asked| !super::classify::follows(&query(asked))).unwrap_or(0);
    // The subject and the last step of the way to it; a long way would drown the question.
    let mut out = query(&history[from]);
    if let Some(last) = history.last().filter(|_| from + 1 < history.len()) {
        out = format!("{out} {}", query(last));
    }
    out
}

/// The articles that a document of the session breaks are looked up where its risks and its lawfulness are asked for.
fn with_norms(whole: &Value, intent: &Value, context: &mut Value, limits: &mut Value) {
    if !matches!(intent["task"].as_str(), Some("risk_detection" | "compliance_check")) {
        return;
    }
    let documents = documents_of(whole);
    let articles = against::articles(documents.iter().map(text));
    if articles.is_empty() {
        return;
    }
    let mut filters: Vec<Value> = articles.iter().map(|article| json!(article)).collect();
    filters.extend(context["law_filters"].as_array().into_iter().flatten().cloned());
    // What the search finds by words stands among them: room for both.
    let most = limits["laws"].as_u64().unwrap_or_default().max(BESIDE);
    context["law_filters"] = json!(filters);
    limits["laws"] = json!(most.saturating_add(u64::try_from(articles.len()).unwrap_or(u64::MAX)).min(MOST_LAWS));
}

/// How many of each are looked for.
fn limits(intent: &Value) -> Value {
    let task = intent["task"].as_str().unwrap_or_default();
    if ON_DOCUMENTS.contains(&task) {
        return json!({"cases": 0, "laws": 0, "guidance": 0});
    }
    match (task, intent["depth"].as_str()) {
        ("find_sources", _) => json!({"cases": 6, "laws": 10, "guidance": 6}),
        (_, Some("quick")) => json!({"cases": 2, "laws": 4, "guidance": 3}),
        (_, Some("deep")) => json!({"cases": 5, "laws": 10, "guidance": 6}),
        _ => json!({"cases": 3, "laws": 6, "guidance": 4}),
    }
}

fn documents_of(whole: &Value) -> Vec<Value> {
    let item = |(id, document): (&String, &Value)| json!({"id": id, "title": document["title"], "text": document["text"], "source": "session"});
    whole["documents"].as_object().into_iter().flat_map(|map| map.iter().map(item)).collect()
}

fn patterns(whole: &Value, found: &Value, sections: &Value) -> Value {
    let cases = found["cases"].as_array().cloned().unwrap_or_default();
    let sectioned = |id: &Value| {
        let list = sections["documents"].as_array().into_iter().flatten();
        list.clone().find(|document| document["id"] == *id).map_or(Value::Null, |document| document["sections"].clone())
    };
    let mut documents: Vec<Value> = Vec::new();
    for case in &cases {
        documents.push(json!({
            "id": case["id"], "title": case["title"], "source": case["source"], "sections": sectioned(&case["id"]),
        }));
    }
    for document in documents_of(whole) {
        documents.push(json!({
            "id": document["id"], "title": document["title"], "source": "session", "sections": sectioned(&document["id"]),
        }));
    }
    json!({"documents": documents, "query": whole["query"]})
}

fn answer(whole: &Value, intent: &Value, output: &dyn Fn(&str) -> Value) -> Value {
    let found = output(steps::RETRIEVE);
    let context = output(steps::CONTEXT);
    let list = |key: &str| found.get(key).cloned().unwrap_or_else(|| json!([]));
    let question = intent["inputs"]["question"].as_str().or(whole["query"].as_str()).unwrap_or_default();
    let mut input = json!({
        "query": question,
        "laws": list("laws"),
        "cases": list("cases"),
        "guidance": list("guidance"),
        "patterns": output(steps::PATTERNS),
        "output_format": "markdown",
        "task": intent["task"],
        "depth": intent["depth"],
        "language": intent["inputs"]["language"],
        "jurisdiction": context["jurisdiction"],
        "hints": context["search_hints"],
        "documents": documents_of(whole),
        // Retrieval says confidence 0 only when there was nothing to search in.
        "corpus_empty": found["confidence"] == 0.0 || found["confidence"] == 0,
    });
    // Places that the person wrote into the search are named like those of the question.
    let edited = whole["edited"].as_array().is_some_and(|list| list.iter().any(|id| id == steps::CONTEXT));
    if edited && context["law_filters"].is_array() {
        input["places"] = context["law_filters"].clone();
    }
    add_issues(&mut input, whole);
    input
}

fn add_issues(input: &mut Value, whole: &Value) {
    if whole["rewrite"]["pending"] == true {
        input["issues"] = whole["rewrite"]["issues"].clone();
        input["previous_answer"] = whole["rewrite"]["answer"].clone();
    }
}

/// The input with the variables of the step's prompt.
#[must_use]
pub fn rendered(step: &Step, data: Value, today: &str) -> StepInput {
    let schema = schema::record(step.wire).map(|record| record.schema.clone()).unwrap_or_default();
    // A step that code performs has its rules' answer already.
    let rules = if step.kind == Kind::Model { super::perform(step.id, &data) } else { Value::Null };
    let query = data["query"].as_str().unwrap_or_default();
    let variables = BTreeMap::from([
        ("query", fenced(query)),
        ("context_json", pretty(&data["context"])),
        ("intent_json", pretty(&data["intent"])),
        ("rules_json", pretty(&rules)),
        ("sources_list", sources_list(&data)),
        ("patterns_json", pretty(&data["patterns"])),
        ("documents_list", documents_list(&data)),
        ("answer_text", data["answer_text"].as_str().map(fenced).unwrap_or_default()),
        ("verdicts_json", pretty(&data["verdicts"])),
        ("task", data["task"].as_str().unwrap_or_default().to_owned()),
        ("language", data["language"].as_str().unwrap_or("ru").to_owned()),
        ("check_issues", data.get("issues").map(pretty).unwrap_or_default()),
        ("previous_answer", data["previous_answer"].as_str().map(fenced).unwrap_or_default()),
        ("today", today.to_owned()),
        ("llm_output_schema", serde_json::to_string(&schema).unwrap_or_default()),
    ]);
    StepInput { data, variables }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// Words of others as delimited data: a fence longer than any run of backticks inside.
fn fenced(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}text\n{text}\n{fence}")
}

fn sources_list(data: &Value) -> String {
    let one = |source: &source::Source<'_>| {
        let text: String = source.text.chars().take(PROMPT_CHARS).collect();
        format!("[{}] id: {}\n{}\n{}", source.number, source.id, source.name(), fenced(&text))
    };
    source::of(data).iter().map(one).collect::<Vec<_>>().join("\n\n")
}

fn documents_list(data: &Value) -> String {
    let one = |document: &Value| {
        let text: String = super::patterns::text_of(document).chars().take(PROMPT_CHARS * 4).collect();
        format!("id: {}\n{}", document["id"].as_str().unwrap_or_default(), fenced(&text))
    };
    data["documents"].as_array().into_iter().flatten().map(one).collect::<Vec<_>>().join("\n\n")
}
