//! Any text at all: nothing panics, and a text said twice costs little more than twice.
//!
//! What was found once stays in `tests/fuzz/<target>/` and is read again first.

use crate::{GROWTH, SLACK, measured, shapes};
use legalagi::engine::address::find::{Context, find, parse};
use legalagi::engine::citation::claims::claims;
use legalagi::engine::citation::numbers::amounts;
use legalagi::engine::corpus::read::{self, Format, Source, html};
use legalagi::engine::quantity::expression::evaluate;
use legalagi::engine::quantity::number::Number;
use legalagi::engine::wording::citations;
use legalagi::engine::{patch, prompt, reply};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Texts made of what the readers look for, and of anything else.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(shapes::PIECES);
    let pieces = prop::collection::vec((piece, 1..6_usize), 0..40)
        .prop_map(|list| list.into_iter().map(|(piece, times)| piece.repeat(times)).collect::<String>());
    prop_oneof![4 => pieces, 1 => "\\PC{0,200}", 1 => "(?s).{0,200}"]
}

/// Whether a text and the same text twice are read, the second for at most so much more.
fn holds(name: &str, text: &str, run: fn(&str)) {
    // Caches of both lengths are filled before the first count.
    run(text);
    run(&text.repeat(2));
    let (once, twice) = (measured(|| run(text)), measured(|| run(&text.repeat(2))));
    for kind in 0..2 {
        let allowed = once[kind] as f64 * GROWTH + (ROOM * SLACK[kind]) as f64;
        assert!(twice[kind] as f64 <= allowed, "{name}: {once:?}, twice {twice:?}: {text:?}");
    }
}

/// Short texts pay for their first pages of memory.
const ROOM: u64 = 8;

fn target(name: &str, run: fn(&str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(name);
    let mut kept: Vec<_> = std::fs::read_dir(&folder).expect("a corpus").flatten().map(|entry| entry.path()).collect();
    kept.sort();
    assert!(!kept.is_empty(), "{name} has a corpus");
    for path in kept {
        holds(name, &std::fs::read_to_string(&path).expect("a text"), run);
    }
    let mut runner = TestRunner::new(Config { cases: 200, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&texts(), |text| {
        holds(name, &text, run);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{name}: {error}");
    }
}

fn read_as(format: Format, text: &str) {
    let named = format!("Текст о том, что написано в этом файле.\n{text}");
    let _ = read::read(format, Source { name: "file", text: &named, jurisdiction: None });
}

#[test]
fn reply_reader() {
    target("reply", |text| {
        let _ = (reply::read(text), reply::strict(text), reply::limits(text));
    });
}

#[test]
fn patches() {
    target("patch", |text| {
        let state = json!({"domain": {"a": {"b": [1, 2]}}});
        let op = |op: &str| json!({"op": op, "path": format!("/domain/{text}"), "from": format!("/domain/{text}"), "value": text});
        for name in ["add", "remove", "replace", "move", "copy", "test"] {
            let _ = patch::apply(&state, &json!({"format": "json_patch", "ops": [op(name)]}), &["/domain"]);
        }
        if let Ok(ops) = serde_json::from_str::<Value>(text) {
            for format in ["json_patch", "merge_patch"] {
                let _ = patch::apply(&state, &json!({"format": format, "ops": ops}), &["/domain"]);
            }
        }
    });
}

#[test]
fn prompt_templates() {
    target("prompt", |text| {
        let values = BTreeMap::from([("x", "{{x}}".to_owned()), ("y", String::new())]);
        let _ = prompt::substitute("t", text, &values);
        let _ = prompt::substitute("t", "{{x}}{{#if x}}{{x|нет}}{{/if}}", &BTreeMap::from([("x", text.to_owned())]));
    });
}

#[test]
fn addresses() {
    target("address", |text| {
        let found = find(text, &Context::default());
        assert!(found.windows(2).all(|pair| pair[0].range.start <= pair[1].range.start), "{text:?}");
        assert!(found.iter().all(|one| text.get(one.range.clone()).is_some() && !one.addresses.is_empty()), "{text:?}");
        let _ = parse(text);
    });
}

#[test]
fn citation_readers() {
    target("citation", |text| {
        let sources = [json!({"id": "1", "title": "ГК РФ", "text": "Плата вносится в срок."})];
        for claim in claims(text, &sources) {
            let ranges = claim.citations.iter().flat_map(|one| [Some(one.range.clone()), one.quote.clone()]);
            assert!(ranges.flatten().chain(claim.apart).all(|range| text.get(range).is_some()), "{text:?}");
        }
        let most = text.chars().count();
        assert!(citations::find(text).iter().all(|one| one.span[0] <= one.span[1] && one.span[1] <= most), "{text:?}");
    });
}

#[test]
fn quantities() {
    target("quantity", |text| {
        let found = amounts(text);
        assert!(found.iter().all(|one| text.get(one.range.clone()).is_some()), "{text:?}");
        let _ = (Number::read(text), evaluate(text, &BTreeMap::new(), "м").is_ok());
    });
}

#[test]
fn readers_of_text() {
    target("html", |text| {
        let _ = (html::text(text), html::title(text));
        read_as(Format::Html, text);
    });
    target("markdown", |text| read_as(Format::Markdown, text));
    target("plain", |text| read_as(Format::Text, text));
}
