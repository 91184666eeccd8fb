//! A plain form of a page as the fields of a gate: names and values in, the JSON that a program would send out.
//!
//! Nothing is checked here; what stands in the form goes through the same checks as any JSON.

use crate::engine::form::Plain;
use crate::workspaces::trial::causes;
use crate::workspaces::trial::state::{Fact, Trial};
use serde_json::{Map, Value, json};

/// Rows of a list that a page offers at most.
const ROWS: usize = 12;

fn currency(plain: &Plain<'_>) -> String {
    plain.one("currency").unwrap_or("KRW").to_uppercase()
}

/// The fields of a form.
#[must_use]
pub fn fields(trial: &Trial, form: &str, pairs: &[(String, String)]) -> Value {
    let plain = Plain(pairs);
    let mut out = Map::new();
    match form {
        "facts_intake" => intake(&plain, &mut out),
        "facts_review" => review(&plain, trial, &mut out),
        "gate_r1_issues" => {
            many(&plain, &mut out, &["focus_issues"]);
            single(&plain, &mut out, &["goal", "stance"]);
            common(&plain, trial, &mut out);
        }
        "gate_r2_evidence" => evidence(&plain, trial, &mut out),
        _ => last(&plain, trial, &mut out),
    }
    Value::Object(out)
}

fn single(plain: &Plain<'_>, out: &mut Map<String, Value>, names: &[&str]) {
    for name in names {
        if let Some(value) = plain.one(name) {
            out.insert((*name).to_owned(), json!(value));
        }
    }
}

fn many(plain: &Plain<'_>, out: &mut Map<String, Value>, names: &[&str]) {
    for name in names {
        let values = plain.all(name);
        if !values.is_empty() {
            out.insert((*name).to_owned(), json!(values));
        }
    }
}

/// Rows `prefix_1_key`, `prefix_2_key`…; a row counts once one of the telling keys is filled.
fn rows(plain: &Plain<'_>, prefix: &str, telling: &[&str], keys: &[&str]) -> Vec<Value> {
    let mut out = Vec::new();
    for n in 1..=ROWS {
        let at = |key: &str| format!("{prefix}_{n}_{key}");
        if !telling.iter().any(|key| plain.on(&at(key))) {
            continue;
        }
        let filled = keys.iter().filter_map(|key| Some(((*key).to_owned(), json!(plain.one(&at(key))?))));
        out.push(Value::Object(filled.collect()));
    }
    out
}

fn put(out: &mut Map<String, Value>, name: &str, rows: Vec<Value>) {
    if !rows.is_empty() {
        out.insert(name.to_owned(), Value::Array(rows));
    }
}

fn intake(plain: &Plain<'_>, out: &mut Map<String, Value>) {
    single(plain, out, &["summary", "issues", "pack_id", "charge", "plea"]);
    put(out, "parties", rows(plain, "party", &["name"], &["name", "alias", "kind", "side"]));
    let wishes: Vec<&str> = plain.one("objectives").into_iter().flat_map(str::lines).map(str::trim).collect();
    let wishes: Vec<&str> = wishes.into_iter().filter(|one| !one.is_empty()).collect();
    out.insert("objectives".into(), json!(wishes));
    if let Some(value) = plain.number("amount_value") {
        out.insert("amount".into(), json!({"value": value, "currency": currency(plain)}));
    }
    put(out, "timeline", rows(plain, "time", &["date", "text"], &["date", "text"]));
    put(out, "evidence", rows(plain, "evidence", &["title", "text"], &["title", "text", "side"]));
}

/// What a fact has to do with elements, where the form says otherwise: those it is linked to, and one more.
fn relations(plain: &Plain<'_>, fact: &Fact) -> Map<String, Value> {
    let mut out = Map::new();
    let now = |id: &str| {
        let in_list = |ids: &[String]| ids.iter().any(|one| one == id);
        match (in_list(&fact.supports), in_list(&fact.contradicts)) {
            (true, _) => "supports",
            (_, true) => "contradicts",
            _ => "irrelevant",
        }
    };
    for id in fact.supports.iter().chain(&fact.contradicts) {
        if let Some(how) = plain.one(&format!("fact_{}_link_{id}", fact.id)).filter(|how| *how != now(id)) {
            out.insert(id.clone(), json!(how));
        }
    }
    let at = |key: &str| plain.one(&format!("fact_{}_{key}", fact.id));
    if let Some(id) = at("element") {
        let how = at("relation").unwrap_or("supports");
        if how != now(id) {
            out.insert(id.to_owned(), json!(how));
        }
    }
    out
}

