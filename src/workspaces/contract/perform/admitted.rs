//! What the guards would not take of the performer's own reading goes before it is answered, fact by fact.
//!
//! A performer without a model cannot do better when it is asked again: the rest of the message must not be lost with
//! the one fact that may not change.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::engine::turn::{Moment, Proposal};
use crate::model::ids::SessionId;
use crate::model::pointer;
use crate::model::snapshot::{Aside, RunCounters, Snapshot};
use crate::workspaces::contract::guards::facts;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::{edit, steps};
use serde_json::{Value, json};
use std::sync::Arc;

/// Rounds of taking back; what one refusal brings to light may be refused in turn.
const ROUNDS: usize = 4;

/// Takes back what the guards refuse; returns the places. When nothing else helps, all facts stay as they stood.
pub(super) fn only(given: &Given, pack: &Pack, knowledge: &Knowledge, domain: &mut Value) -> Vec<String> {
    let before = &given.state["domain"];
    if before == &*domain {
        return Vec::new();
    }
    let standing = snapshot(given);
    let moment = Moment { now: given.now.clone() };
    let output = json!({"step": steps::INTERPRET});
    let mut gone: Vec<String> = Vec::new();
    for _ in 0..ROUNDS {
        let patched = json!({"domain": domain});
        let proposal =
            Proposal { before: &standing, turns: &given.turns, moment: &moment, output: &output, patched };
        let Err(why) = facts::trace(&proposal, Some(pack), knowledge) else { return gone };
        for problem in why.problems {
            let Some(at) = problem.pointer.as_deref().and_then(|at| at.strip_prefix("/domain")) else { break };
            restore(before, domain, at);
            gone.push(at.to_owned());
        }
    }
    gone.extend(pointer::leaves(domain).into_keys());
    domain.clone_from(before);
    gone
}

/// The version as the guards see it.
fn snapshot(given: &Given) -> Snapshot {
    let version = given.state["meta"]["state_version"].as_u64().and_then(|version| u32::try_from(version).ok());
    Snapshot {
        session: SessionId::from(given.state["meta"]["session_id"].as_str().unwrap_or_default()),
        version: version.unwrap_or_default(),
        state: Arc::new(given.state.clone()),
        aside: Arc::new(Aside {
            ledger: given.ledger.clone(),
            pending: None,
            next_action: None,
            questions: given.asked.clone(),
            run: RunCounters::default(),
            extra: given.extra.clone(),
        }),
        at: given.now.clone(),
    }
}

/// A place as it stood.
fn restore(before: &Value, domain: &mut Value, at: &str) {
    let Some(tokens) = pointer::tokens(at) else { return };
    match before.pointer(at) {
        Some(value) => edit::put(domain, &tokens, value.clone()),
        None => edit::remove(domain, &tokens),
    }
}
