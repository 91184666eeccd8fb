//! One unusual contract from the first word to the text, with answers as a strong model writes them: every stated term
//! reaches the facts and the text, and the characters that it costs are counted.

use super::{KNOWLEDGE, Talk, moment};
use crate::engine::document::flow;
use crate::engine::document::plain;
use crate::engine::prompt::Prompts;
use crate::engine::schema;
use crate::workspaces::Workspace;
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::{stage, steps};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

/// Characters that the same kind of contract cost before, and the goal as a share of them.
const BEFORE: usize = 828_000;

fn said(path: &str, value: &str, quote: &str, reading: &str) -> Value {
    json!({"op": "add", "path": path, "value_json": json!(value).to_string(),
           "evidence": {"turn": null, "quote": quote}, "reading": reading, "formula": null})
}

fn own(title: &str, words: &str, quote: &str) -> Value {
    json!({"title": title, "words": words, "evidence": {"turn": null, "quote": quote}})
}

fn answer(operations: Value, own_clauses: Value, reply: &str) -> Value {
    json!({"operations": operations, "own_clauses": own_clauses, "answers": [], "not_understood": [],
           "type_change": null, "undo": null, "reply": reply})
}

/// What the person says, and what a strong model answers.
fn script() -> Vec<(&'static str, Value)> {
    let first = "Хочу оформить съёмку свадьбы с дрона: снимаю я, Серова Анна Павловна, для Петрова Игоря Сергеевича, \
                 12 июня 2027 года, 45 тысяч рублей, половину вперёд";
    let mut opening = answer(
        json!([
            said("/parties/provider/name", "Серова Анна Павловна", "снимаю я, Серова Анна Павловна", "literal"),
            said("/parties/provider/kind", "individual", "снимаю я, Серова Анна Павловна", "interpreted"),
            said("/parties/customer/name", "Петров Игорь Сергеевич", "для Петрова Игоря Сергеевича", "interpreted"),
            said("/parties/customer/kind", "individual", "для Петрова Игоря Сергеевича", "interpreted"),
            said("/service/actions", "съёмка свадьбы с дрона", "съёмку свадьбы с дрона", "interpreted"),
            said("/price/total", "45000", "45 тысяч рублей", "literal"),
            said("/payment/plan", "advance", "половину вперёд", "interpreted"),
            said("/payment/advance", "50 %", "половину вперёд", "interpreted"),
            said("/term/end", "2027-06-12", "12 июня 2027 года", "interpreted"),
        ]),
        json!([]),
        "Понял, съёмка с воздуха.",
    );
    opening["type_change"] = json!({"to": "services", "evidence": {"turn": null, "quote": "съёмку свадьбы с дрона"}});
    vec![
        (first, opening),
        (
            "Если ветер сильнее 10 метров в секунду, летать нельзя, переносим на другой день без доплаты. Разрешение на полёт получаю я сама",
            answer(
                json!([]),
                json!([
                    own(
                        "Погода",
                        "Если скорость ветра превышает 10 метров в секунду, съёмка переносится на другой день, согласованный сторонами, без доплаты.",
                        "Если ветер сильнее 10 метров в секунду, летать нельзя, переносим на другой день без доплаты"
                    ),
                    own(
                        "Разрешение на полёт",
                        "Разрешение на полёт получает Исполнитель за свой счёт.",
                        "Разрешение на полёт получаю я сама"
                    ),
                ]),
                "Хорошо.",
            ),
        ),
        (
            "Исходники отдаю ему все, а ролик на три минуты монтирую за две недели. Выкладывать его можно только с согласия молодых",
            answer(
                json!([]),
                json!([
                    own(
                        "Исходные материалы",
                        "Исполнитель передаёт Заказчику все исходные материалы съёмки.",
                        "Исходники отдаю ему все"
                    ),
                    own(
                        "Ролик",
                        "Исполнитель монтирует ролик на три минуты в течение двух недель после съёмки.",
                        "ролик на три минуты монтирую за две недели"
                    ),
                    own(
                        "Публикация",
                        "Исполнитель публикует материалы съёмки только с согласия Заказчика.",
                        "Выкладывать его можно только с согласия молодых"
                    ),
                ]),
                "Хорошо.",
            ),
        ),
        (
            "Ой, цена не 45, а 48 тысяч, и платит он переводом",
            answer(
                json!([
                    said("/price/total", "48000", "цена не 45, а 48 тысяч", "literal"),
                    said("/payment/means", "transfer", "платит он переводом", "interpreted"),
                ]),
                json!([]),
                "Исправил цену.",
            ),
        ),
        (
            "Если я уроню дрон на гостей, отвечаю сама. Снимать буду лично, результаты принадлежат ему",
            answer(
                json!([
                    said("/service/personal", "personal", "Снимать буду лично", "interpreted"),
                    said("/service/rights", "customer", "результаты принадлежат ему", "interpreted"),
                ]),
                json!([own(
                    "Безопасность полётов",
                    "Исполнитель отвечает за вред, который причинён дроном гостям.",
                    "Если я уроню дрон на гостей, отвечаю сама"
                )]),
                "Записано.",
            ),
        ),
    ]
}

