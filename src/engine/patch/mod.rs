//! Patches on a clone, all or nothing: JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396) under limits.
//!
//! A failing operation is named exactly: index, op, path and why. What may be written is an allow-list of
//! pointers, so a patch can never reach `meta`, `control` or `dialogue`.

pub mod unfold;

use crate::engine::limits;
use crate::engine::measure::{Size, size};
use crate::engine::turn::{Problem, Rejection, short};
use crate::model::pointer;
use json_patch::{Patch, PatchOperation};
use serde_json::Value;

/// Applies the `patch` member of a step output to a clone of the state.
///
/// # Errors
/// `P01_format` (ops do not fit the format), `P02_limit`, `P03_forbidden_path`, `P04_operation`.
pub fn apply(state: &Value, patch: &Value, writes: &[&str]) -> Result<Value, Rejection> {
    match (patch["format"].as_str(), &patch["ops"]) {
        (Some("json_patch"), Value::Array(ops)) => json_patch_ops(state, ops, writes),
        (Some("merge_patch"), ops @ Value::Object(_)) => merge_patch(state, ops, writes),
        (format, _) => {
            let wanted = if format == Some("merge_patch") { "an object" } else { "an array of operations" };
            Err(Problem::new("P01_format", format!("ops must be {wanted} for this format")).at("/patch/ops").into())
        }
    }
}

fn json_patch_ops(state: &Value, ops: &[Value], writes: &[&str]) -> Result<Value, Rejection> {
    if ops.len() > limits::PATCH_OPS {
        let message = format!("{} operations, at most {} are allowed", ops.len(), limits::PATCH_OPS);
        return Err(Problem::new("P02_limit", message).at("/patch/ops").into());
    }
    let mut next = state.clone();
    let mut total = size(state);
    for (index, op) in ops.iter().enumerate() {
        one(&mut next, &mut total, op, writes).map_err(|(rule, why)| {
            let name = op["op"].as_str().unwrap_or("?");
            let path = short(op["path"].as_str().unwrap_or("?"), 200);
            Problem::new(rule, format!("operation {index} ({name} {path}): {why}")).at(format!("/patch/ops/{index}"))
        })?;
    }
    Ok(next)
}

type Fault = (&'static str, String);

fn one(next: &mut Value, total: &mut Size, op: &Value, writes: &[&str]) -> Result<(), Fault> {
    let path = op["path"].as_str().unwrap_or_default();
    let depth = allowed(path, writes)?;
    let added = match op["op"].as_str() {
        Some("add" | "replace") => size(&op["value"]),
        Some("copy" | "move") => {
            let from = op["from"].as_str().unwrap_or_default();
            allowed(from, writes)?;
            if op["op"] == "move" && pointer::is_within(path, from) && path != from {
                return Err(("P04_operation", "a value cannot be moved into its own child".into()));
            }
            next.pointer(from).map(size).ok_or(("P04_operation", format!("nothing stands at {}", short(from, 200))))?
        }
        _ => Size::default(),
    };
    within_limits(total.plus(added), depth + added.depth)?;
    let parsed: PatchOperation = serde_json::from_value(op.clone()).map_err(|e| ("P04_operation", e.to_string()))?;
    json_patch::patch(next, &Patch(vec![parsed])).map_err(|e| ("P04_operation", e.kind.to_string()))?;
    *total = total.plus(added);
    Ok(())
}

/// Checks that a pointer is one and lies in the allow-list; returns its number of tokens.
fn allowed(path: &str, writes: &[&str]) -> Result<usize, Fault> {
    let tokens = pointer::tokens(path)
        .ok_or(("P04_operation", format!("«{}» is no JSON Pointer (RFC 6901)", short(path, 200))))?;
    if tokens.len() > limits::DEPTH {
        return Err(("P02_limit", format!("deeper than {} levels", limits::DEPTH)));
    }
    if writes.iter().any(|root| pointer::is_within(path, root)) {
        Ok(tokens.len())
    } else {
        Err(("P03_forbidden_path", format!("this step writes only below {}", writes.join(", "))))
    }
}

fn within_limits(total: Size, depth: usize) -> Result<(), Fault> {
    if depth > limits::DEPTH {
        return Err(("P02_limit", format!("deeper than {} levels", limits::DEPTH)));
    }
    if total.nodes > limits::STATE_NODES || total.bytes > limits::STATE_BYTES {
        return Err(("P02_limit", "the state would grow over its limit".into()));
    }
    Ok(())
}

fn merge_patch(state: &Value, patch: &Value, writes: &[&str]) -> Result<Value, Rejection> {
    let refuse = |rule, message: String| Rejection::from(Problem::new(rule, message).at("/patch/ops"));
    for (key, value) in patch.as_object().into_iter().flatten() {
        let path = pointer::join("", key);
        let inside = writes.iter().any(|root| pointer::is_within(&path, root));
        if !inside {
            return Err(refuse("P03_forbidden_path", format!("this step writes only below {}", writes.join(", "))));
        }
        if !value.is_object() {
            return Err(refuse("P04_operation", format!("{path} must stay an object")));
        }
    }
    let added = size(patch);
    within_limits(size(state).plus(added), added.depth).map_err(|(rule, why)| refuse(rule, why))?;
    let mut next = state.clone();
    json_patch::merge(&mut next, patch);
    Ok(next)
}

#[cfg(test)]
mod limits_tests;
#[cfg(test)]
mod tests;
