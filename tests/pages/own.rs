//! Three PDFs of our own, imported as anybody's: the words under the boxes are the words cited.

use crate::{AT, Bench, Dice, bench, made, same};
use legalagi::adapters::intake::{self, Outcome};
use legalagi::adapters::pages::keep;
use legalagi::engine::corpus::{Imported, ImportedNode, ImportedPage};
use legalagi::model::source::{BoxRole, DocumentKind, NodeView, SearchQuery};
use legalagi::runner::ports::{KeptFile, PageFiles, Pages, Sought, Sources};

/// Imports a PDF and gives its edition.
async fn imported(bench: &Bench, name: &str, bytes: Vec<u8>) -> String {
    match bench.import(name, bytes).await {
        Outcome::Imported { editions, nodes, pages, remarks } => {
            assert!(nodes > 5 && pages > 0, "{name}: {nodes} nodes, {pages} pages");
            assert!(remarks.iter().all(|remark| !remark.contains("показать нельзя")), "{name}: {remarks:?}");
            editions.into_iter().next().unwrap()
        }
        other => panic!("{name}: {other:?}"),
    }
}

/// A stretch of a node's words.
pub(crate) fn citation(dice: &mut Dice, node: &NodeView) -> String {
    let words: Vec<&str> = node.text.split_whitespace().collect();
    let len = 3 + dice.below(18);
    let from = dice.below(words.len().saturating_sub(len) + 1);
    words[from..(from + len).min(words.len())].join(" ")
}

#[tokio::test]
async fn the_words_under_the_boxes_are_those_cited_from_own_pdfs() {
    let bench = bench().await;
    let mut dice = Dice::new(20_261_122);
    let (mut checked, mut spread) = (0, 0);
    for (name, bytes) in
        [("колонки.pdf", made::columns()), ("таблица.pdf", made::table()), ("поворот.pdf", made::turned())]
    {
        let edition = imported(&bench, name, bytes).await;
        let outline = bench.store.outline(&edition).await.unwrap();
        let clauses: Vec<&NodeView> = outline.iter().filter(|node| node.kind == "clause").collect();
        assert!(clauses.len() >= 9, "{name}: {} clauses", clauses.len());
        for _ in 0..70 {
            let node = clauses[dice.below(clauses.len())];
            let quote = citation(&mut dice, node);
            let (found, under) = bench.under(&edition, Some(&node.node_id), Some(&quote)).await;
            assert!(same(&under, &quote), "{name} {}: «{quote}» but «{under}» {:?}", node.address, found.notice);
            assert!(found.boxes.iter().all(|b| b.role == BoxRole::Text && b.x >= 0.0 && b.x + b.w <= 1.0));
            checked += 1;
        }
        for node in &clauses {
            let (found, under) = bench.under(&edition, Some(&node.node_id), Some(&node.text)).await;
            assert!(same(&under, &node.text), "{name} {}: {under}", node.address);
            spread += usize::from(found.boxes.iter().any(|b| b.page != found.boxes[0].page));
        }
        // A whole clause, without words of the caller.
        let node = clauses[clauses.len() / 2];
        let (found, under) = bench.under(&edition, Some(&node.node_id), None).await;
        assert!(same(&under, &node.text), "{name}: {under}");
        assert_eq!(found.notice, None);
        // And words that are not there.
        let (found, _) = bench.under(&edition, Some(&node.node_id), Some("Сторож играет на флейте по субботам")).await;
        assert!(found.boxes.is_empty() && found.notice.unwrap().contains("не найдены"));
    }
    assert_eq!(checked, 210);
    assert!(spread > 0, "no citation went over the end of a page");
    let found = bench.store.search(&SearchQuery { q: "ограждение подъёмника".into(), ..SearchQuery::default() }).await;
    assert!(!found.unwrap().is_empty());
}

