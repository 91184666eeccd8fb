//! How the text of two versions differs: word by word, with what went struck through and what came underlined.

use crate::model::compare::{RunKind, TextChange, TextFate, TextRun};
use crate::model::ids::Version;
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::prelude::*;

/// The pieces that differ, and the same as files.
#[component]
pub fn TextChanges(
    /// The page's signals.
    live: Live,
    /// The first version.
    from: Version,
    /// The second version.
    to: Version,
    /// What differs, in the order of the text.
    text: Vec<TextChange>,
) -> impl IntoView {
    let t = text::text();
    let count = format::fill(t.redline_title, &[("n", &text.len().to_string())]);
    let changes = text.into_iter().map(change).collect_view();
    let file = move |format: &'static str| links::redline(&live.id(), from, to, format);
    view! {
        <section class="text-changes" aria-labelledby="redline-title">
            <header class="section-head">
                <h3 id="redline-title">{count}</h3>
                <a href=file("html") target="_blank">{t.redline_whole}</a>
                <a href=file("docx") download="">{t.redline_word}</a>
            </header>
            <ul lang="ru">{changes}</ul>
        </section>
    }
    .into_any()
}

fn change(change: TextChange) -> AnyView {
    let t = text::text();
    let fate = match change.change {
        TextFate::Added => t.fate_added,
        TextFate::Removed => t.fate_removed,
        TextFate::Moved => t.fate_moved,
        TextFate::Renumbered => t.fate_renumbered,
        TextFate::Same | TextFate::Changed => t.fate_changed,
    };
    let number = match (change.number_from.as_str(), change.number_to.as_str()) {
        ("", to) => to.to_owned(),
        (from, "") => from.to_owned(),
        (from, to) if from == to => to.to_owned(),
        (from, to) => format!("{from} → {to}"),
    };
    let number = (!number.is_empty()).then(|| view! { <b>{number}</b> " " });
    let words = change.runs.into_iter().map(run).collect_view();
    view! { <li>{number} <span class="fate">{fate}</span> <p>{words}</p></li> }.into_any()
}

fn run(run: TextRun) -> AnyView {
    match run.kind {
        RunKind::Same => run.text.into_any(),
        RunKind::Inserted => view! { <ins>{run.text}</ins> }.into_any(),
        RunKind::Deleted => view! { <del>{run.text}</del> }.into_any(),
    }
}
