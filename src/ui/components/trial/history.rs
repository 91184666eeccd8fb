//! What was laid down at the gates before, public and private apart.

use crate::ui::components::trial::fields::{Eyes, eyes};
use crate::ui::components::trial::speech::called;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::trial::{list, sum, text};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// The directions, oldest first.
#[component]
pub fn Directions(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let all = Memo::new(move |_| live.view.with(|view| list(&view.domain, "steering").to_vec()));
    let body = move || {
        let all = all.get();
        (!all.is_empty()).then(|| {
            let rows = all.iter().map(one).collect_view();
            view! {
                <details class="fold directions">
                    <summary>{t.directions} " " <small>{all.len()}</small></summary>
                    <ol>{rows}</ol>
                </details>
            }
        })
    };
    view! { <div>{body}</div> }.into_any()
}

fn one(steering: &Value) -> AnyView {
    let t = trial_text::text();
    let title = format::fill(t.direction_of, &[("n", &steering["round"].to_string())]);
    view! {
        <li data-steering=steering["version"].to_string()>
            <h3>{title}</h3>
            {part(&steering["public"])}
            {(steering["private"].as_object().is_some_and(|map| !map.is_empty())).then(|| view! {
                <div class="block" data-eyes="own"><p class="eyes-line">{eyes(Eyes::Own)}</p>{part(&steering["private"])}</div>
            })}
        </li>
    }
    .into_any()
}

/// Fields of directions, each in the words of its choices.
pub fn part(fields: &Value) -> AnyView {
    let rows = fields.as_object().into_iter().flatten().map(|(rule, value)| {
        view! { <div><dt>{trial_text::name("rule", rule)}</dt><dd>{shown(rule, value)}</dd></div> }
    });
    view! { <dl class="direction">{rows.collect_view()}</dl> }.into_any()
}

/// A value in the words of its choices.
fn shown(rule: &str, value: &Value) -> String {
    let group = match rule {
        "acceptable_outcome" => "outcome",
        "adr_route" => "adr",
        "non_negotiables" => "never",
        "risk_tolerance" => "level",
        "sentencing_materials" => "sentencing",
        other => other,
    };
    let name = |one: &Value| match one {
        Value::String(id) => match trial_text::name(group, id) {
            same if same == *id => called(id),
            named => named,
        },
        other => other.to_string(),
    };
    match (rule, value) {
        ("constraints", Value::Object(limits)) => limits
            .iter()
            .map(|(key, limit)| {
                let words = match limit["days"].as_i64() {
                    Some(days) => format!("{days} {} ({})", trial_text::text().days, text(limit, "until")),
                    None => format!("{} {}", sum(&limit["amount"]), text(limit, "currency")),
                };
                format!("{}: {words}", trial_text::name("rule", &format!("constraints.{key}")))
            })
            .collect::<Vec<_>>()
            .join(" · "),
        ("note_means", Value::Object(wishes)) => wishes
            .iter()
            .map(|(wish, told)| {
                let words = match told {
                    Value::Object(_) => format!(" ({} {})", sum(&told["amount"]), text(told, "currency")),
                    Value::Array(ids) => format!(" ({})", ids.iter().map(name).collect::<Vec<_>>().join(", ")),
                    _ => String::new(),
                };
                format!("{}{words}", trial_text::name("rule", &format!("note_means.{wish}")))
            })
            .collect::<Vec<_>>()
            .join(" · "),
        ("concessions", Value::Array(rows)) => {
            let names = rows.iter().map(|one| trial_text::name("concession", text(one, "type")));
            names.collect::<Vec<_>>().join(" · ")
        }
        ("evidence_actions" | "evidence_responses" | "gap_plan", Value::Array(rows)) => rows
            .iter()
            .map(|one| {
                let id = one["id"].as_str().or(one["gap_id"].as_str()).unwrap_or_default();
                let (group, key) = match rule {
                    "evidence_actions" => ("action", "action"),
                    "evidence_responses" => ("response", "response"),
                    _ => ("plan", "plan"),
                };
                format!("{}: {}", called(id), trial_text::name(group, text(one, key)))
            })
            .collect::<Vec<_>>()
            .join(" · "),
        ("fact_patch", Value::Array(rows)) => rows
            .iter()
            .map(|one| {
                let links = one["links"].as_object().into_iter().flatten();
                let links = links.map(|(id, how)| {
                    format!(" {} — {}", called(id), trial_text::name("relation", how.as_str().unwrap_or_default()))
                });
                let (op, fact) = (trial_text::name("op", text(one, "op")), called(text(one, "fact_id")));
                format!("{op} {fact} {}{}", text(one, "text"), links.collect::<String>())
            })
            .collect::<Vec<_>>()
            .join(" · "),
        ("damages_basis", Value::Object(_)) => format!(
            "{} / {} {} · {}",
            sum(&value["claimed"]),
            sum(&value["provable"]),
            text(value, "currency"),
            trial_text::name("basis", text(value, "basis"))
        ),
        ("settlement_line", Value::Object(_)) => {
            let sums = ["opening", "target", "walk_away"].map(|key| sum(&value[key])).join(" → ");
            format!("{} {sums} {}", trial_text::name("direction", text(value, "direction")), text(value, "currency"))
        }
        (_, Value::Array(items)) => items.iter().map(name).collect::<Vec<_>>().join(" · "),
        (_, other) => name(other),
    }
}
