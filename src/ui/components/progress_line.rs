//! What runs now, with a way to stop it.

use crate::api::CancelTurn;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::{text, words};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use serde_json::{Map, Value};

/// The name of the running step and its attempt. The region stays, its words come and go.
#[component]
pub fn ProgressLine(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    progress(live, &|step| t.step_name(step).to_owned(), "INTERPRET", &words::named_steps(), t.attempt)
}

/// The line itself: hidden while nothing runs. The page's program follows the events of a run with the names beside it.
pub fn progress(live: Live, name: &dyn Fn(&str) -> String, first: &str, steps: &[&str], attempt: &str) -> AnyView {
    let t = text::text();
    let step = live.view.with_untracked(|view| view.pending.clone());
    // «*» stands for every step without a name of its own.
    let names: Map<String, Value> =
        steps.iter().chain(&["*"]).map(|step| ((*step).to_owned(), name(step).into())).collect();
    let id = live.id();
    view! {
        <div class="progress-region" role="status">
            <div class="progress-line" hidden=!live.busy()>
                <span class="progress-words" data-steps=Value::Object(names).to_string() data-attempt=attempt.to_owned()>
                    {name(step.as_deref().unwrap_or(first))}
                </span>
                <a class="no-js" href=links::session(&id)>{t.refresh}</a>
                <form action=CancelTurn::url() method="post" data-beside="true">
                    <input type="hidden" name="session" value=id/>
                    <button type="submit" class="quiet">{t.cancel}</button>
                </form>
            </div>
        </div>
    }
    .into_any()
}
