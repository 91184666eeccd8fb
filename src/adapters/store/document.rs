//! The stored document of a version, `{"state", "aside"}`: its text, the operations between two, and folding.

use crate::model::ids::{SessionId, Version};
use crate::model::snapshot::{Aside, Snapshot};
use crate::runner::ports::StoreError;
use json_patch::PatchOperation;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

/// Deepest nesting that is stored: what is written must be readable, and the reader stops at 128.
const MAX_DEPTH: usize = 100;

/// A whole snapshot at the latest after so many versions.
const MAX_FOLD: u32 = 16;

/// Operations lighter than this never call for a snapshot by weight.
const LIGHT_BYTES: usize = 4096;

/// A version as both halves of its document, ready to be compared.
#[derive(Debug, Clone)]
pub struct Document {
    /// The state.
    pub state: Arc<Value>,
    /// What is kept beside it, as JSON.
    pub aside: Arc<Value>,
}

#[derive(Serialize)]
struct Whole<'a> {
    state: &'a Value,
    aside: &'a Value,
}

impl Document {
    /// The document of a snapshot.
    ///
    /// # Errors
    /// When the aside cannot be JSON, or the state nests deeper than can be read back.
    pub fn of(snapshot: &Snapshot) -> Result<Self, StoreError> {
        let aside = serde_json::to_value(&*snapshot.aside).map_err(|e| unreadable("aside", &e))?;
        let document = Self { state: Arc::clone(&snapshot.state), aside: Arc::new(aside) };
        if fits(&document.state, MAX_DEPTH) && fits(&document.aside, MAX_DEPTH) {
            Ok(document)
        } else {
            Err(too_deep())
        }
    }

    /// The text of the whole document.
    ///
    /// # Errors
    /// When it cannot be JSON.
    pub fn text(&self) -> Result<String, StoreError> {
        let whole = Whole { state: &self.state, aside: &self.aside };
        serde_json::to_string(&whole).map_err(|e| unreadable("document", &e))
    }

    /// The operations that turn this document into the other.
    #[must_use]
    pub fn ops_to(&self, other: &Self) -> Vec<PatchOperation> {
        let mut ops = part_ops("state", &self.state, &other.state);
        ops.extend(part_ops("aside", &self.aside, &other.aside));
        ops
    }
}

fn part_ops(part: &str, from: &Arc<Value>, to: &Arc<Value>) -> Vec<PatchOperation> {
    if Arc::ptr_eq(from, to) {
        return Vec::new();
    }
    let mut ops = json_patch::diff(from, to).0;
    for op in &mut ops {
        match op {
            PatchOperation::Add(op) => op.path.push_front(part),
            PatchOperation::Remove(op) => op.path.push_front(part),
            PatchOperation::Replace(op) => op.path.push_front(part),
            PatchOperation::Test(op) => op.path.push_front(part),
            PatchOperation::Move(op) => {
                op.path.push_front(part);
                op.from.push_front(part);
            }
            PatchOperation::Copy(op) => {
                op.path.push_front(part);
                op.from.push_front(part);
            }
        }
    }
    ops
}

/// Sizes since the last whole snapshot: they decide when the next one is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// The version of the last whole snapshot.
    pub version: Version,
    /// Its bytes.
    pub snapshot: usize,
    /// Bytes of the operations after it.
    pub ops: usize,
}

impl Weight {
    /// Whether this version, with operations of so many bytes, is to have a whole snapshot.
    #[must_use]
    pub fn is_snapshot_due(self, version: Version, ops: usize) -> bool {
        version.saturating_sub(self.version) >= MAX_FOLD || self.ops + ops > self.snapshot.max(LIGHT_BYTES)
    }
}

/// A document being rebuilt from its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Fold(Value);

impl Fold {
    /// Begins with a whole snapshot.
    ///
    /// # Errors
    /// When the text is no JSON.
    pub fn begin(snapshot: &str) -> Result<Self, StoreError> {
        serde_json::from_str(snapshot).map(Self).map_err(|e| unreadable("snapshot", &e))
    }

    /// Applies the operations of the next version.
    ///
    /// # Errors
    /// When the text is no JSON Patch, or it does not apply.
    pub fn apply(&mut self, ops: &str) -> Result<(), StoreError> {
        let ops: Vec<PatchOperation> = serde_json::from_str(ops).map_err(|e| unreadable("operations", &e))?;
        json_patch::patch_unsafe(&mut self.0, &ops)
            .map_err(|e| StoreError::Damaged(format!("stored operation {} does not apply", e.operation)))
    }

