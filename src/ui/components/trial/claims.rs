//! The claims of a case: what each came to with its tree, and the fields that add and take away claims.

use crate::ui::components::trial::charts::range_bar;
use crate::ui::components::trial::facts::Names;
use crate::ui::components::trial::fields::{Choice, Form, fault, named, number, select};
use crate::ui::components::trial::speech::{Named, ids, linked, small};
use crate::ui::logic::trial::{list, text, texts};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// Rows for new claims that a form offers.
const ROWS: usize = 2;

/// The claims of a case by number, where it has several.
#[must_use]
pub fn several(names: &Names) -> Vec<(u32, String)> {
    let numbered =
        names.iter().filter_map(|(key, name)| Some((key.strip_prefix("claim.")?.parse().ok()?, name.clone())));
    let mut out: Vec<(u32, String)> = numbered.collect();
    out.sort_by_key(|(number, _)| *number);
    out
}

/// What is claimed now, each further claim with a box that takes it away, and rows for new ones. Nothing in a case where
/// there can be only one.
pub fn claims(form: Form) -> AnyView {
    let t = trial_text::text();
    let (stand, offered) = form.live.view.with_untracked(|view| {
        let offered =
            view.labels.iter().filter_map(|(key, name)| Some((key.strip_prefix("offer.")?.to_owned(), name.clone())));
        (several(&view.labels), offered.collect::<Vec<Choice>>())
    });
    if offered.is_empty() {
        return ().into_any();
    }
    let count = stand.len().max(1);
    let standing = stand.into_iter().map(|(number, title)| {
        let name = format!("claim_drop_{number}");
        let checked = form.picked(&name, "on", false);
        let away = (number > 1).then(|| {
            view! { <label class="remove"><input type="checkbox" name=name value="on" checked=checked/> <span>{t.claim_drop}</span></label> }
        });
        view! { <li>{title} " " {away}</li> }
    });
    let standing = standing.collect_view();
    let rows = (1..=ROWS).map(|n| {
        let at = |key: &str| format!("claim_{n}_{key}");
        let packs = [vec![(String::new(), "—".to_owned())], offered.clone()].concat();
        let relations = named("claim_relation", &["alternative", "joined", "counterclaim"]);
        view! {
            <div class="patch-row">
                <div class="pair">
                    {select(form, at("relation"), t.claim_relation, relations, "alternative")}
                    {select(form, at("pack"), t.claim_pack, packs, "")}
                </div>
                {number(form, at("amount"), t.amount_claimed, "KRW", false)}
            </div>
        }
    });
    view! {
        <details class="fold claims-fields" data-field="claims">
            <summary>{t.claims_fold} " " <small>{count}</small></summary>
            <p class="hint">{t.claims_hint}</p>
            <ul class="claims-standing">{standing}</ul>
            {fault(form, "claims")}
            {rows.collect_view()}
        </details>
    }
    .into_any()
}

/// What each claim came to; nothing where there is one.
pub fn results(rows: &[Value]) -> AnyView {
    let t = trial_text::text();
    if rows.len() < 2 {
        return ().into_any();
    }
    let body = rows.iter().map(result).collect_view();
    view! { <div class="claim-results">{small(false, t.claim_results)}<ul>{body}</ul></div> }.into_any()
}

fn result(row: &Value) -> AnyView {
    let t = trial_text::text();
    let labels = texts(row, "labels");
    let labels =
        labels.iter().map(|one| view! { <span class="tag">{trial_text::name("label", one)}</span> " " }).collect_view();
    let index = text(row, "index").to_owned();
    let amount = row["amount_shown"].as_str().map(|one| {
        view! { <p class="amount">{t.amount} ": " <b>{one.to_owned()}</b></p> }
    });
    let formula = row["amount_formula"]
        .as_str()
        .map(|one| view! { <p class="hint amount-formula">{t.formula} ": " {linked(one)}</p> });
    let reached = (text(row, "reached") != "judged")
        .then(|| view! { <p class="hint">{trial_text::name("reached", text(row, "reached"))}</p> });
    view! {
        <li data-claim=row["number"].to_string() data-relation=text(row, "relation").to_owned()>
            <p><b>{text(row, "title").to_owned()}</b> " " <span class="hint">{trial_text::name("side", text(row, "party"))}</span></p>
            <p>
                <span class="index" data-index=index.clone()>{trial_text::name("index", &index)}</span> " " {labels}
            </p>
            {range_bar(row)}
            {amount}
            {formula}
            {reached}
        </li>
    }
    .into_any()
}

/// The judge's tree: what each element of each claim stands on, and which facts decide it.
pub fn tree(nodes: &[Value], claims: &[Value]) -> AnyView {
    let t = trial_text::text();
    if nodes.is_empty() {
        return ().into_any();
    }
    let of = |number: u64, title: Option<String>| {
        let own = nodes.iter().filter(|node| node["claim"].as_u64().unwrap_or(1) == number);
        let rows = own.map(node).collect_view();
        let title = title.map(|title| view! { <h4>{title}</h4> });
        view! { <div class="tree-claim">{title} <ul>{rows}</ul></div> }
    };
    let body = match claims.len() {
        0 | 1 => of(1, None).into_any(),
        _ => claims
            .iter()
            .map(|claim| of(claim["number"].as_u64().unwrap_or(1), Some(text(claim, "title").to_owned())))
            .collect_view()
            .into_any(),
    };
    view! { <details class="fold judge-tree"><summary>{t.tree} " " <small>{nodes.len()}</small></summary>{body}</details> }
        .into_any()
}

fn node(one: &Value) -> AnyView {
    let t = trial_text::text();
    let state = text(one, "state").to_owned();
    let id = text(one, "element_id");
    let known = use_context::<Named>().and_then(|names| names.0.with(|names| names.get(id).cloned()));
    // The heading says the claim already.
    let title = known.unwrap_or_else(|| trial_text::thing(id));
    let title = title
        .split_once(" · ")
        .filter(|_| title.contains(char::is_numeric))
        .map_or(title.clone(), |(_, own)| own.to_owned());
    let basis = texts(one, "basis");
    let deciding = texts(one, "deciding");
    let deciding =
        (!deciding.is_empty()).then(|| view! { <span class="hint">"· " {t.deciding} " " {ids(&deciding)}</span> });
    let missing = list(one, "basis").is_empty().then(|| view! { <span class="hint">{t.none_yet}</span> });
    view! {
        <li data-element=id.to_owned()>
            <b>{title}</b> " " <span class="proof" data-state=state.clone()>{trial_text::name("state", &state)}</span> " "
            {ids(&basis)} {missing} " " {deciding}
        </li>
    }
    .into_any()
}
