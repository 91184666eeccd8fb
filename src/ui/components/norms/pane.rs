//! The left two thirds of a norms session: answer, page with the place boxed, plan and log.

use crate::ui::components::norms::answer::Answer;
use crate::ui::components::norms::evidence::Evidence;
use crate::ui::components::norms::plan::PlanView;
use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trace_panel::TracePanel;
use crate::ui::components::version_bar::VersionBar;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::norms::Norms;
use crate::ui::{norms_text, text};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

/// The pane. `?cite=N` names the citation whose page is shown.
#[component]
pub fn NormsPane(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let (g, t) = (text::text(), norms_text::text());
    let view = live.view;
    let norms = Memo::new(move |_| view.with(|view| Norms::of(&view.domain)));
    let query = use_query_map();
    let cite = Memo::new(move |_| query.with(|query| query.get_str("cite").and_then(|text| text.parse::<u64>().ok())));
    let day = move || format::fill(g.research_as_of, &[("date", &norms.with(|n| format::day(&n.as_of)))]);
    view! {
        <section class="result-pane" aria-label=t.answer tabindex="0" data-view="norms">
            <h1>{move || view.with(|v| v.row.title.clone())}</h1>
            <p class="hint">{day}</p>
            <Answer live norms/>
            <Evidence norms cite/>
            <PlanView live norms/>
            <details class="fold properties"><summary>{t.state}</summary><StateMeta view/> <VersionBar live/></details>
            <TracePanel live/>
        </section>
    }
    .into_any()
}
