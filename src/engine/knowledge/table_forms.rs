//! How tables are printed whose text arrives one cell per line: `knowledge/norms/tables.toml`. A form holds the shape
//! of a print and the names of its columns, never its values.

use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::research::Review;
use serde::Deserialize;
use std::sync::LazyLock;

/// How the lines of a table follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Words of a row, then its values.
    #[default]
    Words,
    /// One line that names the row, whatever it is, then its values.
    Single,
    /// The keys stand in the heading, one line of words and the values below them.
    Across,
    /// Places of a gazetteer: rows with other than all values are left out.
    Places,
    /// Values in the order of the rows; words stand around them.
    Scattered,
    /// Names of several rows, then the values of all of them, in one order.
    Blocks,
    /// Names of several rows, then the values of all of them, column by column.
    Stacked,
    /// Numbered rows whose values the print breaks over lines: `value` tells them in the joined line, the name first, then
    /// the key, then the values.
    Numbered,
}

/// The form of a table, or of a part of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// As the document is cited.
    pub document: String,
    /// Its number.
    pub table: String,
    /// How its lines follow each other.
    #[serde(default)]
    pub kind: Kind,
    /// The line after which the rows may begin.
    #[serde(default)]
    pub after: String,
    /// What the first row begins with.
    pub first: String,
    /// Names of the value columns.
    pub columns: Vec<String>,
    /// The unit of all columns.
    #[serde(default)]
    pub unit: String,
    /// The units of the columns, where they differ.
    #[serde(default)]
    pub units: Vec<String>,
    /// How many rows there are; of a gazetteer at least.
    pub rows: usize,
    /// Rows follow that the form does not know.
    #[serde(default)]
    pub more: bool,
    /// Names of the rows, where the print lost letters.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Headings above the rows, one for each row.
    #[serde(default)]
    pub parts: Vec<String>,
    /// What stands before every name of a row.
    #[serde(default)]
    pub prefix: String,
    /// What a value looks like, where it is not a number.
    #[serde(default)]
    pub value: String,
    /// What stands for the last values of a row that the print leaves out; empty where every row is whole.
    #[serde(default)]
    pub missing: String,
    /// What stands beside the values of a row, where its name does not.
    #[serde(default)]
    pub anchors: Vec<String>,
    /// What the key of a numbered row is: «плотность, кг/м3».
    #[serde(default)]
    pub keyed: String,
    /// Lines inside the rows that belong to none.
    #[serde(default)]
    pub skip: Vec<String>,
}

impl Form {
    /// The unit of a column, from 0.
    #[must_use]
    pub fn unit_of(&self, column: usize) -> &str {
        self.units.get(column).map_or(self.unit.as_str(), String::as_str)
    }

    /// The heading of a column with its unit.
    #[must_use]
    pub fn heading(&self, column: usize) -> String {
        let name = self.columns.get(column).map_or("", String::as_str);
        match self.unit_of(column) {
            "" => name.to_owned(),
            unit => format!("{name}, {unit}"),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forms {
    review: Review,
    #[serde(rename = "form")]
    forms: Vec<Form>,
}

static FORMS: LazyLock<Result<Forms, LoadError>> =
    LazyLock::new(|| load::toml_file("norms/tables.toml", include_str!("../../../knowledge/norms/tables.toml")));

/// The forms that the program carries.
///
/// # Errors
/// A file that cannot be read, with its line.
pub fn embedded() -> Result<(&'static [Form], &'static Review), LoadError> {
    FORMS.as_ref().map(|read| (read.forms.as_slice(), &read.review)).map_err(Clone::clone)
}

/// The forms of one table: its parts in their order.
#[must_use]
pub fn of(document: &str, table: &str) -> Vec<&'static Form> {
    let all = FORMS.as_ref().map(|read| read.forms.as_slice()).unwrap_or_default();
    all.iter().filter(|form| form.document == document && form.table == table).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    #[test]
    fn every_form_is_whole() {
        let (forms, review) = embedded().unwrap();
        assert!(!review.source.is_empty());
        for form in forms {
            let name = format!("{} {}", form.document, form.table);
            assert!(!form.columns.is_empty() && !form.first.is_empty() && form.rows > 0, "{name}");
            assert!(form.units.is_empty() || form.units.len() == form.columns.len(), "{name}: units");
            assert!(form.labels.is_empty() || form.labels.len() == form.rows, "{name}: labels");
            assert!(form.parts.is_empty() || form.parts.len() == form.rows, "{name}: parts");
            let named = !matches!(form.kind, Kind::Scattered | Kind::Stacked) || form.labels.len() == form.rows;
            assert!(named, "{name}: such rows need names");
            assert!(Regex::new(&form.value).is_ok(), "{name}: value");
            for (at, column) in form.columns.iter().enumerate() {
                assert!(!form.columns[..at].contains(column), "{name}: two columns {column}");
            }
        }
    }
}
