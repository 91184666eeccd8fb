//! The left two thirds: what is known and how ready it is, or the document that it makes.

use crate::ui::components::document_view::DocumentView;
use crate::ui::components::domain_view::DomainView;
use crate::ui::components::essential_meter::EssentialMeter;
use crate::ui::components::gate_card::GateCard;
use crate::ui::components::issues_list::IssuesList;
use crate::ui::components::level_meter::LevelMeter;
use crate::ui::components::notices::Notices;
use crate::ui::components::primary_action::PrimaryAction;
use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trace_panel::TracePanel;
use crate::ui::components::version_bar::VersionBar;
use crate::ui::components::view_tabs::ViewTabs;
use crate::ui::live::Live;
use crate::ui::logic::issues::Filter;
use crate::ui::logic::place::View;
use crate::ui::text;
use leptos::prelude::*;

/// Title, properties, versions; then one of the views: facts (meter, gate, facts, issues, trace) or the document.
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
    let shown = Memo::new(move |_| live.paper.place.get().view);
    let first = notices.with_untracked(|all| all.first().cloned());
    let first = move || first.clone().map(|words| view! { <p class="notice">{words}</p> });
    view! {
        <section class="result-pane" aria-label=t.pane_result tabindex="0" data-view=shown.get_untracked().as_str()>
            <div class="pane-head">
                <h1 title=move || view.with(|v| v.row.title.clone())>{move || view.with(|v| v.row.title.clone())}</h1>
                <PrimaryAction live/>
                <StateMeta view/>
                <LevelMeter live/>
                <VersionBar live/>
                <ViewTabs live/>
            </div>
            {(shown.get_untracked() == View::Facts).then(|| view! {
                <div class="facts-view">
                    {first.clone()}
                    <div class="cards">
                        <EssentialMeter live/>
                        <GateCard gate/>
                    </div>
                    <Notices notices/>
                    <DomainView live query/>
                    <IssuesList live filter/>
                    <TracePanel live/>
                </div>
            })}
            // The text begins where the page does: what is to be said of it stands after it.
            {(shown.get_untracked() == View::Document).then(|| view! { <DocumentView live/> {first} })}
        </section>
    }
    .into_any()
}
