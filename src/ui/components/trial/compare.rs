//! Two branches of a mock trial side by side: what differs in one sentence, the facts, then round by round.

use crate::ui::components::trial::charts::range_bar;
use crate::ui::components::trial::gate_card::receipts;
use crate::ui::components::trial::history::part;
use crate::ui::logic::branches::{headline, said, signed};
use crate::ui::logic::format::{day, fill};
use crate::ui::logic::links;
use crate::ui::logic::trial::{list, text};
use crate::ui::{branch_text, compare_text, trial_text};
use leptos::prelude::*;
use serde_json::Value;

/// See the module.
#[component]
pub fn BranchesCompared(
    /// `trial.compare/1`.
    found: Value,
) -> impl IntoView {
    let t = branch_text::text();
    let criminal = found["sessions"][0]["case"]["case_type"] == "criminal";
    let rounds = list(&found, "rounds").iter().map(|round| one_round(round, criminal)).collect_view();
    let facts = list(&found["facts"], "changed");
    let facts = (!facts.is_empty()).then(|| {
        let cell = |fact: &Value| match fact.is_null() {
            true => view! { <td class="absent">"—"</td> }.into_any(),
            false => {
                let class = trial_text::name("class", text(fact, "class"));
                view! { <td>{text(fact, "text").to_owned()} " " <span class="hint">{class}</span></td> }.into_any()
            }
        };
        let row = |one: &Value| {
            view! { <tr><th scope="row">{trial_text::thing(text(one, "id"))}</th>{cell(&one["left"])}{cell(&one["right"])}</tr> }
        };
        let rows = facts.iter().map(row).collect_view();
        view! { <section class="compared" data-part="facts"><h2>{t.facts}</h2>{table(rows.into_any())}</section> }
    });
    view! {
        <p class="compare-headline" role="status">{headline(&found, t)}</p>
        <p class="hint">{t.simulation}</p>
        {about(&found, criminal)}
        {facts}
        {rounds}
    }
    .into_any()
}

