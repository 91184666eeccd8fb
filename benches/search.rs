//! Import and search: the shared corpora, if they are here, and a hundred thousand passages made up on the spot.
//!
//! `cargo bench --features ssr --bench search`. The corpora are looked for in `LEGALAGI_SHARED` and beside the
//! repository.
#![expect(clippy::unwrap_used, reason = "a benchmark may fail loudly")]

use divan::Bencher;
use divan::counter::BytesCount;
use legalagi::adapters::intake::{self, File, Wishes};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::cli::corpus_files::{self, Found};
use legalagi::model::source::SearchQuery;
use legalagi::runner::ports::Sources;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;
use tokio::runtime::Runtime;

fn main() {
    divan::main();
}

const AT: &str = "2026-11-22T05:00:00.000Z";
const QUESTIONS: [&str; 4] = [
    "ст. 333 ГК РФ",
    "уменьшить неустойку по договору",
    "строк на апеляційне оскарження",
    "толщина защитного слоя бетона",
];

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap());

#[expect(clippy::disallowed_methods, reason = "only the machine knows where the corpora are")]
fn corpora() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let places = [std::env::var_os("LEGALAGI_SHARED").map(PathBuf::from), Some(beside)];
    places.into_iter().flatten().map(|place| place.join("corpora")).find(|place| place.is_dir())
}

async fn open(folder: &TempDir) -> SqliteStore {
    SqliteStore::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap()
}

async fn import(store: &SqliteStore, found: &[Found]) {
    for file in found {
        let (name, bytes) = match file {
            Found::Embedded { name, bytes } => (name, bytes.to_vec()),
            Found::File { name, path } => (name, corpus_files::read(path).unwrap()),
            Found::Images { .. } | Found::Missing { .. } => continue,
        };
        intake::import(store, File { name: name.clone(), bytes }, &Wishes::default(), AT).await;
    }
}

/// Rules of so many articles, each with words of its own number, so that no two are alike.
fn made_up(document: usize, articles: usize) -> String {
    const THINGS: [&str; 12] = [
        "ящик",
        "мешок",
        "бочка",
        "тюк",
        "корзина",
        "сундук",
        "коробка",
        "свёрток",
        "ларь",
        "короб",
        "кадка",
        "бутыль",
    ];
    const DEEDS: [&str; 10] = [
        "хранят",
        "выдают",
        "осматривают",
        "взвешивают",
        "сушат",
        "моют",
        "записывают",
        "переносят",
        "красят",
        "чинят",
    ];
    let mut out = format!("---\ndocument: bench.{document}\nshort: Свод {document}\nedition: 1\n---\n");
    for number in 1..=articles {
        let thing = THINGS[(number * 7 + document) % THINGS.len()];
        let deed = DEEDS[(number * 3 + document) % DEEDS.len()];
        let _ = writeln!(out, "Статья {number}. Как {deed} {thing} на полке {}", number % 997);
        let _ = writeln!(
            out,
            "1. Каждый {thing} с полки {} {deed} не реже {} раз в год, если хозяин склада не назвал другого срока.",
            number % 997,
            number % 11 + 1
        );
        let _ = writeln!(out, "2. За неисполнение хозяин платит неустойку в размере {} рублей.", number % 1009);
    }
    out
}

fn ask(store: &SqliteStore, q: &str) -> usize {
    let query = SearchQuery { q: q.to_owned(), ..SearchQuery::default() };
    RUNTIME.block_on(store.search(&query)).unwrap().len()
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn import_of_the_corpora(bencher: Bencher<'_, '_>) {
    let Some(corpora) = corpora() else { return };
    let found = corpus_files::find(&[corpora]);
    let size = |file: &Found| match file {
        Found::File { path, .. } => std::fs::metadata(path).map_or(0, |about| about.len()),
        _ => 0,
    };
    let bytes: u64 = found.iter().map(size).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        let folder = tempfile::tempdir().unwrap();
        RUNTIME.block_on(async { import(&open(&folder).await, &found).await });
    });
}

static CORPORA: LazyLock<Option<(TempDir, SqliteStore)>> = LazyLock::new(|| {
    let found = corpus_files::find(&[corpora()?]);
    let folder = tempfile::tempdir().ok()?;
    let store = RUNTIME.block_on(async {
        let store = open(&folder).await;
        import(&store, &found).await;
        store
    });
    Some((folder, store))
});

#[divan::bench(args = QUESTIONS)]
fn search_in_the_corpora(bencher: Bencher<'_, '_>, q: &str) {
    let Some((_, store)) = &*CORPORA else { return };
    bencher.bench(|| ask(store, q));
}

static MADE_UP: LazyLock<(TempDir, SqliteStore)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let store = RUNTIME.block_on(async {
        let store = open(&folder).await;
        for document in 0..20 {
            let file = File { name: format!("{document}.md"), bytes: made_up(document, 5000).into_bytes() };
            intake::import(&store, file, &Wishes::default(), AT).await;
        }
        store
    });
    (folder, store)
});

#[divan::bench(args = ["хозяин платит неустойку", "как сушат бочка на полке 15", "короб", "Свод 3 ст. 4999"])]
fn search_in_a_hundred_thousand_passages(bencher: Bencher<'_, '_>, q: &str) {
    let (_, store) = &*MADE_UP;
    bencher.bench(|| ask(store, q));
}
