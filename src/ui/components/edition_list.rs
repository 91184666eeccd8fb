//! What the corpus holds: documents with their editions and whether they are in force, by the product's own register.

use crate::model::source::{Currency, EditionRow};
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::prelude::*;

/// The list, folded while results are above it, and the form that adds a file.
#[component]
pub fn EditionList(
    /// What is held.
    editions: Vec<EditionRow>,
    /// Whether it begins open.
    open: bool,
) -> impl IntoView {
    let t = text::text();
    let count = format::fill(t.corpus_title, &[("n", &editions.len().to_string())]);
    let none = editions.is_empty().then(|| {
        view! { <p class="empty">{t.corpus_empty} " " <code>"legalagi corpus import PATH"</code></p> }
    });
    let rows = editions.into_iter().map(row).collect_view();
    view! {
        <details class="edition-list" open=open>
            <summary><h2>{count}</h2></summary>
            <form class="corpus-form" action="/api/corpus" method="post" enctype="multipart/form-data">
                <label>
                    <span>{t.corpus_file}</span>
                    <input type="file" name="file" accept=".json,.txt,.md,.html,.pdf,.docx" multiple required/>
                </label>
                <button type="submit">{t.corpus_add}</button>
                <span class="hint">{t.corpus_hint}</span>
            </form>
            {none}
            <ul>{rows}</ul>
        </details>
    }
    .into_any()
}

fn row(edition: EditionRow) -> AnyView {
    let t = text::text();
    let (label, count) = (edition.label.clone(), edition.nodes.to_string());
    let facts = match edition.pages {
        0 => format::fill(t.edition_nodes, &[("n", &count)]),
        pages => format::fill(t.edition_pages, &[("n", &count), ("p", &pages.to_string())]),
    };
    let label = (label != "undated").then(|| format::fill(t.edition_n, &[("label", &label)]));
    view! {
        <li class="edition-row" data-edition=edition.edition.clone()>
            <a href=links::source(&format!("norm://{}", edition.edition), "")>{edition.short}</a> " "
            <span class="edition-title">{edition.title}</span>
            <p class="hit-facts">
                {t.jurisdiction_name(&edition.jurisdiction).to_owned()} " · " {label} " " {facts} " "
                <span class="currency" data-status=status(&edition.currency)>{currency(&edition.currency)}</span>
            </p>
        </li>
    }
    .into_any()
}

/// The status as a name for styles.
#[must_use]
pub fn status(currency: &Currency) -> &'static str {
    match currency {
        Currency::Unchecked => "unchecked",
        Currency::InForce { .. } => "in_force",
        Currency::Repealed { .. } => "repealed",
        Currency::Replaced { .. } => "replaced",
    }
}

/// The status in words.
#[must_use]
pub fn currency(currency: &Currency) -> String {
    let t = text::text();
    match currency {
        Currency::Unchecked => t.cur_unchecked.to_owned(),
        Currency::InForce { checked_at } => format::fill(t.cur_in_force, &[("date", &format::day(checked_at))]),
        Currency::Repealed { from, .. } => format::fill(t.cur_repealed, &[("date", &format::day(from))]),
        Currency::Replaced { from, by, .. } => {
            format::fill(t.cur_replaced, &[("date", &format::day(from)), ("by", by)])
        }
    }
}
