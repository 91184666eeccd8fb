//! Pages that were recognised on images: every page is read for itself, because pages of a set need not follow each
//! other. Nothing in them may be certified: a sign may have been read wrongly.

use crate::engine::corpus::read::identity::Identity;
use crate::engine::corpus::read::numbers::{self, Number};
use crate::engine::corpus::read::{captions, clean, pages};
use crate::engine::corpus::{Imported, ImportedNode, ImportedPage};
use std::collections::HashSet;

/// The edition of recognised texts, a page each; what a page begins with before any number is a passage of that page.
#[must_use]
pub fn read(identity: Identity, texts: &[String]) -> Imported {
    let remark = if texts.iter().all(|text| text.trim().is_empty()) {
        "страницы без текста: по ним ничего нельзя подтвердить"
    } else {
        "слова распознаны на изображениях: сверяйте с ними"
    };
    let (_, lines, _) = pages::lines(texts);
    let mut out = Reading { short: identity.short.clone(), nodes: Vec::new(), taken: HashSet::new() };
    for page in (1..).take(texts.len()) {
        out.page(page, lines.iter().filter(|line| line.page == page).map(|line| line.text.as_str()));
    }
    let page = |text: &String| ImportedPage { printed: String::new(), text: text.clone(), image: String::new() };
    let pages = texts.iter().map(page).collect();
    let nodes = out.nodes;
    identity.with(nodes, pages, vec![remark.to_owned()])
}

struct Reading {
    short: String,
    nodes: Vec<ImportedNode>,
    taken: HashSet<String>,
}

impl Reading {
    fn page<'l>(&mut self, page: u32, lines: impl Iterator<Item = &'l str>) {
        let first = self.nodes.len();
        let mut at: Option<Number> = None;
        for line in lines {
            if let Some((number, title)) = captions::announced(line) {
                self.open("table", format!("table/{number}"), format!("табл. {number}"), title, page, "");
                continue;
            }
            let opened = numbers::clause(line).filter(|(number, rest)| {
                // A reference at the beginning of a line is no clause.
                let begins = rest.chars().next().is_some_and(char::is_uppercase);
                begins && at.as_ref().is_none_or(|at| number.follows(at))
            });
            if let Some((number, _)) = opened
                && self.open("clause", format!("p/{number}"), format!("п. {number}"), String::new(), page, line)
            {
                at = Some(number);
                continue;
            }
            if self.nodes.len() == first {
                self.open("passage", format!("page/{page}"), format!("лист {page}"), String::new(), page, line);
            } else if let Some(node) = self.nodes.last_mut() {
                clean::append(&mut node.text, line);
            }
        }
    }

    /// A new node, unless its path is taken.
    fn open(&mut self, kind: &str, path: String, label: String, title: String, page: u32, text: &str) -> bool {
        if !self.taken.insert(path.clone()) {
            return false;
        }
        let address = format!("{} {label}", self.short);
        let (kind, text) = (kind.to_owned(), text.to_owned());
        self.nodes.push(ImportedNode { parent: None, kind, path, address, title, text, page: Some(page), lossy: true });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_read_for_itself() {
        let texts = [
            "и держат сухим.\n4.1.1 Пол склада ровный.\nОн сухой.\n4.1.2 Стены белые, как в\n4.1.1 настоящих правил."
                .to_owned(),
            String::new(),
            "9.2 Двор метут.\nТаблица 9.1 - Высота\nМешки\n4\n9.3 Сад поливают.".to_owned(),
        ];
        let edition = read(Identity::of_file("правила", "Правила", "RU"), &texts);
        let told: Vec<(&str, &str, Option<u32>)> =
            edition.nodes.iter().map(|node| (node.path.as_str(), node.text.as_str(), node.page)).collect();
        assert_eq!(
            told,
            [
                ("page/1", "и держат сухим.", Some(1)),
                ("p/4.1.1", "4.1.1 Пол склада ровный.\nОн сухой.", Some(1)),
                ("p/4.1.2", "4.1.2 Стены белые, как в 4.1.1 настоящих правил.", Some(1)),
                ("p/9.2", "9.2 Двор метут.", Some(3)),
                ("table/9.1", "Мешки 4", Some(3)),
                ("p/9.3", "9.3 Сад поливают.", Some(3)),
            ]
        );
        assert!(edition.nodes.iter().all(|node| node.lossy) && edition.pages.len() == 3);
        assert_eq!(edition.nodes[4].title, "Высота");
        let silent = read(Identity::of_file("правила", "Правила", "RU"), &[String::new()]);
        assert!(silent.nodes.is_empty() && silent.remarks[0].contains("без текста"));
    }
}