    /// The version that was rebuilt, and the JSON of its aside.
    ///
    /// # Errors
    /// When a half is missing or the aside does not read.
    pub fn finish(self, session: SessionId, version: Version, at: String) -> Result<(Snapshot, Document), StoreError> {
        let Value::Object(mut halves) = self.0 else {
            return Err(StoreError::Damaged("a stored document is no object".to_owned()));
        };
        let (Some(state), Some(aside)) = (halves.remove("state"), halves.remove("aside")) else {
            return Err(StoreError::Damaged("a stored document lacks a half".to_owned()));
        };
        let typed: Aside = serde::Deserialize::deserialize(&aside).map_err(|e| unreadable("aside", &e))?;
        let state = Arc::new(state);
        let document = Document { state: Arc::clone(&state), aside: Arc::new(aside) };
        Ok((Snapshot { session, version, state, aside: Arc::new(typed), at }, document))
    }
}

/// Whether a value nests no deeper than can be read back.
///
/// # Errors
/// When it nests deeper.
pub fn check_depth(value: &Value) -> Result<(), StoreError> {
    if fits(value, MAX_DEPTH) { Ok(()) } else { Err(too_deep()) }
}

fn fits(value: &Value, levels: usize) -> bool {
    match value {
        Value::Array(items) => levels > 0 && items.iter().all(|item| fits(item, levels - 1)),
        Value::Object(map) => levels > 0 && map.values().all(|item| fits(item, levels - 1)),
        _ => true,
    }
}

fn too_deep() -> StoreError {
    StoreError::Failed(format!("the document nests deeper than {MAX_DEPTH} levels"))
}

/// A storage error about JSON that says where, never what: the text may be the user's.
#[must_use]
pub fn unreadable(what: &str, error: &serde_json::Error) -> StoreError {
    let (kind, line, column) = (error.classify(), error.line(), error.column());
    StoreError::Damaged(format!("{what}: {kind:?} error at line {line}, column {column}"))
}

#[cfg(test)]
mod tests {
    use super::{Document, Fold, Weight, check_depth};
    use crate::model::snapshot::{Aside, Snapshot};
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn snapshot(state: Value) -> Snapshot {
        let (state, aside) = (Arc::new(state), Arc::new(Aside::default()));
        Snapshot { session: "s".into(), version: 0, state, aside, at: "2026-01-01T00:00:00.000Z".to_owned() }
    }

    #[test]
    fn operations_lead_from_one_document_to_the_next() {
        let states =
            [json!({"a": [1, 2, 3], "": {"/": 1, "~": 2}}), json!({"a": [2], "": {"~": 0.5}}), json!([]), json!(null)];
        for from in &states {
            for to in &states {
                let (from, to) = (snapshot(from.clone()), snapshot(to.clone()));
                let (before, after) = (Document::of(&from).unwrap(), Document::of(&to).unwrap());
                let ops = serde_json::to_string(&before.ops_to(&after)).unwrap();
                let mut fold = Fold::begin(&before.text().unwrap()).unwrap();
                fold.apply(&ops).unwrap();
                assert_eq!(fold.finish(to.session.clone(), 0, to.at.clone()).unwrap().0, to);
            }
        }
    }

    #[test]
    fn equal_documents_need_no_operations() {
        let document = Document::of(&snapshot(json!({"a": {"b": [1, {}]}}))).unwrap();
        let copy = Document { state: Arc::new((*document.state).clone()), aside: Arc::clone(&document.aside) };
        assert!(document.ops_to(&copy).is_empty());
    }

    #[test]
    fn a_snapshot_is_due_by_count_or_by_weight() {
        let weight = Weight { version: 16, snapshot: 10_000, ops: 9_000 };
        assert!(!weight.is_snapshot_due(31, 1_000));
        assert!(weight.is_snapshot_due(32, 1));
        assert!(weight.is_snapshot_due(17, 1_001));
        assert!(!Weight { snapshot: 10, ops: 4_000, ..weight }.is_snapshot_due(17, 96));
    }

    #[test]
    fn what_cannot_be_read_back_is_refused() {
        let nested = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!([inner]));
        assert!(check_depth(&nested(100)).is_ok());
        assert!(check_depth(&nested(101)).is_err());
        let deepest = Document::of(&snapshot(nested(100))).unwrap();
        assert!(Fold::begin(&deepest.text().unwrap()).is_ok());
        let flat = Document::of(&snapshot(json!({}))).unwrap();
        let ops = serde_json::to_string(&flat.ops_to(&deepest)).unwrap();
        assert!(Fold::begin(&flat.text().unwrap()).unwrap().apply(&ops).is_ok());
    }

    #[test]
    fn errors_do_not_carry_the_text() {
        let error = Fold::begin("{\"state\": Иванов").unwrap_err().to_string();
        assert!(!error.contains("Иванов"), "{error}");
        let fold = Fold::begin(
            r#"{"state":1,"aside":{"ledger":"Иванов","pending":null,"next_action":null,"questions":{},"run":{"questions":0,"loops":0}}}"#,
        );
        let error = fold.unwrap().finish("s".into(), 0, String::new()).unwrap_err().to_string();
        assert!(!error.contains("Иванов"), "{error}");
    }
}
