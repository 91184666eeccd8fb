//! A value that a person writes into a fact fits its place, in its normal form, or is refused with the field.

use super::*;
use serde_json::json;

#[test]
fn a_written_value_has_the_form_of_its_place_or_is_refused() {
    let d = Dialogue::open("Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц");
    let fit = |at: &str, value: Value| CONTRACT.fitting(&d.now, at, &value, &moment(), &KNOWLEDGE);
    for (at, raw, kept) in [
        ("/price/rent", json!("45 000"), json!({"amount": "45000.00", "currency": "RUB"})),
        ("/price/rent", json!({"amount": "5", "currency": "RUB"}), json!({"amount": "5.00", "currency": "RUB"})),
        ("/price/rent/amount", json!("35000.00"), json!("35000.00")),
        ("/price/rent/amount", json!("35 000"), json!("35000.00")),
        ("/term/start", json!("01.12.2026"), json!("2026-12-01")),
        ("/object/year", json!(2020), json!(2020)),
        ("/contract/type", json!("loan"), json!("loan")),
        ("/contract/speaker", json!("Арендатор"), json!("lessee")),
        ("/contract/speaker", json!("lessor"), json!("lessor")),
    ] {
        assert_eq!(fit(at, raw.clone()), Ok(kept), "{at} {raw}");
    }
    for (at, raw) in [
        ("/price/rent", json!("много денег")),
        ("/price/rent", json!({"amount": "-5", "currency": "XXXX"})),
        ("/price/rent/amount", json!("сорок пять тысяч с чем-то")),
        ("/price/rent/currency", json!("тугрики")),
        ("/object/year", json!("давно")),
        ("/term/start", json!("скоро")),
        ("/contract/type", json!("алмаз")),
        ("/contract/speaker", json!("нотариус")),
        ("/nowhere/at/all", json!("x")),
        ("", json!("x")),
    ] {
        assert!(fit(at, raw.clone()).is_err(), "{at} {raw}");
    }
}
