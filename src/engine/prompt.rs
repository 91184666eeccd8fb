//! Prompts: embedded files, one-pass substitution, versions by suffix.
//!
//! `{{name}}` is a value, `{{name|default}}` a value with a fallback, `{{#if name}}…{{/if}}` a part that stands only
//! when the value is not empty. Values are never scanned again, so `{{` in a message stays text.

use crate::engine::turn::Prompt;
use crate::registry;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// Line that separates the stable part from the part with state and last turn.
const USER_MARK: &str = "<!-- user -->";

const EMBEDDED: &[(&str, &str)] = &[
    ("interpret-step", include_str!("../../prompts/interpret-step.md")),
    ("interpret-step-v2", include_str!("../../prompts/interpret-step-v2.md")),
    ("interpret-step-repair-ru", include_str!("../../prompts/interpret-step-repair-ru.md")),
    ("interpret-step-repair-en", include_str!("../../prompts/interpret-step-repair-en.md")),
    ("gate-check-step", include_str!("../../prompts/gate-check-step.md")),
    ("skeleton-step", include_str!("../../prompts/skeleton-step.md")),
    ("draft-clauses-step", include_str!("../../prompts/draft-clauses-step.md")),
    ("final-check-step", include_str!("../../prompts/final-check-step.md")),
    ("classify-intent-step", include_str!("../../prompts/classify-intent-step.md")),
    ("build-query-context-step", include_str!("../../prompts/build-query-context-step.md")),
    ("analyze-legal-patterns-step", include_str!("../../prompts/analyze-legal-patterns-step.md")),
    ("synthesize-answer-step", include_str!("../../prompts/synthesize-answer-step.md")),
    ("retrieve-legal-sources-step", include_str!("../../prompts/retrieve-legal-sources-step.md")),
    ("extract-document-sections-step", include_str!("../../prompts/extract-document-sections-step.md")),
    ("validate-response-step", include_str!("../../prompts/validate-response-step.md")),
    ("norms/plan", include_str!("../../prompts/norms/plan.md")),
    ("norms/execute", include_str!("../../prompts/norms/execute.md")),
    ("norms/judge", include_str!("../../prompts/norms/judge.md")),
    ("norms/finalize", include_str!("../../prompts/norms/finalize.md")),
    ("trial-stipulate-step", include_str!("../../prompts/trial-stipulate-step.md")),
    ("trial-claimant-step", include_str!("../../prompts/trial-claimant-step.md")),
    ("trial-opposing-step", include_str!("../../prompts/trial-opposing-step.md")),
    ("trial-party-step", include_str!("../../prompts/trial-party-step.md")),
    ("trial-judge-step", include_str!("../../prompts/trial-judge-step.md")),
    ("trial-critic-step", include_str!("../../prompts/trial-critic-step.md")),
    ("trial-recommend-step", include_str!("../../prompts/trial-recommend-step.md")),
];

/// Why a prompt cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// No file of that name.
    #[error("no prompt {0}")]
    Unknown(String),
    /// Values that the template needs and nobody gave; all of them.
    #[error("prompt {prompt}: no value for {}", names.join(", "))]
    Missing {
        /// The prompt.
        prompt: String,
        /// The variables.
        names: Vec<String>,
    },
    /// The template is broken.
    #[error("prompt {prompt}: {why}")]
    Syntax {
        /// The prompt.
        prompt: String,
        /// What is wrong with it.
        why: String,
    },
}

/// All prompts, with the version that each step uses.
#[derive(Debug, Clone)]
pub struct Prompts {
    texts: BTreeMap<String, String>,
    chosen: BTreeMap<String, String>,
}

impl Default for Prompts {
    fn default() -> Self {
        let all = EMBEDDED.iter().copied().chain(registry::prompts());
        let texts = all.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        Self { texts, chosen: BTreeMap::new() }
    }
}

