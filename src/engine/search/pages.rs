//! Pages for keywords: which documents are meant, which words were found, one row per page. Pure.

use crate::engine::fold;
use crate::model::source::{EditionRow, Hit};
use std::collections::BTreeMap;

/// A page where keywords stand.
#[derive(Debug, Clone, PartialEq)]
pub struct PageHit {
    /// The edition.
    pub edition: String,
    /// Its page, if the hit tells one.
    pub page: Option<u32>,
    /// The best node on it.
    pub node_id: String,
    /// Its address.
    pub address: String,
    /// The best score.
    pub score: f64,
    /// The words that were found, as the page has them.
    pub words: Vec<String>,
}

/// The editions that a name means: by what they are called, in any spelling.
#[must_use]
pub fn named<'e>(name: &str, editions: &'e [EditionRow]) -> Vec<&'e EditionRow> {
    let wanted = squeezed(name);
    if wanted.chars().count() < 2 {
        return Vec::new();
    }
    let fits = |row: &&EditionRow| {
        let short = squeezed(&row.short);
        let own = [short.as_str(), &squeezed(&row.document), &squeezed(&row.edition)].contains(&wanted.as_str());
        // «СП 63» is СП 63.13330.2018, and «СП 63.13330.2018 Бетонные…» is it too.
        let cut = short.strip_prefix(&wanted).is_some_and(|rest| rest.starts_with('.'));
        let long =
            wanted.strip_prefix(&short).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        let titled = wanted.chars().count() > 12 && squeezed(&row.title).contains(&wanted);
        own || cut || long || titled
    };
    editions.iter().filter(fits).collect()
}

fn squeezed(text: &str) -> String {
    fold::folded(text).chars().filter(|c| !c.is_whitespace() && *c != '"').collect()
}

/// Hits as pages, best first; ties by edition and page.
#[must_use]
pub fn grouped(hits: &[Hit]) -> Vec<PageHit> {
    let mut out: Vec<PageHit> = Vec::new();
    for hit in hits {
        let edition = hit.node_id.trim_start_matches("norm://").split('/').next().unwrap_or_default();
        let same = |own: &&mut PageHit| {
            own.edition == edition && own.page == hit.page && (hit.page.is_some() || own.node_id == hit.node_id)
        };
        match out.iter_mut().find(same) {
            Some(own) => {
                own.words.extend(marked(&hit.snippet));
                if hit.score > own.score {
                    own.score = hit.score;
                    own.node_id.clone_from(&hit.node_id);
                    own.address.clone_from(&hit.address);
                }
            }
            None => out.push(PageHit {
                edition: edition.to_owned(),
                page: hit.page,
                node_id: hit.node_id.clone(),
                address: hit.address.clone(),
                score: hit.score,
                words: marked(&hit.snippet),
            }),
        }
    }
    for page in &mut out {
        let mut seen: BTreeMap<String, ()> = BTreeMap::new();
        page.words.retain(|word| seen.insert(fold::folded(word), ()).is_none());
    }
    out.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then_with(|| a.edition.cmp(&b.edition)).then_with(|| a.page.cmp(&b.page))
    });
    out
}

/// The words that a snippet marks.
fn marked(snippet: &str) -> Vec<String> {
    let parts = snippet.split('\u{2}').skip(1).filter_map(|part| part.split_once('\u{3}'));
    parts.map(|(word, _)| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::source::{Currency, DocumentKind};

    fn edition(document: &str, short: &str) -> EditionRow {
        EditionRow {
            edition: format!("{document}@undated"),
            document: document.into(),
            short: short.into(),
            title: "Правила хранения на складах".into(),
            jurisdiction: "RU".into(),
            kind: DocumentKind::CodeOfPractice,
            label: "undated".into(),
            valid_from: None,
            valid_to: None,
            currency: Currency::Unchecked,
            nodes: 1,
            pages: 1,
            sha256: String::new(),
            file: String::new(),
            imported_at: String::new(),
        }
    }

    #[test]
    fn documents_by_any_of_their_names() {
        let held = [edition("ru.sp.63.13330.2018", "СП 63.13330.2018"), edition("ru.sp.6.2020", "СП 6.2020")];
        for name in ["СП 63", "СП 63.13330.2018", "CП63.13330.2018", "ru.sp.63.13330.2018", "СП 63.13330.2018 «Склады»"]
        {
            let found: Vec<&str> = named(name, &held).iter().map(|row| row.short.as_str()).collect();
            assert_eq!(found, ["СП 63.13330.2018"], "{name}");
        }
        assert!(named("СП 6.13330", &held).is_empty() && named("", &held).is_empty());
        assert_eq!(named("Правила хранения на складах", &held).len(), 2);
    }

    #[test]
    fn hits_of_a_page_are_one_row() {
        let hit = |node: &str, page: Option<u32>, score: f64, snippet: &str| Hit {
            node_id: format!("norm://a@1/{node}"),
            document: "А".into(),
            edition: "1".into(),
            address: node.into(),
            title: String::new(),
            snippet: snippet.into(),
            page,
            score,
        };
        let hits = [
            hit("p/1", Some(4), 1.0, "\u{2}Проход\u{3} узкий"),
            hit("p/2", Some(4), 3.0, "\u{2}проход\u{3} и \u{2}двор\u{3}"),
            hit("p/3", None, 2.0, ""),
            hit("p/4", None, 2.0, ""),
        ];
        let pages = grouped(&hits);
        assert_eq!(pages.len(), 3);
        assert_eq!(
            (pages[0].node_id.as_str(), pages[0].words.as_slice()),
            ("norm://a@1/p/2", &["Проход".to_owned(), "двор".to_owned()][..])
        );
        assert!(grouped(&[]).is_empty());
    }
}
