//! `/s/:id/compare`: two runs of a question about norms, or two branches of a mock trial, side by side.

use crate::api::load_comparison;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::run_compare::ComparePage as Read;
use crate::ui::components::compare_form::CompareForm;
use crate::ui::components::norms::compare::RunsCompared;
use crate::ui::components::trial::compare::BranchesCompared;
use crate::ui::logic::compare::{href, session_in};
use crate::ui::logic::{format, links};
use crate::ui::pages::not_found::NotFound;
use crate::ui::{compare_text, face, text};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

/// The page. What is compared is chosen by links and plain forms.
#[component]
pub fn ComparePage() -> impl IntoView {
    let (g, t) = (text::text(), compare_text::text());
    let (params, query) = (use_params_map(), use_query_map());
    let asked = Memo::new(move |_| {
        let id = params.with(|p| p.get("id").unwrap_or_default());
        query.with(|q| {
            let number = |name: &str| q.get_str(name).and_then(|text| text.parse::<u32>().ok());
            let with = q.get_str("with").map(session_in).filter(|with| !with.is_empty()).map(str::to_owned);
            (id, with, number("from"), number("to"))
        })
    });
    let page = Resource::new_blocking(
        move || asked.get(),
        |(id, with, from, to)| async move {
            let read = load_comparison(id.clone(), with.clone(), from, to).await;
            (id, with.is_some() || from.is_some() || to.is_some(), read)
        },
    );
    view! {
        <Title text=format::title(&format!("{} · LegalAGI", t.title))/>
        <main id="main" class="home compare-page" tabindex="-1">
            <Transition fallback=move || view! { <p class="hint" role="status">{g.loading}</p> }>
                {move || Suspend::new(async move {
                    match page.await {
                        (_, _, Ok(read)) => body(read),
                        (_, false, Err(error)) if error.code == ErrorCode::NotFound => view! { <NotFound/> }.into_any(),
                        (id, _, Err(error)) => failed(&id, &error),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

fn body(read: Read) -> AnyView {
    let t = compare_text::text();
    let words = (face::of(read.row.workspace).words)();
    let back = (links::session(read.row.session_id.as_str()), read.row.title.clone());
    let found = match (&read.norms, &read.trial) {
        (Some(found), _) => view! { <RunsCompared found=found.clone()/> }.into_any(),
        (_, Some(found)) => view! { <BranchesCompared found=found.clone()/> }.into_any(),
        _ => {
            let same = if read.runs[0].len() > 1 { t.same_run } else { t.one_run };
            view! { <p class="empty">{words.compare_none.unwrap_or(same)}</p> }.into_any()
        }
    };
    view! {
        <p><a href=back.0>"← " {back.1}</a></p>
        <h1>{words.compare}</h1>
        {found}
        <CompareForm read/>
    }
    .into_any()
}

/// What is wrong with the choice, and the way to another one.
fn failed(id: &str, error: &ApiError) -> AnyView {
    let (g, t) = (text::text(), compare_text::text());
    view! {
        <h1>{t.title}</h1>
        <p class="problem" role="alert">{g.error(error)}</p>
        <p><a href=href(id, None, None)>{t.pick}</a> " · " <a href=links::session(id)>{t.back}</a></p>
    }
    .into_any()
}
