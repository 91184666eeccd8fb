//! Reading the events of a running turn.

use serde_json::Value;

/// The names the page listens to.
pub const NAMES: [&str; 6] = ["STEP_STARTED", "STEP_RETRIED", "STEP_ACCEPTED", "STATE", "ROUND_END", "FAILED"];

/// The step that runs now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// `INTERPRET`, `GATE_CHECK`, …
    pub step: String,
    /// From 1.
    pub attempt: u64,
}

/// What an event says.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// A step runs.
    Running(Progress),
    /// A version exists.
    State(u64),
    /// A round of a mock trial ended; everything that its card shows.
    RoundEnd(Value),
    /// The turn failed.
    Failed,
}

/// Reads an event; `None` for what the page does not need.
#[must_use]
pub fn read(name: &str, data: &str) -> Option<Happening> {
    let data: Value = serde_json::from_str(data).unwrap_or(Value::Null);
    match name {
        "STEP_STARTED" | "STEP_RETRIED" => Some(Happening::Running(Progress {
            step: data.get("step").and_then(Value::as_str).unwrap_or_default().to_owned(),
            attempt: data.get("attempt").and_then(Value::as_u64).unwrap_or(1),
        })),
        "STATE" => data.get("version").and_then(Value::as_u64).map(Happening::State),
        "ROUND_END" => data.is_object().then_some(Happening::RoundEnd(data)),
        "FAILED" => Some(Happening::Failed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Happening, Progress, read};

    #[test]
    fn events() {
        let running = |step: &str, attempt| Some(Happening::Running(Progress { step: step.to_owned(), attempt }));
        assert_eq!(read("STEP_STARTED", r#"{"step":"INTERPRET","attempt":1}"#), running("INTERPRET", 1));
        assert_eq!(read("STEP_RETRIED", r#"{"step":"INTERPRET","attempt":2,"reason":"x"}"#), running("INTERPRET", 2));
        assert_eq!(read("STATE", r#"{"version":5}"#), Some(Happening::State(5)));
        assert_eq!(read("FAILED", "not json"), Some(Happening::Failed));
        assert_eq!(read("ROUND_END", r#"{"round":1}"#), Some(Happening::RoundEnd(serde_json::json!({"round": 1}))));
        assert_eq!(read("ROUND_END", "broken"), None);
        assert_eq!(read("STATE", "{}"), None);
        assert_eq!(read("SENTENCE", "{}"), None);
    }
}
