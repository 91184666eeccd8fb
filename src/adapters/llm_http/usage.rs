//! What a provider reports about tokens and cost. Pure.

use crate::model::trace::Usage;
use serde_json::Value;

/// Reads a `usage` object; what is absent or of another type stays `None`, a cost below zero is dropped.
pub(super) fn read(usage: &Value) -> Usage {
    let number = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64);
    Usage {
        prompt_tokens: number("/prompt_tokens"),
        completion_tokens: number("/completion_tokens"),
        cached_tokens: number("/prompt_tokens_details/cached_tokens"),
        cost_usd: usage.get("cost").and_then(Value::as_f64).filter(|cost| cost.is_finite() && *cost >= 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn absent_parts_stay_unknown() {
        let whole = json!({"prompt_tokens": 10, "completion_tokens": 2, "cost": 0.0012,
            "prompt_tokens_details": {"cached_tokens": 4}});
        let expected = Usage {
            prompt_tokens: Some(10),
            completion_tokens: Some(2),
            cached_tokens: Some(4),
            cost_usd: Some(0.0012),
        };
        assert_eq!(read(&whole), expected);
        for odd in [json!(null), json!([]), json!({"cost": -1, "prompt_tokens": "10"})] {
            assert_eq!(read(&odd), Usage::default());
        }
    }
}
