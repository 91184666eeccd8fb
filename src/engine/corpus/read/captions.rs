//! Tables in running text: from the caption to the last line that can be a cell, also over the end of a page.

use crate::engine::corpus::read::tree::{Place, Tree};
use crate::engine::corpus::read::{clean, forms, tables};
use crate::engine::knowledge::table_forms::{self, Kind};
use regex::Regex;
use std::sync::LazyLock;

/// Depth of tables, figures and formulas: below any clause.
pub const LEAF_DEPTH: u8 = 20;
/// A line this long is prose: cells are narrower.
const PROSE: usize = 85;
/// Lines of a heading at most, where a form looks for its first row.
const HEAD: usize = 60;
/// Lines of words of a row at most, in the mean.
const ROW: usize = 9;
/// Lines of a gazetteer at most.
const GAZETTEER: usize = 20_000;
/// Lines of notes below a table at most.
const MOST_NOTES: usize = 60;

/// The number of a table as prints have it: «5.1», «Б . 4» with the blanks of letter-spacing, «5,10», and with the figures
/// that scans give as letters: «Б.З» (3), «Х.б» (6), «АЛ» (А.1), «III.1» (Ш.1).
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(?:(III|[А-Я])\s?(?:(Л)(?:[\s—–-]|$)|[.\s]\s?([Збз]|\d+)|(\d+))|([Зб]|\d+))((?:\s?[.,]\s?(?:\d+|[Зб]))*)([а-я](?:[\s—–-]|$))?(.*)$",
    )
    .ok()
});

/// Number and title of the table that a line announces.
#[must_use]
pub fn announced(line: &str) -> Option<(String, String)> {
    let text = clean::close_up(line, "Таблица")?;
    let found = NUMBER.as_ref()?.captures(text.strip_prefix("Таблица")?.trim_start())?;
    let part = |at: usize| found.get(at).map(|part| part.as_str());
    let figure = |text: &str| match text {
        "З" | "з" => "3".to_owned(),
        "б" => "6".to_owned(),
        digits => digits.to_owned(),
    };
    let letter = part(1).map(|letter| if letter == "III" { "Ш" } else { letter });
    let first = part(2).map_or_else(|| part(3).or(part(4)).or(part(5)).map(figure), |_| Some("1".to_owned()))?;
    let mut number = letter.map_or_else(|| first.clone(), |letter| format!("{letter}.{first}"));
    let more = part(6).unwrap_or_default().split(['.', ',']).map(str::trim).filter(|piece| !piece.is_empty());
    more.for_each(|piece| number.push_str(&format!(".{}", figure(piece))));
    number.push_str(part(7).unwrap_or_default().trim_end_matches(|c: char| !c.is_alphabetic()));
    let title = part(8).unwrap_or_default().trim().trim_start_matches(['.', '-', '–', '—', ' ']);
    // A sentence about a table announces none; behind a number that is a letter nothing but a title may stand.
    (!title.starts_with(char::is_lowercase) && !title.starts_with([',', ';', ')'])).then(|| (number, title.to_owned()))
}

/// A table whose lines are still being gathered.
#[derive(Debug)]
pub struct Table<'a> {
    place: Place<'a>,
    number: String,
    cells: Vec<&'a str>,
    /// What the form of its print made of the lines behind the caption, and how many cells went into it.
    laid: Option<(tables::Grid, usize)>,
}

impl<'a> Table<'a> {
    /// The table that a line announces; a sentence about a table announces none.
    #[must_use]
    pub fn caption(line: &str, page: u32) -> Option<Self> {
        let (number, title) = announced(line)?;
        let title = if title.starts_with('(') { String::new() } else { title };
        let place = Place {
            kind: "table",
            segment: format!("table/{number}"),
            label: format!("табл. {number}"),
            title,
            depth: LEAF_DEPTH,
            page: Some(page),
            rooted: true,
        };
        Some(Self { place, number, cells: Vec::new(), laid: None })
    }

