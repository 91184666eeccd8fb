//! `validate_citation`: one address and its quote, judged by the same check as a whole answer.

use crate::model::tool::ToolError;
use crate::runner::app::App;
use crate::runner::check_answer;
use crate::runner::corpus_tools::{place, provision, unreached};
use serde_json::{Value, json};

/// The verdict about a citation. A source that is not held is never said not to exist.
pub(super) async fn check(app: &App, input: &Value, on: Option<&str>) -> Result<Value, ToolError> {
    let address = place::read(input)?;
    let canonical = address.canonical();
    let today = app.moment().today().to_owned();
    let on = on.unwrap_or(&today);
    let held = match place::document(&address) {
        Some(id) => {
            let rows = app.sources.editions().await.map_err(unreached)?;
            rows.iter().any(|row| row.document == id)
        }
        None => false,
    };
    let nodes = match place::at(app, &address, Some(on)).await {
        Ok(nodes) => nodes,
        Err(error) if error.code == crate::model::tool::ToolCode::EditionNotHeld => {
            return Ok(verdict("UNVERIFIED", &error.message, &canonical));
        }
        Err(error) => return Err(error),
    };
    let Some(node) = nodes.first() else {
        let quoted = input["quote"].as_str();
        return unresolved(app, &canonical, quoted, held).await;
    };
    if node.lossy || node.text.trim().is_empty() {
        let mut told = verdict("UNVERIFIED", "Текст этого места в источнике неполон: подтвердить нельзя.", &canonical);
        told["node_id"] = json!(node.node_id);
        return Ok(told);
    }
    let Some(quote) = input["quote"].as_str() else {
        let mut told = verdict("VERIFIED", "Такое место есть; цитата не задана.", &canonical);
        told["node_id"] = json!(node.node_id);
        told["edition"] = json!(node.edition);
        return Ok(told);
    };
    // One sentence with one citation: the check of answers decides, so that there is one set of rules.
    let answer = format!("«{}» [1]", quote.trim().trim_matches(['«', '»', '"']));
    let source = json!({
        "id": node.node_id, "source": "corpus", "title": node.title, "address": node.address,
        "edition": node.edition, "text": node.text,
    });
    let checked = check_answer::check(app, &json!({"answer": answer, "sources": [source]}), Some(on)).await?;
    let mut told = match checked["issues"].as_array().and_then(|issues| worst(issues)) {
        None if checked["is_valid"] == true => verdict("VERIFIED", "Место есть, слова совпадают.", &canonical),
        None => verdict("UNVERIFIED", "Проверка не нашла здесь цитаты.", &canonical),
        Some(issue) => {
            let kind = issue["type"].as_str().unwrap_or("UNVERIFIED");
            let kind = if VERDICTS.contains(&kind) { kind } else { "QUOTE_ALTERED" };
            let mut told = verdict(kind, issue["message"].as_str().unwrap_or_default(), &canonical);
            told["issue"] = issue.clone();
            told
        }
    };
    told["node_id"] = json!(node.node_id);
    told["edition"] = json!(node.edition);
    Ok(told)
}

const VERDICTS: &[&str] =
    &["VERIFIED", "QUOTE_ALTERED", "MISATTRIBUTED", "UNRESOLVED", "OUTDATED_EDITION", "UNVERIFIED"];

/// The issue about the citation itself comes before those about numbers or coverage.
fn worst(issues: &[Value]) -> Option<&Value> {
    let of_citation = |issue: &&Value| issue["type"].as_str().is_some_and(|kind| VERDICTS.contains(&kind));
    issues.iter().find(of_citation).or_else(|| issues.iter().find(|issue| issue["type"] == "NUMBER_UNSUPPORTED"))
}

async fn unresolved(app: &App, address: &str, quote: Option<&str>, held: bool) -> Result<Value, ToolError> {
    if !held {
        let message = "Этого документа в корпусе нет: подтвердить нельзя. Загрузите его: legalagi corpus import ПАПКА.";
        return Ok(verdict("UNVERIFIED", message, address));
    }
    let mut told = verdict("UNRESOLVED", "Документ есть, но такого места в нём нет. Проверьте номер.", address);
    told["issue"] = json!({"nearest": provision::nearest(app, quote.unwrap_or(address)).await?});
    Ok(told)
}

fn verdict(kind: &str, message: &str, address: &str) -> Value {
    json!({"verdict": kind, "message": message, "address": address})
}