impl Prompts {
    /// Lays texts of an override folder over the embedded ones and selects versions.
    ///
    /// `versions` maps a prompt to a suffix: `interpret-step` → `v2` selects `interpret-step-v2`.
    ///
    /// # Errors
    /// A selected version that does not exist, or a broken template.
    pub fn with(
        mut self,
        overrides: BTreeMap<String, String>,
        versions: &BTreeMap<String, String>,
    ) -> Result<Self, PromptError> {
        for (name, text) in overrides {
            parse(&name, &text)?;
            self.texts.insert(name, text);
        }
        for (base, version) in versions {
            let name = if version == "v1" { base.clone() } else { format!("{base}-{version}") };
            if !self.texts.contains_key(&name) {
                return Err(PromptError::Unknown(name));
            }
            self.chosen.insert(base.clone(), name);
        }
        Ok(self)
    }

    /// The names of all prompts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The text of a prompt without substitution.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn raw(&self, name: &str) -> Result<&str, PromptError> {
        self.texts.get(name).map(String::as_str).ok_or_else(|| PromptError::Unknown(name.to_owned()))
    }

    /// The variables that the selected version of a prompt names; none of a broken or unknown one.
    #[must_use]
    pub fn variables(&self, base: &str) -> BTreeSet<&str> {
        let name = self.chosen.get(base).map_or(base, String::as_str);
        let text = self.raw(name).map(without_front_matter).unwrap_or_default();
        let names = parse(name, text).unwrap_or_default().into_iter().filter_map(|part| match part {
            Part::Value { name, .. } | Part::If(name) => Some(name),
            Part::Text(_) | Part::EndIf => None,
        });
        names.collect()
    }

    /// The words that ask for a correction in a language, if the prompt has its own: `interpret-step-repair-ru`.
    #[must_use]
    pub fn repair(&self, base: &str, language: &str) -> Option<&str> {
        let of = |language: &str| self.texts.get(&format!("{base}-repair-{language}"));
        of(language).or_else(|| of("ru")).map(String::as_str)
    }

    /// Renders the selected version of a prompt.
    ///
    /// # Errors
    /// An unknown prompt, or every variable without a value.
    pub fn render(
        &self,
        base: &str,
        values: &BTreeMap<&str, String>,
        schema: Arc<Value>,
    ) -> Result<Prompt, PromptError> {
        let name = self.chosen.get(base).map_or(base, String::as_str);
        let text = substitute(name, without_front_matter(self.raw(name)?), values)?;
        let (system, user) = text.split_once(USER_MARK).unwrap_or(("", text.as_str()));
        let (system, user) = (system.trim().to_owned(), user.trim().to_owned());
        let mut hasher = Sha256::new();
        hasher.update(system.as_bytes());
        hasher.update([0]);
        hasher.update(user.as_bytes());
        Ok(Prompt { name: name.to_owned(), hash: hex(&hasher.finalize()), system, user, schema, repair: None })
    }
}

/// The template without the front matter: that is for people and tests.
#[must_use]
pub fn without_front_matter(text: &str) -> &str {
    let rest = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    rest.map_or(text, |(_, template)| template)
}

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// SHA-256 of a text, hex.
#[must_use]
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

enum Part<'t> {
    Text(&'t str),
    Value { name: &'t str, fallback: Option<&'t str> },
    If(&'t str),
    EndIf,
}

fn parse<'t>(prompt: &str, template: &'t str) -> Result<Vec<Part<'t>>, PromptError> {
    let broken = |why: String| PromptError::Syntax { prompt: prompt.to_owned(), why };
    let mut parts = Vec::new();
    let mut rest = template;
    let mut open = 0_usize;
    while let Some(start) = rest.find("{{") {
        parts.push(Part::Text(&rest[..start]));
        let after = &rest[start + 2..];
        let end = after.find("}}").ok_or_else(|| broken("«{{» without «}}»".into()))?;
        let tag = after[..end].trim();
        rest = &after[end + 2..];
        parts.push(if tag == "/if" {
            open = open.checked_sub(1).ok_or_else(|| broken("«{{/if}}» without «{{#if}}»".into()))?;
            Part::EndIf
        } else if let Some(name) = tag.strip_prefix("#if ") {
            open += 1;
            Part::If(identifier(name).ok_or_else(|| broken(format!("«{name}» is no variable name")))?)
        } else {
            let (name, fallback) = tag.split_once('|').map_or((tag, None), |(name, text)| (name, Some(text.trim())));
            Part::Value {
                name: identifier(name).ok_or_else(|| broken(format!("«{name}» is no variable name")))?,
                fallback,
            }
        });
    }
    if open > 0 {
        return Err(broken("«{{#if}}» without «{{/if}}»".into()));
    }
    parts.push(Part::Text(rest));
    Ok(parts)
}

