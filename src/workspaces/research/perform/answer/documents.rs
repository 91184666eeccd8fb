//! Answers about documents of the session: summary, comparison, clauses, risks, compliance, review, workflow.

use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::research::{ClauseKind, Lexicon};
use crate::engine::text::passages;
use crate::workspaces::research::perform::answer::question::{root, trimmed};
use crate::workspaces::research::perform::answer::source::{Kind, Source};
use crate::workspaces::research::perform::answer::words::Words;
use crate::workspaces::research::perform::answer::{Draft, against};
use crate::workspaces::research::perform::{patterns, sections};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// See the module.
pub fn write(task: &str, input: &Value, sources: &[Source<'_>], lexicon: &Lexicon, say: &Words, draft: &mut Draft) {
    let documents: Vec<Source<'_>> = sources.iter().filter(|s| s.kind == Kind::Document).copied().collect();
    if documents.is_empty() {
        // A question about a found source can be answered all the same.
        draft.say(say.attach);
        return;
    }
    match task {
        "summarize" => documents.iter().for_each(|document| summary(document, lexicon, say, draft)),
        "compare" => compare(&documents, lexicon, say, draft),
        "risk_detection" => risks(input, &documents, sources, say, draft),
        "compliance_check" => compliance(input, &documents, sources, lexicon, say, draft),
        "store_document" => {
            draft.say(format!("{} {}.", say.stored, documents.len()));
            for document in &documents {
                draft.say(format!("- {} ({})", document.title, document.id));
            }
        }
        _ => {
            for document in &documents {
                draft.heading(document.title);
                for kind in &lexicon.markers.clauses {
                    if let Some(text) = clause(document, kind) {
                        draft.quote(&format!("{}:", title(kind, say)), document, text);
                    }
                }
            }
        }
    }
}

/// The name of a kind of clause.
fn title<'k>(kind: &'k ClauseKind, say: &Words) -> &'k str {
    if say.language == "uk" { &kind.title_uk } else { &kind.title_ru }
}

/// The passage of a document that best shows a kind of clause.
#[must_use]
pub fn clause<'s>(document: &Source<'s>, kind: &ClauseKind) -> Option<&'s str> {
    let mut best: Option<(usize, &'s str)> = None;
    for (start, end) in passages::sentences(document.text) {
        let text = trimmed(&document.text[start..end]);
        let words = tokens(text);
        let count = kind.any.count(&words);
        if count > 0 && words.len() > 3 && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, text));
        }
    }
    best.map(|(_, text)| text)
}

