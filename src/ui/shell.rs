//! The document around the application.

use crate::ui::app::App;
use crate::ui::components::sign_out;
use crate::ui::prefs::Prefs;
use crate::ui::served::frame::desk_files;
use crate::ui::served::overlays::overlays;
use leptos::prelude::*;
use leptos_meta::MetaTags;

/// The whole HTML document. Scripts carry the nonce of the response.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let prefs = Prefs::current();
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
                <AutoReload options/>
                <MetaTags/>
            </head>
            <body>
                <App/>
                {overlays()}
            </body>
        </html>
    }
}