fn identifier(text: &str) -> Option<&str> {
    let text = text.trim();
    let good = !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    good.then_some(text)
}

/// Renders a template in one pass.
///
/// # Errors
/// A broken template, or all variables it names that have no value.
pub fn substitute(prompt: &str, template: &str, values: &BTreeMap<&str, String>) -> Result<String, PromptError> {
    let parts = parse(prompt, template)?;
    let missing: BTreeSet<&str> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Value { name, fallback: None } | Part::If(name) if !values.contains_key(name) => Some(*name),
            _ => None,
        })
        .collect();
    if !missing.is_empty() {
        let names = missing.into_iter().map(str::to_owned).collect();
        return Err(PromptError::Missing { prompt: prompt.to_owned(), names });
    }
    let given = |name: &str| values.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let mut out = String::with_capacity(template.len());
    // Depth of the conditional parts, and the depth at which text is being left out.
    let (mut depth, mut skipping) = (0_usize, None);
    for part in parts {
        match part {
            Part::If(name) => {
                depth += 1;
                if skipping.is_none() && given(name).is_none() {
                    skipping = Some(depth);
                }
            }
            Part::EndIf => {
                if skipping == Some(depth) {
                    skipping = None;
                }
                depth -= 1;
            }
            Part::Text(text) if skipping.is_none() => out.push_str(text),
            Part::Value { name, fallback } if skipping.is_none() => {
                out.push_str(given(name).or(fallback).unwrap_or_default());
            }
            _ => {}
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<'a>(pairs: &[(&'a str, &str)]) -> BTreeMap<&'a str, String> {
        pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
    }

    #[test]
    fn substitution_table() {
        let cases: &[(&str, &[(&str, &str)], &str)] = &[
            ("a {{x}} b", &[("x", "1")], "a 1 b"),
            ("{{ x }}{{y|нет}}", &[("x", "{{y}}"), ("y", "")], "{{y}}нет"),
            ("{{y|нет}}", &[], "нет"),
            ("{{#if x}}да {{x}}{{/if}}.", &[("x", "")], "."),
            ("{{#if x}}да {{x}}{{/if}}.", &[("x", "1")], "да 1."),
            ("{{#if a}}[{{#if b}}b{{/if}}]{{/if}}", &[("a", "1"), ("b", "")], "[]"),
            ("{{#if a}}[{{#if b}}b{{/if}}]{{/if}}!", &[("a", ""), ("b", "1")], "!"),
        ];
        for (template, given, want) in cases {
            assert_eq!(substitute("t", template, &values(given)).unwrap(), *want, "{template}");
        }
    }

    #[test]
    fn all_missing_variables_are_named() {
        let error = substitute("t", "{{b}} {{a}} {{#if c}}{{/if}} {{d|x}}", &values(&[])).unwrap_err();
        assert_eq!(error.to_string(), "prompt t: no value for a, b, c");
    }

    #[test]
    fn broken_templates_are_refused() {
        for template in ["{{x", "{{/if}}", "{{#if x}}", "{{Имя}}", "{{}}"] {
            assert!(
                matches!(substitute("t", template, &values(&[("x", "1")])), Err(PromptError::Syntax { .. })),
                "{template}"
            );
        }
    }

    #[test]
    fn versions_and_overrides() {
        let pick = |base: &str, version: &str| BTreeMap::from([(base.to_owned(), version.to_owned())]);
        assert!(Prompts::default().with(BTreeMap::new(), &pick("interpret-step", "v9")).is_err());
        let own = BTreeMap::from([("interpret-step-v9".to_owned(), format!("S{USER_MARK}U {{{{x}}}}"))]);
        let prompts = Prompts::default().with(own, &pick("interpret-step", "v9")).unwrap();
        let prompt = prompts.render("interpret-step", &values(&[("x", "1")]), Arc::new(Value::Null)).unwrap();
        assert_eq!(
            (prompt.name.as_str(), prompt.system.as_str(), prompt.user.as_str()),
            ("interpret-step-v9", "S", "U 1")
        );
        assert_eq!(prompt.hash.len(), 64);
    }
}
