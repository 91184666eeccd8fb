//! An answer as a document: the question, the words with their citations and verdicts, the sources.

use crate::engine::document::flow::Piece;
use crate::model::document_view::{Mark, Run, Runs};
use serde_json::{Value, json};

/// Title and pieces of the answer of a state; `None` while there is none.
#[must_use]
pub fn pieces(state: &Value) -> Option<(String, Vec<Piece>)> {
    let answer = state["answer"].as_object()?;
    let say = Say::of(state["meta"]["locale"]["language"].as_str().unwrap_or("ru"));
    let query = state["query"].as_str().unwrap_or_default().trim();
    let mut writer = Writer { pieces: vec![Piece::Title(line(query))], section: 0, item: 0 };
    let verdicts = list(&state["verdicts"]);
    let cited = verdicts.iter().filter(|one| one["citation"]["number"].is_u64());
    let (total, good) =
        cited.fold((0, 0), |(total, good), one| (total + 1, good + usize::from(one["verdict"] == "VERIFIED")));
    let day = state["as_of"].as_str().unwrap_or_default();
    writer.say(&format!("{} {day}. {}: {good} / {total}.", say.as_of, say.checked));
    for words in answer["text"].as_str().unwrap_or_default().lines().map(str::trim).filter(|words| !words.is_empty()) {
        writer.line(&unmarked(words, say));
    }
    if let Some(table) = answer.get("table") {
        writer.table(table);
    }
    let remarks: Vec<&Value> = verdicts.iter().filter(|one| one["verdict"] != "VERIFIED").collect();
    if !remarks.is_empty() {
        writer.heading(say.remarks);
        for one in remarks {
            let place = one["citation"]["number"].as_u64().map(|number| format!("[{number}] ")).unwrap_or_default();
            let kind = one["verdict"].as_str().unwrap_or_default();
            writer.item(&format!("{place}{kind}: {}", one["message"].as_str().unwrap_or_default()));
        }
    }
    let sources = list(&state["sources"]);
    if !sources.is_empty() {
        writer.heading(say.sources);
        for source in sources {
            writer.item(&told(source));
        }
    }
    Some((query.to_owned(), writer.pieces))
}

/// The same as data.
#[must_use]
pub fn data(state: &Value) -> Value {
    json!({
        "query": state["query"], "as_of": state["as_of"], "answer": state["answer"],
        "verdicts": state["verdicts"], "sources": state["sources"], "warnings": state["warnings"],
    })
}

/// Words of the document itself.
#[derive(Clone, Copy)]
struct Say {
    as_of: &'static str,
    checked: &'static str,
    struck: &'static str,
    remarks: &'static str,
    sources: &'static str,
}

impl Say {
    fn of(language: &str) -> Self {
        if language == "uk" {
            return Self {
                as_of: "Право на",
                checked: "Перевірено цитат",
                struck: "вилучено перевіркою",
                remarks: "Зауваження перевірки",
                sources: "Джерела",
            };
        }
        Self {
            as_of: "Право на",
            checked: "Проверено цитат",
            struck: "исключено проверкой",
            remarks: "Замечания проверки",
            sources: "Источники",
        }
    }
}

struct Writer {
    pieces: Vec<Piece>,
    section: usize,
    item: usize,
}

impl Writer {
    fn line(&mut self, words: &str) {
        if let Some(title) = words.strip_prefix('#') {
            self.heading(title.trim_start_matches('#').trim());
        } else if let Some(item) = words.strip_prefix("- ") {
            self.item(item);
        } else {
            self.say(words);
        }
    }

    fn say(&mut self, words: &str) {
        self.pieces.push(Piece::Paragraph(line(words)));
    }

    fn heading(&mut self, title: &str) {
        self.section += 1;
        self.item = 0;
        let number = self.section.to_string();
        self.pieces.push(Piece::Heading { id: format!("answer.{number}"), number, runs: line(title) });
    }

