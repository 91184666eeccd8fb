//! The stored document of a version, `{"state", "aside"}`: its text, the operations between two, and folding.

use crate::model::facts::{Ledger, LedgerEntry};
use crate::model::ids::{SessionId, Version};
use crate::model::snapshot::{Aside, Snapshot};
use crate::runner::ports::StoreError;
use json_patch::PatchOperation;
use serde::Serialize;
use serde_json::{Map, Value};
use std::cmp::Ordering;
use std::collections::BTreeMap;
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
    /// What is kept beside it.
    pub aside: Arc<Aside>,
    /// The aside as it is stored, where this release would write it otherwise: operations lead from what is stored.
    stored: Option<Arc<Value>>,
}

#[derive(Serialize)]
struct Whole<'a> {
    state: &'a Value,
    aside: &'a Aside,
}

impl Document {
    /// The document of a snapshot.
    ///
    /// # Errors
    /// When the aside cannot be JSON, or the state nests deeper than can be read back.
    pub fn of(snapshot: &Snapshot) -> Result<Self, StoreError> {
        let aside = json(&snapshot.aside)?;
        if fits(&snapshot.state, MAX_DEPTH) && fits(&aside, MAX_DEPTH) {
            Ok(Self::plain(snapshot))
        } else {
            Err(too_deep())
        }
    }

    fn plain(snapshot: &Snapshot) -> Self {
        Self { state: Arc::clone(&snapshot.state), aside: Arc::clone(&snapshot.aside), stored: None }
    }

    /// The text of the whole document.
    ///
    /// # Errors
    /// When it cannot be JSON.
    pub fn text(&self) -> Result<String, StoreError> {
        let whole = Whole { state: &self.state, aside: &self.aside };
        serde_json::to_string(&whole).map_err(|e| unreadable("document", &e))
    }

    /// The document of the snapshot after this one, and the operations that lead to it. Of the aside only what differs
    /// becomes JSON at all: the origins of a thousand facts and the questions of a hundred turns stay as they were.
    ///
    /// # Errors
    /// As [`Document::of`].
    pub fn next(&self, snapshot: &Snapshot) -> Result<(Self, Vec<PatchOperation>), StoreError> {
        let next = Self::plain(snapshot);
        if !fits(&next.state, MAX_DEPTH) {
            return Err(too_deep());
        }
        let mut ops = part_ops("state", &self.state, &next.state);
        if self.stored.is_some() || !Arc::ptr_eq(&self.aside, &next.aside) {
            let (from, to) = match &self.stored {
                Some(stored) => ((**stored).clone(), json(&next.aside)?),
                None => apart(&self.aside, &next.aside)?,
            };
            if !fits(&to, MAX_DEPTH) {
                return Err(too_deep());
            }
            ops.extend(part_ops("aside", &Arc::new(from), &Arc::new(to)));
        }
        Ok((next, ops))
    }
}

fn json(aside: &Aside) -> Result<Value, StoreError> {
    serde_json::to_value(aside).map_err(|e| unreadable("aside", &e))
}

/// Both asides as JSON without the members of their lists that are equal: operations between them are those between
/// the whole ones.
fn apart(from: &Aside, to: &Aside) -> Result<(Value, Value), StoreError> {
    let same = |a: &Arc<LedgerEntry>, b: &Arc<LedgerEntry>| Arc::ptr_eq(a, b) || a == b;
    let ledger = if Arc::ptr_eq(&from.ledger.0, &to.ledger.0) {
        Default::default()
    } else {
        differing(&from.ledger.0, &to.ledger.0, same)
    };
    let questions = differing(&from.questions, &to.questions, PartialEq::eq);
    let extra = differing(&from.extra, &to.extra, PartialEq::eq);
    let of = |aside: &Aside, ledger, questions: BTreeMap<_, _>, extra| {
        let part = Aside {
            ledger: Ledger(Arc::new(ledger)),
            questions: questions.into(),
            extra,
            pending: aside.pending.clone(),
            next_action: aside.next_action.clone(),
            run: aside.run,
        };
        let mut value = json(&part)?;
        // A list that is empty is left out; one of which nothing differs is there.
        if !aside.extra.is_empty() && part.extra.is_empty() {
            value["extra"] = Value::Object(Map::new());
        }
        Ok(value)
    };
    Ok((of(from, ledger.0, questions.0, extra.0)?, of(to, ledger.1, questions.1, extra.1)?))
}

