//! Files with text per printed page: what every page repeats is the print's, not the document's.

use crate::engine::corpus::ImportedPage;
use crate::engine::corpus::read::{clean, folios};
use regex::Regex;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A line of the document with the page it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its words, spaces collapsed.
    pub text: String,
    /// Spaces in front of its last word group: a formula's number stands far to the right.
    pub gap: usize,
    /// Page, from 1.
    pub page: u32,
}

/// Lines of a print that are recognised by themselves.
static PRINT: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"(?i)^страница\s+\d+(\s+из\s+\d+)?$",
        r"(?i)^документ (сохранен|предоставлен)\b",
        r"^КонсультантПлюс$",
        r"(?i)^надежная правовая поддержка$",
        r"(?i)^(https?://)?(www\.)?consultant\.ru/?$",
        r"(?i)^дата сохранения:",
        r"^ИС «(Кодекс|Техэксперт)",
        r"(?i)^внимание! документ включен",
        r"^\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}$",
        r"^https?://\S+$",
        r"(?i)^издание официальное$",
        r"(?i)^применяется с \d{2}\.\d{2}\.\d{4} взамен\b",
        r#"^"Примечания"$"#,
        r"^[Вв]\s?НАБОР$",
    ]
    .iter()
    .filter_map(|pattern| Regex::new(pattern).ok())
    .collect()
});

/// The designation of a set of rules alone at the edge of a page, letter-spaced or misread: «С П 51,13330.2011».
static DESIGNATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^С\s?П\s?\d{1,3}[.,]\s?\d{4,7}[.,]\s?\d{4}\W?\w?$").ok());

/// Lines looked at on both ends of a page.
const EDGE: usize = 14;

/// Pages cleaned, and their lines without what the print added. The number says how many lines were left out.
#[must_use]
pub fn lines(raw: &[String]) -> (Vec<ImportedPage>, Vec<Line>, usize) {
    let cleaned: Vec<String> = raw.iter().map(|text| clean::characters(text)).collect();
    let repeated = repeated(&cleaned);
    let numbered = numbered(&cleaned);
    let (mut pages, mut lines, mut dropped) = (Vec::new(), Vec::new(), 0);
    for (index, text) in cleaned.iter().enumerate() {
        let page = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let all: Vec<&str> = text.lines().collect();
        let mut printed = String::new();
        let mut kept = Vec::new();
        for (at, line) in all.iter().enumerate() {
            let words = clean::line(line);
            let edge = at < EDGE || at + EDGE >= all.len();
            if words.is_empty() || is_dotted(&words) {
                continue;
            }
            let headed = || {
                repeated.contains_key(&shape(&words)) || DESIGNATION.as_ref().is_some_and(|own| own.is_match(&words))
            };
            if PRINT.iter().any(|print| print.is_match(&words)) || edge && headed() {
                dropped += 1;
                continue;
            }
            if numbered[index].contains(&Some(at)) {
                printed = words;
                continue;
            }
            let gap = line.trim_end().len() - line.trim_end().trim_start().len();
            kept.push(Line { text: words, gap, page });
        }
        let text = kept.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        pages.push(ImportedPage { printed, text, image: String::new() });
        lines.append(&mut kept);
    }
    (pages, lines, dropped)
}

/// Lines with letters that stand at the edge of two pages in five, digits apart.
fn repeated(pages: &[String]) -> HashMap<String, usize> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for text in pages {
        let all: Vec<&str> = text.lines().collect();
        let mut seen = Vec::new();
        for (at, line) in all.iter().enumerate() {
            if at < EDGE || at + EDGE >= all.len() {
                let shape = shape(&clean::line(line));
                let letters = shape.chars().filter(|c| c.is_alphabetic()).count();
                if letters > 1 && shape.chars().count() > 5 && !seen.contains(&shape) {
                    seen.push(shape);
                }
            }
        }
        for shape in seen {
            *counts.entry(shape).or_default() += 1;
        }
    }
    let enough = (pages.len() * 2 / 5).max(4);
    counts.retain(|_, count| *count >= enough);
    counts
}

fn shape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if !c.is_ascii_digit() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with('#') {
            out.push('#');
        }
    }
    out
}

/// A line of a table of contents: leaders of dots.
fn is_dotted(line: &str) -> bool {
    line.contains(".....") || line.contains(". . . .")
}

/// For each page the lines at its top and at its bottom that are its number.
fn numbered(pages: &[String]) -> Vec<[Option<usize>; 2]> {
    let edge = |text: &String, bottom: bool| -> Option<(usize, String)> {
        let mut lines = text.lines().map(clean::line).enumerate().filter(|(_, words)| !words.is_empty());
        if bottom { lines.last() } else { lines.next() }
    };
    let side = |bottom: bool| -> Vec<Option<usize>> {
        let ends: Vec<Option<(usize, String)>> = pages.iter().map(|text| edge(text, bottom)).collect();
        let words: Vec<Option<&str>> = ends.iter().map(|end| end.as_ref().map(|(_, words)| words.as_str())).collect();
        let is_number = folios::find(&words);
        ends.iter().zip(is_number).map(|(end, own)| end.as_ref().filter(|_| own).map(|(at, _)| *at)).collect()
    };
    side(false).into_iter().zip(side(true)).map(|(top, bottom)| [top, bottom]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_page_repeats_goes_and_the_rest_stays() {
        let page = |n: usize| {
            format!("ПРАВИЛА СКЛАДОВ\nСтраница {n}\n1.{n} Проход держат свободным.\nОсобая строка {n} а.\n{n}")
        };
        let raw: Vec<String> = (1..=6).map(page).collect();
        let mut raw = raw;
        raw[2].push_str("\nТолько здесь");
        let (pages, lines, dropped) = lines(&raw);
        assert_eq!(pages.len(), 6);
        assert_eq!(pages[0].printed, "1");
        // The title, the page line and the line that differs by its number only.
        assert!(dropped >= 12, "{dropped}");
        assert!(lines.iter().any(|line| line.text == "Только здесь" && line.page == 3));
        assert!(!lines.iter().any(|line| line.text.contains("ПРАВИЛА СКЛАДОВ")));
    }

    #[test]
    fn the_last_value_of_a_table_is_no_page_number() {
        let page = |n: usize, last: &str| format!("4.{n} {0} слова.\nещё {0}\nконец {0}\n{last}", "абвгдеж".repeat(n));
        let raw: Vec<String> = [(1, "12"), (2, "13"), (3, "300"), (4, "15"), (5, "16"), (6, "17 "), (7, "40")]
            .map(|(n, last)| page(n, last))
            .into();
        let (pages, lines, _) = lines(&raw);
        let printed: Vec<&str> = pages.iter().map(|page| page.printed.as_str()).collect();
        assert_eq!(printed, ["12", "13", "", "15", "16", "17", ""]);
        assert!(lines.iter().any(|line| line.text == "300" && line.page == 3));
        assert!(pages[6].text.ends_with("\n40"));
        // A page with a figure has its number and little else.
        let (pages, ..) = super::lines(&[page(1, "1"), page(2, "2"), "Рисунок\n3".to_owned(), page(4, "4")]);
        assert_eq!((pages[2].printed.as_str(), pages[2].text.as_str()), ("3", "Рисунок"));
        // Alone, without numbered pages around it.
        let (pages, ..) = super::lines(&[page(1, "3"), page(2, "конец"), page(3, "2000")]);
        assert!(pages[0].text.ends_with("\n3") && pages[2].text.ends_with("\n2000"));
        assert!(pages.iter().all(|page| page.printed.is_empty()));
    }
}