#[test]
fn every_stated_term_of_an_unusual_contract_reaches_the_text() {
    let script = script();
    let mut talk = Talk::open(script[0].0);
    let prompts = Prompts::default();
    let wire = schema::record(schema::DIALOGUE_WIRE).expect("the wire").schema.to_string().chars().count();
    let (mut sent, mut cached, mut hits, mut calls, mut before) = (0, 0, 0, 0, String::new());
    for (turn, (words, answer)) in script.iter().enumerate() {
        if turn > 0 {
            talk.say(words);
        }
        let step = steps::by_id(steps::INTERPRET).expect("a step");
        let mut input = CONTRACT.input(step, &talk.now, &talk.turns, &moment(), &KNOWLEDGE);
        input.variables.extend(CONTRACT.for_model(step, &input.data, &KNOWLEDGE));
        let prompt = prompts.render(step.prompt, &input.variables, Arc::new(Value::Null)).expect("renders");
        let (system, user) = (prompt.system.chars().count(), prompt.user.chars().count());
        sent += system + user + wire;
        if prompt.system == before {
            cached += system + wire;
            hits += 1;
        }
        before = prompt.system;
        calls += 1;
        let told = talk.answer(answer);
        assert!(told.is_empty(), "{words}: {told:?}");
    }
    for (at, want) in [
        ("/contract/type", json!("services")),
        ("/parties/provider/name", json!("Серова Анна Павловна")),
        ("/parties/customer/name", json!("Петров Игорь Сергеевич")),
        ("/price/total/amount", json!("48000.00")),
        ("/payment/plan", json!("advance")),
        ("/payment/advance/percent", json!("50")),
        ("/payment/means", json!("transfer")),
        ("/term/end", json!("2027-06-12")),
        ("/service/personal", json!("personal")),
        ("/service/rights", json!("customer")),
    ] {
        assert_eq!(talk.fact(at), &want, "{at}: {:#}", talk.now.state["domain"]);
    }
    let drafted = stage::document(&talk.now, &KNOWLEDGE, None).expect("a text");
    let text = plain::render(&flow::lay(&drafted.document).expect("lays out")).replace('\u{a0}', " ");
    let low = text.to_lowercase();
    for term in script.iter().flat_map(|(_, answer)| answer["own_clauses"].as_array().expect("a list")) {
        let words = term["words"].as_str().expect("words");
        // Sides are called as the contract calls them.
        assert!(low.contains(&words.trim_end_matches('.').to_lowercase()), "{words}\n{text}");
    }
    assert!(text.contains("48 000") && text.contains("Серова") && text.contains("Петров"), "{text}");
    let (share, turns) = (100 * cached / sent, script.len());
    let _ = writeln!(
        std::io::stderr(),
        "dialogue: {turns} turns, {calls} calls, {sent} characters sent, {share} % of them cacheable, {} a call",
        sent / calls
    );
    // A dialogue of sixteen such turns stays below a fifth of what one cost before.
    assert!(sent / calls * 16 <= BEFORE / 5, "{sent}");
    // The rules know the type from the first words, so the first call fills the cache and nothing of it changes again.
    assert_eq!(hits, turns - 1);
}
