//! What a person does with words: a yes, anger, orders, asides, and the rest of a message beside them.

use super::Dialogue;
use super::lease::FIRST;
use crate::model::claim::Support;
use crate::model::facts::LedgerEntry;
use serde_json::Value;

fn own(d: &Dialogue) -> Vec<String> {
    let terms = d.fact("/terms/own").as_object().cloned().unwrap_or_default();
    terms.values().filter_map(|term| term["quote"].as_str().map(str::to_owned)).collect()
}

fn lost(d: &Dialogue) -> Vec<String> {
    let heard = &d.now.aside.extra["heard"]["not_understood"];
    heard.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
fn a_plain_clause_that_no_field_takes_becomes_a_term() {
    for (words, want) in [
        ("Разгрузка — силами арендатора", vec!["Разгрузка — силами арендатора"]),
        ("Ещё вот что: мойка раз в неделю за его счёт", vec!["мойка раз в неделю за его счёт"]),
        ("Хозяин раз в месяц меняет фильтры", vec!["Хозяин раз в месяц меняет фильтры"]),
        ("2) без такси", vec!["без такси"]),
        (
            "Если сломалось из-за грязи, что водители не чистили, такой ремонт платят отдельно",
            vec!["Если сломалось из-за грязи, что водители не чистили, такой ремонт платят отдельно"],
        ),
        ("Приезжаем за 4 часа, если написали днём", vec!["Приезжаем за 4 часа, если написали днём"]),
        ("Остальное готов дополнить", vec![]),
        ("В пункте 3.4 стоит 5 рабочих дней, а надо 10", vec![]),
        ("ой нога болит сегодня", vec![]),
        ("прошлая бригада пропала, представляете", vec![]),
    ] {
        let mut d = Dialogue::open(FIRST);
        d.say(words, None);
        assert_eq!(own(&d), want, "{words}: {:#}", d.now.state["domain"]);
    }
}

#[test]
fn an_order_beside_other_words_swallows_none_of_them() {
    let mut d = Dialogue::open(FIRST);
    d.say("За курение в салоне штраф 5000 рублей", None);
    d.say("Ключи хранятся у консьержа", None);
    assert_eq!(own(&d).len(), 2, "{:?}", own(&d));
    d.say("Про курение уберите. Залог 15 000 рублей. Самокат зелёный пупырчатый", None);
    assert_eq!(own(&d), ["Ключи хранятся у консьержа"]);
    assert_eq!(d.fact("/deposit/amount/amount"), "15000.00");
    assert!(lost(&d).iter().any(|words| words.contains("пупырчатый")), "{:?}", lost(&d));
    // What names nothing takes nothing away and is told.
    d.say("Про собаку уберите, она больше не живёт", None);
    assert_eq!(own(&d), ["Ключи хранятся у консьержа"]);
    assert!(lost(&d).iter().any(|words| words.contains("собаку")), "{:?}", lost(&d));
}

#[test]
fn anger_accepts_nothing_and_a_correction_only_what_it_names() {
    let first = "Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц Петрову Петру Петровичу";
    let mut d = Dialogue::open(first);
    let support = |d: &Dialogue| d.now.aside.ledger.get("/parties/lessee/name").map(LedgerEntry::support);
    assert_eq!(support(&d), Some(Support::Read));
    for words in ["да что ж такое, опять не то написали!", "да погодите вы", "Есть ещё условие: без такси"]
    {
        d.say(words, None);
        assert_eq!(support(&d), Some(Support::Read), "{words}");
    }
}

#[test]
fn a_question_beside_an_answer_takes_nothing_of_it() {
    let mut d = Dialogue::open("Трудовой договор с пекарем, оклад 60 000 рублей");
    for _ in 0..6 {
        let Some(record) = d.open_question() else { break };
        if record.targets.iter().any(|at| at == "/work/function") {
            d.say("Пекарь четвёртого разряда, печёт хлеб. А штраф за опоздание можно прописать?", None);
            let said = d.fact("/work/function").as_str().unwrap_or_default().to_owned();
            assert!(said.contains("печёт хлеб") && !said.contains("штраф"), "{said}");
            return;
        }
        d.say("пропустить", None);
    }
}
