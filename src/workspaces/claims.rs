//! Claims that several workspaces make alike: facts of a ledger, citations with a verdict, struck sentences.
//!
//! Nothing is judged here. Facts have the support of their origin, citations that of their verdict; where an older state
//! does not say, the list says the weaker word.

use crate::model::claim::{By, Claim, ClaimKind, Evidence, Support};
use crate::model::facts::{LedgerEntry, Origin};
use crate::model::snapshot::Snapshot;
use serde_json::{Value, json};

/// The facts of the ledger.
#[must_use]
pub fn facts(snapshot: &Snapshot) -> Vec<Claim> {
    snapshot.aside.ledger.0.iter().map(|(pointer, entry)| fact(pointer, entry)).collect()
}

/// Sentences that a check struck from an answer, listed at a place of the state.
#[must_use]
pub fn struck(state: &Value, place: &str) -> Vec<Claim> {
    let list = state.pointer(place).and_then(Value::as_array).into_iter().flatten().enumerate();
    list.map(|(index, one)| {
        let text = one.as_str().or_else(|| one["text"].as_str()).unwrap_or_default();
        let kind = if one["verdict"] == "NUMBER_UNSUPPORTED" { ClaimKind::Number } else { ClaimKind::Sentence };
        plain(kind, format!("{place}/{index}"), text, Support::Unchecked, "struck")
    })
    .collect()
}

/// A claim with nothing beside its words.
#[must_use]
pub fn plain(kind: ClaimKind, at: String, text: &str, support: Support, reason: &str) -> Claim {
    Claim {
        id: String::new(),
        kind,
        at,
        text: text.to_owned(),
        value: Value::Null,
        support,
        by: None,
        evidence: Vec::new(),
        reason: reason.to_owned(),
    }
}

/// A fact has the support that its origin earned.
fn fact(pointer: &str, entry: &LedgerEntry) -> Claim {
    let support = match entry.origin {
        Origin::Confirmed => Support::Confirmed,
        Origin::Stated => Support::Stated,
        Origin::Computed => Support::Derived,
        Origin::Default => Support::Default,
        Origin::Assumed => Support::Assumed,
    };
    let mut evidence = Vec::new();
    if let Some(turn) = &entry.turn_id {
        evidence.push(match &entry.quote {
            Some(quote) => Evidence::Turn { id: turn.clone(), quote: quote.clone() },
            None => Evidence::Click { turn: turn.clone() },
        });
    }
    if let (Support::Derived, Some(formula)) = (support, &entry.note) {
        evidence.push(Evidence::Calculation { formula: formula.clone(), inputs: Vec::new() });
    }
    let text = entry.value.as_str().map_or_else(|| entry.value.to_string(), str::to_owned);
    Claim {
        value: entry.value.clone(),
        evidence,
        ..plain(ClaimKind::Fact, format!("/domain{pointer}"), &text, support, "")
    }
}

/// A citation with a verdict.
#[must_use]
pub fn cited(one: &Value, citation: &Value, at: String) -> Claim {
    let text = |key: &str| citation[key].as_str().unwrap_or_default().to_owned();
    let verdict = one["verdict"].as_str().unwrap_or_default();
    let quote = text("quote");
    let kind = match verdict {
        "NUMBER_UNSUPPORTED" => ClaimKind::Number,
        "DOUBT" => ClaimKind::Finding,
        _ if quote.is_empty() => ClaimKind::Sentence,
        _ => ClaimKind::Quotation,
    };
    let told: Option<Support> = serde_json::from_value(one["support"].clone()).ok();
    // A state of an earlier time has verdicts only: a quotation that stood there was compared letter by letter, its
    // borders were not.
    let support = told.unwrap_or(match verdict {
        "QUOTE_ALTERED" | "CONTRADICTED" | "MISATTRIBUTED" => Support::Contradicted,
        "VERIFIED" | "LOCATED" => Support::Located,
        _ => Support::Unchecked,
    });
    let id =
        ["node_id", "source_id", "address"].iter().map(|key| text(key)).find(|id| !id.is_empty()).unwrap_or_default();
    let reason = ["reason", "verdict_reason", "message"].iter().find_map(|key| one[*key].as_str()).unwrap_or_default();
    Claim {
        value: json!({"verdict": verdict, "address": citation["address"], "number": citation["number"]}),
        by: serde_json::from_value::<By>(one["by"].clone()).ok(),
        evidence: if id.is_empty() { Vec::new() } else { vec![Evidence::Node { id, quote: quote.clone() }] },
        ..plain(
            kind,
            at,
            if quote.is_empty() { citation["text"].as_str().unwrap_or_default() } else { &quote },
            support,
            reason,
        )
    }
}
