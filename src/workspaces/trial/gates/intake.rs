//! `facts_intake` and `facts_review`.

use crate::engine::knowledge::disputes;
use crate::workspaces::trial::gates::form::{For, Form};
use crate::workspaces::trial::state::{Fact, Trial};
use crate::workspaces::trial::{causes, facts, settle};
use jiff::civil::Date;
use serde_json::{Value, json};

/// Outline, parties, objectives; evidence, timeline, amount; charge and plea in a criminal case.
pub fn intake(form: &mut Form<'_>, trial: &Trial) {
    form.text("summary", true, 4000, For::All);
    form.text("issues", false, 2000, For::All);
    let parties = form.list("parties", true, 12);
    for (index, party) in parties.iter().enumerate() {
        let at = |key: &str| format!("parties/{index}/{key}");
        if party["name"].as_str().is_none_or(|name| name.trim().is_empty()) {
            form.error(&at("name"), "required", json!({}));
        } else if party["name"].as_str().is_some_and(|name| name.chars().count() > 120) {
            form.error(&at("name"), "too_long", json!({"max": 120}));
        }
        for (key, allowed) in [("kind", ["person", "company"]), ("side", ["claimant", "opposing"])] {
            if party[key].as_str().is_none_or(|value| !allowed.contains(&value)) {
                form.error(&at(key), "unknown_id", json!({"allowed": allowed}));
            }
        }
    }
    form.keep("parties", json!(parties), For::All);
    let objectives = form.list("objectives", true, 5);
    for (index, one) in objectives.iter().enumerate() {
        if one.as_str().is_none_or(|text| text.trim().is_empty() || text.chars().count() > 300) {
            form.error(&format!("objectives/{index}"), "too_long", json!({"max": 300}));
        }
    }
    form.keep("objectives", json!(objectives), For::All);
    pack_id(form, trial);
    let amount = form.raw("amount");
    if !amount.is_null() {
        let value = amount["value"].as_i64().filter(|value| (0..1_000_000_000_000_000).contains(value));
        match (value, amount["currency"].as_str()) {
            (Some(value), Some(currency)) if currency.len() == 3 => {
                form.keep("amount", json!({"value": value, "currency": currency}), For::All);
            }
            _ => form.error("amount", "required", json!({"keys": ["value", "currency"]})),
        }
    }
    let timeline = form.list("timeline", false, 30);
    for (index, one) in timeline.iter().enumerate() {
        if one["date"].as_str().is_none_or(|date| date.parse::<Date>().is_err()) {
            form.error(&format!("timeline/{index}/date"), "required", json!({"format": "YYYY-MM-DD"}));
        }
        if one["text"].as_str().is_none_or(|text| text.trim().is_empty() || text.chars().count() > 600) {
            form.error(&format!("timeline/{index}/text"), "too_long", json!({"max": 600}));
        }
    }
    form.keep("timeline", json!(timeline), For::All);
    let evidence = form.list("evidence", false, 20);
    for (index, one) in evidence.iter().enumerate() {
        let at = |key: &str| format!("evidence/{index}/{key}");
        if one["title"].as_str().is_none_or(|title| title.trim().is_empty() || title.chars().count() > 200) {
            form.error(&at("title"), "required", json!({"max": 200}));
        }
        if one["text"].as_str().is_some_and(|text| text.chars().count() > 20_000) {
            form.error(&at("text"), "too_long", json!({"max": 20_000}));
        }
        if one["side"].as_str().is_some_and(|side| !["claimant", "opposing"].contains(&side)) {
            form.error(&at("side"), "unknown_id", json!({"allowed": ["claimant", "opposing"]}));
        }
    }
    form.keep("evidence", json!(evidence), For::All);
    let criminal = trial.case.case_type == "criminal";
    for name in ["charge", "plea"] {
        if !criminal && !form.raw(name).is_null() {
            form.error(name, "wrong_case_type", json!({}));
        }
    }
    if criminal {
        form.text("charge", true, 600, For::All);
        form.one("plea", true, &["admit", "deny", "partial", "silent"], For::All);
    }
}

/// Whether a fact is one side's story or a document's words that the person may call undisputed, all of it at once. An
/// accusation, and what an accused says, is taken up fact by fact only.
#[must_use]
pub fn is_alleged(trial: &Trial, fact: &Fact) -> bool {
    let whole = trial.case.case_type != "criminal" || fact.source.kind == "evidence";
    whole && fact.class == "disputed" && fact.standing() == "unknown"
}

