//! What the check of an answer leads to: one rewrite, then failing sentences are struck through and verdicts shown.

use crate::engine::knowledge::research;
use crate::model::claim::{By, Support};
use crate::workspaces::research::perform::answer::{documents, source};
use crate::workspaces::research::perform::input;
use crate::workspaces::research::{state, steps};
use serde_json::{Value, json};

/// Members of a source that the state's list keeps beside number and kind; the text stays in the step.
const KEPT: &[&str] = &[
    "id",
    "source",
    "title",
    "url",
    "article",
    "date",
    "court",
    "address",
    "document",
    "edition",
    "in_force",
    "checked_at",
    "hash",
    "score",
    "lossy",
    "from",
    "to",
];

/// The numbered sources without their texts.
#[must_use]
pub fn sources(whole: &Value) -> Value {
    let input = input::of(steps::ANSWER, whole);
    let list = source::of(&input).into_iter().map(|source| {
        let mut item =
            json!({"number": source.number, "kind": source.kind.as_str(), "id": source.id, "title": source.title});
        for key in KEPT {
            if let Some(value) = source.item.get(*key) {
                item[*key] = value.clone();
            }
        }
        item
    });
    Value::Array(list.collect())
}

/// After the check: an answer that did not stand is written once more, if there is anything to write from.
pub fn after_check(whole: &mut Value) {
    let edited = whole["edited"].as_array().is_some_and(|list| list.iter().any(|id| id == steps::ANSWER));
    let answer = &whole["steps"][steps::ANSWER];
    let listed = answer["citations"].as_array().is_some_and(|list| !list.is_empty());
    let cited = listed || answer["answer_text"].as_str().is_some_and(marked);
    // Where nothing was found, places to look at are named, and naming them right is no answer.
    if !cited && !edited && whole["steps"][steps::VALIDATE]["is_valid"] == true {
        whole["steps"][steps::VALIDATE]["is_valid"] = json!(false);
        whole["steps"][steps::VALIDATE]["confidence"] = json!(0.0);
    }
    let check = whole["steps"][steps::VALIDATE].clone();
    let failing = issues(&check).iter().any(strikes);
    let rewritten = whole["rewrite"]["count"].as_u64().unwrap_or_default();
    // Words of the person are checked, never rewritten.
    if check["is_valid"] != true && failing && rewritten == 0 && !edited {
        whole["rewrite"] = json!({
            "count": 1,
            "pending": true,
            "issues": check["issues"],
            "answer": whole["steps"][steps::ANSWER]["answer_text"],
        });
    }
}

/// Whether a text cites a source by its number: «[1]».
fn marked(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| {
        let rest = text[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < text.len() - at - 1 && rest.starts_with([']', ',', ';', ' ', '-', '–'])
    })
}

fn issues(check: &Value) -> Vec<Value> {
    check["issues"].as_array().cloned().unwrap_or_default()
}

/// Whether an issue is about words that cannot stand. A source that could not be read is no proof against them, and
/// true words of an older edition stay, with their verdict.
fn strikes(issue: &Value) -> bool {
    matches!(
        issue["type"].as_str(),
        Some("QUOTE_ALTERED" | "CONTRADICTED" | "MISATTRIBUTED" | "UNRESOLVED" | "NUMBER_UNSUPPORTED")
    )
}

/// The sentence of an issue, as it stands in the answer.
fn sentence(issue: &Value) -> Option<&str> {
    issue["sentence"].as_str().or_else(|| issue["citation"]["sentence"].as_str()).filter(|text| !text.trim().is_empty())
}

