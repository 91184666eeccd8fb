//! Which lines at the edges of pages are the numbers of the pages: those that count on from page to page.
//!
//! A lone number at the end of a page may be the last value of a table or an item of a list, and is text then. A page
//! number is one of a run: it differs from the place of its page by as much as those around it. Pages without a number
//! (a figure, a title) are gaps in the run; pages in front of it may be counted in Roman numbers.

use std::collections::BTreeMap;

/// A stretch of a run ends where this many pages have no number.
const MOST_GAP: i64 = 16;
/// So many numbers make a run wherever they stand in a stretch.
const MANY: usize = 5;
/// So many make one on pages that follow each other.
const IN_A_ROW: usize = 3;
/// Longest page number, in digits.
const DIGITS: usize = 4;

/// A number on a page: place of the page, value.
type Mark = (i64, i64);

/// Whether the line at one edge of each page is its number; `None` stands for a page without a line there.
#[must_use]
pub fn find(lines: &[Option<&str>]) -> Vec<bool> {
    let places = || (1_i64..).zip(lines).filter_map(|(page, line)| line.map(|line| (page, line)));
    let marks: Vec<Mark> = places().filter_map(|(page, line)| Some((page, arabic(line)?))).collect();
    let runs = runs(&marks);
    let counted = |page: i64, value: i64| {
        runs.iter().any(|run| page - value == run.offset && (run.first..=run.last).contains(&page))
    };
    // Pages in front of number one.
    let front = runs.first().map_or(0, |run| run.offset);
    let romans: Vec<Mark> = places().filter_map(|(page, line)| Some((page, roman(line)?))).collect();
    let roman_offset = front_offset(&romans, front);
    let roman_runs = if runs.is_empty() { self::runs(&romans) } else { Vec::new() };
    let is_folio = |page: i64, line: &str| {
        if arabic(line).is_some_and(|value| counted(page, value)) {
            return true;
        }
        let Some(value) = roman(line) else { return false };
        let in_front = page <= front && roman_offset == Some(page - value);
        let alone = roman_runs.iter().any(|run| page - value == run.offset && (run.first..=run.last).contains(&page));
        // «II» where 11 is due: a scan read as letters.
        in_front || alone || ones(line).is_some_and(|value| counted(page, value))
    };
    (1_i64..).zip(lines).map(|(page, line)| line.is_some_and(|line| is_folio(page, line))).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    first: i64,
    last: i64,
    /// Place of a page without its number.
    offset: i64,
}

/// Runs among numbers, by their first page.
fn runs(marks: &[Mark]) -> Vec<Run> {
    let mut by_offset: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for (page, value) in marks {
        by_offset.entry(page - value).or_default().push(*page);
    }
    let mut out = Vec::new();
    for (offset, pages) in by_offset {
        for stretch in pages.chunk_by(|before, after| after - before <= MOST_GAP) {
            let (Some(first), Some(last)) = (stretch.first().copied(), stretch.last().copied()) else { continue };
            let in_a_row = stretch.windows(IN_A_ROW).any(|some| some[IN_A_ROW - 1] - some[0] == IN_A_ROW as i64 - 1);
            // Among numbers of a table some agree by chance: a run outnumbers the others between its ends.
            let rivals = marks.iter().filter(|(page, _)| (first..=last).contains(page)).count() - stretch.len();
            if (in_a_row || stretch.len() >= MANY) && stretch.len() > rivals {
                out.push(Run { first, last, offset });
            }
        }
    }
    out.sort_by_key(|run| run.first);
    out
}

/// How Roman numbers in front of number one count: as most of them do.
fn front_offset(romans: &[Mark], front: i64) -> Option<i64> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for (page, value) in romans.iter().filter(|(page, value)| *page <= front && value <= page) {
        *counts.entry(page - value).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(offset, count)| (*count, -offset)).map(|(offset, _)| offset)
}

/// A number as pages are numbered: no zero in front.
fn arabic(line: &str) -> Option<i64> {
    let fits = line.len() <= DIGITS && line.bytes().all(|b| b.is_ascii_digit()) && !line.starts_with('0');
    fits.then(|| line.parse().ok()).flatten()
}

/// A Roman number up to 39, written as it should be.
fn roman(line: &str) -> Option<i64> {
    if line.is_empty() || line.len() > 7 {
        return None;
    }
    (1_i64..40).find(|value| written(*value) == line)
}

fn written(value: i64) -> String {
    const ONES: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let tens = usize::try_from(value / 10).unwrap_or_default();
    let ones = usize::try_from(value % 10).unwrap_or_default();
    format!("{}{}", "X".repeat(tens), ONES[ones])
}

