//! The facts in three classes, each with its source; while they are under review every row can be changed.

use crate::ui::components::text_area::TextArea;
use crate::ui::components::trial::claims::claims;
use crate::ui::components::trial::common::{GateShell, buttons};
use crate::ui::components::trial::fact_links::link_fields;
use crate::ui::components::trial::fields::{Form, Pick, chip, fault, select};
use crate::ui::components::trial::speech::{called, ids};
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::trial::{awaited, list, text, texts};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// Names of elements and defences, by id.
pub type Names = BTreeMap<String, String>;

/// What a fact or a piece of evidence speaks of, in the names of the elements.
#[must_use]
pub fn supported(one: &Value, key: &str, names: &Names) -> String {
    let ids = texts(one, key);
    ids.iter().map(|id| names.get(id).unwrap_or(id).as_str()).collect::<Vec<_>>().join(", ")
}

/// The section; a form while the session waits for the review.
#[component]
pub fn Facts(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let facts = Memo::new(move |_| live.view.with(|view| (view.domain["facts"].clone(), view.labels.clone())));
    let reviewed = Memo::new(move |_| {
        live.viewed().is_none() && live.view.with(|view| awaited(&view.domain) == Some("facts_review"))
    });
    let version =
        Memo::new(move |_| live.view.with(|view| view.domain["machine"]["facts_version"].as_u64().unwrap_or(0)));
    let criminal = live.view.with_untracked(|view| view.domain["case"]["case_type"] == "criminal");
    let note = move || match version.get() {
        0 => t.facts_unconfirmed.to_owned(),
        n => format::fill(t.facts_confirmed, &[("n", &n.to_string())]),
    };
    let body = move || {
        let (facts, names) = facts.get();
        let items = list(&facts, "items").to_vec();
        if items.is_empty() && list(&facts, "needed").is_empty() {
            return view! { <p class="empty">{t.facts_empty}</p> }.into_any();
        }
        if reviewed.get() {
            review(live, &items, &facts, (criminal, &names))
        } else {
            classes(&items, &facts, (criminal, &names))
        }
    };
    view! {
        <section class="trial-facts" id="facts" aria-labelledby="trial-facts-title">
            <header class="section-head"><h2 id="trial-facts-title">{t.facts}</h2> <p class="hint">{note}</p></header>
            {body}
        </section>
    }
    .into_any()
}

fn classes(items: &[Value], facts: &Value, ctx: (bool, &Names)) -> AnyView {
    let class = |key: &'static str, title: &'static str, hint: &'static str| {
        let rows: Vec<AnyView> =
            items.iter().filter(|one| text(one, "class") == key).map(|one| fact(one, ctx)).collect();
        group(key, title, hint, rows)
    };
    let t = trial_text::text();
    view! {
        {class("confirmed", t.class_confirmed, t.class_confirmed_hint)}
        {class("disputed", t.class_disputed, t.class_disputed_hint)}
        {needed(facts, ctx)}
    }
    .into_any()
}

fn group(key: &'static str, title: &'static str, hint: &'static str, rows: Vec<AnyView>) -> AnyView {
    let t = trial_text::text();
    let count = rows.len();
    let body = match rows.is_empty() {
        true => view! { <p class="empty">{t.none_yet}</p> }.into_any(),
        false => view! { <ul class="fact-list">{rows.into_iter().collect_view()}</ul> }.into_any(),
    };
    view! {
        <section class="fact-class" data-class=key>
            <h3>{title} " " <small>{count}</small></h3> <p class="hint">{hint}</p>
            {body}
        </section>
    }
    .into_any()
}

