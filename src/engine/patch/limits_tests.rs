//! What no patch reaches, and how large and deep it may grow.

use super::apply;
use crate::engine::limits;
use crate::engine::measure::size;
use crate::engine::turn::Rejection;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn state() -> Value {
    json!({
        "meta": {"session_id": "s"},
        "control": {"flags": {}},
        "dialogue": {"history": [{"id": "t0"}], "asked": []},
        "issues": [{"id": "i"}],
        "domain": {"a": {"b": [1, 2, {"c": null}]}, "text": "x", "": 0, "~": 1, "/": 2},
        "gate": {"ready_for_skeleton": false},
    })
}

fn refused(result: Result<Value, Rejection>) -> (&'static str, String) {
    let why = result.expect_err("must be refused");
    (why.problems[0].rule, why.to_string())
}

fn ops(ops: &Value) -> Result<Value, Rejection> {
    apply(&state(), &json!({"format": "json_patch", "ops": ops}), &["/domain"])
}

fn merge(patch: &Value) -> Result<Value, Rejection> {
    apply(&state(), &json!({"format": "merge_patch", "ops": patch}), &["/domain"])
}

#[test]
fn the_format_fits_the_operations() {
    for patch in [
        json!({"format": "json_patch", "ops": {}}),
        json!({"format": "merge_patch", "ops": []}),
        json!({"format": "xml", "ops": []}),
        json!({"format": "json_patch"}),
        json!({"ops": []}),
        json!(null),
    ] {
        assert_eq!(refused(apply(&state(), &patch, &["/domain"])).0, "P01_format", "{patch}");
    }
}

#[test]
fn nothing_outside_the_allow_list() {
    let outside = [
        "",
        "/",
        "/meta",
        "/meta/session_id",
        "/control",
        "/control/flags/x",
        "/dialogue/history/-",
        "/dialogue/asked",
        "/issues",
        "/issues/0",
        "/gate",
        "/domainx",
        "/domai",
        "/Domain",
        "/DOMAIN",
        "/domain~1x",
        "/domain~0",
        "/~0domain",
        "/ domain",
        "/domain ",
        "//domain",
        "/meta/../domain",
        "/\u{434}omain",
    ];
    for path in outside {
        for op in ["add", "replace", "test", "remove"] {
            let (rule, why) = refused(ops(&json!([{"op": op, "path": path, "value": {}}])));
            assert_eq!(rule, "P03_forbidden_path", "{op} {path}: {why}");
            assert!(why.contains(&format!("operation 0 ({op} {path})")), "{why}");
        }
        for op in ["copy", "move"] {
            let to = ops(&json!([{"op": op, "from": "/domain/a", "path": path}]));
            assert_eq!(refused(to).0, "P03_forbidden_path", "{op} to {path}");
            let from = ops(&json!([{"op": op, "from": path, "path": "/domain/x"}]));
            assert_eq!(refused(from).0, "P03_forbidden_path", "{op} from {path}");
        }
    }
    // Dots are ordinary letters of a pointer: the place does not exist below the domain.
    assert_eq!(refused(ops(&json!([{"op": "add", "path": "/domain/../meta", "value": 1}]))).0, "P04_operation");
    for path in ["domain", "#/domain", "/domain/~2", "/domain~"] {
        assert_eq!(refused(ops(&json!([{"op": "add", "path": path, "value": 1}]))).0, "P04_operation", "{path}");
    }
}

#[test]
fn a_merge_patch_reaches_the_domain_only() {
    for key in ["meta", "control", "dialogue", "issues", "gate", "", "domain/a", "domain~1a", "Domain", "/domain"] {
        let patch = json!({key: {"a": 1}});
        assert_eq!(refused(merge(&patch)).0, "P03_forbidden_path", "{key}");
        let patch = json!({"domain": {"x": 1}, key: null});
        assert_eq!(refused(merge(&patch)).0, "P03_forbidden_path", "{key}: null");
    }
    for value in [json!(null), json!([]), json!("x"), json!(1), json!(true)] {
        assert_eq!(refused(merge(&json!({"domain": value}))).0, "P04_operation", "{value}");
    }
    assert_eq!(merge(&json!({})), Ok(state()));
    // Arrays are values: they come and go whole.
    let next = merge(&json!({"domain": {"a": {"b": [null]}}})).unwrap();
    assert_eq!(next["domain"]["a"]["b"], json!([null]));
}

#[test]
fn ten_thousand_operations() {
    let many: Vec<Value> = (0..10_000).map(|_| json!({"op": "add", "path": "/domain/x", "value": 1})).collect();
    let (rule, why) = refused(ops(&json!(many)));
    assert_eq!(rule, "P02_limit");
    assert!(why.contains("10000 operations, at most 500"), "{why}");
    assert!(ops(&json!(many[..limits::PATCH_OPS])).is_ok());
}

