//! Which document a file holds, and which edition of it: from its numbers and its first page, never from a status.

use crate::engine::address::{Address, acts, print};
use crate::engine::corpus::{Imported, ImportedNode, ImportedPage};
use crate::engine::text::full_dates::full_dates;
use crate::model::source::DocumentKind;
use regex::Regex;
use std::sync::LazyLock;

/// What an edition is called, before its nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// `ru.sp.63.13330.2018`.
    pub document: String,
    /// `RU`, `UA`, `KR`.
    pub jurisdiction: String,
    /// What it is.
    pub kind: DocumentKind,
    /// As people cite it.
    pub short: String,
    /// The full title.
    pub title: String,
    /// Label of the edition.
    pub label: String,
    /// First day in force.
    pub valid_from: Option<String>,
    /// First day no longer in force.
    pub valid_to: Option<String>,
}

/// The label of an edition whose day nobody has told.
pub const UNDATED: &str = "undated";

static AMENDMENTS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)изм(?:енени\p{L}*|\.)\s*(?:№|N)?\s*(\d+(?:\s*[-–,]\s*(?:№|N)?\s*\d+)*)").ok());
static DAY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b(\d{2})\.(\d{2})\.(\d{4})\b").ok());
static LAW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(\d{1,2})(?:\.(\d{2})\.| (января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря) )(\d{4})(?:\s*(?:года|г\.))?\s*(?:N|№)\s*(\d+(?:-\d)?)(-ФЗ)?").ok()
});

impl Identity {
    /// An act of the register in an edition.
    #[must_use]
    pub fn of_act(id: &str, label: &str) -> Option<Self> {
        let act = acts::embedded().ok()?.get(id)?;
        Some(Self {
            document: act.id.clone(),
            jurisdiction: act.jurisdiction.clone(),
            kind: act.kind,
            short: act.short.clone(),
            title: act.title.clone(),
            label: label.to_owned(),
            valid_from: None,
            valid_to: None,
        })
    }

    /// A set of building rules by its number.
    #[must_use]
    pub fn of_rules(number: &str, title: &str, label: &str) -> Self {
        let id = format!("ru.sp.{number}");
        Self::of_act(&id, label).unwrap_or_else(|| Self {
            document: id,
            jurisdiction: "RU".to_owned(),
            kind: DocumentKind::CodeOfPractice,
            short: format!("СП {number}"),
            title: title.to_owned(),
            label: label.to_owned(),
            valid_from: None,
            valid_to: None,
        })
    }

    /// A law or decree by its first page and the number that a collector noted, perhaps cut at the hyphen.
    #[must_use]
    pub fn of_law(noted: &str, first: &str, title: &str, label: &str, decree: bool) -> Option<Self> {
        let wanted = noted.trim_end_matches("-ФЗ").trim_end_matches('-');
        let found = LAW.as_ref()?.captures_iter(first).find(|found| &found[5] == wanted)?;
        let year = &found[4];
        let (id, short, kind) = if decree {
            (format!("ru.pp.{wanted}.{year}"), format!("ПП РФ № {wanted}"), DocumentKind::Decree)
        } else {
            (format!("ru.fz.{wanted}.{year}"), format!("{wanted}-ФЗ"), DocumentKind::Law)
        };
        Some(Self::of_act(&id, label).unwrap_or_else(|| Self {
            document: id,
            jurisdiction: "RU".to_owned(),
            kind,
            short,
            title: title.to_owned(),
            label: label.to_owned(),
            valid_from: None,
            valid_to: None,
        }))
    }

    /// A document that the register does not know, by the name of its file.
    #[must_use]
    pub fn of_file(name: &str, title: &str, jurisdiction: &str) -> Self {
        Self {
            document: format!("doc.{}", slug(name)),
            jurisdiction: jurisdiction.to_owned(),
            kind: DocumentKind::Other,
            short: title.to_owned(),
            title: title.to_owned(),
            label: UNDATED.to_owned(),
            valid_from: None,
            valid_to: None,
        }
    }

    /// The whole edition.
    #[must_use]
    pub fn with(self, mut nodes: Vec<ImportedNode>, pages: Vec<ImportedPage>, remarks: Vec<String>) -> Imported {
        // Addresses are printed by the grammar that reads them, wherever it knows the place.
        for node in &mut nodes {
            if let Some(address) =
                Address::from_path(&self.document, &node.path).filter(|address| !address.path.is_empty())
            {
                node.address = format!("{} {}", self.short, print::way(&address.path, Some(&self.jurisdiction)));
            }
        }
        Imported {
            document: self.document,
            jurisdiction: self.jurisdiction,
            kind: self.kind,
            short: self.short,
            title: self.title,
            label: self.label,
            valid_from: self.valid_from,
            valid_to: self.valid_to,
            nodes,
            pages,
            remarks,
        }
    }
}

/// The label that a note about amendments gives: «с Изменениями N 1, 2» → `Изм. 1, 2`; «ред. от 30.04.2021» → its day.
#[must_use]
pub fn label(note: &str) -> String {
    if let Some(found) = AMENDMENTS.as_ref().and_then(|rule| rule.captures(note)) {
        let numbers: String = found[1].chars().filter(|c| c.is_ascii_digit() || "-–,".contains(*c)).collect();
        return format!("Изм. {}", numbers.replace('–', "-").replace(',', ", "));
    }
    last_day(note).unwrap_or_else(|| UNDATED.to_owned())
}

