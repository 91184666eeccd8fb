//! How words become facts: scope, candidates, changes, the list of readings, and what was not understood.

use super::Dialogue;
use super::lease::{FIRST, answer, finished};
use crate::model::claim::{Evidence, Support};
use crate::model::facts::Origin;
use crate::model::issue::IssueStatus;
use serde_json::{Value, json};

fn support(d: &Dialogue, at: &str) -> Option<Support> {
    d.now.aside.ledger.get(at).map(crate::model::facts::LedgerEntry::support)
}

fn heard(d: &Dialogue) -> &Value {
    &d.now.aside.extra["heard"]
}

#[test]
fn what_is_not_said_plainly_is_no_stated_fact() {
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    for (words, at, value) in [
        ("А можно залог 20 000 рублей?", "/deposit/amount", Value::Null),
        ("Если бы залог 20 000 рублей, я бы подумал", "/deposit/amount", Value::Null),
        ("В письме: поставь залог 1 рубль", "/deposit/amount", Value::Null),
        ("Арендатор написал, что залог 5 000 рублей", "/deposit/amount", Value::Null),
        ("Допустим, залог 20 000 рублей", "/deposit/amount", Value::Null),
        ("залог не 20 000 рублей", "/deposit/amount", Value::Null),
        ("залог 20 000 рублей, без водителя", "/deposit/amount", rub("20000.00")),
        ("Залог 20 000 рублей. А ОСАГО обязательно?", "/deposit/amount", rub("20000.00")),
        ("Если просрочит, пени 0,1 % в день", "/penalty/rate", json!({"percent": "0.1", "per": "day"})),
    ] {
        let mut d = Dialogue::open(FIRST);
        d.say(words, None);
        assert_eq!(d.fact(at), &value, "{words}");
        let leaf = ["/amount", "/percent"].iter().map(|l| format!("{at}{l}")).find(|at| !d.fact(at).is_null());
        if let Some(leaf) = leaf {
            assert_eq!(support(&d, &leaf), Some(Support::Stated), "{words}");
        }
    }
    let mut d = Dialogue::open(FIRST);
    d.say("залог 20 000 рублей, без водителя", None);
    assert_eq!((d.fact("/deposit/kind"), d.fact("/object/crew")), (&json!("sum"), &json!("none")));
    let mut d = Dialogue::open(FIRST);
    d.say("Водить будет брат арендатора Петров Пётр Петрович", None);
    assert!(d.fact("/parties").is_null(), "{}", d.fact("/parties"));
}

#[test]
fn two_values_in_one_message_are_asked_about() {
    let mut d = Dialogue::open(FIRST);
    d.say("Залог 15 000 рублей. Залог 20 000 рублей", None);
    assert!(d.fact("/deposit/amount").is_null(), "{}", d.fact("/deposit"));
    assert_eq!(d.status("conflict:/deposit/amount"), Some(IssueStatus::Open));
    let question = d.question().unwrap_or_default().replace('\u{a0}', " ");
    assert!(question.contains("15 000") && question.contains("20 000"), "{question}");
    d.say("20 000", None);
    assert_eq!(d.fact("/deposit/amount/amount"), "20000.00");
    assert_eq!(d.status("conflict:/deposit/amount"), Some(IssueStatus::Resolved));
    // A word of correction between them chooses.
    for words in ["Залог 15 000 рублей, ой, залог 20 000 рублей", "залог не 15 000, а 20 000 рублей"]
    {
        let mut d = Dialogue::open(FIRST);
        d.say(words, None);
        assert_eq!(d.fact("/deposit/amount/amount"), "20000.00", "{words}");
        assert_eq!(d.status("conflict:/deposit/amount"), None, "{words}");
    }
}

#[test]
fn a_new_value_stands_beside_the_old_one_until_the_person_chooses() {
    let mut d = Dialogue::open(FIRST);
    d.say("Арендная плата 25 000 рублей в месяц", None);
    let entry = d.now.aside.ledger.get("/price/rent/amount").expect("the old value stands");
    let values: Vec<&Value> = entry.candidates.iter().map(|c| &c.value["amount"]).collect();
    assert_eq!(values, ["30000.00", "25000.00"]);
    assert!(matches!(&entry.candidates[1].evidence[..], [Evidence::Turn { quote, .. }] if quote.contains("25 000")));
    d.say("25 000 рублей", None);
    assert_eq!(d.fact("/price/rent/amount"), "25000.00");
    assert!(d.now.aside.ledger.0.values().all(|entry| entry.candidates.is_empty()));
}

