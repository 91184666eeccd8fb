//! The views of the result pane: plain links, so that they work without scripts.

use crate::ui::live::Live;
use crate::ui::logic::place::View;
use crate::ui::text;
use leptos::prelude::*;

/// One link per view.
#[component]
pub fn ViewTabs(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let place = live.paper.place;
    let tab = move |view: View| {
        let href = move || place.get().with_view(view).href(&live.id(), live.viewed());
        let current = move || (place.get().view == view).then_some("page");
        // A view begins at its beginning.
        view! { <a href=href aria-current=current data-view=view.as_str() data-reveal=".result-pane h1">{t.view_name(view)}</a> }
    };
    view! { <nav class="view-tabs" aria-label=t.views>{View::ALL.into_iter().map(tab).collect_view()}</nav> }.into_any()
}
