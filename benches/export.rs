//! A contract of ten pages as a file: `cargo bench --features ssr --bench export`.
//!
//! `lay` is the draft with numbers and references; `docx` and `pdf` begin with its pieces; `whole_*` is everything
//! that one request does.

use divan::Bencher;
use legalagi::adapters::export::{docx, pdf};
use legalagi::engine::document::flow::{self, Piece};
use legalagi::engine::knowledge::{Knowledge, clauses, load};
use legalagi::model::facts::Ledger;
use legalagi::workspaces::contract::draft::{Facts, Variant, draft};
use serde_json::{Value, json};
use std::sync::LazyLock;

const AT: &str = "2026-12-01T09:00:00Z";

fn main() {
    divan::main();
}

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| load::embedded().expect("packs are sound"));

/// A lease of eight years: the words and deeds, and a schedule of 96 payments.
fn lease() -> Value {
    json!({
        "contract": {"type": "vehicle_lease", "city": "Москва"},
        "parties": {
            "lessor": {"name": "Иванов Иван Иванович", "kind": "individual"},
            "lessee": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016",
                "signer": {"name": "Сидорова Анна Петровна", "post": "генеральный директор", "basis": "устав"}},
        },
        "object": {"make": "Lada", "model": "Vesta", "year": 2021, "vin": "XTAGFL113M0000001", "plate": "А123ВС777",
            "crew": "none"},
        "price": {"rent": {"amount": "30000.00", "currency": "RUB"}},
        "payment": {"day": 5, "means": "transfer"},
        "deposit": {"kind": "sum", "amount": {"amount": "15000.00", "currency": "RUB"}},
        "term": {"start": "2026-12-01", "end": "2034-11-30"},
        "insurance": {"osago": "lessor"},
        "upkeep": {"repair": "lessee"},
        "penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}},
    })
}

fn pieces(domain: &Value) -> (String, Vec<Piece>) {
    let pack = KNOWLEDGE.pack("vehicle_lease").expect("the pack");
    let book = clauses::embedded().expect("libraries are sound");
    let document = draft(Facts { pack, domain, ledger: &Ledger::default() }, book, Variant::Neutral).document;
    let pieces = flow::lay(&document).expect("references resolve");
    (document.title, pieces)
}

#[divan::bench]
fn lay(bencher: Bencher) {
    let domain = lease();
    bencher.bench_local(|| pieces(&domain));
}

#[divan::bench]
fn docx(bencher: Bencher) {
    let (title, pieces) = pieces(&lease());
    bencher.bench_local(|| docx::write(&title, &pieces, AT).expect("a file"));
}

#[divan::bench]
fn pdf(bencher: Bencher) {
    let (title, pieces) = pieces(&lease());
    bencher.bench_local(|| pdf::write(&title, &pieces, AT).expect("a file"));
}

#[divan::bench]
fn whole_docx(bencher: Bencher) {
    let domain = lease();
    bencher.bench_local(|| {
        let (title, pieces) = pieces(&domain);
        docx::write(&title, &pieces, AT).expect("a file")
    });
}

#[divan::bench]
fn whole_pdf(bencher: Bencher) {
    let domain = lease();
    bencher.bench_local(|| {
        let (title, pieces) = pieces(&domain);
        pdf::write(&title, &pieces, AT).expect("a file")
    });
}
