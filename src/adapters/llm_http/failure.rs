//! Why an attempt brought no answer. Pure.

use serde_json::Value;

/// What went wrong with one attempt.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fault {
    /// The provider said no: by status, or by an error object inside an answer with status 200.
    Provider(Failure),
    /// The line failed.
    Line(Line),
    /// The time for the whole call is over.
    OutOfTime,
    /// What answers is no model API (a page, a redirect).
    NotAnApi,
    /// An answer came, but it is cut, empty or too large.
    Unusable {
        /// For a person.
        reason: &'static str,
        /// What came of it, at most 64 KB.
        partial: String,
    },
}

/// How the line failed; all of them are worth another try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// No connection: refused, no such name, TLS, too slow.
    Connect,
    /// Nothing came after the request was sent.
    FirstByte,
    /// The answer stopped in the middle.
    Idle,
    /// The connection broke.
    Broken,
}

impl Line {
    /// The words for a person.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Connect => "Не удалось соединиться с сервером модели",
            Self::FirstByte => "Сервер модели не ответил вовремя",
            Self::Idle => "Ответ модели остановился на середине",
            Self::Broken => "Соединение с сервером модели оборвалось",
        }
    }
}

impl Fault {
    /// A short name for the log.
    pub(super) fn label(&self) -> &'static str {
        match self {
            Self::Provider(_) => "provider",
            Self::Line(Line::Connect) => "connect",
            Self::Line(Line::FirstByte) => "first_byte",
            Self::Line(Line::Idle) => "idle",
            Self::Line(Line::Broken) => "broken",
            Self::OutOfTime => "out_of_time",
            Self::NotAnApi => "not_an_api",
            Self::Unusable { .. } => "unusable",
        }
    }

    /// The provider's status for the log; 0 without one.
    pub(super) fn status(&self) -> u16 {
        match self {
            Self::Provider(failure) => failure.status,
            _ => 0,
        }
    }
}

/// A provider's refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// HTTP status, or the code inside a 200 answer read as one.
    pub(super) status: u16,
    /// The provider's words, cut; empty when there are none.
    pub(super) message: String,
    /// Message, code, parameter and upstream text, lower case: for matching only.
    pub(super) hints: String,
    /// Seconds after which to come back.
    pub(super) retry_after: Option<u64>,
}

impl Failure {
    /// A failure told by status; the body may say more, in any of the usual shapes.
    pub(super) fn of_status(status: u16, body: &[u8], retry_after: Option<u64>) -> Self {
        let text = String::from_utf8_lossy(body);
        let text = text.trim();
        let json: Value = serde_json::from_str(text.strip_prefix("data:").unwrap_or(text)).unwrap_or_default();
        let error = json.get("error").filter(|error| !error.is_null()).unwrap_or(&json);
        Self { status, retry_after, ..Self::of_error(error) }
    }

    /// A failure told by an error object (or text) inside an answer.
    pub(super) fn of_error(error: &Value) -> Self {
        let text = |pointer: &str| error.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let message = [error.as_str().unwrap_or_default(), text("/message"), text("/detail")]
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        let upstream = error.pointer("/metadata/raw").map(ToString::to_string).unwrap_or_default();
        let parts = [message, text("/code"), text("/type"), text("/param"), &upstream];
        Self {
            status: status_of(error),
            message: message.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect(),
            hints: parts.join(" ").chars().take(4000).collect::<String>().to_lowercase(),
            retry_after: None,
        }
    }

    /// Whether the provider's words contain one of these.
    pub(super) fn says(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.hints.contains(word))
    }
}

/// The code of an error object as an HTTP status; what cannot be told apart counts as the provider's fault, 502.
fn status_of(error: &Value) -> u16 {
    let code = error.get("code").filter(|code| !code.is_null()).or_else(|| error.get("type")).unwrap_or(&Value::Null);
    let number = code.as_u64().or_else(|| code.as_str().and_then(|code| code.parse().ok()));
    match (number, code.as_str().unwrap_or_default()) {
        (Some(number @ 400..=599), _) => u16::try_from(number).unwrap_or(502),
        (_, "rate_limit_exceeded" | "rate_limit_error" | "rate_limited") => 429,
        (_, "insufficient_quota" | "billing_hard_limit_reached") => 402,
        (_, "invalid_api_key" | "authentication_error") => 401,
        (_, "permission_error" | "content_policy_violation") => 403,
        (_, "model_not_found" | "not_found_error") => 404,
        (_, "invalid_request_error" | "context_length_exceeded" | "invalid_prompt") => 400,
        (_, "timeout" | "timeout_error") => 408,
        _ => 502,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn codes_inside_answers_become_statuses() {
        for (error, status) in [
            (json!({"code": 429}), 429),
            (json!({"code": "503"}), 503),
            (json!({"code": 200}), 502),
            (json!({"code": null, "type": "rate_limit_error"}), 429),
            (json!({"code": "insufficient_quota"}), 402),
            (json!({"code": "invalid_api_key"}), 401),
            (json!({"code": "что-то"}), 502),
            (json!("boom"), 502),
            (json!({}), 502),
        ] {
            assert_eq!(Failure::of_error(&error).status, status, "{error}");
        }
    }

    #[test]
    fn bodies_of_every_usual_shape_are_understood() {
        for body in [
            r#"{"error":{"message":"No Response_Format","code":400}}"#,
            r#"{"error":"no response_format"}"#,
            r#"{"object":"error","message":"no response_format","code":400}"#,
            r#"{"detail":"no response_format"}"#,
            r#"data: {"error":{"message":"bad","param":"response_format"}}"#,
            r#"{"error":{"message":"Provider returned error","metadata":{"raw":"{\"m\":\"response_format\"}"}}}"#,
        ] {
            let failure = Failure::of_status(400, body.as_bytes(), Some(3));
            assert!(failure.says(&["response_format"]), "{body}");
            assert_eq!((failure.status, failure.retry_after), (400, Some(3)));
        }
        let blank = Failure::of_status(500, b"<html>\xff", None);
        assert_eq!((blank.status, blank.message.as_str(), blank.hints.trim()), (500, "", ""));
        let long = Failure::of_error(&json!(format!("a\n{}", "b".repeat(9000))));
        assert_eq!(long.message.len(), 200);
        assert!(long.message.starts_with("a b"));
    }
}
