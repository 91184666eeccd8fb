//! Tables of penalties and what they are for.

use super::*;
use crate::engine::text::scan;
use crate::model::ids::TurnId;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::tests::KNOWLEDGE;

fn last(text: &str) -> Around {
    let mentions = scan::mentions(text, "2026-11-23");
    let value = |m: &&Mention| matches!(m.kind, M::Money { .. } | M::Percent { .. } | M::Number { .. });
    let found = mentions.iter().rfind(value).unwrap_or_else(|| panic!("{text}: {mentions:?}"));
    Around::of(text, found)
}

#[test]
fn a_fine_for_something_else_is_no_penalty_for_delay() {
    let field = KNOWLEDGE.pack("work_contract").and_then(|pack| pack.field_of("/penalty/amount")).unwrap();
    for (text, want) in [
        ("за каждый день просрочки тысяча рублей а если закурит штраф три тысячи рублей", true),
        ("за курение штраф 5000 рублей", true),
        ("шуметь ночью нельзя, штраф 5000 рублей", true),
        ("за недостающий литр 100 рублей", true),
        ("мусор не вывез — штраф 2000 рублей за каждый случай", true),
        ("штраф 1000 рублей за каждый день просрочки", false),
        ("если опоздает, штраф 1000 рублей", false),
        ("за нарушение срока штраф 5000 рублей", false),
        ("штраф 1000 рублей в день", false),
        ("неустойка 1000 рублей за каждый день", false),
    ] {
        assert_eq!(last(text).fined_for_other(field), want, "{text}");
    }
    let own = KNOWLEDGE.pack("nda").and_then(|pack| pack.field_of("/penalty/amount")).unwrap();
    assert!(!last("штраф 500 000 рублей за каждый случай").fined_for_other(own));
}

#[test]
fn delay_with_a_duty_of_its_own_is_no_general_delay() {
    for (text, want) in [
        ("Она снимется с учёта в течение 14 дней, за просрочку 2 000 рублей в день", true),
        ("за просрочку снятия с учёта 2000 рублей", true),
        ("за просрочку отчёта 500 рублей в день", true),
        ("Покупатель вывезет ёлки до 5 января, за опоздание 300 рублей в день", true),
        ("за просрочку 2 000 рублей в день", false),
        ("за просрочку оплаты 0,1 % в день", false),
        ("Мастер начинает с 5 декабря, за просрочку 1000 рублей в день", false),
        ("Поставка до 15 декабря, за просрочку 0,1 % в день", false),
        ("Плата до 5 числа, за просрочку 0,1 % в день", false),
        ("пени за просрочку 0,1 % в день", false),
        ("если просрочит больше 3 дней, 0,5 % в день", false),
    ] {
        assert_eq!(last(text).fined_for_own_duty(), want, "{text}");
    }
}

#[test]
fn penalties_for_different_things_stand_beside_each_other() {
    for (text, want) in [
        ("просрочка оплаты 0,5% в день, задержка возврата 2500 рублей в сутки", 1),
        ("за просрочку поставки 0,1 % в день, за просрочку оплаты 0,05 % в день", 1),
        ("за просрочку оплаты 0,1 % в день", 0),
        ("неустойка 0,1 % в день, залог 20 000 рублей", 0),
        ("плата 30 000 рублей, залог 20 000 рублей за просрочку не возвращается", 0),
    ] {
        let turn = Turn {
            id: TurnId("t0".into()),
            role: Role::User,
            text: text.into(),
            at: "2026-11-23T09:00:00Z".into(),
            answers_to: None,
            choice: None,
        };
        assert_eq!(second(&Heard::new(&turn, None)).len(), want, "{text}");
    }
}
