//! Lists of things that are rows, and those that are not.

use super::{Row, named, place, read};
use crate::engine::knowledge::pack::Rows;
use serde_json::json;

fn rows() -> Rows {
    let own = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
    Rows {
        at: "/object/items".into(),
        units: own(&["pcs", "kg", "t", "set", "m2"]),
        instead: own(&["/object/name", "/object/quantity"]),
        total: "/price/total".into(),
    }
}

fn short(list: &[Row]) -> Vec<(String, String, String, Option<i64>)> {
    list.iter().map(|row| (row.name.clone(), row.count.clone(), row.unit.clone(), row.price)).collect()
}

#[test]
fn lists_become_rows() {
    for (text, asked, want) in [
        (
            "48 ящиков по 11,50 и 20 мешков по 300",
            false,
            vec![("ящики", "48", "pcs", Some(1150)), ("мешки", "20", "pcs", Some(30000))],
        ),
        (
            "Поставка мебели: столов 12 штук по 8500 рублей, стульев 40 шт. по 2 300 руб., шкафов 3 по 19 тыс",
            false,
            vec![
                ("столов", "12", "pcs", Some(850_000)),
                ("стульев", "40", "pcs", Some(230_000)),
                ("шкафов", "3", "pcs", Some(1_900_000)),
            ],
        ),
        (
            "Продаю ООО «Ромашка» 48 ящиков яблок по 11,50 и 20 мешков картошки по 300 рублей за мешок",
            false,
            vec![("ящики яблок", "48", "pcs", Some(1150)), ("мешки картошки", "20", "pcs", Some(30000))],
        ),
        (
            "1) Бразилия Сантос 200 кг по 900 руб; 2) Колумбия Супремо 50 кг по 1400 руб. Поставка разом 15 декабря",
            false,
            vec![("Бразилия Сантос", "200", "kg", Some(90000)), ("Колумбия Супремо", "50", "kg", Some(140_000))],
        ),
        (
            "краска 30 банок по 540 рублей, кисти 100 штук по 80, растворитель 50 кг по 120 рублей за кг",
            false,
            vec![
                ("краска (банки)", "30", "pcs", Some(54_000)),
                ("кисти", "100", "pcs", Some(8_000)),
                ("растворитель", "50", "kg", Some(12_000)),
            ],
        ),
        ("печь одна, тестомеса два", true, vec![("печь", "1", "pcs", None), ("тестомеса", "2", "pcs", None)]),
        (
            "2,5 т щебня по 1200, 3 т песка по 800",
            false,
            vec![("щебня", "2.5", "t", Some(120_000)), ("песка", "3", "t", Some(80000))],
        ),
    ] {
        let want: Vec<(String, String, String, Option<i64>)> = want
            .into_iter()
            .map(|(name, count, unit, price)| (name.into(), count.into(), unit.into(), price))
            .collect();
        assert_eq!(short(&read(&rows(), text, asked, false)), want, "{text}");
    }
}

#[test]
fn what_is_no_clear_list_is_left_alone() {
    for text in [
        // One thing is no list.
        "20 мешков цемента по 300 рублей",
        // Terms and money.
        "платит 2 частями по 5000, 3 дня на приёмку",
        "гарантия 12 месяцев, срок 5 дней",
        // Nobody asked for things.
        "печь одна, тестомеса два",
        // A part with a price that does not read: nothing is taken.
        "48 ящиков по 11,50, и там ещё двадцать или тридцать мешков по 300 если будут",
        "5 кг по 100 и 3 кг по 200",
    ] {
        assert_eq!(short(&read(&rows(), text, false, false)), Vec::new(), "{text}");
    }
}

#[test]
fn a_row_said_again_is_the_same_row_and_an_order_names_it() {
    let domain = json!({"object": {"items": {"1": {"name": "ящики"}, "3": {"name": "мешки картошки"}}}});
    assert_eq!(place(&rows(), &domain, "Ящики").as_deref(), Some("/object/items/1"));
    assert_eq!(place(&rows(), &domain, "вёдра").as_deref(), Some("/object/items/4"));
    assert_eq!(named(&rows(), &domain, "уберите мешки с картошкой"), ["/object/items/3"]);
    assert_eq!(named(&rows(), &domain, "уберите мешки"), ["/object/items/3"]);
    assert!(named(&rows(), &domain, "уберите столы").is_empty());
}
