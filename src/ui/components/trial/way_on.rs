//! What runs now, with a way to stop it; what stopped, with a way on.

use crate::api::{CancelTurn, RetryTurn};
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::{text as general, trial_text};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The running role; the region stays, its words come and go.
#[component]
pub fn Running(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let (g, t) = (general::text(), trial_text::text());
    let busy = Memo::new(move |_| live.busy());
    let words = move || {
        let now = live.progress.get();
        let step = now.as_ref().map(|p| p.step.clone()).or_else(|| live.view.with(|v| v.pending.clone()));
        let again = now.is_some_and(|p| p.attempt > 1).then_some(t.again);
        let criminal = live.view.with(|view| view.domain["case"]["case_type"] == "criminal");
        format!("{} {}", t.step(step.as_deref().unwrap_or_default(), criminal), again.unwrap_or_default())
    };
    let body = move || {
        let id = live.id();
        let on_submit = move |ev: SubmitEvent| {
            ev.prevent_default();
            live.cancel.dispatch(CancelTurn { session: live.id() });
        };
        view! {
            <span class="progress-words">{words}</span>
            <a class="no-js" href=links::session(&id) rel="external">{g.refresh}</a>
            <form action=CancelTurn::url() method="post" on:submit=on_submit>
                <input type="hidden" name="session" value=id/>
                <button type="submit" class="quiet" disabled=live.cancel.pending()>{g.cancel}</button>
            </form>
        }
    };
    view! {
        <div class="progress-region" role="status">
            {move || busy.get().then(|| view! { <div class="progress-line">{body()}</div> })}
        </div>
    }
    .into_any()
}

/// What went wrong; when a round stopped in the middle, it goes on at the same step.
#[component]
pub fn Stopped(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let (g, t) = (general::text(), trial_text::text());
    let problem = move || if live.sending() { None } else { live.problem().map(|error| g.error(&error)) };
    let stuck = Memo::new(move |_| !live.busy() && live.view.with(|view| view.pending.is_some()));
    let on_submit = move |ev: SubmitEvent| {
        ev.prevent_default();
        live.forget_problems();
        live.retry.dispatch(RetryTurn { session: live.id() });
    };
    let body = move || match (stuck.get(), problem()) {
        (true, problem) => view! {
            <div class="failure-card" data-kind="stopped">
                <h2>{t.stopped}</h2>
                {problem.map(|words| view! { <p class="problem">{words}</p> })}
                <p>{t.stopped_lead}</p>
                <form action=RetryTurn::url() method="post" on:submit=on_submit>
                    <input type="hidden" name="session" value=live.id()/>
                    <button type="submit" class="primary retry">{t.resume}</button>
                </form>
            </div>
        }
        .into_any(),
        (false, Some(words)) => view! { <p class="problem">{words}</p> }.into_any(),
        (false, None) => ().into_any(),
    };
    view! { <div class="failure-region" role="alert">{body}</div> }.into_any()
}
