//! What was established about a case: facts by the words that they come from, and what each role said.
//!
//! Nothing that a side keeps to itself is here: neither the advice to a side, nor directions, nor words that tell of
//! them.

use crate::model::claim::{Claim, ClaimKind, Evidence, Support};
use crate::model::snapshot::Snapshot;
use crate::workspaces::claims::plain;
use crate::workspaces::trial::present::spoken;
use crate::workspaces::trial::state::{Fact, Spoken, Trial};
use crate::workspaces::trial::steering;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The claims of a version.
#[must_use]
pub fn claims(snapshot: &Snapshot) -> Vec<Claim> {
    let Some(trial) = Trial::of(&snapshot.state) else { return Vec::new() };
    let mut out: Vec<Claim> = trial.facts.items.iter().enumerate().map(|(at, one)| fact(&trial, at, one)).collect();
    let (sums, phrases) = steering::secrets(&trial);
    for (round, held) in trial.rounds.iter().enumerate() {
        let open = held.steps.iter().enumerate().filter(|(_, step)| step.role != "recommend");
        for (index, step) in open {
            out.extend(arguments(&trial, &format!("/rounds/{round}/steps/{index}"), step));
        }
    }
    out.retain(|claim| !steering::leaks(&claim.text, &sums, &phrases));
    out
}

/// What a party says is what it says: whether it stands is another question.
fn fact(trial: &Trial, index: usize, one: &Fact) -> Claim {
    let support = if one.class == "confirmed" { Support::Confirmed } else { Support::Stated };
    let source = &one.source;
    // Letter by letter: what was shortened or put otherwise is no evidence.
    let quote = source.quote.trim_end_matches('…').trim();
    let stands = !quote.is_empty() && told(trial, &source.reference).is_some_and(|text| text.contains(quote));
    let evidence =
        stands.then(|| Evidence::Node { id: source.reference.clone(), quote: quote.to_owned() }).into_iter().collect();
    Claim {
        value: json!({"id": one.id, "standing": one.standing(), "asserted_by": one.asserted_by}),
        evidence,
        ..plain(ClaimKind::Fact, format!("/facts/items/{index}"), &one.text, support, "")
    }
}

/// The words that a source of a fact refers to.
fn told<'t>(trial: &'t Trial, reference: &str) -> Option<&'t str> {
    if let Some(piece) = trial.evidence.iter().find(|one| one.id == reference) {
        return Some(&piece.text);
    }
    match reference.split_once('/') {
        Some(("timeline", entry)) => trial.intake["timeline"][entry.parse::<usize>().ok()?]["text"].as_str(),
        Some(_) => None,
        None => trial.intake[reference].as_str(),
    }
}

/// The sentences of a speech. Whoever makes an argument does not certify it.
fn arguments(trial: &Trial, place: &str, step: &Spoken) -> Vec<Claim> {
    let body = &step.output["body"];
    let reason = match (step.status.as_str(), step.stale) {
        ("replaced_by_safe_text", _) => "replaced",
        (_, true) => "stale",
        _ => "argument",
    };
    let said = spoken(body).into_iter().filter(|(_, text)| !text.trim().is_empty());
    said.map(|(at, text)| {
        let beside = at.rsplit_once('/').and_then(|(parent, _)| body.pointer(parent)).unwrap_or(&Value::Null);
        Claim {
            value: json!({"step": step.id, "role": step.role}),
            evidence: cited(trial, beside),
            ..plain(ClaimKind::Argument, format!("{place}/output/body{at}"), text, Support::Unchecked, reason)
        }
    })
    .collect()
}

/// Facts and pieces of evidence that stand beside an argument by their ids.
fn cited(trial: &Trial, beside: &Value) -> Vec<Evidence> {
    let named: BTreeSet<&str> = match beside {
        Value::Object(members) => members.values().flat_map(ids).collect(),
        other => ids(other).collect(),
    };
    let facts = trial.facts.items.iter().enumerate().map(|(at, one)| (one.id.as_str(), format!("/facts/items/{at}")));
    let evidence = trial.evidence.iter().enumerate().map(|(at, one)| (one.id.as_str(), format!("/evidence/{at}")));
    let known = facts.chain(evidence).filter(|(id, _)| named.contains(id));
    known.map(|(_, pointer)| Evidence::Fact { pointer }).collect()
}

fn ids(value: &Value) -> impl Iterator<Item = &str> {
    let listed = value.as_array().into_iter().flatten().filter_map(Value::as_str);
    value.as_str().into_iter().chain(listed)
}
