//! What the page shows beside the state: names, values for people, the meter, remarks.

use crate::engine::grammar::plural;
use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::knowledge::template::{self, Node};
use crate::model::money;
use crate::model::pointer;
use crate::model::session::GateView;
use crate::model::snapshot::Snapshot;
use crate::model::terms::Proof;
use crate::workspaces::Presented;
use crate::workspaces::contract::draft::values;
use crate::workspaces::contract::guards::pack_of;
use crate::workspaces::contract::intake::{issues, recognise, terms};
use crate::workspaces::contract::perform::speaking::SPEAKER;
use crate::workspaces::contract::wire::OWN;
use crate::workspaces::contract::{matter, state};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// See the module.
#[must_use]
pub fn present(snapshot: &Snapshot, knowledge: &Knowledge) -> Presented {
    let domain = &snapshot.state["domain"];
    let typed = state::contract_type(domain).and_then(|id| knowledge.pack(id));
    let pack = typed.or_else(|| pack_of(domain, &[], knowledge).filter(|_| snapshot.version > 0));
    let mut presented = Presented {
        gate: serde_json::from_value::<GateView>(snapshot.state["gate"].clone()).ok(),
        ..Presented::default()
    };
    for (leaf, scalar) in pointer::leaves(domain) {
        let shown = match scalar.as_str().filter(|_| pointer::is_within(&leaf, OWN)) {
            Some(words) => filled(pack, domain, words),
            None => value(pack, &leaf, scalar),
        };
        presented.shown.insert(leaf.clone(), shown);
        if let Some(pack) = pack {
            let mut at = leaf.as_str();
            while !at.is_empty() && !presented.labels.contains_key(at) {
                presented.labels.insert(at.to_owned(), name(pack, at));
                at = at.rsplit_once('/').map_or("", |(parent, _)| parent);
            }
        }
    }
    if let Some(pack) = pack {
        presented.terms = terms::meter(pack, domain, &snapshot.aside.ledger);
        presented.notices = notices(pack, domain);
        presented.notices.extend(nearest(pack, &snapshot.state, knowledge));
    }
    presented
}

/// The types that an unrecognised deal is nearest to.
fn nearest(pack: &Pack, state: &Value, knowledge: &Knowledge) -> Option<String> {
    let history = state["dialogue"]["history"].as_array().filter(|_| pack.generic)?;
    let said = history.iter().filter(|turn| turn["role"] == "user").filter_map(|turn| turn["text"].as_str());
    // The first words describe the deal; a bound keeps the page quick.
    let text: String = said.take(3).flat_map(|text| text.chars().take(4_000).chain([' '])).collect();
    let near = recognise::nearest(&text, knowledge, 3);
    let names: Vec<String> = near.iter().map(|pack| format!("«{}»", pack.short)).collect();
    (!names.is_empty())
        .then(|| format!("Ближайшие виды: {}. Если договор один из них, назовите его.", names.join(", ")))
}

/// Remarks of the pack: its own notice, missing review, law from memory, duties of form.
fn notices(pack: &Pack, domain: &Value) -> Vec<String> {
    let mut notices: Vec<String> = pack.notice.iter().cloned().collect();
    if pack.review.checked_by == "unreviewed" {
        notices.push(format!(
            "Правила вида «{}» ещё не проверены юристом (источник: {}, редакция {}).",
            pack.short,
            pack.review.source,
            date(&pack.review.edition)
        ));
    }
    let unverified: Vec<&str> = pack
        .terms
        .iter()
        .filter(|term| term.proof == Proof::Unverified && terms::applies(term, domain))
        .map(|term| term.article.as_str())
        .collect();
    if !unverified.is_empty() {
        notices.push(format!("Ссылки без проверки по тексту закона: {}.", unverified.join("; ")));
    }
    let duties = pack.duties.iter().filter(|duty| crate::engine::knowledge::condition::all(&duty.when, domain));
    notices.extend(duties.map(|duty| format!("{} ({}).", duty.text.trim_end_matches('.'), duty.article)));
    notices
}

/// The name of a place on the way to a leaf.
fn name(pack: &Pack, at: &str) -> String {
    let field = pack.fields.iter().find(|field| field.pointer == at);
    if let Some(field) = field {
        return field.label.clone();
    }
    let last = at.rsplit('/').next().unwrap_or_default();
    if let Some(group) = matter::part(at) {
        return group.to_owned();
    }
    if pack.field_of(at).is_some() {
        let part = match last {
            "amount" => "сумма",
            "currency" => "валюта",
            "percent" => "процент",
            "per" => "за период",
            "count" => "сколько",
            "unit" => "единица",
            "value" => "количество",
            _ => last,
        };
        return part.to_owned();
    }
    if at.starts_with("/parties/") {
        let label = issues::label(pack, at);
        return label.split_once(": ").map_or(label.clone(), |(_, leaf)| leaf.to_owned());
    }
    let label = issues::label(pack, at);
    if label.contains(" / ") { last.to_owned() } else { label }
}

