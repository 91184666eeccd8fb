//! The critic: a model reads a round after the rules and may add doubts. It never lifts a verdict, and what it writes
//! is checked as anything else before a person sees it.

use crate::workspaces::trial::guards::{promises, verifier};
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::steering;
use crate::workspaces::trial::words::cut;
use serde_json::{Value, json};

/// What the critic is shown: the facts and what was said, without anything private and without the advice to a side.
#[must_use]
pub fn view(trial: &Trial) -> Value {
    let round = trial.last_round();
    let said: Vec<Value> = round
        .into_iter()
        .flat_map(|round| &round.steps)
        .filter(|step| step.role != "recommend")
        .map(|step| json!({"step": step.id, "role": step.role, "mode": step.mode, "body": step.output["body"]}))
        .collect();
    json!({
        "case": trial.case,
        "round": round.map(|round| round.round),
        "confirmed": trial.facts.of("confirmed").map(|f| json!({"id": f.id, "text": f.text})).collect::<Vec<_>>(),
        "disputed": trial.facts.of("disputed").map(|f| json!({"id": f.id, "text": f.text})).collect::<Vec<_>>(),
        "evidence": trial.evidence.iter().filter(|one| !matches!(one.action.as_str(), "hold" | "withdraw"))
            .map(|one| json!({"id": one.id, "label": one.label, "side": one.side, "title": one.title}))
            .collect::<Vec<_>>(),
        "outputs": said,
    })
}

/// The rules' answer with the doubts of a critic; `None` when no critic could be heard: then nobody says Go.
#[must_use]
pub fn joined(trial: &Trial, mut rules: Value, doubts: Option<&Value>, performer: &str) -> Value {
    let Some(doubts) = doubts else {
        rules["available"] = json!(false);
        rules["verdict"] = Value::Null;
        rules["critic"] = json!({"performer": performer, "available": false});
        return rules;
    };
    let (sums, phrases) = steering::secrets(trial);
    let known = |step: &str| trial.last_round().is_some_and(|round| round.steps.iter().any(|one| one.id == step));
    let mut findings = rules["findings"].as_array().cloned().unwrap_or_default();
    for doubt in doubts["doubts"].as_array().into_iter().flatten() {
        let step = doubt["step"].as_str().filter(|step| known(step)).unwrap_or_default();
        let text = cut(doubt["text"].as_str().unwrap_or_default(), 200);
        let tells = !promises(&text, &trial.case.lang).is_empty() || steering::leaks(&text, &sums, &phrases);
        let text = if tells { String::new() } else { text };
        if findings.len() < 200 {
            findings.push(json!({
                "code": doubt["code"], "severity": doubt["severity"], "step": step, "span": "", "text": text, "fix": "",
            }));
        }
    }
    if rules["available"] == true {
        rules["verdict"] = json!(verifier::worst(&findings));
    }
    rules["findings"] = json!(findings);
    rules["critic"] = json!({"performer": performer, "available": true});
    rules
}
