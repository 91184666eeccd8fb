//! The left two thirds of a mock trial: the way, the card of the last round, facts, rounds, the report.

use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trace_panel::TracePanel;
use crate::ui::components::trial::claims::several;
use crate::ui::components::trial::evidence::Evidence;
use crate::ui::components::trial::facts::Facts;
use crate::ui::components::trial::gate_card::{Criminal, GateSummaryCard};
use crate::ui::components::trial::report::Report;
use crate::ui::components::trial::round::Rounds;
use crate::ui::components::trial::speech::Named;
use crate::ui::components::trial::timeline::Timeline;
use crate::ui::components::version_bar::VersionBar;
use crate::ui::live::Live;
use crate::ui::logic::trial::{last_end, text};
use crate::ui::logic::{compare, links};
use crate::ui::{branch_text, trial_text};
use leptos::prelude::*;

/// The pane.
#[component]
pub fn TrialPane(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let view = live.view;
    let end = Memo::new(move |_| view.with(|v| last_end(&v.domain).cloned()));
    // Before a round has ended there is neither a judge nor a branch that differs.
    let ended = Memo::new(move |_| view.with(|v| last_end(&v.domain).is_some()));
    let branches = move || {
        let b = branch_text::text();
        ended.get().then(|| {
            let (compare, audit) = (compare::href(&live.id(), None, None), format!("{}/audit", links::session(&live.id())));
            view! { <p class="run-line"><a class="to-compare" href=compare>{b.open}</a> " · " <a class="to-audit" href=audit>{b.open_audit}</a></p> }
        })
    };
    // Ids are called by the names of the session.
    provide_context(Named(Memo::new(move |_| view.with(|v| v.labels.clone()))));
    provide_context(Criminal(view.with_untracked(|v| v.domain["case"]["case_type"] == "criminal")));
    let name = view.with_untracked(|view| view.row.workspace.as_str().to_owned());
    view! {
        <section class="result-pane" aria-label=t.pane tabindex="0" data-view=name>
            <h1>{move || view.with(|v| v.row.title.clone())}</h1>
            <CaseLine live/>
            <Timeline live/>
            <Report live/>
            {move || end.get().map(|end| view! { <GateSummaryCard end/> })}
            <Facts live/>
            <Evidence live/>
            <Rounds live/>
            {branches}
            <details class="fold properties"><summary>{t.properties}</summary><StateMeta view/> <VersionBar live/></details>
            <TracePanel live/>
        </section>
    }
    .into_any()
}

/// What kind of case it is, for whom, by the law of which day.
#[component]
pub fn CaseLine(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let case = Memo::new(move |_| {
        live.view.with(|view| (view.domain["case"].clone(), view.labels.get("pack").cloned(), several(&view.labels)))
    });
    let body = move || {
        let (case, title, all) = case.get();
        let further = (all.len() > 1).then(|| {
            let names = all.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join("; ");
            view! { <div><dt>{t.claims_all}</dt><dd data-field="claims">{names}</dd></div> }
        });
        let side = if case["case_type"] == "criminal" { "side_criminal" } else { "side" };
        let pack = title.or_else(|| case["pack_id"].as_str().map(|id| trial_text::name("pack", id))).map(|title| {
            view! { <div><dt>{t.dispute}</dt><dd data-field="pack">{title}</dd></div> }
        });
        view! {
            <div><dt>{t.case_type}</dt><dd data-field="case_type">{trial_text::name("case_type", text(&case, "case_type"))}</dd></div>
            <div><dt>{t.jurisdiction}</dt><dd>{t.korea}</dd></div>
            {pack}
            {further}
            <div><dt>{t.user_side}</dt><dd data-field="user_side">{trial_text::name(side, text(&case, "user_side"))}</dd></div>
            <div><dt>{t.law_as_of}</dt><dd data-field="law_as_of">{text(&case, "law_as_of").to_owned()}</dd></div>
        }
    };
    view! { <dl class="state-meta case-line">{body}</dl> <p class="notice">{t.simulation_only}</p> }.into_any()
}
