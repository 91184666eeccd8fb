//! Numbered points of an article: «1.», «2)», «а)», «①», in the words of each jurisdiction.

use crate::engine::corpus::read::tree::{Place, Tree};
use regex::Regex;
use std::sync::LazyLock;

/// One level of points: kind of node, segment of the path, word of the address.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// `part`, `clause`…
    pub kind: &'static str,
    /// `part`, `p`, `sp`.
    pub segment: &'static str,
    /// `ч.`, `п.`, `пп.`.
    pub label: &'static str,
}

/// Levels for «1.», «1)» and «а)».
#[derive(Debug, Clone, Copy)]
pub struct Levels {
    /// `1.`
    pub dot: Level,
    /// `1)`
    pub bracket: Level,
    /// `а)`
    pub letter: Level,
}

const PART: Level = Level { kind: "part", segment: "part", label: "ч." };
const CLAUSE: Level = Level { kind: "clause", segment: "p", label: "п." };
const SUBCLAUSE: Level = Level { kind: "subclause", segment: "sub", label: "пп." };
const ITEM: Level = Level { kind: "subclause", segment: "sub", label: "пп." };

/// The Civil Code of Russia: points and sub-points.
pub const CODE_RU: Levels = Levels { dot: CLAUSE, bracket: SUBCLAUSE, letter: ITEM };
/// Federal laws of Russia and laws of Ukraine: parts, points, sub-points.
pub const LAW: Levels = Levels { dot: PART, bracket: CLAUSE, letter: SUBCLAUSE };
/// Decrees: points and sub-points.
pub const DECREE: Levels = Levels { dot: CLAUSE, bracket: SUBCLAUSE, letter: SUBCLAUSE };

/// Depth of an article; points are below it.
pub const ARTICLE_DEPTH: u8 = 10;
/// Numbers that may be missing between two points: repealed ones.
const GAP: u32 = 8;

static DOT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(\d{1,3}(?:[.-]\d{1,2})*)\.(?:\s+|$)").ok());
static BRACKET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(\d{1,3}(?:[.-]\d{1,2})*)\)(?:\s+|$)").ok());
static LETTER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([а-яіїєґ])\)(?:\s+|$)").ok());

/// Reads the lines of an article into points below the open node.
#[derive(Debug, Default)]
pub struct Points {
    dot: u32,
    bracket: u32,
    letter: Option<char>,
    dots_open: bool,
}

impl Points {
    /// Takes one line: opens a point when it begins one, else goes on in the open text.
    pub fn line(&mut self, tree: &mut Tree, levels: Levels, line: &str, page: Option<u32>) {
        let found = |pattern: &LazyLock<Option<Regex>>| {
            pattern.as_ref().and_then(|pattern| pattern.captures(line)).map(|found| found[1].to_owned())
        };
        if let Some(number) = found(&DOT).filter(|number| next_after(number, self.dot)) {
            self.dot = whole(&number);
            (self.bracket, self.letter, self.dots_open) = (0, None, true);
            open(tree, levels.dot, &number, ARTICLE_DEPTH + 1, page);
        } else if let Some(number) = found(&BRACKET).filter(|number| next_after(number, self.bracket)) {
            self.bracket = whole(&number);
            self.letter = None;
            open(tree, levels.bracket, &number, ARTICLE_DEPTH + 2, page);
        } else if let Some(number) = found(&LETTER).filter(|number| self.letter_fits(number)) {
            self.letter = number.chars().next();
            open(tree, levels.letter, &number, ARTICLE_DEPTH + 3, page);
        }
        tree.line(line);
    }

    fn letter_fits(&self, letter: &str) -> bool {
        let Some(c) = letter.chars().next() else { return false };
        match self.letter {
            None => c == 'а',
            Some(last) => c > last || (c == 'ґ' || c == 'є' || c == 'і' || c == 'ї'),
        }
    }
}

fn open(tree: &mut Tree, level: Level, number: &str, depth: u8, page: Option<u32>) {
    tree.open(Place {
        kind: level.kind,
        segment: format!("{}/{number}", level.segment),
        label: format!("{} {number}", level.label),
        title: String::new(),
        depth,
        page,
        rooted: false,
    });
}

fn whole(number: &str) -> u32 {
    number.split(['.', '-']).next().and_then(|first| first.parse().ok()).unwrap_or(0)
}

/// A number that can follow: further on, or a dotted one of the same whole number (1.1 after 1).
fn next_after(number: &str, last: u32) -> bool {
    let next = whole(number);
    let dotted = number.contains(['.', '-']);
    if dotted { next >= last && next <= last + GAP && next > 0 } else { next > last && next <= last + GAP }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_addresses() {
        let mut tree = Tree::new("Правила складов");
        tree.open(Place {
            kind: "article",
            segment: "art/7".to_owned(),
            label: "ст. 7".to_owned(),
            title: "Проходы".to_owned(),
            depth: ARTICLE_DEPTH,
            page: None,
            rooted: true,
        });
        let mut points = Points::default();
        for line in [
            "1. Проходы держат свободными:",
            "1) главный;",
            "2) боковые.",
            "1.1. Ночью тоже.",
            "2. Ширина прохода не меньше",
            "1. этой строки пункт не начинает",
            "а) для тележек;",
        ] {
            points.line(&mut tree, CODE_RU, line, None);
        }
        let nodes = tree.finish();
        let addresses: Vec<&str> = nodes.iter().map(|node| node.address.as_str()).collect();
        assert_eq!(
            addresses,
            [
                "Правила складов ст. 7",
                "Правила складов ст. 7 п. 1",
                "Правила складов ст. 7 п. 1 пп. 1",
                "Правила складов ст. 7 п. 1 пп. 2",
                "Правила складов ст. 7 п. 1.1",
                "Правила складов ст. 7 п. 2",
                "Правила складов ст. 7 п. 2 пп. а",
            ]
        );
        assert_eq!(nodes[6].path, "art/7/p/2/sub/а");
    }
}
