//! What the shared corpora hold after an import: counts and traps of their descriptions.

use crate::{empty, import, search, skip};
use legalagi::adapters::intake::Outcome;
use legalagi::cli::corpus_files;
use legalagi::engine::address::find::parse;
use legalagi::model::source::{Currency, SearchQuery};
use legalagi::runner::ports::Sources;
use std::collections::BTreeMap;

const FOLDERS: [&str; 6] =
    ["ru-construction-norms", "ru-civil-code", "ua-codes", "ua-court-decisions", "kr-statutes", "sp63-page-images"];

#[tokio::test(flavor = "multi_thread")]
async fn the_corpora_import_with_the_counts_of_their_descriptions_and_twice_changes_nothing() {
    let Some(corpora) = skip::shared("corpora") else { return };
    let (folder, store) = empty().await;
    // The folders that the counts are of; others may stand beside them.
    let found = corpus_files::find(&FOLDERS.map(|folder| corpora.join(folder)));
    for (name, outcome) in import(&store, &found).await {
        assert!(matches!(outcome, Outcome::Imported { .. }), "{name}: {outcome:?}");
    }
    let editions = store.editions().await.unwrap();
    // 20 norms and acts, the code, 5 Ukrainian codes, 14 decisions, 2 Korean acts, the images.
    assert_eq!(editions.len(), 20 + 1 + 5 + 14 + 2 + 1);
    let pages = |test: &dyn Fn(&str) -> bool| -> u32 {
        editions.iter().filter(|row| test(&row.edition)).map(|row| row.pages).sum()
    };
    assert_eq!(pages(&|edition| !edition.ends_with("@izm1-2")), 1599);
    assert_eq!(pages(&|edition| edition == "ru.sp.63.13330.2018@izm1-2"), 19);
    let articles = counts(&store, &editions.iter().map(|row| row.edition.clone()).collect::<Vec<_>>()).await;
    for (document, expected) in [
        ("ru.gk@2025-03-11", 1733),
        ("ua.cpc@undated", 525),
        ("ua.epc@undated", 379),
        ("ua.cac@undated", 409),
        ("ua.crpc@undated", 679),
        ("ua.civil@undated", 1329),
    ] {
        assert_eq!(articles.get(document), Some(&expected), "{document}");
    }
    traps(&store).await;
    let report = store.check_corpus().await.unwrap();
    assert!(report.is_sound(), "{:?}", &report.faults[..report.faults.len().min(5)]);

    // The second time nothing is written.
    let revision = store.revision().await.unwrap();
    let written = changes(&folder);
    for (name, outcome) in import(&store, &found).await {
        assert_eq!(outcome, Outcome::Unchanged, "{name}");
    }
    assert_eq!(changes(&folder), written);
    assert_eq!(store.revision().await.unwrap(), revision);
}

/// Bytes of the database and of its log.
fn changes(folder: &tempfile::TempDir) -> Vec<u64> {
    ["a.db", "a.db-wal"]
        .iter()
        .map(|name| std::fs::metadata(folder.path().join(name)).map_or(0, |about| about.len()))
        .collect()
}

async fn counts(store: &impl Sources, editions: &[String]) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    for edition in editions.iter().filter(|edition| edition.starts_with("ru.gk") || edition.starts_with("ua.")) {
        let mut count = 0;
        let mut waiting = vec![None];
        while let Some(parent) = waiting.pop() {
            let parent: Option<String> = parent;
            for node in store.below(edition, parent.as_deref()).await.unwrap() {
                if node.kind == "article" {
                    count += 1;
                } else {
                    waiting.push(Some(node.node_id));
                }
            }
        }
        out.insert(edition.clone(), count);
    }
    out
}

