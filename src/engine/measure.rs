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

/// About how many bytes the values of a JSON text take in memory beside its strings, told by its brackets and commas,
/// without reading it: an object of one member takes a hundred times its text.
#[must_use]
pub fn heap(text: &str) -> usize {
    const VALUE: usize = 64;
    const OBJECT: usize = 640;
    let (mut total, mut quoted, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match (quoted, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => quoted = !quoted,
            (false, b'{') => total += OBJECT,
            (false, b'[' | b',' | b':') => total += VALUE,
            _ => {}
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::heap;

    #[test]
    fn only_structure_counts() {
        assert_eq!(heap(r#""{[,:\"{""#), 0);
        assert_eq!(heap(r#"{"a":[1,2]}"#), 640 + 3 * 64);
    }
}
