//! The plan with the state of each step, and the log of the run; the search can be begun again or with other words.

use crate::api::{NormsSearch, ReworkStep};
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::norms::{Norms, Noted, PlanRow};
use crate::ui::{compare_text, norms_text};
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
            let names = live.view.with(|view| view.labels.clone());
            norms.course.iter().map(|one| noted(one, names.get(&format!("/steps/{}", one.kind)))).collect_view()
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
            {row.action.clone()} " " <span class="badge">{state}</span>
        </li>
    }
    .into_any()
}

/// A line of what was done, in the words of the page.
fn noted(one: &Noted, step: Option<&String>) -> AnyView {
    let (t, c) = (norms_text::text(), compare_text::text());
    let name = match one.kind.as_str() {
        "PLAN_REPEATED" => t.c_repeated,
        "REPLAN" => t.c_replan,
        "HUMAN_REVIEW" => t.c_review,
        "REVIEWED" => t.c_reviewed,
        "EDITED" => t.c_edited,
        "ANSWER" => t.c_answer,
        _ => step.map_or("", String::as_str),
    };
    let decided = match one.decided.as_str() {
        "CONTINUE" => c.j_continue,
        "REPLAN" => c.j_replan,
        "FINALIZE" => c.j_finalize,
        "HUMAN_REVIEW" => c.j_review,
        "answer" => t.d_answer,
        "search_again" => t.d_search,
        "other_page" => t.d_page,
        "approve" => t.d_approve,
        _ => "",
    };
    let found = one.found.map(|n| format::fill(t.c_found, &[("n", &n.to_string())])).unwrap_or_default();
    let said =
        [decided, &one.words, &found].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ");
    view! { <li data-kind=one.kind.clone()>{name.to_owned()} " " <span class="hint">{said}</span></li> }.into_any()
}
