//! Several things, parts of a deposit and a person's own terms from the dialogue to the text.

use super::*;
use crate::engine::document::flow::lay;
use crate::engine::document::plain;
use crate::engine::knowledge::clauses;
use crate::workspaces::contract::draft::{Facts, Variant, draft};
use crate::workspaces::contract::lint;

fn text(dialogue: &Dialogue) -> String {
    let facts = Facts::of(&dialogue.now, &KNOWLEDGE).expect("something is known");
    let drafted = draft(facts, clauses::embedded().expect("libraries are sound"), Variant::Neutral);
    plain::render(&lay(&drafted.document).expect("references lead somewhere")).replace('\u{a0}', " ")
}

#[test]
fn several_things_are_rows_with_their_sum_and_a_row_can_be_put_right_and_taken_away() {
    let mut d = Dialogue::open("Продаю товар: 48 ящиков яблок по 11,50 и 20 мешков картошки по 300");
    assert_eq!(d.fact("/object/items/1/name"), "ящики яблок");
    assert_eq!(d.fact("/object/items/2/quantity/value"), "20");
    assert_eq!(d.fact("/price/total/amount"), "6552.00");
    assert_eq!(d.origin("/price/total/amount"), Some(Origin::Computed));
    assert_eq!(d.origin("/price/total/currency"), Some(Origin::Computed));
    assert!(d.fact("/object/quantity").is_null() && d.fact("/price/unit").is_null(), "{:#}", d.fact("/object"));
    let words = text(&d);
    assert!(words.contains("1 | Ящики яблок | 48 шт. | 11,50 | 552,00"), "{words}");
    assert!(words.contains("| Итого |  |  | 6 552,00"), "{words}");
    d.say("Ещё 5 коробок груш по 200", None);
    assert_eq!(d.fact("/price/total/amount"), "7552.00", "{:#}", d.fact("/object/items"));
    d.say("Уберите картошку", None);
    assert!(d.fact("/object/items/2").is_null(), "{:#}", d.fact("/object/items"));
    assert_eq!(d.fact("/price/total/amount"), "1552.00");
}

#[test]
fn things_counted_without_prices_have_one_price_for_all() {
    let d = Dialogue::open("Продаю оборудование: печь одна, тестомеса два, всего за 450 000 рублей");
    assert_eq!(d.fact("/object/items/2/quantity/value"), "2");
    assert_eq!(d.fact("/price/total/amount"), "450000.00");
    let words = text(&d);
    assert!(words.contains("2 | Тестомеса | 2 шт.") && !words.contains("Стоимость, руб."), "{words}");
}

#[test]
fn a_sum_that_is_not_that_of_the_rows_is_found() {
    let mut d = Dialogue::open("Продаю товар: 48 ящиков яблок по 11,50 и 20 мешков картошки по 300");
    d.absorb(&Event::Edit {
        pointer: "/price/total".into(),
        edit: crate::model::event::Edit::Set { value: serde_json::json!({"amount": "7000.00", "currency": "RUB"}) },
    });
    let facts = Facts::of(&d.now, &KNOWLEDGE).expect("something is known");
    let book = clauses::embedded().expect("libraries are sound");
    let report = lint::session(facts, &[], book, Variant::Neutral, "2026-11-21");
    assert!(report.findings.iter().any(|finding| finding.rule == "L05"), "{:?}", report.findings);
}

#[test]
fn a_deposit_in_parts_stands_with_its_days() {
    let mut d = Dialogue::open("Сдаю комнату в найм, 16 000 рублей в месяц");
    d.say("Залог двумя частями: 8 000 рублей при заселении, 8 000 рублей до 15.01.2027", None);
    assert_eq!(d.fact("/deposit/amount/amount"), "16000.00", "{:#}", d.now.state["domain"]);
    assert_eq!(d.fact("/deposit/parts/2/date"), "2027-01-15");
    assert!(d.fact("/terms/own").is_null(), "{:#}", d.fact("/terms"));
    let words = text(&d);
    assert!(words.contains("частями: 8 000 (восемь тысяч) рублей 00 копеек при передаче по акту"), "{words}");
    assert!(!words.contains("в день подписания договора вносит"), "{words}");
}

#[test]
fn an_own_term_speaks_in_the_third_person_and_the_clause_of_its_matter_gives_way() {
    let mut d = Dialogue::open("Продаю мотоцикл Yamaha за 365 000 рублей");
    d.say("Добавьте в договор: вместе с мотоциклом отдаю два кофра", None);
    d.say("Добавьте в договор: если покупатель не ставит на учёт за 10 дней, я сам снимаю с учёта", None);
    let words = text(&d);
    assert!(words.contains("Вместе с мотоциклом Продавец отдаёт два кофра."), "{words}");
    assert!(words.contains("Продавец сам снимает с учёта."), "{words}");
    assert!(!words.contains("изменяет регистрационные данные"), "{words}");
}
