//! What went wrong, and the way on.

use crate::api::RetryTurn;
use crate::model::error::ApiError;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::prefs::Lang;
use crate::ui::{desk_text, frame_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The last problem in words; a retry button when a step is left to run.
#[component]
pub fn FailureCard(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    // The program's own words about a file are Russian; elsewhere it says what is taken.
    let told = move |error: ApiError| match error.details["field"] == "file" && t.lang != Lang::Ru {
        true => frame_text::text().attach_failed.to_owned(),
        false => t.error(&error),
    };
    let problem = move || live.problem().map(told);
    let stuck = Memo::new(move |_| !live.busy() && live.view.with(|view| view.pending.is_some()));
    let body = move || match (stuck.get(), problem()) {
        (true, problem) => view! {
            <div class="failure-card">
                <h2>{t.failed_title}</h2>
                {problem.map(|words| view! { <p class="problem">{words}</p> })}
                <p>{t.failed_lead}</p>
                <form action=RetryTurn::url() method="post">
                    <input type="hidden" name="session" value=live.id()/>
                    <button type="submit" class="primary retry">{t.retry}</button>
                </form>
            </div>
        }
        .into_any(),
        (false, Some(words)) => view! {
            <p class="problem">
                <b>{t.problem} "."</b> " " {words} " "
                <a class="no-js" href=links::session(&live.id())>{t.refresh}</a>
            </p>
        }
        .into_any(),
        (false, None) => ().into_any(),
    };
    view! { <div class="failure-region" role="alert" data-lost=desk_text::text().offline_now>{body}</div> }
}
