//! The document as it stands: switches, files, warning, text, what did not get into it.

use crate::ui::components::document_bar::DocumentBar;
use crate::ui::components::document_check::DocumentCheck;
use crate::ui::components::document_notes::DocumentNotes;
use crate::ui::components::document_opinions::{DocumentOpinions, signed};
use crate::ui::components::document_paper::DocumentPaper;
use crate::ui::components::draft_banner::DraftBanner;
use crate::ui::components::fact_card::FactCard;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;

/// The view; until the type of the contract is known it says so.
#[component]
pub fn DocumentView(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let paper = live.paper;
    let document = Memo::new(move |_| paper.view());
    let some = Memo::new(move |_| document.with(Option::is_some));
    // Why there is no document.
    let nothing = move || match paper.fetched.get().map(|fetched| fetched.outcome) {
        Some(Ok(Some(_))) => ().into_any(),
        Some(Ok(None)) => view! {
            <div class="document-empty">
                <h3>{t.doc_empty_title}</h3>
                <p>{t.doc_empty}</p>
            </div>
        }
        .into_any(),
        Some(Err(error)) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
        None => view! { <p class="empty" role="status">{t.doc_loading}</p> }.into_any(),
    };
    view! {
        <section class="document-view" aria-labelledby="document-title" aria-busy="false">
            <h2 id="document-title" class="visually-hidden">{t.view_document}</h2>
            {move || some.get().then(|| view! {
                <DocumentBar live document/>
            })}
            {nothing}
            {move || document.get().as_ref().and_then(signed)}
            {move || document.get().map(|document| view! { <DocumentPaper live document/> })}
            {move || document.get().map(|document| view! { <DocumentOpinions live document/> })}
            {move || some.get().then(|| view! {
                <DraftBanner live document/>
                <DocumentCheck live document/>
                <DocumentNotes live document/>
            })}
            <FactCard live/>
        </section>
    }
    .into_any()
}
