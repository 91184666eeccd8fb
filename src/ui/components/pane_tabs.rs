//! Below 900 pixels the panes take turns. Radio buttons and CSS do it, so it works without scripts.

use crate::ui::browser;
use crate::ui::text;
use leptos::prelude::*;

/// The switch between the panes.
#[component]
pub fn PaneTabs() -> impl IntoView {
    let t = text::text();
    view! {
        <fieldset class="pane-tabs">
            <legend class="visually-hidden">{t.panes}</legend>
            <input type="radio" name="pane" id="pane-result" autocomplete="off"/>
            <label for="pane-result">{t.pane_result}</label>
            <input type="radio" name="pane" id="pane-chat" autocomplete="off" checked/>
            <label for="pane-chat">{t.pane_chat}</label>
        </fieldset>
    }
    .into_any()
}

/// Shows the dialogue.
pub fn open_chat() {
    browser::click("#pane-chat");
}

/// Shows the contract.
pub fn open_result() {
    browser::click("#pane-result");
}
