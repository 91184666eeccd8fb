//! Korean statutes as Markdown: `제n조(제목)`, `①`, `1.`, `가.`, and the supplements (부칙) that follow the act.

use crate::engine::corpus::ImportedNode;
use crate::engine::corpus::read::clean;
use crate::engine::corpus::read::front::Front;
use crate::engine::corpus::read::points::ARTICLE_DEPTH;
use crate::engine::corpus::read::tree::{Place, Tree};
use regex::Regex;
use std::sync::LazyLock;

static ARTICLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:#+\s*)?제(\d+)조(?:의(\d+))?\s*(?:\(([^)]*(?:\([^)]*\)[^)]*)*)\))?\s*(.*)$").ok()
});
static HEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:#+\s*)?제(\d+)(편|장|절|관)(?:의(\d+))?\s+(\S.*)$").ok());
static SUPPLEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(?:#+\s*)?부\s?칙\s*(.*)$").ok());
static LAW_NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"제(\d+)호").ok());
/// What the publisher notes of changes: `<개정 2020.6.9>`, `[본조신설 2013.8.13]`.
static NOTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\s*(?:[<〈](?:개정|신설|단서신설|단서개정|본호개정|전문개정)[^<>〈〉]*[>〉]|\[(?:전문개정|본조신설|본항신설|제목개정|종전|본조제목개정)[^\[\]]*\])").ok()
});
static SUBCLAUSE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^(\d{1,2})(?:의(\d+))?\.\s").ok());

/// Whether a text is such a statute.
#[must_use]
pub fn is_statute(text: &str) -> bool {
    text.lines()
        .filter(|line| line.starts_with('#') || line.starts_with('제'))
        .filter(|line| is_article(line))
        .nth(2)
        .is_some()
}

fn is_article(line: &str) -> bool {
    ARTICLE.as_ref().is_some_and(|article| article.is_match(line))
}

/// Reads the text below the front matter.
#[must_use]
pub fn read(short: &str, front: &Front<'_>) -> Vec<ImportedNode> {
    let mut tree = Tree::new(short);
    let mut supplement = false;
    for raw in front.body.lines() {
        let line = clean::line(&unmarked(raw));
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        if let Some(found) = SUPPLEMENT.as_ref().and_then(|rule| rule.captures(&line)) {
            supplement = true;
            open_supplement(&mut tree, found[1].trim(), &line);
        } else if let Some(found) = HEADING.as_ref().and_then(|rule| rule.captures(&line)).filter(|_| !supplement) {
            open_heading(&mut tree, &found);
        } else if let Some(found) = ARTICLE
            .as_ref()
            .and_then(|rule| rule.captures(&line))
            .filter(|found| supplement || raw.starts_with('#') || found.get(3).is_some())
        {
            let number =
                found.get(2).map_or_else(|| found[1].to_owned(), |sub| format!("{}의{}", &found[1], sub.as_str()));
            let title = found.get(3).map_or(String::new(), |title| title.as_str().to_owned());
            open_article(&mut tree, &number, title, supplement);
            text(&mut tree, &found[4]);
        } else {
            text(&mut tree, &line);
        }
    }
    tree.finish()
}

/// A line without Markdown's own signs: `**①**`, `1\.`, `&lt;`.
fn unmarked(line: &str) -> String {
    let plain = line.replace("**", "").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let plain = match NOTE.as_ref() {
        Some(note) if plain.contains(['<', '〈', '[']) => note.replace_all(&plain, "").into_owned(),
        _ => plain,
    };
    if !plain.contains('\\') {
        return plain;
    }
    let mut out = String::with_capacity(plain.len());
    let mut signs = plain.chars().peekable();
    while let Some(sign) = signs.next() {
        if sign != '\\' || !signs.peek().is_some_and(char::is_ascii_punctuation) {
            out.push(sign);
        }
    }
    out
}

fn open_supplement(tree: &mut Tree, rest: &str, line: &str) {
    // «### 부칙» alone announces all of them.
    if rest.is_empty() {
        return;
    }
    let number =
        LAW_NUMBER.as_ref().and_then(|rule| rule.captures(rest)).map_or_else(String::new, |found| found[1].to_owned());
    tree.close(1);
    tree.open(Place {
        kind: "supplement",
        segment: format!("supplement/{number}"),
        label: format!("부칙 제{number}호"),
        title: line.trim_start_matches('#').trim().to_owned(),
        depth: 1,
        page: None,
        rooted: true,
    });
}

