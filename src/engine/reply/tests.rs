//! One table row per way a reply arrives broken.

use super::*;
use proptest::prelude::*;
use serde_json::json;

fn rule(text: &str) -> &'static str {
    read(text).expect_err(text).problems.first().expect("a problem").rule
}

#[test]
fn strict_json_and_each_single_repair_are_read() {
    let step = json!({"next": {"kind": "ask_user"}, "a": "}{ ```, ]"});
    let text = step.to_string();
    let inner = &text[1..text.len() - 1];
    for shown in [
        text.clone(),
        format!(" \n{text}\t "),
        format!("\u{feff}{text}"),
        format!("\u{a0}{text}\u{a0}"),
        format!("```json\n{text}\n```"),
        format!("```\n{text}\n```\n"),
        format!("```jsonc\n{text}\n```"),
        format!("Вот ответ:\n{text}\nНадеюсь, это поможет!"),
        format!("Вот:\n```json\n{text}\n```\nГотово \"{{\"."),
        format!("Диск 5\" и {{поле}}: {text}"),
        format!("{{\"черновик\": 1}} {text}"),
        format!("{text} {{\"next_draft\": 1}}"),
        format!("{text}\n{{\"обрыв\": "),
        format!("{{{inner},}}"),
        format!("{{{inner} , \n }}"),
    ] {
        assert_eq!(read(&shown).unwrap_or_else(|why| panic!("{shown}: {why}")), step, "{shown}");
    }
}

#[test]
fn one_object_in_prose_need_not_look_like_a_step() {
    assert_eq!(read("итак: {\"a\":1}").expect("read"), json!({"a": 1}));
}

#[test]
fn strings_keep_what_repairs_would_touch() {
    let text = "{\"a\": \"x,}\", \"b\": [1,2,], \"c\": \"\\\",]\"}";
    assert_eq!(read(text).expect("read"), json!({"a": "x,}", "b": [1, 2], "c": "\",]"}));
}

#[test]
fn what_no_single_repair_mends_is_refused_by_rule() {
    for (text, expected) in [
        ("", NOT_JSON),
        (" \u{feff} ", NOT_JSON),
        ("Не могу помочь.", NOT_JSON),
        ("{'a': 1}", NOT_JSON),
        ("{a: 1}", NOT_JSON),
        ("{\"a\": NaN}", NOT_JSON),
        ("{\"a\": -Infinity}", NOT_JSON),
        ("{\"a\": \"\\ud800\"}", NOT_JSON),
        ("{\"a\": 1e999}", NOT_JSON),
        ("{\"a\": 01}", NOT_JSON),
        ("{\"a\": 1 /* note */}", NOT_JSON),
        ("{\"a\": \"line\nbreak\"}", NOT_JSON),
        ("```json\n{\"a\": 1,}\n```", NOT_JSON),
        ("{\"a\": 1,,}", NOT_JSON),
        ("{\"a\": 1", TRUNCATED),
        ("{\"a\": {\"b\": [1, 2", TRUNCATED),
        ("{\"a\": \"обры", TRUNCATED),
        ("```json\n{\"a\": 1", TRUNCATED),
        ("Вот: {\"a\": [1, ", TRUNCATED),
        ("{\"a\":1} и {\"b\": ", TRUNCATED),
        ("{\"a\": 1, \"a\": 2}", DUPLICATE_KEY),
        ("{\"x\": [{\"a\": 1, \"\\u0061\": 2}]}", DUPLICATE_KEY),
        ("Вот: {\"a\": 1, \"a\": 2}", DUPLICATE_KEY),
        ("[{\"next\": 1}]", NOT_AN_OBJECT),
        ("\"{}\"", NOT_AN_OBJECT),
        ("null", NOT_AN_OBJECT),
        ("12", NOT_AN_OBJECT),
        ("```\n[1]\n```", NOT_AN_OBJECT),
        ("{\"a\":1} {\"b\":2}", AMBIGUOUS),
        ("{\"next\":1} {\"next\":2}", AMBIGUOUS),
    ] {
        assert_eq!(rule(text), expected, "{text}");
    }
}

#[test]
fn equal_keys_in_different_objects_are_no_duplicates() {
    let text = "{\"a\": {\"a\": 1}, \"b\": [{\"a\": 1}, {\"a\": 1}], \"c\": \"a\"}";
    assert!(read(text).is_ok());
}

#[test]
fn limits_hold_before_anything_recursive() {
    let nest = |n: usize| format!("{{\"a\":{}{}}}", "[".repeat(n), "]".repeat(n));
    assert!(read(&nest(MAX_DEPTH - 1)).is_ok());
    assert_eq!(rule(&nest(MAX_DEPTH)), TOO_DEEP);
    assert_eq!(rule(&"[".repeat(100_000)), TOO_DEEP);
    assert_eq!(rule(&"{\"a\":".repeat(50_000)), TOO_DEEP);
    assert_eq!(rule(&format!("вот {}", "{\"a\":".repeat(50_000))), TRUNCATED);
    assert_eq!(rule(&" ".repeat(MAX_BYTES + 1)), TOO_LARGE);
    assert_eq!(rule(&"{}".repeat(MAX_BYTES / 2)), AMBIGUOUS);
    assert_eq!(rule(&"{".repeat(MAX_BYTES)), TOO_DEEP);
    assert_eq!(rule(&format!("a{}", "{".repeat(MAX_BYTES - 1))), TRUNCATED);
}

#[test]
fn problems_name_the_place_and_the_reason() {
    let said = |text: &str| read(text).expect_err(text).to_string();
    assert!(said("{\"a\": NaN}").contains("NaN"));
    assert!(said("{\n\"a\": 1,\n\"a\": 2}").contains("`a`"));
    assert!(said("{\n \"a\": x}").contains("line 2"));
    assert!(said("```\n{\"a\": [1,], \"b\": 2}\n```").contains("comma"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}|[\\[\\]{}\",:a1\\\\ \n`]{0,200}") {
        if let Ok(value) = read(&text) {
            prop_assert!(value.is_object());
        }
    }

    #[test]
    fn any_object_survives_prose_and_fences(key in "[a-z]{1,8}", text in "\\PC{0,40}") {
        let value = json!({"next": {key: text}});
        prop_assert_eq!(&read(&value.to_string()).expect("plain"), &value);
        prop_assert_eq!(&read(&format!("```json\n{value}\n```")).expect("fence"), &value);
        prop_assert_eq!(&read(&format!("Ответ:\n{value}\nВсё.")).expect("prose"), &value);
    }
}