/// The last day that a text names, as `30.04.2021`.
#[must_use]
pub fn last_day(text: &str) -> Option<String> {
    let day = full_dates(text).into_iter().map(|(_, day)| day).max()?;
    Some(format!("{:02}.{:02}.{}", day.day(), day.month(), day.year()))
}

/// The day of a label as `2023-07-24`, and the part of the act that it is of, where it is of one.
#[must_use]
pub fn day_of(label: &str) -> (Option<String>, Option<&str>) {
    let (day, part) = match label.split_once(", часть ") {
        Some((day, part)) => (day, Some(part)),
        None => (label, None),
    };
    let numbers: Vec<&str> = day.split(['.', '-']).collect();
    let day = match numbers.as_slice() {
        [d, m, y] if d.len() == 2 && m.len() == 2 && y.len() == 4 => Some(format!("{y}-{m}-{d}")),
        [y, m, d] if y.len() == 4 && m.len() == 2 && d.len() == 2 => Some(format!("{y}-{m}-{d}")),
        _ => None,
    };
    (day.filter(|day| day.bytes().all(|b| b.is_ascii_digit() || b == b'-')), part)
}

/// The label as a part of an address: `izm1`, `2021-04-30`, `undated`.
#[must_use]
pub fn label_slug(label: &str) -> String {
    if let Some(found) = DAY.as_ref().and_then(|day| day.captures(label)).filter(|found| found[0].len() == label.len())
    {
        return format!("{}-{}-{}", &found[3], &found[2], &found[1]);
    }
    if let (Some(day), Some(part)) = day_of(label) {
        return format!("{day}-part{}", slug(part));
    }
    if let Some(numbers) = label.strip_prefix("Изм. ") {
        return format!("izm{}", numbers.replace(", ", "-"));
    }
    slug(label)
}

/// Letters and digits in small letters, everything else a hyphen; Cyrillic in Latin letters.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match latin(c) {
            Some(letters) => out.push_str(letters),
            None if c.is_ascii_alphanumeric() || c == '.' || ('가'..='힣').contains(&c) => out.push(c),
            None if !out.is_empty() && !out.ends_with('-') => out.push('-'),
            None => {}
        }
    }
    let out = out.trim_matches(['-', '.']).to_owned();
    if out.is_empty() { "x".to_owned() } else { out }
}

fn latin(c: char) -> Option<&'static str> {
    const PAIRS: [(char, &str); 37] = [
        ('а', "a"),
        ('б', "b"),
        ('в', "v"),
        ('г', "g"),
        ('ґ', "g"),
        ('д', "d"),
        ('е', "e"),
        ('ё', "e"),
        ('є', "ie"),
        ('ж', "zh"),
        ('з', "z"),
        ('и', "i"),
        ('і', "i"),
        ('ї', "i"),
        ('й', "i"),
        ('к', "k"),
        ('л', "l"),
        ('м', "m"),
        ('н', "n"),
        ('о', "o"),
        ('п', "p"),
        ('р', "r"),
        ('с', "s"),
        ('т', "t"),
        ('у', "u"),
        ('ф', "f"),
        ('х', "kh"),
        ('ц', "ts"),
        ('ч', "ch"),
        ('ш', "sh"),
        ('щ', "shch"),
        ('ъ', ""),
        ('ы', "y"),
        ('ь', ""),
        ('э', "e"),
        ('ю', "iu"),
        ('я', "ia"),
    ];
    PAIRS.iter().find(|(letter, _)| *letter == c).map(|(_, letters)| *letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        for (note, expected, slug) in [
            ("с Изменением N 1", "Изм. 1", "izm1"),
            ("с изменениями № 1-4", "Изм. 1-4", "izm1-4"),
            ("с Изменениями N 1, 2, 3", "Изм. 1, 2, 3", "izm1-2-3"),
            ("ред. от 30.04.2021", "30.04.2021", "2021-04-30"),
            ("в ред. Федеральных законов от 02.07.2013 N 185-ФЗ, от 25.12.2023 N 653-ФЗ", "25.12.2023", "2023-12-25"),
            ("Актуализированная редакция", "undated", "undated"),
        ] {
            assert_eq!(label(note), expected, "{note}");
            assert_eq!(label_slug(expected), slug);
        }
    }

    #[test]
    fn a_cut_number_is_whole_again() {
        let first = "22 июля 2008 года\nN 123-ФЗ\nФЕДЕРАЛЬНЫЙ ЗАКОН";
        let law = Identity::of_law("123-", first, "О складах", "undated", false).unwrap();
        assert_eq!((law.short.as_str(), law.document.as_str()), ("123-ФЗ", "ru.fz.123.2008"));
        let decree =
            Identity::of_law("987", "Постановление от\n16.02.2008 N 987", "О складах", "undated", true).unwrap();
        assert_eq!((decree.short.as_str(), decree.document.as_str()), ("ПП РФ № 987", "ru.pp.987.2008"));
        assert_eq!(Identity::of_law("5", "без номера", "", "", false), None);
    }
}
