//! What can be done with the document: files, printing.

use crate::api::ComposeDocument;
use crate::model::document_view::DocumentView;
use crate::ui::live::Live;
use crate::ui::logic::{links, place};
use crate::ui::{frame_text, signoff_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// What the person can do about the stages.
enum Composing {
    /// Put the document together; `true` when it was put together before.
    Open(bool),
    /// Nothing: it is final.
    Done,
}

/// What the stage and the gate allow.
fn composing(stage: &str, ready: bool) -> Option<Composing> {
    match stage {
        "final" => Some(Composing::Done),
        "skeleton" | "clauses" => Some(Composing::Open(true)),
        _ => ready.then_some(Composing::Open(false)),
    }
}

/// The row of buttons above the document. Buttons of the document's own steps stand first in it.
#[component]
pub fn DocumentActions(
    /// The page's signals.
    live: Live,
    /// The document on the page.
    document: Memo<Option<DocumentView>>,
    /// What else stands in the menu.
    children: Children,
) -> impl IntoView {
    let t = text::text();
    let latest = Memo::new(move |_| live.viewed().is_none());
    let title = Memo::new(move |_| document.with(|d| d.as_ref().map(|d| d.title.clone()).unwrap_or_default()));
    let file = move |(extension, name): (&'static str, &'static str)| {
        let href = move || place::export(&live.id(), extension, live.paper.place.get());
        let label = move || format!("{} {name}: {}", t.doc_download, title.get());
        view! {
            <a class="button" href=href download="" data-format=extension aria-label=label>{name}</a>
        }
    };
    let files = [("docx", "DOCX"), ("pdf", "PDF"), ("md", "Markdown"), ("ics", t.doc_calendar)];
    // The files are made from the latest version only.
    let row = move || match latest.get() {
        true => view! {
            <span class="hint" aria-hidden="true">{t.doc_download}</span>
            {files.map(file).into_iter().collect_view()}
        }
        .into_any(),
        false => view! { <span class="hint">{t.doc_download_latest}</span> }.into_any(),
    };
    let compose = move || {
        live.view.with(|view| composing(&view.stage, view.gate.as_ref().is_some_and(|gate| gate.ready_for_skeleton)))
    };
    let variant = move || live.paper.place.get().variant.unwrap_or_default();
    let form = move || match compose().filter(|_| latest.get()) {
        // The first time is the page's one primary button.
        Some(Composing::Open(true)) => view! {
            <form class="compose-form" action=ComposeDocument::url() method="post">
                <input type="hidden" name="session" value=live.id()/>
                <input type="hidden" name="variant" value=variant/>
                <button type="submit">{t.doc_compose_again}</button>
            </form>
        }
        .into_any(),
        Some(Composing::Open(false)) => ().into_any(),
        Some(Composing::Done) => view! { <span class="checked" role="status">{t.doc_checked}</span> }.into_any(),
        None => ().into_any(),
    };
    let share = live.view.with_untracked(|view| !view.is_copy).then(|| {
        view! {
            <a class="button" href=links::share(&live.id(), None)>{t.share_act}</a>
            <a class="button" href=links::signoff(&live.id())>{signoff_text::text().send}</a>
        }
    });
    view! {
        <div class="document-actions" role="group" aria-label=t.doc_actions>
            {form}
            <details class="document-look">
                <summary>{frame_text::text().doc_look}</summary>
                <div class="document-menu">
                    <div class="document-files">
                        {row}
                        <button type="button" class="quiet needs-js" data-act="print">{t.doc_print}</button>
                        {share}
                    </div>
                    {children()}
                </div>
            </details>
        </div>
    }
    .into_any()
}
