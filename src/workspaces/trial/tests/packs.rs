//! Every pack in the languages of the workspace, the whole simulation, no model: the same bytes twice.

use super::{Play, finish, proof};
use crate::engine::document::plain;
use crate::engine::knowledge::disputes;
use crate::engine::wording::definitive_in_any;
use crate::workspaces::trial::machine::Phase;
use crate::workspaces::trial::report::pieces::{Which, pieces};
use crate::workspaces::trial::score::{flips, standing};
use crate::workspaces::trial::state::{Evidence, Fact};
use crate::workspaces::trial::tree::{flip, tree};
use crate::workspaces::trial::words::texts;
use serde_json::{Value, json};

/// A case made of the pack's own cues: one fact per element, one defence, one piece of evidence.
fn told(pack: &disputes::Dispute, lang: &str) -> Value {
    let index = |cues: &[String]| -> String {
        let fits = |cue: &&String| match lang {
            "ko" => cue.chars().any(|c| ('가'..='힣').contains(&c)),
            "ru" => cue.chars().any(|c| ('а'..='я').contains(&c)),
            _ => cue.is_ascii(),
        };
        cues.iter().find(fits).or(cues.first()).unwrap().clone()
    };
    let mut lines: Vec<String> =
        pack.elements.iter().skip(1).map(|one| format!("{} {}.", one.title.of(lang), index(&one.cues))).collect();
    lines.push(format!("{} {}.", pack.defences[0].title.of(lang), index(&pack.defences[0].cues)));
    lines.push("A neutral sentence about nothing at all.".into());
    let mut intake = json!({
        "summary": lines.join("\n"),
        "parties": [{"name": "Party One", "kind": "person", "side": "claimant"}],
        "objectives": ["to know the risks"],
        "pack_id": pack.id,
        "evidence": [
            {"title": pack.usual[0].title.of(lang), "text": "", "side": "claimant"},
            {"title": pack.usual[1].title.of(lang), "text": "", "side": "opposing"},
        ],
    });
    if pack.case_type == "criminal" {
        intake["charge"] = json!(pack.title.of(lang));
        intake["plea"] = json!("deny");
    }
    intake
}

fn whole(pack: &disputes::Dispute, lang: &str) -> Play {
    let mut play = Play::open(
        &json!({"case_type": pack.case_type, "user_side": "opposing", "lang": lang, "law_as_of": "2026-11-22"}),
    );
    play.gate("facts_intake", told(pack, lang)).unwrap();
    play.run();
    // Everything is denied in the criminal ones: they begin with the neutral fact.
    let items = if pack.case_type == "criminal" { json!([{"neutral": true}]) } else { json!([]) };
    play.gate("facts_review", json!({"items": items, "accept": "all", "confirm": true})).unwrap();
    play.run();
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    play.gate("gate_r1_issues", json!({"focus_issues": [issue], "goal": "evidence_first", "stance": "neutral"}))
        .unwrap();
    play.run();
    play.gate("gate_r2_evidence", proof(&play)).unwrap();
    play.run();
    play.gate("gate_r3_final", finish(&play)).unwrap();
    play.run();
    play
}

