//! Below 900 pixels the panes take turns. Radio buttons and CSS do it, so it works without scripts.

use crate::model::session::WorkspaceId;
use crate::ui::browser;
use crate::ui::text;
use leptos::prelude::*;

/// The switch between the panes.
#[component]
pub fn PaneTabs(
    /// Whose session it is.
    workspace: WorkspaceId,
) -> impl IntoView {
    let t = text::text();
    // An answer is read first, a contract is talked about first.
    let answers = workspace == WorkspaceId::Research;
    let result = if answers { t.research_answer } else { t.pane_result };
    view! {
        <fieldset class="pane-tabs">
            <legend class="visually-hidden">{t.panes}</legend>
            <input type="radio" name="pane" id="pane-result" autocomplete="off" checked=answers/>
            <label for="pane-result">{result}</label>
            <input type="radio" name="pane" id="pane-chat" autocomplete="off" checked=!answers/>
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
