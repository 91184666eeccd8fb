//! The numbered sources of an answer: laws, then cases, then guidance, then documents of the session.

use serde_json::Value;

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A code, a law, a decree.
    Law,
    /// A decision.
    Case,
    /// Technical norms.
    Guidance,
    /// A document of the session.
    Document,
}

impl Kind {
    /// The name in the state.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Law => "law",
            Self::Case => "case",
            Self::Guidance => "guidance",
            Self::Document => "document",
        }
    }
}

/// A source with its number.
#[derive(Debug, Clone, Copy)]
pub struct Source<'v> {
    /// From 1: the `n` of `[n]`.
    pub number: usize,
    /// What it is.
    pub kind: Kind,
    /// Its id.
    pub id: &'v str,
    /// Its title.
    pub title: &'v str,
    /// Its canonical address, or empty.
    pub address: &'v str,
    /// Where it is, or empty.
    pub url: &'v str,
    /// Its text.
    pub text: &'v str,
    /// The item as it came.
    pub item: &'v Value,
}

impl Source<'_> {
    /// How the answer names it: the address, else the title.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.address.is_empty() { self.title } else { self.address }
    }
}

/// Whether an item tells what is not held: no source, and never cited.
#[must_use]
pub fn is_scope(item: &Value) -> bool {
    item["source"] == "scope"
}

/// What the input tells of the borders of the library.
pub fn scope(input: &Value) -> impl Iterator<Item = &Value> {
    input["guidance"].as_array().into_iter().flatten().filter(|item| is_scope(item))
}

/// The sources of an input, numbered.
#[must_use]
pub fn of(input: &Value) -> Vec<Source<'_>> {
    let lists = [
        (Kind::Law, &input["laws"]),
        (Kind::Case, &input["cases"]),
        (Kind::Guidance, &input["guidance"]),
        (Kind::Document, &input["documents"]),
    ];
    let items = lists.into_iter().flat_map(|(kind, list)| {
        list.as_array()
            .into_iter()
            .flatten()
            .filter(|item| item.is_object() && !is_scope(item))
            .map(move |item| (kind, item))
    });
    items
        .enumerate()
        .map(|(index, (kind, item))| {
            let get = |key: &str| item[key].as_str().unwrap_or_default();
            Source {
                number: index + 1,
                kind,
                id: get("id"),
                title: get("title"),
                address: get("address"),
                url: get("url"),
                text: get("text"),
                item,
            }
        })
        .collect()
}
