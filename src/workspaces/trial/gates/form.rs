//! A form being read: fields taken one by one, errors collected, what is left over is unknown.

use crate::model::error::ApiError;
use crate::workspaces::trial::gates::{Filled, refused};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Whom a field concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// All roles.
    All,
    /// The user's side.
    Own,
    /// No prompt.
    None,
}

/// A form being read.
pub struct Form<'f> {
    fields: &'f Value,
    seen: BTreeSet<String>,
    errors: Vec<Value>,
    public: Map<String, Value>,
    private: Map<String, Value>,
    unprompted: Map<String, Value>,
}

impl<'f> Form<'f> {
    /// Begins to read.
    #[must_use]
    pub fn of(fields: &'f Value) -> Self {
        let (public, private, unprompted) = (Map::new(), Map::new(), Map::new());
        Self { fields, seen: BTreeSet::new(), errors: Vec::new(), public, private, unprompted }
    }

    /// A fault.
    pub fn error(&mut self, path: &str, code: &str, params: Value) {
        self.errors.push(json!({"path": path, "code": code, "params": params}));
    }

    /// The raw value of a field; null when absent.
    pub fn raw(&mut self, name: &str) -> &'f Value {
        self.seen.insert(name.to_owned());
        &self.fields[name]
    }

    /// Keeps a value.
    pub fn keep(&mut self, name: &str, value: Value, whom: For) {
        let map = match whom {
            For::All => &mut self.public,
            For::Own => &mut self.private,
            For::None => &mut self.unprompted,
        };
        map.insert(name.to_owned(), value);
    }

    /// A list of a field; absent is empty.
    pub fn list(&mut self, name: &str, required: bool, most: usize) -> &'f [Value] {
        let value = self.raw(name);
        match value.as_array() {
            Some(items) if items.len() > most => self.error(name, "count", json!({"max": most})),
            Some(items) if items.is_empty() && required => self.error(name, "required", json!({})),
            Some(items) => return items,
            None if value.is_null() && !required => {}
            None => self.error(name, "required", json!({})),
        }
        &[]
    }

    /// One of several.
    pub fn one(&mut self, name: &str, required: bool, allowed: &[&str], whom: For) -> Option<&'f str> {
        let value = self.raw(name);
        match value.as_str() {
            None if value.is_null() && !required => None,
            None => {
                self.error(name, "required", json!({}));
                None
            }
            Some(text) if allowed.contains(&text) => {
                self.keep(name, json!(text), whom);
                Some(text)
            }
            Some(text) => {
                self.error(name, "unknown_id", json!({"id": text, "allowed": allowed}));
                None
            }
        }
    }

    /// Several of several.
    pub fn many(&mut self, name: &str, least: usize, most: usize, allowed: &[&str], whom: For) -> Vec<&'f str> {
        let items = self.list(name, least > 0, most);
        let mut out: Vec<&str> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            match item.as_str() {
                Some(text) if allowed.contains(&text) => {
                    if !out.contains(&text) {
                        out.push(text);
                    }
                }
                other => {
                    let path = format!("{name}/{index}");
                    self.error(&path, "unknown_id", json!({"id": other, "allowed": allowed}));
                }
            }
        }
        if !out.is_empty() {
            self.keep(name, json!(out), whom);
        }
        out
    }

    /// Words of at most so many characters.
    pub fn text(&mut self, name: &str, required: bool, most: usize, whom: For) -> Option<&'f str> {
        let value = self.raw(name);
        let text = value.as_str().map(str::trim).filter(|text| !text.is_empty());
        match text {
            None if !required && (value.is_null() || value == "") => None,
            None => {
                self.error(name, "required", json!({}));
                None
            }
            Some(text) if text.chars().count() > most => {
                self.error(name, "too_long", json!({"max": most}));
                None
            }
            Some(text) => {
                self.keep(name, json!(text), whom);
                Some(text)
            }
        }
    }

    /// Whether an error was found.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        !self.errors.is_empty()
    }

    /// The filled form.
    ///
    /// # Errors
    /// Every fault; a field that the form does not have.
    pub fn done(mut self) -> Result<Filled, ApiError> {
        let known = self.seen.clone();
        let left: Vec<String> = self
            .fields
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, _)| key.clone())
            .filter(|key| !known.contains(key))
            .collect();
        for name in left {
            self.error(&name, "unknown_id", json!({"field": name}));
        }
        if !self.errors.is_empty() {
            return Err(refused(self.errors));
        }
        Ok(Filled {
            public: Value::Object(self.public),
            private: Value::Object(self.private),
            unprompted: Value::Object(self.unprompted),
        })
    }
}
