//! The forms of the brief, one by one.

use crate::engine::address::find::{AddressError, Context, find, parse, resolve};

/// Text, the canonical addresses in it.
const FORMS: &[(u32, &str, &[&str])] = &[
    (1, "СП 63.13330.2018 п. 10.3.2", &["СП 63.13330.2018 п. 10.3.2"]),
    (2, "СП 63 10.3.2", &["СП 63.13330.2018 п. 10.3.2"]),
    (3, "п.10.3.2 СП 63", &["СП 63.13330.2018 п. 10.3.2"]),
    (4, "таблица 10.1 СП 63", &["СП 63.13330.2018 табл. 10.1"]),
    (5, "табл. 10.1а", &["табл. 10.1а"]),
    (6, "СП 63 приложение Л, п. Л.3.6", &["СП 63.13330.2018 п. Л.3.6"]),
    (7, "формула (10.1б)", &["формула (10.1б)"]),
    (8, "рис. 10.3", &["рис. 10.3"]),
    (9, "СНиП 2.03.11-85", &["СНиП 2.03.11-85"]),
    (10, "СНиП II-26-76", &["СНиП II-26-76"]),
    (11, "ГОСТ 27751-2014 п. 3.1", &["ГОСТ 27751-2014 п. 3.1"]),
    (12, "СП 52-101-2003", &["СП 52-101-2003"]),
    (13, "ст. 333 ГК РФ", &["ГК РФ ст. 333"]),
    (14, "статьи 309, 310 ГК", &["ГК РФ ст. 309", "ГК РФ ст. 310"]),
    (15, "ст. 309-310 ГК", &["ГК ст. 309", "ГК ст. 310"]),
    (16, "п. 1 ст. 432 ГК РФ", &["ГК РФ ст. 432 п. 1"]),
    (17, "пп. 2 п. 1 ст. 1225", &["ст. 1225 п. 1 пп. 2"]),
    (18, "абз. 2 п. 3 ст. 8.1", &["ст. 8.1 п. 3 абз. 2"]),
    (19, "ст. 123.20-1 ГК", &["ГК РФ ст. 123.20-1"]),
    (20, "123-ФЗ ст. 89", &["123-ФЗ ст. 89"]),
    (21, "ФЗ № 384", &["384-ФЗ"]),
    (22, "Федеральный закон от 30.12.2009 № 384-ФЗ", &["384-ФЗ"]),
    (23, "ПП РФ № 87", &["ПП РФ № 87"]),
    (24, "постановление от 16.02.2008 № 87, п. 10", &["ПП РФ № 87 п. 10"]),
    (25, "раздел VII ГК", &["ГК раздел VII"]),
    (26, "глава 30 ГК, § 1", &["ГК глава 30 § 1"]),
    (27, "ст. 266-1 КАС", &["КАС ст. 266-1"]),
    (28, "ч. 2 ст. 266 КАС України", &["КАС ст. 266 ч. 2"]),
    (29, "п. 1 ч. 1 ст. 116 ЦПК", &["ЦПК ст. 116 ч. 1 п. 1"]),
    (30, "ст.ст. 33, 34, 44 ГПК", &["ГПК ст. 33", "ГПК ст. 34", "ГПК ст. 44"]),
    (
        31,
        "ст. ст. 109, 116, 205-210 ЦПК",
        &[
            "ЦПК ст. 109",
            "ЦПК ст. 116",
            "ЦПК ст. 205",
            "ЦПК ст. 206",
            "ЦПК ст. 207",
            "ЦПК ст. 208",
            "ЦПК ст. 209",
            "ЦПК ст. 210",
        ],
    ),
    (32, "статтею 651 ЦК", &["ЦК ст. 651"]),
    (33, "ч.ч. 1, 2 ст. 77", &["ст. 77 ч. 1", "ст. 77 ч. 2"]),
    (34, "абз. 3 ч. 1 ст. 20", &["ст. 20 ч. 1 абз. 3"]),
    (35, "Закон № 2747-IV", &["КАС"]),
    (35, "Закон № 2747-15", &["КАС"]),
    (37, "справа № 826/19268/13-а", &["справа № 826/19268/13-а"]),
    (38, "민법 제750조", &["민법 제750조"]),
    (39, "형법 제250조 제1항", &["형법 제250조 제1항"]),
    (40, "제3조의2", &["제3조의2"]),
    (41, "민법 제15조제2항제1호", &["민법 제15조 제2항 제1호"]),
    (42, "민법 제2조 제1호 가목", &["민법 제2조 제1호 가목"]),
    (43, "민법 부칙 제2조", &["민법 부칙 제2조"]),
    (44, "대법원 2019. 5. 16. 선고 2017다226629 판결", &["2017다226629 판결"]),
    (45, "헌재 2016헌나1", &["헌재 2016헌나1"]),
];

fn canonical(text: &str) -> Vec<String> {
    let found = find(text, &Context::default());
    found.iter().flat_map(|found| &found.addresses).map(ToString::to_string).collect()
}

