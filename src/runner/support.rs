//! What was established about what a session keeps and says: its claims, in one list for every workspace.
//!
//! Nothing is judged here. Facts have the support of their origin, citations and numbers that of their verdict, findings
//! are what a check said; where an older state does not say, the list says the weaker word.

use crate::engine::citation::compared::cut;
use crate::model::claim::{By, Claim, ClaimKind, Evidence, Support};
use crate::model::facts::{LedgerEntry, Origin};
use crate::model::snapshot::Snapshot;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// `{version, claims, counts}` of a version.
#[must_use]
pub fn support(snapshot: &Snapshot) -> Value {
    let claims = claims(snapshot);
    json!({"version": snapshot.version, "counts": counts(&claims), "claims": claims})
}

/// How many claims have each support.
#[must_use]
pub fn counts(claims: &[Claim]) -> BTreeMap<&'static str, usize> {
    let mut out = BTreeMap::new();
    for claim in claims {
        *out.entry(claim.support.as_str()).or_default() += 1;
    }
    out
}

/// The claims of a version.
#[must_use]
pub fn claims(snapshot: &Snapshot) -> Vec<Claim> {
    let state = &snapshot.state;
    let mut out: Vec<Claim> = snapshot.aside.ledger.0.iter().map(|(pointer, entry)| fact(pointer, entry)).collect();
    let list = |at: &str| state.pointer(at).and_then(Value::as_array).cloned().unwrap_or_default();
    for (index, one) in list("/verdicts").iter().enumerate() {
        out.push(cited(one, &one["citation"], format!("/verdicts/{index}")));
    }
    let read = list("/evidence");
    for (index, one) in list("/final_answer/citations").iter().enumerate() {
        let mut claim = cited(one, one, format!("/final_answer/citations/{index}"));
        if one["verdict"] == "VERIFIED" {
            (claim.support, claim.reason) = again(one, &read);
            claim.by = Some(By::Rule).filter(|_| claim.support == Support::Verbatim);
        }
        out.push(claim);
    }
    for place in ["/answer/struck", "/final_answer/struck"] {
        for (index, one) in list(place).iter().enumerate() {
            let text = one.as_str().or_else(|| one["text"].as_str()).unwrap_or_default();
            let kind = if one["verdict"] == "NUMBER_UNSUPPORTED" { ClaimKind::Number } else { ClaimKind::Sentence };
            out.push(plain(kind, format!("{place}/{index}"), text, Support::Unchecked, "struck"));
        }
    }
    // What a party says is what it says: whether it stands is another question.
    for (index, one) in list("/facts/items").iter().enumerate() {
        let support = if one["class"] == "confirmed" { Support::Confirmed } else { Support::Stated };
        let text = one["text"].as_str().unwrap_or_default();
        out.push(plain(ClaimKind::Fact, format!("/facts/items/{index}"), text, support, ""));
    }
    for (index, claim) in out.iter_mut().enumerate() {
        claim.id = format!("c{}", index + 1);
    }
    out
}

fn plain(kind: ClaimKind, at: String, text: &str, support: Support, reason: &str) -> Claim {
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

/// A quotation of a norm, compared again with what the session read: a version of an earlier time knew weaker checks.
fn again(citation: &Value, read: &[Value]) -> (Support, String) {
    let id = &citation["node_id"];
    let cell = |item: &&Value| {
        let rows = item["table"]["rows"].as_array().into_iter().flatten();
        rows.flat_map(|row| row["cells"].as_array().into_iter().flatten()).any(|cell| cell["node_id"] == *id)
    };
    let quote = citation["quote"].as_str().unwrap_or_default();
    let own = read.iter().find(|item| item["node_id"] == *id).map(|item| (item, false));
    let Some((item, in_table)) = own.or_else(|| read.iter().find(cell).map(|item| (item, true))) else {
        return (Support::Located, "not_read".to_owned());
    };
    if item["lossy"] == true || item["table"]["lossy"] == true {
        return (Support::Unchecked, "LOSSY".to_owned());
    }
    let text = item["text"].as_str().unwrap_or_default();
    match cut(text, quote).filter(|_| !in_table) {
        Some(_) => (Support::Contradicted, "cut".to_owned()),
        None => (Support::Verbatim, String::new()),
    }
}

/// A citation with a verdict.
fn cited(one: &Value, citation: &Value, at: String) -> Claim {
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
