//! The built-in performer of the contract workspace: no model, deterministic, led by the packs.
//!
//! It answers like any model, in JSON of the step output schema, and passes the same validation and guards.

mod acting;
pub mod answer;
mod around;
mod assigned;
mod banks;
pub mod bearing;
mod bounded;
mod card_heads;
mod cards;
pub mod changes;
pub mod choices;
mod contract_text;
mod contrast;
pub mod counted;
mod deposits;
mod details;
pub mod document;
mod duties;
mod each_own;
mod excepted;
mod explained;
pub mod facts;
pub mod follows;
mod foreign_names;
mod fragments;
pub mod free_text;
mod heading;
mod held;
pub mod input;
pub mod interpret;
mod introduced;
mod label;
mod labelled;
mod late_side;
mod led;
mod left;
mod lined;
mod lists;
mod members;
mod moved;
mod named;
mod opening;
mod outside;
pub mod own;
mod own_parts;
mod own_words;
mod owner;
mod papers;
pub mod parties;
mod paydays;
mod periods;
mod portions;
mod price_list;
mod products;
mod references;
mod removed;
mod replaced;
pub mod reread;
mod reworded;
mod rivals;
pub mod rows;
mod same;
mod side_words;
mod sides;
mod signers;
mod single;
mod slips;
pub mod speaking;
mod spouses;
mod stages;
mod stated;
mod strangers;
mod trades;
mod triggers;
mod turned;
pub mod typed;
mod unfit;
pub mod values;
mod vat;
mod wishes;
mod written;

use crate::engine::knowledge::Knowledge;
use crate::workspaces::contract::guards;
use crate::workspaces::contract::steps;
use input::Given;
use serde_json::{Value, json};

/// What the built-in performer answers for a step; an input that does not read is answered with a halt.
#[must_use]
pub fn perform(step: &str, input: &Value, knowledge: &Knowledge) -> Value {
    let Ok(given) = serde_json::from_value::<Given>(input.clone()) else {
        return answer::halt(step, "Встроенный исполнитель не смог прочитать вход шага.");
    };
    match step {
        steps::INTERPRET => interpret::perform(&given, knowledge),
        steps::GATE_CHECK => gate_check(&given, knowledge),
        steps::SKELETON => document::skeleton(&given, knowledge),
        steps::DRAFT_CLAUSES => document::clauses(),
        steps::FINAL_CHECK => document::final_check(),
        _ => answer::halt(step, "Встроенный исполнитель не знает такого шага."),
    }
}

/// `GATE_CHECK`: the verdict of the rules, and the next question when it is no.
fn gate_check(given: &Given, knowledge: &Knowledge) -> Value {
    let pack = guards::pack_of(&given.state["domain"], &given.turns, knowledge);
    let verdict = guards::gate::judge(pack, &given.state, &given.ledger);
    let next = if verdict.ready_for_skeleton {
        json!({"kind": "proceed_to_skeleton"})
    } else {
        answer::next(pack, &given.state["domain"], &given.issues(), &given.asked).unwrap_or_else(
            || json!({"kind": "halt_error", "error": {"category": "insufficient_context", "message": verdict.summary}}),
        )
    };
    let ops = json!([{"op": "add", "path": "/gate", "value": verdict}]);
    answer::output(steps::GATE_CHECK, ops, json!([]), next, "Проверены существенные условия и открытые вопросы.", &[])
}