/// The sentences that hold most of what the document speaks about; the operative part of a decision always.
fn summary(document: &Source<'_>, lexicon: &Lexicon, say: &Words, draft: &mut Draft) {
    draft.heading(&format!("{}: {}", say.summary, document.title));
    let spans = passages::sentences(document.text);
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    let roots = |text: &str| {
        tokens(text).into_iter().filter(|t| t.low.chars().count() > 4).map(|t| root(&t.low)).collect::<Vec<_>>()
    };
    for (start, end) in &spans {
        for root in roots(&document.text[*start..*end]) {
            *counts.entry(root).or_default() += 1.0;
        }
    }
    let mut scored: Vec<(f64, usize)> = spans
        .iter()
        .enumerate()
        .filter_map(|(index, (start, end))| {
            let own = roots(&document.text[*start..*end]);
            let length = f64::from(u32::try_from(own.len()).unwrap_or(u32::MAX));
            (own.len() > 3)
                .then(|| (own.iter().filter_map(|root| counts.get(root)).sum::<f64>() / length.max(8.0), index))
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut chosen: Vec<usize> = scored.into_iter().take(5).map(|(_, index)| index).collect();
    chosen.sort_unstable();
    for index in chosen {
        let (start, end) = spans[index];
        draft.quote("", document, trimmed(&document.text[start..end]));
    }
    let parts = sections::of(document.text, lexicon);
    let operative = parts.iter().find(|part| part["type"] == "operative");
    let at = |key: &str| operative.and_then(|part| part[key].as_u64()).and_then(|n| usize::try_from(n).ok());
    if let (Some(start), Some(end)) = (at("start"), at("end"))
        && let Some(text) = passages::slice(document.text, start, end)
    {
        draft.quote("", document, trimmed(text));
    }
}

fn compare(documents: &[Source<'_>], lexicon: &Lexicon, say: &Words, draft: &mut Draft) {
    let [first, second, ..] = documents else { return draft.say(say.two) };
    for kind in &lexicon.markers.clauses {
        let found = [clause(first, kind), clause(second, kind)];
        if found == [None, None] {
            continue;
        }
        draft.heading(title(kind, say));
        for (document, text) in [first, second].into_iter().zip(found) {
            match text {
                Some(text) => draft.quote(&format!("{}:", document.title), document, text),
                None => draft.say(format!("- {}: {}", document.title, say.absent)),
            }
        }
    }
}

fn risks(input: &Value, documents: &[Source<'_>], sources: &[Source<'_>], say: &Words, draft: &mut Draft) {
    // What a norm forbids comes before what only hurts.
    let mut any = false;
    for document in documents {
        any |= against::write(document, document.text, sources, say, draft);
    }
    let mut marks = Vec::new();
    for item in input["patterns"]["risk_factors"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let Some((id, start, end)) = patterns::mark(item) else { continue };
        let Some(document) = documents.iter().find(|document| document.id == id) else { continue };
        let Some(text) = passages::slice(document.text, start, end) else { continue };
        marks.push((document, trimmed(text)));
    }
    if any && marks.is_empty() {
        return;
    }
    draft.heading(say.risks);
    for (document, text) in &marks {
        draft.quote(&format!("{}:", document.title), document, text);
    }
    if marks.is_empty() {
        draft.say(format!("- {}", say.absent));
    }
}

fn compliance(
    input: &Value,
    documents: &[Source<'_>],
    sources: &[Source<'_>],
    lexicon: &Lexicon,
    say: &Words,
    draft: &mut Draft,
) {
    let query = input["query"].as_str().unwrap_or_default();
    let clauses: Vec<(&Source<'_>, &str)> = documents
        .iter()
        .filter_map(|document| Some((document, document.text.get(against::clause(query, document.text)?)?)))
        .collect();
    // A question about one clause is answered about that clause.
    if !clauses.is_empty() {
        for (document, text) in clauses {
            if !against::write(document, text, sources, say, draft) {
                draft.heading(document.title);
                draft.quote("", document, trimmed(text));
                draft.say(format!("- {}", say.no_norm));
            }
        }
        return;
    }
    for document in documents {
        if !against::write(document, document.text, sources, say, draft) {
            draft.say(format!("- {}", say.no_norm));
        }
        draft.heading(document.title);
        for duty in &lexicon.markers.duties {
            let name = if say.language == "uk" { &duty.title_uk } else { &duty.title_ru };
            let kind = lexicon.markers.clauses.iter().find(|kind| kind.key == duty.clause);
            match kind.and_then(|kind| clause(document, kind)) {
                Some(text) => draft.quote(&format!("{name}:"), document, text),
                None => draft.say(format!("- {name}: {}", say.absent)),
            }
        }
    }
}

/// The rows of a review: one document each, one column for each kind of clause.
#[must_use]
pub fn table(sources: &[Source<'_>], lexicon: &Lexicon, ukrainian: bool) -> Value {
    let kinds = &lexicon.markers.clauses;
    let columns: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({"key": kind.key, "title": if ukrainian { &kind.title_uk } else { &kind.title_ru }}))
        .collect();
    let rows: Vec<Value> = sources
        .iter()
        .filter(|source| source.kind == Kind::Document)
        .map(|document| {
            let cells: BTreeMap<&str, Value> =
                kinds.iter().map(|kind| (kind.key.as_str(), json!(clause(document, kind)))).collect();
            json!({"document": document.id, "title": document.title, "number": document.number, "cells": cells})
        })
        .collect();
    json!({"columns": columns, "rows": rows})
}

/// The steps that a request for a workflow names; the whole pipeline when it names none.
#[must_use]
pub fn sequence(query: &str) -> Value {
    let words = tokens(query);
    let named = |stems: &[&str]| words.iter().any(|word| stems.iter().any(|stem| word.low.starts_with(stem)));
    let mut steps = vec!["classify_intent", "build_query_context", "retrieve_legal_sources"];
    let all: [(&str, &[&str]); 4] = [
        ("extract_document_sections", &["раздел", "секци", "структур", "розділ", "section"]),
        ("analyze_legal_patterns", &["довод", "риск", "практик", "ризик", "аргумент", "pattern"]),
        ("synthesize_answer", &["ответ", "заключени", "справк", "відповід", "висновок", "answer"]),
        ("validate_response", &["провер", "цитат", "перевір", "validat"]),
    ];
    let some = all.iter().any(|(_, stems)| named(stems));
    steps.extend(all.iter().filter(|(_, stems)| !some || named(stems)).map(|(step, _)| *step));
    // What a later step needs, runs before it.
    if steps.contains(&"validate_response") && !steps.contains(&"synthesize_answer") {
        steps.insert(steps.len() - 1, "synthesize_answer");
    }
    let name: String = query.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(80).collect();
    json!({"name": name, "steps": steps})
}

/// A workflow that was asked for, or how one is run.
pub fn workflow(task: &str, input: &Value, say: &Words, draft: &mut Draft) {
    if task == "run_workflow" {
        return draft.say(say.run);
    }
    let built = sequence(input["query"].as_str().unwrap_or_default());
    draft.heading(built["name"].as_str().unwrap_or_default());
    draft.say(say.workflow);
    draft.say("");
    let steps: Vec<&str> = built["steps"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    draft.say(steps.join(" → "));
}
