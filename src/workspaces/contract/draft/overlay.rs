//! What was decided about a document beyond its library: the order of the skeleton, a model's wordings, a person's.

use crate::engine::document::tree::Line;
use crate::model::document_view::Conflict;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::draft::Variant;
use crate::workspaces::contract::draft::fill::Source;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Where a person's wordings stand beside the state.
pub const EDITS: &str = "edits";
/// Where a document waits beside the state while its facts are open again.
pub const SHELVED: &str = "document";

/// A section of the skeleton.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionPlan {
    /// Stable.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its clauses, in order.
    pub clauses: Vec<String>,
}

/// A piece of a person's wording: words, or a slot that goes on following its fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// `{{/price/rent|sum}}`.
    Slot {
        /// As a template has it.
        slot: String,
    },
    /// Words.
    Text {
        /// They stand as they are.
        text: String,
    },
}

/// A person's wording of a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    /// What it says.
    pub parts: Vec<Part>,
    /// The wording that was edited.
    pub base: String,
    /// Facts that the person wrote over, as they read then.
    #[serde(default)]
    pub replaced: BTreeMap<String, String>,
}

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overlay {
    /// In whose favour; the caller's wish when the document has none.
    pub variant: Option<Variant>,
    /// The skeleton; empty = the library's order.
    pub sections: Vec<SectionPlan>,
    /// A model's wordings, by clause.
    pub templates: BTreeMap<String, String>,
    /// A person's, by clause.
    pub edits: BTreeMap<String, Edited>,
}

impl Overlay {
    /// What a version decided; a document that waits for its facts still gives its order and its words.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let extra = &snapshot.aside.extra;
        let document = snapshot.state.get("document").or_else(|| extra.get(SHELVED)).unwrap_or(&Value::Null);
        let templates = document["clauses"].as_object().into_iter().flatten();
        Self {
            variant: document["variant"].as_str().and_then(Variant::parse),
            sections: serde_json::from_value(document["sections"].clone()).unwrap_or_default(),
            templates: templates
                .filter_map(|(id, clause)| Some((id.clone(), clause["template"].as_str()?.to_owned())))
                .collect(),
            edits: edits(snapshot),
        }
    }

    /// The line of a clause, and what has to be looked at.
    pub(super) fn line(&self, source: &Source<'_>, id: &str, library: &str) -> (Line, Option<Conflict>) {
        let ground = self.templates.get(id).map_or(library, String::as_str);
        let Some(edited) = self.edits.get(id) else { return (source.fill(ground), None) };
        let (parts, why) = merged(edited, ground, source);
        let conflict = why.map(|why| Conflict {
            clause: id.to_owned(),
            offered: source.words(&source.fill(ground)),
            why: why.to_owned(),
        });
        let mut line = Line::new();
        for part in &parts {
            match part {
                Part::Text { text } => line.push(crate::engine::document::tree::Inline::text(text)),
                Part::Slot { slot } => line.extend(source.fill_plain(slot)),
            }
        }
        (line, conflict)
    }
}

/// A person's wordings, by clause.
#[must_use]
pub fn edits(snapshot: &Snapshot) -> BTreeMap<String, Edited> {
    snapshot.aside.extra.get(EDITS).and_then(|value| serde_json::from_value(value.clone()).ok()).unwrap_or_default()
}

/// Three ways into one: the wording that was edited, the person's, and the one that the library would give now. Slots
/// follow their facts by themselves, so only changed words can meet.
fn merged(edited: &Edited, ground: &str, source: &Source<'_>) -> (Vec<Part>, Option<&'static str>) {
    let overwritten = edited.replaced.iter().any(|(slot, then)| source.words(&source.fill_plain(slot)) != *then);
    let stale = overwritten.then_some("Факт, который вы заменили словами, изменился.");
    if edited.base == ground {
        return (edited.parts.clone(), stale);
    }
    let lines = |parts: &[Part]| -> String {
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Slot { slot } => out.push_str(&json!({ "slot": slot }).to_string()),
                Part::Text { text } => {
                    let words: Vec<String> =
                        text.split_inclusive(' ').map(|word| json!({ "text": word }).to_string()).collect();
                    out.push_str(&words.join("\n"));
                }
            }
            out.push('\n');
        }
        out
    };
    let both = diffy::merge(&lines(&source.parts(&edited.base)), &lines(&edited.parts), &lines(&source.parts(ground)));
    let read = |text: String| text.lines().map(serde_json::from_str).collect::<Result<Vec<Part>, _>>().ok();
    match both.ok().and_then(read) {
        Some(parts) => (parts, stale),
        None => (edited.parts.clone(), Some("Пункт изменили вы, и изменилась его основа.")),
    }
}