/// Only what differs from the facts as they stand.
fn review(plain: &Plain<'_>, trial: &Trial, out: &mut Map<String, Value>) {
    let mut items = Vec::new();
    for fact in &trial.facts.items {
        let at = |key: &str| plain.one(&format!("fact_{}_{key}", fact.id));
        let class = at("class").unwrap_or(&fact.class);
        if at("remove").is_some() {
            items.push(json!({"id": fact.id, "class": fact.class, "remove": true}));
            continue;
        }
        let text = at("text").filter(|text| *text != fact.text.trim());
        let links = relations(plain, fact);
        if text.is_some() || class != fact.class || !links.is_empty() {
            let mut item = json!({"id": fact.id, "class": class});
            if let Some(text) = text {
                item["text"] = json!(text);
            }
            if !links.is_empty() {
                item["links"] = Value::Object(links);
            }
            items.push(item);
        }
    }
    if plain.on("neutral") {
        items.push(json!({"neutral": true}));
    }
    if let Some(id) = plain.one("pack_id").filter(|id| trial.case.pack_id.as_deref() != Some(*id)) {
        out.insert("pack_id".into(), json!(id));
    }
    claims(plain, trial, out);
    for mut row in rows(plain, "add", &["text"], &["text", "class"]) {
        row["class"] = json!(row["class"].as_str().unwrap_or("confirmed"));
        items.push(row);
    }
    out.insert("items".into(), Value::Array(items));
    let accept = plain.one("then") == Some("accept");
    if accept {
        out.insert("accept".into(), json!("all"));
    }
    out.insert("confirm".into(), json!(accept || plain.one("then") == Some("confirm")));
}

/// Claims that are added, and those that are taken away.
fn claims(plain: &Plain<'_>, trial: &Trial, out: &mut Map<String, Value>) {
    let mut made: Vec<Value> = Vec::new();
    for one in causes::standing(&trial.case).filter(|one| plain.on(&format!("claim_drop_{}", one.number))) {
        made.push(json!({"op": "remove", "number": one.number}));
    }
    for n in 1..=ROWS {
        let at = |key: &str| format!("claim_{n}_{key}");
        let Some(pack) = plain.one(&at("pack")) else { continue };
        let relation = plain.one(&at("relation")).unwrap_or("alternative");
        let mut row = json!({"op": "add", "relation": relation, "pack_id": pack});
        if let Some(value) = plain.number(&at("amount")) {
            row["amount"] = json!({"value": value, "currency": currency(plain)});
        }
        made.push(row);
    }
    put(out, "claims", made);
}

/// Exclusions, limits, changes of facts, a note.
fn common(plain: &Plain<'_>, trial: &Trial, out: &mut Map<String, Value>) {
    claims(plain, trial, out);
    many(plain, out, &["exclusions"]);
    let mut limits = Map::new();
    if let Some(days) = plain.number("deadline_days").or_else(|| plain.number("deadline")) {
        limits.insert("deadline".into(), json!({"days": days}));
    }
    if let Some(amount) = plain.number("budget") {
        limits.insert("budget_limit".into(), json!({"amount": amount, "currency": currency(plain)}));
    }
    if !limits.is_empty() {
        out.insert("constraints".into(), Value::Object(limits));
    }
    let mut patches = Vec::new();
    for n in 1..=ROWS {
        let at = |key: &str| plain.one(&format!("patch_{n}_{key}"));
        let (text, fact, element) = (at("text"), at("fact"), at("element"));
        if text.is_none() && fact.is_none() {
            continue;
        }
        let op = if fact.is_none() { "add" } else { at("op").filter(|op| *op != "add").unwrap_or("correct") };
        let mut row = json!({"op": op});
        for (key, value) in [("fact_id", fact), ("text", text), ("evidence_id", at("evidence"))] {
            if let Some(value) = value {
                row[key] = json!(value);
            }
        }
        if let Some(id) = element {
            row["links"] = json!({id: at("relation").unwrap_or("supports")});
        }
        patches.push(row);
    }
    put(out, "fact_patch", patches);
    single(plain, out, &["note"]);
}

