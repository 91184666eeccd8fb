//! Sentences to start from, each a small form of its own.

use crate::api::StartSession;
use crate::ui::{norms_text, text};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Buttons that start a session with a ready sentence.
#[component]
pub fn Examples(
    /// Opens a session.
    start: ServerAction<StartSession>,
    /// `contract`, `research`…
    workspace: &'static str,
) -> impl IntoView {
    let t = text::text();
    let (title, messages) = match workspace {
        "research" => (t.research_examples, t.example_questions().to_vec()),
        "norms" => (norms_text::text().examples, norms_text::EXAMPLES.to_vec()),
        _ => (t.examples, t.example_messages().to_vec()),
    };
    let example = move |message: &'static str| {
        let on_submit = move |ev: SubmitEvent| {
            ev.prevent_default();
            if !start.pending().get_untracked() {
                start.dispatch(StartSession { message: message.to_owned(), workspace: Some(workspace.to_owned()) });
            }
        };
        view! {
            <li>
                <form action=StartSession::url() method="post" on:submit=on_submit>
                    <input type="hidden" name="workspace" value=workspace/>
                    <input type="hidden" name="message" value=message/>
                    <button type="submit" class="example" disabled=start.pending()>
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
