//! Tables of marks set by hand, and every quotation of a random page.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Lines of text as glyphs on one page: every glyph a hundredth wide, every line two hundredths high.
fn page(number: u32, lines: &[&str]) -> Vec<Mark> {
    let mut out = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        for (column, c) in line.chars().enumerate() {
            let (x, y) = (0.1 + column as f64 * 0.01, 0.1 + row as f64 * 0.03);
            out.push(Mark { page: number, text: c.to_string(), x, y, w: 0.01, h: 0.02, vertical: false });
        }
    }
    out
}

fn found(marks: &[Mark], words: &str) -> Option<(Vec<PageBox>, String)> {
    let stream = Stream::new(marks);
    let found = stream.find(words, &stream.whole())?;
    let boxes = stream.boxes(&found, BoxRole::Text);
    let under = under(marks, &boxes);
    Some((boxes, under))
}

#[test]
fn words_are_found_over_lines_broken_words_and_look_alikes() {
    let marks = page(1, &["Толщину защит-", "ного слоя  бетона B60", "принимают не менее 20 мм."]);
    let (boxes, under) = found(&marks, "защитного слоя бетона В60 принимают").unwrap();
    assert_eq!(boxes.len(), 3);
    assert_eq!(key(&under), key("защитного слоя бетона В60 принимают"));
    // From the ninth letter of the first line to its last; the hyphen is the print's.
    assert!((boxes[0].x - 0.18).abs() < 1e-9 && (boxes[0].w - 0.05).abs() < 1e-9, "{boxes:?}");
    assert!(found(&marks, "не менее 25 мм").is_none());
    assert!(found(&marks, "").is_none());
    assert!(found(&[], "слова").is_none());
}

#[test]
fn a_dash_before_a_word_is_no_hyphen() {
    let marks = page(1, &["принимают расстояния", "- до выхода из скла-", "да и до ворот"]);
    for quote in ["- до выхода из склада", "расстояния\n- до выхода", "выхода из скла-да и до"]
    {
        let (_, under) = found(&marks, quote).unwrap_or_else(|| panic!("{quote}"));
        assert!(key(quote).starts_with(&key(&under)[..5]), "{quote}: {under}");
    }
    assert_ne!(key("расстояния - до"), key("расстоянияо до"));
}

#[test]
fn a_quotation_over_two_pages_has_boxes_on_both() {
    let mut marks = page(4, &["Проход между штабелями держат", "свободным во всякое", "время", "стр. 4"]);
    marks.extend(page(5, &["Склады. Правила", "года и суток, если иное не", "сказано в договоре."]));
    let quote = "держат свободным во всякое время года и суток, если иное не сказано";
    let (boxes, under) = found(&marks, quote).unwrap();
    assert_eq!(boxes.iter().map(|found| found.page).collect::<Vec<_>>(), [4, 4, 4, 5, 5]);
    assert_eq!(key(&under), key(quote));
    // What is missing on the second page is no reason for half a box.
    assert!(found(&marks, "свободным во всякое время года и суток, кроме ночи").is_none());
}

#[test]
fn far_cells_and_columns_are_boxes_of_their_own() {
    let mut marks = page(1, &["Мешки"]);
    let far = page(1, &["12"]).into_iter().map(|mark| Mark { x: mark.x + 0.5, ..mark });
    marks.extend(far);
    let stream = Stream::new(&marks);
    let boxes = stream.boxes(&stream.find("Мешки 12", &stream.whole()).unwrap(), BoxRole::Text);
    assert_eq!(boxes.len(), 2);
    let number = stream.all("12", &stream.whole()).remove(0);
    assert!(stream.stands_alone(&number));
    let joined = page(1, &["В12,5"]);
    let stream = Stream::new(&joined);
    assert!(!stream.stands_alone(&stream.all("12", &stream.whole())[0]));
}

#[test]
fn a_word_that_runs_up_the_page_is_one_box() {
    let letter = |at: usize, c: char| Mark {
        page: 1,
        text: c.to_string(),
        x: 0.5,
        y: 0.8 - at as f64 * 0.02,
        w: 0.015,
        h: 0.02,
        vertical: true,
    };
    let marks: Vec<Mark> = "высота".chars().enumerate().map(|(at, c)| letter(at, c)).collect();
    let (boxes, under) = found(&marks, "высота").unwrap();
    assert_eq!((boxes.len(), under.as_str()), (1, "высота"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), cases: 500, ..ProptestConfig::default() })]

    /// Whatever is quoted from a page, broken into lines anywhere, the words under its boxes are the words quoted.
    #[test]
    fn the_words_under_the_boxes_are_those_quoted(
        words in prop::collection::vec("[а-яё]{1,9}[,.;]?|[0-9]{1,4}|[A-Z]{1,3}[0-9]{0,2}", 5..60),
        width in 12..40usize,
        from in 0..40usize,
        len in 1..20usize,
    ) {
        let mut lines: Vec<String> = vec![String::new()];
        for word in &words {
            if lines.last().is_some_and(|line| line.chars().count() + word.chars().count() > width) {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(word);
                line.push(' ');
            }
        }
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let marks = page(1, &lines);
        let from = from.min(words.len() - 1);
        let quote = words[from..(from + len).min(words.len())].join(" ");
        let (boxes, under) = found(&marks, &quote).unwrap();
        prop_assert_eq!(key(&under), key(&quote));
        prop_assert!(boxes.iter().all(|b| b.x >= 0.0 && b.x + b.w <= 1.0 && b.w > 0.0 && b.h > 0.0));
    }
}
