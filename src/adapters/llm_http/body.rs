//! The request body of one rung of the ladder. Pure.
//!
//! Rungs: `json_schema` in strict mode → `json_object` → plain text. Beside the rung there are extras (token
//! limit, usage in the stream) and images that some servers refuse; they can be left out on their own.

use crate::adapters::llm_http::config::Dialect;
use crate::adapters::llm_http::ordered::Ordered;
use crate::engine::turn::{Prompt, Rejection};
use crate::runner::ports::Picture;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Map, Value, json};

/// Most bytes of an earlier answer that go back to the model.
const MAX_ECHO: usize = 8 * 1024;
/// Most problems of one refusal that are shown to the model, and the longest text of one.
const MAX_PROBLEMS: usize = 20;
const MAX_PROBLEM_CHARS: usize = 400;
/// The words around the validator's messages; `{{problems}}` stands for them.
const REPAIR: &str = include_str!("../../../prompts/repair.md");

/// How strictly the form of the answer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rung {
    /// `response_format: json_schema`, strict.
    Schema,
    /// `response_format: json_object`.
    Object,
    /// No `response_format`; the prompt alone.
    Text,
}

impl Rung {
    /// The next looser rung.
    pub(super) fn below(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Object),
            Self::Object => Some(Self::Text),
            Self::Text => None,
        }
    }
}

/// The shape of a request that a server takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// The rung.
    pub(super) rung: Rung,
    /// Whether token limit and usage options are sent.
    pub(super) extras: bool,
    /// Whether images are sent, if there are any.
    pub(super) images: bool,
}

/// Everything that goes into a body beside the shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) model: &'a str,
    pub(super) dialect: Dialect,
    pub(super) confidential: bool,
    pub(super) max_tokens: Option<u32>,
    pub(super) prompt: &'a Prompt,
    pub(super) refused: &'a [(String, Rejection)],
    pub(super) images: &'a [Picture],
}

/// The body of `POST /chat/completions`.
pub(super) fn build(ask: &Ask<'_>, shape: Shape) -> Value {
    let mut body = Map::new();
    body.insert("model".to_owned(), ask.model.into());
    body.insert("messages".to_owned(), messages(ask, shape).into());
    body.insert("stream".to_owned(), true.into());
    match shape.rung {
        Rung::Schema => {
            let schema = json!({"name": name(&ask.prompt.schema), "strict": true, "schema": bare(&ask.prompt.schema)});
            body.insert("response_format".to_owned(), json!({"type": "json_schema", "json_schema": schema}));
        }
        Rung::Object => drop(body.insert("response_format".to_owned(), json!({"type": "json_object"}))),
        Rung::Text => {}
    }
    if shape.extras {
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
        if let Some(most) = ask.max_tokens {
            body.insert("max_tokens".to_owned(), most.into());
        }
    }
    if ask.dialect == Dialect::OpenRouter {
        if shape.extras {
            body.insert("usage".to_owned(), json!({"include": true}));
        }
        let mut provider = Map::new();
        if shape.rung != Rung::Text {
            // Otherwise a provider that does not know response_format ignores it.
            provider.insert("require_parameters".to_owned(), true.into());
        }
        if ask.confidential {
            provider.insert("zdr".to_owned(), true.into());
            provider.insert("data_collection".to_owned(), "deny".into());
        }
        if !provider.is_empty() {
            body.insert("provider".to_owned(), provider.into());
        }
    }
    Value::Object(body)
}

fn messages(ask: &Ask<'_>, shape: Shape) -> Vec<Value> {
    let message = |role: &str, content: &str| json!({"role": role, "content": content});
    let mut system = ask.prompt.system.clone();
    let id = ask.prompt.schema.get("$id").and_then(Value::as_str);
    if shape.rung != Rung::Schema && !id.is_some_and(|id| system.contains(id)) {
        system.push_str("\n\nОтвет: один объект JSON по этой схеме и ничего кроме него.\n");
        system.push_str(&serde_json::to_string(&Ordered(&ask.prompt.schema)).unwrap_or_default());
    }
    let user = if shape.images && !ask.images.is_empty() {
        json!({"role": "user", "content": parts(&ask.prompt.user, ask.images)})
    } else {
        message("user", &ask.prompt.user)
    };
    let mut all = vec![message("system", &system), user];
    for (answer, why) in ask.refused {
        let echo = cut(answer, MAX_ECHO);
        // Providers refuse an empty assistant message.
        all.push(message("assistant", if echo.trim().is_empty() { "(пустой ответ)" } else { echo }));
        all.push(message("user", &repair(ask.prompt.repair.as_deref().unwrap_or(REPAIR), why)));
    }
    all
}

/// The prompt and the images behind it, each after the line that names it.
fn parts(prompt: &str, images: &[Picture]) -> Vec<Value> {
    let text = |words: &str| json!({"type": "text", "text": words});
    let mut all = vec![text(prompt)];
    for image in images {
        let url = format!("data:{};base64,{}", image.media, BASE64.encode(image.bytes.as_slice()));
        all.push(text(&image.caption));
        all.push(json!({"type": "image_url", "image_url": {"url": url}}));
    }
    all
}

/// The repair text for one refusal.
fn repair(words: &str, why: &Rejection) -> String {
    let mut lines = Vec::new();
    for problem in why.problems.iter().take(MAX_PROBLEMS) {
        let text = problem.to_string();
        let end = text.char_indices().nth(MAX_PROBLEM_CHARS).map_or(text.len(), |(at, _)| at);
        lines.push(format!("- {}", text.get(..end).unwrap_or_default().replace(['\n', '\r'], " ")));
    }
    if why.problems.len() > MAX_PROBLEMS {
        lines.push(format!("- и ещё замечаний: {}", why.problems.len() - MAX_PROBLEMS));
    }
    words.replacen("{{problems}}", &lines.join("\n"), 1)
}

/// The longest prefix of at most `most` bytes that ends between characters.
pub(super) fn cut(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or_default()
}

/// The schema without the members that name it: some servers try to resolve them.
fn bare(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(map) = schema.as_object_mut() {
        map.retain(|key, _| key != "$schema" && key != "$id");
    }
    schema
}

/// A name of the allowed form (letters, digits, `_`, `-`) from the `$id`: `llm_step_wire`.
fn name(schema: &Value) -> String {
    let id = schema.get("$id").and_then(Value::as_str).unwrap_or_default();
    let part = id.rsplit('/').nth(1).unwrap_or_default();
    let name: String = part.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).take(64).collect();
    if name.is_empty() { "answer".to_owned() } else { name }
}

#[cfg(test)]
mod tests;
