//! What answers to the list accept, and what they leave open.

use super::notary::takes_notary;
use super::*;
use crate::model::action::{AnswerFormat, AskUser};
use crate::model::ids::TurnId;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::tests::KNOWLEDGE;

#[test]
fn a_draft_for_the_notary_is_taken_in_words() {
    for yes in
        ["да, проект для нотариуса", "ну раз надо значит пойдём к нотариусу", "Согласен, готовьте проект нотариусу."]
    {
        assert!(takes_notary(yes), "{yes}");
    }
    for no in [
        "к нотариусу не пойдём",
        "давайте без нотариуса",
        "надо идти к нотариусу?",
        "доверенность заверим у нотариуса",
        "нотариально заверенное согласие супруга, оформим у нотариуса",
    ] {
        assert!(!takes_notary(no), "{no}");
    }
}

#[test]
fn places_are_counted() {
    let of = |text: &str| counted(&text.split(' ').collect::<Vec<_>>(), 5);
    assert_eq!(of("первые два верно"), [0, 1]);
    assert_eq!(of("третьего и пятого"), [2, 4]);
    assert_eq!(of("1 и 4 верно"), [0, 3]);
    assert!(of("первый платёж одиннадцатого января").is_empty(), "an ordinal of something else");
    assert_eq!(of("кроме третьего пункта"), [2]);
    assert!(of("верно 2026").is_empty());
    assert!(of("120 рублей и 0 1 да верно").is_empty(), "a share is no line");
    assert!(of("до 5 го уберите").is_empty(), "nor is a day");
}

#[test]
fn facts_are_named() {
    assert!(names(&["банка", "банк", "покупателя"], "Покупатель: банк"));
    assert!(!names(&["цены"], "Покупатель: банк"));
}

#[test]
fn only_a_plain_yes_accepts_the_list() {
    let pack = KNOWLEDGE.pack("gift").unwrap();
    let targets = ["/parties/donee/name", "/parties/donor/address", "/object/name"];
    let shown = ["Петров Илья Олегович", "г. Тверь, ул. Лесная, д. 3", "дом кирпичный, площадь 61,5"];
    let line = |(at, shown): (&&str, &&str)| format!("{} — {shown}", label(pack, at));
    let list = targets.iter().zip(&shown).map(line).collect::<Vec<String>>().join("; ");
    let ask = AskUser {
        question_id: None,
        question_text: format!("Проверьте, верно ли понято: {list}. Всё верно?"),
        answer_format: AnswerFormat::Choices,
        choices: None,
        why_this_question: None,
        links_to_issue_ids: None,
    };
    let record = AskedRecord {
        question: ask,
        targets: targets.iter().map(ToString::to_string).collect(),
        keys: vec!["review".into()],
        times: 1,
        answered_by: None,
        settled: false,
    };
    for (text, want) in [
        ("да", vec![0, 1, 2]),
        ("Всё верно", vec![0, 1, 2]),
        ("да, всё так, спасибо", vec![0, 1, 2]),
        ("Верно. Паспорт одаряемого 4510 123456", vec![0, 1, 2]),
        ("ок, дальше", vec![0, 1, 2]),
        ("теперь всё верно", vec![0, 1, 2]),
        ("да что ж такое, опять не то написали!", vec![]),
        ("да погодите вы", vec![]),
        ("да нет же", vec![]),
        ("да не то это", vec![]),
        ("да вы опять ошиблись", vec![]),
        ("Есть ещё условие: жить остаюсь я", vec![]),
        ("Можно ещё адрес поправить", vec![]),
        ("61,2, не 61,5. имя правильно записали", vec![0]),
        ("площадь 61,2, а не 61,5. Петров правильно записан", vec![0]),
        ("адрес верный, а дом деревянный", vec![1]),
        ("всё верно, кроме адреса", vec![0, 2]),
        ("Верно только про адрес. Остальное уберите", vec![1]),
        ("Всё верно, только адрес — нет, это не про наш договор, уберите", vec![0, 2]),
        ("Всё верно. Дом уберите", vec![0, 1]),
        ("Всё верно. Площадь не 61,5, а 62", vec![0, 1]),
        ("Да. Опять не то", vec![]),
        ("Улица Луговая, а не Лесная. Остальное верно", vec![0, 2]),
        ("«дом кирпичный» неверно, он из 2 брусьев. Остальное верно", vec![0, 1]),
        ("Прочее верно. Улица Луговая, а не Лесная", vec![0, 2]),
        ("Всё верно. А можно остальное показать сразу, а не по три?", vec![0, 1, 2]),
        ("Прочитал, адрес верный", vec![1]),
        ("Да. А остальное верно?", vec![]),
        ("Не факт, что всё верно", vec![]),
        ("Если всё верно, пришлю завтра", vec![]),
        ("Хорошо, посмотрю вечером и отвечу", vec![]),
        ("неверно", vec![]),
        ("не верно", vec![]),
        ("верно ли адрес?", vec![]),
    ] {
        let turn = Turn {
            id: TurnId("t1".into()),
            role: Role::User,
            text: text.into(),
            at: "2026-11-21T09:00:00.000Z".into(),
            answers_to: None,
            choice: None,
        };
        let heard = Heard::new(&turn, Some(&record));
        let got: Vec<usize> =
            (0..targets.len()).filter(|n| accepts(Some(pack), &heard, &record, targets[*n])).collect();
        assert_eq!(got, want, "{text}");
    }
}