fn evidence(plain: &Plain<'_>, trial: &Trial, out: &mut Map<String, Value>) {
    many(plain, out, &["burden_focus", "motions", "sentencing_materials"]);
    single(plain, out, &["proof_strategy", "risk_tolerance"]);
    let each = |prefix: &str, key: &str, what: &str, ids: Vec<&str>| -> Vec<Value> {
        let row = |id: &&str| Some(json!({key: *id, what: plain.one(&format!("{prefix}_{id}"))?}));
        ids.iter().filter_map(row).collect()
    };
    let held: Vec<&str> = trial.evidence.iter().map(|one| one.id.as_str()).collect();
    let gaps: Vec<&str> = trial.facts.needed.iter().map(|gap| gap.id.as_str()).collect();
    put(out, "evidence_actions", each("action", "id", "action", held.clone()));
    put(out, "evidence_responses", each("response", "id", "response", held));
    let mut plans = each("plan", "gap_id", "plan", gaps);
    for plan in &mut plans {
        let due = plan["gap_id"].as_str().and_then(|id| plain.one(&format!("due_{id}"))).map(str::to_owned);
        if let Some(due) = due {
            plan["due"] = json!(due);
        }
    }
    put(out, "gap_plan", plans);
    let sums = (plain.number("damages_claimed"), plain.number("damages_provable"), plain.one("damages_basis"));
    if let (Some(claimed), provable, basis) = sums {
        out.insert(
            "damages_basis".into(),
            json!({"claimed": claimed, "provable": provable, "currency": currency(plain), "basis": basis}),
        );
    }
    common(plain, trial, out);
}

fn last(plain: &Plain<'_>, trial: &Trial, out: &mut Map<String, Value>) {
    single(plain, out, &["decision", "acceptable_outcome", "adr_route", "human_reviewer", "note"]);
    many(plain, out, &["non_negotiables"]);
    let decision = plain.one("decision").unwrap_or_default();
    if decision == "extend" {
        single(plain, out, &["extend_issue", "extend_question"]);
        claims(plain, trial, out);
    }
    if plain.on("confirm") {
        out.insert("confirm".into(), json!(true));
    }
    let concessions: Vec<Value> = plain
        .all("concessions")
        .into_iter()
        .map(|kind| {
            let mut row = json!({"type": kind});
            for (key, from) in [("condition", "condition"), ("target_id", "target")] {
                if let Some(value) = plain.one(&format!("{from}_{kind}")) {
                    row[key] = json!(value);
                }
            }
            row
        })
        .collect();
    put(out, "concessions", concessions);
    line(plain, out);
    if decision != "finalize" {
        return;
    }
    let acked: Vec<Value> =
        plain.all("deadlines_ack").into_iter().map(|id| json!({"deadline_id": id, "ack": true})).collect();
    out.insert("deadlines_ack".into(), Value::Array(acked));
    out.insert("open_risks_ack".into(), json!(plain.all("open_risks_ack")));
    if plain.on("verdict_ack") {
        out.insert("verdict_ack".into(), json!(true));
    }
    out.insert(
        "report".into(),
        json!({
            "audience": plain.one("report_audience").unwrap_or("inhouse"),
            "language": plain.one("report_language").unwrap_or(&trial.case.lang),
            "detail": plain.one("report_detail").unwrap_or("standard"),
            "redaction": plain.one("report_redaction").unwrap_or("none"),
            "include": plain.all("report_include"),
        }),
    );
}

