//! The evidence: what is held, of which side, with its fingerprint; and a plain form for one more file.

use crate::ui::components::trial::facts::{Names, supported};
use crate::ui::components::trial::fields::named;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::logic::trial::{awaited, list, text};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// The list.
#[component]
pub fn Evidence(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let held =
        Memo::new(move |_| live.view.with(|view| (list(&view.domain, "evidence").to_vec(), view.labels.clone())));
    let criminal = live.view.with_untracked(|view| view.domain["case"]["case_type"] == "criminal");
    let body = move || {
        let (held, names) = held.get();
        match held.is_empty() {
            true => view! { <p class="empty">{t.evidence_empty}</p> }.into_any(),
            false => {
                let rows = held.iter().map(|one| row(one, criminal, &names)).collect_view();
                view! { <ul class="fact-list">{rows}</ul> }.into_any()
            }
        }
    };
    view! {
        <section class="trial-evidence" id="evidence" aria-labelledby="trial-evidence-title">
            <h2 id="trial-evidence-title">{t.evidence} " " <small>{move || held.with(|(held, _)| held.len())}</small></h2>
            {body}
        </section>
    }
    .into_any()
}

fn row(one: &Value, criminal: bool, names: &Names) -> AnyView {
    let t = trial_text::text();
    let id = text(one, "id").to_owned();
    let side = if criminal { "side_criminal" } else { "side" };
    let contested =
        (one["contested"] == true).then(|| view! { <span class="tag" data-kind="contested">{t.contested}</span> });
    let action = text(one, "action").to_owned();
    let action = (action != "submit").then(|| view! { <span class="tag">{trial_text::name("action", &action)}</span> });
    let unread = (text(one, "text_status") == "none")
        .then(|| view! { <span class="tag" data-kind="unread">{t.evidence_unread}</span> });
    let supports = supported(one, "supports", names);
    let supports = (!supports.is_empty()).then(|| view! { {t.speaks_of} " " <b>{supports}</b> " · " });
    let hash: String = text(one, "sha256").chars().take(12).collect();
    let words: String = text(one, "text").chars().take(400).collect();
    let words = (!words.is_empty()).then(|| view! { <details class="fold"><summary>{t.evidence_words}</summary><blockquote>{words}</blockquote></details> });
    view! {
        <li class="trial-fact" id=id.clone()>
            <span class="id">{text(one, "label").to_owned()}</span>
            <p><b>{text(one, "title").to_owned()}</b> " " {contested} {action} {unread}</p>
            <p class="source">
                {trial_text::name(side, text(one, "side"))} " · " {supports} "SHA-256 " <code>{hash} "…"</code>
            </p>
            {words}
        </li>
    }
    .into_any()
}

/// A file joins the session; a form of its own, because a file is sent by itself.
#[component]
pub fn EvidenceUpload(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let open = Memo::new(move |_| live.viewed().is_none() && live.view.with(|view| awaited(&view.domain).is_some()));
    let action = format!("/api/session/{}/evidence", links::encode(&live.id()));
    let side = live.view.with_untracked(|view| text(&view.domain["case"], "user_side").to_owned());
    let criminal = live.view.with_untracked(|view| view.domain["case"]["case_type"] == "criminal");
    let options = move || {
        let names = named(if criminal { "side_criminal" } else { "side" }, &["claimant", "opposing"]);
        let side = side.clone();
        names
            .into_iter()
            .map(|(id, words)| {
                let selected = id == side;
                view! { <option value=id selected=selected>{words}</option> }
            })
            .collect_view()
    };
    view! {
        <Show when=move || open.get()>
            <details class="fold upload">
                <summary>{t.upload}</summary>
                <form class="upload-form" action=action.clone() method="post" enctype="multipart/form-data">
                    <label><span>{t.upload_file}</span> <input type="file" name="file" required accept=".docx,.pdf,.txt,.md,image/*"/></label>
                    <label><span>{t.upload_title}</span> <input type="text" name="title" maxlength="200"/></label>
                    <label><span>{t.upload_side}</span> <select name="side">{options.clone()()}</select></label>
                    <p class="hint">{t.upload_hint}</p>
                    <button type="submit">{t.upload_send}</button>
                </form>
            </details>
        </Show>
    }
    .into_any()
}
