//! `/sign-in`: the instance's key becomes a cookie. A plain form: the server answers it with a redirect.

use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// The sign-in page. `?error=1` says that the key did not fit, `?back=/…` where to go next.
#[component]
pub fn SignIn() -> impl IntoView {
    let t = text::text();
    let query = use_query_map();
    let wrong = move || query.with(|q| q.get_str("error").is_some());
    let back = move || query.with(|q| q.get("back").filter(|b| b.starts_with('/')).unwrap_or_else(|| "/".to_owned()));
    view! {
        <Title text=format!("LegalAGI: {}", t.sign_in)/>
        <main id="main" class="home" tabindex="-1">
            <h1>{t.sign_in}</h1>
            <p class="lead">{t.sign_in_lead}</p>
            <form class="sign-in-form" action="/sign-in" method="post">
                <input type="hidden" name="back" value=back/>
                <label for="token">{t.token}</label>
                <input id="token" type="password" name="token" required autocomplete="current-password"/>
                {move || wrong().then(|| view! { <p class="problem" role="alert">{t.token_wrong}</p> })}
                <button type="submit" class="primary">{t.enter}</button>
            </form>
        </main>
    }
    .into_any()
}
