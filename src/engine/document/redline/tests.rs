//! Comparisons of small texts.

use super::*;
use crate::model::document_view::{Mark, Run};

fn runs(text: &str) -> Vec<Run> {
    vec![Run { text: text.into(), mark: Mark::Plain }]
}

fn clause(number: &str, id: &str, text: &str) -> Piece {
    Piece::Clause { number: number.into(), level: 2, id: id.into(), runs: runs(text) }
}

fn shown(runs: &[TextRun]) -> String {
    let show = |run: &TextRun| match run.kind {
        RunKind::Same => run.text.clone(),
        RunKind::Inserted => format!("+{}+", run.text),
        RunKind::Deleted => format!("-{}-", run.text),
    };
    runs.iter().map(show).collect()
}

fn holds(from: &[Piece], to: &[Piece]) -> Redline {
    let redline = compare(from, to);
    assert_eq!(redline.lines(true), lines(to));
    assert_eq!(redline.lines(false), lines(from));
    redline
}

#[test]
fn words_are_replaced_as_phrases() {
    for (from, to, want) in [
        ("Срок — 5 дней.", "Срок — 5 дней.", "Срок — 5 дней."),
        (
            "Плата 30\u{a0}000\u{a0}рублей в месяц",
            "Плата 45\u{a0}500\u{a0}рублей в месяц",
            "Плата -30\u{a0}000-+45\u{a0}500+\u{a0}рублей в месяц",
        ),
        ("ставка 0,1 % в день", "ставка 0,2 % в день", "ставка -0,1-+0,2+ % в день"),
        ("Арендатор платит", "Арендатор обязательно платит", "Арендатор +обязательно +платит"),
        ("с 01.12.2026 г.", "с 15.12.2026 г.", "с -01.12.2026-+15.12.2026+ г."),
        (
            "Без залога совсем.",
            "Арендатор вносит платёж до передачи вещи",
            "-Без залога совсем.-+Арендатор вносит платёж до передачи вещи+",
        ),
        ("", "Новое.", "+Новое.+"),
        ("Старое.", "", "-Старое.-"),
    ] {
        assert_eq!(shown(&words::compare(from, to)), want, "{from} → {to}");
    }
}

#[test]
fn clauses_are_matched_by_id() {
    let from = [
        clause("1.1", "a", "Вещь передаётся."),
        clause("1.2", "b", "Залог вносится."),
        clause("1.3", "c", "Плата — 10 рублей."),
    ];
    let to = [
        clause("1.1", "a", "Вещь передаётся."),
        clause("1.2", "c", "Плата — 12 рублей."),
        clause("1.3", "d", "Пеня — 1 рубль."),
    ];
    let told: Vec<(String, TextFate, String, String, String)> = holds(&from, &to)
        .changes()
        .into_iter()
        .map(|change| (change.clause, change.change, change.number_from, change.number_to, shown(&change.runs)))
        .collect();
    let row = |id: &str, fate, a: &str, b: &str, words: &str| (id.into(), fate, a.into(), b.into(), words.into());
    assert_eq!(
        told,
        [
            row("b", TextFate::Removed, "1.2", "", "-Залог вносится.-"),
            row("c", TextFate::Changed, "1.3", "1.2", "Плата — -10-+12+ рублей."),
            row("d", TextFate::Added, "", "1.3", "+Пеня — 1 рубль.+"),
        ]
    );
}

#[test]
fn a_renumbered_and_a_moved_clause_are_told_once() {
    let from = [clause("1", "a", "Один."), clause("2", "b", "Два три."), clause("3", "c", "Три.")];
    let to = [clause("1", "c", "Три."), clause("2", "a", "Один."), clause("3", "b", "Два четыре.")];
    let changes = holds(&from, &to).changes();
    let told: Vec<(&str, TextFate)> = changes.iter().map(|c| (c.clause.as_str(), c.change)).collect();
    assert_eq!(told, [("c", TextFate::Moved), ("a", TextFate::Renumbered), ("b", TextFate::Changed)]);
    assert_eq!((changes[0].number_from.as_str(), changes[0].number_to.as_str()), ("3", "1"));
    assert_eq!(shown(&changes[0].runs), "Три.", "a move changes no word");
}

#[test]
fn tables_and_attachments_keep_their_places() {
    let table = |rows: &[[&str; 2]]| Piece::Table {
        head: vec!["Срок".into(), "Сумма".into()],
        rows: rows.iter().map(|row| row.iter().map(|cell| runs(cell)).collect()).collect(),
    };
    let contract = [Piece::Title(runs("Договор")), clause("1.1", "a", "Слова.")];
    let paper = |rows: &[[&str; 2]]| {
        vec![Piece::PageBreak, Piece::Title(runs("График")), clause("1", "s.table", "Платежи:"), table(rows)]
    };
    let from = [contract.to_vec(), paper(&[["01.12", "10"], ["Итого", "10"]])].concat();
    let to = [contract.to_vec(), paper(&[["01.12", "10"], ["01.01", "10"], ["Итого", "20"]])].concat();
    let redline = holds(&from, &to);
    let told: Vec<(String, TextFate)> = redline.changes().into_iter().map(|c| (c.clause, c.change)).collect();
    assert_eq!(told, [("s.table:2:01.01".into(), TextFate::Added), ("s.table:2:Итого".into(), TextFate::Changed)]);
    assert_eq!(redline.blocks.iter().filter(|block| block.new_page).count(), 1);
    assert!(holds(&contract, &from).changes().iter().all(|change| change.change == TextFate::Added));
    assert!(holds(&to, &to).is_empty() && holds(&[], &[]).is_empty());
}

#[test]
fn html_is_escaped_and_marks_changes() {
    let from = [clause("1", "a.b", "Цена <script>alert(1)</script> 10 рублей")];
    let to = [clause("2", "a.b", "Цена <script>alert(1)</script> 12 рублей & «всё»")];
    let text = html::page("Договор <i>", &holds(&from, &to));
    assert!(text.contains("<del>1. </del><ins>2. </ins>Цена &lt;script&gt;"), "{text}");
    assert!(text.contains("<del>10</del><ins>12</ins> рублей<ins> &amp; «всё»</ins>"), "{text}");
    assert!(text.contains("id=\"c-a-b\"") && text.contains("<title>Договор &lt;i&gt;</title>"));
    assert!(!text.contains("<script") && !text.contains("style=") && !text.contains("http"));
}
