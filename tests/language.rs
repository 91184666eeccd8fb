//! The shared examples of promises and citations, read where they are.
#![cfg(feature = "engine")]

#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::engine::knowledge::disputes::{self, Proof};
use legalagi::engine::wording::{LANGUAGES, citations, definitive};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// A shared fixture.
fn shared(name: &str) -> Option<Value> {
    let text = std::fs::read_to_string(skip::shared(&format!("fixtures/{name}"))?).expect("the fixture is a text");
    Some(serde_json::from_str(&text).expect("the fixture is JSON"))
}

#[test]
fn the_shared_examples_of_promises_hold() {
    let Some(fixtures) = shared("trial-language.json") else { return };
    let mut wrong = Vec::new();
    let mut seen = 0;
    for language in LANGUAGES {
        for (kind, promises) in [("positive", true), ("negative", false)] {
            for text in fixtures[format!("definitive_{language}")][kind].as_array().unwrap() {
                let text = text.as_str().unwrap();
                seen += 1;
                let hits = definitive(text, language);
                if hits.is_empty() == promises {
                    wrong.push(format!("{language} {kind}: {text} {hits:?}"));
                }
            }
        }
    }
    assert!(seen >= 60 && wrong.is_empty(), "{seen}\n{}", wrong.join("\n"));
}

#[test]
fn the_shared_examples_of_citations_hold() {
    let Some(fixtures) = shared("trial-language.json") else { return };
    let mut wrong = Vec::new();
    for key in ["citation_ko", "citation_ru"] {
        for (kind, cites) in [("positive", true), ("negative", false)] {
            for text in fixtures[key][kind].as_array().unwrap() {
                let text = text.as_str().unwrap();
                let found = citations::find(text);
                if found.is_empty() == cites {
                    wrong.push(format!("{key} {kind}: {text} {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Articles of the acts that are held, by the act without its spaces and the article: `민법`, `제598조`.
fn articles() -> Option<BTreeMap<(String, String), String>> {
    let found = skip::shared("corpora")?;
    let mut out = BTreeMap::new();
    for folder in ["kr-statutes", "kr-acts"] {
        for entry in std::fs::read_dir(found.join(folder)).ok()?.filter_map(Result::ok) {
            let name = entry.path().file_stem()?.to_str()?.replace(' ', "");
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            let mut article: Option<String> = None;
            for line in text.lines() {
                let heading = line.starts_with("##").then(|| line.trim_start_matches(['#', ' ']));
                if let Some(title) = heading.filter(|title| title.starts_with('제')) {
                    let end = title.find(['(', ' ']).unwrap_or(title.len());
                    article = title[..end].contains('조').then(|| title[..end].to_owned());
                }
                if let Some(article) = &article {
                    let kept: &mut String = out.entry((name.clone(), article.clone())).or_default();
                    kept.push_str(&line.replace("**", ""));
                    kept.push(' ');
                }
            }
        }
    }
    Some(out)
}

/// `민법 제598조` as act and article; an act that goes by a short name under its own.
fn named(norm: &str) -> (String, String) {
    let (act, article) = norm.rsplit_once(" 제").unwrap_or((norm, ""));
    let act = act.replace(' ', "");
    let act = if act == "정보통신망법" {
        "정보통신망이용촉진및정보보호등에관한법률".to_owned()
    } else {
        act
    };
    let end = article.find("조").map_or(article.len(), |at| {
        let rest = &article[at + "조".len()..];
        let branch = rest.strip_prefix('의').map_or(0, |rest| {
            '의'.len_utf8() + rest.chars().take_while(char::is_ascii_digit).map(char::len_utf8).sum::<usize>()
        });
        at + "조".len() + branch
    });
    (act, format!("제{}", &article[..end]))
}

#[test]
fn every_article_of_the_dispute_packs_stands_in_the_held_acts_and_says_what_is_quoted() {
    let Some(held) = articles() else { return };
    let acts: BTreeSet<&str> = held.keys().map(|(act, _)| act.as_str()).collect();
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut wrong, mut quoted, mut absent) = (Vec::new(), 0, BTreeSet::new());
    for pack in &disputes::embedded().unwrap().packs {
        let elements = pack.elements.iter().map(|one| (&one.norms, one.proof));
        let defences = pack.defences.iter().map(|one| (&one.norms, one.proof));
        let rules = pack.rules.iter().map(|one| (&one.norms, one.proof()));
        for (norms, proof) in elements.chain(defences).chain(rules) {
            for norm in norms {
                let (act, article) = named(norm);
                if !acts.contains(act.as_str()) {
                    absent.insert(act);
                    if proof == Proof::LawText || pack.review.checked_by != "unreviewed" {
                        wrong.push(format!("{}: {norm} is not held and cannot be compared", pack.id));
                    }
                } else if !held.contains_key(&(act, article)) {
                    wrong.push(format!("{}: there is no {norm}", pack.id));
                }
            }
        }
        for rule in &pack.rules {
            let Some(quote) = &rule.quote else { continue };
            quoted += 1;
            let says = rule
                .norms
                .iter()
                .any(|norm| held.get(&named(norm)).is_some_and(|text| spaced(text).contains(quote.as_str())));
            if !says {
                wrong.push(format!("{}: {:?} does not say «{quote}»", pack.id, rule.norms));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(quoted >= 150, "{quoted}");
    let _ = writeln!(std::io::stderr(), "{quoted} quotations compared; acts that are not held: {absent:?}");
}
