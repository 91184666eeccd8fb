//! G14: a requisite that does not add up is questioned, not stored.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::mention::MentionKind;
use crate::engine::turn::{Proposal, short};
use crate::model::issue::Issue;
use crate::model::pointer;
use crate::model::trace::Decision;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::guards::decision;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::requisites::{issue, wrong};
use serde_json::Value;

/// Takes wrong requisites out of the patched state, and returns the issues about them.
#[must_use]
pub fn take_out_wrong(
    proposal: &mut Proposal<'_>,
    pack: Option<&Pack>,
    last: Option<&Heard<'_>>,
    decisions: &mut Vec<Decision>,
) -> Vec<Issue> {
    let said: Vec<MentionKind> = last.into_iter().flat_map(|h| h.mentions.iter().map(|m| m.kind.clone())).collect();
    let domain = &proposal.patched["domain"];
    let mut issues = Vec::new();
    let mut mended: Vec<(Vec<String>, Option<Value>)> = Vec::new();
    for (at, change) in pointer::changes(&proposal.before.state["domain"], domain).fresh {
        let value = change.now;
        if !(value.is_string() || value.is_number()) {
            continue;
        }
        let Some(why) = wrong(pack, &at, value, domain, &said) else { continue };
        let Some(tokens) = pointer::tokens(&at) else { continue };
        mended.push((tokens, change.before.cloned()));
        let shown = short(&value.as_str().map_or_else(|| value.to_string(), str::to_owned), 100);
        decisions.push(decision("G14_requisite", format!("«{shown}» не записано: {why}."), Some(&at)));
        issues.push(issue(pack, &at, &shown, why, last.map(|heard| &heard.turn.id)));
    }
    for (tokens, before) in mended {
        match before {
            Some(before) => edit::put(&mut proposal.patched["domain"], &tokens, before),
            None => edit::remove(&mut proposal.patched["domain"], &tokens),
        }
    }
    issues
}
