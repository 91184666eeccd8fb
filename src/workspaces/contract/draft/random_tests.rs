//! Random fact sets of every type: what was said stands in the text, nothing stands there that was not, and the
//! linter has nothing to say about it.
//!
//! `LEGALAGI_RANDOM_FACTS=200` takes that many sets of each type; `LEGALAGI_RANDOM_PACK` takes one type alone.

use super::tests::KNOWLEDGE;
use super::*;
use crate::engine::document::flow::lay;
use crate::engine::document::plain as plain_text;
use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::clauses;
use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::engine::text::requisites;
use crate::model::issue::Severity;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::guards::gate;
use crate::workspaces::contract::intake::{computed, terms};
use crate::workspaces::contract::lint;
use crate::workspaces::contract::missions::dice::Dice;
use serde_json::json;

/// Sets of each type in the ordinary suite.
const USUAL: u64 = 1;
const TODAY: &str = "2026-11-21";
/// Rules about whom the words favour: in a variant that favours a side they say what was chosen. What the law lets
/// the parties settle otherwise (L16) is their choice too.
const OF_CHOICES: [&str; 4] = ["L03", "L18", "L60", "L62"];
/// Only the surety of a surety's contract can be late: his penalty alone is no choice of words.
const ONE_SIDED: (&str, &str) = ("surety", "L60");
/// Rules about the facts themselves: a set that breaks one contradicts itself and proves nothing about the text.
const OF_FACTS: [&str; 14] =
    ["L01", "L04", "L05", "L07", "L13", "L15", "L17", "L19", "L21", "L23", "L24", "L33", "L81", "L82"];

#[expect(clippy::disallowed_methods, reason = "a switch of this test")]
fn wish(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn with_digits(base: &str, weights: &[&[u32]], last: impl Fn(u32) -> u32) -> String {
    let mut text = base.to_owned();
    for list in weights {
        let sum: u32 = text.chars().filter_map(|c| c.to_digit(10)).zip(*list).map(|(d, w)| d * w).sum();
        text.push_str(&last(sum).to_string());
    }
    text
}

fn inn(person: bool, n: u64) -> String {
    let key = |sum: u32| sum % 11 % 10;
    if person {
        let weights: [&[u32]; 2] = [&[7, 2, 4, 10, 3, 5, 9, 4, 6, 8], &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]];
        with_digits(&format!("77{n:08}"), &weights, key)
    } else {
        with_digits(&format!("77{n:07}"), &[&[2, 4, 10, 3, 5, 9, 4, 6, 8]], key)
    }
}

fn ogrn(person: bool, n: u64) -> String {
    let base = if person { format!("32677{n:09}") } else { format!("10277{n:07}") };
    let number: u64 = base.parse().unwrap();
    format!("{base}{}", number % if person { 13 } else { 11 } % 10)
}

/// An account whose key fits the bank.
fn account(prefix: &str, number: u64) -> String {
    let of = |key: u32| format!("{prefix}810{key}0000{:07}", number % 10_000_000);
    (0..10).map(of).find(|account| requisites::account_ok("044525225", account)).unwrap()
}

