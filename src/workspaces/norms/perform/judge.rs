//! JUDGE by rules: a table of how well the found places meet the question, and of what is left to do.

use serde_json::{Value, json};

/// From here on, a place is about the question.
pub const GOOD: f64 = 0.8;
/// From here on, it is when nothing better comes.
pub const ENOUGH: f64 = 0.6;

/// See the module.
#[must_use]
pub fn judge(input: &Value) -> Value {
    let last = &input["last"];
    let best = input["best_relevance"].as_f64().unwrap_or_default();
    let steps_left = input["steps_left"].as_u64().unwrap_or_default();
    let plans_left = input["plans_left"].as_u64().unwrap_or_default();
    let calculates = input["calculates"] == true;
    let code = last["code"].as_str().unwrap_or("INFO_NOT_FOUND");
    let missing: Vec<&str> = input["missing"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let verdict = |verdict: &str, code: &str, reason: &str| json!({"verdict": verdict, "code": code, "reason": reason, "missing": missing});
    if input["calculated"] == true {
        return verdict("FINALIZE", "OK", "расчёт сделан");
    }
    if !missing.is_empty() && input["only_named"] == true {
        return verdict("FINALIZE", "INFO_NOT_FOUND", "названного документа нет в базе");
    }
    if steps_left > 0 && calculates {
        return verdict("CONTINUE", code, "входы расчёта собираются");
    }
    if best >= GOOD {
        return verdict("FINALIZE", code, "найденное отвечает на вопрос");
    }
    if steps_left > 0 {
        return verdict("CONTINUE", code, "план ещё не пройден");
    }
    if best >= ENOUGH {
        return verdict("FINALIZE", code, "лучшего места не нашлось");
    }
    if plans_left > 0 {
        return verdict("REPLAN", code, "найденное не отвечает на вопрос");
    }
    verdict("REPLAN", "INFO_NOT_FOUND", "искать больше негде")
}
