//! What holds for any text at all: no panic, right borders, no overlaps, time in proportion.

use crate::engine::text::clause::clauses;
use crate::engine::text::fingerprint::{digest, fingerprint, near};
use crate::engine::text::intent::{intent, vague_question};
use crate::engine::text::matches::finds;
use crate::engine::text::numerals::parse;
use crate::engine::text::requisites::{account_ok, inn_ok, kpp_shape, ogrn_ok, snils_ok, vin_check_digit};
use crate::engine::text::scan::mentions;
use crate::engine::text::stem::{contains_phrase, words};
use proptest::prelude::*;
use serde_json::json;

const TODAY: &str = "2026-11-21";

/// Texts made of the pieces that the readers look for, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "30",
        "000",
        "12",
        "2027",
        "01",
        ".",
        ",",
        " ",
        "-",
        "–",
        "+",
        "/",
        "тыс",
        "т.р.",
        "руб.",
        "₽",
        "$",
        "%",
        "в месяц",
        "месяцев",
        "г.",
        "год",
        "ИП",
        "ООО",
        "«",
        "»",
        "\"",
        "Иванов",
        "Иван",
        "Ивановичу",
        "И.",
        "И",
        "ул.",
        "Ленина",
        "д.",
        "кв.",
        "м²",
        "м",
        "2",
        "Lada",
        "Весту",
        "VIN",
        "XTAGFL113M0000001",
        "А123ВС777",
        "ИНН",
        "7700000016",
        "до",
        "числа",
        "с",
        "по",
        "декабря",
        "завтра",
        "полтора",
        "миллиона",
        "тридцать",
        "не",
        "а",
        "\n",
        "(",
        ")",
        "ё",
        "\u{301}",
        "İ",
        "🦀",
        "к",
        "5-го",
        "@",
        ":",
        "№",
        "Москва",
        "паспорт",
    ]);
    prop::collection::vec((piece, prop::bool::ANY), 0..40).prop_map(|list| {
        list.into_iter().map(|(s, space)| if space { format!("{s} ") } else { s.to_owned() }).collect()
    })
}

fn holds(text: &str) {
    let mut last = 0;
    for m in mentions(text, TODAY) {
        assert!(m.start >= last && m.start < m.end, "{text:?}: {m:?}");
        assert!(text.get(m.start..m.end).is_some(), "{text:?}: {m:?}");
        last = m.end;
    }
    let mut last = 0;
    for (start, end) in clauses(text) {
        assert!(start >= last && start < end && text.get(start..end).is_some(), "{text:?}");
        last = end;
    }
    for w in words(text) {
        assert!(text.get(w.start..w.end).is_some());
    }
    for value in [
        json!("склад"),
        json!(30000),
        json!("Иванов Иван Иванович"),
        json!("RUB"),
        json!("month"),
        json!("2027-01-12"),
        json!(text),
    ] {
        if let Some((start, end)) = finds(&value, text, TODAY) {
            assert!(start < end && text.get(start..end).is_some(), "{text:?}");
        }
    }
    let print = fingerprint(text);
    assert!(near(&print, &print) != print.is_empty());
    let _ =
        (intent(text), vague_question(text), digest(text), parse(text), contains_phrase(&words(text), "аренда склада"));
    let _ =
        (inn_ok(text), ogrn_ok(text), snils_ok(text), account_ok(text, text), kpp_shape(text), vin_check_digit(text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_unicode(text in "\\PC{0,80}|(?s).{0,60}") {
        holds(&text);
    }

    #[test]
    fn any_pieces(text in pieces()) {
        holds(&text);
    }

    #[test]
    fn numbers_come_back(n in 1000u64..1_000_000_000) {
        let digits = n.to_string();
        let mut grouped = String::new();
        for (i, c) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i) % 3 == 0 {
                grouped.push(' ');
            }
            grouped.push(c);
        }
        prop_assert_eq!(parse(&grouped), Some(digits.clone()));
        let text = format!("цена {grouped} рублей");
        let amount = json!(digits + ".00");
        prop_assert!(finds(&amount, &text, TODAY).is_some());
        prop_assert!(finds(&json!(n + 1), &text, TODAY).is_none());
    }
}

#[test]
fn long_texts_of_one_piece_are_read_to_their_end() {
    for piece in [
        "30 000+",
        "Иванов Иван Иванович, ",
        "«",
        "1.",
        "не 11, а ",
        "ул. ",
        "с 1 по ",
        "a@",
        "12:34:",
        "И. ",
        "7",
        "\" ООО ",
        "( ",
        "и 5 ",
    ] {
        let text = piece.repeat(65_536 / piece.len());
        // Quadratic reading would keep this test running for minutes; the benchmark `read_long` has the figures.
        let last = mentions(&text, TODAY).last().map_or(0, |mention| mention.end);
        assert!(last <= text.len(), "{piece:?}");
        assert!(clauses(&text).last().is_none_or(|(_, end)| *end <= text.len()), "{piece:?}");
        assert_eq!(finds(&json!("Петров Пётр"), &text, TODAY), None, "{piece:?}");
    }
}
