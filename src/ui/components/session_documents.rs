//! Documents of a session: apart from the shared corpus, seen by this session only.

use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::text;
use leptos::prelude::*;

/// What is attached, and a plain form for one more.
#[component]
pub fn SessionDocuments(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let titles = Memo::new(move |_| {
        live.view.with(|view| {
            let documents = view.domain["documents"].as_object();
            documents
                .into_iter()
                .flatten()
                .map(|(id, document)| (id.clone(), document["title"].as_str().unwrap_or_default().to_owned()))
                .collect::<Vec<_>>()
        })
    });
    let list = move || {
        let titles = titles.get();
        (!titles.is_empty()).then(|| {
            let rows = titles.into_iter().map(|(id, title)| view! { <li data-document=id>{title}</li> });
            view! { <ul>{rows.collect_view()}</ul> }
        })
    };
    let action = format!("/api{}/documents", links::session(&live.id()).replacen("/s/", "/session/", 1));
    let form = move || {
        live.viewed().is_none().then(|| {
            view! {
                <form class="corpus-form" action=action.clone() method="post" enctype="multipart/form-data">
                    <label>
                        <span>{t.attach_file}</span>
                        <input type="file" name="file" accept=".docx,.pdf,.txt,.md" required/>
                    </label>
                    <button type="submit">{t.attach}</button>
                    <span class="hint">{t.attach_hint}</span>
                </form>
            }
        })
    };
    view! {
        <details class="session-documents">
            <summary><h2>{t.attached}</h2> " " <span class="hint">{move || titles.with(Vec::len)}</span></summary>
            {list}
            {form}
        </details>
    }
    .into_any()
}
