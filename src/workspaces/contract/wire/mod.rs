//! The model half of the dialogue: what a model answers is put over the built-in reading, operation by operation.
//!
//! Both read the message. An operation is taken when its words stand in the dialogue and say it (`evidence`); `merge`
//! settles what stands where the two differ; `floor` tells the model what the rules have read, so that it answers only
//! what is missing or wrong. What the canonical output has no place for travels beside it, see `turn::WIRE`, and is
//! checked again by `guards::wired` before it is anybody's evidence.

pub mod evidence;
pub mod floor;
pub mod kept;
pub mod merge;
pub(in crate::workspaces::contract) mod numbers;
mod value;

#[cfg(test)]
mod tests;

use crate::engine::knowledge::{Knowledge, dialogue};
use crate::engine::reply::loose;
use crate::engine::turn::{Composed, Rejection, WIRE, patch_shaped};
use crate::engine::{patch, wire};
use crate::model::pointer;
use crate::model::turn::{Role, Turn};
use crate::workspaces::Said;
use crate::workspaces::contract::perform::input::{self, Given};
use crate::workspaces::contract::perform::{interpret, reread};
use serde_json::{Value, json};

/// Where terms in the person's own words stand among the facts.
pub const OWN: &str = "/own_clauses";

/// An answer of a model over the built-in reading of the same words.
///
/// # Errors
/// Nothing of the answer can be read, or nothing of it can be taken.
pub fn compose(said: &Said<'_>, knowledge: &Knowledge) -> Result<Composed, Rejection> {
    let own: Vec<Turn> = said.turns.iter().filter(|turn| turn.role == Role::User).cloned().collect();
    let language = language(said.turns);
    let given = input::given(said.before, own, said.moment);
    let raw = loose::read(said.text, fits)?;
    if wire::dialogue::is(&raw) {
        return merge::over(said, &given, &wire::dialogue::read(&raw), knowledge, language);
    }
    canonical(said, &given, raw, knowledge)
}

fn fits(value: &Value) -> bool {
    wire::dialogue::is(value) || ["next", "next_action"].iter().any(|name| value.get(*name).is_some())
}

/// The language of the session: that of the person's last words that have one.
#[must_use]
pub fn language(turns: &[Turn]) -> &'static str {
    let said = turns.iter().rev().filter(|turn| turn.role == Role::User);
    said.filter_map(|turn| dialogue::language(&turn.text)).next().unwrap_or("ru")
}

/// An answer in the canonical form: it carries no words, so where the rules have read something, that stands.
fn canonical(said: &Said<'_>, given: &Given, mut raw: Value, knowledge: &Knowledge) -> Result<Composed, Rejection> {
    if let Some(map) = raw.as_object_mut() {
        map.remove(WIRE);
    }
    let mut output = patch_shaped(said.step, said.before, raw)?;
    let patched = patch::apply(&said.before.state, &output["patch"], said.step.writes)?;
    if let Some(mut read) = reread::again(given, knowledge, said.kept) {
        let changes = pointer::changes(&said.before.state["domain"], &patched["domain"]);
        let ruled: Vec<String> = read.draft.writes.clone();
        let near = |at: &str| ruled.iter().any(|own| pointer::is_within(at, own) || pointer::is_within(own, at));
        for (at, change) in changes.fresh.iter().filter(|(at, _)| !near(at)) {
            let (at, value) = whole(&patched["domain"], at).unwrap_or((at.clone(), change.now.clone()));
            read.draft.replace(&at, value);
        }
        for at in
            changes.gone.keys().filter(|at| !near(at) && !changes.fresh.keys().any(|new| pointer::is_within(new, at)))
        {
            read.draft.drop_at(at);
        }
        let floor = interpret::answered(given, &read);
        output["patch"] = floor["patch"].clone();
        // Of the pack's own issues the guards decide by the facts; a doubt of the rules goes along.
        let own = |update: &&Value| {
            let key = update["issue"]["key"].as_str().unwrap_or_default();
            key.starts_with("conflict:") || key.starts_with("requisite:") || update["op"] == "dismiss"
        };
        let floors = floor["issue_updates"].as_array().into_iter().flatten().filter(own);
        let mut updates: Vec<Value> = floors.cloned().collect();
        updates.extend(output["issue_updates"].as_array().cloned().unwrap_or_default());
        output["issue_updates"] = updates.into();
        if floor["safety"]["detected_conflict"] == true {
            output["safety"]["detected_conflict"] = json!(true);
        }
    }
    output[WIRE] = json!({"performer": said.performer});
    Ok(Composed { text: output.to_string(), refused: Vec::new() })
}

/// The outermost list that a leaf stands in, whole: a list is written as one value.
fn whole(domain: &Value, at: &str) -> Option<(String, Value)> {
    let ends = at.match_indices('/').map(|(end, _)| end).skip(1);
    let list = ends.filter_map(|end| at.get(..end)).find(|root| domain.pointer(root).is_some_and(Value::is_array))?;
    Some((list.to_owned(), domain.pointer(list)?.clone()))
}
