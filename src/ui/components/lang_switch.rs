//! The choice of language: plain links, so that it works without scripts.

use crate::ui::logic::links;
use crate::ui::prefs::Lang;
use crate::ui::text;
use leptos::prelude::*;
use leptos_router::hooks::use_url;

/// Links to the same page in every language.
#[component]
pub fn LangSwitch() -> impl IntoView {
    let (t, current, url) = (text::text(), text::prefs().lang, use_url());
    let link = move |lang: Lang| {
        let href = move || url.with(|u| links::prefs("lang", lang.as_str(), &links::here(u.path(), u.search())));
        view! {
            <a
                href=href
                lang=lang.as_str()
                hreflang=lang.as_str()
                aria-current=(lang == current).then_some("true")
            >
                {lang.own_name()}
            </a>
        }
    };
    view! {
        <nav class="lang-switch switch" aria-label=t.language>
            {Lang::ALL.into_iter().map(link).collect_view()}
        </nav>
    }
    .into_any()
}
