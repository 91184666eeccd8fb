//! Decoding, tolerance and refusal of the wire form.

use super::*;
use proptest::prelude::*;

fn wire() -> Value {
    json!({
        "step": "INTERPRET",
        "patch": [
            {"op": "add", "path": "/domain/price", "from": null, "value_json": "{\"amount\":\"30000.00\",\"currency\":\"RUB\"}"},
            {"op": "replace", "path": "/domain/vin", "from": null, "value_json": "null"},
            {"op": "move", "path": "/domain/b", "from": "/domain/a", "value_json": null},
            {"op": "remove", "path": "/domain/c", "from": null, "value_json": "null"}
        ],
        "issues": [
            {"op": "upsert", "key": "vehicle_lease.object", "severity": "critical", "title": "Нет VIN",
             "why": "607 ГК", "missing": null, "hint": "Назовите VIN", "confirm": true},
            {"op": "resolve", "key": "vehicle_lease.term", "severity": "low", "title": "", "why": "",
             "missing": null, "hint": "", "confirm": false}
        ],
        "next": {"kind": "ask_user", "target": "/domain/vin", "text": "Какой VIN?", "format": "choices",
                 "choices": [{"id": "a", "label": "Да", "value_json": "true"},
                             {"id": "b", "label": "Нет", "value_json": "\"нет\""}],
                 "why": null, "issue_keys": ["vehicle_lease.object"], "error": null},
        "rationale": "Потому что.",
        "safety": {"has_unconfirmed_assumptions": false, "detected_conflict": false, "repeat_question_risk": false},
        "observations": ["VIN не назван"]
    })
}

fn rules(raw: Value) -> Vec<(&'static str, String)> {
    let why = canonical(raw, "INTERPRET").expect_err("refused");
    why.problems.into_iter().map(|problem| (problem.rule, problem.pointer.unwrap_or_default())).collect()
}

fn changed(pointer: &str, value: Value) -> Value {
    let mut raw = wire();
    *raw.pointer_mut(pointer).expect(pointer) = value;
    raw
}

#[test]
fn the_wire_form_becomes_the_canonical_one() {
    assert_eq!(
        canonical(wire(), "INTERPRET").expect("canonical"),
        json!({
            "step": "INTERPRET",
            "patch": {"format": "json_patch", "ops": [
                {"op": "add", "path": "/domain/price", "value": {"amount": "30000.00", "currency": "RUB"}},
                {"op": "replace", "path": "/domain/vin", "value": null},
                {"op": "move", "path": "/domain/b", "from": "/domain/a"},
                {"op": "remove", "path": "/domain/c"}
            ]},
            "issue_updates": [
                {"op": "upsert", "issue": {"key": "vehicle_lease.object", "severity": "critical", "title": "Нет VIN",
                    "why_it_matters": "607 ГК", "resolution_hint": "Назовите VIN", "requires_user_confirmation": true}},
                {"op": "resolve", "issue": {"key": "vehicle_lease.term"}}
            ],
            "next_action": {"kind": "ask_user", "ask_user": {
                "question_text": "Какой VIN?", "answer_format": "choices",
                "choices": [{"id": "a", "label": "Да", "value": true}, {"id": "b", "label": "Нет", "value": "нет"}],
                "links_to_issue_ids": ["vehicle_lease.object"]}},
            "rationale": "Потому что.",
            "safety": {"has_unconfirmed_assumptions": false, "detected_conflict": false, "repeat_question_risk": false},
            "observations": ["VIN не назван", "target:/domain/vin"]
        })
    );
}

#[test]
fn the_result_is_valid_by_the_seed_schema_and_the_example_by_the_wire_schema() {
    let load = |text: &str| -> Value { serde_json::from_str(text).expect("schema") };
    let schema = load(include_str!("../../../schemas/llm_step_wire.schema.json"));
    assert_eq!(schema["$id"], "schema://legalagi/llm_step_wire/1.0.0");
    let closed = jsonschema::draft202012::new(&schema).expect("compiles");
    let seed = load(include_str!("../../../schemas/llm_step_output.schema.json"));
    let seed = jsonschema::draft202012::new(&seed).expect("compiles");
    for raw in [wire(), changed("/next/kind", json!("proceed_to_gate")), halted()] {
        closed.validate(&raw).unwrap_or_else(|error| panic!("{error}"));
        let mut output = canonical(raw, "INTERPRET").expect("canonical");
        output["output_id"] = "out-1".into();
        seed.validate(&output).unwrap_or_else(|error| panic!("{error}: {output}"));
    }
}

