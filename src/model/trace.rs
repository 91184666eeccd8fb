//! The trace of a step: what was asked, what came back, what was decided about it.

use crate::model::ids::{StepRunId, Version};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Tokens and cost of one step, all attempts together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompts; absent when the performer reports none.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answers.
    pub completion_tokens: Option<u64>,
    /// Prompt tokens that came from the provider's cache.
    pub cached_tokens: Option<u64>,
    /// Cost in US dollars as the provider reports it.
    pub cost_usd: Option<f64>,
}

impl Usage {
    /// Adds what another attempt used.
    pub fn add(&mut self, other: &Self) {
        fn plus<T: std::ops::Add<Output = T> + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a + b),
                (a, b) => a.or(b),
            }
        }
        self.prompt_tokens = plus(self.prompt_tokens, other.prompt_tokens);
        self.completion_tokens = plus(self.completion_tokens, other.completion_tokens);
        self.cached_tokens = plus(self.cached_tokens, other.cached_tokens);
        self.cost_usd = plus(self.cost_usd, other.cost_usd);
    }
}

/// One attempt of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    /// From 1.
    pub number: u32,
    /// What the performer answered, cut at 64 KB.
    pub raw: String,
    /// What the validator or a guard said; empty when accepted.
    pub refused: Vec<String>,
    /// Milliseconds of the call.
    pub millis: u64,
}

/// A decision of a guard, accepted or not, by rule id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Stable id of the rule, e.g. `G02_confirmed_fact`.
    pub rule: String,
    /// What it did, in words.
    pub message: String,
    /// The leaf, operation or question concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// A page that a performer was given to look at: which one, never its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPage {
    /// The edition.
    pub edition: String,
    /// The page, from 1.
    pub page: u32,
    /// The line that named it.
    pub caption: String,
    /// `image/png` or `image/jpeg`.
    pub media: String,
    /// Size of the image in bytes.
    pub bytes: u64,
    /// Lower-case hex SHA-256 of the image.
    pub sha256: String,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    /// A new version exists.
    Accepted,
    /// All attempts were refused; the state is untouched.
    Refused,
    /// The performer could not be reached.
    Unavailable,
    /// The person stopped it.
    Cancelled,
}

/// The whole trace of one step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TraceEntry {
    /// Identifier of the step's execution.
    pub id: StepRunId,
    /// `INTERPRET`, `GATE_CHECK`, `EDIT`.
    pub step: String,
    /// The version it made, or the version it left untouched.
    pub version: Version,
    /// RFC 3339, UTC.
    pub at: String,
    /// Who performed: `builtin` or the model's name.
    pub performer: String,
    /// Prompt file and version, e.g. `interpret-step`.
    pub prompt_name: String,
    /// SHA-256 of the prompt text, hex.
    pub prompt_hash: String,
    /// The prompt text.
    pub prompt: String,
    /// Attempts in order.
    pub attempts: Vec<Attempt>,
    /// What the guards decided.
    pub decisions: Vec<Decision>,
    /// The performer's own explanation.
    pub rationale: String,
    /// The performer's notes.
    pub observations: Vec<String>,
    /// How it ended.
    pub outcome: StepOutcome,
    /// Tokens and cost.
    pub usage: Usage,
    /// Milliseconds from start to end.
    pub millis: u64,
    /// Pages that went to the performer with the prompt; a repair repeats them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ShownPage>,
    /// The canonical step output that was accepted; null otherwise.
    #[serde(default)]
    pub output: Value,
}

impl TraceEntry {
    /// A step that has begun: nothing asked yet, nothing accepted.
    #[must_use]
    pub fn begun(id: StepRunId, step: &str, version: Version, at: &str, performer: &str) -> Self {
        Self {
            id,
            step: step.to_owned(),
            version,
            at: at.to_owned(),
            performer: performer.to_owned(),
            prompt_name: String::new(),
            prompt_hash: String::new(),
            prompt: String::new(),
            attempts: Vec::new(),
            decisions: Vec::new(),
            rationale: String::new(),
            observations: Vec::new(),
            outcome: StepOutcome::Refused,
            usage: Usage::default(),
            millis: 0,
            images: Vec::new(),
            output: Value::Null,
        }
    }
}
