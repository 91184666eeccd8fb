//! Forms: every fault with its path; a refused form changes nothing.

use super::{Play, at_first_gate, civil, loan, settle_soon};
use crate::model::error::ErrorCode;
use crate::model::event::Event;
use serde_json::{Value, json};

/// Faults of a form as `path code`.
fn faults(play: &mut Play, form: &str, fields: Value) -> Vec<String> {
    let before = play.snapshot.clone();
    let error = play.gate(form, fields).unwrap_err();
    assert_eq!((error.code, error.retryable), (ErrorCode::ValidationFailed, false));
    assert_eq!(play.snapshot, before, "a refused form changes nothing");
    let rows = error.details["fields"].as_array().unwrap();
    rows.iter().map(|row| format!("{} {}", row["path"].as_str().unwrap(), row["code"].as_str().unwrap())).collect()
}

fn with(base: &Value, path: &str, value: Value) -> Value {
    let mut fields = base.clone();
    fields[path] = value;
    fields
}

#[test]
fn intake() {
    let mut play = Play::open(&civil("claimant"));
    assert_eq!(
        faults(&mut play, "facts_intake", json!({})),
        ["summary required", "parties required", "objectives required"]
    );
    let good = loan();
    for (path, value, want) in [
        ("summary", json!("가".repeat(4001)), "summary too_long"),
        ("objectives", json!(["a", "b", "c", "d", "e", "f"]), "objectives count"),
        ("pack_id", json!("fraud"), "pack_id wrong_case_type"),
        ("pack_id", json!("nothing"), "pack_id unknown_id"),
        ("plea", json!("deny"), "plea wrong_case_type"),
        ("colour", json!("red"), "colour unknown_id"),
        ("amount", json!({"value": -1, "currency": "KRW"}), "amount required"),
        ("timeline", json!([{"date": "2024-13-01", "text": "가"}]), "timeline/0/date required"),
    ] {
        assert_eq!(faults(&mut play, "facts_intake", with(&good, path, value)), [want]);
    }
    let mut criminal = Play::open(&json!({"case_type": "criminal", "lang": "ko", "law_as_of": "2026-11-22"}));
    assert_eq!(faults(&mut criminal, "facts_intake", good), ["charge required", "plea required"]);
}

#[test]
fn first_gate() {
    let mut play = at_first_gate("claimant");
    let good = settle_soon(&play);
    assert_eq!(
        faults(&mut play, "gate_r1_issues", json!({})),
        ["focus_issues required", "goal required", "stance required"]
    );
    for (path, value, want) in [
        ("focus_issues", json!(["issue-99"]), "focus_issues/0 unknown_id"),
        ("focus_issues", json!(["issue-1", "issue-2", "issue-3"]), "focus_issues count"),
        ("goal", json!("revenge"), "goal unknown_id"),
        ("exclusions", json!(["no_jokes"]), "exclusions/0 unknown_id"),
        ("note", json!("가".repeat(301)), "note too_long"),
        ("constraints", json!({"deadline": {"days": 0}}), "constraints/deadline/days count"),
        ("constraints", json!({"moon": {}}), "constraints/moon unknown_id"),
        ("fact_patch", json!([{"op": "correct", "fact_id": "f-99", "text": "가"}]), "fact_patch/0/fact_id unknown_id"),
        ("fact_patch", json!([{"op": "add", "text": "가".repeat(301)}]), "fact_patch/0/text too_long"),
    ] {
        assert_eq!(faults(&mut play, "gate_r1_issues", with(&good, path, value)), [want]);
    }
    let event = |version, form_version, form: &str| Event::Gate {
        form: form.into(),
        form_version,
        state_version: version,
        fields: good.clone(),
        skip: false,
        skip_confirmed: false,
    };
    let current = play.snapshot.version;
    let old = play.absorb(&event(current - 1, 1, "gate_r1_issues")).unwrap_err();
    assert_eq!((old.code, old.details["state_version"].clone()), (ErrorCode::Conflict, json!(current)));
    assert_eq!(old.details["card"]["round"], 1);
    let other = play.absorb(&event(current, 1, "gate_r2_evidence")).unwrap_err();
    assert_eq!((other.code, other.details["form_id"].clone()), (ErrorCode::Conflict, json!("gate_r1_issues")));
    let newer = play.absorb(&event(current, 2, "gate_r1_issues")).unwrap_err();
    assert_eq!(newer.details["fields"][0]["code"], "form_version");
}

#[test]
fn second_and_last_gate() {
    let mut play = at_first_gate("claimant");
    play.skip().unwrap();
    play.run();
    let found = faults(&mut play, "gate_r2_evidence", json!({}));
    for want in [
        "burden_focus required",
        "proof_strategy required",
        "evidence_actions required",
        "damages_basis required",
        "risk_tolerance required",
    ] {
        assert!(found.contains(&want.to_owned()), "{want}: {found:?}");
    }
    let good = super::proof(&play);
    for (path, value, want) in [
        ("evidence_actions", json!([{"id": "ev-1", "action": "submit"}]), "evidence_actions required"),
        ("evidence_responses", json!([{"id": "ev-1", "response": "deny"}]), "evidence_responses/0/id unknown_id"),
        ("motions", json!(["hearsay_objection"]), "motions/0 unknown_id"),
        ("sentencing_materials", json!(["deposit"]), "sentencing_materials wrong_case_type"),
        (
            "damages_basis",
            json!({"claimed": 1, "provable": 2, "currency": "KRW", "basis": "unsure"}),
            "damages_basis/provable bad_order",
        ),
    ] {
        assert_eq!(faults(&mut play, "gate_r2_evidence", with(&good, path, value)), [want]);
    }
    play.skip().unwrap();
    play.run();
    // The last gate cannot be skipped.
    let error = play.skip().unwrap_err();
    assert_eq!(error.details["fields"][0]["code"], "not_skippable");
    let good = super::finish(&play);
    let line = |a: i64, b: i64, c: i64, direction: &str| json!({"direction": direction, "opening": a, "target": b, "walk_away": c, "currency": "KRW"});
    for (path, value, want) in [
        ("settlement_line", line(1, 2, 3, "receive"), "settlement_line bad_order"),
        ("settlement_line", line(3, 2, 1, "pay"), "settlement_line bad_order"),
        ("acceptable_outcome", json!("acquittal"), "acceptable_outcome unknown_id"),
        ("deadlines_ack", json!([]), "deadlines_ack ack_missing"),
        ("open_risks_ack", json!([]), "open_risks_ack ack_missing"),
        (
            "report",
            json!({"audience": "press", "language": "ko", "detail": "full", "redaction": "none"}),
            "report/audience unknown_id",
        ),
    ] {
        let empty =
            value == json!([]) && play.end()["gate"]["options"]["risks"] == json!([]) && path == "open_risks_ack";
        if !empty {
            assert_eq!(faults(&mut play, "gate_r3_final", with(&good, path, value)), [want], "{path}");
        }
    }
}
