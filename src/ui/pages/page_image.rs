//! `/page?edition=…&page=…&node=…`: a page of a source with the cited place boxed.

use crate::api::load_page;
use crate::model::error::ErrorCode;
use crate::model::library::PageSheet;
use crate::ui::components::edition_list::{currency, status};
use crate::ui::components::page_evidence::PageEvidence;
use crate::ui::logic::sheet::Sheet;
use crate::ui::logic::{format, links};
use crate::ui::{evidence_text, text};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// The viewer.
#[component]
pub fn PageImagePage() -> impl IntoView {
    let (t, own) = (text::text(), evidence_text::text());
    let query = use_query_map();
    let sheet = Memo::new(move |_| query.with(|query| Sheet::read(|name| query.get(name))));
    // The scale is a matter of the page alone: another one asks nothing of the server.
    let asked = Memo::new(move |_| Sheet { zoom: 0, ..sheet.get() });
    let page = Resource::new_blocking(
        move || asked.get(),
        |asked| async move { load_page(asked.edition, asked.page, Some(asked.node), Some(asked.quote)).await },
    );
    view! {
        <Title text=format::title(&format!("{} · LegalAGI", own.title))/>
        <main id="main" class="page-image" tabindex="-1">
            <Transition fallback=move || view! { <p class="hint" role="status">{t.loading}</p> }>
                {move || {
                    let sheet = sheet.get();
                    Suspend::new(async move {
                        match page.await {
                            Ok(read) => body(read, sheet),
                            Err(error) => {
                                let title = if error.code == ErrorCode::NotFound { own.none } else { t.problem };
                                view! {
                                    <h1>{title}</h1>
                                    <p class="problem" role="alert">{t.error(&error)}</p>
                                    <p><a href="/search">{t.search_title}</a></p>
                                }
                                .into_any()
                            }
                        }
                    })
                }}
            </Transition>
        </main>
    }
    .into_any()
}

fn body(read: PageSheet, sheet: Sheet) -> AnyView {
    let (t, own) = (text::text(), evidence_text::text());
    let PageSheet { edition, boxes, node } = read;
    let sheet = Sheet { edition: edition.edition.clone(), page: Some(boxes.page), ..sheet };
    let top = format!("norm://{}", edition.edition);
    let label = (edition.label != "undated").then(|| format::fill(t.edition_n, &[("label", &edition.label)]));
    let warning = (status(&edition.currency) != "in_force").then(|| {
        view! { <p class="currency notice" data-status=status(&edition.currency)>{currency(&edition.currency)}</p> }
    });
    let place = node.as_ref().map(|node| {
        let href = links::source(&node.node_id, &sheet.quote);
        view! { <li><a href=href>{node.address.clone()}</a></li> }
    });
    let reading = node.as_ref().map(|node| {
        let href = links::source(&node.node_id, &sheet.quote);
        view! { <p class="to-text"><a href=href>{own.to_text}</a></p> }
    });
    let heading = node.map_or_else(|| edition.short.clone(), |node| node.address);
    let quote = (!sheet.quote.is_empty()).then(|| view! { <blockquote>{sheet.quote.clone()}</blockquote> });
    view! {
        <nav class="crumbs" aria-label=t.source_way>
            <ol>
                <li><a href="/search">{t.search_title}</a></li>
                <li><a href=links::source(&top, "")>{edition.short.clone()}</a> " " {label}</li>
                {place}
            </ol>
        </nav>
        <h1>{heading}</h1>
        {warning}
        {quote}
        {reading}
        <PageEvidence sheet document=edition.short boxes/>
    }
    .into_any()
}
