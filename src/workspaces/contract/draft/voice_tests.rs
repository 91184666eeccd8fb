//! Terms of one person as clauses, and those that stay quotations.

use super::{Side, Sides, clause, quoted};
use crate::engine::grammar::case::Gender;

fn told(speaker: &str, quote: &str) -> Option<String> {
    let words = [vec!["продавец".to_owned(), "мастер".to_owned()], vec!["покупатель".to_owned(), "хозяйка".to_owned()]];
    let side = |title, words, gender| Side { title, words, gender: Some(gender) };
    let all = vec![
        side("Продавец", words[0].as_slice(), Gender::Masculine),
        side("Покупатель", words[1].as_slice(), Gender::Feminine),
    ];
    let speaker = all.iter().position(|side| side.title == speaker);
    clause(&Sides { all, speaker }, quote)
}

#[test]
fn the_first_person_becomes_the_name_of_the_side() {
    for (quote, want) in [
        (
            "А ещё: вместе с мотоциклом отдаю два кофра, бесплатно",
            "вместе с мотоциклом Продавец отдаёт два кофра, бесплатно",
        ),
        ("Не публикую фото гостей без разрешения", "Продавец не публикует фото гостей без разрешения"),
        ("Досрочно вернуть можно без моего согласия", "Досрочно вернуть можно без согласия Продавца"),
        ("Без моего письменного согласия не сдавать", "Без письменного согласия Продавца не сдавать"),
        ("Споры в суде по моему месту жительства", "Споры в суде по месту жительства Продавца"),
        ("хранится у меня до возврата", "хранится у Продавца до возврата"),
        ("Согласовать со мной", "Согласовать с Продавцом"),
        ("Штрафы до передачи плачу я", "Штрафы до передачи платит Продавец"),
        (
            "Она ставит на учёт за 10 дней, а если нет, я сам снимаю с учета",
            "Покупатель ставит на учёт за 10 дней, а если нет, Продавец сам снимает с учета",
        ),
        ("отопление и ремонт — я", "отопление и ремонт — Продавец"),
        ("договор составляем в двух экземплярах", "договор Стороны составляют в двух экземплярах"),
        ("акт подписываем оба", "акт Стороны подписывают оба"),
        ("акт подписываем за три дня", "акт Продавец подписывает за три дня"),
        ("Пусть ключи хранит продавец", "ключи хранит Продавец"),
        ("замена брака — 7 рабочих дней", "замена брака — 7 рабочих дней"),
        ("Каждую пятницу покупатель бесплатно пьёт кофе", "Каждую пятницу Покупатель бесплатно пьёт кофе"),
        ("старую мебель мастер разбирает и вывозит", "старую мебель Продавец разбирает и вывозит"),
        ("Ключи отдаю 28.11.2026", "Ключи Продавец отдаёт 28.11.2026"),
        ("я должна предупредить", "Продавец должен предупредить"),
        ("Пошлину плачу я, продавец, через банк", "Пошлину платит Продавец, через банк"),
        ("раскрыть, уведомив меня за два дня", "раскрыть, уведомив Продавца за два дня"),
    ] {
        let got = told("Продавец", quote);
        assert_eq!(got.unwrap_or_default(), want, "{quote}");
    }
}

#[test]
fn what_grammar_leaves_open_stays_a_quotation() {
    for quote in [
        // Somebody else compensates, and nobody says who.
        "разрешаю, но испорченный диван возмещает",
        // «Он» may be anything named before.
        "Свет: он платит треть",
        // A verb that the list has not.
        "отбуксировываю мотоцикл сам",
        // «Подаём» is said of both sides, and the list has it not.
        "пошлину плачу я, подгоняем вместе",
        "я отдала ключи",
        "мой кот ходит по квартире",
        // Somebody is spoken to.
        "гости после 22 часов нельзя, как вам писали",
        "пусть его проверяют раз в год, плачу я",
    ] {
        assert_eq!(told("Продавец", quote), None, "{quote}");
    }
    // Nobody knows whose words they are.
    assert_eq!(told("", "отдаю два кофра"), None);
}

#[test]
fn a_quotation_in_the_first_person_says_whose_words_they_are() {
    let words: Vec<String> = Vec::new();
    let side = |title| Side { title, words: &words, gender: None };
    let sides = |speaker| Sides { all: vec![side("Займодавец"), side("Заёмщик")], speaker };
    assert!(quoted(&sides(Some(0)), "мой кот ходит где хочет").contains("со слов Займодавца: «мой кот"));
    assert!(!quoted(&sides(Some(0)), "гостей не водить").contains("со слов"));
    assert!(!quoted(&sides(None), "мой кот ходит где хочет").contains("со слов"));
}

#[test]
fn a_verb_takes_the_accusative_and_a_noun_the_genitive() {
    let words: Vec<String> = Vec::new();
    let side = |title| Side { title, words: &words, gender: None };
    let sides = Sides {
        all: vec![side("Раскрывающая сторона"), side("Получающая сторона")], speaker: Some(0)
    };
    for (quote, want) in [
        ("раскрывают, уведомив нас за 2 дня", "раскрывают, уведомив Раскрывающую сторону за 2 дня"),
        ("обязан предупредить нас письменно", "обязан предупредить Раскрывающую сторону письменно"),
        ("получить у нас разрешение", "получить у Раскрывающей стороны разрешение"),
        ("без нас не вскрывать", "без Раскрывающей стороны не вскрывать"),
    ] {
        assert_eq!(clause(&sides, quote).as_deref(), Some(want), "{quote}");
    }
}
