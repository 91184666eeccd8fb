//! JSON text with the members of a schema in the order of its `required`. Pure.
//!
//! A model in strict mode writes members in the order of the schema, so the order is part of the question: facts
//! first, the next action after them. `serde_json::Value` keeps none; the array `required` does.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

/// A value that is written in order. Recursion is as deep as the value: ours, not a stranger's.
pub(super) struct Ordered<'a>(pub(super) &'a Value);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(map) => {
                let order = map.get("required").and_then(Value::as_array).map(Vec::as_slice);
                let mut out = serializer.serialize_map(Some(map.len()))?;
                for (key, value) in map {
                    match (key.as_str(), value, order) {
                        ("properties", Value::Object(members), Some(order)) => {
                            out.serialize_entry(key, &Members { members, order })?;
                        }
                        _ => out.serialize_entry(key, &Ordered(value))?,
                    }
                }
                out.end()
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(Ordered)),
            plain => plain.serialize(serializer),
        }
    }
}

struct Members<'a> {
    members: &'a Map<String, Value>,
    order: &'a [Value],
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut named: Vec<&str> = Vec::with_capacity(self.members.len());
        for key in self.order.iter().filter_map(Value::as_str) {
            if self.members.contains_key(key) && !named.contains(&key) {
                named.push(key);
            }
        }
        let rest: Vec<_> = self.members.keys().map(String::as_str).filter(|key| !named.contains(key)).collect();
        let mut out = serializer.serialize_map(Some(self.members.len()))?;
        for key in named.into_iter().chain(rest) {
            if let Some(value) = self.members.get(key) {
                out.serialize_entry(key, &Ordered(value))?;
            }
        }
        out.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(value: &Value) -> String {
        serde_json::to_string(&Ordered(value)).expect("text")
    }

    #[test]
    fn members_follow_required_at_every_depth() {
        let schema = json!({"required": ["z", "a", "z", "gone"], "properties": {
            "a": {"items": {"required": ["d", "c"], "properties": {"b": 1, "c": 2, "d": 3}}}, "m": [], "z": null}});
        let out = text(&schema);
        assert!(out.contains(r#""properties":{"z":null,"a":{"items":{"properties":{"d":3,"c":2,"b":1}"#), "{out}");
        assert!(out.contains(r#""m":[]"#), "{out}");
        assert_eq!(serde_json::from_str::<Value>(&out).expect("json"), schema);
    }

    #[test]
    fn the_wire_schema_asks_for_facts_before_the_next_action() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../schemas/llm_step_wire.schema.json")).expect("schema");
        let out = text(&schema);
        let at = |key: &str| out.find(&format!("\"{key}\":{{")).expect(key);
        let keys = ["step", "patch", "issues", "next", "rationale", "safety", "observations"];
        let places: Vec<_> = keys.iter().map(|key| at(key)).collect();
        assert!(places.is_sorted(), "{places:?}");
        assert!(at("kind") < at("text") && at("text") < at("format"));
    }

    #[test]
    fn other_json_is_written_as_it_is() {
        let value = json!({"properties": {"b": 1, "a": 2}, "x": [true, "я", 1.5]});
        assert_eq!(text(&value), value.to_string());
    }
}
