//! Random citations of the shared corpora: texts that are set on paper here.

use crate::own::citation;
use crate::{Dice, bench, same, skip};
use legalagi::adapters::intake::Outcome;
use legalagi::model::source::NodeView;
use legalagi::runner::ports::Sources;

#[tokio::test]
async fn the_words_under_the_boxes_are_those_cited_from_the_corpora() {
    let Some(corpora) = skip::shared("corpora") else { return };
    let bench = bench().await;
    let mut dice = Dice::new(63);
    let (mut right, mut wrong, mut cells) = (0, Vec::new(), 0);
    for file in [
        "ru-construction-norms/Свод правил 63.13330.2018.json",
        "ru-construction-norms/Федеральный закон 384-.json",
        "ru-civil-code/gk-rf-articles.derived.json",
        "ua-codes/00011-ua-law-2747-15.json",
    ] {
        let path = corpora.join(file);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let outcome = bench.import(&name, std::fs::read(&path).unwrap()).await;
        let Outcome::Imported { editions, .. } = outcome else { panic!("{file}: {outcome:?}") };
        let edition = &editions[0];
        let outline = bench.store.outline(edition).await.unwrap();
        let prose = |node: &&NodeView| {
            let table = ["row", "table", "cell", "column", "row_header", "note"].contains(&node.kind.as_str());
            !table && node.text.split_whitespace().count() >= 4
        };
        let nodes: Vec<&NodeView> = outline.iter().filter(prose).collect();
        for _ in 0..25 {
            let node = nodes[dice.below(nodes.len())];
            let quote = citation(&mut dice, node);
            let (_, under) = bench.under(edition, Some(&node.node_id), Some(&quote)).await;
            if same(&under, &quote) {
                right += 1
            } else {
                wrong.push(format!("{}: «{quote}» but «{under}»", node.address))
            }
        }
        let table: Vec<&NodeView> = outline.iter().filter(|node| node.kind == "cell" && !node.lossy).collect();
        for _ in 0..25.min(table.len()) {
            let node = table[dice.below(table.len())];
            let (found, _) = bench.under(edition, Some(&node.node_id), None).await;
            let own: Vec<_> =
                found.boxes.iter().filter(|b| b.role == legalagi::model::source::BoxRole::Cell).copied().collect();
            let under = bench.atlas.words_under(edition, &own).await.unwrap();
            if same(&under, &node.text) {
                cells += 1
            } else {
                wrong.push(format!("{}: «{}» but «{under}»", node.address, node.text))
            }
        }
    }
    println!("{right} citations and {cells} cells lie on their words, {} do not", wrong.len());
    assert!(right + cells >= 100 && wrong.len() * 100 <= right + cells, "{wrong:#?}");
}
