//! Work that no turn does takes a seat too: on the threads that serve it would keep everybody waiting.

use crate::turns::{app, done};
use legalagi::engine::corpus::read::{self, Format, Source};
use legalagi::runner::compare_editions::editions;
use legalagi::runner::compute::{Compute, Work};
use legalagi::runner::fakes::small_corpus::SmallCorpus;
use legalagi::runner::ports::BoxFuture;
use legalagi::runner::{bundle, start_session};
use legalagi::workspaces::contract;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts the seats that were taken.
#[derive(Default)]
struct Counted(AtomicUsize);

impl Compute for Counted {
    fn run<'a>(&'a self, work: Work<'a>) -> BoxFuture<'a, ()> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move { work() })
    }
}

#[test]
fn two_editions_are_compared_on_a_seat() {
    let edition = |name: &str, width: &str| {
        let text = format!("ЗАКОН О СКЛАДАХ\nСтатья 1. Проход\nПроход имеет ширину {width} м.\n");
        let source = Source { name: "sklad.txt", text: &text, jurisdiction: Some("RU") };
        let mut read = read::read(Format::Text, source).expect("a law").remove(0);
        read.label = name.to_owned();
        read
    };
    let seats = Arc::new(Counted::default());
    let mut app = app();
    app.sources = Arc::new(SmallCorpus::of(vec![edition("01.01.2025", "1"), edition("01.01.2026", "2")]));
    app.compute = seats.clone();
    done(async {
        let held = app.sources.editions().await.expect("editions");
        assert_eq!(held.len(), 2);
        let found = editions(&app, &held[0].edition, &held[1].edition).await.expect("a comparison");
        assert!(!found.differing().is_empty(), "{found:?}");
    });
    assert_eq!(seats.0.load(Ordering::Relaxed), 1, "the comparison takes a seat");
}

#[test]
fn a_replay_is_sealed_on_a_seat() {
    let seats = Arc::new(Counted::default());
    let mut app = app();
    app.compute = seats.clone();
    done(async {
        let words = "Хочу сдать в аренду Lada Vesta на полгода";
        let started = start_session::start_session(&app, contract::ID, words, None).await.expect("a session");
        let before = seats.0.load(Ordering::Relaxed);
        let bundle = bundle::export(&app, &started.session, None).await.expect("a bundle");
        assert_eq!(bundle.seal, bundle.expected_seal());
        assert_eq!(seats.0.load(Ordering::Relaxed), before + 1, "the seal takes a seat");
    });
}
