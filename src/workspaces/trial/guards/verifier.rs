//! The verifier by rules: every check again over the whole round, duplicates, citations, what was replaced.

use crate::engine::wording::citations::{self, Verdict};
use crate::workspaces::trial::guards::{Held, asked, held, known, soft};
use crate::workspaces::trial::settle;
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::words::texts;
use serde_json::{Value, json};

/// What VERIFY answers: `{verdict, available, findings, coverage}`. `from` is what the corpus said of citations.
#[must_use]
pub fn verify(trial: &Trial, today: &str, from: &Held) -> Value {
    let (Some(pack), Some(round)) = (settle::pack(trial), trial.last_round()) else {
        return json!({"available": false, "findings": [], "coverage": 0});
    };
    let mut findings: Vec<Value> = Vec::new();
    let mut add = |code: &str, severity: &str, step: &str, span: &str, text: &str| {
        if findings.len() < 200 {
            let text: String = text.chars().take(200).collect();
            findings.push(json!({
                "code": code, "severity": severity, "step": step, "span": span, "text": text, "fix": "",
            }));
        }
    };
    let (mut all, mut grounded) = (0_u32, 0_u32);
    for step in &round.steps {
        let body = &step.output["body"];
        for one in soft(body, trial, &pack, today) {
            add(&one.code, "block", &step.id, &one.at, &one.sentence);
        }
        if step.status == "replaced_by_safe_text" {
            add("definitive_advice", "warn", &step.id, "", "replaced by neutral words");
        }
        for (at, text) in texts(&body["Citations"]) {
            for one in citations::find(text) {
                let verdict = known(&one, asked(trial, today), from);
                let severity = match verdict {
                    Verdict::Verified => continue,
                    Verdict::Unverified if one.kind == citations::Kind::Case => "warn",
                    Verdict::Unverified => "info",
                    _ => "warn",
                };
                add(
                    &format!("citation_{}", verdict.as_str()),
                    severity,
                    &step.id,
                    &format!("/Citations{at}"),
                    &one.raw,
                );
            }
        }
        let none = body["Citations"] == json!(["No citation"]);
        if none && texts(body).iter().any(|(_, text)| !citations::find(text).is_empty()) {
            add("rule_without_citation", "warn", &step.id, "/Citations", "");
        }
        for list in ["Claims", "CounterArguments", "Findings"] {
            let key = if list == "Findings" { "basis" } else { "facts" };
            for item in body[list].as_array().into_iter().flatten() {
                all += 1;
                let named = |key: &str| item[key].as_array().is_some_and(|ids| !ids.is_empty());
                grounded += u32::from(named(key) || named("alleged"));
            }
        }
    }
    if settle::is_outside(trial) {
        add("out_of_scope", "warn", "", "", "");
    }
    duplicates(trial, &mut add);
    let verdict = worst(&findings);
    let coverage = if all == 0 { 0.0 } else { (f64::from(grounded) / f64::from(all) * 100.0).round() / 100.0 };
    json!({"verdict": verdict, "available": true, "findings": findings, "coverage": coverage})
}

/// As [`verify`], with what the corpus said of citations kept beside the findings.
#[must_use]
pub fn answer(trial: &Trial, today: &str, rows: &[Value]) -> Value {
    let rows = json!(rows);
    let mut made = verify(trial, today, &held(&rows));
    if rows.as_array().is_some_and(|rows| !rows.is_empty()) {
        made["held"] = rows;
    }
    made
}

/// What findings amount to: any block is No-Go, any warning Conditional.
#[must_use]
pub fn worst(findings: &[Value]) -> &'static str {
    let severe = |kind: &str| findings.iter().any(|one| one["severity"] == kind);
    match (severe("block"), severe("warn")) {
        (true, _) => "No-Go",
        (_, true) => "Conditional",
        _ => "Go",
    }
}

/// The same words as in an earlier round add nothing.
fn duplicates(trial: &Trial, add: &mut impl FnMut(&str, &str, &str, &str, &str)) {
    let Some((last, earlier)) = trial.rounds.split_last() else { return };
    for step in &last.steps {
        for (list, _) in [("Claims", ""), ("CounterArguments", "")] {
            for (index, item) in step.output["body"][list].as_array().into_iter().flatten().enumerate() {
                let mut before = earlier
                    .iter()
                    .flat_map(|round| &round.steps)
                    .filter(|old| old.role == step.role)
                    .flat_map(|old| old.output["body"][list].as_array().into_iter().flatten());
                let said = item["text"].as_str().unwrap_or_default();
                if before.any(|old| old["text"] == said) {
                    add("duplicate_argument", "info", &step.id, &format!("/{list}/{index}"), said);
                }
            }
        }
    }
}
