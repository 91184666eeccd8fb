//! The seven steps of an answer: who did each, how long it took, what came of it; each can be edited and run again.

use crate::api::ReworkStep;
use crate::model::trace::TraceEntry;
use crate::ui::components::text_area::TextArea;
use crate::ui::live::Live;
use crate::ui::logic::answer::{Research, STEPS};
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The timeline. Times and costs come from the trace, which the page reads when it is opened.
#[component]
pub fn ResearchSteps(
    /// The page's signals.
    live: Live,
    /// The session.
    research: Memo<Research>,
) -> impl IntoView {
    let t = text::text();
    let load = live.trace.with_untracked(Option::is_none).then(|| live.with_trace());
    let rows = move || {
        let open = live.viewed().is_none();
        research.with(|research| {
            STEPS.into_iter().enumerate().map(|(i, id)| step(live, research, i + 1, id, open)).collect_view()
        })
    };
    let count = move || research.with(|research| format!("{} / {}", research.steps.len(), STEPS.len()));
    view! {
        <details class="research-steps" data-load=load>
            <summary><h2>{t.research_steps}</h2> " " <span class="hint">{count}</span></summary>
            <p class="hint">{t.research_steps_hint}</p>
            <ol>{rows}</ol>
        </details>
    }
    .into_any()
}

fn step(live: Live, research: &Research, number: usize, id: &'static str, open: bool) -> AnyView {
    let t = text::text();
    let output = research.steps.iter().find(|(step, _)| step == id).map(|(_, output)| output.clone());
    let edited =
        research.edited.iter().any(|step| step == id).then(|| view! { <span class="cause">{t.step_edited}</span> });
    let made = move || {
        let entry = live.trace.with(|trace| trace.as_ref()?.iter().rev().find(|entry| entry.step == id).map(told))?;
        Some(view! { <span class="hit-facts">{entry}</span> })
    };
    let state = if output.is_some() { "done" } else { "waiting" };
    let body = output.map(|output| {
        let rows = (output.lines().count() + 1).min(24);
        let form = open.then(|| {
            view! {
                <form action=ReworkStep::url() method="post">
                    <input type="hidden" name="session" value=live.id()/>
                    <input type="hidden" name="step" value=id/>
                    <TextArea name="output" rows=rows is_code=true label=t.step_output.to_owned() value=output.clone()/>
                    <button type="submit">{t.step_save}</button> " "
                    <button type="submit" class="quiet" name="again" value="1">{t.step_again}</button>
                </form>
            }
        });
        let plain = (!open).then(|| view! { <pre tabindex="0">{output.clone()}</pre> });
        view! { <details><summary>{t.step_show}</summary> {form} {plain}</details> }
    });
    view! {
        <li class="research-step" data-step=id data-state=state>
            <p><b>{format!("{number}. {}", t.step_name(id))}</b> " " {edited} " " {made}</p>
            {body}
        </li>
    }
    .into_any()
}

/// Who, how long, for how much.
fn told(entry: &TraceEntry) -> String {
    let t = text::text();
    let cost = format::cost(entry.usage.cost_usd).map(|cost| format!(" · {cost}")).unwrap_or_default();
    let performer = match entry.performer.as_str() {
        "builtin" => t.builtin_short,
        "corpus" => t.corpus_performer,
        model => model,
    };
    format!("{performer} · {}{cost}", t.duration(entry.millis))
}
