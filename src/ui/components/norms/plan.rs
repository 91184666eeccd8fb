//! The plan with the state of each step, and the log of the run; the search can be begun again or with other words.

use crate::api::{NormsSearch, ReworkStep};
use crate::ui::live::Live;
use crate::ui::logic::norms::{Norms, PlanRow};
use crate::ui::norms_text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// See the module.
#[component]
pub fn PlanView(
    /// The page's signals.
    live: Live,
    /// The session.
    norms: Memo<Norms>,
) -> impl IntoView {
    let t = norms_text::text();
    let rows = move || {
        norms.with(|norms| {
            let over = !norms.works();
            norms.plan.iter().enumerate().map(|(i, row)| step(i + 1, row, over)).collect_view()
        })
    };
    let course = move || {
        norms.with(|norms| {
            let row = |(kind, said): &(String, String)| {
                view! { <li><code>{kind.clone()}</code> " " <span class="hint">{said.clone()}</span></li> }
            };
            norms.course.iter().map(row).collect_view()
        })
    };
    let forms = move || {
        let ready = live.viewed().is_none() && norms.with(|norms| !norms.works());
        ready.then(|| {
            view! {
                <form class="sequence-form" action=NormsSearch::url() method="post">
                    <input type="hidden" name="session" value=live.id()/>
                    <label><span>{t.f_keywords}</span><input type="text" name="keywords" maxlength="400" required/></label>
                    <button type="submit">{t.search_step}</button>
                </form>
                <form action=ReworkStep::url() method="post">
                    <input type="hidden" name="session" value=live.id()/>
                    <input type="hidden" name="step" value="PLAN"/>
                    <button type="submit" class="quiet" name="again" value="1">{t.again}</button>
                </form>
            }
        })
    };
    view! {
        <section class="norms-plan" aria-label=t.plan>
            <h2>{t.plan}</h2>
            <p class="hint">{move || norms.with(|norms| norms.goal.clone())}</p>
            <ol>{rows}</ol>
            <details class="fold"><summary>{t.course}</summary><ol class="course">{course}</ol></details>
            {forms}
        </section>
    }
    .into_any()
}

fn step(number: usize, row: &PlanRow, over: bool) -> AnyView {
    let t = norms_text::text();
    let state = match row.status.as_str() {
        "done" => t.done,
        "running" | "current" => t.now,
        _ if over => t.ahead,
        _ => t.waiting,
    };
    view! {
        <li value=number.to_string() data-status=row.status.clone()>
            {row.action.clone()} " " <code>{row.tool.clone()}</code> " " <span class="badge">{state}</span>
        </li>
    }
    .into_any()
}
