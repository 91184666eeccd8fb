//! What the text leaves out.

use crate::model::document_view::DocumentView;
use crate::ui::live::Live;
use crate::ui::logic::{format, tree};
use crate::ui::text;
use leptos::prelude::*;

/// Facts that no clause of the contract uses.
#[component]
pub fn DocumentNotes(
    /// The page's signals.
    live: Live,
    /// The document on the page.
    document: Memo<Option<DocumentView>>,
) -> impl IntoView {
    let t = text::text();
    let unused = Memo::new(move |_| document.with(|d| d.as_ref().map(|d| d.unused.clone()).unwrap_or_default()));
    let body = move || {
        let unused = unused.get();
        if unused.is_empty() {
            return view! { <p class="hint">{t.doc_all_used}</p> }.into_any();
        }
        let title = format::fill(t.doc_unused, &[("n", &unused.len().to_string())]);
        let rows = live.view.with(|view| {
            let row = |at: &String| {
                let shown = view.shown.get(at).cloned().unwrap_or_default();
                view! { <li data-pointer=at.clone()>{tree::full_name(view, at)} ": " <b>{shown}</b></li> }
            };
            unused.iter().map(row).collect_view()
        });
        view! {
            <h3>{title}</h3>
            <ul>{rows}</ul>
            <p class="hint">{t.doc_unused_hint}</p>
        }
        .into_any()
    };
    view! { <div class="document-notes">{body}</div> }.into_any()
}
