//! The first sentence of a session.

use crate::api::StartSession;
use crate::model::session::{ANY, WorkspaceId};
use crate::ui::components::text_area::TextArea;
use crate::ui::{face, frame_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form on the home page. Enter starts, Shift+Enter breaks the line.
#[component]
pub fn StartForm(
    /// The workspace; without one the words choose it.
    #[prop(optional_no_strip)]
    workspace: Option<WorkspaceId>,
) -> impl IntoView {
    let t = text::text();
    let (label, hint, button) = match workspace.map(|workspace| (face::of(workspace).words)()) {
        Some(words) => (words.label, words.hint, words.ask),
        None => (frame_text::text().home_label, frame_text::text().home_hint, t.start),
    };
    let name = workspace.map_or_else(|| ANY.to_owned(), |workspace| workspace.as_str().to_owned());
    let problem = ServerAction::<StartSession>::new().value().get_untracked().and_then(Result::err);
    let problem = problem.map(|error| view! { <p class="problem" role="alert">{t.error(&error)}</p> });
    view! {
        <form class="start-form" action=StartSession::url() method="post" novalidate>
            <input type="hidden" name="workspace" value=name/>
            <label for="start-message">{label}</label>
            <TextArea
                id="start-message".to_owned()
                name="message"
                rows=3
                required=true
                placeholder=hint.to_owned()
                is_words=true
            />
            {problem}
            <div class="form-row">
                <span class="hint">{t.keys_hint}</span>
                <button type="submit" class="primary" data-sending=t.starting>{button}</button>
            </div>
        </form>
    }
    .into_any()
}
