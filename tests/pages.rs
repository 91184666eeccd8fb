//! Pages of sources: images, boxes, evidence. What needs the shared corpora is skipped, visibly, without them.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "pages/corpora.rs"]
mod corpora;
#[path = "pages/files.rs"]
mod files;
#[path = "pages/made.rs"]
mod made;
#[path = "pages/own.rs"]
mod own;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::adapters::intake::{self, File, Outcome, Wishes};
use legalagi::adapters::pages::Atlas;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::adapters::worker::pool;
use legalagi::engine::corpus::boxes::key;
use legalagi::model::source::PageBoxes;
use legalagi::runner::ports::{Pages, Sought};
use std::sync::Arc;
use tempfile::TempDir;

/// A moment, as the importer stores it.
pub(crate) const AT: &str = "2026-11-22T05:00:00.000Z";

/// A corpus with its pages, and the folder that must outlive it.
pub(crate) struct Bench {
    pub(crate) store: Arc<SqliteStore>,
    pub(crate) atlas: Atlas,
    _folder: TempDir,
}

pub(crate) async fn bench() -> Bench {
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap());
    Bench { atlas: Atlas::new(store.clone()), store, _folder: folder }
}

impl Bench {
    pub(crate) async fn import(&self, name: &str, bytes: Vec<u8>) -> Outcome {
        let file = File { name: name.to_owned(), bytes };
        intake::import(self.store.as_ref(), file, &Wishes::default(), AT).await
    }

    /// What is marked for a node, and the words under the marks of every page.
    pub(crate) async fn under(&self, edition: &str, node: Option<&str>, quote: Option<&str>) -> (PageBoxes, String) {
        let sought = Sought {
            edition: edition.to_owned(),
            page: None,
            node: node.map(str::to_owned),
            quote: quote.map(str::to_owned),
        };
        let found = self.atlas.boxes(&sought).await.unwrap();
        let words = self.atlas.words_under(edition, &found.boxes).await.unwrap();
        (found, words)
    }
}

/// Whether two texts are the same but for spaces, line ends and spelling of signs.
pub(crate) fn same(a: &str, b: &str) -> bool {
    key(a) == key(b)
}

/// Numbers that look random and are the same every time.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}
