//! An existing contract comes in as a file or as words, and leaves as a session with quotes.

use crate::bench::{Bench, answer, builtin};
use legalagi::adapters::export::{docx, pdf};
use legalagi::engine::document::flow::{self, Piece};
use legalagi::engine::knowledge::{clauses, load};
use legalagi::model::facts::Ledger;
use legalagi::workspaces::contract::draft::{Facts, Variant, draft};
use reqwest::Method;
use serde_json::{Value, json};

const AT: &str = "2026-12-01T09:00:00Z";

fn lease() -> (String, Vec<Piece>) {
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    let domain = json!({
        "contract": {"type": "vehicle_lease", "city": "Москва"},
        "parties": {
            "lessor": {"name": "Иванов Иван Иванович", "kind": "individual"},
            "lessee": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016",
                "signer": {"name": "Сидорова Анна Петровна", "post": "генеральный директор", "basis": "устав"}},
        },
        "object": {"make": "Lada", "model": "Vesta", "year": 2021, "vin": "XTAGFL113M0000001", "plate": "А123ВС777",
            "crew": "none"},
        "price": {"rent": rub("30000.00")},
        "payment": {"day": 5, "means": "transfer"},
        "deposit": {"kind": "sum", "amount": rub("15000.00")},
        "term": {"start": "2026-12-01", "end": "2027-05-31"},
        "insurance": {"osago": "lessee"},
        "upkeep": {"repair": "lessee"},
        "penalty": {"kind": "percent", "rate": {"percent": "3", "per": "day"}},
    });
    let knowledge = load::embedded().expect("packs");
    let pack = knowledge.pack("vehicle_lease").expect("a pack");
    let facts = Facts { pack, domain: &domain, ledger: &Ledger::default() };
    let drafted = draft(facts, clauses::embedded().expect("clauses"), Variant::Neutral);
    (drafted.document.title.clone(), flow::lay(&drafted.document).expect("laid out"))
}

pub(crate) async fn send(bench: &Bench, name: &str, value: Vec<u8>, request: Option<&str>) -> crate::bench::Answer {
    let mut body = Vec::new();
    let mut part = |name: &str, value: &[u8]| {
        let file = if name == "file" { "; filename=\"contract\"" } else { "" };
        body.extend(format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
        body.extend(value);
        body.extend(b"\r\n");
    };
    part(name, &value);
    if let Some(id) = request {
        part("request_id", id.as_bytes());
    }
    body.extend(b"--edge--\r\n");
    // A form says where it comes from: a foreign page could send one too.
    let request = bench.request(Method::POST, "/api/import").header("origin", &bench.base);
    let request = request.header("content-type", "multipart/form-data; boundary=edge").body(body);
    answer(request.send().await.expect("an answer")).await
}

fn check(imported: &Value) {
    let domain = &imported["state"]["domain"];
    assert_eq!(domain["contract"]["type"], "vehicle_lease", "{domain}");
    assert_eq!(domain["price"]["rent"]["amount"], "30000.00", "{domain}");
    assert_eq!(domain["object"]["vin"], "XTAGFL113M0000001", "{domain}");
    let rules: Vec<&str> =
        imported["findings"].as_array().expect("a list").iter().filter_map(|f| f["rule"].as_str()).collect();
    assert!(rules.contains(&"L01"), "{rules:?}");
    assert!(imported["terms"]["total"].as_u64().is_some_and(|total| total > 0), "{}", imported["terms"]);
}

#[tokio::test]
async fn our_own_files_come_back_as_facts_with_quotes() {
    let bench = builtin().await;
    let (title, pieces) = lease();
    let word = docx::write(&title, &pieces, AT).expect("a file");
    let page = pdf::write(&title, &pieces, AT).expect("a file");
    for file in [word, page] {
        let imported = send(&bench, "file", file, None).await;
        assert_eq!(imported.status, 201, "{imported:?}");
        let imported = imported.ok();
        check(&imported);
        let id = imported["session_id"].as_str().expect("an id");
        let ledger = bench.get(&format!("/api/session/{id}/ledger")).await.ok();
        let text = imported["text"].as_str().expect("words").replace("\r\n", "\n");
        let entries = ledger["entries"].as_array().expect("a list");
        assert!(!entries.is_empty());
        for quote in entries.iter().filter_map(|entry| entry["quote"].as_str()) {
            assert!(text.contains(quote), "«{quote}» is not in the text");
        }
    }
    bench.close().await;
}

#[tokio::test]
async fn words_come_in_once_per_request_and_long_ones_in_parts() {
    let bench = builtin().await;
    let text = "Договор аренды автомобиля Lada Vesta 2021 года, плата 30 000 рублей в месяц\n";
    let first = send(&bench, "text", text.into(), Some("import-1")).await;
    assert_eq!(first.status, 201, "{first:?}");
    let again = send(&bench, "text", text.into(), Some("import-1")).await;
    assert_eq!(again.ok()["session_id"], first.ok()["session_id"]);
    let long = format!("{text}{}", "Стороны ведут переписку по почте и хранят её.\n".repeat(1_200));
    let imported = send(&bench, "text", long.into_bytes(), None).await.ok();
    assert_eq!(imported["state"]["domain"]["price"]["rent"]["amount"], "30000.00");
    bench.close().await;
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_a_remedy_and_nothing_is_stored() {
    let bench = builtin().await;
    for (file, status, reason) in [
        (b"%PDF-1.7 broken".to_vec(), 400, "damaged"),
        (b"PK\x03\x04 broken".to_vec(), 400, "damaged"),
        (b"\x89PNG\r\n\x1a\n\0\0".to_vec(), 415, "unknown"),
        (b"12".to_vec(), 400, "no_text"),
    ] {
        let refused = send(&bench, "file", file, None).await;
        assert_eq!(refused.status, status, "{refused:?}");
        let error = refused.body["error"].clone();
        assert_eq!(error["details"]["reason"], reason, "{error}");
        assert!(!error["message"].as_str().expect("words").is_empty());
    }
    let nothing = send(&bench, "text", b" ".to_vec(), None).await;
    assert_eq!(nothing.status, 400);
    bench.post("/api/import", &json!({"text": "x"})).await.err(415, "unsupported_media_type");
    let foreign = bench.request(Method::POST, "/api/import").header("origin", "https://evil.example");
    let foreign = foreign.header("content-type", "multipart/form-data; boundary=edge").body("--edge--\r\n");
    answer(foreign.send().await.expect("an answer")).await.err(403, "forbidden_origin");
    assert_eq!(bench.get("/api/sessions").await.ok()["sessions"], json!([]));
    bench.close().await;
}
