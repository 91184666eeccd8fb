//! Details of the sides in free words: each to the person it is said of, whole, and nothing of it to anybody else.

use super::Dialogue;
use crate::model::claim::Support;
use crate::model::facts::LedgerEntry;
use crate::model::issue::{self, IssueStatus};
use serde_json::{Value, json};

/// A dialogue of turns that are joined by `|`.
fn talk(words: &str) -> Dialogue {
    let mut said = words.split('|');
    let mut d = Dialogue::open(said.next().unwrap_or_default());
    said.for_each(|words| d.say(words, None));
    d
}

/// Open conflicts and questions of whose something is.
fn doubts(d: &Dialogue) -> Vec<String> {
    let open = issue::of_state(&d.now.state).into_iter().filter(|issue| issue.status == IssueStatus::Open);
    let keys = open.filter_map(|issue| issue.key);
    keys.filter(|key| key.starts_with("conflict:") || key.starts_with("side:")).collect()
}

fn support(d: &Dialogue, at: &str) -> Option<Support> {
    d.now.aside.ledger.get(at).map(LedgerEntry::support)
}

/// Checks rows of a dialogue, a place and its value; reports all that differ at once.
fn check(rows: &[(&str, &str, Value)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(words, at, want)| {
            let d = talk(words);
            let (got, open) = (d.fact(at).clone(), doubts(&d));
            (got != *want || !open.is_empty())
                .then(|| format!("{words}\n   {at}\n   want {want}\n   got  {got} {open:?}\n   {}", d.fact("/parties")))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

const LEND: &str = "Даю в долг 300 000 рублей на год";
const CAR: &str = "Нужен договор аренды автомобиля, сдаю Хендай Солярис за 1900 рублей в сутки на три месяца";

#[test]
fn an_issuer_is_no_address_and_its_day_no_day_of_the_deal() {
    check(&[
        (
            "Даю в долг 300 000 рублей на год|Займодавец Белов Пётр Ильич, адрес 454091, г. Челябинск, ул. Свободы, д. 88, кв. 34|Паспорт займодавца выдан 26.02.2013 ОУФМС России по Челябинской области в Центральном районе г. Челябинска, код 740-054",
            "/parties/lender/address",
            json!("454091, г. Челябинск, ул. Свободы, д. 88, кв. 34"),
        ),
        (
            "Даю в долг 300 000 рублей на год|Займодавец Белов Пётр Ильич|Паспорт Белова выдан 26.02.2013 ОУФМС России по Челябинской области в Центральном районе г. Челябинска, код 740-054",
            "/parties/lender/passport_by",
            json!("ОУФМС России по Челябинской области в Центральном районе г. Челябинска"),
        ),
        (
            "Даю в долг 300 000 рублей на год|Займодавец Белов Пётр Ильич|Паспорт Белова выдан 26.02.2013 ОУФМС России по Челябинской области, код 740-054",
            "/parties/lender/passport_code",
            json!("740-054"),
        ),
        (
            "Даю в долг 300 000 рублей на год|Займодавец я, Белов Пётр Ильич, паспорт 3402 518700, выдан 21.05.2002 Заречным ОВД г. Костромы, код 442-001, место рождения пос. Судогда Владимирской области",
            "/parties/lender/birth_place",
            json!("пос. Судогда Владимирской области"),
        ),
        (
            "надо договор с мастером который делает ремонт в квартире я заказчица зовут меня Ухова Наталья Вадимовна|паспорт мой серия 92 04 номер 371894 выдан 02.12.2004 УВД Заречного района города Казани код подразделения 162-001",
            "/parties/customer/passport_by",
            json!("УВД Заречного района города Казани"),
        ),
    ]);
}

#[test]
fn an_address_belongs_to_the_person_it_is_said_of() {
    let lessee = "арендатор Скворцов Максим Олегович, 25.12.2000 г.р., паспорт 03 20 918527 выдан 16.01.2021 ГУ МВД России по Краснодарскому краю, код 230-012, прописан 353440, Краснодарский край, г. Анапа, ул. Крымская, д. 177, кв. 9, права 99 21 403786 кат. В выданы 11.03.2021";
    let anapa = json!("353440, Краснодарский край, г. Анапа, ул. Крымская, д. 177, кв. 9");
    let may = json!("350087, г. Краснодар, ул. 1-го Мая, д. 93, кв. 206");
    check(&[
        (&format!("{CAR}|{lessee}"), "/parties/lessee/address", anapa.clone()),
        (&format!("{CAR}|{lessee}"), "/parties/lessor/address", Value::Null),
        (&format!("{CAR}|{lessee}"), "/parties/lessee/passport_issued", json!("2021-01-16")),
        (
            &format!("{CAR}|я Пархоменко Сергей Петрович, живу 350087, г. Краснодар, ул. 1-го Мая, д. 93, кв. 206"),
            "/parties/lessor/address",
            may.clone(),
        ),
        (
            &format!("{CAR}|{lessee}|адрес арендодателя: 350087, г. Краснодар, ул. 1-го Мая, д. 93, кв. 206"),
            "/parties/lessor/address",
            may.clone(),
        ),
        (
            &format!("{CAR}|{lessee}|мой адрес 350087, г. Краснодар, ул. 1-го Мая, д. 93, кв. 206"),
            "/parties/lessee/address",
            anapa,
        ),
        (
            "Дарю квартиру внуку|внук Белкин Артём Сергеевич, а я Белкина Тамара Ильинична|у внука 156013, г. Кострома, ул. Сенная, д. 8, кв. 12",
            "/parties/donee/address",
            json!("156013, г. Кострома, ул. Сенная, д. 8, кв. 12"),
        ),
        (
            "Снимаем офис|мы ООО «Ладья», ИНН 6315286403, 443010, г. Самара, ул. Фрунзе, д. 96, этаж 2, комн. 11, р/с 40702810600030004752 в ПАО «Жигулёвский банк развития», БИК 043601793",
            "/parties/lessee/address",
            json!("443010, г. Самара, ул. Фрунзе, д. 96, этаж 2, комн. 11"),
        ),
    ]);
}

#[test]
fn a_place_of_the_deal_is_no_address_of_a_side() {
    let supply = "Договор поставки, покупатель ООО «Ладья», поставщик ООО «Исток»";
    check(&[
        (
            &format!("{supply}|Доставка до склада покупателя: г. Самара, ул. Земеца, д. 32"),
            "/parties/buyer/address",
            Value::Null,
        ),
        (
            &format!("{supply}|адрес склада покупателя: г. Самара, ул. Земеца, д. 32"),
            "/parties/buyer/address",
            Value::Null,
        ),
        (
            &format!("{supply}|покупатель: г. Самара, ул. Земеца, д. 32"),
            "/parties/buyer/address",
            json!("г. Самара, ул. Земеца, д. 32"),
        ),
    ]);
}

#[test]
fn an_address_and_a_part_of_it_do_not_conflict() {
    let first = "Даю в долг 300 000 рублей на год|Займодавец ООО «Ладья», адрес 300041, г. Тула, ул. Мира, д. 14";
    let full = "300041, г. Тула, ул. Мира, д. 14, помещ. 3";
    check(&[
        (&format!("{first}|Адрес займодавца с помещением: {full}"), "/parties/lender/address", json!(full)),
        (
            &format!("{first}, помещ. 3|Адрес займодавца: г. Тула, ул. Мира, д. 14"),
            "/parties/lender/address",
            json!(full),
        ),
    ]);
    let d = talk(&format!("{first}|Адрес займодавца: г. Тула, ул. Мира, д. 41"));
    assert_eq!(doubts(&d), ["conflict:/parties/lender/address"]);
}

#[test]
fn who_signs_is_not_the_side() {
    let nda = "Нам нужен NDA. Мы ООО «Термостат», передаём чертежи подрядчику";
    let lab = "Получающая сторона ООО «Лаборатория «Стенд»», подписывает заместитель директора Ганина Альфия Рустамовна, по доверенности от 15.09.2026";
    check(&[
        (
            "Нужен трудовой договор на пекаря. Мы ООО «Колос»|Подписывает гендир Прошин Денис Алексеевич, по уставу",
            "/parties/employee/name",
            Value::Null,
        ),
        (
            "Нужен трудовой договор на пекаря. Работодатель ООО «Колос»|Подписывает гендир Прошин Денис Алексеевич, по уставу",
            "/parties/employer/signer/name",
            json!("Прошин Денис Алексеевич"),
        ),
        (
            "Нужен трудовой договор на пекаря. Работодатель ООО «Колос»|Подписывает гендир Прошин Денис Алексеевич, по уставу",
            "/parties/employer/signer/post",
            json!("генеральный директор"),
        ),
        (&format!("{nda}|{lab}"), "/parties/recipient/signer/post", json!("заместитель директора")),
        (
            &format!("{nda}|{lab}|Ганина Альфия Рустамовна действует на основании доверенности от 15.09.2026 № 9"),
            "/parties/recipient/signer/basis",
            json!("доверенность от 15.09.2026 № 9"),
        ),
        (
            &format!("{nda}|{lab}|Ганина Альфия Рустамовна действует на основании доверенности от 15.09.2026 № 9"),
            "/parties/recipient/name",
            json!("ООО «Лаборатория «Стенд»»"),
        ),
        (
            &format!("{nda}|{lab}|Доверенность Ганиной — от 15.09.2026 № 9."),
            "/parties/recipient/signer/basis",
            json!("доверенность от 15.09.2026 № 9"),
        ),
        (
            "Договор поставки, покупатель ООО «Ладья», поставщик ООО «Исток»|За поставщика подписывает коммерческий директор Лаптев Юрий Константинович, доверенность № 17 от 12.01.2026",
            "/parties/seller/signer/basis",
            json!("доверенность № 17 от 12.01.2026"),
        ),
    ]);
}

#[test]
fn a_bank_is_named_beside_its_account() {
    let supply = "Договор поставки, покупатель ООО «Ладья», поставщик ООО «Исток»";
    check(&[
        (
            &format!("{supply}|Банк покупателя: ПАО «Жигулёвский банк развития»"),
            "/parties/buyer/bank/name",
            json!("ПАО «Жигулёвский банк развития»"),
        ),
        (
            "Даю в долг 300 000 рублей на год|Заёмщик ИП Сафина Инна Геннадьевна|Счёт заёмщика: р/с 40802810800050003164 в АО «Южный коммерческий банк», БИК 047501819",
            "/parties/borrower/bank/name",
            json!("АО «Южный коммерческий банк»"),
        ),
        (
            "Покупаю квартиру в Казани, продавец Белова Анна Ильинична|Оплата через аккредитив в АО «Обский торговый банк»",
            "/parties/buyer/name",
            Value::Null,
        ),
    ]);
}

#[test]
fn the_number_and_the_day_of_a_contract() {
    check(&[
        ("Нужен трудовой договор на пекаря|Номер договора 14-ТД", "/contract/number", json!("14-ТД")),
        ("Сдаю офис|Договор № 11/26 от 30.11.2026.", "/contract/date", json!("2026-11-30")),
        ("Сдаю офис|3. г. Самара, 26.11.2026, № 48/26.", "/contract/number", json!("48/26")),
        ("Сдаю офис|г. Самара, 26.11.2026", "/contract/date", json!("2026-11-26")),
        ("Сдаю офис|г. Самара, 26.11.2026", "/contract/city", json!("Самара")),
        ("Сдаю офис|по договору № 5 долг погашен", "/contract/number", Value::Null),
        (
            "Дарю квартиру внуку|квартира по договору передачи в собственность от 12.10.1994 № 3318",
            "/contract/number",
            Value::Null,
        ),
    ]);
}

#[test]
fn what_was_given_to_the_wrong_side_moves() {
    let lessor = format!("{CAR}|арендодатель Пархоменко Сергей Петрович, адрес 353440, г. Анапа, ул. Крымская, д. 7");
    check(&[
        (&format!("{lessor}|адрес вы перепутали, анапа это арендатора адрес"), "/parties/lessor/address", Value::Null),
        (
            &format!(
                "{lessor}|адрес вы перепутали, анапа это арендатора адрес. мой 350087, г. Краснодар, ул. Мира, д. 9"
            ),
            "/parties/lessor/address",
            json!("350087, г. Краснодар, ул. Мира, д. 9"),
        ),
        (
            &format!("{lessor}|это не мой адрес, это адрес арендатора"),
            "/parties/lessee/address",
            json!("353440, г. Анапа, ул. Крымская, д. 7"),
        ),
        (
            &format!("{lessor}|это адрес арендодателя"),
            "/parties/lessor/address",
            json!("353440, г. Анапа, ул. Крымская, д. 7"),
        ),
        (
            &format!("{LEND}|Займодавец Белов Пётр Ильич, ИНН 770000010193|ИНН не 770000010193, а 772500010102"),
            "/parties/lender/inn",
            json!("772500010102"),
        ),
        (
            &format!("{LEND}|Займодавец Белов Пётр Ильич, ИНН 770000010193|ИНН не …93, а …39"),
            "/parties/lender/inn",
            json!("770000010139"),
        ),
    ]);
    let d = talk(
        "Нужен трудовой договор на пекаря|Работник Прошин Денис Алексеевич|Прошин не работник, работник Садова Лилия Маратовна",
    );
    assert_eq!(d.fact("/parties/employee/name"), "Садова Лилия Маратовна");
    assert_eq!(support(&d, "/parties/employee/name"), Some(Support::Stated));
}
