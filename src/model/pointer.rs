//! JSON Pointer (RFC 6901): tokens, escaping, leaves of a tree.

use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

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

/// One step of the way to a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'v> {
    /// A member of an object, not escaped.
    Key(&'v str),
    /// An element of an array, from 0.
    Index(usize),
}

/// The pointer of a way.
#[must_use]
pub fn of_way(way: &[Token<'_>]) -> String {
    let mut out = String::with_capacity(way.len() * 12);
    for token in way {
        out.push('/');
        match token {
            Token::Key(key) if key.contains(['~', '/']) => out.push_str(&escape(key)),
            Token::Key(key) => out.push_str(key),
            Token::Index(index) => out.push_str(&index.to_string()),
        }
    }
    out
}

/// Visits all leaves below a value, in the order of its members, until the visitor breaks: scalars, null, empty objects
/// and empty arrays.
///
/// The root itself is no leaf: an empty domain has none. Iterative, so that depth is no danger; nothing is written down
/// on the way, because most visits want no pointer.
pub fn walk<'v, B>(
    root: &'v Value,
    mut visit: impl FnMut(&[Token<'v>], &'v Value) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut way: Vec<Token<'v>> = Vec::new();
    let mut stack: Vec<(usize, Option<Token<'v>>, &'v Value)> = vec![(0, None, root)];
    while let Some((depth, token, value)) = stack.pop() {
        way.truncate(depth.saturating_sub(1));
        way.extend(token);
        match value {
            Value::Object(map) if !map.is_empty() => {
                let members = map.iter().rev();
                stack.extend(members.map(|(key, child)| (depth + 1, Some(Token::Key(key)), child)));
            }
            Value::Array(items) if !items.is_empty() => {
                let elements = items.iter().enumerate().rev();
                stack.extend(elements.map(|(index, child)| (depth + 1, Some(Token::Index(index)), child)));
            }
            leaf if depth > 0 => visit(&way, leaf)?,
            _ => {}
        }
    }
    ControlFlow::Continue(())
}

/// All leaves below a value by their pointers; see [`walk`].
#[must_use]
pub fn leaves(root: &Value) -> BTreeMap<String, &Value> {
    let mut found = BTreeMap::new();
    let _ = walk(root, |way, leaf| {
        found.insert(of_way(way), leaf);
        ControlFlow::<()>::Continue(())
    });
    found
}

/// How many leaves are below a value.
#[must_use]
pub fn count(root: &Value) -> usize {
    let mut found = 0;
    let _ = walk(root, |_, _| {
        found += 1;
        ControlFlow::<()>::Continue(())
    });
    found
}

/// What differs between two values, leaf by leaf, each list by pointer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes<'v> {
    /// Leaves that are new or have another value.
    pub fresh: BTreeMap<String, Changed<'v>>,
    /// Leaves of the old value that are no leaves of the new one.
    pub gone: BTreeMap<String, &'v Value>,
}

/// A leaf that is new or has another value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Changed<'v> {
    /// The leaf that stood there before.
    pub before: Option<&'v Value>,
    /// The leaf that stands there now.
    pub now: &'v Value,
}

/// Compares the leaves of two values. What is equal costs no allocation: a turn touches few of thousands of facts.
#[must_use]
pub fn changes<'v>(old: &'v Value, new: &'v Value) -> Changes<'v> {
    let mut found = Changes::default();
    let mut way: Vec<Token<'v>> = Vec::new();
    let mut stack: Vec<(usize, Option<Token<'v>>, &'v Value, &'v Value)> = vec![(0, None, old, new)];
    while let Some((depth, token, old, new)) = stack.pop() {
        way.truncate(depth.saturating_sub(1));
        way.extend(token);
        match (old, new) {
            (Value::Object(before), Value::Object(now)) if !before.is_empty() && !now.is_empty() => {
                for (key, value) in before.iter().filter(|(key, _)| !now.contains_key(*key)) {
                    found.lost(&way, Token::Key(key), value);
                }
                for (key, value) in now {
                    match before.get(key) {
                        Some(before) => stack.push((depth + 1, Some(Token::Key(key)), before, value)),
                        None => found.added(&way, Token::Key(key), value),
                    }
                }
            }
            (Value::Array(before), Value::Array(now)) if !before.is_empty() && !now.is_empty() => {
                let both = before.iter().zip(now).enumerate();
                stack.extend(both.map(|(index, (before, now))| (depth + 1, Some(Token::Index(index)), before, now)));
                for (index, value) in before.iter().enumerate().skip(now.len()) {
                    found.lost(&way, Token::Index(index), value);
                }
                for (index, value) in now.iter().enumerate().skip(before.len()) {
                    found.added(&way, Token::Index(index), value);
                }
            }
            (before, now) if before == now => {}
            (before, now) => found.replaced(&way, before, now),
        }
    }
    found
}

impl<'v> Changes<'v> {
    fn lost(&mut self, way: &[Token<'_>], token: Token<'_>, value: &'v Value) {
        let at = format!("{}{}", of_way(way), of_way(&[token]));
        each(&at, value, |leaf, value| {
            self.gone.insert(leaf, value);
        });
    }

    fn added(&mut self, way: &[Token<'_>], token: Token<'_>, now: &'v Value) {
        let at = format!("{}{}", of_way(way), of_way(&[token]));
        each(&at, now, |leaf, now| {
            self.fresh.insert(leaf, Changed { before: None, now });
        });
    }

    /// One of the two is a leaf, or they are of different kinds.
    fn replaced(&mut self, way: &[Token<'_>], before: &'v Value, now: &'v Value) {
        let at = of_way(way);
        each(&at, before, |leaf, value| {
            self.gone.insert(leaf, value);
        });
        each(&at, now, |leaf, now| {
            // An element and a member named by its number stand at one place.
            let before = self.gone.remove(&leaf);
            if before != Some(now) {
                self.fresh.insert(leaf, Changed { before, now });
            }
        });
    }
}

/// The leaves of what stands at a place, that itself included.
fn each<'v>(at: &str, value: &'v Value, mut found: impl FnMut(String, &'v Value)) {
    let is_leaf = match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => true,
    };
    if is_leaf {
        if !at.is_empty() {
            found(at.to_owned(), value);
        }
        return;
    }
    let _ = walk(value, |way, leaf| {
        found(format!("{at}{}", of_way(way)), leaf);
        ControlFlow::<()>::Continue(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            (0..3_i32).prop_map(Value::from),
            Just(json!({})),
            Just(json!([])),
            "[ab]".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                prop::collection::btree_map("[ab01~/]{1,2}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn changes_are_what_the_lists_of_leaves_differ_in(old in value(), new in value()) {
            let (before, now) = (leaves(&old), leaves(&new));
            let found = changes(&old, &new);
            let fresh: BTreeMap<String, Changed<'_>> = now
                .iter()
                .filter(|(at, value)| before.get(*at) != Some(*value))
                .map(|(at, value)| (at.clone(), Changed { before: before.get(at).copied(), now: value }))
                .collect();
            let gone: BTreeMap<String, &Value> =
                before.iter().filter(|(at, _)| !now.contains_key(*at)).map(|(at, value)| (at.clone(), *value)).collect();
            prop_assert_eq!(found, Changes { fresh, gone });
            prop_assert_eq!(count(&new), now.len());
            prop_assert_eq!(changes(&new, &new), Changes::default());
        }

        #[test]
        fn every_leaf_is_found_again_by_its_pointer(root in value()) {
            for (at, leaf) in leaves(&root) {
                prop_assert_eq!(root.pointer(&at), Some(leaf));
            }
        }
    }
}
