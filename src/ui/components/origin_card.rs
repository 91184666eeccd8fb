//! «Откуда это?»: the origin of one fact, the words behind it, and ways to correct it.

use crate::model::facts::LedgerEntry;
use crate::ui::browser;
use crate::ui::components::fact_editor::FactEditor;
use crate::ui::components::pane_tabs;
use crate::ui::live::{Live, Mark};
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// The badge with the origin; opened, it explains.
#[component]
pub fn OriginCard(
    /// The page's signals.
    live: Live,
    /// JSON Pointer into `domain`.
    pointer: String,
    /// The ledger's entry.
    entry: LedgerEntry,
    /// The value as a form sends it back.
    raw: String,
    /// The kind of the leaf, see `logic::tree`.
    kind: &'static str,
) -> impl IntoView {
    let t = text::text();
    let (short, long) = t.origin(entry.origin);
    let since =
        format::fill(t.since_version, &[("n", &entry.version.to_string()), ("date", &format::date_time(&entry.at))]);
    let quote = entry.quote.clone().map(|words| view! { <blockquote>{words}</blockquote> });
    let note = entry.note.clone().map(|words| view! { <p class="origin-note">{words}</p> });
    let to_chat = entry.turn_id.map(|turn| {
        let href = links::mark(&live.id(), live.viewed_untracked(), &pointer, turn.as_str());
        let mark = Mark { turn: turn.to_string(), quote: entry.quote.unwrap_or_default() };
        let on_click = move |ev: MouseEvent| {
            ev.prevent_default();
            show(live, mark.clone());
        };
        view! { <a class="to-chat" href=href rel="external" on:click=on_click>{t.show_in_chat}</a> }
    });
    let editor = live.viewed_untracked().is_none().then(|| view! { <FactEditor live pointer raw kind/> });
    view! {
        <details class="fact-origin" name="origin">
            <summary class="origin" data-origin=entry.origin.as_str() title=t.whence>
                {short} <span class="visually-hidden">". " {t.whence}</span>
            </summary>
            <div class="origin-card">
                <p>{long}</p>
                {quote}
                {note}
                <p class="hint">{since}</p>
                {to_chat}
                {editor}
            </div>
        </details>
    }
    .into_any()
}

/// Highlights the words and brings them into sight.
fn show(live: Live, mark: Mark) {
    let selector = format!(".turn[data-turn=\"{}\"]", mark.turn.replace(['"', '\\'], ""));
    live.mark.set(Some(mark));
    pane_tabs::open_chat();
    request_animation_frame(move || browser::reveal(&selector));
}
