//! Legal sources: import, store, address, search. What needs the shared corpora is skipped, visibly, without them.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "corpus/files.rs"]
mod files;
#[path = "corpus/held.rs"]
mod held;
#[path = "corpus/meaning.rs"]
mod meaning;
#[path = "corpus/questions.rs"]
mod questions;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::adapters::intake::{self, File, Outcome, Wishes};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::cli::corpus_files::{self, Found};
use legalagi::model::source::{Hit, SearchQuery};
use legalagi::runner::ports::Sources;
use tempfile::TempDir;

/// A moment, as the importer stores it.
const AT: &str = "2026-11-22T05:00:00.000Z";

async fn empty() -> (TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
    (folder, store)
}

/// Imports everything found.
async fn import(store: &SqliteStore, found: &[Found]) -> Vec<(String, Outcome)> {
    let mut out = Vec::new();
    for file in found {
        let outcome = match file {
            Found::Embedded { name, bytes } => {
                intake::import(store, File { name: name.clone(), bytes: bytes.to_vec() }, &Wishes::default(), AT).await
            }
            Found::File { name, path } => {
                let bytes = corpus_files::read(path).unwrap();
                intake::import(store, File { name: name.clone(), bytes }, &Wishes::default(), AT).await
            }
            Found::Images { set, pages } => {
                intake::import_images(store, set, &corpus_files::hashed(pages).unwrap(), AT).await
            }
            Found::Missing { name, reason } => panic!("{name}: {reason}"),
        };
        out.push((file.name().to_owned(), outcome));
    }
    out
}

async fn search(store: &SqliteStore, q: &str) -> Vec<Hit> {
    store.search(&SearchQuery { q: q.to_owned(), ..SearchQuery::default() }).await.unwrap()
}