fn needed(facts: &Value, (criminal, names): (bool, &Names)) -> AnyView {
    let t = trial_text::text();
    let rows = list(facts, "needed").iter().map(|gap| {
        let id = text(gap, "id").to_owned();
        let plan = gap["plan"].as_str().map(|plan| view! { <span class="tag">{trial_text::name("plan", plan)}</span> });
        let side = if criminal { "side_criminal" } else { "side" };
        view! {
            <li class="trial-fact" id=id.clone()>
                <span class="id">{called(&id)}</span>
                <p>{text(gap, "need").to_owned()} " " {plan}</p>
                <p class="source">
                    {trial_text::name(side, text(gap, "holder"))} " · " {text(gap, "means").to_owned()} " · " {names.get(text(gap, "for")).cloned()}
                </p>
            </li>
        }
        .into_any()
    });
    group("needed", t.class_needed, t.class_needed_hint, rows.collect())
}

fn fact(one: &Value, ctx: (bool, &Names)) -> AnyView {
    let id = text(one, "id").to_owned();
    view! {
        <li class="trial-fact" id=id.clone()>
            <span class="id">{called(&id)}</span>
            <p>{text(one, "text").to_owned()}</p>
            {source(one, ctx)}
        </li>
    }
    .into_any()
}

/// Where a fact comes from and who says it.
fn source(one: &Value, (criminal, names): (bool, &Names)) -> AnyView {
    let t = trial_text::text();
    let from = &one["source"];
    let side = if criminal { "side_criminal" } else { "side" };
    let reference = text(from, "ref").to_owned();
    let reference = match reference.starts_with("ev-") {
        true => ids(&[reference]),
        false => reference_name(&reference).into_any(),
    };
    let denied = one["denied_by"].as_str().map(|who| {
        view! { " · " {format::fill(t.denied_by, &[("who", &trial_text::name(side, who))])} }
    });
    let supports = supported(one, "supports", names);
    let supports = (!supports.is_empty()).then(|| view! { " · " {t.speaks_of} " " <b>{supports}</b> });
    let denies = supported(one, "contradicts", names);
    let denies = (!denies.is_empty()).then(|| view! { " · " {t.denies} " " <b data-links="contradicts">{denies}</b> });
    let quote = text(from, "quote").to_owned();
    // The quote is shown when it says more than the words of the fact.
    let quote = (!quote.is_empty() && quote != text(one, "text")).then(|| view! { <q>{quote}</q> });
    view! {
        <p class="source">
            <span class="tag">{trial_text::name("source", text(from, "kind"))}</span> " " {reference} " · "
            {format::fill(t.asserted_by, &[("who", &trial_text::name(side, text(one, "asserted_by")))])} {denied} {supports} {denies} " " {quote}
        </p>
    }
    .into_any()
}

fn reference_name(reference: &str) -> String {
    let t = trial_text::text();
    match reference.split('/').next().unwrap_or_default() {
        "summary" => t.ref_summary.to_owned(),
        "charge" => t.ref_charge.to_owned(),
        "issues" => t.ref_issues.to_owned(),
        "timeline" => t.ref_timeline.to_owned(),
        "review" => t.ref_review.to_owned(),
        gate if gate.starts_with("gate_") => t.ref_gate.to_owned(),
        other => other.to_owned(),
    }
}

fn review(live: Live, items: &[Value], facts: &Value, ctx: (bool, &Names)) -> AnyView {
    let t = trial_text::text();
    let form = Form { live, id: "facts_review" };
    let class = |key: &'static str, title: &'static str, hint: &'static str| {
        let rows: Vec<AnyView> =
            items.iter().filter(|one| text(one, "class") == key).map(|one| row(form, one, ctx)).collect();
        group(key, title, hint, rows)
    };
    let added = (1..=3).map(|n| new_row(form, n)).collect_view();
    let (confirmed, disputed) = (
        class("confirmed", t.class_confirmed, t.class_confirmed_hint),
        class("disputed", t.class_disputed, t.class_disputed_hint),
    );
    let (offered, cause) = (neutral(form, items, facts, ctx.1), cause(form, ctx.1));
    view! {
        <GateShell live id="facts_review">
            <p class="lead-in">{t.review_lead}</p>
            {fault(form, "items")}
            {confirmed}
            {disputed}
            {offered}
            {cause}
            {claims(form)}
            <details class="fold add-facts">
                <summary>{t.add_fact}</summary>
                {added}
            </details>
            {fault(form, "confirm")}
            {buttons(live)}
        </GateShell>
        {needed(facts, ctx)}
    }
    .into_any()
}

