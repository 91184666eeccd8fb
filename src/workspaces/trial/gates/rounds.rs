//! `gate_r1_issues` and `gate_r2_evidence`.

use crate::workspaces::trial::causes;
use crate::workspaces::trial::gates::form::{For, Form};
use crate::workspaces::trial::gates::intake;
use crate::workspaces::trial::round_end::is_own;
use crate::workspaces::trial::state::{Evidence, Trial};
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::{Map, Value, json};

const EXCLUSIONS: [&str; 3] = ["no_personal_data_exposure", "no_aggressive_position", "no_external_counsel"];

/// The ids of a list of the gate's options.
#[must_use]
pub fn options(trial: &Trial, name: &str) -> Vec<String> {
    let end = trial.last_round().map(|round| &round.end["gate"]["options"][name]);
    let items = end.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|item| item.as_str().or(item["id"].as_str()).map(str::to_owned)).collect()
}

/// Focus, goal, stance, limits.
pub fn issues(form: &mut Form<'_>, trial: &Trial, today: &str) {
    let known = options(trial, "issues");
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    form.many("focus_issues", 1, 2, &known, For::All);
    form.one("goal", true, &["win_rate", "risk_min", "settlement", "evidence_first"], For::Own);
    form.one("stance", true, &["aggressive", "neutral", "flexible"], For::Own);
    common(form, trial, today);
}

/// Burden, strategy, evidence one by one, gaps, motions, damages or sentencing.
pub fn evidence(form: &mut Form<'_>, trial: &Trial, today: &str) {
    let criminal = trial.case.case_type == "criminal";
    let known = options(trial, "elements");
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    form.many("burden_focus", 1, 2, &known, For::All);
    form.one("proof_strategy", true, &["direct", "circumstantial", "attack_burden", "expert", "compel"], For::Own);
    let own: Vec<&Evidence> =
        trial.evidence.iter().filter(|one| is_own(trial, one) && one.action != "withdraw").collect();
    let other: Vec<&Evidence> =
        trial.evidence.iter().filter(|one| !is_own(trial, one) && one.action != "withdraw").collect();
    each(form, "evidence_actions", "id", "action", &ids(&own), &["submit", "hold", "withdraw", "obtain"], For::Own);
    let responses: &[&str] = if criminal {
        &["consent", "no_consent", "dispute_purpose", "exclude_illegal"]
    } else {
        &["admit_authenticity", "deny", "unknown"]
    };
    each(form, "evidence_responses", "id", "response", &ids(&other), responses, For::All);
    let gaps: Vec<&str> = trial.facts.needed.iter().map(|gap| gap.id.as_str()).collect();
    each(form, "gap_plan", "gap_id", "plan", &gaps, &["will_provide", "cannot_provide", "treat_unknown"], For::Own);
    let mut motions = vec!["witness", "document_order", "fact_inquiry", "appraisal", "inspection", "preservation"];
    if criminal {
        motions.push("hearsay_objection");
    }
    form.many("motions", 0, motions.len(), &motions, For::All);
    damages(form, trial, criminal);
    if criminal && trial.case.user_side == "opposing" {
        let allowed = ["victim_settlement", "deposit", "remorse", "petition", "first_offence"];
        form.many("sentencing_materials", 0, 5, &allowed, For::Own);
    } else if !form.raw("sentencing_materials").is_null() {
        form.error("sentencing_materials", "wrong_case_type", json!({}));
    }
    form.one("risk_tolerance", true, &["low", "medium", "high"], For::Own);
    common(form, trial, today);
}

fn ids<'e>(list: &[&'e Evidence]) -> Vec<&'e str> {
    list.iter().map(|one| one.id.as_str()).collect()
}

/// A list with one row for every id; required when there are any.
fn each(form: &mut Form<'_>, name: &str, key: &str, what: &str, ids: &[&str], allowed: &[&str], whom: For) {
    let rows = form.list(name, !ids.is_empty(), 60);
    for (index, row) in rows.iter().enumerate() {
        if row[key].as_str().is_none_or(|id| !ids.contains(&id)) {
            form.error(&format!("{name}/{index}/{key}"), "unknown_id", json!({"id": row[key], "allowed": ids}));
        }
        if row[what].as_str().is_none_or(|value| !allowed.contains(&value)) {
            form.error(&format!("{name}/{index}/{what}"), "unknown_id", json!({"id": row[what], "allowed": allowed}));
        }
    }
    let missing: Vec<&&str> = ids.iter().filter(|id| !rows.iter().any(|row| row[key] == **id)).collect();
    if !missing.is_empty() && !rows.is_empty() {
        form.error(name, "required", json!({"ids": missing}));
    }
    if !rows.is_empty() {
        form.keep(name, json!(rows), whom);
    }
}

