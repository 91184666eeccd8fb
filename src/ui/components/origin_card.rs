//! «Откуда это?»: the origin of one fact, the words behind it, and ways to correct it.

use crate::model::facts::LedgerEntry;
use crate::ui::components::origin_body::OriginBody;
use crate::ui::live::Live;
use crate::ui::text;
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
    let (origin, short) = (entry.origin.as_str(), t.origin(entry.origin).0);
    view! {
        <details class="fact-origin" name="origin">
            <summary class="origin" data-origin=origin title=t.whence>
                {short} <span class="visually-hidden">". " {t.whence}</span>
            </summary>
            <div class="origin-card">
                <OriginBody live pointer entry raw kind/>
            </div>
        </details>
    }
    .into_any()
}
