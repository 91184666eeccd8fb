//! A code as a list of articles, each with its text as it was printed: the Civil Code's export.
//!
//! The export swallowed articles, cut titles, left headings of chapters at the ends of texts and kept remarks of its
//! publisher. Each is undone by a rule about lines, never by a word of the law.

use crate::engine::corpus::ImportedNode;
use crate::engine::corpus::read::points::{self, Points};
use crate::engine::corpus::read::tree::{Place, Tree};
use crate::engine::corpus::read::{ReadError, clean};
use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;

/// The file.
#[derive(Debug, Deserialize)]
pub struct File {
    /// Where it came from, as its maker says.
    #[serde(default)]
    pub source: String,
    /// Full title of the act, if it says so.
    #[serde(default)]
    pub title: String,
    /// The articles in order.
    pub articles: Vec<Record>,
}

/// One article.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// Its number.
    pub article: String,
    /// Its title, perhaps cut.
    #[serde(default)]
    pub title: String,
    /// Page on which it begins.
    #[serde(default)]
    pub page: Option<u32>,
    /// Its text.
    #[serde(default)]
    pub text: String,
}

static SWALLOWED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^Статья (\d+(?:\.\d+)*(?:-\d+)?)\.\s*(.*)$").ok());
static HEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(Раздел|Подраздел|Глава|§)\s*([IVXLC]+|\d+(?:\.\d+)?)\.?\s*(.*)$").ok());
static SUBHEADING: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d+(?:\.\d+)?\. \p{Lu}[^.;:]*$").ok());
static REMARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^(См\. |О конституционно-правовом смысле|О применении судами |О правовом регулировании до внесения|Постановлением Конституционного Суда РФ|Информация об изменениях|ГАРАНТ:)",
    )
    .ok()
});
static REFERRAL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^Об? \p{Ll}").ok());

/// Lines of the signature below a code.
const SIGNED: [&str; 3] = ["Президент Российской", "Президент", "Москва, Кремль"];

/// Reads the articles.
///
/// # Errors
/// The file holds none.
pub fn read(file: &File, short: &str) -> Result<(Vec<ImportedNode>, Vec<String>), ReadError> {
    if file.articles.is_empty() {
        return Err(ReadError::NoText);
    }
    let mut tree = Tree::new(short);
    let (mut split, mut empty, mut remarks) = (0, 0, 0);
    for record in &file.articles {
        let text = clean::characters(&record.text);
        let lines: Vec<String> = text.lines().map(clean::line).filter(|line| !line.is_empty()).collect();
        let mut starts: Vec<(String, String, usize)> = vec![(record.article.clone(), clean::line(&record.title), 0)];
        for (at, line) in lines.iter().enumerate() {
            if let Some(found) = SWALLOWED.as_ref().and_then(|swallowed| swallowed.captures(line)) {
                starts.push((found[1].to_owned(), found[2].to_owned(), at + 1));
                split += 1;
            }
        }
        for (index, (number, title, from)) in starts.iter().enumerate() {
            let to = starts.get(index + 1).map_or(lines.len(), |(_, _, next)| next - 1);
            let (body, gone) = without_remarks(&lines[*from..to]);
            remarks += gone;
            let filled = article(&mut tree, number, title, record.page, &body);
            empty += usize::from(!filled);
        }
    }
    let mut told = Vec::new();
    for (count, what) in [
        (split, "статей отделены от текста предыдущей"),
        (empty, "статей без текста в источнике: они есть, но пусты"),
        (remarks, "строк примечаний издателя убраны"),
    ] {
        if count > 0 {
            told.push(format!("{count} {what}"));
        }
    }
    Ok((tree.finish(), told))
}

/// Adds one article; `false` when it has no text.
fn article(tree: &mut Tree, number: &str, title: &str, page: Option<u32>, lines: &[&str]) -> bool {
    let (title, lines) = whole_title(title, lines);
    let (body, headings) = without_headings(lines);
    tree.open(Place {
        kind: "article",
        segment: format!("art/{number}"),
        label: format!("ст. {number}"),
        title,
        depth: points::ARTICLE_DEPTH,
        page,
        rooted: true,
    });
    let mut levels = Points::default();
    for line in body {
        levels.line(tree, points::CODE_RU, line, page);
    }
    tree.close(points::ARTICLE_DEPTH);
    open_headings(tree, headings, page);
    !body.is_empty()
}

/// A title that was cut at the end of its line goes on in the first lines of the text.
fn whole_title<'a, 'b>(title: &str, lines: &'b [&'a str]) -> (String, &'b [&'a str]) {
    let mut title = title.to_owned();
    let mut rest = lines;
    while let Some((first, after)) = rest.split_first() {
        let small = first.chars().next().is_some_and(char::is_lowercase);
        let next = after.first().and_then(|next| next.chars().next());
        let sentence = first.ends_with(['.', ';', ':', ',']);
        let begins = next.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
        let proper = title.chars().count() > 60
            && !sentence
            && begins
            && first.chars().count() < 75
            && !first.starts_with(|c: char| c.is_ascii_digit() || c == '§')
            && !is_heading(first);
        if title.is_empty() || title.ends_with('.') || !(small || proper) {
            break;
        }
        title.push(' ');
        title.push_str(first);
        rest = after;
    }
    (title, rest)
}

