//! Own terms against the law, and what people say about a value that is not the value.

use super::Dialogue;
use super::lease::FIRST;
use crate::model::claim::Support;
use crate::model::issue::IssueStatus;
use serde_json::{Value, json};

const LOAN: &str = "Договор займа, даю другу 100 000 рублей до 01.06.2027";
const HELD: &str = "law:/terms/own/1";

fn with_term() -> Dialogue {
    let mut d = Dialogue::open(LOAN);
    d.say("Займодавец не вправе обращаться в суд", None);
    assert_eq!(d.status(HELD), Some(IssueStatus::Open), "{:#}", d.now.state["issues"]);
    assert!(d.question().is_some_and(|asked| asked.contains("«Займодавец не вправе обращаться в суд»")));
    d
}

#[test]
fn a_term_against_the_law_is_taken_away_kept_knowingly_or_said_anew() {
    for (words, choice) in [("", Some("no")), ("уберите", None), ("нет, уберите это", None)] {
        let mut d = with_term();
        d.say(words, choice);
        assert!(d.fact("/terms/own/1").is_null(), "{words}: {}", d.fact("/terms"));
        assert_eq!(d.status(HELD), Some(IssueStatus::Resolved), "{words}");
    }
    let mut d = with_term();
    d.say("", Some("yes"));
    assert_eq!(d.status(HELD), Some(IssueStatus::Dismissed));
    assert!(!d.fact("/terms/own/1").is_null());
    let mut d = with_term();
    d.say("До обращения в суд стороны обязательно обмениваются письменными претензиями", None);
    assert!(d.fact("/terms/own/1").is_null(), "{}", d.fact("/terms"));
    assert_eq!(d.status(HELD), Some(IssueStatus::Resolved));
    assert!(d.fact("/terms/own/2/quote").as_str().is_some_and(|words| words.contains("претензиями")));
}

#[test]
fn a_lawful_term_is_not_asked_about() {
    let mut d = Dialogue::open(LOAN);
    d.say("До суда стороны обязательно пишут друг другу претензию", None);
    assert!(!d.question().is_some_and(|asked| asked.contains("на свой риск")), "{:?}", d.question());
    assert_eq!(d.status(HELD), None);
}

#[test]
fn what_is_no_value_of_a_field_becomes_none() {
    for (first, words, at, want) in [
        // A reflexive verb tells of a case and changes nothing.
        (FIRST, "плата за каждый день простоя уменьшается на 5 %", "/price/rent/amount", json!("30000.00")),
        (FIRST, "Банк ПАО Сбербанк, г. Тверь, БИК 044525225", "/contract/city", Value::Null),
        (FIRST, "Срок исковой давности 1 год", "/term/duration/count", json!(6)),
        (LOAN, "Процентов семь тысяч процентов", "/interest/rate", Value::Null),
        (LOAN, "", "/term/end", json!("2027-06-01")),
    ] {
        let mut d = Dialogue::open(first);
        if !words.is_empty() {
            d.say(words, None);
        }
        assert_eq!(d.fact(at), &want, "{words}");
    }
}

#[test]
fn a_bare_number_far_below_what_stands_is_counted_in_thousands() {
    let mut d = Dialogue::open("Продаю автомобиль Lada Vesta 2021 года за 630 000 рублей");
    d.say("цена теперь 615, сторговались", None);
    assert_eq!(d.fact("/price/total/amount"), "615000.00");
    let entry = d.now.aside.ledger.get("/price/total/amount").unwrap();
    assert_eq!(entry.support(), Support::Read);
}

#[test]
fn one_of_two_values_of_one_message_is_taken_by_click_and_by_its_ordinal() {
    for (words, choice) in [("", Some("second")), ("второе", None), ("Верно второе. Собак держать нельзя", None)]
    {
        let mut d = Dialogue::open(FIRST);
        d.say("Арендодатель Петров Пётр Петрович, адрес г. Тверь, ул. Мира, д. 1. Адрес арендодателя г. Тула, ул. Лесная, д. 2", None);
        assert_eq!(d.status("conflict:/parties/lessor/address"), Some(IssueStatus::Open), "{:?}", d.question());
        d.say(words, choice);
        assert_eq!(d.fact("/parties/lessor/address"), "г. Тула, ул. Лесная, д. 2", "{words}");
        assert_eq!(d.status("conflict:/parties/lessor/address"), Some(IssueStatus::Resolved), "{words}");
    }
}

#[test]
fn whom_a_verb_of_the_speaker_names_is_the_other_side() {
    for (words, at, name) in [
        ("Я арендодатель, сдаю квартиру Петрову Ивану", "/parties/tenant/name", "Петров Иван"),
        ("договор на ремонт квартиры, я заказчица, делать будет ип Сафин", "/parties/contractor/name", "ИП Сафин"),
        ("Договор подряда. Я заказчик, Иванов Пётр Ильич", "/parties/customer/name", "Иванов Пётр Ильич"),
    ] {
        let d = Dialogue::open(words);
        assert_eq!(d.fact(at), name, "{words}: {}", d.fact("/parties"));
    }
}
