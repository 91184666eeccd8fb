//! READ by rules: what the places of one step say about the question, best first, with how much of it they meet.

use crate::workspaces::norms::perform::cells::{self, Reading};
use crate::workspaces::norms::perform::question::{self, Asked};
use crate::workspaces::norms::perform::sentences;
use crate::workspaces::norms::perform::words::{Bag, coverage};
use serde_json::{Value, json};

/// Findings that one reading brings at most.
const MOST: usize = 60;
/// Places whose findings are kept.
const PLACES: usize = 10;
/// Under this, a place says nothing about the question.
pub const NEAR: f64 = 0.45;

/// The question of an input with the person's answers.
#[must_use]
pub fn asked(input: &Value) -> Asked {
    let more: Vec<String> = input["answers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|answer| answer["text"].as_str().map(str::to_owned))
        .collect();
    question::read(input["user_query"].as_str().unwrap_or_default(), &more)
}

/// Reads one place.
#[must_use]
pub fn place(item: &Value, asked: &Asked) -> Reading {
    let cells = if item["table"]["rows"].as_array().is_some_and(|rows| !rows.is_empty()) {
        cells::read(item, asked)
    } else {
        Reading::default()
    };
    let mut said = match (item["kind"].as_str(), cells.findings.is_empty()) {
        (Some("table"), true) => unread(item, asked),
        (Some("table"), false) => Reading::default(),
        _ => sentences::read(item, asked),
    };
    // A place that the person named is meant.
    if item["named"] == true {
        said.score = (said.score + 0.35).min(1.0);
        said.findings.iter_mut().for_each(|one| one["score"] = json!(said.score));
    }
    let mut cells = cells;
    if item["named"] == true {
        cells.score = (cells.score + 0.35).min(1.0);
        cells.findings.iter_mut().for_each(|one| one["score"] = json!(cells.score));
    }
    if cells.score >= said.score { cells } else { said }
}

/// A table whose cells could not be told apart: it is named, none of its values is.
fn unread(item: &Value, asked: &Asked) -> Reading {
    let text = item["text"].as_str().unwrap_or_default();
    let bag = Bag::of(&format!("{text} {}", item["title"].as_str().unwrap_or_default()));
    let clause = Bag::of(item["clause"].as_str().unwrap_or_default());
    let head: Vec<&str> =
        text.lines().take_while(|line| !line.starts_with(|c: char| c.is_ascii_digit())).take(3).collect();
    // As the table has it: from its first line to the last of the heading.
    let quote = head.last().and_then(|last| text.find(last).map(|at| &text[..at + last.len()])).unwrap_or_default();
    if quote.is_empty() {
        return Reading::default();
    }
    let score = 0.9 * coverage(&asked.terms, &[(&bag, 1.0), (&clause, 0.7)]);
    let finding = json!({
        "kind": "clause", "entity": item["title"], "variable": "", "value": "", "unit": "",
        "conditions": ["таблица не восстановлена: значение смотрите на странице"],
        "quote": quote, "node_id": item["node_id"], "group": item["node_id"], "score": score,
    });
    Reading { score, findings: vec![finding] }
}

/// See the module.
#[must_use]
pub fn read(input: &Value) -> Value {
    let asked = asked(input);
    let mut readings: Vec<(usize, Reading)> = Vec::new();
    let mut rejected = Vec::new();
    let first = asked.priority();
    for (index, item) in input["items"].as_array().into_iter().flatten().enumerate() {
        let mut reading = place(item, &asked);
        // A document on the subject is asked first.
        match first.iter().position(|id| item["document_id"] == id.as_str()) {
            Some(0) => reading.score += 0.05,
            Some(_) => reading.score += 0.03,
            None => {}
        }
        // Places stand in the order of the search; among equals the earlier one is meant.
        reading.score -= 0.001 * f64::from(u32::try_from(index).unwrap_or(0));
        if reading.score < NEAR || reading.findings.is_empty() {
            rejected.push(json!({"node_id": item["node_id"], "reason": "слова вопроса здесь почти не встречаются"}));
        } else {
            readings.push((index, reading));
        }
    }
    readings.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
    let relevance = readings.first().map_or(0.0, |(_, reading)| reading.score.clamp(0.0, 1.0));
    let mut findings: Vec<Value> = Vec::new();
    for (_, reading) in readings.into_iter().take(PLACES) {
        for mut one in reading.findings {
            one["score"] = json!((reading.score.clamp(0.0, 1.0) * 1000.0).round() / 1000.0);
            if findings.len() < MOST {
                findings.push(one);
            }
        }
    }
    let group = findings.first().map(|one| one["group"].clone()).unwrap_or_default();
    let branches = findings.iter().filter(|one| one["group"] == group).count();
    let none = input["items"].as_array().is_none_or(Vec::is_empty);
    let code = match (none, findings.is_empty(), branches) {
        (true, ..) => "INFO_NOT_FOUND",
        (_, true, _) => "TEXT_FOUND_BUT_IRRELEVANT",
        (.., 1) => "OK",
        _ => "AMBIGUOUS_INFO",
    };
    json!({"findings": findings, "code": code, "relevance": (relevance * 1000.0).round() / 1000.0, "rejected": rejected})
}