fn halted() -> Value {
    let mut raw = changed("/next/kind", json!("halt_error"));
    raw["next"]["error"] = json!({"category": "other", "message": "Дальше нельзя", "recovery": null});
    raw
}

#[test]
fn the_wire_schema_is_closed_for_strict_mode() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../schemas/llm_step_wire.schema.json")).expect("schema");
    let mut stack = vec![&schema];
    let mut objects = 0;
    while let Some(node) = stack.pop() {
        for banned in ["oneOf", "anyOf", "if", "then", "minLength", "minItems", "default", "pattern", "$ref"] {
            assert!(node.get(banned).is_none(), "{banned} in {node}");
        }
        if let Some(properties) = node.get("properties").and_then(Value::as_object) {
            objects += 1;
            assert_eq!(node["additionalProperties"], false);
            let mut required: Vec<_> = node["required"].as_array().expect("required").iter().collect();
            required.sort_by_key(|key| key.as_str());
            let mut keys: Vec<_> = properties.keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(required, keys);
            stack.extend(properties.values());
        }
        stack.extend(node.get("items"));
    }
    assert_eq!(objects, 7);
}

#[test]
fn other_kinds_carry_no_question() {
    let output = canonical(changed("/next/kind", json!("proceed_to_gate")), "INTERPRET").expect("canonical");
    assert_eq!(output["next_action"], json!({"kind": "proceed_to_gate"}));
    let output = canonical(halted(), "INTERPRET").expect("canonical");
    let expected = json!({"kind": "halt_error", "error": {"category": "other", "message": "Дальше нельзя"}});
    assert_eq!(output["next_action"], expected);
}

#[test]
fn a_target_that_is_a_key_becomes_a_link_once() {
    for (target, links) in [
        (json!("vehicle_lease.term"), json!(["vehicle_lease.object", "vehicle_lease.term"])),
        (json!("vehicle_lease.object"), json!(["vehicle_lease.object"])),
        (json!(" "), json!(["vehicle_lease.object"])),
        (json!(null), json!(["vehicle_lease.object"])),
    ] {
        let output = canonical(changed("/next/target", target), "INTERPRET").expect("canonical");
        assert_eq!(output["next_action"]["ask_user"]["links_to_issue_ids"], links);
        assert_eq!(output["observations"], json!(["VIN не назван"]));
    }
}

#[test]
fn the_step_is_filled_in_and_another_step_stays() {
    let mut raw = wire();
    raw.as_object_mut().expect("object").remove("step");
    assert_eq!(canonical(raw, "GATE_CHECK").expect("canonical")["step"], "GATE_CHECK");
    assert_eq!(canonical(changed("/step", json!(null)), "GATE_CHECK").expect("canonical")["step"], "GATE_CHECK");
    assert_eq!(canonical(wire(), "GATE_CHECK").expect("canonical")["step"], "INTERPRET");
}

#[test]
fn values_written_directly_are_taken() {
    let mut raw = changed("/patch/0/value_json", json!(30000));
    raw["patch"][1] = json!({"op": "add", "path": "/domain/a", "value": "текст"});
    raw["next"]["choices"][0] = json!({"id": "a", "label": "Да", "value": true});
    let output = canonical(raw, "INTERPRET").expect("canonical");
    assert_eq!(output["patch"]["ops"][0]["value"], 30000);
    assert_eq!(output["patch"]["ops"][1]["value"], "текст");
    assert_eq!(output["next_action"]["ask_user"]["choices"][0]["value"], true);
}

