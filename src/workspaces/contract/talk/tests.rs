//! Answers of turns without I/O: values of fields, questions of the person, what is taken back.

use crate::engine::turn::Moment;
use crate::model::claim::Support;
use crate::model::event::Event;
use crate::model::ids::{SessionId, TurnId};
use crate::model::snapshot::Snapshot;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::flow::CONTRACT;
use crate::workspaces::contract::talk::{Ground, HEARD, asked, card, facts, level, review, typed, undo};
use crate::workspaces::contract::tests::KNOWLEDGE;
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::sync::Arc;

const FIRST: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";

fn moment() -> Moment {
    Moment { now: "2026-11-21T09:00:00.000Z".into() }
}

/// A session that opened with these words, driven by the built-in performer.
fn opened(first: &str) -> (Snapshot, Vec<Turn>) {
    let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
    let opened = CONTRACT.open(&session, first, &moment());
    let now = Snapshot {
        session,
        version: 0,
        state: Arc::new(opened.state),
        aside: Arc::new(opened.aside),
        at: moment().now,
    };
    run(now, opened.turns)
}

fn run(mut now: Snapshot, mut turns: Vec<Turn>) -> (Snapshot, Vec<Turn>) {
    while let Next::Run(step) = CONTRACT.next(&now) {
        let input = CONTRACT.input(step, &now, &turns, &moment(), &KNOWLEDGE);
        let answer = CONTRACT.perform(step.id, &input.data, &KNOWLEDGE).to_string();
        let accepted = crate::engine::turn::accept(step, &now, &turns, &moment(), &KNOWLEDGE, &answer).expect("taken");
        turns.extend(accepted.turns);
        now = accepted.snapshot;
    }
    (now, turns)
}

fn after(before: &Snapshot, turns: &[Turn], event: &Event) -> (Snapshot, Vec<Turn>) {
    let settled = CONTRACT.absorb(before, event, &moment(), &KNOWLEDGE).expect("the event fits");
    let now = Snapshot {
        version: before.version + 1,
        state: Arc::new(settled.state),
        aside: Arc::new(settled.aside),
        ..before.clone()
    };
    (now, turns.iter().cloned().chain(settled.turns).collect())
}

fn said(text: &str) -> Turn {
    Turn {
        id: TurnId("t9".into()),
        role: Role::User,
        text: text.into(),
        at: moment().now,
        answers_to: None,
        choice: None,
    }
}