/// A side with all that identifies it and who signs for it.
fn side(kind: &str, n: usize, dice: &mut Dice) -> Value {
    const MEN: [&str; 3] = ["Иванов Иван Иванович", "Петренко Олег Павлович", "Сидоров Андрей Ильич"];
    const WOMEN: [&str; 3] = ["Кузнецова Мария Сергеевна", "Соколова Анна Петровна", "Ким Ольга Львовна"];
    let name = if dice.below(2) == 0 { MEN[n % 3] } else { WOMEN[n % 3] };
    let number = u64::try_from(dice.below(9_000_000)).unwrap() + 1;
    let mut out = json!({"kind": kind, "name": name, "address": format!("г. Москва, ул. Первая, д. {}", 10 + n)});
    match kind {
        "company" => {
            out["name"] = json!(["ООО «Вектор»", "АО «Заря»", "АНО «Опора»"][n % 3]);
            out["inn"] = json!(inn(false, number % 10_000_000));
            out["kpp"] = json!("770101001");
            out["ogrn"] = json!(ogrn(false, number % 10_000_000));
            let basis = ["устав", "доверенность № 5 от 01.02.2026"][dice.below(2)];
            out["signer"] = json!({"name": name, "post": "генеральный директор", "basis": basis});
        }
        "entrepreneur" => {
            out["inn"] = json!(inn(true, number));
            out["ogrn"] = json!(ogrn(true, number));
        }
        _ => {
            out["passport"] = json!({"series": "4510", "number": format!("{:06}", number % 1_000_000)});
            out["birth_date"] = json!("1985-04-12");
            if kind == "self_employed" {
                out["inn"] = json!(inn(true, number));
            }
        }
    }
    // Where the text has money paid on an account, the account stands: everybody has one here.
    {
        let prefix = match kind {
            "company" => "40702",
            "entrepreneur" => "40802",
            _ => "40817",
        };
        out["bank"] = json!({"account": account(prefix, number), "bik": "044525225", "name": "Банк «Пример»",
            "correspondent": "30101810400000000225"});
        out["phone"] = json!(format!("+7 900 000-00-{:02}", number % 100));
    }
    out
}

fn value(pack: &Pack, field: &Field, dice: &mut Dice) -> Value {
    let any = |list: &[&str], dice: &mut Dice| json!(list[dice.below(list.len())]);
    match field.kind {
        FieldKind::Text => json!(format!("{} (вариант {})", field.label.to_lowercase(), 100 + dice.below(900))),
        FieldKind::Money => json!({"amount": format!("{}.00", 1_000 + dice.below(900_000)), "currency": "RUB"}),
        FieldKind::Rate => {
            let per = if field.pointer.starts_with("/penalty") { "day" } else { "year" };
            json!({"percent": format!("0.{}", 1 + dice.below(9)), "per": per})
        }
        FieldKind::Integer => json!(2 + dice.below(9)),
        FieldKind::DayOfMonth => json!(1 + dice.below(28)),
        FieldKind::Date => {
            let early = ["start", "loading", "docs", "from"].iter().any(|word| field.pointer.contains(word));
            json!(format!("{}-{:02}-{:02}", if early { 2027 } else { 2028 }, 1 + dice.below(12), 1 + dice.below(28)))
        }
        FieldKind::Duration => json!({"count": 2 + dice.below(9), "unit": any(&["month", "day"], dice)}),
        FieldKind::Quantity => {
            let unit = field.units.first().map_or("pcs", String::as_str);
            json!({"value": (2 + dice.below(90)).to_string(), "unit": unit})
        }
        FieldKind::Year => json!(2015 + dice.below(10)),
        FieldKind::Choice => field.options[dice.below(field.options.len())].value.clone(),
        FieldKind::YesNo => json!(dice.below(2) == 0),
        FieldKind::VehicleMake => json!("Lada"),
        FieldKind::VehicleModel => json!("Vesta"),
        FieldKind::Vin => json!("XTAGFL113M0000001"),
        FieldKind::Plate => json!("А123ВС777"),
        FieldKind::Cadastral => json!(format!("77:01:0001001:{}", 100 + dice.below(900))),
        FieldKind::Address => json!(format!("г. Казань, ул. Вторая, д. {}", 10 + dice.below(80))),
        FieldKind::City => json!(any(&["Москва", "Казань"], dice)),
    }
    .pipe(|value| if pack.generic && field.pointer == "/contract/named" { Value::Null } else { value })
}

trait Pipe: Sized {
    fn pipe(self, change: impl FnOnce(Self) -> Self) -> Self {
        change(self)
    }
}
impl Pipe for Value {}

fn put(domain: &mut Value, at: &str, value: Value) {
    if let Some(tokens) = pointer::tokens(at).filter(|_| !value.is_null()) {
        edit::put(domain, &tokens, value);
    }
}

