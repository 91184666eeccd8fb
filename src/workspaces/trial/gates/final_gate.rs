//! `gate_r3_final`: finalize, extend once, or abandon.

use crate::workspaces::trial::causes;
use crate::workspaces::trial::gates::form::{For, Form};
use crate::workspaces::trial::gates::rounds::options;
use crate::workspaces::trial::state::Trial;
use serde_json::{Value, json};

/// The last gate; what is required depends on the decision.
pub fn last(form: &mut Form<'_>, trial: &Trial) {
    let decision = form.one("decision", true, &["finalize", "extend", "abandon"], For::None).unwrap_or_default();
    let finalize = decision == "finalize";
    let criminal = trial.case.case_type == "criminal";
    // Read whatever the decision is: a field that nobody reads counts as unknown.
    let confirmed = form.raw("confirm") == &json!(true);
    if decision == "abandon" && !confirmed {
        form.error("confirm", "required", json!({}));
    }
    extension(form, trial, decision == "extend");
    let outcomes: &[&str] = if criminal {
        &["acquittal", "dismissal", "reduced", "suspended", "min_sentence"]
    } else {
        &["full", "partial", "settle", "withdraw", "appeal_ready"]
    };
    let outcome = form.one("acceptable_outcome", finalize, outcomes, For::Own).unwrap_or_default();
    concessions(form, finalize);
    let goal = trial.steering.iter().rev().find_map(|one| one.private["goal"].as_str());
    let settles = outcome == "settle" || goal == Some("settlement");
    line(form, finalize && !criminal && settles, criminal);
    let routes: &[&str] = if criminal {
        &["victim_settlement", "criminal_mediation", "deposit"]
    } else {
        &["none", "private", "mediation", "in_court", "accept_recommendation", "pre_suit"]
    };
    form.one("adr_route", false, routes, For::Own);
    let never = ["no_liability_admission", "confidentiality", "keep_relationship", "no_publicity"];
    form.many("non_negotiables", 0, 4, &never, For::Own);
    // One more round may be about one claim more or less; a report is about those that were argued.
    if decision == "extend" || form.raw("claims").is_null() {
        causes::field(form, trial);
    } else {
        form.error("claims", "only_extending", json!({}));
    }
    acknowledgements(form, trial, finalize);
    report(form, finalize);
    form.text("human_reviewer", false, 120, For::None);
    form.text("note", false, 300, For::Own);
}

fn extension(form: &mut Form<'_>, trial: &Trial, wanted: bool) {
    if wanted && trial.machine.ext_used {
        form.error("decision", "ext_used", json!({}));
    }
    let open: Vec<String> = trial
        .last_round()
        .and_then(|round| round.end["card"]["open_issues"].as_array())
        .into_iter()
        .flatten()
        .filter_map(|issue| issue["id"].as_str().map(str::to_owned))
        .collect();
    let open: Vec<&str> = open.iter().map(String::as_str).collect();
    form.one("extend_issue", wanted, &open, For::All);
    form.text("extend_question", false, 300, For::All);
}

fn concessions(form: &mut Form<'_>, required: bool) {
    let rows = form.list("concessions", required, 10);
    let allowed = ["none", "admit_fact", "drop_claim", "reduce_amount", "share_fault", "installments", "apology"];
    for (index, row) in rows.iter().enumerate() {
        if row["type"].as_str().is_none_or(|kind| !allowed.contains(&kind)) {
            form.error(&format!("concessions/{index}/type"), "unknown_id", json!({"allowed": allowed}));
        }
        if row["condition"].as_str().is_some_and(|text| text.chars().count() > 120) {
            form.error(&format!("concessions/{index}/condition"), "too_long", json!({"max": 120}));
        }
    }
    if !rows.is_empty() {
        form.keep("concessions", json!(rows), For::Own);
    }
}

