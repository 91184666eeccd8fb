//! Sentences to start from, each a small form of its own.

use crate::api::StartSession;
use crate::ui::{norms_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Buttons that start a session with a ready sentence.
#[component]
pub fn Examples(
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
        view! {
            <li>
                <form action=StartSession::url() method="post">
                    <input type="hidden" name="workspace" value=workspace/>
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
