//! The question set: raw words, stems and the whole search side by side.

use crate::{import, skip};
use legalagi::adapters::store::corpus_search::Ranking;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::cli::corpus_files;
use legalagi::model::source::SearchQuery;
use serde::Deserialize;
use std::fmt::Write;

#[derive(Deserialize)]
struct File {
    question: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    kind: String,
    lang: String,
    q: String,
    expect: Vec<String>,
}

/// Place of the first right answer among ten, from 1.
async fn place(store: &SqliteStore, question: &Question, ranking: Ranking) -> Option<usize> {
    let query = SearchQuery { q: question.q.clone(), limit: 10, ..SearchQuery::default() };
    let hits = store.ranked(&query, ranking).await.unwrap();
    let right = |address: &str| {
        question.expect.iter().any(|expected| address == expected || address.starts_with(&format!("{expected} ")))
    };
    hits.iter().position(|hit| right(&hit.address)).map(|at| at + 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_search_beats_stems_on_named_and_on_plain_questions() {
    let Some(corpora) = skip::shared("corpora") else { return };
    let (_folder, store) = crate::empty().await;
    import(&store, &corpus_files::find(&[corpora])).await;
    let file: File = toml::from_str(include_str!("../data/questions.toml")).unwrap();
    assert!(file.question.len() >= 60);
    let mut table = String::from("set      lang  n    raw@1/5/10        stemmed@1/5/10    whole@1/5/10\n");
    for kind in ["named", "plain", "fresh"] {
        let mut five = [0.0; 3];
        for lang in ["ru", "ua", "all"] {
            let set: Vec<&Question> =
                file.question.iter().filter(|q| q.kind == kind && (lang == "all" || q.lang == lang)).collect();
            let _ = write!(table, "{kind:<8} {lang:<5} {:<4}", set.len());
            for (column, ranking) in [Ranking::Raw, Ranking::Stemmed, Ranking::Whole].into_iter().enumerate() {
                let mut within = [0_u32; 3];
                for question in &set {
                    let place = place(&store, question, ranking).await;
                    for (at, limit) in [1, 5, 10].into_iter().enumerate() {
                        within[at] += u32::from(place.is_some_and(|place| place <= limit));
                    }
                    if lang == "all" && ranking == Ranking::Whole && place.is_none_or(|place| place > 5) {
                        eprintln!("not in five: {} {place:?}", question.q);
                    }
                }
                let share = within.map(|hits| f64::from(hits) / f64::from(u32::try_from(set.len()).unwrap()));
                let _ = write!(table, "{:.3} {:.3} {:.3}   ", share[0], share[1], share[2]);
                five[column] = share[1];
            }
            table.push('\n');
        }
        assert!(five[2] > five[1] || kind == "fresh", "{kind}\n{table}");
    }
    eprintln!("{table}");
}
