//! The frame of all pages around a page of the server.

use crate::model::session::SessionRow;
use crate::ui::components::footer::Footer;
use crate::ui::components::sidebar::Sidebar;
use crate::ui::components::sign_out;
use crate::ui::prefs::{Lang, Prefs};
use crate::ui::served::overlays::overlays;
use crate::ui::text;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_router::components::Router;

/// A page: what it is called and what stands on it.
pub struct Served {
    /// Its title.
    pub title: String,
    /// What stands in `main`; made inside the frame, so that links know where they are.
    pub body: Box<dyn FnOnce() -> AnyView + Send>,
}

impl Served {
    /// A page whose parts do not ask where they are.
    pub fn of(title: &str, body: AnyView) -> Self {
        Self { title: title.to_owned(), body: Box::new(move || body) }
    }
}

/// Matters that stand beside the page, given by the server.
#[derive(Clone)]
pub struct Recent(pub Vec<SessionRow>);

/// The document around a page of the server. No program is loaded: links and forms do everything.
pub fn frame(served: Served) -> AnyView {
    let prefs = Prefs::current();
    provide_context(prefs);
    let t = text::of(prefs.lang);
    view! {
        <!DOCTYPE html>
        <html
            lang=prefs.lang.as_str()
            data-theme=prefs.theme.as_str()
            data-signed-in=sign_out::is_signed_in().then_some("true")
            data-served="true"
        >
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                <link rel="stylesheet" href="/pkg/legalagi.css"/>
                {desk_files()}
                <title>{format!("LegalAGI: {}", served.title)}</title>
            </head>
            <body>
                <Router>
                    <a class="skip" href="#main">{t.skip}</a>
                    <Sidebar/>
                    <main id="main" class="home served" tabindex="-1">{(served.body)()}</main>
                    <Footer/>
                </Router>
                {overlays()}
            </body>
        </html>
    }
    .into_any()
}

/// The manifest, the letters and the small script, which every page asks for.
pub fn desk_files() -> AnyView {
    // What the first screen is set in; a page whose language does not need a file would only load it.
    let letters: &[&str] = match Prefs::current().lang {
        Lang::Ru => &["golos-latin-400", "golos-cyrillic-400", "ptserif-700"],
        Lang::En | Lang::Ko => &["golos-latin-400"],
    };
    let preload = |name: &&str| view! { <link rel="preload" r#as="font" type="font/woff2" crossorigin="anonymous" href=format!("/pkg/{name}.woff2")/> };
    view! {
        {letters.iter().map(preload).collect_view()}
        <link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"/>
        <meta name="theme-color" content="#23405f"/>
        <script src="/pkg/desk.js" defer nonce=use_nonce()></script>
    }
    .into_any()
}
