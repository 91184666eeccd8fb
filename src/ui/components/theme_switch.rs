//! The choice of colours: plain links, so that it works without scripts.

use crate::ui::logic::links;
use crate::ui::prefs::Theme;
use crate::ui::text;
use leptos::prelude::*;
use leptos_router::hooks::use_url;

/// Links to the same page in every theme.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let (t, current, url) = (text::text(), text::prefs().theme, use_url());
    let link = move |theme: Theme| {
        let href = move || url.with(|u| links::prefs("theme", theme.as_str(), &links::here(u.path(), u.search())));
        view! {
            <a href=href aria-current=(theme == current).then_some("true")>
                {t.theme_name(theme)}
            </a>
        }
    };
    view! {
        <nav class="theme-switch switch" aria-label=t.theme>
            {Theme::ALL.into_iter().map(link).collect_view()}
        </nav>
    }
    .into_any()
}
