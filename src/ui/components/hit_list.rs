//! What a search found: address, heading, passage with the words marked.

use crate::model::example;
use crate::model::source::Hit;
use crate::ui::logic::{format, highlight, links};
use crate::ui::{example_text, text};
use leptos::prelude::*;

/// The results, best first.
#[component]
pub fn HitList(
    /// What was found.
    hits: Vec<Hit>,
    /// The words looked for.
    words: String,
    /// Whether the corpus holds nothing at all.
    empty: bool,
) -> impl IntoView {
    let t = text::text();
    let count = format::fill(t.search_found, &[("n", &hits.len().to_string())]);
    let body = match (empty, hits.is_empty()) {
        (true, _) => {
            view! { <p class="empty">{t.corpus_empty} " " <code>"legalagi corpus import PATH"</code></p> }.into_any()
        }
        (false, true) => view! { <p class="empty">{t.search_none}</p> }.into_any(),
        (false, false) => {
            let rows = hits.into_iter().map(row).collect_view();
            view! { <ol class="hits">{rows}</ol> }.into_any()
        }
    };
    view! {
        <section class="hit-list" aria-labelledby="hits-title" data-words=words>
            <h2 id="hits-title">{count}</h2>
            {body}
        </section>
    }
    .into_any()
}

fn row(hit: Hit) -> AnyView {
    let t = text::text();
    let spans = highlight::snippet(&hit.snippet);
    let mark = spans.iter().find(|span| span.marked).map(|span| span.text.clone()).unwrap_or_default();
    let words = spans.into_iter().map(|span| match span.marked {
        true => view! { <mark>{span.text}</mark> }.into_any(),
        false => span.text.into_any(),
    });
    let page = hit.page.map(|page| format::fill(t.page_n, &[("n", &page.to_string())]));
    let edition = (!hit.edition.is_empty() && hit.edition != "undated")
        .then(|| view! { <span class="edition">{format::fill(t.edition_n, &[("label", &hit.edition)])}</span> });
    let example = example::is_example(&hit.node_id)
        .then(|| view! { <span class="example-badge">{example_text::text().badge}</span> });
    view! {
        <li class="hit" data-node=hit.node_id.clone()>
            <p class="hit-head">
                <a href=links::source(&hit.node_id, &mark)>{hit.address}</a> " "
                {(!hit.title.is_empty()).then(|| view! { <span class="hit-title">{hit.title}</span> })}
            </p>
            <p class="snippet">{words.collect_view()}</p>
            <p class="hit-facts">{hit.document} " " {edition} " " {page} " " {example}</p>
        </li>
    }
    .into_any()
}
