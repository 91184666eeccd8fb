//! What reads words and files of strangers, each as a function of bytes: it may refuse, it must not fall.
//!
//! `tests/fuzz/search.rs` searches them for minutes, guided by what the code has not done yet; `tests/linear/fuzz.rs` reads
//! the kept inputs and some hundred random ones in every `make test`. Inputs of `NAME` are kept in `tests/fuzz/NAME/`.

use legalagi::engine::address::find::{Context, find, parse};
use legalagi::engine::citation::claims::claims;
use legalagi::engine::citation::edition::Dates;
use legalagi::engine::citation::evidence::Evidence;
use legalagi::engine::citation::numbers::amounts;
use legalagi::engine::citation::verdict::judge;
use legalagi::engine::corpus::read::{self, Format, Source, html};
use legalagi::engine::quantity::expression::evaluate;
use legalagi::engine::quantity::number::Number;
use legalagi::engine::wording::citations;
use legalagi::engine::{limits, patch, prompt, reply};
use legalagi::runner::bundle::{Bundle, FORMAT, FORMAT_VERSION};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Readers of text: linear in it, too.
pub(crate) const TEXTS: &[(&str, fn(&str))] = &[
    ("reply", |text| {
        let _ = (reply::read(text), reply::strict(text), reply::limits(text));
    }),
    ("patch", patches),
    ("prompt", |text| {
        let values = BTreeMap::from([("x", "{{x}}".to_owned()), ("y", String::new())]);
        let _ = prompt::substitute("t", text, &values);
        let _ = prompt::substitute("t", "{{x}}{{#if x}}{{x|нет}}{{/if}}", &BTreeMap::from([("x", text.to_owned())]));
    }),
    ("address", |text| {
        let found = find(text, &Context::default());
        assert!(found.windows(2).all(|pair| pair[0].range.start <= pair[1].range.start), "{text:?}");
        assert!(found.iter().all(|one| text.get(one.range.clone()).is_some() && !one.addresses.is_empty()), "{text:?}");
        let _ = parse(text);
    }),
    ("citation", cited),
    ("quantity", |text| {
        let found = amounts(text);
        assert!(found.iter().all(|one| text.get(one.range.clone()).is_some()), "{text:?}");
        let _ = (Number::read(text), evaluate(text, &BTreeMap::new(), "м").is_ok());
    }),
    ("html", |text| {
        let _ = (html::text(text), html::title(text));
        read_as(Format::Html, text);
    }),
    ("markdown", |text| read_as(Format::Markdown, text)),
    ("plain", |text| read_as(Format::Text, text)),
];

/// Readers of whole files and messages.
pub(crate) const FILES: &[(&str, fn(&[u8]))] = &[
    ("replay", replay),
    #[cfg(feature = "ssr")]
    ("docx", crate::files::docx),
    #[cfg(feature = "ssr")]
    ("pdf", crate::files::pdf),
    #[cfg(feature = "ssr")]
    ("pack", crate::files::pack),
    #[cfg(feature = "ssr")]
    ("mcp", crate::messages::mcp),
];

fn patches(text: &str) {
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
}

fn cited(text: &str) {
    let sources = [json!({"id": "1", "title": "ГК РФ", "text": "Плата вносится в срок."})];
    for claim in claims(text, &sources) {
        let ranges = claim.citations.iter().flat_map(|one| [Some(one.range.clone()), one.quote.clone()]);
        assert!(ranges.flatten().chain(claim.apart).all(|range| text.get(range).is_some()), "{text:?}");
    }
    let report = judge(text, &sources, &Evidence::default(), Dates { as_of: None, today: "2026-11-21" });
    assert!(report.badges.iter().all(|badge| text.get(badge.range.clone()).is_some()), "{text:?}");
    let most = text.chars().count();
    assert!(citations::find(text).iter().all(|one| one.span[0] <= one.span[1] && one.span[1] <= most), "{text:?}");
}

fn read_as(format: Format, text: &str) {
    let named = format!("Текст о том, что написано в этом файле.\n{text}");
    let _ = read::read(format, Source { name: "file", text: &named, jurisdiction: None });
}

/// A whole file, or the operations of its versions as a list of lists; the seal is made good, as a forger would.
fn replay(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = Bundle::read(&text);
    let Ok(mut raw) = serde_json::from_str::<Value>(&text) else { return };
    if let Value::Array(versions) = raw {
        let kept =
            |(number, ops): (usize, Value)| json!({"version": number, "cause": "x", "at": "", "turns": 0, "ops": ops});
        let versions: Vec<Value> = versions.into_iter().enumerate().map(kept).collect();
        raw = json!({
            "format": FORMAT, "format_version": FORMAT_VERSION, "knowledge_hash": "", "workspace": "contract",
            "title": "", "session": "AAAAAAAAAAAAAAAAAAAAAA", "versions": versions, "turns": [], "traces": [], "seal": "",
        });
    }
    let Ok(mut bundle) = serde_json::from_value::<Bundle>(raw) else { return };
    bundle.seal = bundle.expected_seal();
    let Ok(bundle) = Bundle::read(&serde_json::to_string(&bundle).expect("JSON")) else { return };
    let made = bundle.unfold().filter(Result::is_ok).count();
    assert!(made <= limits::HISTORY_VERSIONS);
}