#[test]
fn values_of_fields_by_their_kind() {
    let (now, turns) = opened(FIRST);
    let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
    let table: Vec<(&str, Value, Result<Option<Value>, &str>)> = vec![
        ("/price/rent", json!("30 000,50"), Ok(Some(json!({"amount": "30000.50", "currency": "RUB"})))),
        ("/price/rent", json!("35 тысяч рублей"), Ok(Some(json!({"amount": "35000.00", "currency": "RUB"})))),
        ("/price/rent", json!(30000), Ok(Some(json!({"amount": "30000.00", "currency": "RUB"})))),
        (
            "/price/rent",
            json!({"amount": "1", "currency": "USD"}),
            Ok(Some(json!({"amount": "1.00", "currency": "USD"}))),
        ),
        ("/price/rent", json!("дорого"), Err("not_a_sum")),
        ("/penalty/rate", json!("0,1"), Ok(Some(json!({"percent": "0.1", "per": "day"})))),
        ("/penalty/rate", json!("много"), Err("not_a_rate")),
        ("/term/start", json!("2026-12-01"), Ok(Some(json!("2026-12-01")))),
        ("/term/start", json!("01.12.2026"), Ok(Some(json!("2026-12-01")))),
        ("/term/start", json!("2026-02-30"), Err("not_a_date")),
        ("/term/duration", json!("6 месяцев"), Ok(Some(json!({"count": 6, "unit": "month"})))),
        ("/term/duration", json!("долго"), Err("not_a_duration")),
        ("/payment/day", json!("5"), Ok(Some(json!(5)))),
        ("/payment/day", json!("32"), Err("out_of_range")),
        ("/object/year", json!(2021), Ok(Some(json!(2021)))),
        ("/object/year", json!("1821"), Err("out_of_range")),
        ("/object/crew", json!("Без экипажа"), Ok(Some(json!("none")))),
        ("/object/crew", json!("with"), Ok(Some(json!("with")))),
        ("/object/crew", json!("втроём"), Err("unknown_choice")),
        ("/object/vin", json!("XTAGFL113M0000001"), Ok(Some(json!("XTAGFL113M0000001")))),
        ("/object/vin", json!("XTA"), Err("format")),
        ("/parties/lessor/inn", json!("7700000016"), Ok(Some(json!("7700000016")))),
        // A number that cannot be right stands as it was typed: rule L13 marks it, the conversation goes on.
        ("/parties/lessor/inn", json!("7700000017"), Ok(Some(json!("7700000017")))),
        ("/object/vin", json!("хта gfl113m000001"), Ok(Some(json!("ХТАGFL113M000001")))),
        ("/parties/lessor/inn", json!("770"), Err("format")),
        ("/parties/lessor/name", json!("  "), Ok(None)),
        ("/parties/lessor/name", json!(null), Ok(None)),
        ("/parties/lessor/name", json!("Иванов Иван Иванович"), Ok(Some(json!("Иванов Иван Иванович")))),
        ("/parties/lessor/name", json!("а".repeat(501)), Err("too_long")),
        ("/parties/lessor/kind", json!("самозанятый"), Ok(Some(json!("self_employed")))),
        ("/parties/lessor/passport/series", json!("45 10"), Ok(Some(json!("4510")))),
        ("/parties/lessor/email", json!("нет"), Err("format")),
    ];
    let mut wrong = Vec::new();
    for (at, raw, want) in table {
        let field = card::field_at(&ground, at).expect(at);
        let got = typed::read(ground.pack, &field, &raw, "2026-11-21");
        if got != want {
            wrong.push(format!("{at} {raw}: {got:?}, not {want:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(card::field_at(&ground, "/contract/type").is_none(), "the type is no field of a card");
    assert!(card::field_at(&ground, "/parties/nobody/inn").is_none());
}

#[test]
fn questions_are_found_letter_by_letter() {
    for (text, want) in [
        ("а зачем вам ИНН?", vec!["а зачем вам ИНН?"]),
        ("Залог 20 000. А если он не платит? Спасибо!", vec!["А если он не платит?"]),
        ("что если он разобьёт машину", vec!["что если он разобьёт машину"]),
        ("Иванов Иван Иванович, физлицо", vec![]),
        ("???", vec![]),
    ] {
        let found: Vec<String> = asked::questions(&said(text));
        assert_eq!(found, want, "{text}");
    }
}

#[test]
fn what_is_held_answers_and_the_rest_is_said_to_be_unknown() {
    let (now, turns) = opened(FIRST);
    let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
    for (question, part, support) in [
        ("зачем вам ИНН?", "ИНН нужен", Support::Unchecked),
        ("какая неустойка обычная?", "ст. 331", Support::Default),
        ("а кто ремонтирует?", "", Support::Unchecked),
        ("а если он разобьёт машину?", "В этом договоре сказано", Support::Unchecked),
        ("а если он разобьёт машину?", "ст. 648", Support::Unchecked),
        ("нужен ли залог?", "ст. 381.1", Support::Default),
        ("Кто выиграл чемпионат?", "не нашёл", Support::Unchecked),
    ] {
        let answered = asked::answer(&ground, &said(question), question);
        assert!(answered.text.contains(part), "{question}: {answered:?}");
        if !part.is_empty() {
            assert_eq!(answered.support, support, "{question}: {answered:?}");
        }
    }
    // «Зачем?» alone is about the question that is open.
    let why = asked::answer(&ground, &said("зачем?"), "зачем?");
    let open = now.aside.next_action.as_ref().and_then(|next| next.question()).expect("a question");
    assert_eq!(Some(&why.text), open.why_this_question.as_ref());
}

#[test]
fn only_what_asks_or_thanks_and_is_held_runs_no_step() {
    let (now, turns) = opened(FIRST);
    let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
    for text in ["а зачем вам ИНН?", "спасибо", "Спасибо! А какая неустойка обычная?", "зачем?"]
    {
        assert!(asked::is_pure(&ground, &said(text)), "{text}");
    }
    for text in [
        "Иванов Иван Иванович, физлицо",
        "залог 15 000 рублей",
        "Залог 15 000. А зачем вам ИНН?",
        "да",
        "как обычно",
        "Кто выиграл чемпионат?",
        "спасибо, залог 15 000",
    ] {
        assert!(!asked::is_pure(&ground, &said(text)), "{text}");
    }
}

/// A length of time that no word names: it waits in the list.
const UNNAMED: &str = "Сдаю в аренду Lada Vesta 2021 года за 30 000 рублей в месяц, 6 месяцев";

#[test]
fn facts_are_one_per_field_with_their_support() {
    let (now, turns) = opened(UNNAMED);
    let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
    let list = facts::of(&ground, &now);
    let rent = list.iter().find(|fact| fact.pointer == "/price/rent").expect("one fact for two leaves");
    assert_eq!((rent.shown.as_str(), rent.support), ("30\u{a0}000 ₽", Support::Stated));
    let term = list.iter().find(|fact| fact.pointer == "/term/duration").expect("a duration");
    assert_eq!(term.shown, "6\u{a0}месяцев");
    let waiting: Vec<String> = review::items(&ground, &list).into_iter().map(|item| item.pointer).collect();
    assert_eq!(waiting, ["/term/duration"], "what no word names and no question asked for");
    let first = facts::recorded(&ground, None, &list);
    assert_eq!(first.len(), list.len());
    assert!(facts::recorded(&ground, Some(&now), &list).is_empty(), "nothing differs from itself");
}

#[test]
fn an_assumption_waits_in_the_list_and_a_word_settles_it() {
    let (now, turns) = opened(UNNAMED);
    let guessed = now.clone();
    let ground = Ground::new(&guessed, &turns, &KNOWLEDGE).expect("words");
    let items = review::items(&ground, &facts::of(&ground, &guessed));
    assert_eq!(items.len(), 1, "{items:?}");
    assert_eq!((items[0].pointer.as_str(), items[0].support), ("/term/duration", Support::Read));
    assert!(items[0].quote.as_deref().is_some_and(|quote| UNNAMED.contains(quote)));
    let word = |accept: &[&str], reject: &[&str], set: Value| Event::Review {
        state_version: guessed.version,
        all: false,
        accept: accept.iter().map(ToString::to_string).collect(),
        reject: reject.iter().map(ToString::to_string).collect(),
        set: serde_json::from_value(set).expect("values"),
    };
    let (kept, _) = after(&guessed, &turns, &word(&["/term/duration"], &[], json!({})));
    let ground = Ground::new(&kept, &turns, &KNOWLEDGE).expect("words");
    let term = facts::of(&ground, &kept).into_iter().find(|fact| fact.pointer == "/term/duration").expect("it stands");
    assert_eq!((term.support, term.value), (Support::Confirmed, json!({"count": 6, "unit": "month"})));
    assert!(term.quote.is_some(), "the words that it was read from stay");
    let (gone, _) = after(&guessed, &turns, &word(&[], &["/term/duration"], json!({})));
    assert_eq!(gone.state["domain"].pointer("/term/duration"), None);
    let (set, _) = after(&guessed, &turns, &word(&[], &[], json!({"/term/duration": "8 месяцев"})));
    assert_eq!(set.state["domain"]["term"]["duration"]["count"], 8);
    assert!(set.aside.next_action.as_ref().is_some_and(|next| next.question().is_some()), "the next question follows");
}

#[test]
fn whatever_is_shown_can_be_put_right_and_the_open_question_stays() {
    let (now, turns) = opened(FIRST);
    let open = now.aside.next_action.clone();
    let word = Event::Review {
        state_version: now.version,
        all: false,
        accept: Vec::new(),
        reject: Vec::new(),
        set: serde_json::from_value(json!({"/object/year": "2020"})).expect("values"),
    };
    let (set, turns) = after(&now, &turns, &word);
    assert_eq!(set.state["domain"]["object"]["year"], 2020, "a stated fact is put right in the list too");
    assert_eq!(set.aside.next_action, open, "a word about the list answers no question");
    assert!(!turns.iter().any(|turn| turn.id.0.ends_with("-q")), "and puts no other");
    let unknown = Event::Review {
        state_version: now.version,
        all: false,
        accept: vec!["/object/nothing".into()],
        reject: Vec::new(),
        set: std::collections::BTreeMap::new(),
    };
    assert!(CONTRACT.absorb(&now, &unknown, &moment(), &KNOWLEDGE).is_err());
}

#[test]
fn a_word_that_anything_has_is_no_subject() {
    let (now, turns) = opened("Дарю внуку квартиру в Твери");
    let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
    for (question, part, not) in [
        ("а племяннику налог платить не придётся?", "налог", "просроч"),
        ("а к нотариусу обязательно идти?", "нотариус", "просроч"),
        ("Сколько весит слон?", "не нашёл", "слон"),
    ] {
        let answered = asked::answer(&ground, &said(question), question).text.to_lowercase();
        assert!(answered.contains(part) && !answered.contains(not), "{question}: {answered}");
    }
    let (now, turns) = opened("Даю взаймы 500 000 рублей под залог машины");
    let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
    for (question, part) in
        [("Если не отдаст, машину забрать смогу?", "взыскание"), ("Расписку брать, если переводом?", "документ банка")]
    {
        let answered = asked::answer(&ground, &said(question), question).text;
        assert!(answered.contains(part), "{question}: {answered}");
    }
}

#[test]
fn people_ask_in_their_own_words_and_each_question_gets_its_own_answer() {
    let table: Vec<(&str, Vec<(&str, &str, &str)>)> = vec![
        (
            FIRST,
            vec![
                ("можно таксовать на арендованной?", "такси", "не нашёл"),
                ("кто заправляет машину?", "646", "Взыскан"),
                ("эвакуировали машину, кто платит?", "штраф", "кто подпис"),
                ("перевод завис в банке, это просрочка?", "банк получателя", "не нашёл"),
            ],
        ),
        (
            "Дарю внуку квартиру в Твери",
            vec![
                ("внук может продать подаренную квартиру сразу?", "полный хозяин", "не нашёл"),
                ("подарить, чтобы перешло после смерти?", "завещание", "не нашёл"),
                ("кто подписывает за недееспособного?", "опекун", "не нашёл"),
            ],
        ),
        (
            "Даю взаймы 500 000 рублей под залог машины",
            vec![
                ("сколько действует поручительство?", "367", "не нашёл"),
                ("расписку потерял, долг взыщу?", "оригинала", "не нашёл"),
                ("кто уведомляет должника об уступке?", "письменно", "не нашёл"),
            ],
        ),
        (
            "Договор хранения вещей на складе",
            vec![
                ("вправе ли склад не отдать вещь?", "359", "в любое время, даже"),
                ("акт по форме МХ-1 обязательно составлять?", "МХ-1", "не нашёл"),
                ("могу приехать посмотреть на свои вещи на складе?", "часы доступа", "не нашёл"),
            ],
        ),
        (
            "Договор возмездного оказания услуг по уборке офиса",
            vec![
                ("заказчик может заставить сидеть в офисе с 9 до 18?", "рабочий день", "уставу"),
                ("дочка вместо меня помыть может?", "780", "не нашёл"),
                ("пенсионный кто платит?", "взносы", "не нашёл"),
                ("заказчик молчит, считается что принял?", "олчание", "не нашёл"),
            ],
        ),
    ];
    for (first, rows) in table {
        let (now, turns) = opened(first);
        let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
        for (question, part, not) in rows {
            let answered = asked::answer(&ground, &said(question), question).text;
            assert!(answered.contains(part) && !answered.contains(not), "{first}: {question}: {answered}");
        }
    }
}

#[test]
fn a_contradiction_is_named_and_an_evasion_is_heard() {
    let (first, turns) = opened(FIRST);
    let say = |text: &str| Event::Message { text: text.into(), answers_to: None, choice: None };
    for (text, part) in [("аренда 25 000 рублей в месяц", "Противоречие"), ("не знаю", "Хорошо.")]
    {
        let (heard, turns) = after(&first, &turns, &say(text));
        let (now, turns) = run(heard, turns);
        let answer = CONTRACT.answer(Some(&first), &now, &turns, &KNOWLEDGE);
        assert!(answer.reply.contains(part), "{text}: {answer:#?}");
        assert!(answer.not_understood.is_empty(), "{text}: {answer:#?}");
    }
}

#[test]
fn what_is_taken_back_is_evidence_of_nothing() {
    let (first, turns) = opened(FIRST);
    let say = |text: &str| Event::Message { text: text.into(), answers_to: None, choice: None };
    let (heard, turns) = after(&first, &turns, &say("залог 15 000 рублей"));
    let (second, turns) = run(heard, turns);
    assert!(second.state["domain"].pointer("/deposit/amount").is_some());
    let causes = [(0, "message"), (1, "INTERPRET"), (2, "message"), (3, "INTERPRET")];
    assert_eq!(undo::target(&causes, &second), Some(2));
    let event = Event::Undo { undone: 2, words: None, base: Some(Box::new(first.clone())) };
    let (back, turns) = after(&second, &turns, &event);
    assert_eq!(back.state["domain"], first.state["domain"]);
    assert_eq!(back.aside.next_action, first.aside.next_action);
    let standing: Vec<String> = back.aside.standing(&turns).into_iter().map(|turn| turn.id.0).collect();
    assert!(standing.contains(&"t0".to_owned()) && !standing.contains(&"t2".to_owned()), "{standing:?}");
    let causes = [(0, "message"), (1, "INTERPRET"), (2, "message"), (3, "INTERPRET"), (4, "edit")];
    assert_eq!(undo::target(&causes, &back), None, "the first words stay, an undo is not undone");
    let opened = [(0, "message"), (1, "INTERPRET"), (2, "message"), (3, "import")];
    assert_eq!(undo::target(&opened, &second), None, "nothing leads back behind an opening");
    let nothing = Event::Undo { undone: 0, words: None, base: None };
    assert!(CONTRACT.absorb(&back, &nothing, &moment(), &KNOWLEDGE).is_err());
}

#[test]
fn a_value_that_was_not_understood_keeps_from_signing() {
    let (mut now, turns) = opened(FIRST);
    for (quote, kept) in [
        ("пусть две тысячи рублей в день", true),
        ("оценка предмета 1 100 000 рублей", true),
        ("НДС по ставке 22 %", true),
        ("первый взнос до 05.01.2027", true),
        ("красиво оформите", false),
        ("вы опять не то написали", false),
    ] {
        let mut aside = (*now.aside).clone();
        aside.extra.insert(HEARD.to_owned(), json!({"not_understood": [quote]}));
        now.aside = Arc::new(aside);
        let ground = Ground::new(&now, &turns, &KNOWLEDGE).expect("words");
        assert_eq!(level::missed(&ground).len(), usize::from(kept), "{quote}");
    }
}
