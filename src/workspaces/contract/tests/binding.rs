//! Which fact a value belongs to, in whole dialogues: what was said, where it stands, and with which word.

use super::Dialogue;
use crate::model::claim::Support;
use serde_json::{Value, json};

const SUPPLY: &str = "Договор поставки муки, 20 тонн, 30 000 рублей за тонну";
const SALE: &str = "Продаю квартиру в Омске, цена 5 200 000 рублей";
const STAFF: &str = "Нужен трудовой договор, оклад 60 000 рублей, бессрочно";
const BUILD: &str = "Договор подряда на ремонт квартиры, цена 480 000 рублей";
const NDA: &str = "Договор о неразглашении";

fn support(d: &Dialogue, at: &str) -> Option<Support> {
    d.now.aside.ledger.get(at).map(crate::model::facts::LedgerEntry::support)
}

#[test]
fn a_value_of_another_matter_is_left_to_the_words() {
    for (first, said, at) in [
        (STAFF, "Исп. срок два месяца", "/term/duration"),
        (STAFF, "Испытательный срок два месяца", "/term/duration"),
        (SALE, "Квартира получена по договору передачи от 12.10.1994", "/delivery/date"),
        (SALE, "Аванс 100 000 рублей передан 20.11.2026", "/delivery/date"),
        (SALE, "Она снимется с учёта в течение 14 дней, за просрочку 2 000 рублей в день", "/penalty/amount"),
        (SALE, "Она снимется с учёта в течение 14 дней после регистрации, за просрочку 2 000 рублей", "/payment/plan"),
        (SUPPLY, "Цена фиксирована до 31.03.2027", "/delivery/date"),
        (SUPPLY, "Срок действия договора — до 30.04.2027", "/delivery/date"),
        (SUPPLY, "Отгрузки: до 15.12.2026, до 20.01.2027, до 17.02.2027", "/delivery/date"),
        (SUPPLY, "Ответ на претензию 15 дней", "/delivery/acceptance"),
        (BUILD, "Первый этап до 15 января 2027, второй этап до 15 февраля 2027", "/term/end"),
        (BUILD, "За курение штраф 3 000 рублей", "/penalty/amount"),
    ] {
        let mut d = Dialogue::open(first);
        d.say(said, None);
        assert_eq!(d.fact(at), &Value::Null, "{said}");
        assert!(d.status(&format!("conflict:{at}")).is_none(), "{said}");
    }
}

#[test]
fn a_value_of_the_fact_is_its_value() {
    for (first, said, at, want) in [
        (STAFF, "Испытательный срок два месяца", "/work/probation/count", json!(2)),
        (SALE, "Квартиру передаю 20.12.2026", "/delivery/date", json!("2026-12-20")),
        (SUPPLY, "Поставка до 15.12.2026", "/delivery/date", json!("2026-12-15")),
        (BUILD, "За просрочку штраф 1 000 рублей в день", "/penalty/amount/amount", json!("1000.00")),
        (NDA, "Штраф 500 000 рублей за каждый случай", "/penalty/amount/amount", json!("500000.00")),
        (NDA, "Уничтожить носители", "/info/media", json!("destroy")),
        (NDA, "Вернуть или уничтожить носители", "/info/media", json!("either")),
    ] {
        let mut d = Dialogue::open(first);
        d.say(said, None);
        assert_eq!(d.fact(at), &want, "{said}");
    }
}

#[test]
fn a_correction_replaces_the_value_it_names() {
    for (first, said, at, want) in [
        (SUPPLY, "Корректировка: объём 25 тонн", "/object/quantity/value", json!("25")),
        (SALE, "Мы сторговались: 5 100 000 рублей", "/price/total/amount", json!("5100000.00")),
        (BUILD, "480 тысяч много, пусть 450 тысяч рублей", "/price/total/amount", json!("450000.00")),
        (BUILD, "Цену поставьте 500 000 рублей", "/price/total/amount", json!("500000.00")),
    ] {
        let mut d = Dialogue::open(first);
        d.say(said, None);
        assert_eq!(d.fact(at), &want, "{said}");
        assert_eq!(support(&d, at), Some(Support::Stated), "{said}");
    }
    // Another value without any word of correction is still asked about.
    let mut d = Dialogue::open(BUILD);
    d.say("Цена 500 000 рублей", None);
    assert_eq!(d.fact("/price/total/amount"), "480000.00");
}

#[test]
fn the_tax_is_no_price() {
    let mut d = Dialogue::open("Договор поставки коробов, 20 000 штук, цена 26 рублей за штуку без НДС");
    assert_ne!(support(&d, "/price/vat"), Some(Support::Stated));
    d.say("НДС 22 % сверху — 114 400 рублей", None);
    assert_eq!(d.fact("/price/vat"), "on_top");
    assert_eq!(d.fact("/price/unit/amount"), "26.00");
    assert_eq!(d.fact("/price/total/amount"), "520000.00");
}
