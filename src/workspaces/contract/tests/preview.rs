//! The document of a running dialogue.

use super::{Dialogue, KNOWLEDGE};
use crate::model::document_view::{Block, DocumentView, Mark, PARTS, VARIANTS};
use crate::model::facts::Origin;
use crate::workspaces::contract::document;

const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";

fn shown(dialogue: &Dialogue, variant: &str, part: &str) -> Option<DocumentView> {
    document::view(&dialogue.now, &KNOWLEDGE, Some(variant), part).expect("a document")
}

fn text(view: &DocumentView) -> String {
    let lines = view.blocks.iter().flat_map(Block::lines);
    lines.map(|runs| runs.iter().map(|run| run.text.as_str()).collect::<String>() + "\n").collect()
}

#[test]
fn it_appears_with_the_type_of_the_contract() {
    assert_eq!(shown(&Dialogue::heard(LEASE), "neutral", "contract"), None);
    let view = shown(&Dialogue::open(LEASE), "neutral", "contract").expect("the type is known");
    assert!(view.title.starts_with("Договор аренды"), "{}", view.title);
    let fact = view.blocks.iter().flat_map(Block::lines).flatten().find(|run| run.text.contains("тридцать тысяч"));
    let Mark::Fact { pointer, origin } = &fact.expect("the rent stands in the text").mark else { panic!("a fact") };
    assert_eq!((pointer.as_str(), *origin), ("/price/rent", Some(Origin::Stated)));
}

#[test]
fn a_gap_knows_what_fills_it() {
    let dialogue = Dialogue::open(LEASE);
    let view = shown(&dialogue, "neutral", "contract").expect("the type is known");
    let vin = view.gaps.iter().find(|gap| gap.pointer == "/object/vin").expect("no VIN was given");
    assert!(vin.needed && vin.words.is_some(), "{vin:?}");
    assert_eq!(vin.issue.as_ref().map(|id| id.as_str()), Some("issue:vehicle_lease.object"));
    let open = dialogue.now.aside.next_action.as_ref().and_then(|next| next.question()).expect("a question is open");
    assert!(view.gaps.iter().any(|gap| gap.question == open.question_id), "{:?}", view.gaps);
    assert_eq!(view.missing().len(), view.gaps.iter().filter(|gap| gap.needed).count());
}

#[test]
fn references_lead_to_clauses_of_the_page() {
    let view = shown(&Dialogue::open(LEASE), "party_1", "contract").expect("the type is known");
    let anchors: Vec<&str> = view
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Heading { anchor, .. } | Block::Clause { anchor, .. } => Some(anchor.as_str()),
            _ => None,
        })
        .collect();
    let mut once = anchors.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), anchors.len(), "anchors are unique on the page");
    for run in view.blocks.iter().flat_map(Block::lines).flatten() {
        if let Mark::Ref { target } = &run.mark {
            assert!(anchors.contains(&target.as_str()), "{target}");
        }
    }
}

#[test]
fn parts_and_variants() {
    let dialogue = Dialogue::open(LEASE);
    let contract = shown(&dialogue, "neutral", "contract").expect("the type is known");
    assert_eq!(contract.sides[0].genitive, "арендодателя");
    for part in &contract.parts {
        assert!(PARTS.contains(&part.part.as_str()));
        let alone = shown(&dialogue, "neutral", &part.part).expect("the part");
        assert_eq!((alone.part.as_str(), alone.title.as_str()), (part.part.as_str(), part.title.as_str()));
    }
    let [first, neutral, second] = VARIANTS.map(|variant| text(&shown(&dialogue, variant, "contract").expect("it")));
    assert!(first != second && (first != neutral || second != neutral));
    // A part that the contract does not have gives the contract.
    let loan = Dialogue::open("Даю в долг Петрову Петру Петровичу 100 000 рублей до 1 марта 2027 года");
    for part in PARTS {
        assert!(shown(&loan, "neutral", part).is_some());
    }
    assert!(document::view(&dialogue.now, &KNOWLEDGE, Some("ours"), "contract").is_err());
    assert!(document::view(&dialogue.now, &KNOWLEDGE, None, "form").is_err());
}
