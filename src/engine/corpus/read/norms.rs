//! Sets of building rules: sections, clauses, terms, tables, figures, formulas and annexes from lines of print.

use crate::engine::corpus::ImportedNode;
use crate::engine::corpus::read::captions::{LEAF_DEPTH, Table};
use crate::engine::corpus::read::numbers::{self, Number};
use crate::engine::corpus::read::pages::Line;
use crate::engine::corpus::read::tree::{Place, Tree};
use crate::engine::corpus::read::{captions, clean};
use regex::Regex;
use std::sync::LazyLock;

/// A line opens a section when clauses of its number follow within so many lines.
const AHEAD: usize = 60;

/// Clauses that may be missing before one whose number stands alone on its line.
const NEAR: u32 = 3;

static FIGURE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^Рисунок\s*([А-Я]?\.?\d+(?:\.\d+)*[а-я]?)\s*(?:[-–—]\s*)?(.*)$").ok());
static FORMULA: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\s.,;:]*\(((?:\d+|[А-Я])\.\d+[а-я]?)\)[\s.,;]*$").ok());
static SECTION: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(\d{1,2})\.?\s+(\p{Lu}.*)$").ok());
/// «А. 5 Слова», «6. 1.10 Слова»: a blank inside the number.
static SPACED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:[А-Я]\. \d{1,2}(?:\.\d{1,2})*|\d{1,2}\. \d{1,2}(?:\.\d{1,2})+) \p{Lu}").ok());
static ANNEX: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^Приложение\s+([А-ЯA-Z])\b\*?\s*(.*)$").ok());

/// Depths of the tree.
const SECTION_DEPTH: u8 = 1;

struct Walk<'a> {
    tree: Tree,
    lines: &'a [Line],
    /// Number of the innermost clause.
    at: Number,
    annex: Option<String>,
    table: Option<Table<'a>>,
    remarks: Vec<String>,
    /// Lines before this one are taken already.
    next: usize,
}

/// Reads the lines of a norm; what was lost is told.
#[must_use]
pub fn read(short: &str, lines: &[Line]) -> (Vec<ImportedNode>, Vec<String>) {
    let mut walk = Walk {
        tree: Tree::new(short),
        lines,
        at: Number::default(),
        annex: None,
        table: None,
        remarks: Vec::new(),
        next: 0,
    };
    for index in body_start(lines)..lines.len() {
        if index >= walk.next {
            walk.step(index);
        }
    }
    walk.end_table();
    let (tree, remarks) = (walk.tree, walk.remarks);
    (tree.finish(), remarks)
}

impl<'a> Walk<'a> {
    fn step(&mut self, index: usize) {
        let line = &self.lines[index];
        let text = line.text.as_str();
        if is_remark(text) {
            return;
        }
        if self.open_annex(index) || self.open_caption(index) || self.open_figure(line) || self.open_section(index) {
            return;
        }
        if self.open_lone_number(index) {
            return;
        }
        if let Some((number, rest)) = numbers::clause(text)
            && !(self.table.is_some() && is_cell(rest))
        {
            if self.fits(&number) {
                self.open_clause(number, text, line.page);
                return;
            }
            if self.begins_section(&number) && rest.chars().next().is_some_and(char::is_uppercase) {
                self.implicit_section(number.parts[0], line.page);
                self.open_clause(number, text, line.page);
                return;
            }
        }
        if let Some(table) = &mut self.table {
            if table.take(text) {
                return;
            }
            self.end_table();
        }
        if self.formula(line) {
            return;
        }
        // Front matter has no node; it stays on its page.
        self.tree.line(text);
    }

    /// «5.1.12» alone on its line, «А. 5 Слова»: a justified print parts the number of a clause from its words. Between the
    /// cells of a table only a number of three levels is one.
    fn open_lone_number(&mut self, index: usize) -> bool {
        let line = &self.lines[index];
        let next = self.lines.get(index + 1).filter(|next| {
            let words = next.text.starts_with(char::is_uppercase) && Table::caption(&next.text, next.page).is_none();
            words && !line.text.contains(' ')
        });
        let (text, taken) = match (next, SPACED.as_ref().filter(|spaced| spaced.is_match(&line.text))) {
            (Some(next), _) => (format!("{} {}", line.text, next.text), 2),
            (None, Some(_)) => (line.text.replacen(". ", ".", 1), 1),
            _ => return false,
        };
        let Some((number, _)) = numbers::clause(&text) else { return false };
        let levels = number.parts.len() + usize::from(number.letter.is_some());
        // «…согласно / 7.3.16.»: a reference at the end of its sentence.
        let refers = taken > 1 && line.text.ends_with('.');
        if refers || !self.fits(&number) || !self.near(&number) || self.table.is_some() && levels < 3 {
            return false;
        }
        self.open_clause(number, &text, line.page);
        self.next = index + taken;
        true
    }

