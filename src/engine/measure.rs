//! How large and how deep a JSON value is, without recursion.

use serde_json::Value;

/// Size of a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Values, containers included.
    pub nodes: usize,
    /// Bytes of strings and keys, plus one per value.
    pub bytes: usize,
    /// Levels; a scalar has 1.
    pub depth: usize,
}

impl Size {
    /// Two values side by side.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, bytes: self.bytes + other.bytes, depth: self.depth.max(other.depth) }
    }
}

/// Measures a value.
#[must_use]
pub fn size(root: &Value) -> Size {
    let mut total = Size::default();
    let mut stack = vec![(root, 1)];
    while let Some((value, depth)) = stack.pop() {
        total.nodes += 1;
        total.bytes += 1;
        total.depth = total.depth.max(depth);
        match value {
            Value::String(text) => total.bytes += text.len(),
            Value::Array(items) => stack.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(map) => {
                total.bytes += map.keys().map(String::len).sum::<usize>();
                stack.extend(map.values().map(|item| (item, depth + 1)));
            }
            _ => {}
        }
    }
    total
}