/// The members of two maps that are not in both, or not the same in both. One walk over both.
fn differing<K: Ord + Clone, V: Clone>(
    left: &BTreeMap<K, V>,
    right: &BTreeMap<K, V>,
    same: impl Fn(&V, &V) -> bool,
) -> (BTreeMap<K, V>, BTreeMap<K, V>) {
    let (mut only_left, mut only_right) = (BTreeMap::new(), BTreeMap::new());
    let (mut a, mut b) = (left.iter().peekable(), right.iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return (only_left, only_right),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((one, _)), Some((other, _))) => one.cmp(other),
        };
        let one = if order == Ordering::Greater { None } else { a.next() };
        let other = if order == Ordering::Less { None } else { b.next() };
        if one.zip(other).is_some_and(|((_, one), (_, other))| same(one, other)) {
            continue;
        }
        only_left.extend(one.map(|(key, value)| (key.clone(), value.clone())));
        only_right.extend(other.map(|(key, value)| (key.clone(), value.clone())));
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
        let snapshot = Snapshot { session, version, state, aside: Arc::new(typed), at };
        let stored = (json(&snapshot.aside)? != aside).then(|| Arc::new(aside));
        let document = Document { stored, ..Document::plain(&snapshot) };
        Ok((snapshot, document))
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
    use crate::model::claim::Evidence;
    use crate::model::facts::{LedgerEntry, Origin};
    use crate::model::snapshot::{Aside, AskedRecord, Snapshot};
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
                let before = Document::of(&from).unwrap();
                let ops = serde_json::to_string(&before.next(&to).unwrap().1).unwrap();
                let mut fold = Fold::begin(&before.text().unwrap()).unwrap();
                fold.apply(&ops).unwrap();
                assert_eq!(fold.finish(to.session.clone(), 0, to.at.clone()).unwrap().0, to);
            }
        }
    }

    #[test]
    fn equal_documents_need_no_operations() {
        let document = Document::of(&snapshot(json!({"a": {"b": [1, {}]}}))).unwrap();
        let copy = Snapshot { aside: Arc::clone(&document.aside), ..snapshot((*document.state).clone()) };
        assert!(document.next(&copy).unwrap().1.is_empty());
    }

    fn aside(leaves: &[(&str, u32)], questions: &[(&str, u32)], extra: &[(&str, u32)], pending: bool) -> Aside {
        let entry = |version: u32| LedgerEntry {
            origin: Origin::Stated,
            value: json!(version),
            turn_id: None,
            quote: None,
            note: None,
            step: "INTERPRET".into(),
            at: String::new(),
            version,
            support: None,
            evidence: Vec::new(),
            candidates: Vec::new(),
        };
        let record = |times: u32| AskedRecord {
            question: serde_json::from_value(json!({"question_text": "words", "answer_format": "free_text"})).unwrap(),
            targets: Vec::new(),
            keys: Vec::new(),
            times,
            answered_by: None,
            settled: false,
        };
        let mut made = Aside { pending: pending.then(|| "GATE_CHECK".to_owned()), ..Aside::default() };
        leaves.iter().for_each(|(at, version)| made.ledger.insert((*at).to_owned(), entry(*version)));
        questions.iter().for_each(|(id, times)| drop(made.questions.insert((*id).into(), record(*times))));
        made.extra = extra.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        made
    }

    #[test]
    fn what_an_older_release_stored_is_the_ground_of_the_next_operations() {
        let old = r#"{"state":1,"aside":{"ledger":{"/a":{"origin":"stated","value":1,"step":"EDIT","at":"","version":0,
            "candidates":[{"value":2}]}},"pending":null,"next_action":null,"questions":{},"run":{"questions":0,"loops":0}}}"#;
        let (before, document) = Fold::begin(old).unwrap().finish("s".into(), 0, String::new()).unwrap();
        let mut aside = (*before.aside).clone();
        let evidence = Evidence::Fact { pointer: "/b".into() };
        aside.ledger.each_mut(|_, entry| entry.candidates[0].evidence.push(evidence.clone()));
        let next = Snapshot { version: 1, aside: Arc::new(aside), ..before };
        let ops = serde_json::to_string(&document.next(&next).unwrap().1).unwrap();
        let mut fold = Fold::begin(old).unwrap();
        fold.apply(&ops).unwrap();
        assert_eq!(fold.finish("s".into(), 1, String::new()).unwrap().0, next);
    }

    #[test]
    fn what_differs_of_the_asides_gives_the_operations_of_the_whole_ones() {
        let all = [
            aside(&[], &[], &[], false),
            aside(&[("/a", 1), ("/b", 1)], &[("q1", 1)], &[("x", 1)], true),
            aside(&[("/a", 1), ("/b", 2), ("/c", 1)], &[("q1", 1), ("q2", 1)], &[("x", 1), ("y", 1)], false),
            aside(&[("/b", 2)], &[("q1", 2)], &[("y", 1)], true),
            aside(&[("/b", 2)], &[], &[], true),
        ];
        for from in &all {
            for to in &all {
                let (whole_from, whole_to) = (json!(from), json!(to));
                let (left, right) = super::apart(from, to).unwrap();
                let (of_parts, of_whole) = (json_patch::diff(&left, &right), json_patch::diff(&whole_from, &whole_to));
                assert_eq!(of_parts, of_whole);
                let mut patched = whole_from;
                json_patch::patch(&mut patched, &of_parts).unwrap();
                assert_eq!(patched, whole_to);
            }
        }
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
        let next = Snapshot { aside: Arc::clone(&deepest.aside), ..snapshot((*deepest.state).clone()) };
        let ops = serde_json::to_string(&flat.next(&next).unwrap().1).unwrap();
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
