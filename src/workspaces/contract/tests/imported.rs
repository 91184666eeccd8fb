//! The text of a contract as the first message: each fact where the contract says it.

use super::{Dialogue, KNOWLEDGE};
use crate::engine::document::{flow, plain};
use crate::engine::knowledge::clauses;
use crate::model::facts::{Ledger, Origin};
use crate::workspaces::contract::draft::{Facts, Variant, draft};
use serde_json::{Value, json};

/// The draft of these facts as plain text.
fn text(domain: &Value) -> String {
    let pack = KNOWLEDGE.pack(domain["contract"]["type"].as_str().unwrap()).unwrap();
    let drafted =
        draft(Facts { pack, domain, ledger: &Ledger::default() }, clauses::embedded().unwrap(), Variant::Neutral);
    plain::render(&flow::lay(&drafted.document).unwrap())
}

fn rub(amount: &str) -> Value {
    json!({"amount": amount, "currency": "RUB"})
}

#[test]
fn our_own_contracts_come_back() {
    let cases = [
        json!({
            "contract": {"type": "vehicle_lease", "city": "Москва"},
            "parties": {
                "lessor": {"name": "Иванов Иван Иванович", "kind": "individual"},
                "lessee": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016",
                    "signer": {"name": "Сидорова Анна Петровна", "post": "генеральный директор", "basis": "устав"}},
            },
            "object": {"make": "Lada", "model": "Vesta", "year": 2021, "vin": "XTAGFL113M0000001", "crew": "none"},
            "price": {"rent": rub("30000.00")},
            "payment": {"day": 5, "means": "transfer"},
            "term": {"start": "2026-12-01", "end": "2027-05-31"},
            "penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}},
        }),
        json!({
            "contract": {"type": "loan"},
            "parties": {"lender": {"name": "Петрова Анна Сергеевна", "kind": "individual"},
                "borrower": {"name": "Орлов Олег Олегович", "kind": "individual"}},
            "loan": {"amount": rub("300000.00")},
            "interest": {"rate": {"percent": "12", "per": "year"}},
            "term": {"start": "2026-12-01", "end": "2027-11-30"},
        }),
        json!({
            "contract": {"type": "services"},
            "parties": {"customer": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016"},
                "provider": {"name": "ИП Орлов Олег Олегович", "kind": "entrepreneur", "inn": "770000010193"}},
            "service": {"actions": "ведение бухгалтерского учёта"},
            "price": {"fee": rub("35000.00")},
            "term": {"start": "2026-12-01", "end": "2027-11-30"},
        }),
    ];
    for domain in cases {
        let text = text(&domain);
        let dialogue = Dialogue::open(&text);
        let read = &dialogue.now.state["domain"];
        for at in [
            "/contract/type",
            "/price/rent",
            "/price/fee",
            "/loan/amount",
            "/object/vin",
            "/interest/rate",
            "/term/start",
            "/term/end",
        ] {
            if let Some(want) = domain.pointer(at) {
                assert_eq!(read.pointer(at), Some(want), "{at}\n{read:#}\n{text}");
            }
        }
        for (role, side) in domain["parties"].as_object().unwrap() {
            for key in ["name", "kind", "inn"] {
                let got = &read["parties"][role][key];
                assert!(
                    got == &side[key] || side[key].is_null() && got.is_null(),
                    "{role}/{key}: {got}\n{read:#}\n{text}"
                );
            }
        }
        let ledger = &dialogue.now.aside.ledger;
        for entry in ledger.0.values().filter(|entry| entry.origin == Origin::Stated) {
            assert!(entry.quote.as_ref().is_some_and(|quote| text.contains(quote)), "{entry:?}");
        }
    }
}
