//! The notice without a connection.

use crate::ui::desk_text;
use crate::ui::served::frame::Served;
use leptos::prelude::*;

/// Says what is safe and what to do.
pub fn page() -> Served {
    let t = desk_text::text();
    let body = view! {
        <h1>{t.offline_title}</h1>
        <p class="lead">{t.offline_lead}</p>
        <p><a class="button primary" href="">{t.offline_again}</a></p>
    };
    Served::of(t.offline_title, body.into_any())
}
