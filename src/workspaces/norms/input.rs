//! The inputs of the steps, and the same as variables of the prompts.

use crate::engine::schema;
use crate::engine::step::Step;
use crate::workspaces::StepInput;
use crate::workspaces::norms::perform::{answer, calculate, lost, question};
use crate::workspaces::norms::state::Norms;
use crate::workspaces::norms::{perform, steps};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Characters of a place that a prompt carries.
const PROMPT_CHARS: usize = 2_500;

/// The input of a step.
#[must_use]
pub fn of(step: &str, norms: &Norms) -> Value {
    let base = |more: Value| {
        let mut input = json!({
            "user_query": norms.user_query,
            "answers": norms.answers,
            "as_of": norms.as_of,
            "llm_calls_left": norms.budget.llm_calls_left,
        });
        if let (Some(input), Value::Object(more)) = (input.as_object_mut(), more) {
            input.extend(more);
        }
        input
    };
    match step {
        steps::PLAN => base(json!({
            "strategy": norms.scratchpad.strategy,
            "scratchpad": norms.scratchpad,
            "execution_history": norms.execution_history,
        })),
        steps::EXECUTE => {
            let step = norms.plan.steps.get(norms.plan.current_step_index).cloned().unwrap_or_default();
            let evidence = if step.tool == "calculate" { json!(norms.evidence) } else { json!([]) };
            base(json!({"tool": step.tool, "input": step.input, "action": step.action, "evidence": evidence}))
        }
        steps::READ => {
            let ids = last(norms)["items"].clone();
            let held = |id: &Value| id.as_str().and_then(|id| norms.held(id)).cloned();
            let items: Vec<Value> = ids.as_array().into_iter().flatten().filter_map(held).collect();
            base(json!({"items": items, "visit": norms.budget.visits}))
        }
        steps::JUDGE => judge(norms, base),
        steps::LOCATE => json!({"places": places(&answer::assemble(norms))}),
        steps::FINALIZE => base(json!({"draft": answer::assemble(norms), "partial": norms.partial})),
        _ => Value::Null,
    }
}

/// The places that an answer cites: the words of a clause, the whole of a cell.
fn places(draft: &Value) -> Value {
    let cited = draft["citations"].as_array().into_iter().flatten();
    let place = |one: &Value| {
        let quote = if one["kind"] == "cell" { json!("") } else { one["quote"].clone() };
        json!({"edition_id": one["edition_id"], "node_id": one["node_id"], "page": one["page"], "quote": quote})
    };
    Value::Array(cited.map(place).collect())
}

/// What the last visit of the executor brought.
#[must_use]
pub fn last(norms: &Norms) -> &Value {
    norms.step_results.get(&key(norms.budget.visits)).unwrap_or(&Value::Null)
}

/// The key of a visit; keys stand in order.
#[must_use]
pub fn key(visit: u32) -> String {
    format!("{visit:02}")
}

fn judge(norms: &Norms, base: impl Fn(Value) -> Value) -> Value {
    let asked = question::read(&norms.user_query, &[]);
    let open = norms.plan.steps.iter().skip(norms.plan.current_step_index);
    let result = last(norms);
    base(json!({
        "last": {"code": result["code"], "relevance": result["relevance"], "tool": result["tool"],
                 "found": result["findings"].as_array().map_or(0, Vec::len)},
        "best_relevance": answer::best(norms),
        "steps_left": norms.budget.steps_left,
        "plans_left": norms.budget.plans_left,
        "calculates": calculate::wanted(&asked).is_some() && open.clone().any(|step| step.tool == "calculate"),
        "calculated": result["calculation"].is_object(),
        "missing": result["missing"].as_array().cloned().unwrap_or_default(),
        "only_named": lost::only_absent(norms),
        "findings": answer::findings(norms).into_iter().take(8).collect::<Vec<_>>(),
    }))
}

/// The same rendered for a prompt.
#[must_use]
pub fn rendered(step: &Step, data: Value, today: &str) -> StepInput {
    let schema = schema::record(step.wire).map(|record| record.schema.to_string()).unwrap_or_default();
    let text = |value: &Value| serde_json::to_string_pretty(value).unwrap_or_default();
    let rules = if step.prompt.is_empty() { Value::Null } else { perform::perform(step.id, &data) };
    let mut places = String::new();
    for item in data["items"].as_array().into_iter().flatten() {
        let body: String = item["text"].as_str().unwrap_or_default().chars().take(PROMPT_CHARS).collect();
        places.push_str(&format!(
            "- node_id: {}\n  address: {}\n  text: |\n    {}\n",
            item["node_id"].as_str().unwrap_or_default(),
            item["address"].as_str().unwrap_or_default(),
            body.replace('\n', "\n    ")
        ));
        for row in item["table"]["rows"].as_array().into_iter().flatten() {
            for cell in row["cells"].as_array().into_iter().flatten() {
                places.push_str(&format!(
                    "  cell: {{node_id: {}, row: {}, value: {}}}\n",
                    cell["node_id"].as_str().unwrap_or_default(),
                    row["label"],
                    cell["text"]
                ));
            }
        }
    }
    let variables = BTreeMap::from([
        ("query", data["user_query"].as_str().unwrap_or_default().to_owned()),
        ("answers_json", text(&data["answers"])),
        ("as_of", data["as_of"].as_str().unwrap_or_default().to_owned()),
        ("strategy", data["strategy"].as_str().unwrap_or_default().to_owned()),
        ("scratchpad_json", text(&data["scratchpad"])),
        ("history_json", text(&data["execution_history"])),
        ("places", places),
        (
            "judged_json",
            text(&json!({"last": data["last"], "best_relevance": data["best_relevance"],
            "steps_left": data["steps_left"], "plans_left": data["plans_left"], "missing": data["missing"]})),
        ),
        ("findings_json", text(&data["findings"])),
        ("draft_json", text(&data["draft"])),
        ("rules_json", text(&rules)),
        ("today", today.to_owned()),
        ("llm_output_schema", schema),
    ]);
    StepInput { data, variables }
}
