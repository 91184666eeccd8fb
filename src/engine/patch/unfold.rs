//! A recorded history, unfolded version by version under limits.
//!
//! Operations can copy: a few hundred bytes that double a value twenty times ask for more memory than there is. So
//! sizes are known before an operation is done, and what all versions cost together is counted.

use crate::engine::limits;
use crate::engine::measure::{Size, size};
use crate::model::pointer;
use json_patch::{PatchOperation, patch_unsafe};
use serde::Deserialize;
use serde_json::Value;

/// Why a version of a history is not unfolded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// No list of operations, or one that does not apply.
    #[error("an operation does not apply")]
    Broken,
    /// Too many operations in one version.
    #[error("more than {} operations in one version", limits::HISTORY_OPS)]
    Operations,
    /// A value nests too deep.
    #[error("deeper than {} levels", limits::HISTORY_DEPTH)]
    Depth,
    /// A version is too large.
    #[error("a version of more than {} bytes or {} values", limits::HISTORY_STATE_BYTES, limits::HISTORY_STATE_NODES)]
    State,
    /// All versions together cost too much.
    #[error("the versions together cost more than is spent on one file")]
    Work,
}

impl Unfit {
    /// Whether it is a limit, not a fault of the file.
    #[must_use]
    pub fn is_limit(self) -> bool {
        self != Self::Broken
    }
}

/// A history on its way: the document of the version that was unfolded last.
#[derive(Debug, Default)]
pub struct Unfolding {
    document: Value,
    size: Size,
    spent: usize,
}

impl Unfolding {
    /// The document as it stands.
    #[must_use]
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Applies the operations of the next version. After an error the document is worth nothing.
    ///
    /// # Errors
    /// The limit that does not hold, or that an operation does not apply.
    pub fn apply(&mut self, ops: &Value) -> Result<(), Unfit> {
        let ops = ops.as_array().ok_or(Unfit::Broken)?;
        if ops.len() > limits::HISTORY_OPS {
            return Err(Unfit::Operations);
        }
        for op in ops {
            self.one(op)?;
        }
        // Whoever asked for the version reads all of it.
        self.measure()?;
        self.spend(self.size.bytes)
    }

    fn one(&mut self, op: &Value) -> Result<(), Unfit> {
        let text = |name: &str| op[name].as_str().ok_or(Unfit::Broken);
        let path = text("path")?;
        let depth = levels(path)?;
        let added = match text("op")? {
            "add" | "replace" => size(op.get("value").ok_or(Unfit::Broken)?),
            "copy" => self.at(text("from")?).map(size)?,
            "move" => Size { depth: self.at(text("from")?).map(size)?.depth, ..Size::default() },
            "test" => {
                self.spend(op.get("value").map_or(0, |value| size(value).nodes))?;
                Size::default()
            }
            "remove" => Size::default(),
            _ => return Err(Unfit::Broken),
        };
        if depth + added.depth > limits::HISTORY_DEPTH {
            return Err(Unfit::Depth);
        }
        self.spend(
            1 + added.nodes
                + added.bytes
                + self.shifted(path)
                + op["from"].as_str().map_or(0, |from| self.shifted(from)),
        )?;
        if !fits(self.size.plus(added)) {
            // What was replaced and removed in this version has not been taken off yet.
            self.measure()?;
            if !fits(self.size.plus(added)) {
                return Err(Unfit::State);
            }
        }
        let parsed = PatchOperation::deserialize(op).map_err(|_| Unfit::Broken)?;
        patch_unsafe(&mut self.document, &[parsed]).map_err(|_| Unfit::Broken)?;
        self.size = self.size.plus(added);
        Ok(())
    }

    fn at(&self, from: &str) -> Result<&Value, Unfit> {
        levels(from)?;
        self.document.pointer(from).ok_or(Unfit::Broken)
    }

    /// Elements that may have to make room at a place.
    fn shifted(&self, path: &str) -> usize {
        let parent = path.rsplit_once('/').and_then(|(parent, _)| self.document.pointer(parent));
        parent.and_then(Value::as_array).map_or(0, |items| items.len() / 8)
    }

