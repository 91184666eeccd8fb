//! Quotations spoiled in every way that answers spoil them, over an invented act; the figures are printed.

use crate::engine::citation::invented::{RU, UA};
use crate::engine::citation::report::{Reason, Verdict};
use crate::engine::citation::store::{Store, numbered};
use std::collections::BTreeMap;

/// A small generator, so that every run spoils the same words.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }
}

struct Clause {
    language: &'static str,
    act: &'static str,
    article: usize,
    part: usize,
    text: String,
}

fn clauses() -> Vec<Clause> {
    let of = |language, act, articles: &'static [[&'static str; 3]]| {
        articles.iter().enumerate().flat_map(move |(at, article)| {
            [1, 2].map(|part| Clause {
                language,
                act,
                article: at + 1,
                part,
                text: article[part].trim_end_matches('.').to_owned(),
            })
        })
    };
    of("ru", "ЛК РФ", RU).chain(of("ua", "КАС України", UA)).collect()
}

fn store() -> Store {
    let mut store = Store::default();
    let mut old = numbered(RU);
    for (_, article) in &mut old {
        article[1] = format!("Прежде было иначе: {}", article[1].replace(" не ", " вовсе не "));
    }
    store.add("ru.lk", "2020", Some("2020-01-01"), Some("2024-01-01"), "p", &old);
    store.add("ru.lk", "2024", Some("2024-01-01"), None, "p", &numbered(RU));
    store.add("ua.cac", "undated", None, None, "part", &numbered(UA));
    // An act with the same numbers and other words.
    let other: Vec<(String, [String; 3])> = (1..=30)
        .map(|n| {
            (
                n.to_string(),
                [
                    "Иное".to_owned(),
                    format!("Лодка номер {n} стоит у причала."),
                    format!("Парус лодки {n} сушат на берегу."),
                ],
            )
        })
        .collect();
    store.add("ru.vk", "2024", Some("2024-01-01"), None, "p", &other);
    store.add("ua.crpc", "undated", None, None, "part", &other);
    store
}

fn cite(clause: &Clause, act: &str, article: usize, part: usize, quote: &str) -> String {
    if clause.language == "ru" {
        format!("По п. {part} ст. {article} {act} «{quote}».")
    } else {
        format!("За ч. {part} ст. {article} {act} «{quote}».")
    }
}

/// The quotation with a word replaced; `None` when it has none of that kind.
fn spoiled(kind: &str, text: &str, dice: &mut Dice) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let swap = |at: usize, word: &str| {
        let mut words = words.clone();
        words[at] = word;
        words.join(" ")
    };
    match kind {
        "word" => {
            let long: Vec<usize> = (0..words.len())
                .filter(|&at| words[at].chars().all(char::is_alphabetic) && words[at].chars().count() > 4)
                .collect();
            let at = *long.get(dice.below(long.len()))?;
            let other = ["скамейка", "облако", "дуб", "вечер"][dice.below(4)];
            Some(swap(at, other))
        }
        "letter" => {
            let long: Vec<usize> = (0..words.len())
                .filter(|&at| words[at].chars().all(char::is_alphabetic) && words[at].chars().count() > 5)
                .collect();
            let at = *long.get(dice.below(long.len()))?;
            let mut chars: Vec<char> = words[at].chars().collect();
            let last = chars.len() - 1;
            chars[last] = if chars[last] == 'ж' { 'щ' } else { 'ж' };
            Some(swap(at, &chars.into_iter().collect::<String>()))
        }
        "dropped" => {
            let inner: Vec<usize> = (1..words.len() - 1).filter(|&at| words[at].chars().count() > 3).collect();
            let at = *inner.get(dice.below(inner.len()))?;
            let mut words = words.clone();
            words.remove(at);
            Some(words.join(" "))
        }
        "number" => {
            let at = words.iter().position(|word| word.parse::<u32>().is_ok())?;
            let number: u32 = words[at].parse().ok()?;
            let step = u32::try_from(dice.below(9)).ok()? + 1;
            Some(swap(at, &(number + step).to_string()))
        }
        "negation" => {
            let at = words.iter().position(|word| matches!(*word, "не" | "Не" | "ни"))?;
            let mut words = words.clone();
            words.remove(at);
            Some(words.join(" "))
        }
        "negation added" => {
            let verbs = ["вправе", "обязан", "может", "повинен", "відповідає", "відповідає", "платит", "зобов'язаний"];
            let at =
                words.iter().position(|word| verbs.contains(word)).filter(|&at| at == 0 || words[at - 1] != "не")?;
            let mut words = words.clone();
            words.insert(at, "не");
            Some(words.join(" "))
        }
        "exception" => {
            let at = words.iter().position(|word| matches!(*word, "кроме" | "крім"))?;
            Some(swap(at, if words[at] == "кроме" { "включая" } else { "включно" }))
        }
        "modality" => {
            let pairs = [
                ("вправе", "обязан"),
                ("обязан", "вправе"),
                ("может", "должен"),
                ("може", "повинен"),
                ("повинен", "може"),
                ("зобов'язаний", "вправі"),
                ("вправі", "зобов'язаний"),
            ];
            let (at, other) = words
                .iter()
                .enumerate()
                .find_map(|(at, word)| pairs.iter().find(|pair| pair.0 == *word).map(|pair| (at, pair.1)))?;
            Some(swap(at, other))
        }
        _ => None,
    }
}

