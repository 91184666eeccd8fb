//! Numbering, references and renderings of small documents.

use crate::engine::document::flow::{Dangling, lay};
use crate::engine::document::tree::{Clause, Document, Inline, Section, Signature, line};
use crate::engine::document::{html, markdown, plain};
use crate::model::facts::Origin;

fn clause(id: &str, body: Vec<Inline>) -> Clause {
    Clause { id: id.into(), body, ..Clause::default() }
}

fn sample() -> Document {
    let price =
        Inline::Value { text: "30 000 ₽".into(), pointer: "/price/rent".into(), origin: Some(Origin::Stated) };
    let refer = vec![Inline::text("Плата вносится по п. "), Inline::Ref { target: "price.rent".into() }];
    Document {
        title: "Договор".into(),
        number: line("№ 5"),
        place: line("г. Москва"),
        date: vec![Inline::Blank {
            label: "дата".into(),
            text: "«___» ________ 20__ г.".into(),
            pointer: String::new(),
        }],
        preamble: vec![vec![Inline::Missing {
            label: "кто <сдаёт>".into(), pointer: "/parties/lessor/name".into()
        }]],
        sections: vec![
            Section {
                id: "subject".into(),
                title: "Предмет".into(),
                clauses: vec![clause("subject.object", line("Вещь."))],
            },
            Section {
                id: "price".into(),
                title: "Цена".into(),
                clauses: vec![
                    Clause {
                        items: vec![clause("price.vat", line("НДС нет."))], ..clause("price.rent", vec![price])
                    },
                    clause("price.pay", refer),
                ],
            },
        ],
        sign_title: "Подписи".into(),
        signatures: vec![Signature {
            role: "Сторона".into(),
            sign: line("_____ И. И. Иванов"),
            ..Signature::default()
        }],
        ..Document::default()
    }
}

#[test]
fn references_follow_renumbering() {
    let mut document = sample();
    assert!(plain::render(&lay(&document).unwrap()).contains("2.2. Плата вносится по п.\u{a0}2.1"));
    document.sections.remove(0);
    assert!(plain::render(&lay(&document).unwrap()).contains("1.2. Плата вносится по п.\u{a0}1.1"));
}

#[test]
fn a_dangling_reference_is_an_error() {
    let mut document = sample();
    document.sections[1].clauses.remove(0);
    let error = Dangling { target: "price.rent".into(), at: "price.pay".into() };
    assert_eq!(lay(&document), Err(error));
}

#[test]
fn html_is_escaped_and_carries_pointers() {
    let text = html::fragment(&lay(&sample()).unwrap());
    assert!(
        text.contains("<span class=\"fact stated\" data-pointer=\"/price/rent\">30\u{a0}000\u{a0}₽</span>"),
        "{text}"
    );
    assert!(text.contains("[кто &lt;сдаёт&gt;]") && !text.contains("<сдаёт>"));
    assert!(text.contains("href=\"#c-price-rent\"") && text.contains("id=\"c-price-rent\""));
    assert!(!text.contains("style="));
}

#[test]
fn markdown_is_no_list_and_escapes() {
    let text = markdown::render(&lay(&sample()).unwrap());
    assert!(text.contains("# Договор №\u{a0}5\n"));
    assert!(text.contains("\n2.1\\. 30\u{a0}000"), "{text}");
    assert!(text.contains("2.1.1\\. НДС"));
    assert!(text.contains("**\\[кто \\<сдаёт\\>\\]**"));
    assert!(text.contains("## 3. Подписи"));
}

#[test]
fn facts_and_gaps_are_listed() {
    let document = sample();
    assert_eq!(document.pointers().into_iter().collect::<Vec<_>>(), ["/price/rent"]);
    assert_eq!(document.missing().into_iter().collect::<Vec<_>>(), ["/parties/lessor/name"]);
}