fn damages(form: &mut Form<'_>, trial: &Trial, criminal: bool) {
    let value = form.raw("damages_basis");
    let money = !trial.intake["amount"].is_null();
    if value.is_null() {
        if !criminal && money {
            form.error("damages_basis", "required", json!({}));
        }
        return;
    }
    if criminal {
        form.error("damages_basis", "wrong_case_type", json!({}));
        return;
    }
    let allowed = ["actual_loss", "lost_profit", "liquidated", "consolation", "unsure"];
    if value["basis"].as_str().is_none_or(|basis| !allowed.contains(&basis)) {
        form.error("damages_basis/basis", "unknown_id", json!({"allowed": allowed}));
    }
    for key in ["claimed", "provable"] {
        if value[key].as_i64().is_none_or(|sum| sum < 0) {
            form.error(&format!("damages_basis/{key}"), "required", json!({}));
        }
    }
    if value["provable"].as_i64() > value["claimed"].as_i64() {
        form.error("damages_basis/provable", "bad_order", json!({"max": value["claimed"]}));
    }
    form.keep("damages_basis", value.clone(), For::Own);
}

/// Exclusions, constraints, patches of facts, a note: at both gates.
pub fn common(form: &mut Form<'_>, trial: &Trial, today: &str) {
    form.many("exclusions", 0, 3, &EXCLUSIONS, For::All);
    constraints(form, today);
    patches(form, trial);
    causes::field(form, trial);
    form.text("note", false, 300, For::Own);
}

fn constraints(form: &mut Form<'_>, today: &str) {
    let value = form.raw("constraints");
    if value.is_null() {
        return;
    }
    let mut kept = Map::new();
    for (name, limit) in value.as_object().into_iter().flatten() {
        match name.as_str() {
            "deadline" => {
                let days = limit["days"].as_i64().filter(|days| (1..=730).contains(days));
                let until = days.and_then(|days| today.parse::<Date>().ok()?.checked_add(days.days()).ok());
                match (days, until) {
                    (Some(days), Some(until)) => {
                        kept.insert("deadline".into(), json!({"days": days, "until": until.to_string()}));
                    }
                    _ => form.error("constraints/deadline/days", "count", json!({"min": 1, "max": 730})),
                }
            }
            "budget_limit" => {
                let amount = limit["amount"].as_i64().filter(|amount| *amount >= 0);
                match (amount, limit["currency"].as_str().filter(|code| code.len() == 3)) {
                    (Some(amount), Some(currency)) => {
                        kept.insert("budget_limit".into(), json!({"amount": amount, "currency": currency}));
                    }
                    _ => form.error("constraints/budget_limit", "required", json!({"keys": ["amount", "currency"]})),
                }
            }
            other => form.error(&format!("constraints/{other}"), "unknown_id", json!({"id": other})),
        }
    }
    if !kept.is_empty() {
        form.keep("constraints", Value::Object(kept), For::Own);
    }
}

/// Members of a change of facts.
const MEMBERS: [&str; 6] = ["op", "fact_id", "text", "class", "evidence_id", "links"];

fn patches(form: &mut Form<'_>, trial: &Trial) {
    let rows = form.list("fact_patch", false, 5);
    for (index, row) in rows.iter().enumerate() {
        let at = |key: &str| format!("fact_patch/{index}/{key}");
        let op = row["op"].as_str().unwrap_or_default();
        for key in row.as_object().into_iter().flat_map(|row| row.keys()) {
            if !MEMBERS.contains(&key.as_str()) {
                form.error(&at(key), "unknown_member", json!({"field": key, "allowed": MEMBERS}));
            }
        }
        intake::links(form, trial, &at("links"), &row["links"]);
        if !["add", "correct", "retract"].contains(&op) {
            form.error(&at("op"), "unknown_id", json!({"allowed": ["add", "correct", "retract"]}));
            continue;
        }
        if row["class"].as_str().is_some_and(|class| !["confirmed", "disputed"].contains(&class)) {
            form.error(&at("class"), "unknown_id", json!({"allowed": ["confirmed", "disputed"]}));
        }
        let known = row["fact_id"].as_str().is_some_and(|id| trial.facts.items.iter().any(|fact| fact.id == id));
        if op != "add" && !known {
            form.error(&at("fact_id"), "unknown_id", json!({"id": row["fact_id"]}));
        }
        let length = row["text"].as_str().map_or(0, |text| text.trim().chars().count());
        let relinks = op == "correct" && row["links"].as_object().is_some_and(|links| !links.is_empty());
        if op != "retract" && length == 0 && !relinks {
            form.error(&at("text"), "required", json!({}));
        }
        if length > 300 {
            form.error(&at("text"), "too_long", json!({"max": 300}));
        }
        let shown = row["evidence_id"].as_str();
        if shown.is_some_and(|id| !trial.evidence.iter().any(|one| one.id == id)) {
            form.error(&at("evidence_id"), "unknown_id", json!({"id": shown}));
        }
    }
    if !rows.is_empty() {
        form.keep("fact_patch", json!(rows), For::All);
    }
}