/// A word of the machine in a report: an id, a key with a low line, an English state in another language.
fn machine_word(report: &Value, lang: &str) -> Option<String> {
    let (_, pieces) = pieces(report, Which::Whole);
    let text = plain::render(&pieces);
    let states = [
        "claimant",
        "opposing",
        "unproven",
        "disputed",
        "proven",
        "followed",
        "conditional",
        "no-go",
        "inhouse",
        "simulation",
        "medium",
        "verified",
        "open",
        "closed",
        "narrowed",
    ];
    let ids = ["f", "ev", "gap", "issue", "counter", "claim", "finding", "el"];
    let is_id = |word: &str| {
        word.split_once('-').is_some_and(|(kind, n)| {
            ids.contains(&kind) && !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
    words
        .filter(|word| !word.is_empty())
        .find(|word| {
            is_id(word) || word.contains('_') || (lang != "en" && states.contains(&word.to_lowercase().as_str()))
        })
        .map(str::to_owned)
}

#[test]
fn a_report_has_no_word_of_the_machine() {
    let loan = disputes::embedded().unwrap().get("loan").unwrap();
    for lang in ["ko", "ru", "en"] {
        let play = whole(loan, lang);
        assert_eq!(machine_word(&play.trial().report, lang), None, "{lang}");
        assert!(machine_word(&json!({"sections": [{"number": 1, "title": "", "lines": ["f-1"]}]}), lang).is_some());
    }
}

#[test]
fn every_pack_runs_whole_in_every_language_and_twice_the_same() {
    let mut wrong = std::collections::BTreeSet::new();
    for (index, pack) in disputes::embedded().unwrap().packs.iter().enumerate() {
        // The first twelve in every language, the later ones in turn: the sentences around the titles are the same.
        let later = pack.elements.iter().any(|one| one.key);
        let turn = ["ko", "ru", "en"][index % 3];
        for lang in ["ko", "ru", "en"].into_iter().filter(|lang| !later || *lang == turn) {
            let play = whole(pack, lang);
            let trial = play.trial();
            assert_eq!(trial.machine.phase, Phase::Done, "{} {lang}", pack.id);
            for round in &trial.rounds {
                // The frame for what no pack is made for is never a pass.
                if (round.verifier["verdict"] == "Go") == pack.general {
                    wrong.insert(format!("{} {lang}: {}", pack.id, round.verifier["findings"]));
                }
                for step in round.steps.iter().filter(|step| step.status != "ok") {
                    wrong.insert(format!("{} {lang} {}: {} {:?}", pack.id, step.id, step.status, round.rewrites));
                }
                for (at, text) in texts(&json!(round.end)) {
                    assert!(definitive_in_any(text).is_empty(), "{} {lang} {at}: {text}", pack.id);
                }
            }
            if let Some(word) = machine_word(&trial.report, lang) {
                wrong.insert(format!("{} {lang}: the report says {word}", pack.id));
            }
            let criminal = pack.case_type == "criminal";
            let last = trial.rounds.last().unwrap();
            assert_eq!(last.steps.iter().any(|step| step.mode == "last_word"), criminal);
            let settles = json!(trial.rounds).to_string().contains("SettlementOptions");
            assert_eq!(settles, !criminal, "settlement options in civil cases only");
            if lang == "ko" && ["loan", "fraud"].contains(&pack.id.as_str()) {
                assert_eq!(whole(pack, lang).snapshot, play.snapshot, "{}: the same input, other bytes", pack.id);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn fact(id: &str, class: &str, supports: &[&str], reference: &str) -> Fact {
    serde_json::from_value(json!({
        "id": id, "class": class, "text": id, "supports": supports, "asserted_by": "claimant",
        "source": {"kind": "user_text", "ref": reference, "span": [0, 1], "quote": id},
    }))
    .unwrap()
}

fn shown(id: &str, side: &str, supports: &[&str]) -> Evidence {
    serde_json::from_value(json!({
        "id": id, "label": id, "title": id, "side": side, "mime": "text/plain", "bytes": 1, "sha256": "0".repeat(64),
        "text_status": "given", "contested": false, "action": "submit", "supports": supports, "text": "",
    }))
    .unwrap()
}

#[test]
fn the_range_is_computed_as_it_is_explained() {
    let pack = disputes::embedded().unwrap().get("loan").unwrap();
    let all: Vec<Fact> =
        (1..=4).map(|n| fact(&format!("f-{n}"), "confirmed", &[&format!("el-{n}")], "summary")).collect();
    let evidence = vec![shown("ev-1", "claimant", &["el-1", "el-2", "el-3", "el-4"])];
    let full = standing(pack, &all, &evidence);
    assert!(
        (full.mid - 0.85).abs() < 1e-9 && (full.low - 0.8).abs() < 1e-9 && (full.high - 0.9).abs() < 1e-9,
        "{full:?}"
    );
    let bare = standing(pack, &all, &[]);
    assert!((bare.mid - 0.55).abs() < 1e-9, "{bare:?}");
    let mut three = all.clone();
    three.remove(2);
    let less = standing(pack, &three, &evidence);
    // .6 × .2 + .4 × (2 × .85 + .2) / 3: the interest is a claim of its own.
    assert!((less.mid - 0.37).abs() < 0.006, "{less:?}");
    // A proven defence of weight 1 takes all, an unproven one nothing; the ends stay in the range.
    let mut against = all.clone();
    against.push(fact("f-5", "confirmed", &["d-1"], "summary"));
    assert_eq!(standing(pack, &against, &evidence).mid, full.mid);
    let mut with = evidence.clone();
    with.push(shown("ev-2", "opposing", &["d-1"]));
    let paid = standing(pack, &against, &with);
    assert!(paid.low >= 0.05 && paid.high >= paid.low + 0.05 - 1e-9 && paid.mid < 0.01, "{paid:?}");
}

#[test]
fn own_evidence_never_lowers_the_own_side() {
    for pack in &disputes::embedded().unwrap().packs {
        let ids: Vec<String> = pack
            .elements
            .iter()
            .map(|one| one.id.clone())
            .chain(pack.defences.iter().map(|one| one.id.clone()))
            .collect();
        for mask in 0..64_u32 {
            let class = |n: usize| if mask >> (n % 3) & 1 == 1 { "confirmed" } else { "disputed" };
            let facts: Vec<Fact> = ids
                .iter()
                .enumerate()
                .filter(|(n, _)| mask >> (n % 6) & 1 == 1)
                .map(|(n, id)| fact(&format!("f-{n}"), class(n), &[id], "summary"))
                .collect();
            let before = standing(pack, &facts, &[]).mid;
            for id in &ids {
                let own = standing(pack, &facts, &[shown("ev-1", "claimant", &[id])]).mid;
                assert!(own >= before, "{} {id}", pack.id);
                let other = standing(pack, &facts, &[shown("ev-1", "opposing", &[id])]).mid;
                assert!(other <= before, "{} {id}", pack.id);
            }
        }
    }
}

#[test]
fn a_flipped_fact_moves_only_what_it_speaks_of() {
    let pack = disputes::embedded().unwrap().get("loan").unwrap();
    let facts = [
        fact("f-1", "confirmed", &["el-1"], "summary"),
        fact("f-2", "disputed", &["el-2", "el-3"], "summary"),
        fact("f-3", "disputed", &[], "summary"),
    ];
    let found = flips(pack, &facts, &[]);
    assert_eq!(found.iter().map(|flip| flip.fact_id.as_str()).collect::<Vec<_>>(), ["f-2", "f-3"]);
    assert_eq!(found[0].moves, ["el-2", "el-3"]);
    assert!(found[0].if_true > found[0].base && found[0].base > found[0].if_false - 1e-9, "{:?}", found[0]);
    assert!(found[1].moves.is_empty() && (found[1].if_true - found[1].if_false).abs() < 1e-9);
}

/// Facts of a pack by a number: which of its elements and defences they speak of, how, and whether they stand.
fn drawn(pack: &disputes::Dispute, seed: u64) -> (Vec<Fact>, Vec<Evidence>) {
    let ids: Vec<&String> =
        pack.elements.iter().map(|one| &one.id).chain(pack.defences.iter().map(|one| &one.id)).collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut facts = Vec::new();
    for n in 0..3 + next(6) {
        let class = if next(2) == 0 { "disputed" } else { "confirmed" };
        let of: Vec<&str> = (0..next(3)).map(|_| ids[next(ids.len())].as_str()).collect();
        let mut made = fact(&format!("f-{n}"), class, &of, "summary");
        if next(4) == 0 {
            made.contradicts = std::mem::take(&mut made.supports);
        }
        facts.push(made);
    }
    let evidence = (0..next(4))
        .map(|n| {
            let side = if next(2) == 0 { "claimant" } else { "opposing" };
            shown(&format!("ev-{n}"), side, &[ids[next(ids.len())].as_str()])
        })
        .collect();
    (facts, evidence)
}

#[test]
fn what_the_tree_names_decides_and_nothing_else_does() {
    let (mut deciding, mut idle, mut open) = (0, 0, 0);
    for pack in &disputes::embedded().unwrap().packs {
        for seed in 1..=60 {
            let (facts, evidence) = drawn(pack, seed);
            let nodes = tree(pack, &facts, &evidence);
            for fact in facts.iter().filter(|fact| fact.class == "disputed") {
                let turned = flip(pack, &facts, &evidence, &fact.id).unwrap();
                let changed: Vec<&str> =
                    turned["changed"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
                let named: Vec<&str> = nodes
                    .iter()
                    .filter(|node| node["deciding"].as_array().unwrap().iter().any(|id| *id == fact.id.as_str()))
                    .map(|node| node["element_id"].as_str().unwrap())
                    .collect();
                if named.is_empty() {
                    idle += 1;
                    assert_eq!(
                        turned["before"]["decision"], turned["after"]["decision"],
                        "{} {seed} {}",
                        pack.id, fact.id
                    );
                    assert!(changed.iter().all(|id| *id == "decision"), "{} {seed} {}: {changed:?}", pack.id, fact.id);
                    assert!(changed.is_empty(), "{} {seed} {}: {changed:?}", pack.id, fact.id);
                } else {
                    deciding += 1;
                    assert!(named.iter().all(|id| changed.contains(id)), "{} {seed} {}", pack.id, fact.id);
                    assert_ne!(turned["before"], turned["after"], "{} {seed} {}", pack.id, fact.id);
                }
            }
            // A disputed required element names a fact that decides it.
            for node in nodes.iter().filter(|node| node["state"] == "disputed") {
                open += 1;
                let id = node["element_id"].as_str().unwrap();
                // Two obstacles at once, each enough by itself: neither decides alone.
                let stands = |fact: &&Fact| fact.class == "confirmed";
                let denials = facts.iter().filter(stands).filter(|fact| fact.contradicts.iter().any(|one| one == id));
                let supported = facts.iter().filter(stands).any(|fact| fact.supports.iter().any(|one| one == id));
                let denials = denials.count();
                let obstacles = denials > 1 || (denials == 1 && !supported);
                assert!(
                    obstacles || !node["deciding"].as_array().unwrap().is_empty(),
                    "{} {seed} {id}: {facts:?}",
                    pack.id
                );
            }
        }
    }
    assert!(deciding > 1000 && idle > 500 && open > 500, "{deciding} {idle} {open}");
}

#[test]
fn unproven_interest_lowers_the_interest_alone() {
    let pack = disputes::embedded().unwrap().get("loan").unwrap();
    let facts: Vec<Fact> =
        (1..=3).map(|n| fact(&format!("f-{n}"), "confirmed", &[&format!("el-{n}")], "summary")).collect();
    let evidence = [shown("ev-1", "claimant", &["el-1", "el-2", "el-3"])];
    let without = standing(pack, &facts, &evidence);
    assert!((without.mid - 0.85).abs() < 1e-9, "{without:?}");
    assert_eq!(without.elements[3].state.as_str(), "unproven");
}

#[test]
fn a_proven_bar_gives_its_own_form_of_decision() {
    for (id, defence, form) in [
        ("assault_injury", "d-3", "prosecution_dismissed"),
        ("traffic_injury", "d-2", "prosecution_dismissed"),
        ("fraudulent_transfer", "d-2", "rejected"),
        ("loan", "d-3", "dismissed"),
        ("lease_deposit", "d-2", "partial"),
    ] {
        let pack = disputes::embedded().unwrap().get(id).unwrap();
        let facts = [fact("f-1", "confirmed", &[defence], "summary")];
        let proven = standing(pack, &facts, &[shown("ev-1", "opposing", &[defence])]);
        assert_eq!(crate::workspaces::trial::score::forms(pack, &proven)[0], form, "{id}");
        let only_said = standing(pack, &[fact("f-1", "disputed", &[defence], "summary")], &[]);
        let usual = crate::workspaces::trial::score::labels(only_said.mid, pack.case_type == "criminal")[0];
        assert_eq!(crate::workspaces::trial::score::forms(pack, &only_said)[0], usual, "{id}");
    }
}
