//! Whose block a part of a message is.

use super::*;
use crate::engine::text::scan::mentions;

fn cut(text: &str) -> Vec<String> {
    let knowledge = crate::engine::knowledge::load::embedded().expect("packs");
    let pack = knowledge.pack("services").expect("a pack");
    let all = mentions(text, "2026-11-26");
    blocks(pack, text, &all, None)
        .iter()
        .map(|block| {
            let head = match block.head {
                Some(Head::Role(at)) => pack.parties[at].role.as_str(),
                Some(Head::Own) => "own",
                Some(Head::Theirs) => "theirs",
                None => "-",
            };
            let holder = block.own.iter().map(|at| &all[*at]).find(|m| is_holder(text, m));
            format!("{head} {}", holder.and_then(|m| name_of(&m.kind)).unwrap_or("?"))
        })
        .collect()
}

#[test]
fn a_message_falls_into_the_blocks_of_its_people() {
    for (text, want) in [
        (
            "реквизиты обоих\nЗАКАЗЧИК\nООО «Сосна», ИНН 7700000016, КПП 770001001\nр/с 40702810900000000001, \
             Банк ВТБ (ПАО), БИК 044525187\nдиректор Белов Иван Ильич, устав\nИСПОЛНИТЕЛЬ\nООО «Ель», ИНН 7743013902, \
             КПП 771501001\nр/с 40702810900000000002, АО «Альфа-Банк», БИК 044525593",
            vec!["customer ООО «Сосна»", "provider ООО «Ель»"],
        ),
        (
            "ООО «Сосна»\nИНН | 7700000016\nр/с | 40702810900000000001\nБИК | 044525187\nИП Белов Иван Ильич\n\
             ИНН | 770000010193\nр/с | 40802810900000000002\nБИК | 044525593",
            vec!["- ООО «Сосна»", "- ИП Белов Иван Ильич"],
        ),
        (
            "Белов Иван Ильич, паспорт 4510 371894, ИНН 770000010193, тел. +7 916 555-01-01; Орлов Пётр Львович, паспорт \
             4511 371895, тел. +7 916 555-01-02",
            vec!["- Белов Иван Ильич", "- Орлов Пётр Львович"],
        ),
        (
            "исполнитель: Белов Иван Ильич, паспорт 4510 371894, почта b@mail.ru\nя: Орлов Пётр Львович, паспорт 4511 371895",
            vec!["provider Белов Иван Ильич", "own Орлов Пётр Львович"],
        ),
        // Whose a number is stands beside it, in the middle of a sentence too.
        (
            "мой ИНН 770000010193, паспорт заказчика 4510 371894, прописан Тверь, ул. Мира 5, почта b@mail.ru",
            vec!["customer ?"],
        ),
        (
            "мой ИНН 770000010193, счёт мой 40802810900000000002, БИК 044525593, а у заказчика паспорт 4510 371894, прописан \
             Тверь, ул. Мира 5",
            vec!["own ?", "customer ?"],
        ),
        // The same side goes on.
        ("КПП исполнителя | 770001001\nБИК исполнителя | 044525187\nпочта исполнителя | a@b.ru", vec!["provider ?"]),
        // No block: nothing that identifies anybody.
        ("Заказчик ООО «Сосна» платит 5 000 рублей исполнителю ИП Белову до 5 числа", vec![]),
        ("мой телефон +7 916 555-01-01, почта b@mail.ru", vec![]),
    ] {
        assert_eq!(cut(text), want, "{text}");
    }
}

#[test]
fn a_shorter_name_is_the_same_person() {
    for (one, other, same) in [
        ("Антон Эдуардович", "Вершков Антон Эдуардович", true),
        ("ИП Белов", "Белов Иван Ильич", true),
        ("ИП Ковязин Ратмир Валентинович", "ИП Ковязин Р. В.", true),
        ("Ковязин Р. В.", "Ковязин Пётр Валентинович", false),
        ("ООО «Сосна»", "ООО «СОСНА»", true),
        ("ООО «Сосна»", "ООО «Сосна Плюс»", false),
        ("Белов Иван", "Белова Ирина", false),
    ] {
        assert_eq!(same_person(one, other), same, "{one} / {other}");
    }
}

#[test]
fn what_is_said_between_two_details_is_no_label() {
    let knowledge = crate::engine::knowledge::load::embedded().expect("packs");
    let pack = knowledge.pack("services").expect("a pack");
    let text = "Заказчик\nООО «Сосна», ИНН 7700000016\nРаботаем без НДС\nр/с 40702810900000000001, БИК 044525225";
    let turn = crate::model::turn::Turn {
        id: crate::model::ids::TurnId("t1".into()),
        role: crate::model::turn::Role::User,
        text: text.into(),
        at: "2026-11-26T10:00:00Z".into(),
        answers_to: None,
        choice: None,
    };
    let heard = Heard::new(&turn, None);
    let ledger = crate::model::facts::Ledger::default();
    let draft = Draft::new(&serde_json::json!({}), &ledger);
    let sides = Sides::of(pack, &heard, &draft);
    let labels: Vec<&str> = sides.labels(&heard).iter().map(|(_, span)| text[span.0..span.1].trim()).collect();
    assert!(labels.contains(&"Заказчик") && labels.contains(&"БИК"), "{labels:?}");
    assert!(!labels.iter().any(|label| label.contains("без НДС")), "{labels:?}");
}
