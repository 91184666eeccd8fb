//! Laws and decrees from lines of print: divisions, chapters, articles with their parts, annexes, tables.

use crate::engine::corpus::ImportedNode;
use crate::engine::corpus::read::captions::Table;
use crate::engine::corpus::read::clean;
use crate::engine::corpus::read::pages::Line;
use crate::engine::corpus::read::points::{self, ARTICLE_DEPTH, Levels, Points};
use crate::engine::corpus::read::tree::{Place, Tree};
use regex::Regex;
use std::sync::LazyLock;

static ARTICLE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:Статья|Стаття)\s+(\d+(?:\.\d+)*(?:-\d+)?)\.?\s*(.*)$").ok());
static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(Раздел|РАЗДЕЛ|Подраздел|ПОДРАЗДЕЛ|Розділ|РОЗДІЛ|Глава|ГЛАВА|§)\s*([IVXLCІХ]+|\d+(?:\.\d+)?)\.?\s*(.*)$",
    )
    .ok()
});
static ANNEX: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:Приложение|ПРИЛОЖЕНИЕ|Додаток)\s*(?:N|№)?\s*(\d+|[А-Я])?\.?$").ok());
static AMENDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\((?:в ред|дополнен|(?:часть|пункт|п\.|статья|абзац|подпункт|пп\.|раздел|глава|таблица|наименование|параграф)\s.{0,60}\b(?:введен|в ред|утратил|дополнен|исключен))").ok()
});
/// A note of the publisher at the end of a paragraph.
static NOTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\s*\((?:в ред|дополнен|(?:часть|пункт|п\.|статья|абзац|подпункт|наименование)\s[^()]{0,60}\b(?:введен|в ред|дополнен))[^()]*\)\.?$").ok()
});

/// Reads the lines of a law; what was lost is told.
#[must_use]
pub fn read(short: &str, lines: &[Line], levels: Levels) -> (Vec<ImportedNode>, Vec<String>) {
    let mut walk = Walk {
        tree: Tree::new(short),
        levels,
        points: Points::default(),
        table: None,
        remarks: Vec::new(),
        state: State::Front,
        amending: false,
        annexes: 0,
        next: 0,
    };
    for index in 0..lines.len() {
        walk.step(lines, index);
    }
    walk.end_table();
    (walk.tree.finish(), walk.remarks)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first article or point.
    Front,
    /// A heading may go on in the next line.
    Heading,
    Text,
}

struct Walk<'a> {
    tree: Tree,
    levels: Levels,
    points: Points,
    table: Option<Table<'a>>,
    remarks: Vec<String>,
    state: State,
    /// Inside a mark of an amendment that goes over several lines.
    amending: bool,
    annexes: u32,
    /// Lines before this one are taken already.
    next: usize,
}

impl<'a> Walk<'a> {
    fn step(&mut self, lines: &'a [Line], index: usize) {
        if index < self.next {
            return;
        }
        let (line, next) = (&lines[index], lines.get(index + 1));
        let text = line.text.as_str();
        if self.amending || AMENDED.as_ref().is_some_and(|amended| amended.is_match(text)) {
            self.amending = !text.ends_with(')');
            return;
        }
        if self.article(line) || self.heading(line) || self.annex(line) || self.statute(line, next) {
            return;
        }
        if let Some(mut table) = Table::caption(text, line.page) {
            self.end_table();
            let taken = table.lay(self.tree.short(), lines[index + 1..].iter().map(|line| line.text.as_str()));
            self.next = index + 1 + taken;
            self.table = Some(table);
            return;
        }
        if let Some(table) = &mut self.table {
            if table.take(text) {
                return;
            }
            self.end_table();
        }
        let note = NOTE.as_ref().and_then(|note| note.find(text)).filter(|note| note.start() > 0);
        let text = note.map_or(text, |note| &text[..note.start()]);
        if self.state == State::Heading && self.goes_on(text) {
            return;
        }
        self.state = if self.state == State::Front { State::Front } else { State::Text };
        self.points.line(&mut self.tree, self.levels, text, Some(line.page));
    }

    fn end_table(&mut self) {
        if let Some(table) = self.table.take() {
            self.remarks.extend(table.finish(&mut self.tree));
        }
    }

    fn article(&mut self, line: &Line) -> bool {
        let Some(found) = ARTICLE.as_ref().and_then(|article| article.captures(&line.text)) else { return false };
        let (number, title) = (found[1].to_owned(), found[2].trim());
        // «Статья 5 закона о…» in a sentence begins small.
        if title.chars().next().is_some_and(char::is_lowercase) {
            return false;
        }
        self.end_table();
        self.tree.open(Place {
            kind: "article",
            segment: format!("art/{number}"),
            label: format!("ст. {number}"),
            title: title.to_owned(),
            depth: ARTICLE_DEPTH,
            page: Some(line.page),
            rooted: true,
        });
        self.points = Points::default();
        self.state = State::Heading;
        true
    }

    fn heading(&mut self, line: &Line) -> bool {
        let Some(found) = HEADING.as_ref().and_then(|heading| heading.captures(&line.text)) else { return false };
        let (word, number, title) = (found[1].to_lowercase(), &found[2], found[3].trim());
        if title.chars().next().is_some_and(char::is_lowercase) || line.text.ends_with([',', ';']) {
            return false;
        }
        self.end_table();
        let (kind, segment, label, depth) = match word.as_str() {
            "раздел" => ("division", "division", "раздел", 1),
            "розділ" => ("division", "division", "розділ", 1),
            "подраздел" => ("subdivision", "subdivision", "подраздел", 2),
            "глава" => ("chapter", "chapter", "глава", 3),
            _ => ("paragraph", "para", "§", 4),
        };
        self.tree.open(Place {
            kind,
            segment: format!("{segment}/{number}"),
            label: format!("{label} {number}"),
            title: title.to_owned(),
            depth,
            page: Some(line.page),
            rooted: depth < 4,
        });
        self.points = Points::default();
        self.state = State::Heading;
        true
    }