/// Members of an item of the review.
const MEMBERS: [&str; 6] = ["id", "text", "class", "remove", "links", "neutral"];

/// Faults of `{el-1: supports | contradicts | irrelevant}`.
pub fn links(form: &mut Form<'_>, trial: &Trial, at: &str, set: &Value) {
    if set.is_null() {
        return;
    }
    let Some(rows) = set.as_object() else {
        form.error(at, "required", json!({"allowed": RELATIONS}));
        return;
    };
    let pack = settle::pack(trial);
    for (id, how) in rows {
        let known = pack.as_deref().is_some_and(|pack| {
            pack.elements.iter().any(|one| one.id == *id) || pack.defences.iter().any(|one| one.id == *id)
        });
        if !known || how.as_str().is_none_or(|how| !RELATIONS.contains(&how)) {
            form.error(&format!("{at}/{id}"), "unknown_id", json!({"id": id, "allowed": RELATIONS}));
        }
    }
}

/// What a fact has to do with an element.
pub const RELATIONS: [&str; 3] = ["supports", "contradicts", "irrelevant"];

/// The pack that the person names: one of this kind of case.
fn pack_id(form: &mut Form<'_>, trial: &Trial) {
    if let Some(id) = form.raw("pack_id").as_str() {
        match disputes::embedded().ok().and_then(|all| all.get(id)) {
            None => form.error("pack_id", "unknown_id", json!({"id": id})),
            Some(pack) if pack.case_type != trial.case.case_type => {
                form.error("pack_id", "wrong_case_type", json!({"case_type": pack.case_type}));
            }
            Some(_) => form.keep("pack_id", json!(id), For::All),
        }
    }
}

/// `items[{id, class, text?, remove?, links?} | {text, class?, links?} | {neutral}]`, `pack_id`, `accept: "all"` and
/// `confirm`.
pub fn review(form: &mut Form<'_>, trial: &Trial) {
    let items = form.list("items", false, 60);
    for (index, item) in items.iter().enumerate() {
        let at = |key: &str| format!("items/{index}/{key}");
        let known = item["id"].as_str().is_some_and(|id| trial.facts.items.iter().any(|fact| fact.id == id));
        let fresh = item["id"].is_null() && (item["text"].is_string() || item["neutral"] == true);
        for key in item.as_object().into_iter().flat_map(|item| item.keys()) {
            if !MEMBERS.contains(&key.as_str()) {
                form.error(&at(key), "unknown_member", json!({"field": key, "allowed": MEMBERS}));
            }
        }
        if !known && !fresh {
            form.error(&at("id"), "unknown_id", json!({"id": item["id"]}));
        }
        if item["class"].as_str().is_some_and(|class| !["confirmed", "disputed"].contains(&class)) {
            form.error(&at("class"), "unknown_id", json!({"allowed": ["confirmed", "disputed"]}));
        }
        if item["text"].as_str().is_some_and(|text| text.trim().is_empty() || text.chars().count() > 300) {
            form.error(&at("text"), "too_long", json!({"max": 300}));
        }
        links(form, trial, &at("links"), &item["links"]);
    }
    form.keep("items", json!(items), For::All);
    pack_id(form, trial);
    causes::field(form, trial);
    let accept = form.raw("accept") == &json!("all");
    if accept {
        form.keep("accept", json!("all"), For::All);
    }
    let confirm = form.raw("confirm") == &json!(true);
    form.keep("confirm", json!(confirm), For::All);
    let removed =
        |id: &str, key: &str, value: serde_json::Value| items.iter().any(|item| item["id"] == id && item[key] == value);
    let left = trial.facts.items.iter().filter(|fact| {
        let stands = fact.class == "confirmed" || (accept && is_alleged(trial, fact));
        let stays = stands && !removed(&fact.id, "class", json!("disputed"));
        (stays || removed(&fact.id, "class", json!("confirmed"))) && !removed(&fact.id, "remove", json!(true))
    });
    let added = items.iter().filter(|item| item["id"].is_null() && item["class"] != "disputed").count();
    if confirm && left.count() + added == 0 {
        let offer = facts::neutral(&trial.case.case_type, &trial.case.lang);
        form.error("confirm", "nothing_confirmed", json!({"confirmed": 0, "offer": {"neutral": true, "text": offer}}));
    }
}
