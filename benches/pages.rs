//! Pages of sources: `cargo bench --features ssr --bench pages`.
//!
//! `image_2x` draws a dense page that is held as PDF, `set_and_draw_2x` sets one from text first; `glyphs` reads them;
//! `lookup` finds a sentence in a page's glyphs; `boxes` is what one request does with everything in memory, `held` an
//! image that was drawn before.

use divan::Bencher;
use legalagi::adapters::export::sheet as typeset;
use legalagi::adapters::intake::{self, File, Wishes};
use legalagi::adapters::pages::{Atlas, draw};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::adapters::worker::pool;
use legalagi::engine::corpus::boxes::Stream;
use legalagi::engine::corpus::sheet::{self, Block};
use legalagi::model::source::BoxRole;
use legalagi::runner::ports::{Pages, Sought};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;
use tokio::runtime::Runtime;

fn main() {
    divan::main();
}

/// Clauses of nobody's rules, as many as fill a page of print.
fn text() -> String {
    let mut out = String::new();
    for n in 1..=22 {
        let _ = writeln!(
            out,
            "1.{n} Проход номер {n} между штабелями держат свободным во всякое время смены, его ширина не менее {} мм, \
             а при двустороннем движении тележек с грузом — не менее {} мм, считая по выступающим частям стеллажей.",
            900 + n * 10,
            1500 + n * 10
        );
    }
    out
}

const QUOTE: &str = "его ширина не менее 1080 мм, а при двустороннем движении тележек с грузом";

static BLOCKS: LazyLock<Vec<Block>> = LazyLock::new(|| sheet::blocks(&text(), 1, &[]));

fn pdf() -> Vec<u8> {
    typeset::write("Правила", &[(&BLOCKS, "1 / 1")]).expect("a sheet")
}

#[divan::bench]
fn image_2x(bencher: Bencher) {
    let pdf = draw::open(pdf()).expect("a PDF");
    bencher.bench_local(|| draw::image(&pdf.pages()[0], 2.0).expect("an image").0.len());
}

#[divan::bench]
fn set_and_draw_2x(bencher: Bencher) {
    bencher.bench_local(|| {
        let pdf = draw::open(pdf()).expect("a PDF");
        draw::image(&pdf.pages()[0], 2.0).expect("an image").0.len()
    });
}

#[divan::bench]
fn glyphs(bencher: Bencher) {
    let pdf = draw::open(pdf()).expect("a PDF");
    bencher.bench_local(|| draw::marks(&pdf.pages()[0], 1).len());
}

#[divan::bench]
fn lookup(bencher: Bencher) {
    let pdf = draw::open(pdf()).expect("a PDF");
    let marks = draw::marks(&pdf.pages()[0], 1);
    bencher.bench_local(|| {
        let stream = Stream::new(&marks);
        let found = stream.find(QUOTE, &stream.whole()).expect("the sentence");
        stream.boxes(&found, BoxRole::Text).len()
    });
}

/// A corpus with one file, and what must outlive it.
struct Held {
    atlas: Atlas,
    runtime: Runtime,
    edition: String,
    _folder: TempDir,
}

fn held() -> Held {
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bench.db");
    let (store, edition) = runtime.block_on(async {
        let store = SqliteStore::open(path.to_str().expect("a path")).await.expect("a database");
        let text = format!("1 Общие правила\n{}", text());
        let file = File { name: "rules.md".into(), bytes: text.into_bytes() };
        let outcome = intake::import(&store, file, &Wishes::default(), "2026-11-22T05:00:00.000Z").await;
        let intake::Outcome::Imported { editions, .. } = outcome else { panic!("{outcome:?}") };
        (store, editions[0].clone())
    });
    Held { atlas: Atlas::new(Arc::new(store)), runtime, edition, _folder: folder }
}

#[divan::bench]
fn boxes(bencher: Bencher) {
    let held = held();
    let node = Some(format!("norm://{}/p/1.18", held.edition));
    let sought = Sought { edition: held.edition.clone(), page: None, node, quote: Some(QUOTE.into()) };
    bencher.bench_local(|| held.runtime.block_on(held.atlas.boxes(&sought)).expect("boxes").boxes.len());
}

#[divan::bench]
fn held_image(bencher: Bencher) {
    let held = held();
    bencher.bench_local(|| held.runtime.block_on(held.atlas.image(&held.edition, 1, 2.0)).expect("an image").width);
}
