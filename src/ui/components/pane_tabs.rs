//! Below 900 pixels the panes take turns. Radio buttons and CSS do it, so it works without scripts.

use crate::model::session::WorkspaceId;
use crate::ui::{norms_text, text, trial_text};
use leptos::prelude::*;

/// The switch between the panes.
#[component]
pub fn PaneTabs(
    /// Whose session it is.
    workspace: WorkspaceId,
) -> impl IntoView {
    let t = text::text();
    // An answer is read first, a contract is talked about first.
    let answers = matches!(workspace, WorkspaceId::Research | WorkspaceId::Norms);
    let (result, chat) = match workspace {
        WorkspaceId::Research => (t.research_answer, t.pane_chat),
        WorkspaceId::Norms => (norms_text::text().answer, t.pane_chat),
        WorkspaceId::Trial => (trial_text::text().pane, trial_text::text().chat),
        _ => (t.pane_result, t.pane_chat),
    };
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