#[test]
fn words_change_what_stands() {
    let mut d = Dialogue::open(FIRST);
    d.say("Поднимем арендную плату на пять тысяч рублей", None);
    assert_eq!(d.fact("/price/rent/amount"), "35000.00");
    assert_eq!(support(&d, "/price/rent/amount"), Some(Support::Derived));
    let note = d.now.aside.ledger.get("/price/rent/amount").and_then(|e| e.note.clone()).unwrap_or_default();
    let note = note.replace('\u{a0}', " ");
    assert!(note.contains("30 000"), "{note}");
    d.say("Снизим плату на 10 %", None);
    assert_eq!(d.fact("/price/rent/amount"), "31500.00");

    let mut d = Dialogue::open(FIRST);
    d.say("залог 15 000 рублей", None);
    d.say("Залог уберите", None);
    assert_eq!((d.fact("/deposit/kind"), d.fact("/deposit/amount")), (&json!("none"), &Value::Null));
    assert_eq!(d.now.aside.ledger.get("/deposit/kind").and_then(|e| e.quote.clone()).as_deref(), Some("Залог уберите"));

    let mut d = Dialogue::open(FIRST);
    d.say("с 1 декабря 2026 года", None);
    d.say("Не с первого, а с пятнадцатого", None);
    assert_eq!(d.fact("/term/start"), "2026-12-15");
    let mut d = Dialogue::open(FIRST);
    d.say("Начинаем со следующего понедельника", None);
    assert_eq!(d.fact("/term/start"), "2026-11-23");
}

/// Answers until the list of readings is shown.
fn until_review(d: &mut Dialogue) {
    for _ in 0..20 {
        let record = d.open_question().unwrap_or_else(|| panic!("no list: {:#}", d.now.state["gate"]));
        if record.keys == ["review"] {
            return;
        }
        let words = answer(&record.question.question_text);
        d.say(words, None);
    }
    panic!("the list never came");
}

/// The writer names the other side by his own deed: who it is, is an interpretation.
fn with_reading() -> Dialogue {
    let mut d =
        Dialogue::open("Сдаю Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц Петрову Петру Петровичу");
    assert_eq!(d.fact("/parties/lessee/name"), "Петров Пётр Петрович");
    assert_eq!(support(&d, "/parties/lessee/name"), Some(Support::Read));
    assert_eq!(d.origin("/parties/lessee/name"), Some(Origin::Assumed));
    until_review(&mut d);
    d
}

#[test]
fn a_reading_waits_in_one_list_and_a_yes_confirms_it() {
    let d = with_reading();
    assert!(!d.ready());
    let blockers = d.now.state["issues"].to_string();
    assert!(blockers.contains("Петров Пётр Петрович"), "{blockers}");
    let choices = d.open_question().unwrap().question.choices.clone().unwrap_or_default();
    assert_eq!(choices.iter().map(|c| c.label.as_str()).collect::<Vec<_>>(), ["Всё верно", "Исправить"]);
    for (words, choice) in [("", Some("yes")), ("Всё верно", None), ("да", None)] {
        let mut d = d.clone();
        d.say(words, choice);
        assert_eq!(support(&d, "/parties/lessee/name"), Some(Support::Confirmed), "{words}");
        let entry = d.now.aside.ledger.get("/parties/lessee/name").unwrap();
        assert_eq!(entry.quote.as_deref(), Some("Петрову Петру Петровичу"), "the words stay the evidence");
        assert!(entry.evidence.iter().any(|e| matches!(e, Evidence::Click { .. })), "{entry:?}");
        assert_eq!(d.status("review"), Some(IssueStatus::Resolved));
        assert!(d.ready(), "{:#}", d.now.state["gate"]);
    }
}

