//! What stands where nothing is.

use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;

/// The page for an unknown address; on the server it also sets the status.
#[component]
pub fn NotFound() -> impl IntoView {
    set_status();
    let t = text::text();
    view! {
        <Title text=format!("LegalAGI: {}", t.not_found_title)/>
        <main id="main" class="home" tabindex="-1">
            <h1>{t.not_found_title}</h1>
            <p class="lead">{t.not_found_lead}</p>
            <p><a href="/">{t.to_home}</a></p>
        </main>
    }
    .into_any()
}

#[cfg(feature = "ssr")]
fn set_status() {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(axum::http::StatusCode::NOT_FOUND);
    }
}

#[cfg(not(feature = "ssr"))]
fn set_status() {}
