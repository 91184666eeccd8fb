//! The private section: what the own side laid down for itself, and the range of a settlement.

use crate::say;
use crate::workspaces::trial::notes;
use crate::workspaces::trial::report::names::{self, named};
use crate::workspaces::trial::report::sections::{list, step, text};
use crate::workspaces::trial::state::Trial;
use crate::workspaces::trial::words::grouped;
use serde_json::Value;

/// Its lines.
#[must_use]
pub fn settlement(trial: &Trial, lang: &str) -> Vec<String> {
    let mut out = Vec::new();
    for steering in &trial.steering {
        for key in [
            "goal",
            "acceptable_outcome",
            "settlement_line",
            "concessions",
            "adr_route",
            "non_negotiables",
            "damages_basis",
            "constraints",
            "note",
            notes::MEANS,
        ] {
            if let Some(value) = steering.private.get(key).filter(|value| !value.is_null()) {
                let version = names::name(lang, "steering_version").replace("{n}", &steering.version.to_string());
                out.push(format!("{version} · {}: {}", named(lang, "rule", key), told_value(lang, value)));
            }
        }
    }
    out.extend(note_range(trial, lang));
    if let Some(step) = step(trial, "opposing") {
        out.extend(list(&step.output["body"]["SettlementOptions"]).iter().map(|one| {
            let route = named(lang, "value", &text(&one["route"]));
            let (words, condition) = (text(&one["text"]), text(&one["condition"]));
            say!(
                lang,
                "{route}: {words} ({condition})",
                "{route}: {words} ({condition})",
                "{route}: {words} ({condition})"
            )
        }));
    }
    out
}

/// The range of a settlement by the line that a note drew.
fn note_range(trial: &Trial, lang: &str) -> Option<String> {
    let line = trial.steering.iter().rev().find_map(|one| one.private[notes::MEANS].get("limit"))?;
    let limit = line["amount"].as_i64()?;
    let amount = &trial.last_output("judge")?["body"]["DecisionRange"]["amount"];
    let line = told_value(lang, line);
    Some(match notes::range(limit, amount, &trial.case.user_side) {
        Some((from, to)) => {
            let (from, to) = (grouped(from), grouped(to));
            say!(
                lang,
                "메모에 따른 합의 범위: {from}–{to} (한도 {line}, 금액 범위와 비교)",
                "Пределы урегулирования по заметке: {from}–{to} (граница {line}, сверено с диапазоном суммы)",
                "Range of a settlement by the note: {from}–{to} (line {line}, against the range of the amount)"
            )
        }
        None => say!(
            lang,
            "메모의 한도 {line}는 현재 금액 범위와 겹치지 않습니다.",
            "Граница из заметки {line} не пересекается с диапазоном суммы.",
            "The line of the note, {line}, does not meet the range of the amount."
        ),
    })
}

/// A value of a form in words: choices by their names, amounts in groups and with the currency that stands beside them.
fn told_value(lang: &str, value: &Value) -> String {
    told_in(lang, value, "")
}

fn told_in(lang: &str, value: &Value, currency: &str) -> String {
    match value {
        Value::String(word) => named(lang, "value", word).trim_start_matches("value.").to_owned(),
        Value::Array(items) => items.iter().map(|one| told_value(lang, one)).collect::<Vec<_>>().join(", "),
        Value::Object(map) => {
            let code = map.get("currency").and_then(Value::as_str).unwrap_or_default();
            let known = named(lang, "currency", code);
            let currency = if known.starts_with("currency.") { format!(" {code}") } else { known };
            let part = |(key, one): (&String, &Value)| {
                let key = names::name(lang, &format!("rule.{key}")).trim_start_matches("rule.").to_owned();
                format!("{key} {}", told_in(lang, one, &currency))
            };
            let told = |(key, one): &(&String, &Value)| !one.is_null() && key.as_str() != "currency";
            map.iter().filter(told).map(part).collect::<Vec<_>>().join("; ")
        }
        Value::Number(number) => {
            number.as_i64().map_or_else(|| number.to_string(), |sum| format!("{}{currency}", grouped(sum)))
        }
        _ => text(value),
    }
}
