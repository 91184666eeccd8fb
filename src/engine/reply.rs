//! The tolerant reader: a performer's raw text → one JSON object, or a precise refusal.
//!
//! Strict JSON (RFC 8259) first. If that fails by syntax, exactly one of these repairs is tried, in this order:
//! 1. a byte order mark or Unicode white space around the JSON (also taken off before every other repair);
//! 2. a Markdown fence around everything;
//! 3. prose around one balanced object, found by a scan that knows strings. Of several top-level objects the only
//!    one that looks like a step output is taken;
//! 4. trailing commas.
//!
//! Everything else is refused by rule: [`NOT_JSON`], [`TRUNCATED`], [`TOO_LARGE`], [`TOO_DEEP`], [`DUPLICATE_KEY`],
//! [`NOT_AN_OBJECT`], [`AMBIGUOUS`]. Each pass is one loop over the text: time and memory are linear, and the depth
//! is checked before anything recursive sees the text.

use self::scan::{Strings, spans};
use crate::engine::turn::{Problem, Rejection};
use serde_json::Value;

pub mod loose;
mod scan;

/// The text is not JSON and no single repair makes it so.
pub const NOT_JSON: &str = "R01_not_json";
/// The text ends inside the object.
pub const TRUNCATED: &str = "R02_truncated";
/// The text is larger than [`MAX_BYTES`].
pub const TOO_LARGE: &str = "R03_too_large";
/// The nesting is deeper than [`MAX_DEPTH`].
pub const TOO_DEEP: &str = "R04_too_deep";
/// An object has a key twice.
pub const DUPLICATE_KEY: &str = "R05_duplicate_key";
/// The JSON is no object.
pub const NOT_AN_OBJECT: &str = "R06_not_an_object";
/// Several objects, and it is not clear which one is meant.
pub const AMBIGUOUS: &str = "R07_ambiguous";

/// Largest reply, bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 64;

/// Reads a performer's text as one JSON object.
///
/// # Errors
/// A [`Rejection`] with one problem; its rule is one of the constants of this module.
pub fn read(text: &str) -> Result<Value, Rejection> {
    if text.len() > MAX_BYTES {
        return Err(Problem::new(TOO_LARGE, format!("the answer is larger than {MAX_BYTES} bytes")).into());
    }
    let first = match object(text) {
        Err(problem) if is_syntax(&problem) => problem,
        settled => return settled.map_err(Rejection::from),
    };
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\u{200b}');
    if trimmed.is_empty() {
        return Err(Problem::new(NOT_JSON, "the answer is empty").into());
    }
    for repair in [trimmed_only, fenced, in_prose, without_trailing_commas] {
        match repair(trimmed) {
            None => {}
            Some(Err(problem)) if is_syntax(&problem) => {}
            Some(settled) => return settled.map_err(Rejection::from),
        }
    }
    Err(explain(trimmed, first).into())
}

/// Reads any JSON value strictly, under the limits of [`read`]. Used for JSON that travels inside a string.
///
/// # Errors
/// A [`Problem`] with one of the rules of this module.
pub fn strict(text: &str) -> Result<Value, Problem> {
    if text.len() > MAX_BYTES {
        return Err(Problem::new(TOO_LARGE, format!("the JSON is larger than {MAX_BYTES} bytes")));
    }
    scan::limits(text)?;
    serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        if error.is_eof() {
            Problem::new(TRUNCATED, format!("the JSON breaks off: {place}"))
        } else {
            Problem::new(NOT_JSON, format!("{place}: {}", cause(text, &error)))
        }
    })
}

/// Depth and duplicate keys alone, for files that are larger than an answer may be.
///
/// # Errors
/// [`TOO_DEEP`], [`DUPLICATE_KEY`].
pub fn limits(text: &str) -> Result<(), Problem> {
    scan::limits(text)
}

/// A problem that a repair may remove.
fn is_syntax(problem: &Problem) -> bool {
    problem.rule == NOT_JSON || problem.rule == TRUNCATED
}

fn object(text: &str) -> Result<Value, Problem> {
    let value = strict(text)?;
    if value.is_object() {
        return Ok(value);
    }
    let kind = match value {
        Value::Array(_) => "an array",
        Value::String(_) => "a string",
        Value::Null => "null",
        _ => "a number or boolean",
    };
    Err(Problem::new(NOT_AN_OBJECT, format!("one JSON object is needed, this is {kind}")))
}