    fn measure(&mut self) -> Result<(), Unfit> {
        self.size = size(&self.document);
        self.spend(self.size.nodes)?;
        if self.size.depth > limits::HISTORY_DEPTH {
            return Err(Unfit::Depth);
        }
        if fits(self.size) { Ok(()) } else { Err(Unfit::State) }
    }

    fn spend(&mut self, work: usize) -> Result<(), Unfit> {
        self.spent = self.spent.saturating_add(work);
        if self.spent > limits::HISTORY_WORK { Err(Unfit::Work) } else { Ok(()) }
    }
}

fn fits(size: Size) -> bool {
    size.bytes <= limits::HISTORY_STATE_BYTES && size.nodes <= limits::HISTORY_STATE_NODES
}

/// Tokens of a pointer.
fn levels(path: &str) -> Result<usize, Unfit> {
    let tokens = pointer::tokens(path).ok_or(Unfit::Broken)?.len();
    if tokens > limits::HISTORY_DEPTH { Err(Unfit::Depth) } else { Ok(tokens) }
}

#[cfg(test)]
mod tests {
    use super::{Unfit, Unfolding};
    use crate::engine::limits;
    use serde_json::{Value, json};

    fn whole(value: &Value) -> Value {
        json!([{"op": "replace", "path": "", "value": value}])
    }

    #[test]
    fn every_operation_does_what_it_says() {
        let mut history = Unfolding::default();
        history.apply(&whole(&json!({"a": [1, 2], "b": {"c": "x"}}))).unwrap();
        let ops = json!([
            {"op": "test", "path": "/b/c", "value": "x"},
            {"op": "copy", "from": "/a", "path": "/d"},
            {"op": "move", "from": "/b/c", "path": "/e"},
            {"op": "remove", "path": "/a/0"},
            {"op": "add", "path": "/a/-", "value": 3},
        ]);
        history.apply(&ops).unwrap();
        assert_eq!(*history.document(), json!({"a": [2, 3], "b": {}, "d": [1, 2], "e": "x"}));
        for broken in [
            json!({}),
            json!([{"op": "copy", "from": "/nothing", "path": "/z"}]),
            json!([{"op": "add", "path": "/z"}]),
            json!([{"op": "burn", "path": "/a"}]),
            json!([{"op": "test", "path": "/e", "value": "y"}]),
        ] {
            assert_eq!(history.apply(&broken), Err(Unfit::Broken), "{broken}");
        }
    }

    #[test]
    fn what_copies_itself_is_refused_before_it_is_made() {
        let mut history = Unfolding::default();
        let seed = json!({"a": vec!["0123456789"; 100]});
        let doubling: Vec<Value> =
            (0..22).map(|i| json!({"op": "copy", "from": "", "path": format!("/x{i}")})).collect();
        let mut ops = vec![json!({"op": "replace", "path": "", "value": seed})];
        ops.extend(doubling);
        assert_eq!(history.apply(&json!(ops)), Err(Unfit::State));
        assert!(super::size(history.document()).bytes <= limits::HISTORY_STATE_BYTES);
    }

    #[test]
    fn depth_operations_and_work_have_limits() {
        let mut history = Unfolding::default();
        history.apply(&whole(&json!({"a": 1}))).unwrap();
        let down: Vec<Value> = (0..200)
            .flat_map(|_| {
                [json!({"op": "copy", "from": "", "path": "/b"}), json!({"op": "move", "from": "/b", "path": "/a"})]
            })
            .collect();
        assert_eq!(history.apply(&json!(down)), Err(Unfit::Depth));

        let mut history = Unfolding::default();
        history.apply(&whole(&json!({}))).unwrap();
        let many = vec![json!({"op": "add", "path": "/a", "value": 1}); limits::HISTORY_OPS + 1];
        assert_eq!(history.apply(&json!(many)), Err(Unfit::Operations));

        // Each version is small enough; together they are not.
        let mut history = Unfolding::default();
        history.apply(&whole(&json!({"a": "x".repeat(limits::HISTORY_STATE_BYTES / 2)}))).unwrap();
        let nothing = json!([]);
        let made = (0..limits::HISTORY_VERSIONS).take_while(|_| history.apply(&nothing).is_ok()).count();
        assert_eq!(history.apply(&nothing), Err(Unfit::Work));
        assert!((10..limits::HISTORY_VERSIONS).contains(&made), "{made}");
    }
}
