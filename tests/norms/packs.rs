//! A hundred signed packs, each with every leaf of its data changed in turn: all changes are refused.

use legalagi::adapters::evidence_pack as archive;
use legalagi::adapters::pack_key;
use legalagi::model::pack_signature::SIGNATURE;
use legalagi::workspaces::norms::cli::verify_pack;
use legalagi::workspaces::norms::evidence_pack::write::{Files, files, sealed};
use legalagi::workspaces::norms::evidence_pack::{FORMAT, FORMAT_VERSION, Pack};
use serde_json::{Value, json};

/// A pack of an arithmetic answer, one of many.
fn plain_pack(index: u64) -> Pack {
    let (a, b) = (2 + index % 9, 3 + index / 9);
    let area = (a * b).to_string();
    let input = |name: &str, value: u64| json!({"name": name, "title": "сторона", "value": value.to_string(), "unit": "м", "source": "дано", "citation": null});
    serde_json::from_value(json!({
        "format": FORMAT, "format_version": FORMAT_VERSION,
        "session_sha256": "0".repeat(64), "state_version": index, "at": "2026-01-01T00:00:00.000Z",
        "question": format!("Площадь комнаты {a} м на {b} м?"), "told": [{"text": format!("уточнение {index}"), "picked": null}],
        "as_of": "2026-01-01", "status": "completed", "evidence": [],
        "final_answer": {
            "text": format!("**{area} м²** — площадь.\n- a = {a} м\n- b = {b} м"), "short": format!("{area} м²"),
            "numbers": [{"value": area, "unit": "м²", "condition": "расчёт", "citation": null}],
            "citations": [], "branches": [], "missing": ["нет чертежа"], "struck": [],
            "calculation": {
                "title": "площадь", "formula": "a * b", "inputs": [input("a", a), input("b", b)], "exact": area,
                "rounding": "none", "result": {"value": area, "unit": "м²"}, "note": "",
            },
            "is_valid": false, "partial": false, "found": true, "by": "agent",
        },
    }))
    .unwrap()
}

/// The pointers of all leaves of a value.
fn leaves(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, one)| leaves(one, &format!("{at}/{key}"), out)),
        Value::Array(list) if !list.is_empty() => {
            list.iter().enumerate().for_each(|(index, one)| leaves(one, &format!("{at}/{index}"), out));
        }
        _ => out.push(at.to_owned()),
    }
}

/// Another value of the same type.
fn other(value: &Value) -> Value {
    match value {
        Value::String(text) => json!(format!("{text}1")),
        Value::Number(number) => json!(number.as_u64().unwrap_or_default() + 1),
        Value::Bool(said) => json!(!said),
        Value::Null => json!(1),
        _ => json!(["иное"]),
    }
}

#[test]
fn whatever_is_changed_in_a_signed_pack_is_refused() {
    let (mut packs, mut changes) = (0, 0);
    for index in 0..100 {
        let good = pack_key::sealed(None, files(&plain_pack(index), Files::new()).unwrap()).unwrap();
        let checked = verify_pack::check(&archive::write(&good).unwrap());
        assert!(checked.is_valid() && checked.signer.is_some(), "{index}: {:#?}", checked.findings);
        let data: Value = serde_json::from_slice(&good["pack.json"]).unwrap();
        let mut pointers = Vec::new();
        leaves(&data, "", &mut pointers);
        assert!(pointers.len() >= 40, "{}", pointers.len());
        for pointer in &pointers {
            let mut changed = data.clone();
            let leaf = changed.pointer_mut(pointer).unwrap();
            *leaf = other(leaf);
            // The list is made anew, as a forger would; the signature is the old one.
            let mut forged = good.clone();
            let signature = forged.remove(SIGNATURE);
            forged.insert("pack.json".to_owned(), serde_json::to_vec(&changed).unwrap());
            let mut forged = sealed(forged).unwrap();
            forged.extend(signature.map(|bytes| (SIGNATURE.to_owned(), bytes)));
            let found = verify_pack::check(&archive::write(&forged).unwrap());
            assert!(!found.is_valid(), "{index} {pointer}");
            changes += 1;
        }
        packs += 1;
    }
    assert!(packs == 100 && changes >= 4_000, "{packs} packs, {changes} changes");
}
