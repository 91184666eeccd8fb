//! Who speaks, whose things are, and what is no term: told in whole dialogues.

use super::Dialogue;
use serde_json::{Value, json};

const DOG: &str = "Здравствуйте! Нужен договор на передержку собаки у меня дома. Я самозанятая, беру лабрадора на \
                   новогодние праздники, с 27 декабря 2026 по 10 января 2027, 1200 рублей в сутки.";
const OWNER: &str = "А заказчик — хозяин собаки: Белов Антон Сергеевич, паспорт 29 17 640318, тел. 8 920 611-08-35";

fn own(d: &Dialogue) -> Vec<String> {
    let own = d.now.state["domain"].pointer("/terms/own").and_then(Value::as_object);
    own.into_iter().flatten().filter_map(|(_, term)| term["quote"].as_str().map(str::to_owned)).collect()
}

#[test]
fn who_works_for_others_is_the_one_who_performs() {
    let d = Dialogue::open(DOG);
    assert_eq!(d.fact("/parties/provider/kind"), "self_employed");
    assert_eq!(*d.fact("/parties/customer/kind"), Value::Null);
    assert_eq!(d.fact("/price/day/amount"), "1200.00");
    assert_eq!(*d.fact("/price/total"), Value::Null);
}

#[test]
fn a_side_said_of_oneself_holds_and_can_be_put_right() {
    for (said, want) in [
        ("Я исполнитель", json!("provider")),
        ("Самозанятая это я, исполнитель.", json!("provider")),
        ("Я в этом договоре исполнитель.", json!("provider")),
        ("Во всём тексте я — Исполнитель, а не Заказчик, исправьте, пожалуйста.", json!("provider")),
        ("исполнитель — это я", json!("provider")),
        ("Заказчик — мы", json!("customer")),
        ("Собаку беру я, а не заказчик", Value::Null),
        ("я пишу заказчику каждый вечер", Value::Null),
        ("а если я буду заказчиком?", Value::Null),
        ("я не исполнитель", Value::Null),
    ] {
        let mut d = Dialogue::open("Нужен договор услуг, передержка собаки");
        d.say(said, None);
        assert_eq!(*d.fact("/contract/speaker"), want, "{said}");
    }
    let mut d = Dialogue::open("Нужен договор услуг, передержка собаки");
    d.say("Я заказчик", None);
    d.say("Я исполнитель", None);
    assert_eq!(d.fact("/contract/speaker"), "provider");
}

#[test]
fn a_telephone_behind_somebody_else_is_his() {
    let mut d = Dialogue::open(DOG);
    d.say(OWNER, None);
    assert_eq!(d.fact("/parties/customer/phone"), "+79206110835");
    d.say(
        "Если десять дней ни слуху ни духу — отдаю собаку его сестре, Беловой Марине Сергеевне, тел. 8 953 330-72-19",
        None,
    );
    assert_eq!(d.fact("/parties/customer/phone"), "+79206110835");
    assert!(d.issue("conflict:/parties/customer/phone").is_none());
}

#[test]
fn words_about_the_record_are_no_terms() {
    for said in [
        "Чип собаки 643094100527318 тоже не записан.",
        "в реквизитах его нет",
        "«Мастерская её делает и ставит» — это не особое условие",
        "Год выпуска не надо было убирать, он 2019",
        "Площадь указывать не надо, это длина и высота в метрах",
        "Никакой помесячной платы нет",
        "заказчик — хозяин собаки",
    ] {
        let mut d = Dialogue::open(DOG);
        d.say(said, None);
        let known = |term: &String| said.contains(term.as_str());
        assert!(!own(&d).iter().any(known), "{said}: {:?}", own(&d));
    }
}

#[test]
fn what_is_named_by_two_words_is_taken_away_and_no_fact_beside_it() {
    let mut d = Dialogue::open("Сдаю свою машину на полгода, Лада Ларгус 2019 года, без водителя, 32 000 в месяц");
    d.say("Деньги откладываю дочке на выпускной, машину жалко, но стоит без дела", None);
    d.say("Про дочку и выпускной уберите, это не условие", None);
    assert_eq!(d.fact("/object/year"), 2019);
    assert!(!own(&d).iter().any(|term| term.contains("выпускной")), "{:?}", own(&d));
}

