//! Opening a replay file. It needs scripts: the file is read in the browser and sent as it is.

use crate::ui::browser;
use crate::ui::logic::{links, upload};
use crate::ui::text;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::web_sys::Element;

/// One field; choosing a file sends it, and the copy opens.
#[component]
pub fn ReplayForm() -> impl IntoView {
    let t = text::text();
    let (busy, problem) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let on_change = move |ev: Event| {
        let input = event_target::<Element>(&ev);
        busy.set(true);
        problem.set(None);
        spawn_local(async move {
            match upload::read(browser::post_chosen(input, "/api/replay").await.as_deref()) {
                Ok(session) => browser::open(&links::session(&session)),
                Err(error) => problem.set(Some(error.map_or_else(|| t.err_other.to_owned(), |error| t.error(&error)))),
            }
            busy.set(false);
        });
    };
    view! {
        <section class="replay-form" aria-labelledby="replay-title">
            <h2 id="replay-title">{t.replay_open}</h2>
            <label class="needs-js">
                <span>{t.replay_choose}</span>
                <input type="file" accept=".json,application/json" disabled=busy on:change=on_change/>
            </label>
            <p class="hint no-js">{t.replay_no_js}</p>
            <div role="status">{move || busy.get().then(|| view! { <p class="hint">{t.replay_reading}</p> })}</div>
            {move || problem.get().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
        </section>
    }
    .into_any()
}
