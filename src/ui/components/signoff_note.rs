//! Whose sign-off a document has, and that it ended.

use crate::model::signoff::{Beside, Given};
use crate::ui::components::dated::dated;
use crate::ui::logic::format;
use crate::ui::signoff_text;
use leptos::prelude::*;

/// The sign-offs that hold, or the newest one that ended; nothing where nobody has signed.
pub fn signoff_note(beside: &Beside) -> Option<AnyView> {
    let t = signoff_text::text();
    let told = beside.told();
    let holds = told.first()?.holds;
    let rows = told.into_iter().map(given).collect_view();
    let whose = holds.then(|| view! { <p class="hint">{t.signed_is}</p> });
    Some(
        view! {
            <section class="signoff-note" data-holds=holds.to_string() aria-label=t.state>{rows} {whose}</section>
        }
        .into_any(),
    )
}

/// One sign-off: as valid while it is about the text that is shown, never afterwards.
pub fn given(given: &Given) -> AnyView {
    let t = signoff_text::text();
    let signoff = &given.signoff;
    let n = signoff.version.to_string();
    let note = (!signoff.note.is_empty()).then(|| view! { <span class="signoff-words">{signoff.note.clone()}</span> });
    let named = |words: &str| dated(words, &signoff.at, &[("name", &signoff.name), ("n", &n)]);
    if given.holds {
        // What the owner states is no word of a lawyer.
        let words = if signoff.link.is_some() { t.signed } else { t.signed_owner };
        return view! { <p class="signoff" data-holds="true"><b>{named(words)}</b> " " {note}</p> }.into_any();
    }
    view! {
        <p class="signoff" data-holds="false">
            <b>{format::fill(t.ended, &[("n", &n)])}</b> " (" {named(t.ended_whose)} "). " {note}
        </p>
    }
    .into_any()
}