/// A fact that nobody disputes, offered where nothing else is confirmed: with it a case that is denied whole begins.
fn neutral(form: Form, items: &[Value], facts: &Value, names: &Names) -> Option<AnyView> {
    let t = trial_text::text();
    let words = names.get("neutral").cloned()?;
    let known = items.iter().any(|one| text(one, "text") == words);
    let stands = items.iter().any(|one| text(one, "class") == "confirmed");
    if known || stands || facts.is_null() {
        return None;
    }
    let picked = form.picked("neutral", "on", false);
    Some(
        view! {
            <div class="neutral-fact">
                <label class="option"><input type="checkbox" name="neutral" value="on" checked=picked/> <span>{t.neutral} ": " <b>{words}</b></span></label>
                <p class="hint">{t.neutral_hint}</p>
            </div>
        }
        .into_any(),
    )
}

/// The type of dispute can be put right before the round; what fits nearly as well is named.
fn cause(form: Form, names: &Names) -> Option<AnyView> {
    let t = trial_text::text();
    let packs = names.iter().filter_map(|(key, name)| Some((key.strip_prefix("pack.")?.to_owned(), name.clone())));
    let packs: Vec<(String, String)> = packs.collect();
    let current = names.get("pack_id").cloned()?;
    let near = names.get("cause_review").map(|title| {
        view! { <p class="note cause-review">{format::fill(t.cause_review, &[("title", title)])}</p> }
    });
    let body = (!packs.is_empty()).then(|| select(form, "pack_id".to_owned(), t.pack_correct, packs, &current));
    Some(view! { <div class="cause">{near} {body} {fault(form, "pack_id")}</div> }.into_any())
}

fn row(form: Form, one: &Value, ctx: (bool, &Names)) -> AnyView {
    let t = trial_text::text();
    let id = text(one, "id").to_owned();
    let at = |key: &str| format!("fact_{id}_{key}");
    let current = form.value(&at("class"), text(one, "class"));
    let options = ["confirmed", "disputed"].map(|class| {
        chip(at("class"), class.to_owned(), trial_text::name("class", class), Pick::One, false, current == class)
    });
    let words = form.value(&at("text"), text(one, "text"));
    let rows = (words.chars().count() / 32 + 1).clamp(1, 6);
    let label = format::fill(t.fact_words, &[("id", &called(&id))]);
    let legend = format::fill(t.fact_class, &[("id", &called(&id))]);
    let removed = form.picked(&at("remove"), "on", false);
    view! {
        <li class="trial-fact review-row" id=id.clone()>
            <span class="id">{called(&id)}</span>
            <TextArea name=at("text") rows=rows maxlength=300 label=label value=words/>
            <div class="row-acts">
                <fieldset class="chips segmented"><legend class="visually-hidden">{legend}</legend>{options.into_iter().collect_view()}</fieldset>
                <label class="remove"><input type="checkbox" name=at("remove") value="on" checked=removed/> <span>{t.remove}</span></label>
            </div>
            {source(one, ctx)}
            {link_fields(form, one, ctx.1)}
        </li>
    }
    .into_any()
}

fn new_row(form: Form, n: usize) -> AnyView {
    let t = trial_text::text();
    let at = |key: &str| format!("add_{n}_{key}");
    let class = form.value(&at("class"), "confirmed");
    let options = ["confirmed", "disputed"]
        .map(|one| chip(at("class"), one.to_owned(), trial_text::name("class", one), Pick::One, false, class == one));
    let words = form.value(&at("text"), "");
    view! {
        <div class="new-fact">
            <TextArea name=at("text") maxlength=300 label=format!("{} {n}", t.new_fact) placeholder=t.new_fact.to_owned() value=words/>
            <fieldset class="chips segmented"><legend class="visually-hidden">{t.new_fact_class}</legend>{options.into_iter().collect_view()}</fieldset>
        </div>
    }
    .into_any()
}
