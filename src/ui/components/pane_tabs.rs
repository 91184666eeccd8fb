//! Below 900 pixels the panes take turns. Radio buttons and CSS do it, so it works without scripts.

use crate::model::session::WorkspaceId;
use crate::ui::{face, text};
use leptos::prelude::*;

/// The switch between the panes.
#[component]
pub fn PaneTabs(
    /// Whose session it is.
    workspace: WorkspaceId,
) -> impl IntoView {
    let t = text::text();
    // An answer is read first, anything else is talked about first.
    let face = face::of(workspace);
    let (answers, words) = (face.answers, (face.words)());
    let (result, chat) = (words.result, words.chat);
    view! {
        <fieldset class="pane-tabs">
            <legend class="visually-hidden">{t.panes}</legend>
            <input type="radio" name="pane" id="pane-result" autocomplete="off" checked=answers/>
            <label for="pane-result">{result}</label>
            <input type="radio" name="pane" id="pane-chat" autocomplete="off" checked=!answers/>
            <label for="pane-chat">{chat}</label>
        </fieldset>
    }
    .into_any()
}
