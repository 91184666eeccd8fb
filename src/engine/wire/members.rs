//! The members of one wire object, and what is said about those that are missing, mistyped or unknown.

use crate::engine::turn::Problem;
use crate::engine::wire::{MISSING, UNKNOWN_MEMBER, WRONG_TYPE};
use crate::model::pointer;
use serde_json::{Map, Value};

/// The members of one wire object, taken out one by one; what is left at the end is unknown.
pub(super) struct Members<'p> {
    pub(super) map: Map<String, Value>,
    place: String,
    problems: &'p mut Vec<Problem>,
}

impl<'p> Members<'p> {
    /// The members of an object at a place.
    pub(super) fn of(map: Map<String, Value>, place: String, problems: &'p mut Vec<Problem>) -> Self {
        Self { map, place, problems }
    }

    /// The members of a value that has to be an object.
    pub(super) fn of_value(value: Value, place: String, problems: &'p mut Vec<Problem>) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self { map, place, problems }),
            _ => {
                problems.push(Problem::new(WRONG_TYPE, "an object is needed here").at(place));
                None
            }
        }
    }

    /// A member that is there and not null.
    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.map.remove(key).filter(|value| !value.is_null())
    }

    /// Moves a member under another name.
    pub(super) fn copy(&mut self, from: &str, to: &str, out: &mut Map<String, Value>) {
        if let Some(value) = self.take(from) {
            out.insert(to.to_owned(), value);
        }
    }

    /// A member that has to be an array; empty when it is absent.
    pub(super) fn list(&mut self, key: &str, required: bool) -> Vec<Value> {
        match self.take(key) {
            Some(Value::Array(items)) => return items,
            Some(_) => self.problems.push(Problem::new(WRONG_TYPE, "an array is needed here").at(self.pointer(key))),
            None if required => self.missing(key),
            None => {}
        }
        Vec::new()
    }

    /// A member that has to be an object; its absence is a problem.
    pub(super) fn object(&mut self, key: &str) -> Option<Map<String, Value>> {
        match self.take(key) {
            Some(Value::Object(map)) => return Some(map),
            Some(_) => self.problems.push(Problem::new(WRONG_TYPE, "an object is needed here").at(self.pointer(key))),
            None => self.missing(key),
        }
        None
    }

    /// Says that a member is missing.
    pub(super) fn missing(&mut self, key: &str) {
        self.problems
            .push(Problem::new(MISSING, format!("the required member `{key}` is missing")).at(self.pointer(key)));
    }

    fn pointer(&self, key: &str) -> String {
        pointer::join(&self.place, key)
    }

    /// Says which members are unknown.
    pub(super) fn end(self) {
        let unknown: Vec<_> =
            self.map.iter().filter(|(_, value)| !value.is_null()).map(|(key, _)| key).take(10).collect();
        for key in unknown {
            let shown: String = key.chars().take(60).collect();
            let place = self.pointer(&shown);
            self.problems.push(Problem::new(UNKNOWN_MEMBER, format!("the schema has no member `{shown}`")).at(place));
        }
    }
}
