//! What was established about an answer about norms: its quotations, its numbers, what a check struck.

use crate::engine::citation::compared::cut;
use crate::model::claim::{By, Claim, ClaimKind, Evidence, Support};
use crate::model::snapshot::Snapshot;
use crate::workspaces::claims::{cited, plain, struck};
use serde_json::{Value, json};

/// The claims of a version.
#[must_use]
pub fn claims(snapshot: &Snapshot) -> Vec<Claim> {
    let state = &*snapshot.state;
    let list = |at: &str| state.pointer(at).and_then(Value::as_array).map_or(&[] as &[Value], Vec::as_slice);
    let read = list("/evidence");
    let mut out: Vec<Claim> = Vec::new();
    for (index, one) in list("/final_answer/citations").iter().enumerate() {
        let mut claim = cited(one, one, format!("/final_answer/citations/{index}"));
        if one["verdict"] == "VERIFIED" {
            (claim.support, claim.reason) = again(one, read);
            claim.by = Some(By::Rule).filter(|_| claim.support == Support::Verbatim);
        }
        out.push(claim);
    }
    let quoted = out.clone();
    let numbers = list("/final_answer/numbers").iter().enumerate();
    out.extend(numbers.map(|(index, one)| number(index, one, &quoted, &state["final_answer"])));
    out.extend(struck(state, "/final_answer/struck"));
    out
}

/// A number is as good as the quotation that it stands in, or as the weakest of those that it is computed from.
fn number(index: usize, one: &Value, quoted: &[Claim], answer: &Value) -> Claim {
    let text = |key: &str| one[key].as_str().unwrap_or_default();
    let words = format!("{} {}", text("value"), text("unit")).trim().to_owned();
    let of = |number: &Value| quoted.iter().find(|claim| claim.value["number"] == *number);
    let binding = &one["binding"];
    let doubted = binding["doubts"].as_array().is_some_and(|doubts| !doubts.is_empty());
    let calculation = &answer["calculation"];
    let computed = calculation["result"]["value"] == one["value"] && calculation["result"]["unit"] == one["unit"];
    let (support, reason, evidence, by) = match of(&one["citation"]) {
        _ if doubted => (Support::Unchecked, "doubted".to_owned(), Vec::new(), None),
        Some(source) if source.text.contains(text("value")) => {
            (source.support, source.reason.clone(), source.evidence.clone(), source.by)
        }
        // The place is there; that the number stands in its words is not seen.
        Some(source) => (weaker(source, Support::Located), "not_in_quote".to_owned(), source.evidence.clone(), None),
        None if computed => {
            let inputs = calculation["inputs"].as_array().map_or(&[] as &[Value], Vec::as_slice);
            let formula = calculation["formula"].as_str().unwrap_or_default().to_owned();
            let named = inputs.iter().filter_map(|input| input["name"].as_str().map(str::to_owned)).collect();
            let weak = inputs.iter().filter_map(|input| of(&input["citation"])).find(|c| !c.support.certifies(c.by));
            let support = weak.map_or(Support::Derived, |claim| claim.support);
            let reason = weak.map(|claim| claim.reason.clone()).unwrap_or_default();
            (support, reason, vec![Evidence::Calculation { formula, inputs: named }], None)
        }
        None => (Support::Unchecked, "no_citation".to_owned(), Vec::new(), None),
    };
    Claim {
        value: json!({"value": one["value"], "unit": one["unit"], "condition": one["condition"], "number": one["citation"]}),
        evidence,
        by,
        ..plain(ClaimKind::Number, format!("/final_answer/numbers/{index}"), &words, support, &reason)
    }
}

/// The support of a source, unless this one says less.
fn weaker(source: &Claim, most: Support) -> Support {
    if source.support.certifies(source.by) { most } else { source.support }
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
