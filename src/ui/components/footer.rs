//! The line under every page.

use crate::ui::text;
use leptos::prelude::*;

/// Says that nothing here is legal advice.
#[component]
pub fn Footer() -> impl IntoView {
    view! {
        <footer class="footer">
            <p>{text::text().footer}</p>
        </footer>
    }
    .into_any()
}
