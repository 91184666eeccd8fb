//! Quotations out of whole codes: what turns their meaning never passes, what is quoted truly does. The cases are made
//! from every so many articles of the shared corpora; skipped, visibly, without them.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]
#![expect(clippy::print_stdout, reason = "the counts are what this is for")]

#[path = "quotations/corpora.rs"]
mod corpora;
#[path = "quotations/faithful.rs"]
mod faithful;
#[path = "quotations/said.rs"]
mod said;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;
#[path = "quotations/turned.rs"]
mod turned;

use legalagi::engine::citation::edition::Dates;
use legalagi::engine::citation::evidence::Evidence;
use legalagi::engine::citation::report::Report;
use legalagi::engine::citation::verdict::judge;
use legalagi::model::claim::{ClaimKind, Support};
use serde_json::json;
use std::collections::BTreeMap;

/// Articles of a language that are looked at, about.
const ARTICLES: usize = 120;
/// Of each kind that many examples are shown.
const SHOWN: usize = 6;

fn report(answer: &str, source: &str) -> Report {
    let sources = [json!({"title": "source", "text": source})];
    judge(answer, &sources, &Evidence::default(), Dates { as_of: None, today: "2026-11-22" })
}

/// Whether every quotation of the answer stands with all that it needs, and why not.
fn passes(report: &Report) -> (bool, String) {
    let own: Vec<_> = report.claims.iter().filter(|claim| claim.kind == ClaimKind::Quotation).collect();
    let bad = own.iter().find(|claim| claim.support != Support::Verbatim);
    let lost = report.badges.iter().find_map(|badge| badge.lost.clone()).unwrap_or_default();
    let why =
        bad.or(own.first()).map_or("none".to_owned(), |claim| format!("{:?} {} {lost}", claim.support, claim.reason));
    (!own.is_empty() && bad.is_none(), why)
}

/// Of a kind: wrong, of how many, and some of the wrong ones.
type Counts = BTreeMap<&'static str, (usize, usize, Vec<String>)>;

fn told(what: &str, counts: &Counts) -> (usize, usize) {
    for (kind, (wrong, all, examples)) in counts {
        println!("{what}: {kind}: {wrong} wrong of {all}");
        examples.iter().for_each(|example| println!("     {example}"));
    }
    counts.values().fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1))
}

fn count(counts: &mut Counts, kind: &'static str, wrong: bool, example: impl FnOnce() -> String) {
    let own = counts.entry(kind).or_default();
    own.1 += 1;
    if wrong {
        own.0 += 1;
        if own.2.len() < SHOWN {
            own.2.push(example());
        }
    }
}

fn looked_at(lang: &str) -> Vec<(usize, corpora::Article)> {
    let all = corpora::articles(lang);
    let step = (all.len() / ARTICLES).max(1);
    all.into_iter().enumerate().filter(|(at, _)| at % step == 0).collect()
}

fn check_turned(lang: &str) {
    let mut counts = Counts::new();
    for (_, article) in looked_at(lang) {
        let text = article.text();
        for case in turned::turned(lang, &article) {
            let report = report(&case.answer, &text);
            let (passed, _) = passes(&report);
            count(&mut counts, case.kind, passed || report.is_valid, || case.answer.replace('\n', " "));
        }
    }
    let (wrong, all) = told(lang, &counts);
    println!("{lang}: {} of {all} turned quotations are refused", all - wrong);
    assert!(wrong * 1_000 <= all * 5, "{lang}: {wrong} of {all} turned quotations pass");
}

fn check_faithful(lang: &str) {
    let mut counts = Counts::new();
    for (at, article) in looked_at(lang) {
        let text = article.text();
        for case in faithful::faithful(lang, &article, at) {
            let (passed, why) = passes(&report(&case.answer, &text));
            count(&mut counts, case.kind, !passed, || format!("{why}: {}", case.answer.replace('\n', " ")));
        }
    }
    let (wrong, all) = told(lang, &counts);
    println!("{lang}: {} of {all} true quotations pass", all - wrong);
    assert!(wrong * 100 <= all * 2, "{lang}: {wrong} of {all} true quotations are refused");
}

#[test]
fn answers_over_an_invented_law() {
    let mut wrong = Vec::new();
    for (lang, is_true, answer) in said::SAID {
        let law = said::LAWS.iter().find(|(own, _)| own == lang).unwrap().1;
        let (passed, why) = passes(&report(answer, law));
        if passed != *is_true {
            wrong.push(format!("{is_true}: {why}: {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn turned_quotations_of_russian_codes_are_refused() {
    check_turned("ru");
}

#[test]
fn turned_quotations_of_ukrainian_codes_are_refused() {
    check_turned("uk");
}

#[test]
fn turned_quotations_of_korean_acts_are_refused() {
    check_turned("ko");
}

#[test]
fn true_quotations_of_russian_codes_pass() {
    check_faithful("ru");
}

#[test]
fn true_quotations_of_ukrainian_codes_pass() {
    check_faithful("uk");
}

#[test]
fn true_quotations_of_korean_acts_pass() {
    check_faithful("ko");
}