fn noisy(kind: &str, text: &str) -> String {
    match kind {
        "case" => text.to_uppercase(),
        "no-break spaces" => text.replace(' ', "\u{a0}"),
        "line breaks" => text.replacen(' ', "\n", 3),
        "double spaces" => text.replace(' ', "  "),
        "soft hyphens" => {
            text.chars().flat_map(|ch| if "аеиоуі".contains(ch) { vec![ch, '\u{ad}'] } else { vec![ch] }).collect()
        }
        "look-alikes" => text.replace('о', "o").replace('с', "c").replace('А', "A"),
        "no ё" => text.replace('ё', "е"),
        "apostrophes" => text.replace('\'', "ʼ"),
        "broken words" => {
            let words: Vec<String> = text
                .split(' ')
                .map(|word| {
                    let chars: Vec<char> = word.chars().collect();
                    let plain = chars.len() > 7 && chars.iter().all(|ch| ch.is_alphabetic());
                    if plain {
                        format!("{}-\n{}", chars[..4].iter().collect::<String>(), chars[4..].iter().collect::<String>())
                    } else {
                        word.to_owned()
                    }
                })
                .collect();
            words.join(" ")
        }
        "final stop" => format!("{text}."),
        "ellipsis" => {
            let words: Vec<&str> = text.split(' ').collect();
            let third = words.len() / 3;
            format!("{} … {}", words[..third.max(1)].join(" "), words[words.len() - third.max(1)..].join(" "))
        }
        _ => text.to_owned(),
    }
}

#[derive(Default)]
struct Row {
    all: u32,
    right: u32,
    falsely: u32,
}

fn print(title: &str, table: &BTreeMap<String, Row>) {
    println!("{title}");
    for (kind, row) in table {
        println!("  {kind:<28} {:>4} of {:>4} right, {} falsely VERIFIED", row.right, row.all, row.falsely);
    }
}

