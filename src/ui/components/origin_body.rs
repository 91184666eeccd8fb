//! Where one fact comes from, in words, with the way to the dialogue and the field to correct it.

use crate::model::facts::LedgerEntry;
use crate::ui::components::dated::dated;
use crate::ui::components::fact_editor::FactEditor;
use crate::ui::live::{Live, Mark};
use crate::ui::text;
use leptos::prelude::*;

/// Explanation, quote, version, link to the dialogue, editor.
#[component]
pub fn OriginBody(
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
    let long = t.origin(entry.origin).1;
    let since = dated(t.since_version, &entry.at, &[("n", &entry.version.to_string())]);
    let quote = entry.quote.clone().map(|words| view! { <blockquote>{words}</blockquote> });
    let note = entry.note.clone().map(|words| view! { <p class="origin-note">{words}</p> });
    let to_chat = mark_of(&entry).map(|mark| {
        let place = live.paper.place.get_untracked();
        let href = place.mark(&live.id(), live.viewed(), &pointer, &mark.turn);
        view! { <a class="to-chat" href=href>{t.show_in_chat}</a> }
    });
    let editor = live.viewed().is_none().then(|| view! { <FactEditor live pointer raw kind/> });
    view! {
        <p>{long}</p>
        {quote}
        {note}
        <p class="hint">{since}</p>
        {to_chat}
        {editor}
    }
    .into_any()
}

/// The words behind an entry.
#[must_use]
pub fn mark_of(entry: &LedgerEntry) -> Option<Mark> {
    let turn = entry.turn_id.as_ref()?.to_string();
    Some(Mark { turn, quote: entry.quote.clone().unwrap_or_default() })
}
