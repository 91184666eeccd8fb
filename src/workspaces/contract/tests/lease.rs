//! The lease of the main job, from the first sentence to an open gate.

use super::Dialogue;
use crate::model::claim::Support;
use serde_json::json;

/// The first sentence of the main job.
pub(super) const FIRST: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";

#[test]
fn the_first_sentence_gives_car_year_term_and_price() {
    let d = Dialogue::open(FIRST);
    assert_eq!(d.fact("/contract/type"), "vehicle_lease");
    assert_eq!(d.fact("/object/make"), "Lada");
    assert_eq!(d.fact("/object/model"), "Vesta");
    assert_eq!(d.fact("/object/year"), 2021);
    assert_eq!(d.fact("/term/duration"), &json!({"count": 6, "unit": "month"}));
    assert_eq!(d.fact("/price/rent"), &json!({"amount": "30000.00", "currency": "RUB"}));
    // «На 6 месяцев»: the only duration of the words that open a deal is its term.
    for (at, entry) in d.now.aside.ledger.0.iter() {
        assert_eq!(entry.support(), Support::Stated, "{at}: {entry:?}");
        assert!(entry.quote.as_deref().is_some_and(|quote| FIRST.contains(quote)), "{at}: {entry:?}");
    }
}

/// Answers of the first dialogue, by words of the question.
pub(super) fn answer(question: &str) -> &'static str {
    let q = question.to_lowercase();
    let table = [
        ("проверьте", "всё верно"),
        ("арендодател", "Арендодатель Иванов Иван Иванович, физлицо"),
        ("арендатор", "Арендатор ООО «Вектор», ИНН 7700000016"),
        ("vin", "VIN XTAGFL113M0000001, госномер А123ВС777"),
        ("с какого", "с 01.12.2026 по 31.05.2027"),
        ("числа", "до 5 числа, переводом"),
        ("залог", "залог 15 000 ₽"),
        ("осаго", "ОСАГО оформляет арендодатель"),
        ("просроч", "0,1 % в день"),
        ("экипаж", "без экипажа"),
    ];
    table.iter().find(|(word, _)| q.contains(word)).map_or("как обычно", |(_, answer)| answer)
}

/// The lease with every answer given, the gate open.
pub(super) fn finished() -> Dialogue {
    let mut d = Dialogue::open(FIRST);
    for _ in 0..20 {
        let Some(question) = d.question() else { break };
        d.say(answer(&question), None);
    }
    assert!(d.ready());
    d
}

#[test]
fn the_lease_dialogue_gets_ready() {
    let mut d = Dialogue::open(FIRST);
    let mut asked = Vec::new();
    while let Some(question) = d.question() {
        assert!(!asked.contains(&question), "repeated: {question}\n{asked:#?}\n{:#}", d.now.state["domain"]);
        d.say(answer(&question), None);
        asked.push(question);
        assert!(asked.len() <= 15, "{asked:#?}");
    }
    assert!(d.ready(), "{:#}\n{:#}", d.now.state["gate"], d.now.state["domain"]);
    assert_eq!(d.now.state["meta"]["status"], "ready");
}