    /// Whether a number stands so near behind the last one that it is no reference which begins a line.
    fn near(&self, number: &Number) -> bool {
        let common = number.parts.iter().zip(&self.at.parts).take_while(|(a, b)| a == b).count();
        let before = self.at.parts.get(common).copied().unwrap_or(0);
        number.parts.get(common).is_some_and(|next| next.saturating_sub(before) <= NEAR)
    }

    /// Whether a number can come next: a child, a sibling or a later one, in this section or annex.
    fn fits(&self, number: &Number) -> bool {
        number.letter == self.at.letter && number.parts.first() == self.at.parts.first() && number.follows(&self.at)
            || self.annex.is_some()
                && number.letter == self.annex
                && self.at.letter.is_none()
                && number.parts.len() <= 2
            || self.annex.is_some() && number.letter == self.annex && number.follows(&self.at)
    }

    /// The first clause of a later section whose heading was lost in the print.
    fn begins_section(&self, number: &Number) -> bool {
        let (Some(next), Some(top)) = (number.parts.first(), self.at.parts.first()) else { return false };
        self.annex.is_none()
            && number.letter.is_none()
            && *top >= 3
            && (1..=3).contains(&next.saturating_sub(*top))
            && number.parts[1..].iter().all(|part| *part == 1)
    }

    fn implicit_section(&mut self, number: u32, page: u32) {
        self.end_table();
        self.section(number, String::new(), page);
    }

    fn section(&mut self, number: u32, title: String, page: u32) {
        self.tree.close(SECTION_DEPTH);
        self.tree.open(Place {
            kind: "section",
            segment: format!("p/{number}"),
            label: format!("п. {number}"),
            title,
            depth: SECTION_DEPTH,
            page: Some(page),
            rooted: true,
        });
        self.at = Number { letter: None, parts: vec![number], suffix: String::new() };
    }

    fn open_clause(&mut self, number: Number, text: &str, page: u32) {
        self.end_table();
        let written = number.to_string();
        let depth = SECTION_DEPTH + 1 + u8::try_from(number.parts.len()).unwrap_or(9);
        let term = self.tree.inside("section").is_some_and(|section| section.title.to_lowercase().contains("термин"));
        let title = match text.split_once(' ').and_then(|(_, words)| words.split_once(':')) {
            Some((term_words, _)) if term && term_words.chars().count() < 120 => term_words.to_owned(),
            _ => String::new(),
        };
        self.tree.open(Place {
            kind: if term { "term" } else { "clause" },
            segment: format!("p/{written}"),
            label: format!("п. {written}"),
            title,
            depth,
            page: Some(page),
            rooted: true,
        });
        self.tree.line(text);
        self.at = number;
    }

    fn open_section(&mut self, index: usize) -> bool {
        let line = &self.lines[index];
        if self.annex.is_some() {
            return false;
        }
        let Some(found) = SECTION.as_ref().and_then(|section| section.captures(&line.text)) else { return false };
        let Ok(number) = found[1].parse::<u32>() else { return false };
        let title = found[2].trim_end_matches('*').trim();
        let current = self.at.parts.first().copied().unwrap_or(0);
        if number <= current || number > current + 3 || title.chars().count() > 160 || title.ends_with([';', ',', ':'])
        {
            return false;
        }
        // The number of the first clause may be lost with its line: the second one tells the section as well.
        let firsts = [format!("{number}.1"), format!("{number}.2")];
        let ahead = self.lines[index + 1..].iter().take(AHEAD);
        let numbered = ahead.clone().any(|next| {
            firsts.iter().any(|first| {
                next.text.strip_prefix(first).is_some_and(|rest| rest.starts_with([' ', '.']) && rest.len() > 4)
            })
        });
        let low = title.to_lowercase();
        let known = ["нормативные ссылки", "термины и определения", "термины, определения"].iter();
        if !numbered && !known.clone().any(|known| low.starts_with(known)) {
            return false;
        }
        self.end_table();
        self.section(number, title.to_owned(), line.page);
        true
    }