#[test]
fn a_yes_before_other_words_is_no_yes_beside_a_correction() {
    assert!(opens_with_yes("Всё верно. Город Пермь."));
    assert!(!opens_with_yes("Верно. Площадь 61,2, не 61,5"));
    assert!(!opens_with_yes("Да верно ли это? Нет"));
    assert!(is_plain("да, всё верно, спасибо") && is_plain("ок") && !is_plain("да что ж такое") && !is_plain("есть"));
}

#[test]
fn what_was_recorded_is_taken_by_words_that_say_so_and_by_no_mere_yes() {
    for text in [
        "ага так и есть, вот арендодатель ООО «Прибой»",
        "Да, всё верно, свет плачу сама",
        "все верно вы поняли, телефон в карточке",
        "Всё правильно. Город Пермь",
        "(ii) слова обо мне не включать;\n(iii) прочее прочитанное верно;",
    ] {
        assert!(takes_what_stands(text), "{text}");
    }
    for text in
        ["да, на год", "верно ли это?", "не всё верно, цена другая", "всё неверно", "так и быть, плачу", "срок год"]
    {
        assert!(!takes_what_stands(text), "{text}");
    }
    for (quote, want) in [
        ("остальное норм, верно", true),
        ("адрес верный", true),
        ("так и есть", true),
        ("ок", false),
        ("да", false),
        ("не верно", false),
        ("верно ли?", false),
        ("двадцать тысяч", false),
    ] {
        assert_eq!(affirms(quote), want, "{quote}");
    }
}

#[test]
fn a_yes_stands_before_whatever_is_told_next() {
    let pack = KNOWLEDGE.pack("premises_lease").unwrap();
    let targets = ["/terms/own/1/quote", "/terms/own/2/quote", "/object/area"];
    let shown = [
        "Если опоздаю вернуть комнату — двойная плата за каждый день",
        "если они комнату вовремя не передадут — 1 000 рублей в день, но не больше 31 500",
        "23,4 м²",
    ];
    let line = |(at, shown): (&&str, &&str)| format!("{} — {shown}", label(pack, at));
    let list = targets.iter().zip(&shown).map(line).collect::<Vec<String>>().join(";\n");
    let record = AskedRecord {
        question: AskUser {
            question_id: None,
            question_text: format!("Проверьте, верно ли понято:\n{list}.\nВсё верно?"),
            answer_format: AnswerFormat::Choices,
            choices: None,
            why_this_question: None,
            links_to_issue_ids: None,
        },
        targets: targets.iter().map(ToString::to_string).collect(),
        keys: vec!["review".into()],
        times: 1,
        answered_by: None,
        settled: false,
    };
    for (text, want) in [
        (
            "Всё верно. Слушайте, теперь про доступ. Ходить я могу каждый день с 8:00 до 21:00. Они входят только при мне, предупредив за сутки, кроме аварии — у меня там сейф и чужие часы, ну вы поняли. Сам страховку на 900 тысяч делаю, это моё дело.",
            vec![0, 1, 2],
        ),
        ("Всё верно. И ещё: вывеска над входом бесплатно, сниму сам.", vec![0, 1, 2]),
        ("Верно. Теперь реквизиты: ИНН 7707083893.", vec![0, 1, 2]),
        ("Да. А ещё субаренда запрещена.", vec![0, 1, 2]),
        ("Да, верно. Субаренда запрещена, окна не красить.", vec![0, 1, 2]),
        ("Да, и добавьте: субаренда запрещена", vec![0, 1, 2]),
        ("Всё верно, добавлю: выезд письмом за 45 дней.", vec![0, 1, 2]),
        ("Всё правильно, но ещё есть условие: выйти может любая сторона, письмом за 45 дней", vec![0, 1, 2]),
        ("Теперь верно.", vec![0, 1, 2]),
        ("Верно, так и запишите. А они меня выставят, если здание продадут?", vec![0, 1, 2]),
        ("Да, всё так. Но не больше 10 % от долга пеня.", vec![0, 2]),
        ("Вы правильно поняли. Подписываем в Таганроге 24 февраля.", vec![0, 1, 2]),
        ("Угу, правильно. Только вот что ещё: вывеска моя.", vec![0, 1, 2]),
        ("Площадь не 23,4, а 24. Остальное верно", vec![0, 1]),
        ("Первое уберите. Остальное верно.", vec![1, 2]),
        ("Всё верно, кроме площади: она 24 метра", vec![0, 1]),
        ("Нет, двойная плата — это перебор. Остальное правильно.", vec![1, 2]),
        ("Верно всё, но площадь другая", vec![0, 1]),
    ] {
        let turn = Turn {
            id: TurnId("t1".into()),
            role: Role::User,
            text: text.into(),
            at: "2026-11-21T09:00:00.000Z".into(),
            answers_to: None,
            choice: None,
        };
        let heard = Heard::new(&turn, Some(&record));
        let got: Vec<usize> =
            (0..targets.len()).filter(|n| accepts(Some(pack), &heard, &record, targets[*n])).collect();
        assert_eq!(got, want, "{text}");
    }
}
