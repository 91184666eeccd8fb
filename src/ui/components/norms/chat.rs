//! The right third of a norms session: the dialogue, and the form of a review when the agent needs a person.

use crate::ui::components::chat_pane::ChatPane;
use crate::ui::components::norms::review::ReviewForm;
use crate::ui::live::Live;
use leptos::prelude::*;

/// The pane: the review first, because the run waits for it.
#[component]
pub fn NormsChat(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    view! { <ChatPane live above=ViewFn::from(move || view! { <ReviewForm live/> })/> }.into_any()
}
