//! Of several editions of one act the one that stands on a day: editions are chosen by date, never mixed.

use crate::engine::corpus::read::identity::day_of;
use crate::model::source::EditionRow;

/// Whether another of these editions takes the place of this one on a day (`YYYY-MM-DD`): a later one of the same act, of
/// the whole or of the same part. Of an edition without a day any one with a day takes the place.
#[must_use]
pub fn is_superseded<'a>(row: &EditionRow, all: impl Iterator<Item = &'a EditionRow>, on: &str) -> bool {
    let (own, part) = day(row);
    all.filter(|other| other.document == row.document && other.edition != row.edition).any(|other| {
        let (day, covers) = day(other);
        let Some(day) = day.filter(|day| day.as_str() <= on) else { return false };
        let whole = covers.is_none() || covers == part;
        whole && own.as_ref().is_none_or(|own| *own < day || *own == day && covers.is_none() && part.is_some())
    })
}

/// The day of an edition: when it came into force, else the day of its label.
fn day(row: &EditionRow) -> (Option<String>, Option<&str>) {
    let (day, part) = day_of(&row.label);
    (row.valid_from.clone().or(day), part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::source::{Currency, DocumentKind};

    fn row(label: &str) -> EditionRow {
        EditionRow {
            edition: format!("ru.x@{label}"),
            document: "ru.x".into(),
            short: "X".into(),
            title: "X".into(),
            jurisdiction: "RU".into(),
            kind: DocumentKind::Code,
            label: label.into(),
            valid_from: None,
            valid_to: None,
            currency: Currency::Unchecked,
            nodes: 1,
            pages: 0,
            sha256: String::new(),
            file: String::new(),
            imported_at: String::new(),
        }
    }

    #[test]
    fn the_last_edition_before_the_day_stands_and_parts_stand_beside_each_other() {
        let rows = [row("04.08.2023, часть 1"), row("24.07.2023, часть 2"), row("11.03.2025"), row("undated")];
        let left = |on: &str, rows: &[EditionRow]| -> Vec<String> {
            rows.iter().filter(|own| !is_superseded(own, rows.iter(), on)).map(|own| own.label.clone()).collect()
        };
        assert_eq!(left("2026-01-01", &rows), ["11.03.2025"]);
        assert_eq!(left("2026-01-01", &rows[..2]).len(), 2);
        // A part takes the place of no whole act; what has not begun supersedes nothing.
        assert_eq!(left("2024-01-01", &rows).len(), 4);
    }
}
