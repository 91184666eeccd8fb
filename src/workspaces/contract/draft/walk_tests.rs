//! Every field of every pack drafted alone and beside the others: no fact is said only by the list of the rest, and no words
//! of a contract are broken.

use super::tests::KNOWLEDGE;
use super::*;
use crate::engine::document::flow::lay;
use crate::engine::document::plain as plain_text;
use crate::engine::knowledge::clauses;
use crate::engine::knowledge::condition::Condition;
use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::workspaces::contract::edit;
use serde_json::json;

/// Values that the law forbids or that make another contract: they are asked about, and no clause says them (GK art. 1007
/// p. 3, art. 687 p. 2, art. 793, art. 632; 14-FZ art. 21).
const UNLAWFUL: [(&str, &str, &str); 5] = [
    ("agency", "/service/customers_limit", "yes"),
    ("residential_tenancy", "/exit/landlord", "out_of_court"),
    ("carriage", "/penalty/waiver", "waived"),
    ("vehicle_lease", "/object/crew", "with"),
    ("share_sale", "/object/notary", "refused"),
];

fn is_held(pack: &Pack, at: &str, value: &Value) -> bool {
    UNLAWFUL.iter().any(|(of, place, bad)| pack.id == *of && at == *place && value == bad)
}

fn values(field: &Field) -> Vec<Value> {
    match field.kind {
        FieldKind::Choice => field.options.iter().map(|option| option.value.clone()).collect(),
        FieldKind::YesNo => vec![json!(true), json!(false)],
        FieldKind::Text => vec![json!("слова сторон")],
        FieldKind::Money => vec![json!({"amount": "12000.00", "currency": "RUB"})],
        FieldKind::Rate if field.pointer.starts_with("/penalty") => vec![json!({"percent": "0.1", "per": "day"})],
        FieldKind::Rate => vec![json!({"percent": "30"})],
        FieldKind::Integer => vec![json!(3)],
        FieldKind::DayOfMonth => vec![json!(5)],
        FieldKind::Date => vec![json!("2027-03-01")],
        FieldKind::Duration => {
            vec![json!({"count": 5, "unit": "working_day"})]
        }
        FieldKind::Quantity => {
            vec![json!({"value": "4", "unit": field.units.first().map_or("pcs", String::as_str)})]
        }
        FieldKind::Year => vec![json!(2021)],
        FieldKind::VehicleMake => vec![json!("Lada")],
        FieldKind::VehicleModel => vec![json!("Vesta")],
        FieldKind::Vin => vec![json!("XTAGFL113M0000001")],
        FieldKind::Plate => vec![json!("А123ВС777")],
        FieldKind::Cadastral => vec![json!("77:01:0001001:101")],
        FieldKind::Address => vec![json!("г. Казань, ул. Вторая, д. 10")],
        FieldKind::City => vec![json!("Казань")],
    }
}

fn put(domain: &mut Value, at: &str, value: Value) {
    if let Some(tokens) = pointer::tokens(at) {
        edit::put(domain, &tokens, value);
    }
}

/// The facts that a field needs beside it to have a meaning at all.
fn needed(domain: &mut Value, pack: &Pack, conditions: &[Condition]) {
    for one in conditions {
        let any = one.any_of.as_ref().and_then(|list| list.first()).cloned();
        let there = || pack.field_of(&one.at).filter(|_| one.exists == Some(true)).and_then(|f| values(f).pop());
        if let Some(value) = one.is.clone().or(any).or_else(there) {
            put(domain, &one.at, value);
        }
    }
}

fn drafted(pack: &Pack, domain: &Value) -> Draft {
    draft(Facts { pack, domain, ledger: &Ledger::default() }, clauses::embedded().unwrap(), Variant::Neutral)
}

fn list_of_the_rest(draft: &Draft) -> Vec<String> {
    let all = draft.document.sections.iter().flat_map(|section| &section.clauses);
    let items = all.filter(|clause| clause.id == "special.told").flat_map(|clause| &clause.items);
    let pointer = |inline: &Inline| match inline {
        Inline::Value { pointer, .. } => Some(pointer.clone()),
        _ => None,
    };
    items.filter_map(|item| item.body.iter().find_map(pointer)).collect()
}

