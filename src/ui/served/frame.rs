//! The frame of all pages around a page of the server.

use crate::model::session::SessionRow;
use crate::ui::components::footer::Footer;
use crate::ui::components::lang_switch::LangSwitch;
use crate::ui::components::sidebar::Sidebar;
use crate::ui::components::sign_out;
use crate::ui::components::theme_switch::ThemeSwitch;
use crate::ui::prefs::{Lang, Prefs, Theme};
use crate::ui::served::overlays::overlays;
use crate::ui::text;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_router::components::Router;
use std::sync::OnceLock;

/// A page: what it is called and what stands on it.
pub struct Served {
    /// Its title.
    pub title: String,
    /// Whether it is shown to somebody to whom nothing else is open.
    pub for_guest: bool,
    /// The theme that it is shown in, whatever the visitor chose.
    pub theme: Option<Theme>,
    /// What stands in `main`; made inside the frame, so that links know where they are.
    pub body: Box<dyn FnOnce() -> AnyView + Send>,
}

impl Served {
    /// A page whose parts do not ask where they are.
    pub fn of(title: &str, body: AnyView) -> Self {
        Self::made(title, move || body)
    }

    /// A page whose parts ask where they are.
    pub fn made(title: &str, body: impl FnOnce() -> AnyView + Send + 'static) -> Self {
        Self { title: title.to_owned(), for_guest: false, theme: None, body: Box::new(body) }
    }

    /// The same for somebody to whom nothing else is open: no way to anywhere stands beside it.
    pub fn for_guest(title: &str, body: AnyView) -> Self {
        Self { for_guest: true, ..Self::of(title, body) }
    }
}

/// Matters that stand beside the page, given by the server.
#[derive(Clone)]
pub struct Recent(pub Vec<SessionRow>);

/// The document around a page that no route of the framework draws.
pub fn frame(served: Served) -> AnyView {
    let Served { title, for_guest, theme, body } = served;
    let mut prefs = Prefs::current();
    prefs.theme = theme.unwrap_or(prefs.theme);
    provide_context(prefs);
    let t = text::of(prefs.lang);
    let over = (!for_guest).then(overlays);
    view! {
        <!DOCTYPE html>
        <html
            lang=prefs.lang.as_str()
            data-theme=prefs.theme.as_str()
            data-signed-in=sign_out::is_signed_in().then_some("true")
            data-page="true"
        >
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                {desk_files()}
                <title>{format!("LegalAGI: {title}")}</title>
            </head>
            <body>
                <Router>
                    <a class="skip" href="#main">{t.skip}</a>
                    {if for_guest { guest_bar() } else { view! { <Sidebar/> }.into_any() }}
                    <main id="main" class="home served" tabindex="-1">{body()}</main>
                    <Footer/>
                </Router>
                {over}
            </body>
        </html>
    }
    .into_any()
}

/// What stands beside a page for a guest: the language and the theme.
fn guest_bar() -> AnyView {
    view! {
        <header class="app-bar">
            <span class="brand">"LegalAGI"</span>
            <LangSwitch/>
            <ThemeSwitch/>
        </header>
    }
    .into_any()
}

/// What the files of the page are told apart by; set once, when the server knows its site. Empty while they may change.
static EDITION: OnceLock<String> = OnceLock::new();

/// Takes down the edition of the files; the first one counts.
pub fn set_edition(edition: String) {
    let _ = EDITION.set(edition);
}

/// The edition of the files of the page.
#[must_use]
pub fn edition() -> &'static str {
    EDITION.get().map_or("", String::as_str)
}

/// The address of a file of the page. With its edition in it a browser never asks twice.
fn file(name: &str) -> String {
    match edition() {
        "" => format!("/pkg/{name}"),
        edition => format!("/pkg/{name}?v={edition}"),
    }
}

/// The style, the letters, the program of the page and the small script beside it.
pub fn desk_files() -> AnyView {
    // What the first screen is set in; a page whose language does not need a file would only load it.
    let letters: &[&str] = match Prefs::current().lang {
        Lang::Ru => &["golos-latin-400", "golos-cyrillic-400", "ptserif-700"],
        Lang::En | Lang::Ko => &["golos-latin-400"],
    };
    let preload = |name: &&str| view! { <link rel="preload" r#as="font" type="font/woff2" crossorigin="anonymous" href=format!("/pkg/{name}.woff2")/> };
    let (glue, program) = (file("legalagi.js"), file("legalagi.wasm"));
    let start = format!("import start from {glue:?}; start({{ module_or_path: {program:?} }});");
    view! {
        <link rel="stylesheet" id="leptos" href=file("legalagi.css")/>
        <link rel="modulepreload" href=glue nonce=use_nonce()/>
        <link rel="preload" r#as="fetch" type="application/wasm" crossorigin="anonymous" href=program/>
        {letters.iter().map(preload).collect_view()}
        <link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"/>
        <meta name="theme-color" content="#23405f"/>
        <script src=file("desk.js") defer nonce=use_nonce()></script>
        <script type="module" nonce=use_nonce()>{start}</script>
    }
    .into_any()
}
