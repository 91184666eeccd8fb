//! Deals told of others: who does what for whom, and what follows from who they are.

use super::{Dialogue, KNOWLEDGE};
use crate::engine::knowledge::profiles;
use serde_json::{Value, json};

#[test]
fn a_full_name_alone_is_a_person() {
    let deal = |text: &str| Dialogue::open(text).now.state["domain"].clone();
    let profile = |domain: &Value| {
        let pack = KNOWLEDGE.pack(domain["contract"]["type"].as_str().unwrap_or_default())?;
        let roles: Vec<&str> = pack.parties.iter().map(|party| party.role.as_str()).collect();
        Some(profiles::of(&pack.id, &roles, domain)?.id.clone())
    };
    let kitchen = deal("ИП Громов делает кухню на заказ для Ивановой Елены Петровны, 280 000 рублей.");
    assert_eq!(kitchen["parties"]["customer"]["kind"], "individual", "{kitchen}");
    assert_eq!(profile(&kitchen).as_deref(), Some("consumer"));
    let loan = deal("Я, Белов Павел Андреевич, даю в долг Фролову Денису Игоревичу 300 000 рублей до 1 мая 2027.");
    assert_eq!(profile(&loan).as_deref(), Some("citizens"), "{loan}");
    // A trade, a firm or a surname alone say something else, or nothing.
    let firm = deal("ИП Громов Андрей Юрьевич делает кухню на заказ для ООО «Заря», 280 000 рублей.");
    assert_eq!(profile(&firm).as_deref(), Some("business"), "{firm}");
    assert_eq!(firm["parties"]["contractor"]["kind"], "entrepreneur");
}

#[test]
fn a_reading_of_a_name_is_shown_and_gives_way() {
    let mut talk = Dialogue::open("ИП Громов делает кухню на заказ для Ивановой Елены Петровны, 280 000 рублей.");
    let entry = talk.now.aside.ledger.get("/parties/customer/kind").cloned().expect("it is kept with its words");
    assert!(entry.is_read() && entry.quote.as_deref().is_some_and(|quote| quote.contains("Ивановой")), "{entry:?}");
    talk.say("Заказчик Иванова — ИП", None);
    assert_eq!(talk.fact("/parties/customer/kind"), &json!("entrepreneur"));
}

#[test]
fn the_thing_stands_behind_whom_it_is_for() {
    for (text, at, want) in [
        ("ИП Громов делает кухню на заказ для Ивановой Елены Петровны", "/work/scope", "кухня на заказ"),
        ("ООО «Гарант» делает ремонт офиса для ООО «Лидер»", "/work/scope", "ремонт офиса"),
        (
            "ООО «Агро» поставляет нам, ИП Мельник Сергей Петрович, муку пшеничную высший сорт",
            "/object/name",
            "мука пшеничная высший сорт",
        ),
        (
            "ООО «Прокат» сдаёт в аренду ИП Зайцеву Роману Игоревичу экскаватор-погрузчик JCB 3CX, 12 000 в сутки",
            "/object/name",
            "экскаватор-погрузчик JCB 3CX",
        ),
        ("ИП Новикова оказывает бухгалтерские услуги ООО «Ромашка»", "/service/actions", "бухгалтерские услуги"),
        (
            "ООО «Фитлайн» заказывает у ООО «Девлаб» приложение для iOS и Android, 2 400 000 рублей",
            "/work/scope",
            "приложение для iOS и Android",
        ),
        (
            "Нужен договор на создание сайта. Заказчик ООО «Веранда». Сайт на Тильде, 5 страниц, меню и бронь. 120 000 рублей",
            "/work/scope",
            "Сайт на Тильде, 5 страниц, меню и бронь",
        ),
    ] {
        let talk = Dialogue::open(text);
        assert_eq!(talk.fact(at), &json!(want), "{text}: {}", talk.now.state["domain"]);
    }
}

#[test]
fn the_name_of_a_firm_tells_no_deal() {
    for text in ["ООО \"Дом\" продаёт диван ИП Иванову за 20 000", "ООО «Дом» продаёт диван ИП Иванову за 20 000"]
    {
        assert_eq!(Dialogue::open(text).fact("/contract/type"), &json!("sale_general"), "{text}");
    }
}

#[test]
fn whose_kin_somebody_is_makes_no_side() {
    let mut talk = Dialogue::open(
        "Сдаю машину Lada Largus: я Гаврилов Олег Иванович, арендатор Седов Антон Павлович, 25 000 в месяц",
    );
    talk.say("Седова Ольга Николаевна — это жена арендатора, ей тоже можно за руль", None);
    assert_eq!(talk.fact("/parties/lessor/name"), &json!("Гаврилов Олег Иванович"));
    assert_eq!(talk.fact("/parties/lessee/name"), &json!("Седов Антон Павлович"));
}

#[test]
fn a_kind_without_a_pack_is_not_told_by_its_deeds() {
    let talk = Dialogue::open(
        "Договор пожизненной ренты: Иванова Мария Петровна передаёт квартиру в Твери Сидорову Олегу Ивановичу, он платит ей 30 000 в месяц",
    );
    assert_ne!(talk.fact("/contract/type"), &json!("real_estate_sale"));
}

#[test]
fn what_is_left_to_the_law_ends_no_period_that_was_told() {
    for text in [
        "Сдаю гараж на 6 месяцев за 10 000 в месяц",
        "Сдаю Ладу Весту на 11 месяцев, 25 000 рублей в месяц",
        "Сдаём станок на два года, 50 000 в месяц",
        "Сдаю квартиру до 1 июня 2027 года, 30 000 в месяц",
    ] {
        for rest in ["остальное как обычно", "хватит вопросов, остальное по закону"]
        {
            let mut talk = Dialogue::open(text);
            talk.say(rest, None);
            let term = talk.fact("/term").clone();
            assert!(term["kind"] != "indefinite", "{text}: {term}");
            assert!(term["end"].is_string() || term["duration"].is_object(), "{text}: {term}");
        }
    }
}

#[test]
fn right_words_take_the_place_of_the_text_that_was_shown() {
    let mut talk = Dialogue::open(
        "ИП Новикова оказывает бухгалтерские услуги ООО «Ромашка» за 25 000 в месяц с 1 января 2027 на год",
    );
    for _ in 0..12 {
        let record = talk.open_question().cloned();
        if record.is_some_and(|record| record.keys.iter().any(|key| key == "review")) {
            break;
        }
        talk.say("как обычно", None);
    }
    talk.say("Нет, ведение бухгалтерского учёта и сдача отчётности", None);
    assert_eq!(talk.fact("/service/actions"), &json!("ведение бухгалтерского учёта и сдача отчётности"));
    assert!(talk.now.state["domain"].pointer("/terms/own").is_none(), "{}", talk.now.state["domain"]);
}