/// Words of a term with what its slots say now; slots of facts that nobody has told are left open.
#[must_use]
pub fn filled(pack: Option<&Pack>, domain: &Value, words: &str) -> String {
    // Words without slots and groups are what they are.
    if !words.contains(['{', '[', ']']) {
        return words.to_owned();
    }
    let (Some(pack), Ok(nodes)) = (pack, template::parse(words)) else { return words.to_owned() };
    let told = |node: Node| match node {
        Node::Fact { pointer, form } => values::show(pack, domain, &pointer, &form).unwrap_or_else(|| "…".to_owned()),
        other => other.source(),
    };
    nodes.into_iter().map(told).collect()
}

/// A value in words: money with its sign, dates as 01.12.2026, choices by their label.
#[must_use]
pub fn value(pack: Option<&Pack>, at: &str, value: &Value) -> String {
    match value {
        Value::Object(map) if map.contains_key("amount") => format!(
            "{} {}",
            money::human(map["amount"].as_str().unwrap_or_default()),
            money::sign(map.get("currency").and_then(Value::as_str).unwrap_or_default())
        ),
        Value::Object(map) if map.contains_key("series") => {
            let part = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default();
            format!("{} {}", part("series"), part("number")).trim().to_owned()
        }
        Value::Object(map) if map.contains_key("percent") => {
            let part = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default();
            let rate = format!("{} %", part("percent").replace('.', ","));
            if part("per").is_empty() { rate } else { format!("{rate} за {}", string(pack, "/per", part("per"))) }
        }
        Value::Object(map) if map.contains_key("count") && map.contains_key("unit") => {
            let (count, unit) = (map["count"].as_u64().unwrap_or_default(), map["unit"].as_str().unwrap_or_default());
            let noun = plural::unit_of(unit).map_or(unit, |known| plural::plural(count, known.forms));
            format!("{count} {noun}")
        }
        Value::Object(map) if map.contains_key("value") && map.contains_key("unit") => {
            let part = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default();
            format!("{} {}", part("value").replace('.', ","), string(pack, "/unit", part("unit")))
        }
        Value::Object(map) => {
            let parts: Vec<String> =
                map.iter().map(|(key, part)| self::value(pack, &pointer::join(at, key), part)).collect();
            parts.join(" ")
        }
        Value::Bool(true) => "да".into(),
        Value::Bool(false) => "нет".into(),
        Value::Null => "—".into(),
        Value::Number(number) => number.to_string(),
        Value::Array(items) => items.iter().map(|item| self::value(pack, at, item)).collect::<Vec<_>>().join(", "),
        Value::String(text) => string(pack, at, text),
    }
}

/// Codes of kinds, units and periods as people read them.
static KNOWN: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    BTreeMap::from([
        ("individual", "физическое лицо"),
        ("self_employed", "самозанятый"),
        ("entrepreneur", "индивидуальный предприниматель"),
        ("company", "организация"),
        ("day", "день"),
        ("working_day", "рабочий день"),
        ("calendar_day", "календарный день"),
        ("week", "неделя"),
        ("month", "месяц"),
        ("year", "год"),
        ("hour", "час"),
        ("m2", "м²"),
        ("m3", "м³"),
        ("km", "км"),
        ("t", "т"),
        ("kg", "кг"),
        ("pcs", "шт."),
        ("set", "компл."),
        ("l", "л"),
    ])
});

fn string(pack: Option<&Pack>, at: &str, text: &str) -> String {
    if at == "/contract/type" {
        return pack.map_or_else(|| text.to_owned(), |pack| pack.title.clone());
    }
    if at == SPEAKER {
        return pack.and_then(|pack| pack.party(text)).map_or_else(|| text.to_owned(), |party| party.title.clone());
    }
    let field = pack.and_then(|pack| pack.field_of(at));
    let option = field.and_then(|field| field.options.iter().find(|option| option.value.as_str() == Some(text)));
    if let Some(option) = option {
        return option.label.clone();
    }
    let last = at.rsplit('/').next().unwrap_or_default();
    match (last, KNOWN.get(text)) {
        ("kind" | "unit" | "per", Some(word)) => (*word).to_owned(),
        ("amount", _) => money::human(text),
        ("currency", _) => money::sign(text).to_owned(),
        ("percent", _) => format!("{} %", text.replace('.', ",")),
        ("value", _) => text.replace('.', ","),
        ("birth_date" | "passport_issued", _) => date(text),
        _ if field.is_some_and(|f| f.kind == FieldKind::Date) => date(text),
        _ => text.to_owned(),
    }
}

/// `2026-12-01` as `01.12.2026`.
fn date(iso: &str) -> String {
    match iso.split('-').collect::<Vec<_>>().as_slice() {
        [year, month, day] => format!("{day}.{month}.{year}"),
        _ => iso.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::value;
    use serde_json::json;

    #[test]
    fn a_period_agrees_with_its_number() {
        for (count, unit, want) in [
            (30, "day", "30 дней"),
            (21, "day", "21 день"),
            (5, "working_day", "5 рабочих дней"),
            (2, "month", "2 месяца"),
            (24, "hour", "24 часа"),
        ] {
            assert_eq!(value(None, "/x", &json!({"count": count, "unit": unit})), want);
        }
    }
}
