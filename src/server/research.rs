//! `POST /api/research/{tool}`: the body is the input of the seed's schema, the answer its output; everything else travels
//! in headers.

use crate::model::tool::{CallMeta, ReplyMeta, ToolCode, ToolError};
use crate::runner::call_tool::{self, EXTRACT_BYTES, INPUT_BYTES};
use crate::runner::cancel::Cancel;
use crate::server::body::is_json;
use crate::server::router::Server;
use crate::workspaces::research::steps;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Most bytes of the header `x-meta`.
const META_BYTES: usize = 6 * 1024;

/// See the module.
pub async fn call(State(server): State<Server>, Path(tool): Path<String>, request: Request) -> Response {
    let headers = request.headers().clone();
    let (call, input) = match read(&tool, &headers, request).await {
        Ok(read) => read,
        Err(error) => return refused(&error),
    };
    let app = server.app.clone();
    let cancel = Cancel::default();
    // The client that leaves stops the work: nothing of it is stored.
    let _stop = Stop(cancel.clone());
    let reply = call_tool::call_tool(&app, &tool, input, &call, &cancel, &|_, _, _| {}).await;
    let mut response = match reply.result {
        Ok(output) => axum::Json(output).into_response(),
        Err(error) => refused(&error),
    };
    add(response.headers_mut(), &reply.meta);
    response
}

struct Stop(Cancel);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.set();
    }
}

async fn read(tool: &str, headers: &HeaderMap, request: Request) -> Result<(CallMeta, Value), ToolError> {
    let call = told(headers)?;
    let invalid = |message: &str| ToolError::new(ToolCode::InvalidInput, message).with("pointer", "");
    if !is_json(headers) {
        return Err(invalid("Тело запроса должно быть JSON с заголовком Content-Type: application/json."));
    }
    let large = [steps::SECTIONS, steps::PATTERNS, steps::ANSWER, steps::VALIDATE].contains(&tool);
    let most = if large { EXTRACT_BYTES } else { INPUT_BYTES };
    let bytes = to_bytes(request.into_body(), most).await.map_err(|_| {
        let message = format!("Тело запроса больше {} КБ.", most / 1024);
        ToolError::new(ToolCode::PayloadTooLarge, message).with("limit_bytes", most)
    })?;
    let text = std::str::from_utf8(&bytes).map_err(|_| invalid("Тело запроса — не UTF-8."))?;
    let input: Value = serde_json::from_str(text).map_err(|error| {
        invalid(&format!("Тело запроса — не JSON: строка {}, знак {}.", error.line(), error.column()))
    })?;
    Ok((call, input))
}

/// What the headers say beside the input.
fn told(headers: &HeaderMap) -> Result<CallMeta, ToolError> {
    // A header that is no text is no JSON and no name either.
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default().to_owned());
    let invalid = |name: &str, message: &str| ToolError::new(ToolCode::InvalidInput, message).with("pointer", name);
    let budget = match text("x-budget") {
        None => None,
        Some(json) => Some(serde_json::from_str(&json).map_err(|_| {
            invalid("x-budget", "x-budget — объект JSON: {\"max_tokens\": число, \"max_cost_usd\": число}.")
        })?),
    };
    let short = |name: &str| match text(name) {
        Some(value) if value.len() > 200 || value.is_empty() => {
            Err(invalid(name, "Заголовок должен быть от 1 до 200 знаков ASCII."))
        }
        value => Ok(value),
    };
    Ok(CallMeta { trace_id: short("x-trace-id")?, cache_key: short("x-cache-key")?, budget, as_of: short("x-as-of")? })
}

fn refused(error: &ToolError) -> Response {
    let status = StatusCode::from_u16(error.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, axum::Json(json!({"error": error}))).into_response()
}

fn add(headers: &mut HeaderMap, meta: &ReplyMeta) {
    let mut value = json!(meta);
    let mut text = ascii(&value);
    if text.len() > META_BYTES {
        value["details"] = Value::Null;
        if let Some(warnings) = value["warnings"].as_array_mut() {
            warnings.truncate(5);
        }
        text = ascii(&value);
    }
    for (name, text) in [("x-trace-id", meta.trace_id.clone()), ("x-step-id", meta.step_id.clone()), ("x-meta", text)] {
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}

/// JSON whose letters beyond ASCII are escaped: a header carries nothing else.
fn ascii(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            let mut units = [0_u16; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_carry_any_letter() {
        let value = json!({"a": "ё😀"});
        let text = ascii(&value);
        assert!(text.is_ascii());
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
