//! Our own register of editions, `knowledge/currency.toml`: what is in force and what took its place.
//!
//! A collector's status field is never asked. A record that nobody has compared with the official source can warn
//! («заменён»), but it cannot say that an act is in force.

use crate::engine::address::acts;
use crate::engine::fold::folded;
use crate::engine::knowledge::load::LoadError;
use crate::model::source::Currency;
use serde::Deserialize;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../knowledge/currency.toml");
const FILE: &str = "knowledge/currency.toml";

static REGISTER: LazyLock<Result<Vec<EditionRecord>, LoadError>> = LazyLock::new(|| from_text(TEXT));

/// What is known about an edition, or about an act whole.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionRecord {
    /// Id of the act.
    pub document: String,
    /// Label of the edition; empty means the act whole.
    #[serde(default)]
    pub edition: String,
    /// First day in force, `YYYY-MM-DD`.
    #[serde(default)]
    pub from: Option<String>,
    /// First day no longer in force.
    #[serde(default)]
    pub to: Option<String>,
    /// What took its place, as people cite it.
    #[serde(default)]
    pub replaced_by: Option<String>,
    /// What the record rests on.
    pub basis: String,
    /// When somebody looked, `YYYY-MM-DD`.
    pub checked_at: String,
    /// Who compared it with the official source, or `unreviewed`.
    pub checked_by: String,
}

impl EditionRecord {
    /// Whether somebody compared it with the official source.
    #[must_use]
    pub fn reviewed(&self) -> bool {
        self.checked_by != "unreviewed"
    }
}

/// All records.
///
/// # Errors
/// The first broken record.
pub fn embedded() -> Result<&'static [EditionRecord], LoadError> {
    REGISTER.as_deref().map_err(Clone::clone)
}

/// Records from the text of a file.
///
/// # Errors
/// The first broken record, with its act.
pub fn from_text(text: &str) -> Result<Vec<EditionRecord>, LoadError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(rename = "edition")]
        editions: Vec<EditionRecord>,
    }
    let broken = |field: String, why: String| LoadError { file: FILE.to_owned(), field, why };
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        broken(format!("line {line}"), error.message().to_owned())
    })?;
    for record in &file.editions {
        let field = |name: &str| format!("{}.{name}", record.document);
        if acts::embedded()?.get(&record.document).is_none() {
            return Err(broken(field("document"), "no such act in knowledge/acts.toml".into()));
        }
        let dates =
            [("from", record.from.as_ref()), ("to", record.to.as_ref()), ("checked_at", Some(&record.checked_at))];
        for (name, date) in dates {
            if date.is_some_and(|date| date.parse::<jiff::civil::Date>().is_err()) {
                return Err(broken(field(name), "a date is YYYY-MM-DD".into()));
            }
        }
        if record.basis.trim().is_empty() {
            return Err(broken(field("basis"), "say what the record rests on".into()));
        }
    }
    Ok(file.editions)
}

/// Records about an edition, those about the act whole first.
pub fn records<'a>(document: &'a str, label: &'a str) -> impl Iterator<Item = &'a EditionRecord> {
    let all = REGISTER.as_deref().unwrap_or_default();
    let of = move |whole: bool| {
        all.iter().filter(move |record| {
            record.document == document
                && record.edition.is_empty() == whole
                && (whole || folded(&record.edition) == folded(label))
        })
    };
    of(true).chain(of(false))
}

/// Whether an edition is in force on a day (`YYYY-MM-DD`), by the register.
#[must_use]
pub fn currency(document: &str, label: &str, on: &str) -> Currency {
    let mut in_force = Currency::Unchecked;
    for record in records(document, label) {
        let checked_at = record.checked_at.clone();
        match (&record.to, &record.replaced_by) {
            (Some(to), Some(by)) if on >= to.as_str() => {
                return Currency::Replaced { from: to.clone(), by: by.clone(), checked_at };
            }
            (Some(to), None) if on >= to.as_str() => return Currency::Repealed { from: to.clone(), checked_at },
            _ => {}
        }
        if record.reviewed() && record.from.as_deref().is_none_or(|from| on >= from) {
            in_force = Currency::InForce { checked_at };
        }
    }
    in_force
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_register_is_sound() {
        assert!(embedded().unwrap().len() >= 8);
    }

    #[test]
    fn what_took_its_place() {
        let by = |document: &str, label: &str, on: &str| match currency(document, label, on) {
            Currency::Replaced { by, .. } => by,
            other => format!("{other:?}"),
        };
        assert_eq!(by("ru.sp.54.13330.2016", "", "2026-01-01"), "СП 54.13330.2022");
        assert_eq!(by("ru.sp.54.13330.2016", "2016", "2020-01-01"), "Unchecked");
        assert_eq!(by("ru.sp.50.13330.2012", "x", "2026-01-01"), "СП 50.13330.2024");
        assert_eq!(by("ru.sp.52-101-2003", "x", "2026-01-01"), "СП 63.13330.2018");
        assert_eq!(by("ru.sp.63.13330.2018", "Изм. 1", "2026-01-01"), "Изм. 2");
        assert_eq!(by("ru.gk", "11.03.2025", "2026-01-01"), "Unchecked", "silence is not force");
        assert!(matches!(currency("ua.commercial", "", "2026-01-01"), Currency::Repealed { .. }));
        assert_eq!(currency("ru.sp.54.13330.2022", "", "2026-01-01"), Currency::Unchecked, "nobody has reviewed it");
    }

    #[test]
    fn a_broken_record_is_named() {
        let error = from_text(&TEXT.replacen("ru.sp.54.13330.2016", "ru.sp.0", 1)).unwrap_err();
        assert_eq!(error.field, "ru.sp.0.document");
        assert!(from_text(&TEXT.replacen("2022-06-14", "14.06.2022", 1)).unwrap_err().field.ends_with(".to"));
    }
}