/// What is broken in the words of a contract.
fn broken(draft: &Draft) -> Vec<String> {
    // Nobody cares how a placeholder reads.
    let text: String = plain_text::render(&lay(&draft.document).unwrap()).replace('\u{a0}', " ");
    let text = text
        .split('[')
        .map(|part| part.split_once(']').map_or(part, |(_, behind)| behind))
        .collect::<Vec<_>>()
        .join("…");
    let mut out = Vec::new();
    for line in text.lines().filter(|line| !line.contains('|') && !line.contains("___")) {
        for bad in ["..", ": .", " .", " ,", "  ", "working_day", "calendar_day", "г. г.", "{{", "}}", "()", ";.", ",,"]
        {
            if line.trim().contains(bad) {
                out.push(format!("«{bad}» in «{line}»"));
            }
        }
        let words: Vec<String> =
            line.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
        for pair in words.windows(2).filter(|pair| pair[0] == pair[1] && pair[0].chars().count() > 3) {
            out.push(format!("«{} {}» in «{line}»", pair[0], pair[1]));
        }
        for four in words.windows(4).filter(|four| four[..2] == four[2..] && four[1].chars().count() > 3) {
            out.push(format!("«{}» twice in «{line}»", four[..2].join(" ")));
        }
        for word in line.split_whitespace().filter(|word| word.contains('_')) {
            out.push(format!("the code «{word}» in «{line}»"));
        }
    }
    out
}

fn fields(pack: &Pack) -> impl Iterator<Item = &Field> {
    let listed = |at: &str| pack.rows.as_ref().is_some_and(|rows| pointer::is_within(at, &rows.at));
    pack.fields.iter().filter(move |field| !listed(&field.pointer) && field.pointer != "/contract/named")
}

#[test]
fn every_field_alone_has_a_clause_of_its_own() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    for pack in &KNOWLEDGE.packs {
        for field in fields(pack) {
            for value in values(field).into_iter().filter(|value| !is_held(pack, &field.pointer, value)) {
                let mut domain = json!({"contract": {"type": pack.id}});
                needed(&mut domain, pack, &field.when);
                put(&mut domain, &field.pointer, value.clone());
                let draft = drafted(pack, &domain);
                let rest = list_of_the_rest(&draft).into_iter();
                wrong.extend(rest.map(|at| format!("{}: only listed: {at} = {value}", pack.id)));
                wrong.extend(broken(&draft).into_iter().map(|what| format!("{}: {what}", pack.id)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_field_beside_each_choice_of_payment_has_its_words() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    for pack in &KNOWLEDGE.packs {
        let money =
            |at: &str| ["/payment/", "/price/", "/penalty/", "/term/", "/interest/"].iter().any(|p| at.starts_with(p));
        let choices = fields(pack).filter(|field| {
            let plan = ["/payment/plan", "/term/kind", "/price/kind", "/price/basis", "/interest/paid"];
            field.kind == FieldKind::Choice && plan.contains(&field.pointer.as_str())
        });
        for choice in choices {
            for option in choice.options.iter().filter(|one| !is_held(pack, &choice.pointer, &one.value)) {
                for field in fields(pack).filter(|field| money(&field.pointer) && field.pointer != choice.pointer) {
                    let mut domain = json!({"contract": {"type": pack.id}});
                    put(&mut domain, &choice.pointer, option.value.clone());
                    let lawful = values(field).into_iter().find(|value| !is_held(pack, &field.pointer, value));
                    let Some(value) = lawful.filter(|_| condition::all(&field.when, &domain)) else { continue };
                    put(&mut domain, &field.pointer, value);
                    let draft = drafted(pack, &domain);
                    let rest = list_of_the_rest(&draft).into_iter();
                    wrong.extend(
                        rest.map(|at| format!("{}: {} = {}: only listed: {at}", pack.id, choice.pointer, option.value)),
                    );
                    wrong.extend(broken(&draft).into_iter().map(|what| format!("{}: {what}", pack.id)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn no_blank_for_the_pen_stands_in_a_contract() {
    for pack in &KNOWLEDGE.packs {
        let library = clauses::embedded().unwrap().of(pack);
        for clause in &library.clauses {
            let texts = std::iter::once(&clause.text).chain(&clause.items);
            for text in texts {
                let nodes = template::parse(text).unwrap();
                let pen = template::all(&nodes).iter().any(|(node, _)| matches!(node, Node::Blank(_)));
                assert!(!pen, "{}: {} has a line that no card fills", pack.id, clause.id);
            }
        }
        for attached in drafted(pack, &json!({"contract": {"type": pack.id}})).document.attachments {
            let later = !attached.date.is_empty();
            let lines = attached.sections.iter().flat_map(|section| &section.clauses).flat_map(|clause| &clause.body);
            let pen = lines.filter(|inline| matches!(inline, Inline::Blank { pointer, .. } if pointer.is_empty()));
            assert!(later || pen.count() == 0, "{}: «{}» has lines that no card fills", pack.id, attached.title);
        }
    }
}