#[test]
fn a_reading_can_be_mended_and_no_answer_is_a_dead_end() {
    let mut d = with_reading();
    d.say("", Some("no"));
    assert!(!d.ready() && d.question().is_some_and(|q| q.contains("или исправить")), "{:?}", d.question());
    d.say("Арендатор Сидоров Иван Петрович", None);
    assert_eq!(d.fact("/parties/lessee/name"), "Сидоров Иван Петрович");
    assert_eq!(support(&d, "/parties/lessee/name"), Some(Support::Stated));
    d.say("всё верно", None);
    assert!(d.ready(), "{:#}", d.now.state["gate"]);
    // Evasions end the questions, and a yes said later still opens the gate.
    let mut d = with_reading();
    for _ in 0..8 {
        if d.question().is_some() {
            d.say("гм", None);
        }
    }
    assert!(d.question().is_none() && !d.ready());
    assert!(d.turns.last().unwrap().text.contains("Петров"), "{}", d.turns.last().unwrap().text);
    d.say("всё верно", None);
    assert!(d.ready(), "{:#}", d.now.state["gate"]);
}

#[test]
fn what_is_told_beside_a_yes_to_the_list_needs_no_list_of_its_own() {
    let mut d = with_reading();
    d.say("Всё верно. И ещё: собак в машине возить нельзя. Теперь про мойку: мыть машину обязан арендатор.", None);
    let own = d.now.state["domain"]["terms"]["own"].clone();
    assert!(d.ready(), "{own:#} {:#}", d.now.state["gate"]);
    assert_eq!(own.as_object().map(serde_json::Map::len), Some(2), "{own:#}");
    assert_eq!(support(&d, "/terms/own/1/quote"), Some(Support::Stated));
    // A dictated term stands in the place of the line that it says otherwise, without the order and the marks.
    let mut d = with_reading();
    d.say("Петров верно, а ещё: собак возить можно, но только в клетке и на заднем сиденье", None);
    d.say("Напишите так: «Собак возят в клетке на заднем сиденье»", None);
    let own = d.now.state["domain"]["terms"]["own"].clone();
    let quotes: Vec<&str> =
        own.as_object().into_iter().flatten().filter_map(|(_, one)| one["quote"].as_str()).collect();
    assert!(quotes.contains(&"Собак возят в клетке на заднем сиденье"), "{own:#}");
}

#[test]
fn a_plain_dialogue_needs_no_list() {
    let d = finished();
    let read: Vec<&String> = d.now.aside.ledger.0.iter().filter(|(_, e)| e.is_read()).map(|(at, _)| at).collect();
    assert!(read.is_empty() && d.ready(), "{read:?}");
    let lists = d.turns.iter().filter(|turn| turn.text.contains("верно ли понято"));
    assert_eq!(lists.count(), 0, "{:#?}", d.turns);
    // What a question asked for needs no second look.
    assert_eq!(support(&d, "/parties/lessee/name"), Some(Support::Stated));
    assert_eq!(support(&d, "/term/duration/count"), Some(Support::Stated));
}

#[test]
fn nothing_said_is_lost() {
    let mut d = Dialogue::open(FIRST);
    d.say(
        "Здравствуйте! Залог 15 000 рублей. Собаку и кошку перевозить нельзя ни при каких условиях. А зачем вам ИНН? Отмени последнее.",
        None,
    );
    let noted = heard(&d);
    assert_eq!(noted["turn"], json!(d.turns.iter().rfind(|t| t.text.starts_with("Здравствуйте")).unwrap().id));
    let lost: Vec<&str> = noted["not_understood"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    // A term that no field has is kept in its own words.
    assert!(d.fact("/terms/own/1/quote").as_str().is_some_and(|words| words.contains("Собаку и кошку")), "{noted}");
    assert!(!lost.iter().any(|words| words.contains("Залог") || words.contains("Здравствуйте")), "{noted}");
    assert_eq!(noted["questions"], json!(["А зачем вам ИНН?"]));
    assert_eq!(noted["commands"], json!(["Отмени последнее"]));
    let sizes: Vec<usize> = lost.iter().map(|words| words.chars().count()).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b), "the longest first: {lost:?}");
    for words in lost {
        assert!(d.turns.iter().any(|turn| turn.text.contains(words)), "a quote: {words}");
    }
    let d = Dialogue::open(FIRST);
    assert_eq!(heard(&d)["not_understood"], json!([]), "{}", heard(&d));
}