/// The line of a settlement: opening, target, limit in their order.
fn line(form: &mut Form<'_>, required: bool, criminal: bool) {
    let value = form.raw("settlement_line");
    if value.is_null() {
        if required {
            form.error("settlement_line", "required", json!({}));
        }
        return;
    }
    if criminal {
        form.error("settlement_line", "wrong_case_type", json!({}));
        return;
    }
    let sum = |key: &str| value[key].as_i64().filter(|sum| *sum >= 0);
    let (Some(opening), Some(target), Some(limit)) = (sum("opening"), sum("target"), sum("walk_away")) else {
        form.error("settlement_line", "required", json!({"keys": ["opening", "target", "walk_away"]}));
        return;
    };
    let ordered = match value["direction"].as_str() {
        Some("receive") => opening >= target && target >= limit,
        Some("pay") => opening <= target && target <= limit,
        _ => {
            form.error("settlement_line/direction", "unknown_id", json!({"allowed": ["receive", "pay"]}));
            return;
        }
    };
    if !ordered {
        form.error("settlement_line", "bad_order", json!({"order": ["opening", "target", "walk_away"]}));
    }
    if value["currency"].as_str().is_none_or(|code| code.len() != 3) {
        form.error("settlement_line/currency", "required", json!({}));
    }
    form.keep("settlement_line", value.clone(), For::Own);
}

/// What a person has to have seen before the report.
fn acknowledgements(form: &mut Form<'_>, trial: &Trial, finalize: bool) {
    let deadlines = form.list("deadlines_ack", false, 20);
    let risks = form.list("open_risks_ack", false, 20);
    let verdict = form.raw("verdict_ack");
    if !finalize {
        return;
    }
    let acked = |id: &String| deadlines.iter().any(|row| row["deadline_id"] == id.as_str() && row["ack"] == true);
    let missing: Vec<String> = options(trial, "deadlines").into_iter().filter(|id| !acked(id)).collect();
    if !missing.is_empty() {
        form.error("deadlines_ack", "ack_missing", json!({"ids": missing}));
    }
    let missing: Vec<String> =
        options(trial, "risks").into_iter().filter(|id| !risks.iter().any(|one| one == id.as_str())).collect();
    if !missing.is_empty() {
        form.error("open_risks_ack", "ack_missing", json!({"ids": missing}));
    }
    let verifier = trial.last_round().map(|round| &round.verifier);
    let red = verifier.is_none_or(|one| one["available"] != true || one["verdict"] == "No-Go");
    if red && verdict != &json!(true) {
        form.error("verdict_ack", "ack_missing", json!({}));
    }
    form.keep("deadlines_ack", json!(deadlines), For::None);
    form.keep("open_risks_ack", json!(risks), For::None);
    form.keep("verdict_ack", verdict.clone(), For::None);
}

fn report(form: &mut Form<'_>, required: bool) {
    let value = form.raw("report");
    if value.is_null() {
        if required {
            form.error("report", "required", json!({}));
        }
        return;
    }
    for (key, allowed) in [
        ("audience", &["inhouse", "executive", "external_counsel"][..]),
        ("language", &["ko", "ru", "en"][..]),
        ("detail", &["one_page", "standard", "full"][..]),
        ("redaction", &["none", "names", "full"][..]),
    ] {
        if value[key].as_str().is_none_or(|one| !allowed.contains(&one)) {
            form.error(&format!("report/{key}"), "unknown_id", json!({"allowed": allowed}));
        }
    }
    let parts = ["risk_matrix", "citations", "changelog", "settlement"];
    for (index, part) in value["include"].as_array().into_iter().flatten().enumerate() {
        if part.as_str().is_none_or(|part| !parts.contains(&part)) {
            form.error(&format!("report/include/{index}"), "unknown_id", json!({"allowed": parts}));
        }
    }
    let include = value["include"].as_array().cloned().unwrap_or_default();
    let mut kept = value.clone();
    kept["include"] = Value::Array(include);
    form.keep("report", kept, For::None);
}
