//! The built-in performer of the document's steps: it follows the clause library and says so.

use crate::engine::document::{flow, markdown};
use crate::engine::knowledge::Knowledge;
use crate::engine::step::Step;
use crate::engine::turn::Rejection;
use crate::model::snapshot::{Aside, Snapshot};
use crate::workspaces::contract::draft::overlay::SHELVED;
use crate::workspaces::contract::draft::{self, Variant};
use crate::workspaces::contract::guards::skeleton::followed;
use crate::workspaces::contract::perform::answer;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::{stage, steps};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Variables of the document's prompts; a dash in the steps about facts, which do not use them.
#[must_use]
pub fn variables(step: &Step, snapshot: &Snapshot, knowledge: &Knowledge) -> BTreeMap<&'static str, String> {
    let mut out: BTreeMap<&'static str, String> =
        ["sections_json", "clauses_json", "document_text"].into_iter().map(|name| (name, "—".to_owned())).collect();
    let extra = &snapshot.aside.extra;
    let variant = wanted_variant(&snapshot.state, extra);
    out.insert("variant", variant.as_str().to_owned());
    out.insert("slot_example", "{{/price/rent}}".to_owned());
    if step.writes.iter().all(|at| !at.starts_with("/document")) {
        return out;
    }
    if let Ok((facts, book)) = stage::ground(&snapshot.state, &snapshot.aside, knowledge) {
        let (sections, chosen) = draft::skeleton(facts, book, variant);
        let clauses: Map<String, Value> = chosen.into_iter().map(|c| (c.id, json!(c.template))).collect();
        out.insert("sections_json", serde_json::to_string_pretty(&sections).unwrap_or_default());
        out.insert("clauses_json", serde_json::to_string_pretty(&clauses).unwrap_or_default());
    }
    let text = stage::document(snapshot, knowledge, None).ok().and_then(|drafted| flow::lay(&drafted.document).ok());
    out.insert("document_text", text.map_or_else(|| "—".to_owned(), |pieces| markdown::render(&pieces)));
    out
}

/// The variant that was wished for, else the document's own.
fn wanted_variant(state: &Value, extra: &BTreeMap<String, Value>) -> Variant {
    let before = state.get("document").or_else(|| extra.get(SHELVED));
    let wished = extra.get(stage::WISHED).and_then(Value::as_str).and_then(Variant::parse);
    wished.or_else(|| before.map(stage::variant)).unwrap_or_default()
}

/// SKELETON: the sections and clauses that the library gives to these facts, in its order.
#[must_use]
pub fn skeleton(given: &Given, knowledge: &Knowledge) -> Value {
    match planned(given, knowledge) {
        Ok(ops) => {
            let next = json!({"kind": "proceed_to_clauses"});
            answer::output(
                steps::SKELETON,
                ops,
                json!([]),
                next,
                "Структура взята из библиотеки пунктов по фактам.",
                &[],
            )
        }
        Err(_) => answer::halt(steps::SKELETON, "Вид договора не определён: библиотеки пунктов для него нет."),
    }
}

fn planned(given: &Given, knowledge: &Knowledge) -> Result<Value, Rejection> {
    let aside = Aside { ledger: given.ledger.clone(), ..Aside::default() };
    let (facts, book) = stage::ground(&given.state, &aside, knowledge)?;
    let variant = wanted_variant(&given.state, &given.extra);
    let (plans, _) = draft::skeleton(facts, book, variant);
    Ok(followed(&plans, variant))
}

/// `DRAFT_CLAUSES`: the library's own words.
#[must_use]
pub fn clauses() -> Value {
    let ops = json!([{"op": "add", "path": "/document/clauses", "value": {}}]);
    let next = json!({"kind": "proceed_to_final"});
    answer::output(steps::DRAFT_CLAUSES, ops, json!([]), next, "Формулировки взяты из библиотеки пунктов.", &[])
}

/// `FINAL_CHECK`: nothing beyond the rules.
#[must_use]
pub fn final_check() -> Value {
    let next = json!({"kind": "done"});
    answer::output(steps::FINAL_CHECK, json!([]), json!([]), next, "Документ проверен правилами.", &[])
}