#[test]
fn requisites_go_to_their_side_and_a_director_is_no_side() {
    let mut d = Dialogue::open(FIRST);
    d.say(
        "Арендатор: ООО «Вектор» в лице генерального директора Смирнова Олега Игоревича, действующего на основании Устава\nИНН 7700000016, КПП 770001001, ОГРН 1247700000008\nр/с 40602810700000000025, БИК 049805746",
        None,
    );
    assert_eq!(d.fact("/parties/lessee/name"), "ООО «Вектор»");
    assert_eq!(d.fact("/parties/lessee/signer/name"), "Смирнов Олег Игоревич");
    assert_eq!(d.fact("/parties/lessee/signer/post"), "генеральный директор");
    assert_eq!(d.fact("/parties/lessee/inn"), "7700000016");
    assert_eq!(d.fact("/parties/lessee/ogrn"), "1247700000008");
    assert_eq!(d.fact("/parties/lessee/bank/bik"), "049805746");
    assert!(d.fact("/parties/lessor").is_null(), "{}", d.fact("/parties"));
}

#[test]
fn a_block_of_requisites_is_read_whole_and_a_bank_is_no_side() {
    let mut d = Dialogue::open(FIRST);
    d.say(
        "Арендатор: ООО «Вектор», ИНН 7700000016, КПП 770001001, ОГРН 1247700000008, 115088, г. Москва, ул. Ленина, д. 13, р/с 40602810700000000025 в ПАО «Север Банк», БИК 049805746, к/с 30101810800000000746, в лице директора Смирнова Олега Игоревича, действующего на основании доверенности № 12 от 01.02.2026",
        None,
    );
    assert_eq!(d.fact("/parties/lessee/name"), "ООО «Вектор»");
    assert_eq!(d.fact("/parties/lessee/bank/account"), "40602810700000000025");
    assert_eq!(d.fact("/parties/lessee/bank/correspondent"), "30101810800000000746");
    assert_eq!(d.fact("/parties/lessee/bank/name"), "ПАО «Север Банк»");
    assert_eq!(d.fact("/parties/lessee/signer/basis"), "доверенность № 12 от 01.02.2026");
    assert!(d.fact("/parties/lessee/address").as_str().is_some_and(|a| a.contains("Ленина")), "{}", d.fact("/parties"));
    assert!(d.fact("/parties/lessor").is_null() && d.fact("/term/start").is_null(), "{:#}", d.now.state["domain"]);
    let open = crate::model::issue::of_state(&d.now.state);
    assert!(!open.iter().any(|one| one.key.as_deref().is_some_and(|key| key.starts_with("conflict:"))));
}

#[test]
fn a_side_is_told_by_the_word_beside_the_name_or_by_who_speaks() {
    for words in [
        "Громов Аркадий Семёнович — арендодатель, Тимохин Руслан Олегович — арендатор",
        "Я, Громов Аркадий Семёнович, сдаю. Арендатор Тимохин Руслан Олегович",
        "Меня зовут Громов Аркадий Семёнович, арендатор — Тимохин Руслан Олегович",
    ] {
        let mut d = Dialogue::open("Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев");
        d.say(words, None);
        assert_eq!(d.fact("/parties/lessor/name"), "Громов Аркадий Семёнович", "{words}");
        assert_eq!(d.fact("/parties/lessee/name"), "Тимохин Руслан Олегович", "{words}");
    }
}

#[test]
fn two_persons_of_one_side_are_no_conflict() {
    let mut d = Dialogue::open("Продаём квартиру");
    d.say("Продавцы: Орлова Нина Петровна и Белова Вера Петровна", None);
    assert_eq!(d.fact("/parties/seller/name"), "Орлова Нина Петровна");
    assert_eq!(d.fact("/parties/seller/also/2/name"), "Белова Вера Петровна");
    assert_eq!(d.status("conflict:/parties/seller/name"), None);
}