#[test]
fn spoiled_quotations_get_the_right_verdict() {
    let (store, mut dice) = (store(), Dice(7));
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut judge =
        |store: &Store, kind: &str, answer: &str, want: Verdict, reason: Option<Reason>, at: Option<&str>| {
            let report = store.check(answer, &[], None);
            let got = report.badges.first();
            let right = report.badges.len() == 1
                && got.is_some_and(|badge| {
                    badge.verdict == want
                        && badge.reason == reason
                        && at.is_none_or(|at| badge.found_at.as_deref() == Some(at))
                });
            let row = table.entry(kind.to_owned()).or_default();
            row.all += 1;
            row.right += u32::from(right);
            row.falsely += u32::from(got.is_some_and(|badge| badge.verdict == Verdict::Verified));
            if !right {
                wrong.push(format!("{kind}: {answer}\n   {got:?}"));
            }
        };
    for clause in clauses() {
        let short = if clause.language == "ru" { "ЛК РФ" } else { "КАС" };
        let part = if clause.language == "ru" { "п." } else { "ч." };
        let stands = format!("{short} ст. {} {part} {}", clause.article, clause.part);
        for kind in ["word", "letter", "dropped", "number", "negation", "negation added", "exception", "modality"] {
            if let Some(quote) = spoiled(kind, &clause.text, &mut dice) {
                let answer = cite(&clause, clause.act, clause.article, clause.part, &quote);
                judge(&store, kind, &answer, Verdict::QuoteAltered, None, None);
            }
        }
        let other = clause.article % 30 + 1;
        judge(
            &store,
            "wrong article",
            &cite(&clause, clause.act, other, clause.part, &clause.text),
            Verdict::Misattributed,
            None,
            Some(&stands),
        );
        judge(
            &store,
            "wrong clause",
            &cite(&clause, clause.act, clause.article, 3 - clause.part, &clause.text),
            Verdict::Misattributed,
            None,
            Some(&stands),
        );
        let (held, absent) = if clause.language == "ru" { ("ВК РФ", "ЗК РФ") } else { ("КПК", "ЦПК") };
        judge(
            &store,
            "wrong act",
            &cite(&clause, held, clause.article, clause.part, &clause.text),
            Verdict::Misattributed,
            None,
            Some(&stands),
        );
        judge(
            &store,
            "act not held",
            &cite(&clause, absent, clause.article, clause.part, &clause.text),
            Verdict::Unverified,
            Some(Reason::SourceNotHeld),
            None,
        );
        let invented = 31 + dice.below(400);
        judge(
            &store,
            "invented article",
            &cite(&clause, clause.act, invented, clause.part, &clause.text),
            Verdict::Unresolved,
            None,
            None,
        );
        if clause.language == "ru" && clause.part == 1 {
            let quote = format!("Прежде было иначе: {}", clause.text.replace(" не ", " вовсе не "));
            judge(
                &store,
                "old edition",
                &cite(&clause, clause.act, clause.article, 1, &quote),
                Verdict::OutdatedEdition,
                None,
                None,
            );
        }
        // The source was cut: its end is lost, all of it is lost, it does not answer.
        let mut cut = store.clone();
        for node in
            cut.nodes.iter_mut().filter(|node| node.address.starts_with(&format!("{short} ст. {}", clause.article)))
        {
            node.text.clear();
        }
        let answer = cite(&clause, clause.act, clause.article, clause.part, &clause.text);
        judge(&cut, "source emptied", &answer, Verdict::Unverified, Some(Reason::Empty), None);
        cut.broken = vec![if clause.language == "ru" { "ru.lk" } else { "ua.cac" }.to_owned()];
        judge(&cut, "source failed", &answer, Verdict::Unverified, Some(Reason::SourceFailed), None);
    }
    print("spoiled quotations", &table);
    let (all, right) = table.values().fold((0, 0), |sum, row| (sum.0 + row.all, sum.1 + row.right));
    println!("  together {right} of {all}");
    assert!(all >= 500, "{all}");
    assert_eq!(table.values().map(|row| row.falsely).sum::<u32>(), 0, "falsely VERIFIED:\n{}", wrong.join("\n"));
    assert!(right * 100 >= all * 99, "{right} of {all}\n{}", wrong.join("\n"));
}

