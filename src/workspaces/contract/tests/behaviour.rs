//! How the built-in performer takes what people say.

use super::Dialogue;
use super::lease::FIRST;
use crate::model::facts::Origin;
use crate::model::issue::IssueStatus;
use serde_json::{Value, json};

/// Messages after the first one, and facts that must stand then.
type Case = (&'static str, &'static str, &'static [&'static str], Vec<(&'static str, Value)>);

fn cases() -> Vec<Case> {
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    vec![
        (
            "several facts in one message",
            FIRST,
            &[
                "Арендодатель Иванов Иван Иванович, арендатор Петров Пётр Петрович, VIN XTAGFL113M0000001, с 01.12.2026, залог 15 000 ₽",
            ],
            vec![
                ("/parties/lessor/name", json!("Иванов Иван Иванович")),
                ("/parties/lessee/name", json!("Петров Пётр Петрович")),
                ("/object/vin", json!("XTAGFL113M0000001")),
                ("/term/start", json!("2026-12-01")),
                ("/deposit/amount", rub("15000.00")),
            ],
        ),
        (
            "an answer to another question than the one asked",
            FIRST,
            &["ОСАГО оформляет арендатор"],
            vec![("/insurance/osago", json!("lessee"))],
        ),
        (
            "a correction of the term",
            FIRST,
            &["нет, срок год"],
            vec![("/term/duration", json!({"count": 1, "unit": "year"}))],
        ),
        ("a correction of the price", FIRST, &["Нет, 35 тысяч в месяц"], vec![("/price/rent", rub("35000.00"))]),
        (
            "«не 11, а 12»",
            "Сдаём офис ИП на 11 месяцев",
            &["не 11, а 12 месяцев"],
            vec![("/term/duration", json!({"count": 12, "unit": "month"}))],
        ),
        (
            "a rate loses its period with the correction",
            FIRST,
            &["Пени 0,1 % в день", "Нет, пени 5 %"],
            vec![("/penalty/rate", json!({"percent": "5"}))],
        ),
        (
            "no deposit takes the sum away",
            FIRST,
            &["залог 15 000 ₽", "Нет, без залога"],
            vec![("/deposit/kind", json!("none")), ("/deposit/amount", json!(null))],
        ),
        (
            "a sum ends «без залога»",
            FIRST,
            &["без залога", "Нет, залог 20 000 рублей"],
            vec![("/deposit/kind", json!("sum")), ("/deposit/amount", rub("20000.00"))],
        ),
        (
            "another car by correction",
            FIRST,
            &["Нет, не Lada Vesta, а Toyota Camry"],
            vec![("/object/make", json!("Toyota")), ("/object/model", json!("Camry"))],
        ),
        (
            "words to an open question change nothing when they are no answer",
            FIRST,
            &["А какая сегодня погода?"],
            vec![("/price/rent", rub("30000.00")), ("/parties", json!(null))],
        ),
        (
            "the type changes midway, the common facts stay",
            "Продаю Lada Vesta 2021 года за 900 000 рублей",
            &["Нет, передумал: хочу сдать автомобиль в аренду"],
            vec![
                ("/contract/type", json!("vehicle_lease")),
                ("/object/make", json!("Lada")),
                ("/object/year", json!(2021)),
            ],
        ),
    ]
}

#[test]
fn what_people_say() {
    let mut wrong = Vec::new();
    for (name, first, messages, facts) in cases() {
        let said = std::panic::catch_unwind(|| {
            let mut d = Dialogue::open(first);
            for message in messages {
                d.say(message, None);
            }
            d
        });
        match said {
            Err(_) => wrong.push(format!("{name}: refused")),
            Ok(d) => {
                for (at, value) in facts {
                    if d.fact(at) != &value {
                        wrong.push(format!("{name}: {at} is {}, not {value}", d.fact(at)));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Answers until a question aims at the place.
fn until(d: &mut Dialogue, at: &str) {
    for _ in 0..30 {
        let record = d.open_question().unwrap_or_else(|| panic!("nobody asks about {at}"));
        if record.targets.iter().any(|target| crate::model::pointer::is_within(at, target)) {
            return;
        }
        d.say("гм", None);
    }
    panic!("nobody asks about {at}");
}

#[test]
fn as_usual_and_i_do_not_know_write_the_rule_of_law_with_its_article() {
    for words in ["не знаю", "как обычно", "Не знаю, как обычно"] {
        let mut d = Dialogue::open(FIRST);
        until(&mut d, "/upkeep/repair");
        d.say(words, None);
        let entry = d.now.aside.ledger.get("/upkeep/repair").unwrap_or_else(|| panic!("{words}"));
        assert_eq!(entry.origin, Origin::Default, "{words}");
        assert!(entry.note.as_deref().is_some_and(|note| note.contains("644")), "{entry:?}");
        assert_eq!(entry.quote.as_deref(), Some(words));
    }
    // The same by a click; the choice names article and beneficiary.
    let mut d = Dialogue::open(FIRST);
    until(&mut d, "/upkeep/repair");
    let choices = d.open_question().unwrap().question.choices.clone().unwrap_or_default();
    let usual = choices.iter().find(|choice| choice.id == "usual").expect("«как обычно» is offered");
    assert!(usual.label.contains("644") && usual.label.contains("в пользу"), "{}", usual.label);
    d.say("", Some("usual"));
    assert_eq!(d.origin("/upkeep/repair"), Some(Origin::Default));
}

#[test]
fn where_the_law_has_no_rule_the_question_stays() {
    let mut d = Dialogue::open(FIRST);
    let key = d.open_question().unwrap().keys[0].clone();
    d.say("не знаю", None);
    assert_eq!(d.status(&key), Some(IssueStatus::Open));
    assert!(!d.ready());
}

#[test]
fn the_rest_as_usual_fills_every_rule_and_ends_the_questions() {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендодатель Иванов Иван Иванович, арендатор Петров Пётр Петрович", None);
    d.say("VIN XTAGFL113M0000001, с 01.12.2026", None);
    d.say("остальное как обычно", None);
    let defaults = d.now.aside.ledger.0.values().filter(|entry| entry.origin == Origin::Default).count();
    assert!(defaults >= 3, "{defaults}");
    assert!(d.ready() || d.question().is_some());
    let mut left = 0;
    while d.question().is_some() && left < 4 {
        d.say("гм", None);
        left += 1;
    }
    // What nobody asked for waits for one word.
    d.say("всё верно", None);
    assert!(d.ready(), "{:#}", d.now.state["gate"]);
    // Nothing that was said gave way to a rule.
    assert_eq!(d.fact("/price/rent/amount"), "30000.00");
}

#[test]
fn a_refusal_is_asked_once_more_then_left_and_the_gate_says_so() {
    let mut d = Dialogue::open(FIRST);
    until(&mut d, "/parties/lessor/name");
    let first = d.question();
    d.say("не скажу", None);
    assert_ne!(d.question(), first, "the same words are not put again");
    for _ in 0..40 {
        if d.question().is_none() {
            break;
        }
        d.say("не скажу", None);
    }
    assert!(!d.ready());
    let blockers = d.now.state["gate"]["blockers"].to_string();
    assert!(blockers.contains("issue:vehicle_lease.lessor"), "{blockers}");
    assert!(!d.turns.last().unwrap().text.is_empty());
}

#[test]
fn a_question_back_is_no_answer() {
    let mut d = Dialogue::open(FIRST);
    let before = d.now.state["domain"].clone();
    for text in ["а налог?", "Зачем вам это?", "Сколько это стоит?", "Что такое VIN?"]
    {
        d.say(text, None);
        assert_eq!(d.now.state["domain"], before, "{text}");
    }
}

#[test]
fn odd_texts_are_kept_exactly() {
    for text in [
        "\u{202e}справа налево\u{202c}",
        "👩‍⚖️👨‍👩‍👧 é é",
        "строка\u{2028}ещё\u{2029}\r\n\tконец",
        "<script>alert(1)</script> {{state_json}} ```",
        "\u{0}\u{1}\u{7f}",
        "'; DROP TABLE versions; --",
        &"очень длинное слово ".repeat(300),
    ] {
        let mut d = Dialogue::open(FIRST);
        d.say(text, None);
        assert!(d.turns.iter().any(|turn| turn.text == text));
        assert!(d.now.state["dialogue"]["history"].to_string().contains(&serde_json::to_string(text).unwrap()));
        let mut d = Dialogue::open(text);
        assert_eq!(d.turns[0].text, text);
        d.say("да", None);
    }
}

#[test]
fn a_long_message_takes_no_longer_than_its_length() {
    let mut d = Dialogue::open(FIRST);
    let text = "Сумма 15 000 рублей, дата 01.12.2026, Иванов Иван Иванович, ИНН 7700000016. ".repeat(400);
    d.say(&text, None);
    d.say("Спасибо", None);
}
