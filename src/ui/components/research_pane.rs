//! The left two thirds of a research session: the question, its answer and sources, the steps.

use crate::ui::components::research_view::ResearchView;
use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trace_panel::TracePanel;
use crate::ui::components::version_bar::VersionBar;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;

/// The question as a title, properties, versions, the answer, the trace.
#[component]
pub fn ResearchPane(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let view = live.view;
    let name = view.with_untracked(|view| view.row.workspace.as_str().to_owned());
    view! {
        <section class="result-pane" aria-label=t.pane_research tabindex="0" data-view=name>
            <h1>{move || view.with(|v| v.domain["query"].as_str().filter(|asked| !asked.is_empty()).unwrap_or(&v.row.title).to_owned())}</h1>
            <StateMeta view/>
            <VersionBar live/>
            <ResearchView live/>
            <TracePanel live/>
        </section>
    }
    .into_any()
}