#[test]
fn typography_changes_no_verdict() {
    let store = store();
    let mut table: BTreeMap<String, Row> = BTreeMap::new();
    let mut wrong = Vec::new();
    for clause in clauses() {
        for kind in [
            "none",
            "case",
            "no-break spaces",
            "line breaks",
            "double spaces",
            "soft hyphens",
            "look-alikes",
            "no ё",
            "apostrophes",
            "broken words",
            "final stop",
        ] {
            let answer = cite(&clause, clause.act, clause.article, clause.part, &noisy(kind, &clause.text));
            let report = store.check(&answer, &[], None);
            let right = report.badges.len() == 1 && report.badges[0].verdict == Verdict::Verified;
            let row = table.entry(kind.to_owned()).or_default();
            row.all += 1;
            row.right += u32::from(right);
            if !right {
                wrong.push(format!("{kind}: {answer}\n   {:?}", report.badges));
            }
        }
    }
    // «…» is no typography: what it hides must not turn the meaning. The words are those of the act, not of the check.
    let (mut hiding, mut refused) = (0, 0);
    for clause in clauses() {
        let words: Vec<&str> = clause.text.split(' ').collect();
        let third = (words.len() / 3).max(1);
        let hidden = &words[third..words.len() - third];
        let turns = ["не", "Не", "без", "кроме", "если", "исключением", "не,", "крім", "якщо", "не"];
        if !hidden.iter().any(|word| turns.contains(&word.trim_matches(','))) {
            continue;
        }
        hiding += 1;
        let answer = cite(&clause, clause.act, clause.article, clause.part, &noisy("ellipsis", &clause.text));
        let report = store.check(&answer, &[], None);
        refused += u32::from(report.badges[0].verdict == Verdict::QuoteAltered && report.badges[0].cause == "cut");
        if report.badges[0].verdict == Verdict::Verified {
            wrong.push(format!("hidden: {answer}"));
        }
    }
    println!("ellipses that hide an operator: {refused} of {hiding} refused");
    assert!(hiding > 20 && refused * 100 >= hiding * 95, "{refused} of {hiding}\n{}", wrong.join("\n"));
    print("typographic noise", &table);
    let (all, right) = table.values().fold((0, 0), |sum, row| (sum.0 + row.all, sum.1 + row.right));
    assert!(
        right * 100 >= all * 98,
        "{right} of {all}\n{}",
        wrong.iter().take(10).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn planted_numbers_are_struck_and_right_ones_are_not() {
    let (store, mut dice) = (store(), Dice(11));
    let (mut planted, mut struck, mut right, mut falsely) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for clause in clauses() {
        // The clause retold without quotation marks.
        let told =
            |text: &str| cite(&clause, clause.act, clause.article, clause.part, "\u{2}").replace("«\u{2}»", text);
        let report = store.check(&told(&clause.text), &[], None);
        right += 1;
        if !report.strikes.is_empty() {
            falsely += 1;
            wrong.push(format!("{}: {:?}", clause.text, report.strikes));
        }
        let measured = crate::engine::citation::numbers::amounts(&clause.text).into_iter().next();
        let (Some(measured), Some(text)) = (measured, spoiled("number", &clause.text, &mut dice)) else { continue };
        // The number that was changed must be one with a unit.
        if !clause.text[measured.range.clone()].starts_with(|ch: char| ch.is_ascii_digit())
            || text[..measured.range.start] != clause.text[..measured.range.start]
        {
            continue;
        }
        planted += 1;
        if store.check(&told(&text), &[], None).strikes.is_empty() {
            wrong.push(format!("not struck: {text}"));
        } else {
            struck += 1;
        }
    }
    println!("planted numbers: {struck} of {planted} struck; false strikes: {falsely} of {right}");
    assert!(planted >= 30 && struck == planted, "{struck} of {planted}\n{}", wrong.join("\n"));
    assert!(falsely * 100 <= right * 2, "{falsely} of {right}\n{}", wrong.join("\n"));
}
