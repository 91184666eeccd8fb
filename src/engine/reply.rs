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

use crate::engine::turn::{Problem, Rejection};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashSet;

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
/// Most top-level objects looked at in prose.
const MAX_SPANS: usize = 64;

/// Reads a performer's text as one JSON object.
///
/// # Errors
/// A [`Rejection`] with one problem; its rule is one of the constants of this module.
pub fn read(text: &str) -> Result<Value, Rejection> {
    if text.len() > MAX_BYTES {
        return Err(Problem::new(TOO_LARGE, format!("ответ больше {MAX_BYTES} байт")).into());
    }
    let first = match object(text) {
        Err(problem) if is_syntax(&problem) => problem,
        settled => return settled.map_err(Rejection::from),
    };
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\u{200b}');
    if trimmed.is_empty() {
        return Err(Problem::new(NOT_JSON, "ответ пуст").into());
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
        return Err(Problem::new(TOO_LARGE, format!("JSON больше {MAX_BYTES} байт")));
    }
    scan(text)?;
    serde_json::from_str(text).map_err(|error| {
        let place = format!("строка {}, знак {}", error.line(), error.column());
        if error.is_eof() {
            Problem::new(TRUNCATED, format!("JSON обрывается: {place}"))
        } else {
            Problem::new(NOT_JSON, format!("{place}: {}", cause(text, &error)))
        }
    })
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
        Value::Array(_) => "массив",
        Value::String(_) => "строка",
        Value::Null => "null",
        _ => "число или логическое значение",
    };
    Err(Problem::new(NOT_AN_OBJECT, format!("нужен один объект JSON, а пришло: {kind}")))
}

/// Names the usual reasons in plain words.
fn cause(text: &str, error: &serde_json::Error) -> &'static str {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let at = error.column().saturating_sub(1).min(line.len());
    let near = line.as_bytes().get(at.saturating_sub(9)..line.len().min(at + 9)).unwrap_or_default();
    let has = |word: &[u8]| near.windows(word.len()).any(|part| part == word);
    if has(b"NaN") || has(b"Infinity") {
        "NaN и Infinity не являются JSON: нужен null, число или строка"
    } else if has(b",}") || has(b",]") || has(b", }") || has(b", ]") {
        "лишняя запятая перед закрывающей скобкой"
    } else if has(b"\\u") {
        "недопустимая последовательность \\u в строке"
    } else {
        "здесь не то, что допускает JSON"
    }
}

/// What to say when no repair helped: the innermost thing that looks like the answer speaks.
fn explain(text: &str, first: Problem) -> Problem {
    let (spans, unclosed) = spans(text);
    match (spans.iter().max_by_key(|span| span.len()), unclosed) {
        (None, None) => Problem::new(NOT_JSON, "в ответе нет объекта JSON"),
        (None, Some(at)) => unclosed_at(at),
        (Some(span), at) => object(span).err().unwrap_or_else(|| at.map_or(first, unclosed_at)),
    }
}

fn unclosed_at(byte: usize) -> Problem {
    Problem::new(TRUNCATED, format!("объект, открытый на байте {byte}, не закрыт: ответ обрывается"))
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
    if spans.len() > MAX_SPANS {
        return Some(Err(Problem::new(AMBIGUOUS, format!("в ответе больше {MAX_SPANS} объектов"))));
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
            None => Problem::new(AMBIGUOUS, "несколько объектов, и ни один не похож на ответ шага"),
        }))),
        n => Some(Err(Problem::new(AMBIGUOUS, format!("ответов шага несколько ({n}), нужен ровно один")))),
    }
}

fn looks_like_step(value: &Value) -> bool {
    value.get("next").is_some() || value.get("next_action").is_some()
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

/// Tells whether a byte belongs to a JSON string, its quotes included.
#[derive(Default)]
struct Strings {
    open: bool,
    escaped: bool,
}

impl Strings {
    fn inside(&mut self, byte: u8) -> bool {
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
fn spans(text: &str) -> (Vec<&str>, Option<usize>) {
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
fn scan(text: &str) -> Result<(), Problem> {
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
                    return Err(Problem::new(TOO_DEEP, format!("вложенность больше {MAX_DEPTH}")));
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
                    return Err(Problem::new(DUPLICATE_KEY, format!("ключ «{shown}» стоит в объекте дважды")));
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

#[cfg(test)]
mod tests;
