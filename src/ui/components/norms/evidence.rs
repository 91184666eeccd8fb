//! The page of a source with the cited cell or words boxed, inside the session.

use crate::api::load_page;
use crate::model::error::ApiError;
use crate::model::library::PageSheet;
use crate::ui::components::page_evidence::PageEvidence;
use crate::ui::logic::links;
use crate::ui::logic::norms::{Cited, Norms};
use crate::ui::logic::sheet::Sheet;
use crate::ui::{norms_text, text};
use leptos::prelude::*;

/// The viewer of the citation that is asked for.
#[component]
pub fn Evidence(
    /// The session.
    norms: Memo<Norms>,
    /// Number of the citation, from the address.
    cite: Memo<Option<u64>>,
) -> impl IntoView {
    let t = norms_text::text();
    let shown = Memo::new(move |_| norms.with(|norms| norms.shown(cite.get()).cloned()));
    let page = Resource::new(
        move || shown.get(),
        |shown| async move {
            match shown {
                Some(cited) => Some((read(cited.clone()).await, cited)),
                None => None,
            }
        },
    );
    view! {
        <section class="norms-evidence" id="evidence" aria-label=t.evidence>
            <h2>{t.evidence}</h2>
            <Transition fallback=move || view! { <p class="hint" role="status">{text::text().loading}</p> }>
                {move || Suspend::new(async move {
                    match page.await {
                        Some((Ok(sheet), cited)) => body(sheet, cited),
                        Some((Err(error), cited)) => {
                            view! {
                                <p class="cited">{cited.address}</p>
                                <p class="notice" role="note">{text::text().error(&error)}</p>
                            }
                            .into_any()
                        }
                        None => view! { <p class="hint">{t.evidence_none}</p> }.into_any(),
                    }
                })}
            </Transition>
        </section>
    }
    .into_any()
}

async fn read(cited: Cited) -> Result<PageSheet, ApiError> {
    load_page(cited.edition_id, cited.page, Some(cited.node), Some(cited.quote)).await
}

fn body(read: PageSheet, cited: Cited) -> AnyView {
    let t = norms_text::text();
    // The words may stand on the page behind the one where their node begins.
    let marked = read.boxes.boxes.first().map(|place| place.page);
    let sheet = Sheet {
        edition: cited.edition_id,
        page: marked.or(Some(read.boxes.page)),
        node: cited.node.clone(),
        quote: cited.quote.clone(),
        zoom: 0,
    };
    let (alone, words) = (sheet.href(), links::source(&cited.node, &cited.quote));
    view! {
        <p class="cited">
            <b>{format!("[{}] {}", cited.number, cited.address)}</b> " " <span class="hit-facts">{cited.edition}</span> " "
            <a href=alone>{t.open_page}</a> " · " <a href=words>{t.read_text}</a>
        </p>
        <PageEvidence sheet document=read.edition.short boxes=read.boxes/>
    }
    .into_any()
}
