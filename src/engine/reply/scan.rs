//! Scans over raw text, each one loop and no recursion: strings, balanced objects, depth and duplicate keys.

use crate::engine::reply::{DUPLICATE_KEY, MAX_DEPTH, TOO_DEEP};
use crate::engine::turn::Problem;
use std::borrow::Cow;
use std::collections::HashSet;

/// Most top-level objects looked at in prose.
pub(super) const MAX_SPANS: usize = 64;

/// Tells whether a byte belongs to a JSON string, its quotes included.
#[derive(Default)]
pub(super) struct Strings {
    open: bool,
    escaped: bool,
}

impl Strings {
    /// Takes the next byte.
    pub(super) fn inside(&mut self, byte: u8) -> bool {
        if !self.open {
            self.open = byte == b'"';
            return self.open;
        }
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => self.open = false,
            _ => {}
        }
        true
    }
}

/// All balanced top-level `{…}` of a text, and the byte where an unclosed one opens.
pub(super) fn spans(text: &str) -> (Vec<&str>, Option<usize>) {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut strings = Strings::default();
    for (i, &byte) in text.as_bytes().iter().enumerate() {
        if depth == 0 {
            if byte == b'{' {
                (depth, start, strings) = (1, i, Strings::default());
            }
            continue;
        }
        if strings.inside(byte) {
            continue;
        }
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            found.extend(text.get(start..=i));
            if found.len() > MAX_SPANS {
                break;
            }
        }
    }
    (found, (depth > 0).then_some(start))
}

/// One open container of the pre-scan.
enum Frame<'a> {
    Array,
    Object { keys: HashSet<Cow<'a, str>>, at_key: bool },
}

/// The pre-scan of the first value: depth and duplicate keys, without recursion. Broken syntax is left to the parser.
pub(super) fn limits(text: &str) -> Result<(), Problem> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok(());
    }
    let bytes = text.as_bytes();
    let mut stack: Vec<Frame<'_>> = Vec::new();
    let mut i = 0;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'{' | b'[' => {
                if stack.len() == MAX_DEPTH {
                    return Err(Problem::new(TOO_DEEP, format!("nested deeper than {MAX_DEPTH}")));
                }
                stack.push(match byte {
                    b'{' => Frame::Object { keys: HashSet::new(), at_key: true },
                    _ => Frame::Array,
                });
            }
            b'}' | b']' => {
                stack.pop();
                if stack.is_empty() {
                    return Ok(());
                }
            }
            b',' => {
                if let Some(Frame::Object { at_key, .. }) = stack.last_mut() {
                    *at_key = true;
                }
            }
            b'"' => {
                let end = string_end(bytes, i + 1);
                if let Some(Frame::Object { keys, at_key }) = stack.last_mut()
                    && std::mem::take(at_key)
                    && let Some(key) = text.get(i..=end).and_then(key_text)
                    && !keys.insert(key.clone())
                {
                    let shown: String = key.chars().take(60).collect();
                    return Err(Problem::new(DUPLICATE_KEY, format!("the key `{shown}` stands twice in one object")));
                }
                i = end;
            }
            _ => {}
        }
        i += 1;
    }
    Ok(())
}

/// The index of the closing quote, or the end of the text.
fn string_end(bytes: &[u8], mut i: usize) -> usize {
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'"' => return i,
            b'\\' => i += 2,
            _ => i += 1,
        }
    }
    bytes.len()
}

/// A key with its escapes resolved.
fn key_text(quoted: &str) -> Option<Cow<'_, str>> {
    if quoted.contains('\\') {
        return serde_json::from_str::<String>(quoted).ok().map(Cow::Owned);
    }
    quoted.get(1..quoted.len().saturating_sub(1)).map(Cow::Borrowed)
}
