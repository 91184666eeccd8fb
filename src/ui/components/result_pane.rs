//! The left two thirds: what is known and how ready it is.

use crate::ui::components::domain_view::DomainView;
use crate::ui::components::essential_meter::EssentialMeter;
use crate::ui::components::gate_card::GateCard;
use crate::ui::components::issues_list::IssuesList;
use crate::ui::components::notices::Notices;
use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trace_panel::TracePanel;
use crate::ui::components::version_bar::VersionBar;
use crate::ui::live::Live;
use crate::ui::logic::issues::Filter;
use crate::ui::text;
use leptos::prelude::*;

/// Title, properties, versions, meter, gate, facts, issues, trace.
#[component]
pub fn ResultPane(
    /// The page's signals.
    live: Live,
    /// The words to search for at first.
    query: String,
    /// The issues to show at first.
    filter: Filter,
) -> impl IntoView {
    let t = text::text();
    let view = live.view;
    let gate = Memo::new(move |_| view.with(|v| v.gate.clone()));
    let notices = Memo::new(move |_| view.with(|v| v.notices.clone()));
    view! {
        <section class="result-pane" aria-label=t.pane_result tabindex="0">
            <h1 title=move || view.with(|v| v.row.title.clone())>{move || view.with(|v| v.row.title.clone())}</h1>
            <StateMeta view/>
            {move || notices.with(|all| all.first().cloned()).map(|words| view! { <p class="notice">{words}</p> })}
            <VersionBar live/>
            <div class="cards">
                <EssentialMeter live/>
                <GateCard gate/>
            </div>
            <Notices notices/>
            <DomainView live query/>
            <IssuesList live filter/>
            <TracePanel live/>
        </section>
    }
    .into_any()
}