/// The line of a settlement, once one of its sums is filled in.
fn line(plain: &Plain<'_>, out: &mut Map<String, Value>) {
    let sums = ["opening", "target", "walk_away"].map(|key| (key, plain.number(&format!("line_{key}"))));
    if sums.iter().all(|(_, sum)| sum.is_none()) {
        return;
    }
    let mut line = json!({"direction": plain.one("line_direction").unwrap_or("receive"), "currency": currency(plain)});
    for (key, sum) in sums {
        line[key] = json!(sum);
    }
    for key in ["deadline", "terms"] {
        if let Some(value) = plain.one(&format!("line_{key}")) {
            line[key] = json!(value);
        }
    }
    out.insert("settlement_line".into(), line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::form::pairs;
    use crate::workspaces::trial::gates;
    use crate::workspaces::trial::tests::{Play, at_first_gate, civil, finish, proof, settle_soon};

    #[test]
    fn the_intake_of_a_page_is_that_of_a_program() {
        let play = Play::open(&civil("claimant"));
        let form = pairs(
            "summary=%EC%9B%90%EA%B3%A0%EB%8A%94+%EB%8F%88%EC%9D%84+%EB%B9%8C%EB%A0%A4%EC%A3%BC%EC%97%88%EB%8B%A4.&\
             party_1_name=A&party_1_kind=person&party_1_side=claimant&party_2_name=&party_2_kind=company&\
             party_4_name=B&party_4_kind=company&party_4_side=opposing&objectives=one%0D%0A%0D%0Atwo&\
             amount_value=50%2C000%2C000&time_2_date=2024-03-01&time_2_text=x&evidence_1_title=t&evidence_1_text=w&\
             evidence_1_side=claimant&pack_id=",
        );
        let made = fields(&play.trial(), "facts_intake", &form);
        assert_eq!(made["parties"].as_array().map(Vec::len), Some(2), "{made}");
        assert_eq!(made["objectives"], json!(["one", "two"]));
        assert_eq!(made["amount"], json!({"value": 50_000_000, "currency": "KRW"}));
        assert_eq!(made["timeline"], json!([{"date": "2024-03-01", "text": "x"}]));
        assert!(made.get("pack_id").is_none());
        assert!(gates::check(&play.trial(), "facts_intake", 1, &made, "2026-11-22").is_ok(), "{made}");
    }

    #[test]
    fn a_review_sends_only_what_differs() {
        let mut play = Play::open(&civil("claimant"));
        play.gate("facts_intake", crate::workspaces::trial::tests::loan()).unwrap();
        play.run();
        let trial = play.trial();
        let mut form: Vec<(String, String)> = Vec::new();
        for fact in &trial.facts.items {
            form.push((format!("fact_{}_class", fact.id), fact.class.clone()));
            form.push((format!("fact_{}_text", fact.id), fact.text.clone()));
        }
        for fact in &trial.facts.items {
            let now = [("supports", &fact.supports), ("contradicts", &fact.contradicts)];
            for (how, id) in now.iter().flat_map(|(how, ids)| ids.iter().map(|id| (*how, id.clone()))) {
                form.push((format!("fact_{}_link_{id}", fact.id), how.to_owned()));
            }
            form.push((format!("fact_{}_element", fact.id), String::new()));
            form.push((format!("fact_{}_relation", fact.id), "supports".to_owned()));
        }
        form.push(("pack_id".to_owned(), trial.case.pack_id.clone().unwrap()));
        let same = fields(&trial, "facts_review", &form);
        assert_eq!(same, json!({"items": [], "confirm": false}));
        // A link put right, another added, another cause, the neutral fact.
        let mut other = form.clone();
        let linked = trial.facts.items.iter().find(|fact| !fact.supports.is_empty()).unwrap();
        let key = format!("fact_{}_link_{}", linked.id, linked.supports[0]);
        other.iter_mut().filter(|(name, _)| *name == key).for_each(|(_, value)| *value = "irrelevant".to_owned());
        let key = format!("fact_{}_element", linked.id);
        other.iter_mut().filter(|(name, _)| *name == key).for_each(|(_, value)| *value = "d-4".to_owned());
        other.iter_mut().filter(|(name, _)| name == "pack_id").for_each(|(_, value)| *value = "tort".to_owned());
        other.push(("neutral".into(), "on".into()));
        let made = fields(&trial, "facts_review", &other);
        let links = json!({&linked.supports[0]: "irrelevant", "d-4": "supports"});
        assert_eq!(made["items"], json!([{"id": linked.id, "class": linked.class, "links": links}, {"neutral": true}]));
        assert_eq!(made["pack_id"], "tort");
        // A one-sided story is disputed until the person says otherwise.
        form[0].1 = "confirmed".into();
        form.push(("fact_f-2_remove".into(), "on".into()));
        form.push(("add_1_text".into(), "새 사실이다.".into()));
        form.push(("then".into(), "confirm".into()));
        let made = fields(&trial, "facts_review", &form);
        assert_eq!(made["items"][0], json!({"id": "f-1", "class": "confirmed"}));
        assert_eq!(made["items"][1]["remove"], true);
        assert_eq!(made["items"][2], json!({"text": "새 사실이다.", "class": "confirmed"}));
        assert_eq!(made["confirm"], true);
        assert!(gates::check(&trial, "facts_review", 1, &made, "2026-11-22").is_ok(), "{made}");
    }

    /// What a page sends at the three gates equals what the tests of the flow send as JSON.
    #[test]
    fn the_gates_of_a_page_are_those_of_a_program() {
        let mut play = at_first_gate("claimant");
        let json = settle_soon(&play);
        let issue = json["focus_issues"][0].as_str().unwrap();
        let form = pairs(&format!(
            "focus_issues={issue}&goal=settlement&stance=flexible&exclusions=no_personal_data_exposure&deadline=14&\
             deadline_days=&budget=&patch_1_op=add&patch_1_text=&patch_1_fact=&note="
        ));
        assert_eq!(fields(&play.trial(), "gate_r1_issues", &form), json);
        play.gate("gate_r1_issues", json).unwrap();
        play.run();
        let json = proof(&play);
        let mut form = vec![];
        let mut add = |key: &str, value: &str| form.push((key.to_owned(), value.to_owned()));
        for (name, key, what) in [
            ("evidence_actions", "id", "action"),
            ("evidence_responses", "id", "response"),
            ("gap_plan", "gap_id", "plan"),
        ] {
            for row in json[name].as_array().into_iter().flatten() {
                add(&format!("{what}_{}", row[key].as_str().unwrap()), row[what].as_str().unwrap());
            }
        }
        for name in ["proof_strategy", "risk_tolerance"] {
            add(name, json[name].as_str().unwrap());
        }
        add("burden_focus", json["burden_focus"][0].as_str().unwrap());
        add("motions", "witness");
        for (key, value) in
            [("damages_claimed", "50,000,000"), ("damages_provable", "50000000"), ("damages_basis", "actual_loss")]
        {
            add(key, value);
        }
        let made = fields(&play.trial(), "gate_r2_evidence", &form);
        let mut json = json;
        json.as_object_mut().unwrap().retain(|_, value| value != &json!([]));
        assert_eq!(made, json);
        play.gate("gate_r2_evidence", made).unwrap();
        play.run();
        let json = finish(&play);
        let mut form = pairs(
            "decision=finalize&acceptable_outcome=partial&concessions=none&condition_none=&report_audience=inhouse&\
             report_language=ko&report_detail=full&report_redaction=none&report_include=risk_matrix&\
             report_include=citations&report_include=changelog&extend_issue=x&line_opening=5&line_target=4&line_walk_away=3",
        );
        for row in json["deadlines_ack"].as_array().unwrap() {
            form.push(("deadlines_ack".into(), row["deadline_id"].as_str().unwrap().into()));
        }
        for id in json["open_risks_ack"].as_array().unwrap() {
            form.push(("open_risks_ack".into(), id.as_str().unwrap().into()));
        }
        let mut made = fields(&play.trial(), "gate_r3_final", &form);
        assert_eq!(made["settlement_line"]["walk_away"], 3);
        made.as_object_mut().unwrap().remove("settlement_line");
        assert_eq!(made, json);
    }
}