    fn open_annex(&mut self, index: usize) -> bool {
        let line = &self.lines[index];
        let Some(text) = clean::close_up(&line.text, "Приложение") else { return false };
        let Some(found) = ANNEX.as_ref().and_then(|annex| annex.captures(&text)) else { return false };
        let letter = found[1].to_owned();
        let rest = found[2].trim();
        // «Приложение А к договору», «Приложение А. (Введено дополнительно…)» are prose.
        let plain = rest.is_empty() || rest.starts_with('(') || rest.chars().take(3).all(char::is_uppercase);
        let again = self.annex.as_deref() == Some(letter.as_str());
        if !plain
            || again
            || self.tree.last().is_none() && self.annex.is_none()
            || self.annex.is_none() && self.at.parts.first().is_none_or(|top| *top < 3)
        {
            return false;
        }
        self.end_table();
        self.tree.close(SECTION_DEPTH);
        let title = self.lines[index + 1..]
            .iter()
            .take(4)
            .map(|line| line.text.as_str())
            .filter(|text| !text.starts_with('('))
            .take_while(|text| numbers::clause(text).is_none() && !text.ends_with('.'))
            .take(2)
            .collect::<Vec<_>>()
            .join(" ");
        self.tree.open(Place {
            kind: "annex",
            segment: format!("annex/{letter}"),
            label: format!("прил. {letter}"),
            title,
            depth: SECTION_DEPTH,
            page: Some(line.page),
            rooted: true,
        });
        self.at = Number::default();
        self.annex = Some(letter);
        true
    }

    fn open_caption(&mut self, index: usize) -> bool {
        let line = &self.lines[index];
        // The word may stand alone: its number is the beginning of the next line then.
        let alone = clean::squeezed(&line.text).to_lowercase() == "таблица";
        // Behind its title only: cells of a table refer to tables in the same way.
        let titled = |next: &&Line| {
            captions::announced(&format!("Таблица {}", next.text))
                .is_some_and(|(_, title)| title.starts_with(char::is_uppercase))
        };
        let next = self.lines.get(index + 1).filter(|_| alone).filter(titled);
        let own = next.map_or_else(|| line.text.clone(), |next| format!("{} {}", line.text, next.text));
        let Some(mut table) = Table::caption(&own, line.page) else { return false };
        self.end_table();
        let lines: &'a [Line] = self.lines;
        let from = index + 1 + usize::from(next.is_some());
        let taken = table.lay(self.tree.short(), lines[from..].iter().map(|line| line.text.as_str()));
        self.next = from + taken;
        self.table = Some(table);
        true
    }

    fn end_table(&mut self) {
        if let Some(table) = self.table.take() {
            self.remarks.extend(table.finish(&mut self.tree));
        }
    }

    fn open_figure(&mut self, line: &Line) -> bool {
        let Some(text) = clean::close_up(&line.text, "Рисунок") else { return false };
        let Some(found) = FIGURE.as_ref().and_then(|figure| figure.captures(&text)) else { return false };
        let (number, title) = (&found[1], found[2].trim());
        if title.chars().next().is_none_or(char::is_lowercase) || self.tree.has(&format!("figure/{number}")) {
            return false;
        }
        self.leaf("figure", format!("figure/{number}"), format!("рис. {number}"), title, line.page);
        true
    }

    /// A formula is a picture in the print: only its number is left.
    fn formula(&mut self, line: &Line) -> bool {
        let Some(found) = FORMULA.as_ref().and_then(|formula| formula.captures(&line.text)) else { return false };
        let number = &found[1];
        if self.tree.has(&format!("formula/{number}")) || self.tree.last().is_none() {
            return false;
        }
        self.tree.line(&line.text);
        self.leaf("formula", format!("formula/{number}"), format!("формула ({number})"), "", line.page);
        true
    }

    fn leaf(&mut self, kind: &str, segment: String, label: String, title: &str, page: u32) {
        let title = title.to_owned();
        self.tree.open(Place { kind, segment, label, title, depth: LEAF_DEPTH, page: Some(page), rooted: true });
        if let Some(node) = self.tree.last_mut() {
            node.lossy = true;
        }
        self.tree.close(LEAF_DEPTH);
    }
}

/// Words after a number that are a cell of a table rather than a clause: «4.2 м».
fn is_cell(rest: &str) -> bool {
    let letters = rest.chars().filter(|c| c.is_alphabetic()).count();
    letters < 5 || !rest.chars().next().is_some_and(char::is_uppercase)
}

