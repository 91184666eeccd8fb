//! Images of pages: an edition that can be looked at and not quoted.

use crate::engine::corpus::read::identity::{self, Identity};
use crate::engine::corpus::read::recognised;
use crate::engine::corpus::{Imported, ImportedPage};

/// The set that a file belongs to, and its page: `sp63.13330.2018-izm1-2-p024.jpg` → `sp63.13330.2018-izm1-2`, `24`.
#[must_use]
pub fn page_of(name: &str) -> Option<(&str, u32)> {
    let (stem, ending) = name.rsplit_once('.')?;
    if !["jpg", "jpeg", "png"].contains(&ending.to_lowercase().as_str()) {
        return None;
    }
    let at = stem.rfind(['p', 'P', 'с'])?;
    let digits = &stem[at + stem[at..].chars().next()?.len_utf8()..];
    let page = digits.parse().ok()?;
    Some((stem[..at].trim_end_matches(['-', '_', ' ']), page))
}

/// An image of a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scan {
    /// The number printed on it.
    pub page: u32,
    /// SHA-256 of its file.
    pub image: String,
    /// What was recognised on it, or nothing.
    pub text: String,
}

/// The edition of a set of images in any order.
#[must_use]
pub fn read(set: &str, mut scans: Vec<Scan>) -> Imported {
    scans.sort();
    let texts: Vec<String> = scans.iter().map(|scan| scan.text.clone()).collect();
    let page = |scan: Scan| ImportedPage { printed: scan.page.to_string(), text: scan.text, image: scan.image };
    let read = recognised::read(identity(set), &texts);
    Imported { pages: scans.into_iter().map(page).collect(), ..read }
}

fn identity(set: &str) -> Identity {
    let (name, label) = match set.split_once("-izm") {
        Some((name, numbers)) => (name, format!("Изм. {}", numbers.replace('-', ", "))),
        None => (set, identity::UNDATED.to_owned()),
    };
    match name.strip_prefix("sp").map(|number| number.trim_start_matches('.')) {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => Identity::of_rules(number, name, &label),
        _ => Identity { label, ..Identity::of_file(set, set, "RU") },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_set_and_the_page() {
        assert_eq!(page_of("sp63.13330.2018-izm1-2-p024.jpg"), Some(("sp63.13330.2018-izm1-2", 24)));
        assert_eq!(page_of("схема.jpg"), None);
        let scan = |page: u32, text: &str| Scan { page, image: format!("hash{page}"), text: text.to_owned() };
        let edition = read("sp63.13330.2018-izm1-2", vec![scan(24, ""), scan(5, "")]);
        assert_eq!((edition.document.as_str(), edition.label.as_str()), ("ru.sp.63.13330.2018", "Изм. 1, 2"));
        assert_eq!((edition.pages[0].printed.as_str(), edition.pages[0].image.as_str()), ("5", "hash5"));
        assert!(edition.nodes.is_empty() && edition.remarks[0].contains("без текста"));
        let words = "Проход между штабелями держат свободным во всякое время года и суток.";
        let read = read("sp63.13330.2018-izm1-2", vec![scan(24, words), scan(5, "")]);
        assert!(read.nodes.iter().all(|node| node.lossy) && read.nodes[0].page == Some(2), "{:?}", read.nodes);
    }
}
