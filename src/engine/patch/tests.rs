//! RFC 6902 and RFC 7396 by table, on a document that stands at `/domain`.
//!
//! Where these rules are stricter than the crate that applies the operations:
//! - the crate takes the empty pointer; here it is never in the allow-list;
//! - the crate has no limit on operations, depth, growth; here each operation is counted before it is done;
//! - a merge patch may not turn `/domain` into something that is no object, nor remove it.
//!
//! Where both differ from the letter of RFC 6902: `test` compares numbers as they are written (`1` is not `1.0`).

use super::apply;
use serde_json::{Value, json};

/// A step output's patch over `{"domain": domain}`; pointers of the table are put below `/domain`.
fn patched(domain: &Value, mut ops: Value) -> Result<Value, String> {
    for op in ops.as_array_mut().unwrap() {
        for key in ["path", "from"] {
            if let Some(path) = op.get(key).and_then(Value::as_str) {
                op[key] = json!(format!("/domain{path}"));
            }
        }
    }
    let state = json!({"meta": {"kept": true}, "domain": domain});
    let kept = state.clone();
    let result = apply(&state, &json!({"format": "json_patch", "ops": ops}), &["/domain"]);
    assert_eq!(state, kept, "the state passed in is untouched");
    result.map(|next| next["domain"].clone()).map_err(|why| why.to_string())
}

