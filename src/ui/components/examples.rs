//! Sentences to start from, each a small form of its own.

use crate::api::StartSession;
use crate::model::example::Shelf;
use crate::model::session::WorkspaceId;
use crate::ui::face;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Buttons that start a session with a ready sentence.
#[component]
pub fn Examples(
    /// The workspace.
    workspace: WorkspaceId,
    /// What can be answered from.
    shelf: Shelf,
) -> impl IntoView {
    let face = face::of(workspace);
    let words = (face.words)();
    let (title, messages) = (words.examples, face::to_try(face, &words, shelf).to_vec());
    if messages.is_empty() {
        return ().into_any();
    }
    let example = move |message: &'static str| {
        view! {
            <li>
                <form action=StartSession::url() method="post">
                    <input type="hidden" name="workspace" value=workspace.as_str().to_owned()/>
                    <input type="hidden" name="message" value=message/>
                    <button type="submit" class="example">
                        {message}
                    </button>
                </form>
            </li>
        }
    };
    view! {
        <section class="examples" aria-labelledby="examples-title">
            <h2 id="examples-title">{title}</h2>
            <ul>{messages.into_iter().map(example).collect_view()}</ul>
        </section>
    }
    .into_any()
}
