//! The way out of an installation that needs a token.

use crate::ui::{people_text, text};
use leptos::prelude::*;

/// Whether this visitor came in with the token: known to the server.
#[must_use]
pub fn is_signed_in() -> bool {
    use_context::<crate::api::SignedIn>().is_some_and(|signed| signed.0)
}

/// A plain form, so that it works without scripts.
#[component]
pub fn SignOut() -> impl IntoView {
    let firm = use_context::<crate::api::HasFirm>().is_some_and(|has| has.0);
    let firm = firm.then(|| view! { <a class="app-firm" href="/firm">{people_text::text().title}</a> });
    is_signed_in()
        .then(|| {
            view! {
                {firm}
                <form class="sign-out" method="post" action="/sign-out">
                    <button type="submit">{text::text().sign_out}</button>
                </form>
            }
        })
        .into_any()
}
