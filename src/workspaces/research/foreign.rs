//! A session that came from a file, and what a copy of a session carries.

use crate::model::share::Parts;
use crate::workspaces::research::{state, steps};
use serde_json::{Value, json};

/// Forgets what the file says of its own check, so that the check runs against what is held here. Words are not written
/// anew: it is the file's answer that is checked.
pub fn distrust(next: &mut Value) {
    let checked = state::output(next, steps::VALIDATE).is_some();
    let (answer, status) = (next["answer"].take(), next["meta"]["status"].take());
    state::forget_from(next, steps::VALIDATE);
    if !checked {
        // A sequence without a check, or a turn that never came to it.
        (next["answer"], next["meta"]["status"]) = (answer, status);
        unproven(&mut next["answer"]);
    }
    next["rewrite"] = json!({"count": 1, "pending": false, "issues": []});
    for asked in next["history"].as_array_mut().into_iter().flatten() {
        unproven(&mut asked["answer"]);
    }
    // Whether a text is in force, and when that was looked up, is known of what is held here only.
    for source in next["sources"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        source.retain(|key, _| !matches!(key.as_str(), "in_force" | "checked_at"));
    }
}

fn unproven(answer: &mut Value) {
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("is_valid".to_owned(), json!(false));
        answer.insert("confidence".to_owned(), json!(0.0));
    }
}

/// The answer with the sources that it cites, and how its citations were judged. The question and the documents only
/// where they were ticked; never the way to the answer, never other questions.
#[must_use]
pub fn copied(whole: &Value, parts: Parts) -> Value {
    let mut copy = whole.clone();
    let citations = whole["answer"]["citations"].as_array();
    let cites = |source: &Value| {
        citations.into_iter().flatten().any(|cited| {
            cited["number"] == source["number"]
                || (cited["source_id"].is_string() && cited["source_id"] == source["id"])
        })
    };
    if let Some(sources) = copy["sources"].as_array_mut() {
        sources.retain(cites);
    }
    for key in ["steps", "inputs"] {
        copy[key] = json!({});
    }
    for key in ["edited", "history", "warnings"] {
        copy[key] = json!([]);
    }
    copy["rewrite"] = json!({"count": 0, "pending": false, "issues": []});
    copy["number"] = json!(1);
    if let Some(control) = copy["control"].as_object_mut() {
        control.remove("sequence");
    }
    if !parts.question {
        copy["query"] = json!("");
        // What the answer was made of may repeat the question.
        if let Some(answer) = copy["answer"].as_object_mut() {
            answer.remove("workflow");
        }
    }
    if !parts.documents {
        copy["documents"] = json!({});
    }
    copy
}
