//! Who has to prove what, and how far it is proven.

use crate::ui::components::trial::speech::{ids, small};
use crate::ui::logic::trial::{text, texts};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// The burden of proof as a table; at the width of a telephone each row is a card.
pub fn burden_table(rows: &[Value], criminal: bool) -> AnyView {
    let t = trial_text::text();
    if rows.is_empty() {
        return ().into_any();
    }
    let body = rows.iter().map(|row| burden_row(row, criminal)).collect_view();
    view! {
        <table class="burden">
            <caption>{t.burden}</caption>
            <thead>
                <tr><th scope="col">{t.element}</th><th scope="col">{t.holder}</th><th scope="col">{t.proof_state}</th><th scope="col">{t.grounds}</th></tr>
            </thead>
            <tbody>{body}</tbody>
        </table>
    }
    .into_any()
}

fn burden_row(row: &Value, criminal: bool) -> AnyView {
    let t = trial_text::text();
    let state = text(row, "state").to_owned();
    let grounds: Vec<String> = [texts(row, "evidence"), texts(row, "gap_ids")].concat();
    let none = grounds.is_empty().then(|| view! { <span class="hint">{t.none_yet}</span> });
    let side = if criminal { "side_criminal" } else { "side" };
    let element = text(row, "element").to_owned();
    view! {
        <tr data-element=text(row, "id").to_owned()>
            <th scope="row"><span>{element}</span></th>
            <td data-label=t.holder>{trial_text::name(side, text(row, "holder"))} " " <small>{trial_text::name("standard", text(row, "standard"))}</small></td>
            <td data-label=t.proof_state><span class="proof" data-state=state.clone()>{trial_text::name("state", &state)}</span></td>
            <td data-label=t.grounds>{ids(&grounds)} {none}</td>
        </tr>
    }
    .into_any()
}

/// The issues of a judge.
pub fn issues(rows: &[Value], inside: bool) -> AnyView {
    let t = trial_text::text();
    if rows.is_empty() {
        return ().into_any();
    }
    let body = rows
        .iter()
        .map(|row| {
            let severity = text(row, "severity").to_owned();
            let facts: Vec<String> = texts(row, "depends_on_facts");
            let proof = row["proof_state"].as_str().map(|state| {
                view! { <span class="proof" data-state=state.to_owned()>{trial_text::name("state", state)}</span> }
            });
            let status = row["status"].as_str().map(|one| view! { <span class="hint">{trial_text::name("issue", one)}</span> });
            view! {
                <li data-issue=text(row, "id").to_owned()>
                    <span class="severity" data-severity=severity.replace("medium", "med")>{trial_text::name("severity", &severity)}</span>
                    <b>{text(row, "title").to_owned()}</b> {proof} {status} {ids(&facts)}
                </li>
            }
        })
        .collect_view();
    view! { <div class="issues-block">{small(inside, t.issues)}<ul class="trial-issues">{body}</ul></div> }.into_any()
}
