//! What the text is not yet: signed, complete, advice.

use crate::model::document_view::DocumentView;
use crate::ui::components::document_runs::gap_link;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;

/// Says that this is a draft while the gate is closed, what is missing, and that nothing here is advice.
#[component]
pub fn DraftBanner(
    /// The page's signals.
    live: Live,
    /// The document on the page.
    document: Memo<Option<DocumentView>>,
) -> impl IntoView {
    let t = text::text();
    let ready = Memo::new(move |_| live.view.with(|v| v.gate.as_ref().is_some_and(|gate| gate.ready_for_skeleton)));
    let missing = Memo::new(move |_| document.with(|d| d.as_ref().map(DocumentView::missing).unwrap_or_default()));
    let state = move || if ready.get() { "ready" } else { "draft" };
    let words = move || {
        let n = missing.with(Vec::len);
        match (ready.get(), n) {
            (true, 0) => t.doc_ready.to_owned(),
            (_, 0) => t.doc_draft.to_owned(),
            (_, n) => format::fill(t.doc_draft_missing, &[("n", &n.to_string())]),
        }
    };
    let gaps = move || {
        let gaps = missing.get();
        (!gaps.is_empty()).then(|| {
            let rows = gaps.into_iter().map(|gap| {
                let label = gap.label.clone();
                view! { <li>{gap_link(live, gap, label)}</li> }
            });
            view! { <ul>{rows.collect_view()}</ul> }
        })
    };
    view! {
        <aside class="draft-banner" id="draft-banner" data-state=state aria-label=t.doc_state>
            <p><b>{words}</b> " " {t.doc_not_advice}</p>
            {gaps}
        </aside>
    }
    .into_any()
}