    fn annex(&mut self, line: &Line) -> bool {
        let Some(found) = ANNEX.as_ref().and_then(|annex| annex.captures(&line.text)) else { return false };
        self.end_table();
        self.annexes += 1;
        let number = found.get(1).map_or_else(|| self.annexes.to_string(), |number| number.as_str().to_owned());
        self.open_annex(&number, &format!("прил. {number}"), line.page);
        true
    }

    /// What a decree approves has points of its own: «ПОЛОЖЕНИЕ», alone on its line.
    fn statute(&mut self, line: &Line, next: Option<&Line>) -> bool {
        let word = clean::squeezed(&line.text);
        let capital = next.is_some_and(|next| !next.text.chars().any(char::is_lowercase));
        if !matches!(word.as_str(), "ПОЛОЖЕНИЕ" | "ПРАВИЛА") || !capital || self.state == State::Front {
            return false;
        }
        self.end_table();
        let name = if word == "ПОЛОЖЕНИЕ" { "Положение" } else { "Правила" };
        self.open_annex(name, name, line.page);
        true
    }

    fn open_annex(&mut self, segment: &str, label: &str, page: u32) {
        self.tree.open(Place {
            kind: "annex",
            segment: format!("annex/{segment}"),
            label: label.to_owned(),
            title: String::new(),
            depth: 1,
            page: Some(page),
            rooted: true,
        });
        self.points = Points::default();
        self.state = State::Heading;
    }

    /// The second line of a heading: it begins small, or is all capitals as the first.
    fn goes_on(&mut self, text: &str) -> bool {
        let Some(node) = self.tree.last_mut() else { return false };
        let small = text.chars().next().is_some_and(char::is_lowercase) && !text.ends_with(':');
        let loud = !text.chars().any(char::is_lowercase) && text.chars().any(char::is_alphabetic);
        let cut = !node.title.is_empty() && !node.title.ends_with('.') && node.title.chars().count() > 40;
        let joins = small && (cut || node.kind != "article") || loud && node.kind != "article";
        if joins {
            node.title = clean::line(&format!("{} {text}", node.title));
        }
        joins
    }
}

/// Opens the whole text as one place, for documents whose points stand under no article.
#[must_use]
pub fn decree(short: &str, lines: &[Line]) -> (Vec<ImportedNode>, Vec<String>) {
    let first = lines.iter().position(|line| line.text.starts_with("1. "));
    let Some(first) = first else { return read(short, lines, points::DECREE) };
    let mut walk = Walk {
        tree: Tree::new(short),
        levels: points::DECREE,
        points: Points::default(),
        table: None,
        remarks: Vec::new(),
        state: State::Text,
        amending: false,
        annexes: 0,
        next: 0,
    };
    for index in first..lines.len() {
        walk.step(lines, index);
    }
    walk.end_table();
    (walk.tree.finish(), walk.remarks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(texts: &[&str]) -> Vec<Line> {
        texts.iter().map(|text| Line { text: (*text).to_owned(), gap: 0, page: 1 }).collect()
    }

    #[test]
    fn articles_stand_in_chapters() {
        let text = [
            "Глава 2. ХРАНЕНИЕ",
            "И ВЫДАЧА",
            "Статья 5. Порядок хранения вещей на складе и ведения записей",
            "о них в книге",
            "(в ред. Правил от 01.02.2020 N 3,",
            "от 05.06.2021 N 9)",
            "1. Вещь хранят сухой. Её",
            "проверяют раз в месяц.",
            "1) первого числа;",
            "Статья 6. Выдача",
            "Вещь выдают по записи. (В редакции Правил от 01.02.2020 № 3)",
        ];
        let (nodes, _) = read("Правила", &lines(&text), points::LAW);
        let find = |path: &str| nodes.iter().find(|node| node.path == path).unwrap();
        assert_eq!(find("chapter/2").title, "ХРАНЕНИЕ И ВЫДАЧА");
        assert_eq!(find("art/5").title, "Порядок хранения вещей на складе и ведения записей о них в книге");
        assert_eq!(find("art/5/part/1").text, "1. Вещь хранят сухой. Её проверяют раз в месяц.");
        assert_eq!(find("art/5/part/1/p/1").address, "Правила ст. 5 ч. 1 п. 1");
        assert_eq!(find("art/6").text, "Вещь выдают по записи.");
    }

    #[test]
    fn a_decree_and_what_it_approves_have_points_of_their_own() {
        let text = [
            "ПОСТАНОВЛЕНИЕ",
            "1. Утвердить Положение.",
            "2. Начать сразу:",
            "а) на складах;",
            "ПОЛОЖЕНИЕ",
            "О СКЛАДАХ",
            "1. Склад сухой.",
            "2. Склад чистый.",
        ];
        let (nodes, _) = decree("ПП № 5", &lines(&text));
        let paths: Vec<&str> = nodes.iter().map(|node| node.path.as_str()).collect();
        assert_eq!(paths, ["p/1", "p/2", "p/2/sub/а", "annex/Положение", "annex/Положение/p/1", "annex/Положение/p/2"]);
    }
}
