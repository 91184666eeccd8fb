//! The judge of a round looked at again: with the sides swapped, against the rules, and as of another day of the law.

use crate::ui::components::trial::charts::range_bar;
use crate::ui::logic::branches::signed;
use crate::ui::logic::format::{day, fill};
use crate::ui::logic::trial::{hundredths, list, share, text};
use crate::ui::{branch_text, trial_text};
use leptos::prelude::*;
use serde_json::Value;

/// See the module.
#[component]
pub fn JudgeAudit(
    /// `trial.audit/1`.
    found: Value,
    /// Titles of the issues by id.
    titles: Vec<(String, String)>,
    /// Whether it is a criminal case.
    criminal: bool,
) -> impl IntoView {
    let t = branch_text::text();
    view! {
        <h2>{fill(t.round_n, &[("n", &found["round"].to_string())])}</h2>
        {swap(&found["side_swap"], &titles, criminal)}
        {recorded(&found["side_swap"]["recorded"], &titles, criminal)}
        {law(&found["law_as_of"])}
    }
    .into_any()
}

fn table(heads: [&'static str; 3], rows: AnyView) -> AnyView {
    let heads = heads.map(|words| view! { <th scope="col">{words}</th> }).collect_view();
    view! { <table class="compare-about"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table> }.into_any()
}

/// The title of an issue; its id where it has none.
fn titled(titles: &[(String, String)], id: &str) -> String {
    titles.iter().find(|(own, _)| own == id).map_or_else(|| id.to_owned(), |(_, title)| title.clone())
}

fn swap(found: &Value, titles: &[(String, String)], criminal: bool) -> AnyView {
    let t = branch_text::text();
    let gap = hundredths(&found["asymmetry"]);
    let said = match gap {
        0 => t.swap_fair.to_owned(),
        gap => fill(t.swap_unfair, &[("n", &share(gap))]),
    };
    let group = if criminal { "side_criminal" } else { "side" };
    let cell = |one: &Value| {
        let state = trial_text::name("state", text(one, "state"));
        let (severity, holder) =
            (trial_text::name("index", text(one, "severity")), trial_text::name(group, text(one, "holder")));
        let facts = format!("{}: {severity}; {}: {holder}", t.importance, t.burden);
        view! { <span class="proof" data-state=text(one, "state").to_owned()>{state}</span> " " <span class="hint">{facts}</span> }
    };
    let row = |one: &Value| {
        view! {
            <tr data-differs=(one["same"] != true).then_some("true")>
                <th scope="row">{titled(titles, text(one, "id"))}</th>
                <td>{cell(&one["as_is"])}</td>
                <td>{cell(&one["swapped"])}</td>
            </tr>
        }
    };
    let rows = list(found, "issues").iter().map(row).collect_view();
    let range = &found["range"];
    let name = if criminal { t.range_criminal } else { t.range };
    let rows = view! {
        <tr><th scope="row">{name}</th><td>{range_bar(&range["as_is"])}</td><td>{range_bar(&range["swapped"])}</td></tr>
        {rows}
    };
    view! {
        <section class="compared" data-part="swap">
            <h3>{t.swap_title}</h3>
            <p class="compare-headline" data-fair=(gap == 0).to_string()>{said}</p>
            <p class="hint">{t.swap_lead}</p>
            {table(["", t.as_is, t.swapped], rows.into_any())}
        </section>
    }
    .into_any()
}

/// How far the judge of the session went from the rules, and in whose favour.
fn recorded(found: &Value, titles: &[(String, String)], criminal: bool) -> AnyView {
    let t = branch_text::text();
    if found.is_null() {
        return ().into_any();
    }
    let who = text(found, "favours");
    let group = if criminal { "side_criminal" } else { "side" };
    let elements = list(found, "elements");
    let said = match who {
        "nobody" if elements.is_empty() => t.recorded_none.to_owned(),
        "nobody" => fill(t.recorded_lean, &[("n", &signed(&found["lean"])), ("who", t.nobody)]),
        who => fill(t.recorded_lean, &[("n", &signed(&found["lean"])), ("who", &trial_text::name(group, who))]),
    };
    let own = (found["favours_user"] == true).then(|| view! { <p class="notice" role="note">{t.recorded_own}</p> });
    let row = |one: &Value| {
        let issue = titled(titles, text(one, "issue_id"));
        let state = |key: &str| trial_text::name("state", text(one, key));
        view! {
            <tr data-differs="true">
                <th scope="row">{issue}</th>
                <td>{state("rules")}</td>
                <td>{state("judge")}</td>
            </tr>
        }
    };
    let rows = elements.iter().map(row).collect_view();
    let rows = (!elements.is_empty()).then(|| table([t.element, t.by_rules, t.by_judge], rows.into_any()));
    view! { <section class="compared" data-part="recorded"><h3>{t.recorded_title}</h3><p>{said}</p>{own}{rows}</section> }
        .into_any()
}

fn law(found: &Value) -> AnyView {
    let t = branch_text::text();
    if found.is_null() {
        return ().into_any();
    }
    let (from, to) = (day(text(found, "from")), day(text(found, "to")));
    let said = match found["differ"].as_u64().unwrap_or(0) {
        0 => t.law_same.to_owned(),
        n => fill(t.law_differ, &[("n", &n.to_string())]),
    };
    let mut all: Vec<&Value> = list(found, "citations").iter().collect();
    // What differs comes first.
    all.sort_by_key(|one| one["differs"] != true);
    let row = |one: &&Value| {
        view! {
            <tr data-differs=(one["differs"] == true).then_some("true")>
                <th scope="row" lang="ko">{text(one, "raw").to_owned()}</th>
                <td>{trial_text::name("citation", text(one, "from"))}</td>
                <td>{trial_text::name("citation", text(one, "to"))}</td>
            </tr>
        }
    };
    let rows = all.iter().map(row).collect_view();
    let changes = list(found, "acts");
    let change = |one: &Value| {
        let on = day(text(one, "on"));
        let what = if one["what"] == "repealed" { t.repealed } else { t.changed };
        let article = one["article"].as_str().map_or_else(|| one["article"].to_string(), str::to_owned);
        let words = format!("{} 제{article}조 — {}", text(one, "act"), fill(what, &[("on", &on)]));
        view! { <li>{words}</li> }
    };
    let changes = match changes.is_empty() {
        true => view! { <p class="hint">{t.changes_none}</p> }.into_any(),
        false => view! { <ul>{changes.iter().map(change).collect_view()}</ul> }.into_any(),
    };
    let (one, two) = (from.clone(), to.clone());
    let heads =
        view! { <tr><th scope="col">{t.citation}</th><th scope="col">{one}</th><th scope="col">{two}</th></tr> };
    view! {
        <section class="compared" data-part="law">
            <h3>{fill(t.law_title, &[("from", &from), ("to", &to)])}</h3>
            <p>{said}</p>
            <table class="compare-about"><thead>{heads}</thead><tbody>{rows}</tbody></table>
            <h4>{t.changes}</h4>
            {changes}
        </section>
    }
    .into_any()
}
