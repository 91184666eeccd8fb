//! What lies over every page when it is called: the palette, the keys, the place of short notices. Made by the server,
//! opened by the small script; without scripts the same links stand at the side.

use crate::ui::components::icon::{Icon, Sign};
use crate::ui::{desk_text, frame_text, norms_text, text};
use leptos::prelude::*;

/// Keys and what they do.
#[must_use]
pub fn keys() -> Vec<(&'static [&'static str], &'static str)> {
    let t = desk_text::text();
    vec![
        (&["Ctrl", "K"], t.key_palette),
        (&["?"], t.key_help),
        (&["Enter"], t.key_send),
        (&["Shift", "Enter"], t.key_line),
        (&["1", "…", "9"], t.key_choice),
        (&["Esc"], t.key_close),
    ]
}

/// The table of keys.
pub fn key_table() -> AnyView {
    let rows = keys().into_iter().map(|(keys, words)| {
        let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd> " " }).collect_view();
        view! { <div><dt>{keys}</dt> <dd>{words}</dd></div> }
    });
    view! { <dl class="keys-table">{rows.collect_view()}</dl> }.into_any()
}

/// Everything that can lie over a page.
pub fn overlays() -> AnyView {
    let (t, f, g) = (desk_text::text(), frame_text::text(), text::text());
    let go = |href: &'static str, sign: Sign, name: &'static str| {
        view! { <li><a href=href><Icon sign/> <span>{name}</span></a></li> }
    };
    view! {
        <dialog id="palette" class="palette" aria-label=t.palette data-none=t.palette_none>
            <form method="get" action="/matters" role="search">
                <label>
                    <span class="visually-hidden">{t.palette_hint}</span>
                    <input type="text" inputmode="search" enterkeyhint="go" name="q" placeholder=t.palette_hint autocomplete="off" maxlength="120"/>
                </label>
            </form>
            <ul class="palette-list">
                {go("/contract", Sign::Contract, t.go_contract)}
                {go("/research", Sign::Research, t.go_research)}
                {go("/norms", Sign::Norms, t.go_norms)}
                {go("/trial", Sign::Trial, t.go_trial)}
                {go("/matters", Sign::Matters, f.all_matters)}
                {go("/types", Sign::Contract, f.types)}
                {go("/search", Sign::Sources, g.nav_search)}
                {go("/norms/reviews", Sign::Norms, norms_text::text().queue)}
                {go("/settings", Sign::Settings, f.settings)}
            </ul>
            <p class="hint" role="status"></p>
        </dialog>
        <dialog id="shortcuts" class="shortcuts" aria-labelledby="shortcuts-title">
            <h2 id="shortcuts-title">{t.keys}</h2>
            {key_table()}
            <form method="dialog"><button type="submit">{t.close}</button></form>
        </dialog>
        <div
            id="toasts"
            data-own="true"
            role="status"
            data-done=t.run_done
            data-kept=t.draft_kept
            data-offline=t.offline_now
        ></div>
    }
    .into_any()
}