/// «II» as 11.
fn ones(line: &str) -> Option<i64> {
    let fits = (1..=3).contains(&line.len()) && line.bytes().all(|b| b == b'I');
    fits.then(|| "1".repeat(line.len()).parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(lines: &[&str]) -> Vec<usize> {
        let lines: Vec<Option<&str>> = lines.iter().map(|line| (!line.is_empty()).then_some(*line)).collect();
        let marks = find(&lines);
        marks.iter().enumerate().filter(|(_, mark)| **mark).map(|(at, _)| at + 1).collect()
    }

    #[test]
    fn runs_are_page_numbers_and_all_else_is_text() {
        for (lines, expected) in [
            (vec!["1", "2", "3"], vec![1, 2, 3]),
            (vec!["", "57", "58", "59", "", "", "62"], vec![2, 3, 4, 7]),
            // The last value of a table instead of the number of its page.
            (vec!["1", "2", "3", "300", "5", "6"], vec![1, 2, 3, 5, 6]),
            (vec!["текст", "3", "", "", "40"], vec![]),
            (vec!["4"], vec![]),
            (vec!["1", "2"], vec![]),
            (vec!["20", "20", "17", "23"], vec![]),
            (vec!["2020", "2020", "2020", "2020", "2020"], vec![]),
            (vec!["00", "01", "02", "03"], vec![]),
            // Every second page is numbered.
            (vec!["2", "", "4", "", "6", "", "8", "", "10"], vec![1, 3, 5, 7, 9]),
            (vec!["2", "", "4", "", "6"], vec![]),
            // The count begins anew.
            (vec!["1", "2", "3", "1", "2", "3", "4"], vec![1, 2, 3, 4, 5, 6, 7]),
        ] {
            assert_eq!(found(&lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn roman_numbers_count_in_front_of_number_one() {
        assert_eq!(found(&["", "II", "III", "", "1", "2", "3"]), [2, 3, 5, 6, 7]);
        assert_eq!(found(&["", "", "", "IV", "1", "2", "3"]), [4, 5, 6, 7]);
        // A class of fire resistance is no page number, nor is a Roman number behind number one.
        assert_eq!(found(&["", "V", "1", "2", "3", "III", "5"]), [3, 4, 5, 7]);
        assert_eq!(found(&["I", "II", "III"]), [1, 2, 3]);
        assert_eq!(found(&["II", "", "IV"]), Vec::<usize>::new());
        // «II» read on a scan where 11 stands.
        let eleven: Vec<String> = (8..=14).map(|n| if n == 11 { "II".into() } else { n.to_string() }).collect();
        let lines: Vec<&str> = eleven.iter().map(String::as_str).collect();
        assert_eq!(found(&lines), [1, 2, 3, 4, 5, 6, 7]);
        for (text, value) in [("XIX", Some(19)), ("IIII", None), ("VX", None), ("XXXIX", Some(39)), ("", None)] {
            assert_eq!(roman(text), value, "{text}");
        }
    }

    proptest! {
        /// Numbers of tables in place of some page numbers stay, and the page numbers go.
        #[test]
        fn numbers_of_the_text_survive(
            pages in 12_i64..60,
            offset in -40_i64..8,
            content in proptest::collection::btree_map(0_usize..60, 100_i64..9_999, 0..5),
        ) {
            let own = |at: usize| -> Option<(String, bool)> {
                let page = i64::try_from(at).unwrap_or(0) + 1;
                match content.get(&at) {
                    Some(value) if *value != page - offset => Some((value.to_string(), false)),
                    _ if page > offset => Some(((page - offset).to_string(), true)),
                    _ => None,
                }
            };
            let all: Vec<Option<(String, bool)>> = (0..usize::try_from(pages).unwrap_or(0)).map(own).collect();
            let lines: Vec<Option<&str>> = all.iter().map(|one| one.as_ref().map(|(text, _)| text.as_str())).collect();
            let marks = find(&lines);
            for (at, (one, mark)) in all.iter().zip(marks).enumerate() {
                if let Some((text, folio)) = one {
                    // A number cut off by two others at the very end may stand alone; content never goes.
                    prop_assert!(*folio || !mark, "page {} lost {text}", at + 1);
                }
            }
        }

        /// Whatever stands there: what goes is one of at least three that count alike.
        #[test]
        fn nothing_goes_alone(values in proptest::collection::vec(proptest::option::of(0_i64..30), 0..40)) {
            let texts: Vec<Option<String>> = values.iter().map(|value| value.map(|v| v.to_string())).collect();
            let lines: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
            let marks = find(&lines);
            for (at, _) in marks.iter().enumerate().filter(|(_, mark)| **mark) {
                let offset = |at: usize| values[at].map(|value| i64::try_from(at).unwrap_or(0) - value);
                let alike = marks.iter().enumerate().filter(|(other, mark)| **mark && offset(*other) == offset(at));
                prop_assert!(alike.count() >= IN_A_ROW);
            }
        }
    }
}