#[test]
fn two_guarantees_of_two_things_are_no_contradiction() {
    let mut d = Dialogue::open("Договор подряда: мастерская ООО «Стеклодел» ставит перегородку заказчику ООО «Контур»");
    d.say("Гарантия мастерской 2 года на стекло и монтаж и 1 год на доводчик и замок.", None);
    assert!(d.issue("conflict:/warranty/duration").is_none());
    assert_eq!(*d.fact("/term/duration"), Value::Null);
    let wide: Vec<String> = own(&d).into_iter().filter(|term| term.contains("1 год")).collect();
    assert_eq!(wide.len(), 1, "{:?}", own(&d));
    d.say(
        "За просрочку монтажа мастерская платит 0,2 % цены за каждый день. ООО «Контур» за просрочку оплаты платит 0,1 % от неоплаченной суммы за каждый день.",
        None,
    );
    assert!(d.issue("conflict:/penalty/rate").is_none());
}

#[test]
fn money_goes_to_a_card_where_it_is_said() {
    let mut d = Dialogue::open("Сдаю свою машину на полгода, Лада Ларгус 2019 года, без водителя, 32 000 в месяц");
    d.say("платит переводом на карту Сбера по номеру телефона", None);
    assert_eq!(d.fact("/payment/means"), "card");
    let mut d = Dialogue::open("Сдаю свою машину на полгода, Лада Ларгус 2019 года, без водителя, 32 000 в месяц");
    d.say("платит банковским переводом", None);
    assert_eq!(d.fact("/payment/means"), "transfer");
}

#[test]
fn every_superfluous_day_is_no_order_to_take_away() {
    let mut d = Dialogue::open(DOG);
    d.say("Если он не забрал собаку вовремя, каждый лишний день по 2000 рублей.", None);
    d.say("За каждый лишний день он платит 2000 рублей", None);
    assert!(own(&d).iter().filter(|term| term.contains("лишний день")).count() >= 1, "{:?}", own(&d));
}

#[test]
fn another_person_changes_no_side() {
    let mut d = Dialogue::open(
        "Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц. Арендодатель Гаврилов Игорь Петрович, арендатор Седов Антон Викторович",
    );
    d.say("За руль никого не пускать кроме его жены, Седовой Ольги Николаевны", None);
    assert!(d.issue("conflict:/parties/lessor/name").is_none() && d.issue("conflict:/parties/lessee/name").is_none());
    assert_eq!(d.fact("/parties/lessor/name"), "Гаврилов Игорь Петрович");
    assert_eq!(d.fact("/parties/lessee/name"), "Седов Антон Викторович");
    d.say("Нет, арендатор Орлов Пётр Ильич", None);
    assert_eq!(d.fact("/parties/lessee/name"), "Орлов Пётр Ильич");
}

#[test]
fn a_yes_about_a_question_takes_no_list() {
    let mut d =
        Dialogue::open("Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц Петрову Петру Петровичу");
    let read = |d: &Dialogue| d.now.aside.ledger.0.iter().filter(|(_, entry)| entry.is_read()).count();
    let before = read(&d);
    d.say("Да, об этом. Какой налог с аренды машины?", None);
    assert!(before > 0 && read(&d) == before, "{before} {}", read(&d));
}

#[test]
fn a_passing_word_takes_no_list() {
    let mut d =
        Dialogue::open("Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц Петрову Петру Петровичу");
    let read = |d: &Dialogue| d.now.aside.ledger.0.iter().filter(|(_, entry)| entry.is_read()).count();
    let before = read(&d);
    d.say("Ездить только по области. Ладно.", None);
    assert!(before > 0 && read(&d) >= before, "{before} {}", read(&d));
}

#[test]
fn what_is_metered_is_no_price_of_the_deal() {
    let mut d = Dialogue::open("Сдаю гараж, бокс 112, на 11 месяцев за 5500 рублей в месяц");
    d.say("за каждый киловатт-час он мне платит по 6 рублей", None);
    assert!(!d.now.state["domain"]["price"].to_string().contains("\"6.00\""), "{}", d.now.state["domain"]["price"]);
    assert!(d.issue("conflict:/price/rent").is_none());
}

