//! Addresses and case numbers in a text.

use crate::engine::address::Act;
use crate::engine::address::find::{self, Context};
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

static CASE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b\d{1,4}/\d{1,6}/\d{2,4}(?:-[а-яіїєa-z])?").ok());

/// Places in a text that are addresses, as byte spans.
#[must_use]
pub fn found(text: &str) -> Vec<(usize, usize)> {
    find::find(text, &Context::default()).into_iter().map(|found| (found.range.start, found.range.end)).collect()
}

/// Addresses of acts in canonical form, each once, in order. A name that several acts have is read by jurisdiction.
#[must_use]
pub fn canonical(text: &str, jurisdiction: Option<&str>) -> Vec<String> {
    let context = Context { jurisdiction: jurisdiction.map(str::to_owned), ..Context::default() };
    let mut out: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for address in find::find(text, &context).into_iter().flat_map(|found| found.addresses) {
        let act = matches!(address.act, Act::Known(_) | Act::Named(_));
        let words = address.canonical();
        if act && known.insert(words.clone()) {
            out.push(words);
        }
    }
    out
}

/// Numbers of court cases.
#[must_use]
pub fn cases(text: &str) -> Vec<String> {
    CASE.iter().flat_map(|case| case.find_iter(text)).map(|m| m.as_str().to_lowercase()).collect()
}

/// Whether a text is an address of an act that the register knows.
#[must_use]
pub fn readable(text: &str) -> bool {
    find::parse(text).is_some_and(|address| matches!(address.act, Act::Known(_)))
}
