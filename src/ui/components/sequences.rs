//! Named sequences of research steps: run one on this session's question, keep a new one.

use crate::api::{RunSequence, load_workflows};
use crate::model::workflow::Workflow;
use crate::ui::live::Live;
use crate::ui::logic::answer::{Research, STEPS};
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The list with its buttons, and the form; plain forms, so that both work without scripts.
#[component]
pub fn Sequences(
    /// The page's signals.
    live: Live,
    /// The session.
    research: Memo<Research>,
) -> impl IntoView {
    let t = text::text();
    let kept = Resource::new(|| (), |()| load_workflows());
    let rows = move || {
        let id = live.id();
        Suspend::new(async move {
            let all = kept.await.unwrap_or_default();
            let empty = all.is_empty().then(|| view! { <p class="empty">{t.sequences_none}</p> });
            view! { {empty} <ul>{all.into_iter().map(|one| row(&id, one)).collect_view()}</ul> }
        })
    };
    let asked = Memo::new(move |_| research.with(|research| research.sequence.clone()));
    view! {
        <details class="sequences" id="sequences" open=move || asked.with(Option::is_some)>
            <summary><h2>{t.sequences}</h2></summary>
            <p class="hint">{t.sequences_hint}</p>
            <Suspense>{rows}</Suspense>
            {move || live.viewed().is_none().then(|| form(&live.id(), asked.get()))}
        </details>
    }
    .into_any()
}

fn row(session: &str, one: Workflow) -> AnyView {
    let t = text::text();
    let steps: Vec<&str> = one.steps.iter().map(|step| t.step_name(step)).collect();
    view! {
        <li>
            <form action=RunSequence::url() method="post">
                <input type="hidden" name="session" value=session.to_owned()/>
                <input type="hidden" name="workflow" value=one.id/>
                <b>{one.name}</b> " " <span class="hint">{steps.join(" → ")}</span> " "
                <button type="submit">{t.sequence_run}</button>
            </form>
        </li>
    }
    .into_any()
}

/// The form; what the session was asked to build is filled in.
fn form(session: &str, built: Option<(String, Vec<String>)>) -> AnyView {
    let t = text::text();
    let (name, chosen) = built.unwrap_or_default();
    let boxes = STEPS.map(|step| {
        let on = chosen.is_empty() || chosen.iter().any(|one| one == step);
        view! {
            <label class="choice">
                <input type="checkbox" name="steps" value=step checked=on/>
                <span>{t.step_name(step)}</span>
            </label>
        }
    });
    view! {
        <form class="sequence-form" action="/api/workflows" method="post" enctype="multipart/form-data">
            <input type="hidden" name="session" value=session.to_owned()/>
            <label>
                <span>{t.sequence_name}</span>
                <input type="text" name="name" value=name maxlength="120" required/>
            </label>
            <fieldset>
                <legend>{t.sequence_steps}</legend>
                {boxes.collect_view()}
            </fieldset>
            <button type="submit">{t.sequence_keep}</button>
        </form>
    }
    .into_any()
}