/// A set of facts without what is missing; `None` when the dice contradict themselves.
fn told(pack: &Pack, seed: u64) -> Option<Value> {
    let mut dice = Dice::new(seed, &pack.id);
    let mut domain = json!({"contract": {"type": pack.id}});
    for (n, party) in pack.parties.iter().enumerate() {
        let all = ["individual", "self_employed", "entrepreneur", "company"];
        let fits: Vec<&str> =
            all.into_iter().filter(|kind| party.kinds.is_empty() || party.kinds.iter().any(|k| k == kind)).collect();
        let one = side(fits[dice.below(fits.len())], n, &mut dice);
        put(&mut domain, &format!("/parties/{}", party.role), one);
        if dice.below(4) == 0 && fits.contains(&"individual") {
            put(&mut domain, &format!("/parties/{}/also/2", party.role), side("individual", n + 2, &mut dice));
        }
    }
    let computed = |at: &str| pack.computed.iter().any(|rule| rule.pointer == at);
    put(&mut domain, "/contract/city", json!("Казань"));
    put(&mut domain, "/contract/date", json!(TODAY));
    let listed = |at: &str| pack.rows.as_ref().is_some_and(|rows| pointer::is_within(at, &rows.at));
    let free = |at: &str| !computed(at) && at != "/contract/date" && !listed(at);
    for field in pack.fields.iter().filter(|field| free(&field.pointer)) {
        if dice.below(100) < 55 && condition::all(&field.when, &domain) {
            let value = value(pack, field, &mut dice);
            put(&mut domain, &field.pointer, value);
        }
    }
    // Rows are told whole: one without its price is a gap, which is held.
    if let Some(rows) = pack.rows.as_ref().filter(|_| dice.below(4) == 0) {
        for n in 1..=1 + dice.below(3) {
            for leaf in ["name", "quantity", "price"] {
                let field = pack.field_of(&format!("{}/{n}/{leaf}", rows.at)).expect("a row has its fields");
                let value = value(pack, field, &mut dice);
                put(&mut domain, &field.pointer, value);
            }
        }
    }
    for _ in 0..4 {
        let open: Vec<&str> = pack
            .terms
            .iter()
            .filter(|term| terms::is_open(term, &domain))
            .flat_map(|term| terms::missing(term, &domain))
            .filter_map(|need| terms::alternatives(need).next())
            .collect();
        for at in open {
            if let Some(field) = pack.field_of(at) {
                let value = value(pack, field, &mut dice);
                put(&mut domain, &field.pointer, value);
            }
        }
    }
    for (at, value, _) in computed::all(pack, &domain) {
        put(&mut domain, &at, value);
    }
    let own = json!({"1": {"quote": "за курение в помещении штраф 5000 рублей"},
        "2": {"text": "Животные допускаются с письменного согласия другой стороны.", "quote": "с животными по согласию"}});
    if dice.below(2) == 0 {
        put(&mut domain, "/terms/own", own);
    }
    let state = json!({"domain": domain, "issues": []});
    gate::judge(Some(pack), &state, &Ledger::default()).ready_for_skeleton.then_some(domain)
}

