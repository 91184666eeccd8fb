//! Every round in its order: what each side said, what the judge found, where the range stood.

use crate::workspaces::trial::report::names::{self, named};
use crate::workspaces::trial::report::sections::{list, text, trace};
use crate::workspaces::trial::state::Trial;
use serde_json::{Value, json};

/// Lists of a role that a round is told by, with the members that name what an item rests on.
const TOLD: [(&str, &str, &str); 4] = [
    ("claimant", "Claims", "facts"),
    ("opposing", "CounterArguments", "facts"),
    ("party", "Answers", "basis"),
    ("judge", "Findings", "basis"),
];

/// The rounds, oldest first.
#[must_use]
pub fn all(trial: &Trial, lang: &str) -> Vec<String> {
    let mut out = Vec::new();
    for round in &trial.rounds {
        let number = names::name(lang, "round").replace("{n}", &round.round.to_string());
        let judge = round.steps.iter().find(|step| step.role == "judge");
        let range = judge.map_or(&Value::Null, |step| &step.output["body"]["DecisionRange"]);
        let verdict = named(lang, "verdict", round.verifier["verdict"].as_str().unwrap_or("none"));
        out.push(match (range["low"].as_f64(), range["high"].as_f64()) {
            (Some(low), Some(high)) => format!("{number}: {low}–{high} · {verdict}"),
            _ => format!("{number}: {verdict}"),
        });
        for step in &round.steps {
            for (_, key, ids) in TOLD.iter().filter(|(role, ..)| *role == step.role) {
                for item in list(&step.output["body"][*key]).iter().filter(|item| item["text"] != "Unknown") {
                    let rests: Vec<Value> =
                        [&item[*ids], &item["alleged"]].into_iter().flat_map(list).cloned().collect();
                    out.push(format!("— {}{}", text(&item["text"]), trace(trial, lang, step, &json!(rests))));
                }
            }
            if let Some(last) = step.output["body"]["FinalStatement"].as_str().filter(|words| !words.is_empty()) {
                out.push(format!("— {last}{}", trace(trial, lang, step, &Value::Null)));
            }
        }
    }
    out
}
