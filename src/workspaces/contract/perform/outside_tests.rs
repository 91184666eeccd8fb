//! Values that mean something else, and those beside them that do not.

use super::*;
use crate::engine::text::scan;
use crate::workspaces::contract::tests::KNOWLEDGE;

#[test]
fn the_words_are_read() {
    for list in [&MARKS.age, &MARKS.cap, &MARKS.extra, &MARKS.late, &MARKS.worth, &MARKS.no, &MARKS.money] {
        assert!(!list.is_empty(), "{:?}", *MARKS);
    }
}

#[test]
fn a_value_that_means_something_else_is_no_value() {
    for (pack, at, text, want) in [
        ("residential_tenancy", "/term/duration", "Мне 67 лет, сдаю квартиру", true),
        ("residential_tenancy", "/term/duration", "жить будут дети Амир 9 лет", true),
        ("residential_tenancy", "/term/duration", "сдаю на 11 месяцев", false),
        ("residential_tenancy", "/term/duration", "Срок Договора 11 месяцев", false),
        ("supply", "/term/duration", "цены пересматриваем раз в два месяца", true),
        ("vehicle_lease", "/term/duration", "просрочил плату на 2 дня — забираю машину", true),
        ("vehicle_lease", "/term/duration", "за просрочку штраф, сдаю на 2 года", false),
        ("software", "/term/duration", "Заказчик даёт тексты за 10 дней", true),
        ("software", "/term/duration", "сделаю за 2 месяца", false),
        ("vehicle_lease", "/price/rent", "платит ремонт сам, но не больше 100 тысяч", true),
        ("vehicle_lease", "/price/rent", "если угонит — 800 тысяч рублей", true),
        ("vehicle_lease", "/price/rent", "в случае угона платит, аренда 25 000 рублей", false),
        ("services", "/price/total", "мытьё окон 15 тысяч за раз отдельно", true),
        ("services", "/price/total", "всё вместе 15 тысяч", false),
        ("real_estate_sale", "/price/total", "цена 5 млн, из них своих 1 300 000 рублей", true),
        ("real_estate_sale", "/price/total", "двое хозяев, один из них я, цена 5 млн рублей", false),
        ("vehicle_lease", "/price/rent", "итого за 6 суток 5400 рублей", true),
        ("vehicle_lease", "/price/rent", "аренда 25 000 рублей", false),
        ("software", "/payment/advance", "неустойка 0,1% в день, максимум 10%", true),
        ("software", "/payment/advance", "аванс 10%", false),
        ("supply", "/object/quantity", "Минимум на одну поставку 800 кг", true),
        ("supply", "/object/quantity", "картофель 800 кг", false),
        // How old somebody's business is.
        ("premises_lease", "/term/duration", "Арендатор — компания, работает 10 лет", true),
        ("services", "/term/duration", "наша фирма на рынке 7 лет", true),
        ("supply", "/term/duration", "знакомы с поставщиком 5 лет", true),
        ("premises_lease", "/term/duration", "Компания арендует офис на 10 лет", false),
        ("premises_lease", "/term/duration", "фирма снимает склад, срок аренды 3 года", false),
        // Notice of a visit is none of leaving.
        ("premises_lease", "/termination/notice", "Предупреждение о визите собственника — за 3 дня", true),
        ("equipment_lease", "/termination/notice", "уведомить о проверке станка за 2 дня", true),
        ("premises_lease", "/termination/notice", "уведомить об отказе от договора за 30 дней", false),
        // The side of a thing is no area, an amount each month none of the deal.
        ("premises_lease", "/object/area", "вывеска 1,2 на 0,6 м", true),
        ("premises_lease", "/object/area", "щит 3 × 2 м", true),
        ("premises_lease", "/object/area", "зал 45 м на 2 года", false),
        ("supply", "/object/quantity", "нужна поставка щебня на стройку, 20 тонн в месяц", true),
        ("supply", "/object/quantity", "нужна поставка овощей в кафе, каждую неделю 300 кг", true),
        ("supply", "/object/quantity", "щебень 20 тонн, плата в месяц вперёд", false),
        ("vehicle_lease", "/use/mileage_limit", "лимит пробега 3000 км в месяц", false),
        ("vehicle_lease", "/use/mileage_limit", "пробег до 2500 км в месяц", false),
    ] {
        let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at));
        let field = field.unwrap_or_else(|| panic!("{pack} has no {at}"));
        let mentions = scan::mentions(text, "2026-11-23");
        let fits = |m: &&Mention| match field.kind {
            FieldKind::Money => matches!(m.kind, M::Money { .. }),
            FieldKind::Duration => matches!(m.kind, M::Duration { .. }),
            FieldKind::Rate => matches!(m.kind, M::Percent { .. }),
            FieldKind::Quantity => matches!(m.kind, M::Quantity { .. }),
            _ => false,
        };
        // The last one: the words before it are what is tried.
        let last = mentions.iter().rfind(fits).unwrap_or_else(|| panic!("{text}: {mentions:?}"));
        assert_eq!(is(field, last, text), want, "{text}: {mentions:?}");
    }
}

#[test]
fn a_day_of_reports_is_no_day_of_payment() {
    for (pack, at, text, want) in [
        ("premises_lease", "/payment/day", "Показания счётчиков до 25 числа", true),
        ("storage", "/payment/day", "отчёт присылает до 3 числа", true),
        ("agency", "/report/day", "отчёт до 3 числа", false),
        ("premises_lease", "/payment/day", "аренда до 5 числа", false),
        ("premises_lease", "/payment/day", "оплата по показаниям счётчиков до 10 числа", false),
    ] {
        let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at)).unwrap_or_else(|| panic!("{pack} {at}"));
        let mentions = scan::mentions(text, "2026-11-23");
        let day = mentions.iter().rfind(|m| matches!(m.kind, M::DayOfMonth { .. })).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(is(field, day, text), want, "{text}");
    }
}

#[test]
fn how_money_comes_back_is_not_how_it_is_paid() {
    for (text, want) in [
        ("Деньги за депозит возвращает переводом", true),
        ("даю наличными, вернёт переводом", true),
        ("залог возвращаю на карту переводом", true),
        ("платит переводом", false),
        ("возвращает вещи, платит переводом", false),
        ("аренда переводом", false),
    ] {
        let at = text.rfind("переводом").unwrap_or_else(|| panic!("{text}"));
        assert_eq!(gives_back(text, at), want, "{text}");
    }
}