fn open_heading(tree: &mut Tree, found: &regex::Captures<'_>) {
    let number = found.get(3).map_or_else(|| found[1].to_owned(), |sub| format!("{}의{}", &found[1], sub.as_str()));
    let (kind, segment, depth) = match &found[2] {
        "편" => ("division", "division", 1),
        "장" => ("chapter", "chapter", 2),
        "절" => ("paragraph", "para", 3),
        _ => ("subsection", "sub", 4),
    };
    tree.open(Place {
        kind,
        segment: format!("{segment}/{number}"),
        label: format!("제{}{}", &found[1], &found[2]),
        title: found[4].to_owned(),
        depth,
        page: None,
        rooted: false,
    });
}

fn open_article(tree: &mut Tree, number: &str, title: String, supplement: bool) {
    let label = match number.split_once('의') {
        Some((whole, sub)) => format!("제{whole}조의{sub}"),
        None => format!("제{number}조"),
    };
    tree.open(Place {
        kind: "article",
        segment: format!("art/{number}"),
        label,
        title,
        depth: ARTICLE_DEPTH,
        page: None,
        rooted: !supplement,
    });
}

/// A line of an article: a clause (항), a sub-clause (호), an item (목), or plain text.
fn text(tree: &mut Tree, line: &str) {
    let line = line.trim();
    if line.is_empty() {
        return;
    }
    let first = line.chars().next().unwrap_or(' ');
    let place = |kind, segment: String, label: String, deeper: u8| Place {
        kind,
        segment,
        label,
        title: String::new(),
        depth: ARTICLE_DEPTH + deeper,
        page: None,
        rooted: false,
    };
    if ('①'..='⑳').contains(&first) {
        let number = first as u32 - '①' as u32 + 1;
        tree.open(place("clause", format!("p/{number}"), format!("제{number}항"), 1));
    } else if let Some(found) = SUBCLAUSE.as_ref().and_then(|rule| rule.captures(line)) {
        let number = found.get(2).map_or_else(|| found[1].to_owned(), |sub| format!("{}의{}", &found[1], sub.as_str()));
        tree.open(place("subclause", format!("sub/{number}"), format!("제{}호", &found[1]), 2));
    } else if "가나다라마바사아자차카타파하".contains(first) && line[first.len_utf8()..].starts_with(". ")
    {
        tree.open(place("item", format!("item/{first}"), format!("{first}목"), 3));
    }
    tree.paragraph(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_clauses_and_supplements() {
        let text = "# 창고법\n제1장 총칙\n### 제1조(목적)\n이 법은 창고를 정한다.\n### 제3조의2(보관)\n①물건은 마른 곳에 둔다.\n②다음 각 호와 같다.\n  1. 상자\n  2. 자루\n### 부칙\n부칙 〈제12호,2020.1.1〉\n제1조 (시행일) 이 법은 공포한 날부터 시행한다.\n";
        let nodes = read("창고법", &Front::of(text));
        let addresses: Vec<&str> = nodes.iter().map(|node| node.address.as_str()).collect();
        assert_eq!(
            addresses,
            [
                "창고법 제1장",
                "창고법 제1조",
                "창고법 제3조의2",
                "창고법 제3조의2 제1항",
                "창고법 제3조의2 제2항",
                "창고법 제3조의2 제2항 제1호",
                "창고법 제3조의2 제2항 제2호",
                "창고법 부칙 제12호",
                "창고법 부칙 제12호 제1조",
            ]
        );
        assert_eq!(nodes[2].path, "art/3의2");
        assert_eq!(nodes[8].title, "시행일");
        let marked = read(
            "창고법",
            &Front::of(
                "##### 제4조 (물건)\n\n**①** 물건은 다음과 같다. <개정 2020.6.9>\n\n  1\\. \"상자\"란 나무로 된 것을 말한다.",
            ),
        );
        let addresses: Vec<&str> = marked.iter().map(|node| node.address.as_str()).collect();
        assert_eq!(addresses, ["창고법 제4조", "창고법 제4조 제1항", "창고법 제4조 제1항 제1호"]);
        assert_eq!(marked[1].text, "① 물건은 다음과 같다.");
        assert!(is_statute("### 제1조(가)\n### 제2조(나)\n### 제3조(다)\n"));
    }
}