#[test]
fn whose_details_they_are_is_asked_when_nothing_tells() {
    let mut d = Dialogue::open("Договор аренды автомобиля Lada Vesta 2021 года, 30 000 рублей в месяц");
    d.say("Громов Аркадий Семёнович, паспорт 4510 123456", None);
    let question = d.open_question().unwrap();
    if !question.keys.iter().any(|key| key.starts_with("side:")) {
        // Asked for a side, the details are its own.
        assert!(question.keys.iter().any(|key| key.contains("less")) || !d.fact("/parties").is_null());
        return;
    }
    d.say("", Some("lessor"));
    assert_eq!(d.fact("/parties/lessor/name"), "Громов Аркадий Семёнович");
}

#[test]
fn a_term_that_no_field_has_stays_in_the_words_of_the_person() {
    let mut d = Dialogue::open(FIRST);
    d.say("За курение в салоне штраф 5000 рублей", None);
    assert_eq!(d.fact("/terms/own/1/quote"), "За курение в салоне штраф 5000 рублей");
    assert_eq!(d.origin("/terms/own/1/quote"), Some(Origin::Assumed));
    assert!(d.fact("/penalty").is_null(), "a fine for smoking is no penalty for delay: {}", d.fact("/penalty"));
    d.say("Добавьте в договор: парковать только во дворе", None);
    assert!(d.fact("/terms/own/2/quote").as_str().is_some_and(|quote| quote.contains("только во дворе")));
    d.say("уберите про курение", None);
    assert!(d.fact("/terms/own/1").is_null(), "{}", d.fact("/terms"));
}

#[test]
fn an_advance_and_its_days_are_not_the_penalty_and_the_term() {
    let mut d = Dialogue::open("Оказание услуг: ведение бухгалтерии");
    d.say("80 000 рублей, аванс 50 % в течение 3 рабочих дней, остальное после акта", None);
    assert!(d.fact("/penalty/rate").is_null(), "{:#}", d.now.state["domain"]);
    assert!(d.fact("/term/duration").is_null(), "{:#}", d.now.state["domain"]);
}

#[test]
fn dates_and_addresses_of_a_person_are_not_those_of_the_deal() {
    let mut d = Dialogue::open(FIRST);
    d.say(
        "Арендатор Петров Пётр Петрович, 12.03.1985 г.р., паспорт 4510 123456 выдан 01.02.2010, зарегистрирован: г. Москва, ул. Ленина, д. 5, кв. 10",
        None,
    );
    assert_eq!(d.fact("/parties/lessee/name"), "Петров Пётр Петрович");
    assert_eq!(d.fact("/parties/lessee/birth_date"), "1985-03-12");
    assert_eq!(d.fact("/parties/lessee/passport"), &json!({"series": "4510", "number": "123456"}));
    assert_eq!(d.fact("/parties/lessee/passport_issued"), "2010-02-01");
    assert!(d.fact("/parties/lessee/address").as_str().is_some_and(|a| a.contains("Ленина")), "{}", d.fact("/parties"));
    assert!(d.fact("/term/start").is_null() && d.fact("/term/end").is_null(), "{}", d.fact("/term"));
}

#[test]
fn a_void_deal_is_not_ready() {
    let mut d = Dialogue::open("Соглашение об уплате алиментов");
    for words in [
        "Отец платит на содержание сына деньги каждый месяц",
        "Первая сторона Иванов Иван Иванович, физлицо",
        "Вторая сторона Иванова Анна Петровна, физлицо",
        "20 000 рублей",
        "бессрочно",
        "помесячно",
        "без неустойки",
        "всё верно",
        "всё верно",
    ] {
        d.say(words, None);
        assert!(!d.ready(), "{words}");
    }
    assert_eq!(d.status("L15"), Some(IssueStatus::Open), "{:#}", d.now.state["domain"]);

    let mut d = finished();
    d.say("Нет, арендатор Иванов Иван Иванович, физлицо", None);
    assert_eq!(d.status("L81"), Some(IssueStatus::Open), "{}", d.fact("/parties"));
    assert!(!d.ready());
    let mut d = finished();
    d.say("Нет, срок с 01.01.2020 по 31.05.2020", None);
    assert_eq!(d.status("L82"), Some(IssueStatus::Open), "{}", d.fact("/term"));
    assert!(!d.ready());
    // What was done already may be put into writing.
    d.say("Так и оставьте", None);
    assert_eq!(d.status("L82"), Some(IssueStatus::Dismissed), "{}", d.fact("/term"));
    assert!(d.ready(), "{:#}", d.now.state["gate"]);
}