async fn traps(store: &legalagi::adapters::store::sqlite::SqliteStore) {
    let at = async |text: &str| store.locate(&parse(text).unwrap(), None).await.unwrap();
    // An article that another had swallowed; one whose text was lost; one that was split off.
    let swallowed = at("ст. 123.20-1 ГК РФ").await;
    assert!(swallowed.len() == 1 && !swallowed[0].text.is_empty());
    let lost = at("ст. 12 ГК РФ").await;
    assert!(lost.len() == 1 && lost[0].text.is_empty() && !lost[0].title.is_empty());
    assert_eq!(at("ст. 526 ГК РФ").await.len(), 1);
    assert!(at("ст. 20000 ГК РФ").await.is_empty());
    // Points and sub-points; a heading of the next chapter is no part of a point.
    let point = at("п. 3 ст. 333 ГК РФ").await;
    assert!(point.len() == 1 && !point[0].text.contains('§'));
    assert_eq!(at("пп. 2 п. 1 ст. 1225 ГК РФ").await.len(), 1);
    assert_eq!(at("глава 30 ГК РФ").await[0].kind, "chapter");
    // A remark of the publisher is gone, a term of the law that sounds like its name is not.
    assert!(!at("ст. 8.1 ГК РФ").await[0].text.contains("См. Справку"));
    assert!(at("ст. 368 ГК РФ").await[0].text.contains("гарант"));
    // Numbers cut at the hyphen; clauses, tables, annexes of norms.
    assert_eq!(at("123-ФЗ ст. 89").await.len(), 1);
    assert_eq!(at("384-ФЗ ст. 5").await.len(), 1);
    assert_eq!(at("ПП РФ № 87 п. 10").await.len(), 1);
    assert_eq!(at("СП 63.13330.2018 п. 10.3.2").await[0].address, "СП 63.13330.2018 п. 10.3.2");
    let table = at("таблица 10.1 СП 63").await;
    assert!(table.len() == 1 && !table[0].lossy && table[0].page == Some(106), "{table:?}");
    assert!(at("таблица 6.8 СП 63").await[0].text.contains("В60"));
    assert_eq!(at("СП 63 приложение Л").await.len(), 1);
    // Ukrainian and Korean places.
    assert_eq!(at("ч. 2 ст. 266 КАС України").await[0].kind, "part");
    assert_eq!(at("ст. 266-1 КАС").await.len(), 1);
    assert_eq!(at("민법 제750조").await[0].address, "민법 제750조");
    assert_eq!(at("справа № 826/19268/13-а").await.len(), 3);
    // A status of a collector is no finding.
    let editions = store.editions().await.unwrap();
    let row = |document: &str| editions.iter().find(|row| row.document == document).unwrap();
    assert!(matches!(row("ru.sp.54.13330.2016").currency, Currency::Replaced { .. }));
    assert_eq!(row("ru.sp.20.13330.2016").currency, Currency::Unchecked);
    assert_eq!(row("ua.cpc").short, "ЦПК");
    // Look-alikes; nothing in a query is syntax; the same question has the same answer.
    assert_eq!(search(store, "бетон класса B60").await, search(store, "бетон класса В60").await);
    assert_eq!(search(store, "отчёт").await, search(store, "отчет").await);
    for query in ["\"", "неустойка AND (", "NEAR(a b) title:", "* OR *", "^ - { } :"] {
        search(store, query).await;
    }
    let query =
        SearchQuery { q: "строк".to_owned(), jurisdiction: Some("UA".to_owned()), ..SearchQuery::default() };
    let hits = store.search(&query).await.unwrap();
    assert!(
        !hits.is_empty()
            && hits.iter().all(|hit| hit.node_id.starts_with("norm://ua.") || hit.node_id.starts_with("norm://case."))
    );
    let old =
        SearchQuery { q: "СП 54.13330.2016".to_owned(), on: Some("2026-01-01".to_owned()), ..SearchQuery::default() };
    assert!(store.search(&old).await.unwrap().iter().all(|hit| !hit.node_id.contains("ru.sp.54.13330.2016")));
    // A paragraph is a place of its own.
    let first = at("абз. 1 п. 1 ст. 15 ГК РФ").await;
    assert_eq!(store.node(&first[0].node_id).await.unwrap().unwrap(), first[0]);
    assert_eq!(store.page("ru.sp.63.13330.2018@izm1", 106).await.unwrap().unwrap().page, 106);
}