/// Names the usual reasons in plain words.
fn cause(text: &str, error: &serde_json::Error) -> &'static str {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let at = error.column().saturating_sub(1).min(line.len());
    let near = line.as_bytes().get(at.saturating_sub(9)..line.len().min(at + 9)).unwrap_or_default();
    let has = |word: &[u8]| near.windows(word.len()).any(|part| part == word);
    if has(b"NaN") || has(b"Infinity") {
        "NaN and Infinity are not JSON: write null, a number or a string"
    } else if has(b",}") || has(b",]") || has(b", }") || has(b", ]") {
        "a trailing comma before a closing bracket"
    } else if has(b"\\u") {
        "an invalid \\u escape in a string"
    } else {
        "JSON does not allow this here"
    }
}

/// What to say when no repair helped: the innermost thing that looks like the answer speaks.
fn explain(text: &str, first: Problem) -> Problem {
    let (spans, unclosed) = spans(text);
    match (spans.iter().max_by_key(|span| span.len()), unclosed) {
        (None, None) => Problem::new(NOT_JSON, "there is no JSON object in the answer"),
        (None, Some(at)) => unclosed_at(at),
        (Some(span), at) => object(span).err().unwrap_or_else(|| at.map_or(first, unclosed_at)),
    }
}

fn unclosed_at(byte: usize) -> Problem {
    Problem::new(TRUNCATED, format!("the object opened at byte {byte} is not closed: the answer breaks off"))
}

type Repaired = Option<Result<Value, Problem>>;

fn trimmed_only(text: &str) -> Repaired {
    Some(object(text))
}

fn fenced(text: &str) -> Repaired {
    let body = text.strip_prefix("```")?.strip_suffix("```")?;
    let body = body.strip_prefix("json").or_else(|| body.strip_prefix("JSON")).unwrap_or(body);
    Some(object(body.trim()))
}

fn in_prose(text: &str) -> Repaired {
    let (spans, unclosed) = spans(text);
    if spans.len() > scan::MAX_SPANS {
        return Some(Err(Problem::new(
            AMBIGUOUS,
            format!("there are more than {} objects in the answer", scan::MAX_SPANS),
        )));
    }
    if spans.len() == 1 && spans.first().is_some_and(|span| span.len() == text.len()) {
        return None;
    }
    let mut good = Vec::new();
    let mut bad = None;
    for span in spans {
        match object(span) {
            Ok(value) => good.push(value),
            Err(problem) => bad = Some(problem),
        }
    }
    if good.is_empty() {
        return bad.map(Err);
    }
    let lone = good.len() == 1 && bad.is_none() && unclosed.is_none();
    let (mut steps, rest): (Vec<_>, Vec<_>) = good.into_iter().partition(looks_like_step);
    match steps.len() {
        1 => steps.pop().map(Ok),
        0 if lone => rest.into_iter().next().map(Ok),
        0 => Some(Err(bad.unwrap_or_else(|| match unclosed {
            Some(at) => unclosed_at(at),
            None => Problem::new(AMBIGUOUS, "several objects, and none looks like a step output"),
        }))),
        n => Some(Err(Problem::new(AMBIGUOUS, format!("{n} step outputs, exactly one is needed")))),
    }
}

fn looks_like_step(value: &Value) -> bool {
    ["next", "next_action", "operations"].iter().any(|name| value.get(name).is_some())
}

fn without_trailing_commas(text: &str) -> Repaired {
    let bytes = text.as_bytes();
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    let mut pending: Option<usize> = None;
    let mut strings = Strings::default();
    for (i, &byte) in bytes.iter().enumerate() {
        if strings.inside(byte) {
            pending = None;
            continue;
        }
        match byte {
            b',' => pending = Some(i),
            b'}' | b']' => {
                if let Some(comma) = pending.take() {
                    kept.push_str(text.get(from..comma)?);
                    from = comma + 1;
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => pending = None,
        }
    }
    if from == 0 {
        return None;
    }
    kept.push_str(text.get(from..)?);
    Some(object(&kept))
}

#[cfg(test)]
mod tests;