/// Name, document, operations, result.
fn good() -> Vec<(&'static str, Value, Value, Value)> {
    vec![
        (
            "A.1 add an object member",
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/baz", "value": "qux"}]),
            json!({"baz": "qux", "foo": "bar"}),
        ),
        (
            "A.2 add an array element",
            json!({"foo": ["bar", "baz"]}),
            json!([{"op": "add", "path": "/foo/1", "value": "qux"}]),
            json!({"foo": ["bar", "qux", "baz"]}),
        ),
        (
            "A.3 remove an object member",
            json!({"baz": "qux", "foo": "bar"}),
            json!([{"op": "remove", "path": "/baz"}]),
            json!({"foo": "bar"}),
        ),
        (
            "A.4 remove an array element",
            json!({"foo": ["bar", "qux", "baz"]}),
            json!([{"op": "remove", "path": "/foo/1"}]),
            json!({"foo": ["bar", "baz"]}),
        ),
        (
            "A.5 replace a value",
            json!({"baz": "qux", "foo": "bar"}),
            json!([{"op": "replace", "path": "/baz", "value": "boo"}]),
            json!({"baz": "boo", "foo": "bar"}),
        ),
        (
            "A.6 move a value",
            json!({"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}}),
            json!([{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}]),
            json!({"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}}),
        ),
        (
            "A.7 move an array element",
            json!({"foo": ["all", "grass", "cows", "eat"]}),
            json!([{"op": "move", "from": "/foo/1", "path": "/foo/3"}]),
            json!({"foo": ["all", "cows", "eat", "grass"]}),
        ),
        (
            "A.8 test: success",
            json!({"baz": "qux", "foo": ["a", 2, "c"]}),
            json!([{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}]),
            json!({"baz": "qux", "foo": ["a", 2, "c"]}),
        ),
        (
            "A.10 add a nested member object",
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/child", "value": {"grandchild": {}}}]),
            json!({"foo": "bar", "child": {"grandchild": {}}}),
        ),
        (
            "A.11 unrecognised members are ignored",
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}]),
            json!({"foo": "bar", "baz": "qux"}),
        ),
        (
            "A.14 escape ordering: ~01 is ~1",
            json!({"/": 9, "~1": 10}),
            json!([{"op": "test", "path": "/~01", "value": 10}]),
            json!({"/": 9, "~1": 10}),
        ),
        (
            "A.16 add an array value",
            json!({"foo": ["bar"]}),
            json!([{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}]),
            json!({"foo": ["bar", ["abc", "def"]]}),
        ),
        (
            "add over a member replaces it",
            json!({"foo": "bar"}),
            json!([{"op": "add", "path": "/foo", "value": 1}]),
            json!({"foo": 1}),
        ),
        (
            "add of null is a value",
            json!({}),
            json!([{"op": "add", "path": "/foo", "value": null}]),
            json!({"foo": null}),
        ),
        (
            "replace with null",
            json!({"foo": 1}),
            json!([{"op": "replace", "path": "/foo", "value": null}]),
            json!({"foo": null}),
        ),
        (
            "test of null",
            json!({"foo": null}),
            json!([{"op": "test", "path": "/foo", "value": null}]),
            json!({"foo": null}),
        ),
        (
            "add at the array's length",
            json!({"foo": [1]}),
            json!([{"op": "add", "path": "/foo/1", "value": 2}]),
            json!({"foo": [1, 2]}),
        ),
        (
            "operations run in order",
            json!({"foo": [1, 2]}),
            json!([
                {"op": "add", "path": "/foo/0", "value": 0},
                {"op": "remove", "path": "/foo/1"},
                {"op": "replace", "path": "/foo/1", "value": 9},
            ]),
            json!({"foo": [0, 9]}),
        ),
        (
            "copy is deep: the copy changes alone",
            json!({"a": {"b": 1}}),
            json!([
                {"op": "copy", "from": "/a", "path": "/c"},
                {"op": "replace", "path": "/c/b", "value": 2},
            ]),
            json!({"a": {"b": 1}, "c": {"b": 2}}),
        ),
        (
            "copy into its own child",
            json!({"a": {"b": 1}}),
            json!([{"op": "copy", "from": "/a", "path": "/a/c"}]),
            json!({"a": {"b": 1, "c": {"b": 1}}}),
        ),
        (
            "move onto itself does nothing",
            json!({"a": 1}),
            json!([{"op": "move", "from": "/a", "path": "/a"}]),
            json!({"a": 1}),
        ),
        (
            "move to a name that only begins alike",
            json!({"a": 1}),
            json!([{"op": "move", "from": "/a", "path": "/ab"}]),
            json!({"ab": 1}),
        ),
        ("the empty key", json!({"": 1}), json!([{"op": "replace", "path": "/", "value": 2}]), json!({"": 2})),
        (
            "a slash and a tilde in keys",
            json!({"a/b": 1, "m~n": 2}),
            json!([{"op": "remove", "path": "/a~1b"}, {"op": "replace", "path": "/m~0n", "value": 3}]),
            json!({"m~n": 3}),
        ),
        (
            "a number as an object's key",
            json!({"0": "a"}),
            json!([{"op": "replace", "path": "/0", "value": "b"}, {"op": "add", "path": "/-", "value": "c"}]),
            json!({"0": "b", "-": "c"}),
        ),
        (
            "whole domain replaced by an object",
            json!({"a": 1}),
            json!([{"op": "replace", "path": "", "value": {"b": 2}}]),
            json!({"b": 2}),
        ),
        ("no operations", json!({"a": 1}), json!([]), json!({"a": 1})),
        (
            "letters of other alphabets, combining marks, zero-width joiners",
            json!({"имя": "é"}),
            json!([{"op": "move", "from": "/имя", "path": "/имя\u{200d}👩‍⚖️"}]),
            json!({"имя\u{200d}👩‍⚖️": "é"}),
        ),
    ]
}

#[test]
fn rfc_6902_results() {
    for (name, document, ops, wanted) in good() {
        assert_eq!(patched(&document, ops), Ok(wanted), "{name}");
    }
}

/// Name, document, operations, index of the failing one, part of the reason.
fn bad() -> Vec<(&'static str, Value, Value, usize, &'static str)> {
    let foo = || json!({"foo": ["bar", "baz"], "obj": {"a": {"b": 1}}, "s": "text"});
    let one = |op: &str, path: &str| json!([{"op": op, "path": path, "value": 1}]);
    vec![
        ("A.9 test: error", json!({"baz": "qux"}), json!([{"op": "test", "path": "/baz", "value": "bar"}]), 0, "test"),
        ("A.12 adding to a nonexistent target", foo(), one("add", "/baz/bat"), 0, ""),
        ("A.13 a key twice is settled by the reader: unknown op", foo(), one("spam", "/foo"), 0, "unknown variant"),
        (
            "A.15 comparing strings and numbers",
            json!({"/": 9, "~1": 10}),
            json!([{"op": "test", "path": "/~01", "value": "10"}]),
            0,
            "test",
        ),
        ("remove of nothing", foo(), json!([{"op": "remove", "path": "/none"}]), 0, ""),
        ("replace of nothing", foo(), one("replace", "/none"), 0, ""),
        ("replace beyond the array", foo(), one("replace", "/foo/2"), 0, ""),
        ("replace at -", foo(), one("replace", "/foo/-"), 0, ""),
        ("remove at -", foo(), json!([{"op": "remove", "path": "/foo/-"}]), 0, ""),
        ("add beyond the array's length", foo(), one("add", "/foo/3"), 0, ""),
        ("a leading zero", foo(), one("replace", "/foo/00"), 0, ""),
        ("a leading zero in add", foo(), one("add", "/foo/01"), 0, ""),
        ("a sign in an index", foo(), one("add", "/foo/+1"), 0, ""),
        ("a negative index", foo(), one("add", "/foo/-1"), 0, ""),
        ("words as an index", foo(), one("add", "/foo/bar"), 0, ""),
        ("an index larger than any machine word", foo(), one("add", "/foo/99999999999999999999999"), 0, ""),
        ("a child of a scalar", foo(), one("add", "/s/x"), 0, ""),
        ("move of nothing", foo(), json!([{"op": "move", "from": "/none", "path": "/x"}]), 0, "nothing stands at"),
        ("copy of nothing", foo(), json!([{"op": "copy", "from": "/none", "path": "/x"}]), 0, "nothing stands at"),
        ("copy from -", foo(), json!([{"op": "copy", "from": "/foo/-", "path": "/x"}]), 0, "nothing stands at"),
        ("move into an own child", foo(), json!([{"op": "move", "from": "/obj", "path": "/obj/a/c"}]), 0, "own child"),
        ("move without from", foo(), json!([{"op": "move", "path": "/x"}]), 0, ""),
        ("add without value", foo(), json!([{"op": "add", "path": "/x"}]), 0, "value"),
        ("an unescaped tilde", foo(), one("add", "/a~b"), 0, "no JSON Pointer"),
        ("a trailing tilde", foo(), one("add", "/a~"), 0, "no JSON Pointer"),
        (
            "the third of four fails and nothing is kept",
            foo(),
            json!([
                {"op": "add", "path": "/x", "value": 1},
                {"op": "remove", "path": "/s"},
                {"op": "test", "path": "/x", "value": 2},
                {"op": "add", "path": "/y", "value": 1},
            ]),
            2,
            "test",
        ),
    ]
}

#[test]
fn rfc_6902_errors_name_index_op_path_and_reason() {
    for (name, document, ops, index, part) in bad() {
        let failing = ops[index].clone();
        let why = patched(&document, ops).expect_err(name);
        let op = failing["op"].as_str().unwrap();
        let path = failing["path"].as_str().unwrap();
        assert!(why.contains(&format!("[/patch/ops/{index}]")), "{name}: {why}");
        assert!(why.contains(&format!("operation {index} ({op} /domain{path}): ")), "{name}: {why}");
        assert!(why.contains(part), "{name}: {why}");
        assert!(why.rsplit("): ").next().is_some_and(|reason| reason.len() > 3), "{name}: {why}");
    }
}

#[test]
fn rfc_7396_table() {
    for (target, patch, wanted) in [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b"}), json!({"a": null}), json!({})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!({"a": "foo"}), json!({"a": {"b": {"c": null}}}), json!({"a": {"b": {}}})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        // Rows of the appendix whose document or patch is no object, one level below the root.
        (json!({"r": ["a", "b"]}), json!({"r": ["c", "d"]}), json!({"r": ["c", "d"]})),
        (json!({"r": {"a": "b"}}), json!({"r": ["c"]}), json!({"r": ["c"]})),
        (json!({"r": {"a": "foo"}}), json!({"r": "bar"}), json!({"r": "bar"})),
        (json!({"r": [1, 2]}), json!({"r": {"a": "b", "c": null}}), json!({"r": {"a": "b"}})),
    ] {
        let state = json!({"meta": 1, "domain": target});
        let patch = json!({"format": "merge_patch", "ops": {"domain": patch}});
        let next = apply(&state, &patch, &["/domain"]);
        assert_eq!(next.map(|next| next["domain"].clone()), Ok(wanted), "{state} + {patch}");
    }
}