#[test]
fn all_forms_alone_and_in_running_text() {
    let mut wrong = Vec::new();
    for (number, text, want) in FORMS {
        let got = canonical(text);
        if got != *want {
            wrong.push(format!("{number} {text}: {got:?}"));
        }
        let got = canonical(&format!("Например, {text}; далее."));
        if got != *want {
            wrong.push(format!("{number} {text} in running text: {got:?}"));
        }
        let parsed = parse(text).map(|address| address.to_string());
        let one = (want.len() == 1).then(|| want[0].to_owned());
        if parsed != one {
            wrong.push(format!("{number} {text} alone: {parsed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_text_around_decides_between_acts_of_one_name() {
    let with = |text: &str, act: Option<&str>, jurisdiction: Option<&str>| -> Vec<String> {
        let context = Context { act: act.map(str::to_owned), jurisdiction: jurisdiction.map(str::to_owned) };
        find(text, &context).iter().flat_map(|found| &found.addresses).map(ToString::to_string).collect()
    };
    // Form 36.
    assert_eq!(with("частиною другою статті 77 цього Кодексу", Some("ua.cac"), None), ["КАС ст. 77 ч. 2"]);
    assert_eq!(with("цього Кодексу", Some("ua.cac"), None), ["КАС"]);
    assert_eq!(
        resolve("цього Кодексу", &Context::default()).unwrap_err().to_string(),
        "не назван акт: добавьте его, например «ст. 5 ГК РФ»"
    );
    assert!(with("цього Кодексу", None, None).is_empty());
    assert_eq!(with("ст. 5", Some("ru.gk"), None), ["ГК РФ ст. 5"]);
    assert_eq!(with("п. 2 ст. 5 Кодекса", Some("ru.gk"), None), ["ГК РФ ст. 5 п. 2"]);
    // ГК, ГПК, КАС, СК, ЗК: acts of two countries.
    assert_eq!(with("ст. 179 ГК", None, Some("UA")), ["ГК України ст. 179"]);
    assert_eq!(with("ст. 179 ГК", None, Some("RU")), ["ГК РФ ст. 179"]);
    assert_eq!(with("відповідно до ст. 179 ГК сторони", None, None), ["ГК України ст. 179"]);
    assert_eq!(with("ст. 33 ГПК", None, Some("UA")), ["ГПК ст. 33"]);
    assert_eq!(with("ст. 33 ГПК РФ и ст. 34 ГПК", None, None), ["ГПК РФ ст. 33", "ГПК РФ ст. 34"]);
    let Err(AddressError::Ambiguous(candidates)) = resolve("ст. 179 ГК", &Context::default()) else { panic!() };
    assert_eq!(candidates.iter().map(ToString::to_string).collect::<Vec<_>>(), ["ГК РФ ст. 179", "ГК України ст. 179"]);
    assert_eq!(resolve("какая погода", &Context::default()), Err(AddressError::NoAddress));
    let Err(AddressError::Ambiguous(candidates)) = resolve("СП 54 п. 4.1", &Context::default()) else { panic!() };
    assert_eq!(candidates[0].to_string(), "СП 54.13330.2022 п. 4.1");
}

#[test]
fn english_forms_and_titles_in_quotation_marks() {
    for (text, wanted) in [
        ("Article 196 of the Civil Code of Russia", "ГК РФ ст. 196"),
        ("article 196 of the Russian Civil Code", "ГК РФ ст. 196"),
        ("Articles 196 of the Civil Code of the Russian Federation", "ГК РФ ст. 196"),
        ("Civil Code of Ukraine, art. 257", "ЦК ст. 257"),
        ("art. 257 of the Civil Code of Ukraine", "ЦК ст. 257"),
        ("Article 162 of the Korean Civil Act", "민법 제162조"),
        ("paragraph 2 of Article 333 of the Russian Civil Code", "ГК РФ ст. 333 п. 2"),
        ("ст. 15 Закона «О рекламе»", "38-ФЗ ст. 15"),
        ("ст. 15 ФЗ «О рекламе»", "38-ФЗ ст. 15"),
        ("ст. 25 Закона РФ «О защите прав потребителей»", "Закон РФ № 2300-1 ст. 25"),
        ("ст. 10 Закону України «Про захист прав споживачів»", "Закон № 1023-XII ст. 10"),
        ("ст. 3 Закона «О бочках и ящиках»", "Закон «О бочках и ящиках» ст. 3"),
    ] {
        assert_eq!(parse(text).map(|address| address.canonical()).as_deref(), Some(wanted), "{text}");
    }
    // Words that only look like a title, and an article of a newspaper.
    for text in ["принят закон «Вечер»", "this article of the newspaper", "ст. 5 закона"] {
        let known = find(text, &Context::default());
        assert!(
            known.iter().all(|found| found.addresses.iter().all(|at| at.act.documents().is_empty())),
            "{text}: {known:?}"
        );
    }
    let context = Context { act: Some("ru.gk".into()), jurisdiction: None };
    let same = &find("п. 2 ст. 200 того же Кодекса", &context)[0].addresses[0];
    assert_eq!(same.canonical(), "ГК РФ ст. 200 п. 2");
}