    /// Lays the lines behind the caption into the known form of its print; how many of them it took. A form knows where
    /// its last row ends: a row of words as long as prose, or one that looks like a clause, does not end the table.
    pub fn lay(&mut self, short: &str, lines: impl Iterator<Item = &'a str>) -> usize {
        let forms = table_forms::of(short, &self.number);
        if forms.is_empty() {
            return 0;
        }
        // A gazetteer is as long as it is: it ends with the caption of the next table.
        let places = forms.iter().any(|form| form.kind == Kind::Places);
        let rows: usize =
            if places { GAZETTEER } else { forms.iter().map(|form| form.rows * (form.columns.len() + ROW)).sum() };
        let other = |line: &&str| Self::caption(line, 0).is_some_and(|table| table.number != self.number);
        let ends = |line: &&str| other(line) || clean::squeezed(line).to_lowercase().starts_with("примечани");
        let lines: Vec<&'a str> = lines.take(HEAD + rows).take_while(|line| !ends(line)).collect();
        let kept: Vec<usize> = (0..lines.len()).filter(|at| !continues(lines[*at])).collect();
        let body: Vec<&str> = kept.iter().map(|at| lines[*at]).collect();
        let Some((grid, used)) = forms::lay(&forms, &body) else { return 0 };
        let taken = used.checked_sub(1).map_or(0, |last| kept[last] + 1);
        self.cells.extend(&lines[..taken]);
        self.laid = Some((grid, self.cells.len()));
        taken
    }

    /// Takes a line as a cell; `false` when it is prose and the table is over.
    pub fn take(&mut self, line: &'a str) -> bool {
        // The heading of a wide table is as long as prose; a value has not been met yet.
        let head = !self.cells.iter().any(|cell| tables::is_value(cell));
        let width = line.chars().count();
        let fits = width < PROSE
            || head && width < 2 * PROSE && !self.cells.is_empty()
            || self.goes_on_noting(line)
            || self.goes_on_counting(line) && width < 2 * PROSE;
        if fits {
            self.cells.push(line);
        }
        fits
    }

    /// «2. Слова…» after a row that began with «1.» is a row, however long.
    fn goes_on_counting(&self, line: &str) -> bool {
        let number = |line: &str| line.split_once(". ").and_then(|(head, _)| head.trim().parse::<u32>().ok());
        let Some(before) = number(line).and_then(|own| own.checked_sub(1)).filter(|before| *before > 0) else {
            return false;
        };
        self.cells.iter().any(|cell| number(cell) == Some(before))
    }

    /// Notes below a table are prose; they go on while each is numbered or unfinished.
    fn goes_on_noting(&self, line: &str) -> bool {
        let notes = self.cells.iter().rposition(|cell| clean::squeezed(cell).to_lowercase().starts_with("примечани"));
        let Some(from) = notes.filter(|from| self.cells.len() - from < MOST_NOTES) else { return false };
        let numbered = line.split_once(' ').is_some_and(|(head, rest)| {
            head.trim_end_matches(['.', '*']).parse::<u32>().is_ok()
                && rest.chars().next().is_some_and(char::is_uppercase)
        });
        numbered
            || from + 1 < self.cells.len()
                && self.cells.last().is_some_and(|last| !last.trim_end().ends_with(['.', ';']))
    }

    /// Writes the table into the tree; a remark when its rows could not be rebuilt.
    pub fn finish(mut self, tree: &mut Tree) -> Option<String> {
        let laid = self.laid.take();
        let (body, notes) = split_notes(&self.cells[laid.as_ref().map_or(0, |(_, used)| *used)..]);
        let grid = match laid {
            Some((mut grid, _)) => {
                grid.rest = body.join(" ");
                Some(grid)
            }
            None => {
                let forms = table_forms::of(tree.short(), &self.number);
                let formed = if forms.is_empty() { None } else { forms::fit(&forms, &body) };
                formed.or_else(|| tables::rebuild(&body))
            }
        };
        let remark = (grid.is_none() && !body.is_empty())
            .then(|| format!("таблица {}: строки не восстановлены, ячейкам нельзя верить", self.number));
        tree.open(self.place.clone());
        if let Some(node) = tree.last_mut() {
            node.lossy = grid.is_none();
        }
        match grid {
            Some(grid) => {
                tree.paragraph(&grid.head);
                if !grid.rest.is_empty() {
                    tree.paragraph(&grid.rest);
                }
                for (column, heading) in grid.columns.iter().enumerate() {
                    let number = column + 1;
                    self.below(tree, "column", format!("col/{number}"), format!("графа {number}"), "", 1);
                    tree.paragraph(heading);
                }
                for (row, line) in grid.rows.iter().enumerate() {
                    self.row(tree, row + 1, line, &grid.columns);
                }
            }
            None => {
                for cell in body {
                    tree.paragraph(cell);
                }
            }
        }
        tree.close(LEAF_DEPTH + 1);
        if !notes.is_empty() {
            self.below(tree, "note", "note/1".to_owned(), "прим. 1".to_owned(), "", 1);
            for note in notes {
                tree.line(note);
            }
        }
        tree.close(LEAF_DEPTH);
        remark
    }

