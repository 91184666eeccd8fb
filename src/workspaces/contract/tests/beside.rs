//! What is said of others, of another time and of several things is no value of the deal.

use crate::workspaces::contract::tests::Dialogue;
use serde_json::Value;

const WORK: &str = "Хочу договор на ремонт ванной под ключ, делать будет самозанятый мастер. Я заказчик. Цена работ 185 000 \
                    рублей, твёрдая, с 7 декабря 2026 до 20 января 2027";
const SUPPLY: &str =
    "Мне нужен договор поставки: я делаю сыр, у меня ИП, буду возить его в магазин постоянно, по заявкам";

fn terms(d: &Dialogue) -> String {
    d.fact("/terms/own").to_string()
}

#[test]
fn another_firm_is_no_side() {
    let mut d = Dialogue::open(WORK);
    d.say("Натяжной потолок не входит, его ставит другая фирма", None);
    assert_eq!(d.fact("/parties/contractor/kind"), "self_employed");
    assert!(terms(&d).contains("другая фирма"), "{}", terms(&d));
}

#[test]
fn kin_of_a_side_is_no_side() {
    let mut d = Dialogue::open("Сдаю квартиру семье за 38 тысяч в месяц с 1 декабря 2026 на 11 месяцев");
    d.say("снимает Гарифуллин Руслан Маратович, с ним жена Гарифуллина Алина Ильдаровна и сын 6 лет", None);
    assert_eq!(d.fact("/parties/tenant/name"), "Гарифуллин Руслан Маратович");
}

#[test]
fn whoever_brings_the_goods_supplies_them_and_his_home_is_no_place_of_delivery() {
    let mut d = Dialogue::open(SUPPLY);
    d.say("сыр качотта", None);
    d.say("я ИП Белкина Надежда Аркадьевна, ИНН 441402736504, адрес г. Кострома, ул. Мира, д. 14", None);
    assert_eq!(d.fact("/parties/seller/name"), "ИП Белкина Надежда Аркадьевна");
    assert_eq!(*d.fact("/delivery/address"), Value::Null);
}

#[test]
fn a_story_of_last_year_counts_nothing() {
    let mut d = Dialogue::open(SUPPLY);
    d.say("сыр качотта по 1100 руб за кг", None);
    d.say("в прошлом году я с другим магазином поссорилась, вернули мне двадцать кило просроченного", None);
    assert_eq!(*d.fact("/object/quantity"), Value::Null);
}

#[test]
fn goods_with_prices_are_one_list_and_orders_need_no_quantity() {
    let mut d = Dialogue::open(SUPPLY);
    d.say("товар: сыр качотта по 1100 руб за кг, адыгейский 720, халуми 1250. сколько — по каждой заявке", None);
    assert_eq!(d.fact("/price/list"), "сыр качотта по 1100 руб за кг, адыгейский 720, халуми 1250");
    assert_eq!(*d.fact("/price/unit"), Value::Null);
    assert_eq!(*d.fact("/object/items"), Value::Null);
    d.say("не вернул ящик — 350 руб за ящик", None);
    assert_eq!(*d.fact("/price/total"), Value::Null);
    assert!(!d.question().unwrap_or_default().contains("оличество"), "{:?}", d.question());
}

#[test]
fn a_delay_of_payment_is_a_plan_of_payment() {
    let mut d = Dialogue::open(SUPPLY);
    d.say("По безналу, в течение 7 календарных дней после каждой поставки", None);
    assert_eq!(d.fact("/payment/plan"), "deferred");
    d.say("остальное как обычно", None);
    assert_eq!(d.fact("/payment/plan"), "deferred");
}

#[test]
fn works_with_days_of_their_own_do_not_end_the_whole() {
    let mut d = Dialogue::open(WORK);
    d.say("Этапы по срокам: демонтаж и трубы до 18 декабря 2026, плитка до 12 января 2027", None);
    assert_eq!(d.fact("/term/end"), "2027-01-20");
    assert_eq!(*d.fact("/payment/stages"), Value::Null);
    assert!(terms(&d).contains("плитка до 12 января"), "{}", terms(&d));
    d.say("аванс 40 000 в день подписания, 75 000 после приёмки плитки, 70 000 в конце, когда приму всё", None);
    assert!(d.fact("/payment/stages").as_str().is_some_and(|said| said.ends_with("когда приму всё")));
}

#[test]
fn of_what_is_shared_out_nobody_learns_who_speaks() {
    let mut d = Dialogue::open(WORK);
    d.say("Плитку, ванну, смесители — я, черновые — мастер за мой счёт", None);
    assert_eq!(d.fact("/contract/speaker"), "customer");
    d.say("Материалы не подрядчика: плитку, ванну и смесители покупаю я сама", None);
    d.say("И те и те", None);
    assert_eq!(d.fact("/work/materials"), "both");
}

#[test]
fn of_two_delays_the_number_is_that_of_one_side() {
    let mut d = Dialogue::open(WORK);
    d.say("Мастеру за просрочку 0,5 % от цены за каждый день. Мне за задержку оплаты 0,1 % в день", None);
    assert_eq!(d.fact("/penalty/who"), "payee");
    assert!(terms(&d).contains("0,1 %"), "{}", terms(&d));
}

#[test]
fn talk_about_the_talk_is_no_term_and_what_was_agreed_is() {
    let mut d = Dialogue::open(WORK);
    d.say("Остальное пусть пока так", None);
    d.say("Теперь про ключи", None);
    assert_eq!(*d.fact("/terms/own"), Value::Null);
    d.say("Мы договорились, что мусор выносит мастер", None);
    assert!(terms(&d).contains("мусор выносит мастер") && !terms(&d).contains("договорились"), "{}", terms(&d));
}
