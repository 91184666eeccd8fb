//! The shared examples of promises and citations, read where they are.
#![cfg(feature = "engine")]

use legalagi::engine::wording::{LANGUAGES, citations, definitive};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A shared fixture; `None`, said aloud, where it is not.
#[expect(clippy::disallowed_methods, reason = "only the machine knows where they are")]
fn shared(name: &str) -> Option<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = [
        std::env::var_os("LEGALAGI_SHARED").map(PathBuf::from),
        Some(root.join("../shared")),
        Some(root.join("../../shared")),
    ];
    let found = places.into_iter().flatten().map(|place| place.join("fixtures").join(name)).find(|path| path.is_file());
    if found.is_none() {
        let _ = writeln!(std::io::stderr(), "skipped: no shared fixture {name} (set LEGALAGI_SHARED)");
    }
    let text = std::fs::read_to_string(found?).expect("the fixture is a text");
    Some(serde_json::from_str(&text).expect("the fixture is JSON"))
}

#[test]
fn the_shared_examples_of_promises_hold() {
    let Some(fixtures) = shared("trial-language.json") else { return };
    let mut wrong = Vec::new();
    let mut seen = 0;
    for language in LANGUAGES {
        for (kind, promises) in [("positive", true), ("negative", false)] {
            for text in fixtures[format!("definitive_{language}")][kind].as_array().unwrap() {
                let text = text.as_str().unwrap();
                seen += 1;
                let hits = definitive(text, language);
                if hits.is_empty() == promises {
                    wrong.push(format!("{language} {kind}: {text} {hits:?}"));
                }
            }
        }
    }
    assert!(seen >= 60 && wrong.is_empty(), "{seen}\n{}", wrong.join("\n"));
}

#[test]
fn the_shared_examples_of_citations_hold() {
    let Some(fixtures) = shared("trial-language.json") else { return };
    let mut wrong = Vec::new();
    for key in ["citation_ko", "citation_ru"] {
        for (kind, cites) in [("positive", true), ("negative", false)] {
            for text in fixtures[key][kind].as_array().unwrap() {
                let text = text.as_str().unwrap();
                let found = citations::find(text);
                if found.is_empty() == cites {
                    wrong.push(format!("{key} {kind}: {text} {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