#[test]
fn broken_parts_are_named_by_their_place_on_the_wire() {
    let at = |rule, pointer: &str| vec![(rule, pointer.to_owned())];
    let deep = "[".repeat(100);
    for (raw, expected) in [
        (changed("/patch/0/value_json", json!("Иванов")), at(VALUE_JSON, "/patch/0/value_json")),
        (changed("/patch/0/value_json", json!(deep)), at(VALUE_JSON, "/patch/0/value_json")),
        (changed("/patch/0/value_json", json!("{\"a\":1,\"a\":2}")), at(VALUE_JSON, "/patch/0/value_json")),
        (changed("/patch/0/value_json", json!(null)), at(VALUE_JSON, "/patch/0/value_json")),
        (changed("/next/choices/1/value_json", json!("нет")), at(VALUE_JSON, "/next/choices/1/value_json")),
        (changed("/patch/2", json!("x")), at(WRONG_TYPE, "/patch/2")),
        (changed("/patch", json!({})), at(WRONG_TYPE, "/patch")),
        (changed("/patch", json!(null)), at(MISSING, "/patch")),
        (changed("/next", json!([])), at(WRONG_TYPE, "/next")),
        (changed("/next/text", json!(null)), at(MISSING, "/next/text")),
        (changed("/next/kind", json!("halt_error")), at(MISSING, "/next/error")),
        (changed("/issues/0", json!(1)), at(WRONG_TYPE, "/issues/0")),
    ] {
        assert_eq!(rules(raw), expected);
    }
    let mut raw = wire();
    raw["comment"] = "x".into();
    raw["next"]["options/2"] = json!([]);
    raw["extra"] = Value::Null;
    let expected = [(UNKNOWN_MEMBER, "/comment".to_owned()), (UNKNOWN_MEMBER, "/next/options~12".to_owned())];
    assert_eq!(rules(raw), expected);
}

#[test]
fn another_shape_is_refused_with_what_is_missing() {
    let why = canonical(json!({"patch": [], "answer": 42}), "INTERPRET").expect_err("refused");
    assert_eq!(why.problems[0].rule, UNKNOWN_SHAPE);
    assert!(why.problems[0].message.ends_with("issues, next, rationale"));
    assert_eq!(rules(json!([1])), [(UNKNOWN_SHAPE, String::new())]);
}

#[test]
fn a_canonical_answer_loses_only_meaningless_nulls() {
    let raw = json!({
        "output_id": null,
        "patch": {"format": "json_patch", "ops": [
            {"op": "add", "path": "/domain/a", "from": null, "value": null},
            {"op": "remove", "path": "/domain/b", "from": null, "value": null}
        ]},
        "issue_updates": [{"op": "upsert", "issue": {"key": "k", "missing_or_conflict": null}}],
        "next_action": {"kind": "ask_user", "error": null,
            "ask_user": {"question_text": "Какой VIN?", "answer_format": "free_text", "choices": null}},
        "rationale": "Так надо.", "safety": {"detected_conflict": null}, "observations": null
    });
    let expected = json!({
        "step": "INTERPRET",
        "patch": {"format": "json_patch", "ops": [
            {"op": "add", "path": "/domain/a", "value": null}, {"op": "remove", "path": "/domain/b"}
        ]},
        "issue_updates": [{"op": "upsert", "issue": {"key": "k"}}],
        "next_action": {"kind": "ask_user", "ask_user": {"question_text": "Какой VIN?", "answer_format": "free_text"}},
        "rationale": "Так надо.", "safety": {}
    });
    assert_eq!(canonical(raw, "INTERPRET").expect("canonical"), expected);
    let merge = json!({"step": "INTERPRET", "patch": {"format": "merge_patch", "ops": {"domain": {"a": null}}},
        "next_action": {"kind": "proceed_to_gate"}, "rationale": "Так."});
    assert_eq!(canonical(merge.clone(), "INTERPRET").expect("canonical"), merge);
}

/// Arbitrary JSON that likes the names of both forms.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        prop_oneof![Just("ask_user"), Just("halt_error"), Just("add"), Just("resolve"), Just("/a"), Just("[1]")]
            .prop_map(Value::from),
    ];
    let key = prop_oneof![
        4 => proptest::sample::select(vec![
            "step", "patch", "ops", "op", "path", "from", "value", "value_json", "issues", "issue", "issue_updates",
            "key", "next", "next_action", "ask_user", "kind", "target", "text", "format", "choices", "issue_keys",
            "error", "safety", "observations", "rationale",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,5}",
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((key.clone(), inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn canonical_never_panics(raw in any_json(), next in any_json(), patch in any_json(), which in 0..3) {
        let mut raw = raw;
        if let (Value::Object(map), 1..) = (&mut raw, which) {
            map.insert("patch".to_owned(), patch);
            map.insert(if which == 1 { "next" } else { "next_action" }.to_owned(), next);
        }
        match canonical(raw, "INTERPRET") {
            Ok(value) => prop_assert!(value.get("step").is_some() && value.get("next_action").is_none_or(|it| !it.is_null())),
            Err(why) => prop_assert!(!why.problems.is_empty()),
        }
    }
}
