//! Images of pages: an edition that can be looked at and not quoted.

use crate::engine::corpus::read::identity::{self, Identity};
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

/// The edition of a set of images, given as page and path in any order.
#[must_use]
pub fn read(set: &str, images: &[(u32, String)]) -> Imported {
    let mut images = images.to_vec();
    images.sort();
    let pages = images
        .into_iter()
        .map(|(page, image)| ImportedPage { printed: page.to_string(), text: String::new(), image })
        .collect();
    let identity = identity(set);
    identity.with(Vec::new(), pages, vec!["страницы без текста: по ним ничего нельзя подтвердить".to_owned()])
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
        let edition = read("sp63.13330.2018-izm1-2", &[(24, "b".to_owned()), (5, "a".to_owned())]);
        assert_eq!((edition.document.as_str(), edition.label.as_str()), ("ru.sp.63.13330.2018", "Изм. 1, 2"));
        assert_eq!(edition.pages[0].printed, "5");
    }
}
