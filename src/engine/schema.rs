//! Schemas.
use crate::engine::turn::Problem;
use serde_json::Value;
pub fn check(_: &str, _: &Value) -> Vec<Problem> {
    Vec::new()
}
