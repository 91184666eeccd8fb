//! The committed schemas of the seven steps are those of the seed, letter for letter; the built-in performers over real
//! decisions. Both need the shared folder.
#![cfg(feature = "engine")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::engine::knowledge::research;
use legalagi::engine::text::passages;
use legalagi::workspaces::research::perform::{patterns, perform, sections};
use legalagi::workspaces::research::steps;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::Path;

const SEED: &str = "seeds/003-legal-pipeline-contracts.txt";

/// Blocks that begin with `{` and end with `}` in the first column and name a schema.
fn blocks(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        if line == "{" {
            open = Some(String::new());
        }
        if let Some(block) = &mut open {
            block.push_str(line);
            block.push('\n');
        }
        if line == "}" {
            out.extend(open.take().filter(|block| block.contains("$schema")));
        }
    }
    out
}

#[test]
fn the_committed_schemas_are_those_of_the_seed() {
    let Some(seed) = skip::shared(SEED) else { return };
    let seed = fs::read_to_string(seed).unwrap();
    let blocks = blocks(&seed);
    assert_eq!(blocks.len(), 14, "seven steps, two schemas each");
    for block in blocks {
        let schema: serde_json::Value = serde_json::from_str(&block).unwrap();
        let title = schema["title"].as_str().unwrap();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/research/{title}.schema.json"));
        assert_eq!(fs::read_to_string(file).unwrap(), block, "{title}");
    }
}

#[test]
fn real_decisions_are_sectioned_without_loss() {
    let file = "corpora/ua-court-decisions/amalteya-star-court-decisions.txt";
    let Some(text) = skip::shared(file) else { return };
    let text = fs::read_to_string(text).unwrap();
    let lexicon = research::embedded().unwrap();
    let decisions: Vec<&str> = text.split("\n=== DOC ").collect();
    assert_eq!(decisions.len(), 14);
    let (mut facts, mut operative, mut reasons, mut items) = (0, 0, 0, 0);
    for decision in decisions {
        let parts = sections::of(decision, lexicon);
        let joined: String = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        assert_eq!(joined, decision, "the sections are the text");
        let mut at = 0;
        for part in &parts {
            let span = |key: &str| usize::try_from(part[key].as_u64().unwrap()).unwrap();
            assert_eq!(span("start"), at);
            at = span("end");
            assert_eq!(passages::slice(decision, span("start"), at), part["text"].as_str());
        }
        let has = |kind: &str| parts.iter().any(|part| part["type"] == kind);
        facts += usize::from(has("facts"));
        operative += usize::from(has("operative"));
        reasons += usize::from(has("reasons"));
        let found = perform(steps::PATTERNS, &json!({"documents": [{"id": "d", "text": decision}]}));
        for item in ["success_arguments", "risk_factors"].iter().flat_map(|key| found[*key].as_array().unwrap()) {
            let (id, start, end) = patterns::mark(item.as_str().unwrap()).unwrap();
            assert!(id == "d" && passages::slice(decision, start, end).is_some());
            items += 1;
        }
    }
    let _ = writeln!(std::io::stderr(), "facts {facts}, reasons {reasons}, operative {operative}, items {items}");
    // One of the fourteen has no heading of its own for the facts.
    assert!(facts >= 13 && operative >= 12 && reasons >= 10 && items >= 30, "{facts} {operative} {reasons} {items}");
}
