//! Files from one document: DOCX and PDF say the same, whoever reads them.
//!
//! With `LibreOffice` and poppler at hand the DOCX is converted and both bodies are compared; without them, SKIP.
#![cfg(feature = "ssr")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use legalagi::adapters::export::{docx, pdf};
use legalagi::engine::document::flow::{self, Piece};
use legalagi::engine::knowledge::{clauses, load};
use legalagi::model::facts::Ledger;
use legalagi::workspaces::contract::draft::{Facts, Variant, draft};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const AT: &str = "2026-12-01T09:00:00Z";

fn lease() -> Value {
    json!({
        "contract": {"type": "vehicle_lease", "city": "Москва"},
        "parties": {
            "lessor": {"name": "Иванов Иван Иванович", "kind": "individual"},
            "lessee": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016"},
        },
        "object": {"make": "Lada", "model": "Vesta", "year": 2021, "vin": "XTAGFL113M0000001", "plate": "А123ВС777",
            "crew": "none"},
        "price": {"rent": {"amount": "30000.00", "currency": "RUB"}},
        "payment": {"day": 5, "means": "transfer"},
        "deposit": {"kind": "sum", "amount": {"amount": "15000.00", "currency": "RUB"}},
        "term": {"start": "2026-12-01", "end": "2027-05-31"},
        "insurance": {"osago": "lessor"},
        "upkeep": {"repair": "lessee"},
        "penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}},
    })
}

fn pieces(domain: &Value, variant: Variant) -> (String, Vec<Piece>) {
    let knowledge = load::embedded().unwrap();
    let pack = knowledge.pack(domain["contract"]["type"].as_str().unwrap()).unwrap();
    let drafted = draft(Facts { pack, domain, ledger: &Ledger::default() }, clauses::embedded().unwrap(), variant);
    (drafted.document.title.clone(), flow::lay(&drafted.document).unwrap())
}

#[test]
fn every_pack_exports_in_every_variant() {
    for pack in &load::embedded().unwrap().packs {
        for variant in Variant::ALL {
            let (title, pieces) = pieces(&json!({"contract": {"type": pack.id}}), variant);
            let (word, page) = (docx::write(&title, &pieces, AT).unwrap(), pdf::write(&title, &pieces, AT).unwrap());
            assert!(word.starts_with(b"PK") && page.starts_with(b"%PDF-1.7"), "{}", pack.id);
        }
    }
}

/// Words of the body: everything between the header and the footer, in a fixed order, as columns are read differently.
fn words(text: &str, title: &str) -> Vec<String> {
    let body = text.lines().map(str::trim).filter(|line| !line.starts_with("стр. ") && *line != title);
    let text = body.collect::<Vec<_>>().join(" ").replace('\u{a0}', " ");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    words.sort();
    words
}

#[test]
fn docx_and_pdf_say_the_same() {
    let found = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !found("soffice") || !found("pdftotext") {
        eprintln!("SKIP comparison of DOCX and PDF: soffice and pdftotext are needed");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export");
    std::fs::create_dir_all(&folder).unwrap();
    let (title, pieces) = pieces(&lease(), Variant::Neutral);
    std::fs::write(folder.join("lease.docx"), docx::write(&title, &pieces, AT).unwrap()).unwrap();
    std::fs::write(folder.join("direct.pdf"), pdf::write(&title, &pieces, AT).unwrap()).unwrap();
    let run = |program: &str, args: &[&str]| {
        let done = Command::new(program).args(args).current_dir(&folder).output().unwrap();
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    run("soffice", &[&profile, "--headless", "--convert-to", "pdf", "lease.docx"]);
    run("pdftotext", &["-layout", "lease.pdf", "word.txt"]);
    run("pdftotext", &["-layout", "direct.pdf", "direct.txt"]);
    let read = |file: &str| words(&std::fs::read_to_string(folder.join(file)).unwrap(), &title);
    let (word, direct) = (read("word.txt"), read("direct.txt"));
    let only = |a: &[String], b: &[String]| a.iter().filter(|w| !b.contains(w)).cloned().collect::<Vec<_>>();
    assert_eq!((only(&word, &direct), only(&direct, &word)), (vec![], vec![]));
    assert_eq!(word.len(), direct.len());
}