#[tokio::test]
async fn a_line_up_the_margin_is_one_box() {
    let bench = bench().await;
    let edition = imported(&bench, "поворот.pdf", made::turned()).await;
    let quote = "Поворот страницы 2 вдоль корешка";
    let sought = Sought { edition: edition.clone(), page: Some(2), quote: Some(quote.into()), ..Sought::default() };
    let found = bench.atlas.boxes(&sought).await.unwrap();
    assert_eq!(found.boxes.len(), 1, "{found:?}");
    assert!(found.boxes[0].h > found.boxes[0].w * 5.0);
    assert!(same(&bench.atlas.words_under(&edition, &found.boxes).await.unwrap(), quote));
}

fn node(parent: Option<usize>, kind: &str, path: &str, title: &str, text: &str) -> ImportedNode {
    ImportedNode {
        parent,
        kind: kind.into(),
        path: path.into(),
        address: format!("Правила {path}"),
        title: title.into(),
        text: text.into(),
        page: Some(1),
        lossy: false,
    }
}

/// The nodes of the table as the readers write them.
fn tree() -> Vec<ImportedNode> {
    let mut nodes = vec![node(None, "table", "table/1.1", "Высота хранения", "Что хранят")];
    for (n, head) in made::HEADS.iter().enumerate() {
        nodes.push(node(Some(0), "column", &format!("table/1.1/col/{}", n + 1), "", head));
    }
    for (n, (label, values)) in made::rows().into_iter().enumerate() {
        let path = format!("table/1.1/row/{}", n + 1);
        let row = nodes.len();
        nodes.push(node(Some(0), "row", &path, &label, &format!("{label}: {}", values.join("; "))));
        nodes.push(node(Some(row), "row_header", &format!("{path}/col/0"), "", &label));
        for (k, value) in values.iter().enumerate() {
            nodes.push(node(Some(row), "cell", &format!("{path}/col/{}", k + 1), made::HEADS[k], value));
        }
    }
    nodes
}

fn edition(label: &str, pages: Vec<ImportedPage>) -> Imported {
    Imported {
        document: "own.rules".into(),
        jurisdiction: "RU".into(),
        kind: DocumentKind::Other,
        short: "Правила".into(),
        title: "Правила хранения".into(),
        label: label.into(),
        valid_from: None,
        valid_to: None,
        nodes: tree(),
        pages,
        remarks: Vec::new(),
    }
}

/// Every cell lies on its words, with the headers of its own row and column.
async fn cells(bench: &Bench, edition: &str) -> usize {
    let mut pages = 0;
    for (n, (label, values)) in made::rows().into_iter().enumerate() {
        for (k, value) in values.iter().enumerate() {
            let id = format!("norm://{edition}/table/1.1/row/{}/col/{}", n + 1, k + 1);
            let (found, _) = bench.under(edition, Some(&id), None).await;
            let of = |role: BoxRole| found.boxes.iter().filter(|b| b.role == role).copied().collect::<Vec<_>>();
            for (role, words) in
                [(BoxRole::Cell, value.as_str()), (BoxRole::RowHeader, &label), (BoxRole::ColumnHeader, made::HEADS[k])]
            {
                let under = bench.atlas.words_under(edition, &of(role)).await.unwrap();
                assert!(same(&under, words), "{id}: {role:?} «{words}» but «{under}»");
            }
            let (cell, row, head) = (of(BoxRole::Cell)[0], of(BoxRole::RowHeader)[0], of(BoxRole::ColumnHeader)[0]);
            // Same height as its row, below its own column's heading and no other.
            assert!(cell.page == row.page && (cell.y - row.y).abs() < 0.02, "{id}: {cell:?} {row:?}");
            assert!((cell.x - head.x).abs() < 0.08, "{id}: {cell:?} {head:?}");
            pages = pages.max(cell.page as usize);
        }
    }
    pages
}