    fn row(&self, tree: &mut Tree, row: usize, line: &tables::Row, columns: &[String]) {
        self.below(tree, "row", format!("row/{row}"), format!("строка {row}"), &line.label(), 1);
        let named = columns.len() > 1 && !line.lossy;
        let cells: Vec<String> = line
            .values
            .iter()
            .enumerate()
            .map(|(at, value)| if named { format!("{} — {value}", columns[at]) } else { value.clone() })
            .collect();
        tree.paragraph(&format!("{}: {}", line.label(), cells.join("; ")));
        if line.lossy {
            // Its values have no columns: no cell of it may be certified.
            if let Some(node) = tree.last_mut() {
                node.lossy = true;
            }
            return;
        }
        // What is boxed on the page: the words of the header and of each cell, alone.
        self.below(tree, "row_header", "col/0".to_owned(), "заголовок".to_owned(), "", 2);
        tree.paragraph(&line.words);
        for (column, value) in line.values.iter().enumerate() {
            let number = column + 1;
            let title = columns.get(column).map_or("", String::as_str);
            self.below(tree, "cell", format!("col/{number}"), format!("графа {number}"), title, 2);
            tree.paragraph(value);
        }
    }

    fn below(&self, tree: &mut Tree, kind: &'static str, segment: String, label: String, title: &str, deeper: u8) {
        let (title, page, depth) = (title.to_owned(), self.place.page, LEAF_DEPTH + deeper);
        tree.open(Place { kind, segment, label, title, depth, page, rooted: false });
    }
}

/// The notes below a table, if there are any.
fn split_notes<'a>(cells: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
    let starts = |cell: &&str, word: &str| clean::squeezed(cell).to_lowercase().starts_with(word);
    let at = cells.iter().position(|cell| starts(cell, "примечани")).unwrap_or(cells.len());
    let body = cells[..at].iter().copied().filter(|cell| !continues(cell)).collect();
    (body, cells[at..].to_vec())
}

/// «Продолжение таблицы 8.3»: the head of a part.
fn continues(line: &str) -> bool {
    let own = clean::squeezed(line).to_lowercase();
    own.starts_with("продолжениетаблицы") || own.starts_with("окончаниетаблицы")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_of_prints_and_scans() {
        let cases = [
            ("Таблица 5.1 - Высота", "5.1", "Высота"),
            ("Т а б л и ц а Б . 4 - Высота", "Б.4", "Высота"),
            ("Таблица 5,10", "5.10", ""),
            ("Таблица Б.З — Высота", "Б.3", "Высота"),
            ("Таблица Б З - Высота", "Б.3", "Высота"),
            ("Таблица Х.б - Высота", "Х.6", "Высота"),
            ("Таблица АЛ - Высота", "А.1", "Высота"),
            ("Таблица БЛ", "Б.1", ""),
            ("Таблица III. 1 - Высота", "Ш.1", "Высота"),
            ("Таблица б.З", "6.3", ""),
            ("Таблица В.За", "В.3а", ""),
            ("Таблица 6.8а", "6.8а", ""),
            ("Таблица М. 1- Группы", "М.1", "Группы"),
            ("Таблица 7 Высота", "7", "Высота"),
            ("Таблица 3", "3", ""),
        ];
        for (line, number, title) in cases {
            assert_eq!(announced(line), Some((number.to_owned(), title.to_owned())), "{line}");
        }
        for line in ["Таблица не восстановлена", "Таблица Лес", "Таблицы 5.1 и 5.2", "Таблица 5.1 применяется"]
        {
            assert_eq!(announced(line), None, "{line}");
        }
    }
}