/// Where the body begins: at its first section, not at the table of contents that names it too.
fn body_start(lines: &[Line]) -> usize {
    let opens = |line: &Line| {
        let low = line.text.to_lowercase();
        low.strip_prefix("1 ")
            .or_else(|| low.strip_prefix("1. "))
            .is_some_and(|rest| rest.trim() == "область применения")
    };
    lines.iter().rposition(opens).unwrap_or(0)
}

/// Marks of an editor between the lines of the text.
fn is_remark(text: &str) -> bool {
    let low = text.to_lowercase();
    low.starts_with("(измененная редакция, изм")
        || low.starts_with("(введено дополнительно")
        || low.starts_with("(введен дополнительно")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_lines(texts: &[&str]) -> Vec<ImportedNode> {
        let lines: Vec<Line> = texts.iter().map(|text| Line { text: (*text).to_owned(), gap: 0, page: 1 }).collect();
        read("ПС 1", &lines).0
    }

    #[test]
    fn sections_clauses_terms_tables_and_annexes() {
        let nodes = read_lines(&[
            "1 Область применения",
            "Приложение А (обязательное) Осмотр",
            "1 Область применения",
            "1.1 Правила для складов, см. 3.2 и",
            "3.5 далее.",
            "2 Нормативные ссылки",
            "ПС 2 Стеллажи",
            "3 Термины и определения",
            "3.1 штабель: Вещи, сложенные одна на другую.",
            "3.2 проход: Место, по которому ходят.",
            "4.1 Общие правила",
            "4.1.1 Высота штабеля — по таблице 4.1.",
            "Таблица 4.1",
            "Место",
            "Высота, м",
            "Сухой склад",
            "4",
            "Навес",
            "3",
            "4.1.2 Проходы свободны.",
            "Приложение А",
            "(обязательное)",
            "ОСМОТР",
            "А.1 Осмотр проводят раз в месяц.",
        ]);
        let paths: Vec<&str> = nodes.iter().map(|node| node.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "p/1",
                "p/1.1",
                "p/2",
                "p/3",
                "p/3.1",
                "p/3.2",
                "p/4",
                "p/4.1",
                "p/4.1.1",
                "table/4.1",
                "table/4.1/col/1",
                "table/4.1/row/1",
                "table/4.1/row/1/col/0",
                "table/4.1/row/1/col/1",
                "table/4.1/row/2",
                "table/4.1/row/2/col/0",
                "table/4.1/row/2/col/1",
                "p/4.1.2",
                "annex/А",
                "p/А.1"
            ]
        );
        let find = |path: &str| nodes.iter().find(|node| node.path == path).unwrap();
        assert_eq!((find("p/3.1").kind.as_str(), find("p/3.1").title.as_str()), ("term", "штабель"));
        assert_eq!(find("p/4.1").title, "Общие правила");
        assert_eq!(find("table/4.1/row/2").text, "Навес: 3");
        let cell = find("table/4.1/row/2/col/1");
        assert_eq!((cell.kind.as_str(), cell.title.as_str(), cell.text.as_str()), ("cell", "Высота, м", "3"));
        assert_eq!(cell.address, "ПС 1 табл. 4.1 строка 2 графа 1");
        assert_eq!(find("table/4.1/row/2/col/0").text, "Навес");
        assert_eq!(find("table/4.1/col/1").text, "Высота, м");
        assert_eq!(find("annex/А").title, "ОСМОТР");
        assert!(find("p/1.1").text.ends_with("3.5 далее."));
    }

    #[test]
    fn numbers_that_the_print_parts_from_their_words() {
        let nodes = read_lines(&[
            "1 Область применения",
            "1.1 Правила для складов.",
            "4 Хранение",
            "4.1 Общие правила",
            "4.1.1",
            "Штабель",
            "кладут на поддон.",
            "4. 1.2 Проходы свободны.",
            "Т а б л и ц а",
            "4 . 1 - Высота",
            "Сухой склад",
            "4",
            "4.1.3",
            "Двери закрывают.",
        ]);
        let text = |path: &str| nodes.iter().find(|node| node.path == path).map(|node| node.text.as_str());
        assert_eq!(text("p/4.1.1"), Some("4.1.1 Штабель кладут на поддон."));
        assert_eq!(text("p/4.1.2"), Some("4.1.2 Проходы свободны."));
        assert_eq!(text("p/4.1.3"), Some("4.1.3 Двери закрывают."));
        assert!(nodes.iter().any(|node| node.path == "table/4.1" && node.title == "Высота"));
    }
}