/// A table of a name and the two branches.
fn table(rows: AnyView) -> AnyView {
    let t = branch_text::text();
    view! {
        <table class="compare-about">
            <thead><tr><td></td><th scope="col">{t.first}</th><th scope="col">{t.second}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// A row; with a mark where the branches differ.
fn row(name: impl IntoView + 'static, same: bool, cells: [AnyView; 2]) -> AnyView {
    let [left, right] = cells;
    view! { <tr data-differs=(!same).then_some("true")><th scope="row">{name}</th><td>{left}</td><td>{right}</td></tr> }
        .into_any()
}

fn about(found: &Value, criminal: bool) -> AnyView {
    let t = branch_text::text();
    let sessions = &found["sessions"];
    let each = |read: &dyn Fn(&Value) -> AnyView| [read(&sessions[0]), read(&sessions[1])];
    let line = |name: &'static str, read: &dyn Fn(&Value) -> String| {
        let same = read(&sessions[0]) == read(&sessions[1]);
        row(name, same, each(&|session| read(session).into_any()))
    };
    let group = if criminal { "side_criminal" } else { "side" };
    let place = each(&|session| {
        let id = text(session, "session_id").to_owned();
        let version = fill(compare_text::text().version_n, &[("n", &session["state_version"].to_string())]);
        view! { <a href=links::session(&id)>{id.chars().take(8).collect::<String>()} "…"</a> ", " {version} }.into_any()
    });
    let rows = view! {
        {row(t.branch, true, place)}
        {line(t.user_side, &|session| trial_text::name(group, text(&session["case"], "user_side")))}
        {line(t.law_as_of, &|session| day(text(&session["case"], "law_as_of")))}
        {line(t.facts_version, &|session| session["facts_version"].to_string())}
        {line(t.rounds, &|session| session["rounds"].to_string())}
    };
    table(rows.into_any())
}

fn one_round(round: &Value, criminal: bool) -> AnyView {
    let t = branch_text::text();
    let number = round["round"].to_string();
    let pair = |key: &str| [round[key]["left"].clone(), round[key]["right"].clone()];
    let same = |key: &str| round[key]["same"] == true;
    let moved = round["range"]["moved"].as_f64().filter(|moved| moved.abs() >= 0.005).map(|_| {
        view! { <p class="hint">{fill(t.moved, &[("n", &signed(&round["range"]["moved"]))])}</p> }
    });
    let ended = [&round["ended"][0], &round["ended"][1]].map(|one| one == true);
    let range = pair("range").map(|range| if range.is_null() { dash() } else { range_bar(&range) });
    let verdict = pair("verdict").map(|one| match one.as_str() {
        Some("Go") => t.v_go.into_any(),
        Some("Conditional") => t.v_conditional.into_any(),
        Some(_) => t.v_no_go.into_any(),
        None => dash(),
    });
    let steering = pair("steering").map(|one| {
        let public = match one["public"].as_object().is_some_and(|map| !map.is_empty()) {
            true => part(&one["public"]),
            false => view! { <span class="hint">{t.no_steering}</span> }.into_any(),
        };
        view! { {public} {receipts(list(&one, "compliance"))} }.into_any()
    });
    let rewrites = pair("rewrites").map(|one| one.as_array().map_or(0, Vec::len).to_string().into_any());
    let issues = list(round, "issues").iter().map(|one| issue(one, criminal)).collect_view();
    let state = ended.map(|ended| if ended { view! { "✓" }.into_any() } else { t.not_ended.into_any() });
    let all_ended = ended == [true, true];
    let roles: Vec<&Value> = list(round, "roles").iter().filter(|one| one["same"] == false).collect();
    let alike: Vec<String> = list(round, "roles")
        .iter()
        .filter(|one| one["same"] == true)
        .map(|one| trial_text::role(criminal, text(one, "role")))
        .collect();
    let alike = (!alike.is_empty()).then(|| fill(t.roles_same, &[("names", &alike.join(", "))]));
    let speeches = roles.iter().map(|one| role(one, criminal)).collect_view();
    let rows = view! {
        {(!all_ended).then(|| row("", false, state))}
        {row(if criminal { t.range_criminal } else { t.range }, same("range"), range)}
        {row(t.verdict, same("verdict"), verdict)}
        {row(t.steering, same("steering"), steering)}
        {row(t.rewrites, same("rewrites"), rewrites)}
        {issues}
        {speeches}
    };
    view! {
        <section class="compared" data-part="round" data-round=number.clone()>
            <h2>{fill(t.round_n, &[("n", &number)])}</h2>
            {moved}
            {table(rows.into_any())}
            {alike.map(|words| view! { <p class="hint">{words}</p> })}
        </section>
    }
    .into_any()
}

fn dash() -> AnyView {
    view! { <span class="absent">"—"</span> }.into_any()
}

/// An issue with how far it is proven, how important it is, and who has to prove it.
fn issue(one: &Value, criminal: bool) -> AnyView {
    let t = branch_text::text();
    let cells = [&one["left"], &one["right"]].map(|side| {
        if side.is_null() {
            return dash();
        }
        let state = side["proof_state"].as_str().map(|state| {
            view! { <span class="proof" data-state=state.to_owned()>{trial_text::name("state", state)}</span> " " }
        });
        let group = if criminal { "side_criminal" } else { "side" };
        let facts = format!(
            "{}: {}; {}: {}; {}",
            t.importance,
            trial_text::name("severity", text(side, "severity")),
            t.burden,
            trial_text::name(group, text(side, "holder")),
            trial_text::name("issue", text(side, "status")),
        );
        view! { {state} <span class="hint">{facts}</span> }.into_any()
    });
    let title = text(one, "title").to_owned();
    row(view! { {t.issue} ": " {title} }, one["same"] == true, cells)
}

/// A role whose words differ: item by item.
fn role(one: &Value, criminal: bool) -> AnyView {
    let t = branch_text::text();
    let points = list(one, "points");
    let cells = ["left", "right"].map(|side| {
        let items: Vec<String> =
            points.iter().map(|point| said(&point[side])).filter(|text| !text.is_empty()).collect();
        match (one[side].is_null(), items.is_empty()) {
            (true, _) => dash(),
            (_, true) => view! { <span class="hint">{t.only_attempts}</span> }.into_any(),
            _ => {
                let rows = items.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
                view! { <ul class="points">{rows}</ul> }.into_any()
            }
        }
    });
    row(trial_text::role(criminal, text(one, "role")), false, cells)
}
