//! Step 6 without a model: quoted rules in a fixed order. Every quote is a slice of its source, every claim has `[n]`.

pub mod against;
pub mod choose;
pub mod compute;
pub mod documents;
pub mod question;
pub mod render;
pub mod scope;
pub mod source;
pub mod words;

use crate::engine::citation::compared::grown;
use crate::engine::knowledge::research::Lexicon;
use crate::workspaces::research::perform::answer::source::Source;
use serde_json::{Value, json};

/// An answer while it is being put together.
#[derive(Debug, Default)]
pub struct Draft {
    lines: Vec<String>,
    citations: Vec<Value>,
}

impl Draft {
    /// A heading.
    pub fn heading(&mut self, text: &str) {
        if !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.push(format!("### {text}"));
    }

    /// A line of plain words.
    pub fn say(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    /// A claim that is a quote: lead, the quote, the mark.
    pub fn quote(&mut self, lead: &str, source: &Source<'_>, quote: &str) {
        let quote = grown(source.text, quote);
        let shown = quote.split_whitespace().collect::<Vec<_>>().join(" ");
        self.lines.push(format!("- {lead} «{shown}» [{}].", source.number));
        self.cite(source, quote);
    }

    /// Records a citation.
    pub fn cite(&mut self, source: &Source<'_>, quote: &str) {
        let mut citation = json!({"source_id": source.id, "quote": quote, "number": source.number});
        for (key, value) in [("url", source.url), ("address", source.address), ("title", source.title)] {
            if !value.is_empty() {
                citation[key] = json!(value);
            }
        }
        self.citations.push(citation);
    }

    /// The words so far.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.join("\n").trim().to_owned()
    }

    fn done(self) -> Value {
        json!({"answer_text": self.text(), "citations": self.citations})
    }
}

/// See the module.
#[must_use]
pub fn perform(input: &Value, lexicon: &Lexicon) -> Value {
    let sources = source::of(input);
    let language = input["language"]
        .as_str()
        .unwrap_or_else(|| super::classify::language(input["query"].as_str().unwrap_or_default()));
    let say = words::of(language);
    let mut draft = Draft::default();
    let task = input["task"].as_str().unwrap_or("answer_question");
    match task {
        "summarize"
        | "compare"
        | "extract_key_clauses"
        | "risk_detection"
        | "compliance_check"
        | "bulk_review"
        | "store_document" => documents::write(task, input, &sources, lexicon, say, &mut draft),
        "build_workflow" | "run_workflow" => documents::workflow(task, input, say, &mut draft),
        _ => question::write(task, input, &sources, lexicon, say, &mut draft),
    }
    let mut answer = without_failed(draft.done(), input);
    // Nothing that was found stood the check: that is said, an answer is never empty.
    if answer["answer_text"].as_str().is_none_or(|text| text.trim().is_empty()) {
        answer["answer_text"] = json!(format!("### {}", say.no_answer));
    }
    answer
}

/// A rewrite leaves out what did not stand: lines that hold a citation which an issue names.
fn without_failed(mut answer: Value, input: &Value) -> Value {
    let failed: Vec<&str> = input["issues"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|issue| issue["sentence"].as_str().or_else(|| issue["citation"]["sentence"].as_str()))
        .collect();
    if failed.is_empty() {
        return answer;
    }
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let failed: Vec<String> = failed.into_iter().map(|text| bare(text.trim_start_matches("- "))).collect();
    let text = answer["answer_text"].as_str().unwrap_or_default().to_owned();
    let kept: Vec<&str> = text
        .lines()
        .filter(|line| !failed.iter().any(|gone| !gone.is_empty() && bare(line).contains(gone.as_str())))
        .collect();
    // A heading with nothing under it goes too.
    let kept: Vec<&str> = kept
        .iter()
        .enumerate()
        .filter(|(at, line)| {
            let below = kept[at + 1..].iter().find(|line| !line.trim().is_empty());
            !line.starts_with("### ") || below.is_some_and(|line| !line.starts_with("### "))
        })
        .map(|(_, line)| *line)
        .collect();
    answer["answer_text"] = json!(kept.join("\n"));
    if let Some(citations) = answer["citations"].as_array_mut() {
        citations.retain(|citation| {
            let quote = bare(citation["quote"].as_str().unwrap_or_default());
            kept.iter().any(|line| bare(line).contains(&quote))
        });
    }
    answer
}
