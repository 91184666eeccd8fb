//! Reads packs: a bad one is refused with its file and field, nothing is half-loaded.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::knowledge::rows;
use crate::engine::{prompt, schema};
use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;

/// `$id` of the schema of a pack.
pub const PACK_SCHEMA: &str = "schema://legalagi/contract_pack/1.0.0";

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/contracts");

/// Why a pack cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {field}: {why}")]
pub struct LoadError {
    /// The file.
    pub file: String,
    /// The key or pointer inside it.
    pub field: String,
    /// What is wrong.
    pub why: String,
}

/// A file of the program's own data; what is wrong with it is told with its line.
pub(crate) fn toml_file<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, LoadError> {
    toml::from_str(text).map_err(|error| LoadError {
        file: file.to_owned(),
        field: error.span().map_or_else(
            || "/".to_owned(),
            |span| format!("line {}", text[..span.start.min(text.len())].matches('\n').count() + 1),
        ),
        why: error.message().to_owned(),
    })
}

/// The packs that the program carries.
///
/// # Errors
/// The first broken pack.
pub fn embedded() -> Result<Knowledge, LoadError> {
    let files: Vec<(String, String)> = EMBEDDED
        .files()
        .filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"))
        .map(|file| {
            let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, file.contents_utf8().unwrap_or_default().to_owned())
        })
        .collect();
    from_files(files)
}

/// Packs from `(file name, text)` pairs.
///
/// # Errors
/// The first broken pack, with file and field.
pub fn from_files(mut files: Vec<(String, String)>) -> Result<Knowledge, LoadError> {
    files.sort();
    let hash = prompt::sha256(&files.iter().map(|(name, text)| format!("{name}\0{text}\0")).collect::<String>());
    let packs = files.iter().map(|(name, text)| one(name, text)).collect::<Result<Vec<_>, _>>()?;
    Ok(Knowledge { packs, hash })
}

fn one(file: &str, text: &str) -> Result<Pack, LoadError> {
    let broken = |field: &str, why: String| LoadError { file: file.to_owned(), field: field.to_owned(), why };
    let value: Value = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        broken(&format!("line {line}"), error.message().to_owned())
    })?;
    if let Some(problem) = schema::check(PACK_SCHEMA, &value).into_iter().next() {
        return Err(broken(problem.pointer.as_deref().unwrap_or("/"), problem.message));
    }
    let mut pack: Pack = serde_json::from_value(value).map_err(|error| broken("/", error.to_string()))?;
    if file != format!("{}.toml", pack.id) {
        return Err(broken("/id", format!("the file of {} must be called {}.toml", pack.id, pack.id)));
    }
    rows::expand(&mut pack);
    consistent(&pack).map_err(|(field, why)| broken(&field, why))?;
    Ok(pack)
}

type Fault = (String, String);

/// What a schema cannot say: names that must meet.
fn consistent(pack: &Pack) -> Result<(), Fault> {
    unique("field.pointer", pack.fields.iter().map(|f| f.pointer.as_str()))?;
    unique("term.key", pack.terms.iter().map(|t| t.key.as_str()))?;
    unique("question.id", pack.questions.iter().map(|q| q.id.as_str()))?;
    unique("default.id", pack.defaults.iter().map(|d| d.id.as_str()))?;
    for party in &pack.parties {
        if pack.term(&party.term).is_none() {
            return Err((format!("party.{}.term", party.role), format!("no term {}", party.term)));
        }
    }
    for term in &pack.terms {
        if !term.key.starts_with(&format!("{}.", pack.id)) {
            return Err((format!("term.{}", term.key), format!("a key starts with {}.", pack.id)));
        }
        for at in term.needs.iter().flat_map(|need| need.split('|')) {
            known(pack, at.trim()).map_err(|why| (format!("term.{}.needs", term.key), why))?;
        }
    }
    for question in &pack.questions {
        let place = |what: &str| format!("question.{}.{what}", question.id);
        for key in &question.terms {
            if pack.term(key).is_none() {
                return Err((place("terms"), format!("no term {key}")));
            }
        }
        for at in &question.targets {
            known(pack, at).map_err(|why| (place("targets"), why))?;
        }
        for id in &question.usual {
            if !pack.defaults.iter().any(|default| &default.id == id) {
                return Err((place("usual"), format!("no default {id}")));
            }
        }
        for at in question.choices.iter().flat_map(|choice| choice.sets.keys()) {
            known(pack, at).map_err(|why| (place("choice.sets"), why))?;
        }
    }
    for default in &pack.defaults {
        for at in default.sets.keys() {
            known(pack, at).map_err(|why| (format!("default.{}.sets", default.id), why))?;
        }
    }
    for rule in &pack.computed {
        for at in rule.inputs.iter().chain([&rule.pointer]) {
            known(pack, at).map_err(|why| (format!("computed.{}", rule.pointer), why))?;
        }
    }
    for field in pack.fields.iter().filter(|f| f.kind == FieldKind::Choice) {
        if field.options.is_empty() {
            return Err((format!("field.{}.option", field.pointer), "a choice has options".into()));
        }
    }
    Ok(())
}

/// Whether a pointer is a field of the pack, lies in one, or belongs to a party.
fn known(pack: &Pack, at: &str) -> Result<(), String> {
    if pack.knows(at) { Ok(()) } else { Err(format!("no field {at}")) }
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err((what.to_owned(), format!("{name} stands twice")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_packs_are_sound() {
        let knowledge = embedded().unwrap();
        assert!(knowledge.packs.len() >= 4, "{}", knowledge.packs.len());
        for pack in &knowledge.packs {
            for term in &pack.terms {
                assert!(!term.article.is_empty() && !term.consequence.is_empty(), "{}", term.key);
            }
        }
    }

    #[test]
    fn a_bad_pack_is_named_with_its_field() {
        let good = EMBEDDED.get_file("vehicle_lease.toml").unwrap().contents_utf8().unwrap();
        let load = |text: String| from_files(vec![("vehicle_lease.toml".into(), text)]).unwrap_err();
        assert_eq!(load(good.replace("id = \"vehicle_lease\"", "idd = \"vehicle_lease\"")).file, "vehicle_lease.toml");
        let error = load(format!("colour = \"red\"\n{good}"));
        assert!(error.to_string().contains("colour"), "{error}");
        let error = load(good.replace("term = \"vehicle_lease.lessor\"", "term = \"vehicle_lease.nobody\""));
        assert_eq!(error.field, "party.lessor.term");
        let error = load("id = ".into());
        assert!(error.field.starts_with("line"), "{error}");
    }
}