#[test]
fn copies_that_double_are_refused_where_they_cross_the_line() {
    let mut list = vec![json!({"op": "add", "path": "/domain/bomb", "value": {"text": "x".repeat(1000)}})];
    list.extend((0..20).map(|i| json!({"op": "copy", "from": "/domain", "path": format!("/domain/c{i}")})));
    let (rule, why) = refused(ops(&json!(list)));
    assert_eq!(rule, "P02_limit");
    let index: usize = why.split("operation ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((8..=12).contains(&index), "the running count crosses the line at {index}: {why}");
    assert!(ops(&json!(list[..index])).is_ok_and(|next| size(&next).bytes <= limits::STATE_BYTES));
    // The same with many small values.
    let mut list = vec![json!({"op": "add", "path": "/domain/bomb", "value": vec![0; 100]})];
    list.extend((0..20).map(|i| json!({"op": "copy", "from": "/domain", "path": format!("/domain/c{i}")})));
    assert_eq!(refused(ops(&json!(list))).0, "P02_limit");
}

#[test]
fn a_value_nests_sixty_four_levels() {
    let nested = |levels: usize| (1..levels).fold(json!(1), |inner, _| json!({"n": inner}));
    // The root of the state and `/domain` are two levels, the new member is the third.
    assert!(ops(&json!([{"op": "add", "path": "/domain/x", "value": nested(62)}])).is_ok());
    assert_eq!(refused(ops(&json!([{"op": "add", "path": "/domain/x", "value": nested(63)}]))).0, "P02_limit");
    assert!(merge(&json!({"domain": {"x": nested(62)}})).is_ok());
    assert_eq!(refused(merge(&json!({"domain": {"x": nested(63)}}))).0, "P02_limit");
    let path = format!("/domain{}", "/n".repeat(64));
    assert_eq!(refused(ops(&json!([{"op": "add", "path": path, "value": 1}]))).0, "P02_limit");
    // Copies deepen too.
    let list: Vec<Value> = (0..70)
        .map(|i| {
            let to = format!("/domain/d{}", "/n".repeat(i + 1));
            json!({"op": "copy", "from": "/domain/seed", "path": to})
        })
        .collect();
    let mut all = vec![json!({"op": "add", "path": "/domain/seed", "value": {}})];
    all.push(json!({"op": "add", "path": "/domain/d", "value": {}}));
    all.extend(list);
    assert_eq!(refused(ops(&json!(all))).0, "P02_limit");
}

#[test]
fn a_refusal_does_not_carry_the_whole_answer_back() {
    let path = format!("/domain/{}", "ы".repeat(100_000));
    for op in ["remove", "replace", "move", "copy", "add"] {
        for place in [path.clone(), format!("{path}~"), path.replace("/domain", "/meta")] {
            let op = json!([{"op": op, "path": place, "from": place, "value": place}]);
            if let Err(why) = ops(&op) {
                assert!(why.to_string().len() < 4_000, "{} bytes", why.to_string().len());
            }
        }
    }
    let why = merge(&json!({path.as_str(): 1})).unwrap_err().to_string();
    assert!(why.len() < 4_000, "{} bytes", why.len());
}

/// Pointers around the real places, in and out of the allow-list.
fn pointers() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("domain".to_owned()),
        Just("meta".to_owned()),
        Just("dialogue".to_owned()),
        Just("history".to_owned()),
        Just("control".to_owned()),
        Just("issues".to_owned()),
        Just("a".to_owned()),
        Just("b".to_owned()),
        Just("0".to_owned()),
        Just("00".to_owned()),
        Just("-".to_owned()),
        Just("..".to_owned()),
        Just("~0".to_owned()),
        Just("~1".to_owned()),
        Just("~01domain".to_owned()),
        Just(String::new()),
        "[a-z~/]{0,3}",
    ];
    (prop::collection::vec(token, 0..5), any::<bool>()).prop_map(|(tokens, below)| {
        let path: String = tokens.iter().map(|token| format!("/{token}")).collect();
        if below { format!("/domain{path}") } else { path }
    })
}

fn values() -> impl Strategy<Value = Value> {
    let leaf =
        prop_oneof![Just(json!(null)), any::<i8>().prop_map(|n| json!(n)), "[a-zа-я ]{0,6}".prop_map(|s| json!(s))];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::Array),
            prop::collection::vec(
                (prop_oneof![Just("domain".to_owned()), Just("meta".to_owned()), "[a-c]"], inner),
                0..3
            )
            .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn patches() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec!["add", "remove", "replace", "move", "copy", "test"]);
    let op = (name, pointers(), pointers(), values())
        .prop_map(|(op, path, from, value)| json!({"op": op, "path": path, "from": from, "value": value}));
    prop_oneof![
        prop::collection::vec(op, 0..6).prop_map(|ops| json!({"format": "json_patch", "ops": ops})),
        values().prop_map(|ops| json!({"format": "merge_patch", "ops": ops})),
        values().prop_map(|ops| json!({"format": "merge_patch", "ops": {"domain": ops}})),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) })]

    #[test]
    fn no_patch_of_any_format_leaves_its_allow_list(patch in patches(), gate in any::<bool>()) {
        let before = state();
        let writes: &[&str] = if gate { &["/gate"] } else { &["/domain"] };
        let result = apply(&before, &patch, writes);
        prop_assert_eq!(&before, &state());
        if let Ok(after) = result {
            for key in ["meta", "control", "dialogue", "issues"] {
                prop_assert_eq!(&after[key], &before[key]);
            }
            let other = if gate { "domain" } else { "gate" };
            prop_assert_eq!(&after[other], &before[other]);
            prop_assert!(after.as_object().unwrap().keys().all(|key| before.get(key).is_some()));
            let size = size(&after);
            prop_assert!(size.depth <= limits::DEPTH && size.bytes <= limits::STATE_BYTES);
        }
    }
}
