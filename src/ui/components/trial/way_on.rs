//! What runs now, with a way to stop it; what stopped, with a way on.

use crate::api::RetryTurn;
use crate::ui::components::progress_line::progress;
use crate::ui::live::Live;
use crate::ui::{desk_text, text as general, trial_text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The running role; the region stays, its words come and go.
#[component]
pub fn Running(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let criminal = live.view.with_untracked(|view| view.domain["case"]["case_type"] == "criminal");
    progress(live, &|step| t.step(step, criminal).to_owned(), "", &trial_text::STEPS, t.again)
}

/// What went wrong; when a round stopped in the middle, it goes on at the same step.
#[component]
pub fn Stopped(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let (g, t) = (general::text(), trial_text::text());
    let problem = move || live.problem().map(|error| g.error(&error));
    let stuck = Memo::new(move |_| !live.busy() && live.view.with(|view| view.pending.is_some()));
    let body = move || match (stuck.get(), problem()) {
        (true, problem) => view! {
            <div class="failure-card" data-kind="stopped">
                <h2>{t.stopped}</h2>
                {problem.map(|words| view! { <p class="problem">{words}</p> })}
                <p>{t.stopped_lead}</p>
                <form action=RetryTurn::url() method="post">
                    <input type="hidden" name="session" value=live.id()/>
                    <button type="submit" class="primary retry">{t.resume}</button>
                </form>
            </div>
        }
        .into_any(),
        (false, Some(words)) => view! { <p class="problem">{words}</p> }.into_any(),
        (false, None) => ().into_any(),
    };
    view! { <div class="failure-region" role="alert" data-lost=desk_text::text().offline_now>{body}</div> }.into_any()
}
