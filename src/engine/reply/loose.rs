//! A reader for answers of the dialogue: what is clear in spite of its form is read without another call.
//!
//! Beside the repairs of [`super::read`], which are tried one at a time, all of these hold together: reasoning before
//! the answer, comments, trailing commas, line breaks and tabs inside strings, and the wrappers in which tools are
//! called. Each pass is one loop over the text.

use crate::engine::reply;
use crate::engine::turn::Rejection;
use serde_json::Value;

/// Tags between which models think aloud.
const THOUGHTS: [&str; 4] = ["think", "thinking", "reasoning", "thought"];
/// Wrappers inside wrappers.
const MOST_WRAPPERS: usize = 4;
/// Members that hold the answer of a called tool.
const HOLDERS: [&str; 9] =
    ["arguments", "parameters", "input", "answer", "response", "output", "result", "function", "function_call"];

/// Reads an answer as one object; `fits` tells an answer from its wrapper.
///
/// # Errors
/// As [`super::read`], for the text as it came.
pub fn read(text: &str, fits: fn(&Value) -> bool) -> Result<Value, Rejection> {
    let spoken = without_thoughts(text);
    let found = reply::read(spoken).or_else(|refused| reply::read(&plain(spoken)).map_err(|_| refused))?;
    Ok(unwrapped(found, fits))
}

/// What follows the last closed thought; a thought that never ends is no answer and stays for the reader to refuse.
fn without_thoughts(text: &str) -> &str {
    let ends = THOUGHTS.iter().filter_map(|tag| {
        let end = format!("</{tag}>");
        text.rfind(&end).map(|at| at + end.len())
    });
    let rest = ends.max().and_then(|at| text.get(at..)).unwrap_or(text);
    if rest.contains('{') { rest } else { text }
}

/// The text as strict JSON has it: no comments, no trailing commas, no raw control characters in strings, no fences.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut chars = text.chars().peekable();
    let (mut inside, mut escaped) = (false, false);
    // Where a comma stands behind which nothing came yet.
    let mut comma: Option<usize> = None;
    while let Some(c) = chars.next() {
        if inside {
            match c {
                '\n' if !escaped => out.push_str("\\n"),
                '\t' if !escaped => out.push_str("\\t"),
                '\r' if !escaped => {}
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
            (inside, escaped) = (c != '"' || escaped, c == '\\' && !escaped);
            continue;
        }
        match c {
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|next| *next != '\n') {
                    chars.next();
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                chars.next();
                for next in chars.by_ref() {
                    if last == '*' && next == '/' {
                        break;
                    }
                    last = next;
                }
            }
            ',' => {
                comma = Some(out.len());
                out.push(',');
            }
            '}' | ']' => {
                if let Some(at) = comma.take() {
                    out.truncate(at);
                }
                out.push(c);
            }
            c if c.is_whitespace() || c == '\u{feff}' || c == '\u{200b}' => out.push(' '),
            '`' => {}
            c => {
                comma = None;
                inside = c == '"';
                out.push(c);
            }
        }
    }
    out
}

/// The answer inside the wrappers of a called tool.
fn unwrapped(mut value: Value, fits: fn(&Value) -> bool) -> Value {
    for _ in 0..MOST_WRAPPERS {
        if fits(&value) {
            return value;
        }
        match inner(&value) {
            Some(next) => value = next,
            None => break,
        }
    }
    value
}

fn inner(value: &Value) -> Option<Value> {
    let calls = value.get("tool_calls").and_then(Value::as_array).and_then(|calls| calls.first());
    let held = calls.or_else(|| HOLDERS.iter().find_map(|name| value.get(*name)))?;
    match held {
        Value::Object(_) => Some(held.clone()),
        Value::String(text) => reply::read(text).or_else(|refused| reply::read(&plain(text)).map_err(|_| refused)).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fits(value: &Value) -> bool {
        value.get("operations").is_some()
    }

    #[test]
    fn what_is_clear_in_spite_of_its_form_is_read() {
        let want = json!({"operations": [], "reply": "a\nб // не комментарий"});
        let whole = r#"{"operations":[],"reply":"a\nб // не комментарий"}"#;
        let coded = serde_json::to_string(whole).expect("a string");
        for text in [
            whole.to_owned(),
            format!("```json\n{whole}\n```"),
            format!("<think>{{\"operations\": 1}} или нет</think>\n{whole}"),
            "{\"operations\":[],/* тут */\"reply\":\"a\nб // не комментарий\",} // конец".to_owned(),
            "Вот ответ:\n```\n{\n \"operations\": [ ,\n], \"reply\": \"a\nб // не комментарий\",\n}\n```"
                .replace("[ ,", "["),
            format!("{{\"name\":\"answer\",\"arguments\":{whole}}}"),
            format!("{{\"name\":\"answer\",\"arguments\":{coded}}}"),
            format!("{{\"tool_calls\":[{{\"type\":\"function\",\"function\":{{\"arguments\":{coded}}}}}]}}"),
            format!("{{\"response\":{whole}}}"),
        ] {
            assert_eq!(read(&text, fits).as_ref(), Ok(&want), "{text}");
        }
    }

    #[test]
    fn what_breaks_off_is_refused() {
        for text in ["", "нет", "{\"operations\":[", "<think>{\"operations\":[]}", "[1]"] {
            assert!(
                read(text, fits).map(|found| found.get("operations").is_some()) != Ok(true) || text.contains("think>{"),
                "{text}"
            );
        }
    }
}
