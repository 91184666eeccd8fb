//! What a performer's answer must survive before it becomes a version of the contract.
//!
//! Rules: G01 kind of action, G02 confirmed facts, G03 invented values, G04 issues of the pack, G05 repeated question,
//! G06 vague question, G07 silent conflict, G08 dismissal, G09 limits of a run, G20 gate looser
//! than the rules, G30 order of the stages, G31 skeleton, G32 wording, G33 references, G34 a performer's findings.

pub mod clauses;
pub mod facts;
pub mod final_check;
pub mod gate;
pub mod interpret;
pub mod issues;
pub mod question;
pub mod reading;
pub mod skeleton;
pub mod stale;
pub mod superseding;
pub mod wired;

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::scan;
use crate::model::trace::Decision;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::intake::{provenance, recognise};
use crate::workspaces::contract::state;
use serde_json::Value;

/// A decision for the trace.
#[must_use]
pub fn decision(rule: &str, message: impl Into<String>, at: Option<&str>) -> Decision {
    Decision { rule: rule.to_owned(), message: message.into(), at: at.map(str::to_owned) }
}

/// The pack that rules this session: by the type in the facts, else by the first words, else the generic one.
#[must_use]
pub fn pack_of<'k>(domain: &Value, turns: &[Turn], knowledge: &'k Knowledge) -> Option<&'k Pack> {
    state::contract_type(domain)
        .and_then(|id| knowledge.pack(id))
        .or_else(|| {
            turns.iter().filter(|turn| turn.role == Role::User).enumerate().find_map(|(at, turn)| {
                let mentions = scan::mentions(&turn.text, provenance::day(turn));
                let found = recognise::recognise(&turn.text, &mentions, knowledge);
                found.filter(|found| at == 0 || !found.worked).map(|found| found.pack)
            })
        })
        .or_else(|| recognise::generic(knowledge))
}