    /// An item before the first heading has no section to be counted in.
    fn item(&mut self, words: &str) {
        if self.section == 0 {
            return self.say(&format!("— {words}"));
        }
        self.item += 1;
        let number = format!("{}.{}", self.section, self.item);
        self.pieces.push(Piece::Clause { id: format!("answer.{number}"), number, level: 2, runs: line(words) });
    }

    fn table(&mut self, table: &Value) {
        let columns = list(&table["columns"]);
        if columns.is_empty() {
            return;
        }
        let cell = |value: &Value| match value {
            Value::Null => "—".to_owned(),
            Value::String(words) => words.clone(),
            other => ["quote", "text"].iter().find_map(|key| other[*key].as_str()).unwrap_or("—").to_owned(),
        };
        let key = |column: &Value| column["key"].as_str().unwrap_or_default().to_owned();
        let row = |row: &Value| -> Vec<Runs> {
            let cells = columns.iter().map(|column| line(&cell(&row["cells"][key(column)])));
            std::iter::once(line(row["title"].as_str().unwrap_or_default())).chain(cells).collect()
        };
        let title = |column: &Value| column["title"].as_str().unwrap_or_default().to_owned();
        let head = std::iter::once(String::new()).chain(columns.iter().map(title)).collect();
        let rows = list(&table["rows"]).iter().map(row).collect();
        self.pieces.push(Piece::Table { head, rows });
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn line(words: &str) -> Runs {
    vec![Run { text: words.to_owned(), mark: Mark::Plain }]
}

/// Without signs of Markdown; what was struck through says so in words, because a copy loses the line.
fn unmarked(words: &str, say: Say) -> String {
    let mut out = String::new();
    for (i, piece) in words.replace("**", "").split("~~").enumerate() {
        if i % 2 == 1 {
            out.push_str(&format!("({}: {piece})", say.struck));
        } else {
            out.push_str(piece);
        }
    }
    out
}

/// A source in one line: number, address, title, edition, where it is kept.
fn told(source: &Value) -> String {
    let text = |key: &str| source[key].as_str().unwrap_or_default();
    let name = if text("address").is_empty() { text("title") } else { text("address") };
    let mut out = format!("[{}] {name}", source["number"].as_u64().unwrap_or_default());
    if text("title") != name && !text("title").is_empty() {
        out.push_str(&format!(". {}", text("title")));
    }
    for key in ["edition", "in_force", "url"] {
        if !text(key).is_empty() && text(key) != "undated" {
            out.push_str(&format!("; {}", text(key)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::document::markdown;

    #[test]
    fn an_answer_is_a_document_with_its_sources() {
        let state = json!({
            "query": "Можно ли?", "as_of": "2026-01-01", "meta": {"locale": {"language": "ru"}},
            "answer": {"table": {"columns": [{"key": "term", "title": "Срок"}], "rows": [{"title": "Договор 1", "cells": {"term": {"quote": "год"}}}]}, "text": "Кратко.\n### Нормы\n- Суд «вправе» [1].\n- ~~Всегда 5 % [2].~~"},
            "verdicts": [
                {"verdict": "VERIFIED", "citation": {"number": 1}},
                {"verdict": "UNRESOLVED", "message": "нет такой статьи", "citation": {"number": 2}},
            ],
            "sources": [{"number": 1, "address": "Закон ст. 1", "title": "О складах", "edition": "2020"}],
        });
        let (title, pieces) = pieces(&state).unwrap();
        let text = markdown::render(&pieces);
        assert_eq!(title, "Можно ли?");
        for words in [
            "Проверено цитат: 1 / 2",
            "1.1",
            "исключено проверкой",
            "нет такой статьи",
            "| Договор 1 | год |",
            "Закон ст. 1. О складах; 2020",
        ] {
            assert!(text.contains(words), "{words}\n{text}");
        }
        assert!(super::pieces(&json!({"answer": null})).is_none());
    }
}