#[test]
fn a_town_that_opens_an_answer_is_where_the_deal_is_made() {
    let mut d = Dialogue::open(
        "Даю в долг Петрову Петру Петровичу 100 000 рублей до 1 июня 2027, без процентов, я Иванов Иван Иванович",
    );
    for _ in 0..12 {
        if d.open_question().is_none() {
            break;
        }
        d.say("как обычно", None);
    }
    d.say("Тверь, а дату поставим от руки", None);
    assert_eq!(d.fact("/contract/city"), "Тверь");
}

#[test]
fn rows_go_by_their_numbers_and_orders_make_none() {
    let mut d = Dialogue::open(
        "Договор поставки: ООО «Пекарня» покупает у ООО «Металл» столы 6 шт. по 24 000 рублей и тележки 8 шт. по 32 000 рублей",
    );
    let rows = |d: &Dialogue| {
        let rows = d.now.state["domain"].pointer("/goods").or(d.now.state["domain"].pointer("/items"));
        rows.and_then(Value::as_object).map_or(0, serde_json::Map::len)
    };
    let before = rows(&d);
    d.say("нет. удалите позицию 3 и позицию 4", None);
    assert_eq!(rows(&d), before, "{:#}", d.now.state["domain"]);
}

#[test]
fn who_hands_a_thing_over_signs_no_contract() {
    let mut d = Dialogue::open(
        "Продаю пианино за 50 000 рублей, продавец Гладышев Пётр Анатольевич, покупатель Седов Антон Викторович",
    );
    d.say("отдаёт и акт подписывает мой брат, Гладышев Олег Анатольевич, по доверенности", None);
    assert_eq!(*d.fact("/parties/seller/signer/name"), Value::Null);
    d.say("120 000 он платит переводом на карту моей жены Гладышевой Ирины по номеру телефона +7 927 612-40-18", None);
    assert_eq!(*d.fact("/parties/seller/phone"), Value::Null);
}

#[test]
fn who_will_do_the_work_performs() {
    let d =
        Dialogue::open("Нужен договор на уборку офиса. Мы — ООО «Лекало», убирать будет ИП Каримова Алина Рашидовна");
    assert_eq!(d.fact("/parties/provider/name"), "ИП Каримова Алина Рашидовна");
    assert_eq!(d.fact("/parties/customer/name"), "ООО «Лекало»");
}

#[test]
fn what_nobody_does_is_no_work_and_a_boat_no_car() {
    let mut d = Dialogue::open("Нужен договор с мастером, он реставрирует мне дубовый буфет за 96 000 рублей");
    d.say("Никому другому работу не передаёт, всё делает сам", None);
    d.say("Опоздает — 500 рублей в день с него, максимум 15 000", None);
    assert_eq!(*d.fact("/work/docs_by"), Value::Null);
    assert_eq!(*d.fact("/work/scope"), Value::Null);
    let d = Dialogue::open("Продаю свою моторную лодку Казанка с мотором Yamaha знакомому за 420 000 рублей");
    assert_eq!(d.fact("/contract/type"), "sale_general");
}

#[test]
fn what_was_mended_for_one_deal_takes_nothing_of_another() {
    let d = Dialogue::open("Везу груз: доставка мебели, 500 километров за 30 000 рублей, из Тулы в Брянск");
    assert!(d.now.state["domain"]["price"].to_string().contains("30000.00"), "{}", d.now.state["domain"]["price"]);
    let d = Dialogue::open("Нужен договор на уборку офиса. Платить будет ИП Каримова Алина Рашидовна");
    assert_ne!(d.fact("/parties/provider/name"), "ИП Каримова Алина Рашидовна");
    let d = Dialogue::open("Тверь, сдаю гараж на год за 5 000 рублей в месяц");
    assert_eq!(*d.fact("/contract/city"), Value::Null);
    let mut d = Dialogue::open("Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц");
    d.say("Если дефект не записан в акте, отвечает арендатор", None);
    assert!(own(&d).iter().any(|term| term.contains("дефект")), "{:?}", own(&d));
}