/// Writes answer, verdicts and status from the outputs of the steps.
pub fn conclude(whole: &mut Value) {
    let written = whole["steps"][steps::ANSWER].clone();
    let check = whole["steps"][steps::VALIDATE].clone();
    let mut text = written["answer_text"].as_str().unwrap_or_default().to_owned();
    let mut struck = Vec::new();
    for issue in issues(&check).iter().filter(|issue| strikes(issue)) {
        if let Some(sentence) = sentence(issue)
            && let Some(at) = text.find(sentence)
            && !struck.iter().any(|known: &String| known == sentence)
        {
            let body = sentence.trim_start_matches(['-', '*', ' ']);
            let from = at + sentence.len() - body.len();
            text.replace_range(from..at + sentence.len(), &format!("~~{body}~~"));
            struck.push(sentence.to_owned());
        }
    }
    if written.is_null() {
        text = done(whole);
    }
    let intent = whole["steps"][steps::CLASSIFY].clone();
    let task = intent["task"].as_str().unwrap_or_default();
    let mut answer = json!({
        "text": text,
        "format": "markdown",
        "is_valid": check["is_valid"] == true,
        "confidence": check["confidence"].as_f64().unwrap_or_default(),
        "citations": if written.is_null() { json!([]) } else { written["citations"].clone() },
        "struck": struck,
    });
    if let Ok(lexicon) = research::embedded() {
        let given = input::of(steps::ANSWER, whole);
        if matches!(task, "bulk_review" | "extract_key_clauses") {
            let ukrainian = intent["inputs"]["language"] == "uk";
            answer["table"] = documents::table(&source::of(&given), lexicon, ukrainian);
        }
    }
    if task == "build_workflow" {
        answer["workflow"] = documents::sequence(whole["query"].as_str().unwrap_or_default());
    }
    whole["verdicts"] = verdicts(&answer["citations"], &issues(&check));
    // Where nothing is claimed, nothing can fail.
    let claims = !written.is_null() && !matches!(task, "build_workflow" | "run_workflow" | "store_document");
    whole["meta"]["status"] = json!(if answer["is_valid"] == true || !claims { "ready" } else { "blocked" });
    whole["answer"] = answer;
    if whole["sources"].as_array().is_none_or(Vec::is_empty) {
        whole["sources"] = sources(whole);
    }
}

/// What stands in place of an answer when the sequence writes none.
fn done(whole: &Value) -> String {
    let steps: Vec<&str> = state::plan(whole).map(|step| step.id).collect();
    let name = whole["control"]["sequence"]["name"].as_str().unwrap_or_default();
    format!(
        "### {name}\n- Последовательность выполнена: {}. Ответа она не пишет: результаты — в шагах.",
        steps.join(", ")
    )
}

/// A verdict for each citation: that of the issue about it, else it was verified. Coverage is no verdict on a place.
fn verdicts(citations: &Value, issues: &[Value]) -> Value {
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out: Vec<Value> = Vec::new();
    let mut told = vec![false; issues.len()];
    for citation in citations.as_array().into_iter().flatten() {
        let quote = bare(citation["quote"].as_str().unwrap_or_default());
        let found = issues.iter().position(|issue| {
            let about = &issue["citation"];
            let same = about["source"] == citation["number"] || about["node_id"] == citation["source_id"];
            about.is_object() && same && bare(about["quote"].as_str().unwrap_or_default()) == quote
        });
        // No issue about it: its words stand there, or a rule found that the place says the same.
        let support = if quote.is_empty() { Support::Supported } else { Support::Verbatim };
        let mut verdict = json!({"verdict": "VERIFIED", "citation": citation, "support": support, "by": By::Rule});
        if let Some(index) = found {
            told[index] = true;
            verdict["support"] = issues[index]["support"].clone();
            verdict["by"] = issues[index]["by"].clone();
            verdict["reason"] = issues[index]["reason"].clone();
            verdict["verdict"] = issues[index]["type"].clone();
            verdict["message"] = issues[index]["message"].clone();
            verdict["details"] = issues[index].clone();
        }
        out.push(verdict);
    }
    let whole = |issue: &Value| issue["type"] == "COVERAGE";
    for (issue, _) in issues.iter().zip(told).filter(|(issue, told)| !told && !whole(issue)) {
        out.push(json!({
            "verdict": issue["type"], "message": issue["message"], "citation": issue["citation"], "details": issue,
            "support": issue["support"], "by": issue["by"], "reason": issue["reason"],
        }));
    }
    Value::Array(out)
}