#[tokio::test]
async fn a_cell_is_boxed_with_its_headers_also_on_the_second_page_of_its_table() {
    let bench = bench().await;
    let bytes = made::table();
    let sha256 = intake::hash(&[&bytes]);
    assert_eq!(keep::pdf(bench.store.as_ref(), &sha256, bytes.into()).await.unwrap(), None);
    let page = || ImportedPage { printed: String::new(), text: "-".into(), image: String::new() };
    bench.store.keep("a.pdf", &sha256, vec![edition("1", vec![page(), page()])], AT).await.unwrap();
    assert_eq!(cells(&bench, "own.rules@1").await, 2);
    // All cells of a row at once.
    let (found, under) = bench.under("own.rules@1", Some("norm://own.rules@1/table/1.1/row/36"), None).await;
    assert_eq!(found.boxes.iter().filter(|b| b.role == BoxRole::Cell).count(), 3, "{under}");
}

#[tokio::test]
async fn a_table_that_came_as_text_is_set_as_a_table() {
    let bench = bench().await;
    let mut lines = vec!["1.1 Перед таблицей стоят слова.".to_owned(), "Таблица 1.1 Высота хранения".to_owned()];
    lines.push("Что хранят".to_owned());
    lines.extend(made::HEADS.iter().map(|head| (*head).to_owned()));
    for (label, values) in made::rows() {
        lines.extend(made::wrap(&label, 24));
        lines.extend(values);
    }
    lines.push("1.2 После таблицы стоит ещё один пункт.".to_owned());
    // The table goes on on the second page of the source.
    let (one, two) = lines.split_at(90);
    let page = |lines: &[String]| ImportedPage { printed: String::new(), text: lines.join("\n"), image: String::new() };
    bench.store.keep("a.json", "00", vec![edition("2", vec![page(one), page(two)])], AT).await.unwrap();
    // It is drawn whole where it begins.
    assert_eq!(cells(&bench, "own.rules@2").await, 1);
    let sought = |page: u32, quote: &str| Sought {
        edition: "own.rules@2".into(),
        page: Some(page),
        quote: Some(quote.into()),
        ..Sought::default()
    };
    for (page, quote) in [(1, "Перед таблицей стоят слова"), (2, "После таблицы стоит ещё один пункт")]
    {
        let found = bench.atlas.boxes(&sought(page, quote)).await.unwrap();
        assert!(found.boxes.len() == 1 && found.notice.unwrap().contains("набрана по тексту"), "{quote}");
    }
    let image = bench.atlas.image("own.rules@2", 1, 1.0).await.unwrap();
    assert!(image.bytes.starts_with(b"\x89PNG") && image.width == 595 && image.height >= 841);
    let again = bench.atlas.image("own.rules@2", 1, 1.0).await.unwrap();
    assert_eq!(image.sha256, again.sha256);
    assert!(bench.atlas.image_bytes() >= image.bytes.len());
}

#[tokio::test]
async fn a_table_of_a_source_without_pages_is_set_in_parts() {
    let bench = bench().await;
    bench.store.keep("b.md", "01", vec![edition("3", Vec::new())], AT).await.unwrap();
    assert!(cells(&bench, "own.rules@3").await >= 2, "a long table goes on on the next sheet");
    let example = include_bytes!("../../knowledge/demo-corpus/warehouse-norms.md").to_vec();
    let Outcome::Imported { editions, .. } = bench.import("warehouse-norms.md", example).await else {
        panic!("the example does not read");
    };
    let id = format!("norm://{}/table/4.1/row/2/col/2", editions[0]);
    let (found, _) = bench.under(&editions[0], Some(&id), None).await;
    for (role, words) in [(BoxRole::Cell, "1,5"), (BoxRole::RowHeader, "Тюки"), (BoxRole::ColumnHeader, "П2")] {
        let own: Vec<_> = found.boxes.iter().filter(|place| place.role == role).copied().collect();
        assert_eq!(bench.atlas.words_under(&editions[0], &own).await.unwrap().trim(), words);
    }
}

#[tokio::test]
async fn kept_files_go_with_their_edition() {
    let bench = bench().await;
    let bytes = made::table();
    let sha256 = intake::hash(&[&bytes]);
    imported(&bench, "a.pdf", bytes.clone()).await;
    let file = bench.store.file(&sha256).await.unwrap().unwrap();
    assert_eq!(file, KeptFile { media: "application/pdf".into(), bytes });
    assert!(bench.store.file("00").await.unwrap().is_none());
}
