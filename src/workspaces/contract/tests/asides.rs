//! What a message tells beside the deal, what changes nothing that stands, and what a plain yes takes.

use super::Dialogue;
use super::lease::FIRST;
use crate::model::claim::Support;
use crate::model::facts::LedgerEntry;
use serde_json::{Value, json};

fn of(first: &str, at: &str) -> Value {
    Dialogue::open(first).fact(at).clone()
}

#[test]
fn what_is_told_beside_the_deal_is_none_of_it() {
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    for (first, at, want) in [
        ("Сдаю машину за 30 000 рублей в месяц. Если поедет за город — 5000 рублей", "/price/rent", rub("30000.00")),
        ("Сдаю машину за 30 000 рублей в месяц. Если коротко, залог 15 000 рублей", "/deposit/amount", rub("15000.00")),
        ("Договор поставки муки, 8 тонн, 208 тысяч за всё", "/price/total", rub("208000.00")),
        ("Договор поставки муки, 8 тонн, 208 тысяч за всё", "/price/unit", Value::Null),
        ("Договор поставки овощей. Предоплата 30 % каждой партии", "/payment/advance", Value::Null),
        (
            "Договор поставки: двести пятьдесят коробок бумаги",
            "/object/quantity",
            json!({"value": "250", "unit": "pcs"}),
        ),
        ("Договор поставки: двести пятьдесят коробок бумаги", "/object/name", json!("коробки бумаги")),
        ("Договор хранения: 50 палет товара", "/object/name", json!("50 палет товара")),
        ("Трудовой договор. Курьера зовут Султанов Эмиль", "/parties/employee/name", json!("Султанов Эмиль")),
        ("Договор авторского заказа, иллюстратор Жукова Прасковья", "/parties/author/name", json!("Жукова Прасковья")),
        ("Агентский договор. Наш бухгалтер Новикова Регина примет отчёты", "/parties/agent/name", Value::Null),
        ("Сдаю машину на 6 месяцев по 30 000 рублей в месяц", "/term/duration", json!({"count": 6, "unit": "month"})),
        ("Сдаю машину, если вы не против, плата 30 000 рублей в месяц", "/price/rent", rub("30000.00")),
        ("Сдаю машину. Если сломается, чинит арендатор, плата 30 000 рублей в месяц", "/price/rent", rub("30000.00")),
        ("Договор услуг, платим десять месяцев по 26 000 рублей", "/term/duration", Value::Null),
    ] {
        assert_eq!(of(first, at), want, "{first} | {at}");
    }
}

#[test]
fn what_stands_gives_way_to_its_name_and_not_to_other_days_and_sums() {
    let mut d = Dialogue::open(
        "Договор хранения, 24 400 рублей в месяц, оплата до 20-го числа, с 15 декабря 2026 по 14 июня 2027",
    );
    assert_eq!(d.fact("/payment/day"), 20);
    d.say("1-го числа каждого месяца хранитель присылает журнал датчиков температуры и влажности по почте", None);
    d.say("Передача и возврат по акту с осмотром мест снаружи и фотографиями, первый акт 15.12.2026 утром", None);
    assert_eq!((d.fact("/payment/day"), d.fact("/term/end")), (&json!(20), &json!("2027-06-14")));
    d.say("Оплата не до 20-го, а до 25-го числа", None);
    assert_eq!(d.fact("/payment/day"), 25);
    d.say("Ценность: ящики 1 260 000, щиты 730 000, кофры 360 000, всего 2 350 000 рублей", None);
    // None of the parts is the value of the thing; the words stay.
    assert!(d.fact("/object/value").is_null(), "{}", d.fact("/object/value"));
}

#[test]
fn a_plain_yes_takes_all_that_waits() {
    let mut d =
        Dialogue::open("Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц Петрову Петру Петровичу");
    let support = |d: &Dialogue| d.now.aside.ledger.get("/parties/lessee/name").map(LedgerEntry::support);
    assert_eq!(support(&d), Some(Support::Read));
    d.say("Я Смирнова Анна Павловна", None);
    d.say("Всё верно", None);
    assert_eq!(support(&d), Some(Support::Confirmed));
}

#[test]
fn details_of_nobody_are_those_of_who_speaks() {
    let mut d = Dialogue::open(FIRST);
    d.say("Счёт 40817810099910004312, БИК 044525225", None);
    assert_eq!(d.fact("/parties/lessor/bank/account"), "40817810099910004312");
    assert_eq!(d.fact("/parties/lessor/bank/bik"), "044525225");
    assert!(d.fact("/parties/lessee/bank").is_null());
}

#[test]
fn a_company_between_an_account_and_its_code_is_a_bank() {
    let mut d = Dialogue::open("Договор хранения, поклажедатель ООО «Свет», хранитель ООО «Амбар»");
    d.say("Поклажедатель: р/с 40702810600495472825, АО «Купеческий Расчёт», БИК 042202776", None);
    assert_eq!(d.fact("/parties/depositor/bank/name"), "АО «Купеческий Расчёт»");
    assert_eq!(d.fact("/parties/depositor/name"), "ООО «Свет»");
}
