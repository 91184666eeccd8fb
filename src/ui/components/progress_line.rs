//! What runs now, with a way to stop it.

use crate::api::CancelTurn;
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The name of the running step and its attempt. The region stays, its words come and go.
#[component]
pub fn ProgressLine(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let busy = Memo::new(move |_| live.busy());
    let words = move || {
        let now = live.progress.get();
        let step = now.as_ref().map(|p| p.step.clone()).or_else(|| live.view.with(|v| v.pending.clone()));
        let name = t.step_name(step.as_deref().unwrap_or("INTERPRET"));
        match now.map(|p| p.attempt) {
            Some(attempt) if attempt > 1 => {
                format!("{name} {}", format::fill(t.attempt, &[("n", &attempt.to_string())]))
            }
            _ => name.to_owned(),
        }
    };
    let body = move || {
        let id = live.id();
        let on_submit = move |ev: SubmitEvent| {
            ev.prevent_default();
            live.cancel.dispatch(CancelTurn { session: live.id() });
        };
        view! {
            <span class="progress-words">{words}</span>
            <a class="no-js" href=links::session(&id) rel="external">{t.refresh}</a>
            <form action=CancelTurn::url() method="post" on:submit=on_submit>
                <input type="hidden" name="session" value=id/>
                <button type="submit" class="quiet" disabled=live.cancel.pending()>{t.cancel}</button>
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
