//! Step 7 over the corpus: which places the answer needs, the places themselves, the verdicts.

use crate::model::error::ApiError;
use crate::runner::app::App;
use regex::Regex;
use serde_json::{Value, json};

/// Checks every citation of an answer.
///
/// # Errors
/// None yet.
#[expect(clippy::unused_async, reason = "the corpus is asked next")]
pub async fn check(_app: &App, input: &Value, _on: Option<&str>) -> Result<Value, ApiError> {
    let answer = input["answer"].as_str().unwrap_or_default();
    let empty = Vec::new();
    let sources = input["sources"].as_array().unwrap_or(&empty);
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mark = Regex::new(r"«([^\n]*)»\s*\[(\d+)\]").map_err(|_| crate::runner::fail::cancelled())?;
    let mut issues = Vec::new();
    let (mut all, mut good) = (0_u32, 0_u32);
    for line in answer.lines() {
        for found in mark.captures_iter(line) {
            all += 1;
            let number: usize = found[2].parse().unwrap_or_default();
            let source = number.checked_sub(1).and_then(|n| sources.get(n));
            let stands =
                source.is_some_and(|s| bare(s["text"].as_str().unwrap_or_default()).contains(&bare(&found[1])));
            if stands {
                good += 1;
            } else {
                issues.push(json!({
                    "type": "QUOTE_ALTERED",
                    "message": "Цитаты нет в источнике.",
                    "citation": {"number": number, "quote": &found[1], "sentence": line.trim_start_matches("- ")},
                }));
            }
        }
    }
    let confidence = if all == 0 { 0.0 } else { f64::from(good) / f64::from(all) };
    Ok(json!({"is_valid": all > 0 && good == all, "confidence": confidence, "issues": issues}))
}
