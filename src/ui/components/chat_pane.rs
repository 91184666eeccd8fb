//! The right third: the dialogue.

use crate::ui::components::chat_history::ChatHistory;
use crate::ui::components::failure_card::FailureCard;
use crate::ui::components::progress_line::ProgressLine;
use crate::ui::components::question_card::QuestionCard;
use crate::ui::components::question_form::QuestionForm;
use crate::ui::components::review_list::ReviewList;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;

/// History, progress, failures and the form; in time travel only the history.
#[component]
pub fn ChatPane(
    /// The page's signals.
    live: Live,
    /// What stands above the question, if anything.
    #[prop(optional, into)]
    above: ViewFn,
) -> impl IntoView {
    let t = text::text();
    let now = Memo::new(move |_| live.viewed().is_none());
    view! {
        <section class="chat-pane" aria-label=t.pane_chat>
            <ChatHistory live/>
            <Show when=move || now.get()>
                <ProgressLine live/>
                <FailureCard live/>
                {above.run()}
                <ReviewList live/>
                <QuestionCard live/>
                <QuestionForm live/>
            </Show>
        </section>
    }
    .into_any()
}