/// What is wrong with the text of a set.
fn faults(pack: &Pack, domain: &Value, variant: Variant) -> Option<Vec<String>> {
    let ledger = Ledger::default();
    let facts = Facts { pack, domain, ledger: &ledger };
    let draft = draft(facts, clauses::embedded().unwrap(), variant);
    let mut out: Vec<String> = Vec::new();
    out.extend(draft.document.missing().into_iter().map(|at| format!("missing {at}")));
    out.extend(draft.unused.iter().map(|at| format!("not said {at}")));
    let blank = |inline: &Inline| match inline {
        Inline::Blank { pointer, .. } if !pointer.is_empty() => Some(format!("blank {pointer}")),
        _ => None,
    };
    out.extend(draft.document.lines().into_iter().flatten().filter_map(blank));
    let text = plain_text::render(&lay(&draft.document).unwrap()).replace('\u{a0}', " ");
    // Empty cells of a table are no words.
    let text = text.replace(" |  |  |", " |");
    for bad in ["{{", "}}", "  ", " ,", " .", "..", ",,", "()", "[", ";.", ".;", "«»", ": ."] {
        if let Some(at) = text.find(bad) {
            let around: String = text[..at].chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
            out.push(format!("«{bad}» after «{around}»"));
        }
    }
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    for other in KNOWLEDGE.packs.iter().filter(|other| !other.generic).flat_map(|other| &other.parties) {
        let forms = Case::ALL.map(|case| phrase::decline(&other.title, case, true));
        let own = pack.parties.iter().any(|party| forms.contains(&party.title) || party.title.contains(&other.title));
        let said = |word: &str| words.contains(word);
        if !own && forms.iter().any(|form| said(form)) {
            out.push(format!("leftover «{}»", other.title));
        }
    }
    let report = lint::drafted(facts, &[], draft.clone(), TODAY);
    if report.findings.iter().any(|f| f.severity <= Severity::High && OF_FACTS.contains(&f.rule.as_str())) {
        return None;
    }
    // Who pays a penalty was said, or the variant favours a side.
    let one_sided = variant != Variant::Neutral || domain.pointer("/penalty/who").is_some();
    let chosen = |rule: &str| {
        OF_FACTS.contains(&rule) || OF_CHOICES.contains(&rule) && (one_sided || (pack.id.as_str(), rule) == ONE_SIDED)
    };
    let wrong = report.findings.iter().filter(|f| f.severity <= Severity::Med && f.rule != "L16" && !chosen(&f.rule));
    out.extend(wrong.map(|f| {
        format!("{} {:?} {} {:?} «{}»", f.rule, f.severity, f.message, f.clause, f.quote.clone().unwrap_or_default())
    }));
    if wish("LEGALAGI_RANDOM_NET").is_some() {
        let all = draft.document.sections.iter().flat_map(|section| &section.clauses);
        let items = all.filter(|clause| clause.id == "special.told").flat_map(|clause| &clause.items);
        out.extend(items.map(|item| format!("net {}", plain_words(&item.body))));
    }
    Some(out)
}

fn plain_words(line: &[Inline]) -> String {
    line.iter()
        .map(|inline| match inline {
            Inline::Text { text } => text.as_str(),
            Inline::Value { pointer, .. } => pointer.as_str(),
            _ => "",
        })
        .collect()
}

#[test]
fn what_was_said_stands_in_the_text_of_every_type() {
    let sets: u64 = wish("LEGALAGI_RANDOM_FACTS").and_then(|text| text.parse().ok()).unwrap_or(USUAL);
    let only = wish("LEGALAGI_RANDOM_PACK");
    let mut wrong: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    let mut lacking = Vec::new();
    for pack in KNOWLEDGE.packs.iter().filter(|pack| only.as_ref().is_none_or(|id| *id == pack.id)) {
        let mut taken = 0;
        for seed in 0..sets * 40 {
            let Some(domain) = told(pack, seed) else { continue };
            let variant = Variant::ALL[usize::try_from(seed % 3).unwrap()];
            let Some(found) = faults(pack, &domain, variant) else { continue };
            taken += 1;
            for fault in found {
                let entry = wrong.entry(format!("{}: {fault}", pack.id)).or_insert((0, seed));
                entry.0 += 1;
            }
            if taken == sets {
                break;
            }
        }
        // A type that a notary makes has no set that is ready here.
        let deed = pack.duties.iter().any(|duty| duty.kind == "notary" && duty.when.is_empty());
        if taken == 0 && !deed {
            lacking.push(format!("{}: only {taken} sets", pack.id));
        }
    }
    let list: Vec<String> =
        wrong.iter().map(|(what, (count, seed))| format!("{count}× (seed {seed}) {what}")).collect();
    assert!(list.is_empty() && lacking.is_empty(), "{}\n{}", lacking.join("\n"), list.join("\n"));
}
