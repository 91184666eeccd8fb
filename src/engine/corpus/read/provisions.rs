//! A law as a list of provisions: article, title, text whose parts are numbered lines.

use crate::engine::corpus::ImportedNode;
use crate::engine::corpus::read::points::{self, Points};
use crate::engine::corpus::read::tree::{Place, Tree};
use crate::engine::corpus::read::{ReadError, clean};
use serde::Deserialize;

/// The file. Its `status` is a guess and is not read.
#[derive(Debug, Deserialize)]
pub struct File {
    /// `ua-law-1618-15`.
    #[serde(default)]
    pub id: String,
    /// The title, often only «Закон України (1618-15)».
    #[serde(default)]
    pub title: String,
    /// The number of the act: `1618-15`.
    #[serde(default)]
    pub short_name: String,
    /// The articles.
    pub provisions: Vec<Record>,
}

/// One article.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// Its number: `266-1`.
    pub section: String,
    /// «Стаття 266-1. …».
    #[serde(default)]
    pub title: String,
    /// Its text.
    #[serde(default)]
    pub content: String,
}

/// Reads the provisions.
///
/// # Errors
/// The file holds none.
pub fn read(file: &File, short: &str) -> Result<(Vec<ImportedNode>, Vec<String>), ReadError> {
    if file.provisions.is_empty() {
        return Err(ReadError::NoText);
    }
    let mut tree = Tree::new(short);
    let mut empty = 0;
    for record in &file.provisions {
        let number = record.section.trim();
        let title = clean::line(&clean::characters(&record.title));
        let title = title.split_once(". ").filter(|(head, _)| head.starts_with("Ст")).map_or("", |(_, rest)| rest);
        tree.open(Place {
            kind: "article",
            segment: format!("art/{number}"),
            label: format!("ст. {number}"),
            title: title.trim_end_matches('.').to_owned(),
            depth: points::ARTICLE_DEPTH,
            page: None,
            rooted: true,
        });
        let mut levels = Points::default();
        let text = clean::characters(&record.content);
        empty += usize::from(text.trim().is_empty());
        for line in text.lines().map(clean::line).filter(|line| !line.is_empty() && !is_next_heading(line)) {
            levels.line(&mut tree, points::LAW, &line, None);
        }
    }
    let told = (empty > 0).then(|| format!("{empty} статей без текста в источнике: они есть, но пусты"));
    Ok((tree.finish(), told.into_iter().collect()))
}

/// The heading of the next chapter, left at the end of the article before it.
fn is_next_heading(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let numbered = words.next().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit() || "IVXLCІХ.-".contains(c)));
    let mark = first == "§"
        || first == "Глава"
        || first == "Розділ"
        || first == "ГЛАВА"
        || first == "РОЗДІЛ"
        || first == "Підрозділ";
    mark && numbered && line.chars().count() < 200 && !line.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_numbered_lines() {
        let record = Record {
            section: "7-1".to_owned(),
            title: "Стаття 7-1. Проходи складу".to_owned(),
            content: "1. Проходи тримають вільними:\n1) головний;\n2) бічні.\n2. Ширина проходу - два метри.\nГлава 3 ЗБЕРІГАННЯ".to_owned(),
        };
        let file =
            File { id: String::new(), title: String::new(), short_name: "1-1".to_owned(), provisions: vec![record] };
        let (nodes, _) = read(&file, "Правила").unwrap();
        let addresses: Vec<&str> = nodes.iter().map(|node| node.address.as_str()).collect();
        assert_eq!(
            addresses,
            [
                "Правила ст. 7-1",
                "Правила ст. 7-1 ч. 1",
                "Правила ст. 7-1 ч. 1 п. 1",
                "Правила ст. 7-1 ч. 1 п. 2",
                "Правила ст. 7-1 ч. 2"
            ]
        );
        assert_eq!(nodes[0].title, "Проходи складу");
        assert_eq!(nodes[4].text, "2. Ширина проходу - два метри.");
    }
}
