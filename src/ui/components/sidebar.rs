//! What stands beside every page: the workspaces, the recent matters, sources, settings, language and theme.

use crate::api::matters::recent_sessions;
use crate::model::session::SessionRow;
use crate::ui::components::icon::{Icon, Sign};
use crate::ui::components::lang_switch::LangSwitch;
use crate::ui::components::sign_out::SignOut;
use crate::ui::components::theme_switch::ThemeSwitch;
use crate::ui::logic::links;
use crate::ui::{face, frame_text, text};
use leptos::prelude::*;
use leptos_router::hooks::use_location;

/// The bar: at the side where there is room, above the page elsewhere.
#[component]
pub fn Sidebar() -> impl IntoView {
    let (t, f) = (text::text(), frame_text::text());
    let path = use_location().pathname;
    let place = move |href: &'static str, sign: Sign, name: &'static str| {
        let current = move || path.with(|path| path == href).then_some("page");
        view! { <a href=href aria-current=current><Icon sign/> <span>{name}</span></a> }
    };
    view! {
        <header class="app-bar">
            <a class="brand" href="/">"LegalAGI"</a>
            <a class="app-new" href="/"><Icon sign=Sign::New/> <span>{f.new}</span></a>
            // Without scripts the list of matters; the small script of the page opens the palette.
            <a class="app-find" href="/matters" data-open="palette">
                <Icon sign=Sign::Research/> <span>{f.find}</span> <kbd aria-hidden="true">{f.find_key}</kbd>
            </a>
            <nav class="app-nav" aria-label=t.app_nav>
                {face::fronts().into_iter().map(|(_, face, href)| place(href, face.sign, (face.words)().name)).collect_view()}
                {place("/search", Sign::Sources, t.nav_search)}
            </nav>
            <nav class="app-recent" aria-label=f.recent>
                <ul>{recent(path)}</ul>
                <a class="app-all" href="/matters">{f.all_matters}</a>
            </nav>
            <details class="app-menu" data-closes="true">
                <summary>{f.app_menu}</summary>
                <div>
                    <ul class="app-links">
                        <li><a href="/matters">{f.all_matters}</a></li>
                        <li><a href="/types">{f.types}</a></li>
                        <li><a href="/settings">{f.settings}</a></li>
                        <li><a href="/settings#keys" data-open="shortcuts">{f.keys}</a></li>
                    </ul>
                    <LangSwitch/>
                    <ThemeSwitch/>
                </div>
            </details>
            <SignOut/>
        </header>
    }
    .into_any()
}

/// The matters beside the page: given with it, or asked for.
fn recent(path: Memo<String>) -> AnyView {
    if let Some(given) = use_context::<crate::ui::served::frame::Recent>() {
        return recents(given.0, path);
    }
    let rows = Resource::new_blocking(|| (), |()| recent_sessions());
    view! { <Suspense>{move || Suspend::new(async move { recents(rows.await.unwrap_or_default(), path) })}</Suspense> }
        .into_any()
}

/// What was worked on last, whatever it is.
fn recents(rows: Vec<SessionRow>, path: Memo<String>) -> AnyView {
    rows.into_iter()
        .map(|row| {
            let href = links::session(row.session_id.as_str());
            let here = href.clone();
            let current = move || path.with(|path| path.starts_with(&here)).then_some("page");
            let (sign, title) = (face::of(row.workspace).sign, row.title.clone());
            view! {
                <li>
                    <a href=href aria-current=current title=title><Icon sign/> <span>{row.title}</span></a>
                </li>
            }
        })
        .collect_view()
        .into_any()
}
