//! Packs without pages: a calculation, hostile words, what the schema holds.

use crate::engine::prompt::sha256;
use crate::engine::schema;
use crate::workspaces::norms::evidence_pack::check::{Checked, Eyes, Finding, check};
use crate::workspaces::norms::evidence_pack::write::{Files, files, sealed};
use crate::workspaces::norms::evidence_pack::{FORMAT, FORMAT_VERSION, MANIFEST, PACK, PAGE, Pack, html};
use serde_json::{Value, json};
use std::borrow::Cow;

const EYES: Eyes = Eyes { size: |_| None, rgba: |_, _| None };

fn pack() -> Pack {
    let input = |name: &str, value: &str| json!({"name": name, "title": "сторона", "value": value, "unit": "м", "source": "дано", "citation": null});
    Pack {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        session_sha256: sha256("s"),
        state_version: 3,
        at: "2026-01-01T00:00:00.000Z".to_owned(),
        question: "Площадь комнаты 4 м на 350 см <script>alert(1)</script>?".to_owned(),
        told: Vec::new(),
        as_of: "2026-01-01".to_owned(),
        status: "completed".to_owned(),
        final_answer: json!({
            "text": "**14 м²** — площадь.\n- a = 4 м\n- b = 3,5 м\nПотолок ~~5 м~~.", "short": "14 м²",
            "numbers": [{"value": "14", "unit": "м²", "condition": "расчёт", "citation": null}],
            "citations": [], "branches": [], "missing": [], "struck": [{"text": "5 м", "verdict": "NUMBER_UNSUPPORTED"}],
            "calculation": {
                "title": "площадь", "formula": "a * b", "inputs": [input("a", "4"), input("b", "3,5")], "exact": "14",
                "rounding": "none", "result": {"value": "14", "unit": "м²"}, "note": "",
            },
            "is_valid": false, "partial": false, "found": true, "by": "agent",
        }),
        evidence: Vec::new(),
    }
}

fn checked(pack: &Pack) -> Checked {
    check(&files(pack, Files::new()).unwrap(), &EYES)
}

/// The codes of a pack whose answer was changed, with page and list made anew.
fn codes(change: impl FnOnce(&mut Value)) -> Vec<Cow<'static, str>> {
    let mut pack = pack();
    change(&mut pack.final_answer);
    checked(&pack).findings.iter().map(|one: &Finding| one.code.clone()).collect()
}

#[test]
fn a_calculation_is_made_again() {
    let good = checked(&pack());
    assert_eq!((good.is_valid(), good.findings, good.numbers), (true, Vec::new(), 4));
    for (pointer, value, code) in [
        ("/calculation/result/value", "15", "P14_calculation"),
        ("/calculation/exact", "14,5", "P14_calculation"),
        ("/calculation/formula", "a + a", "P14_calculation"),
        ("/calculation/formula", "a * x", "P14_calculation"),
        ("/calculation/inputs/0/value", "5", "P14_calculation"),
        ("/numbers/0/value", "15", "P13_number"),
        ("/numbers/0/unit", "м", "P13_number"),
        ("/text", "**15 м²** — площадь ~~5 м~~.", "P13_number"),
        ("/text", "**14 м²** — площадь, потолок 5 м.", "P13_number"),
        ("/struck/0/text", "6 м", "P13_number"),
        ("/short", "15 м²", "P15_short"),
    ] {
        let found = codes(|answer| *answer.pointer_mut(pointer).unwrap() = json!(value));
        assert!(found.contains(&code), "{pointer} = {value}: {found:?}");
    }
    // An input that nobody gave is no lie yet: a person looks.
    let mut other = pack();
    other.question = "Площадь комнаты?".to_owned();
    let found = checked(&other);
    assert!(found.is_valid() && found.findings.iter().all(|one| one.code == "P14_calculation"), "{:?}", found.findings);
    assert_eq!(found.findings.len(), 2);
}

#[test]
fn the_page_and_the_list_follow_from_the_data() {
    let good = files(&pack(), Files::new()).unwrap();
    let page = String::from_utf8(good[PAGE].clone()).unwrap();
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
    assert!(page.contains("<strong>14 м²</strong>") && page.contains("<del>5 м</del>") && page.contains("<ul>"));
    let told = |files: &Files| check(files, &EYES).findings.iter().map(|one| one.code.clone()).collect::<Vec<_>>();
    let with = |name: &str, bytes: &[u8], seal: bool| {
        let mut files = good.clone();
        files.insert(name.to_owned(), bytes.to_vec());
        told(&if seal { sealed(files).unwrap() } else { files })
    };
    let other = page.replace("14 м²", "15 м²");
    assert_eq!(with(PAGE, other.as_bytes(), true), ["P05_page"]);
    assert_eq!(with(PAGE, other.as_bytes(), false), ["P02_hash", "P05_page"]);
    assert_eq!(with("pages/more.png", b"x", true), ["P06_images"]);
    assert_eq!(with("pages/more.png", b"x", false), ["P02_hash", "P06_images"]);
    assert_eq!(with(MANIFEST, b"[]", false), ["P01_manifest"]);
    let data = String::from_utf8(good[PACK].clone()).unwrap();
    for (from, to, code) in [
        ("\"question\":", "\"question\":\"другой\",\"question\":", "P03_json"),
        ("{\"format\":", "{\"more\":1,\"format\":", "P04_schema"),
        (FORMAT, "legalagi-replay", "P04_schema"),
        ("\"format_version\":1", "\"format_version\":2", "P04_schema"),
        ("\"state_version\":3", "\"state_version\":-3", "P04_schema"),
        ("\"found\":true", "\"found\":\"да\"", "P04_schema"),
        ("}", "", "P03_json"),
    ] {
        let changed = data.replacen(from, to, 1);
        assert_ne!(changed, data, "{from}");
        let found = with(PACK, changed.as_bytes(), true);
        assert!(found.contains(&code), "{from} → {to}: {found:?}");
    }
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    assert_eq!(with(PACK, deep.as_bytes(), true), ["P03_json"]);
    assert_eq!(with(PACK, b"\xff\xfe", true), ["P03_json"]);
    for name in [PACK, MANIFEST] {
        let mut files = good.clone();
        files.remove(name);
        assert!(!check(&files, &EYES).is_valid(), "{name}");
    }
}

#[test]
fn the_page_is_part_of_the_format() {
    // Other words on the page make packs that were written before invalid: they need a new version of the format.
    assert_eq!(sha256(&html::page(&pack())), "8a7694f45d4509f9b1541c42d8461b40b28d00b9afd9008dd4903236b1accfe2");
}

#[test]
fn the_answer_has_the_schema_of_the_state() {
    let of = |id: &str| schema::record(id).unwrap().schema["properties"]["final_answer"].clone();
    let (mut state, pack) = (of(schema::norms::STATE), of(schema::norms::EVIDENCE_PACK));
    state["type"] = json!("object");
    assert_eq!(state, pack);
}