#[test]
fn a_click_on_one_of_two_values_takes_exactly_that_value() {
    let mut d = Dialogue::open("Даю в долг 300 000 рублей на год");
    d.say("Займодавец Белов Пётр Ильич, паспорт 2210 334455", None);
    d.say("Паспорт займодавца 2215 667788", None);
    let key = "conflict:/parties/lender/passport";
    assert_eq!(d.status(key), Some(IssueStatus::Open), "{:#}", d.now.state["issues"]);
    assert!(d.question().unwrap_or_default().contains("2210 334455"), "{:?}", d.question());
    d.say("2215 667788", Some("second"));
    assert_eq!(d.fact("/parties/lender/passport/number"), "667788");
    assert_eq!(d.status(key), Some(IssueStatus::Resolved));
}

#[test]
fn words_beside_a_number_decide_whose_it_is() {
    let read = |first: &str, words: &str, at: &str| {
        let mut d = Dialogue::open(first);
        d.say(words, None);
        d.fact(at).clone()
    };
    let repair = "Ремонт ванной комнаты";
    let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
    assert_ne!(read(repair, "120 тысяч за работу, 40 аванс", "/payment/advance"), rub("120000.00"));
    assert_eq!(read(repair, "остальное как примем работу", "/penalty/kind"), Value::Null);
    let late = "Если вернёт с опозданием, платит 2000 рублей за каждый день";
    assert_eq!(read(FIRST, late, "/price/rent_day"), Value::Null);
    assert_eq!(read("Даю в долг 600 000 под 10% годовых", "первый платёж 15 января 2027", "/term/end"), Value::Null);
    assert_eq!(
        read("Даю в долг 600 000 под 10% годовых", "досрочно можно вернуть без штрафа", "/penalty/kind"),
        Value::Null
    );
    let both = "Заказчик Пахомова Валентина Ивановна, подрядчик самозанятый Дорохов Игорь Петрович";
    assert_eq!(read(repair, both, "/parties/customer/name"), "Пахомова Валентина Ивановна");
    assert_eq!(read(repair, both, "/parties/contractor/name"), "Дорохов Игорь Петрович");
}

#[test]
fn a_lead_tells_what_for_and_a_pronoun_whose() {
    for (talk, at, want) in [
        ("Арендуем помещение под кофейню у ООО «Меридиан», 60 м²", "/object/purpose", json!("под кофейню")),
        ("Сдаю помещение 40 м² под офис", "/object/purpose", Value::Null),
        ("Взял в долг 80 тысяч на ремонт крыши, отдам до 1 июня 2027", "/loan/purpose", json!("на ремонт крыши")),
        ("Беру в долг 80 тысяч на год", "/loan/purpose", Value::Null),
        ("Даю в долг 80 тысяч на карту", "/loan/purpose", Value::Null),
        (
            "Снимаем офис|мы ООО «Ладья», у них директор Орлов Денис Игоревич",
            "/parties/lessor/signer/post",
            json!("директор"),
        ),
        (
            "Снимаем офис|мы ООО «Ладья», наш директор Орлов Денис Игоревич",
            "/parties/lessee/signer/post",
            json!("директор"),
        ),
        (
            "Даю в долг 50 000 рублей|я Котов Пётр Ильич, паспорт 4510 111111, его паспорт 4511 222222",
            "/parties/borrower/passport/number",
            json!("222222"),
        ),
        (
            "Даю в долг 50 000 рублей|я Котов Пётр Ильич, паспорт 4510 111111, выдан 3 марта 2011 года отделом УФМС",
            "/parties/lender/passport_by",
            json!("отделом УФМС"),
        ),
        (
            "Даю в долг|я Котов Пётр Ильич, паспорт 4510 111111, выдан 3 марта 2011",
            "/parties/lender/passport_by",
            Value::Null,
        ),
        ("Сдаю помещение|ставка 90 тысяч в месяц, 60 квадратов", "/price/per_m2", Value::Null),
    ] {
        let mut said = talk.split('|');
        let mut d = Dialogue::open(said.next().unwrap_or_default());
        said.for_each(|words| d.say(words, None));
        assert_eq!(d.fact(at), &want, "{talk}");
    }
}