fn is_heading(line: &str) -> bool {
    HEADING.as_ref().is_some_and(|heading| heading.is_match(line))
}

/// Headings of the next chapter at the end of a text, and what is signed below a code.
fn without_headings<'a, 'b>(lines: &'b [&'a str]) -> (&'b [&'a str], &'b [&'a str]) {
    let tail = lines.len().saturating_sub(14);
    let first =
        lines[tail..].iter().position(|line| is_heading(line) || SIGNED.iter().any(|mark| line.starts_with(mark)));
    let mut cut = first.map_or(lines.len(), |at| tail + at);
    // A heading without a word in front of its number has no full stop at its end, as every point of the law has.
    if let Some(last) = cut.checked_sub(1).and_then(|at| lines.get(at))
        && SUBHEADING.as_ref().is_some_and(|sub| sub.is_match(last))
        && (cut == 1 || lines[cut - 2].ends_with(['.', ';']))
    {
        cut -= 1;
    }
    lines.split_at(cut)
}

/// Opens what the headings name, for the articles that follow.
fn open_headings(tree: &mut Tree, lines: &[&str], page: Option<u32>) {
    for line in lines {
        if let Some(found) = HEADING.as_ref().and_then(|heading| heading.captures(line)) {
            let (word, number, title) = (&found[1], &found[2], &found[3]);
            let (kind, segment, label, depth) = match word {
                "Раздел" => ("division", "division", "раздел", 1),
                "Подраздел" => ("subdivision", "subdivision", "подраздел", 2),
                "Глава" => ("chapter", "chapter", "глава", 3),
                _ => ("paragraph", "para", "§", 4),
            };
            tree.close(depth);
            tree.open(Place {
                kind,
                segment: format!("{segment}/{number}"),
                label: format!("{label} {number}"),
                title: title.to_owned(),
                depth,
                page,
                rooted: depth < 4,
            });
        } else if let Some(node) = tree.last_mut().filter(|node| !line.ends_with('.') && node.kind != "article") {
            // A heading of two lines, never one of a lower level without a word in front.
            if line.chars().next().is_some_and(char::is_lowercase) {
                node.title = format!("{} {line}", node.title);
            }
        }
    }
}

/// The lines without the remarks of the publisher, and how many went.
fn without_remarks(lines: &[String]) -> (Vec<&str>, usize) {
    let mut kept: Vec<&str> = Vec::new();
    let mut inside = false;
    for (at, line) in lines.iter().enumerate() {
        if starts_remark(lines, at) {
            inside = true;
            continue;
        }
        if inside {
            let before = lines[at - 1].chars().count();
            let numbered = line.split_once(' ').is_some_and(|(head, _)| {
                head.ends_with('.') && head.starts_with(|c: char| c.is_ascii_digit()) && !head.contains("..")
            });
            let capital = line.chars().next().is_some_and(char::is_uppercase);
            // A remark ends with a short line; what follows begins like a sentence.
            inside = !(numbered || is_heading(line) || capital && before < 88);
            if inside {
                continue;
            }
        }
        kept.push(line);
    }
    let gone = lines.len() - kept.len();
    (kept, gone)
}

fn starts_remark(lines: &[String], at: usize) -> bool {
    let line = &lines[at];
    if REMARK.as_ref().is_some_and(|remark| remark.is_match(line)) {
        return true;
    }
    // «Об установлении срока годности товара см. постановление…»: a heading-like line that sends the reader elsewhere.
    REFERRAL.as_ref().is_some_and(|referral| referral.is_match(line))
        && lines[at..]
            .iter()
            .take(3)
            .any(|line| line.contains(" см. ") || line.ends_with(" см.") || line.starts_with("см. "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(articles: &[(&str, &str, &str)]) -> File {
        let articles = articles
            .iter()
            .map(|(article, title, text)| Record {
                article: (*article).to_owned(),
                title: (*title).to_owned(),
                page: Some(1),
                text: (*text).to_owned(),
            })
            .collect();
        File { source: String::new(), title: String::new(), articles }
    }

    #[test]
    fn the_damage_of_the_export_is_undone() {
        let file = file(&[
            (
                "1",
                "Порядок приёма вещей на склад и ведения записей о них",
                "в книге склада\n1. Вещь записывают в книгу.\n2. Запись подписывают.\nСтатья 1.1. Книга\nКнигу хранят.\n§ 2. Выдача\n1. Общее",
            ),
            ("2", "Выдача", ""),
            ("3", "Споры", "О применении статьи 3 см. разъяснение\nсовета складов\n1. Спор решает совет."),
        ]);
        let (nodes, told) = read(&file, "Правила").unwrap();
        let find = |path: &str| nodes.iter().find(|node| node.path == path).unwrap();
        assert_eq!(find("art/1").title, "Порядок приёма вещей на склад и ведения записей о них в книге склада");
        assert_eq!(find("art/1/p/2").text, "2. Запись подписывают.");
        assert_eq!(find("art/1.1").text, "Книгу хранят.");
        assert_eq!(find("para/2").title, "Выдача");
        assert_eq!(find("art/2").text, "");
        assert_eq!(nodes.iter().filter(|node| node.path.starts_with("art/2")).count(), 1, "empty, but there");
        assert_eq!(find("art/3/p/1").text, "1. Спор решает совет.");
        assert_eq!(find("art/3").text, "");
        assert_eq!(told.len(), 3, "{told:?}");
    }
}
