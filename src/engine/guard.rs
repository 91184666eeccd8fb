//! Guards.
use crate::engine::{step::Step, turn::Rejection};
use serde_json::Value;
pub fn step_named(_: &Step, _: &Value) -> Result<(), Rejection> {
    Ok(())
}
pub fn invariants(_: &Value, _: &Value) -> Result<(), Rejection> {
    Ok(())
}
