//! The left two thirds of a norms session: answer, page with the place boxed, plan and log.

use crate::ui::components::norms::answer::Answer;
use crate::ui::components::norms::evidence::Evidence;
use crate::ui::components::norms::plan::PlanView;
use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trace_panel::TracePanel;
use crate::ui::components::version_bar::VersionBar;
use crate::ui::live::Live;
use crate::ui::logic::compare::{self, begins_run};
use crate::ui::logic::format;
use crate::ui::logic::norms::Norms;
use crate::ui::{compare_text, norms_text, text};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

/// The pane. `?cite=N` names the citation whose page is shown.
#[component]
pub fn NormsPane(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let (g, t, c) = (text::text(), norms_text::text(), compare_text::text());
    let view = live.view;
    let norms = Memo::new(move |_| view.with(|view| Norms::of(&view.domain)));
    let query = use_query_map();
    let cite = Memo::new(move |_| query.with(|query| query.get_str("cite").and_then(|text| text.parse::<u64>().ok())));
    let day = move || format::fill(g.research_as_of, &[("date", &norms.with(|n| format::day(&n.as_of)))]);
    // A second act of the person makes a second run.
    let several = Memo::new(move |_| live.versions.with(|all| all.iter().filter(|row| begins_run(row)).count() > 1));
    let runs = move || {
        several.get().then(|| {
            let version = live.viewed();
            let href = move || match version {
                // An old version is compared with the run before it.
                Some(version) => format!("{}?to={version}", compare::href(&live.id(), None, None)),
                None => compare::href(&live.id(), None, None),
            };
            view! { <p class="run-line"><a class="to-compare" href=href>{c.open}</a></p> }
        })
    };
    let others = move || {
        let href = format!("{}#with", compare::href(&live.id(), None, None));
        view! { <p class="run-line"><a href=href>{c.open_other}</a></p> }
    };
    let name = view.with_untracked(|view| view.row.workspace.as_str().to_owned());
    view! {
        <section class="result-pane" aria-label=t.answer tabindex="0" data-view=name>
            <h1>{move || view.with(|v| v.row.title.clone())}</h1>
            <p class="hint">{day}</p>
            {runs}
            <Answer live norms/>
            <Evidence norms cite/>
            <PlanView live norms/>
            <details class="fold properties"><summary>{t.state}</summary><StateMeta view/> <VersionBar live/> {others}</details>
            <TracePanel live/>
        </section>
    }
    .into_any()
}
