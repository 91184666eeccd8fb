//! JSON Pointer (RFC 6901): tokens, escaping, leaves of a tree.

use serde_json::Value;
use std::collections::BTreeMap;

/// Splits a pointer into unescaped tokens; `None` when it is not a pointer.
///
/// The empty pointer has no tokens. `~2` and a trailing `~` are errors (RFC 6901, section 3).
#[must_use]
pub fn tokens(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescape).collect()
}

fn unescape(token: &str) -> Option<String> {
    let mut out = String::with_capacity(token.len());
    let mut chars = token.chars();
    while let Some(c) = chars.next() {
        match c {
            '~' => match chars.next()? {
                '0' => out.push('~'),
                '1' => out.push('/'),
                _ => return None,
            },
            c => out.push(c),
        }
    }
    Some(out)
}

/// Escapes one token.
#[must_use]
pub fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// Appends a token to a pointer.
#[must_use]
pub fn join(parent: &str, token: &str) -> String {
    format!("{parent}/{}", escape(token))
}

/// Whether `pointer` is `ancestor` or lies below it.
#[must_use]
pub fn is_within(pointer: &str, ancestor: &str) -> bool {
    pointer.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// All leaves below a value: scalars, null, empty objects and empty arrays.
///
/// The root itself is no leaf: an empty domain has none. Iterative, so that depth is no danger.
#[must_use]
pub fn leaves(root: &Value) -> BTreeMap<String, &Value> {
    let mut found = BTreeMap::new();
    let mut stack: Vec<(String, &Value)> = vec![(String::new(), root)];
    while let Some((path, value)) = stack.pop() {
        match value {
            Value::Object(map) if !map.is_empty() => {
                stack.extend(map.iter().map(|(key, child)| (join(&path, key), child)));
            }
            Value::Array(items) if !items.is_empty() => {
                stack.extend(items.iter().enumerate().map(|(i, child)| (format!("{path}/{i}"), child)));
            }
            leaf if !path.is_empty() => {
                found.insert(path, leaf);
            }
            _ => {}
        }
    }
    found
}
