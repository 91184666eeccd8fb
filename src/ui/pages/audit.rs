//! `/s/:id/audit`: the judge of a mock trial looked at again.

use crate::api::load_audit;
use crate::model::error::ErrorCode;
use crate::model::run_compare::AuditPage as Read;
use crate::ui::components::trial::audit::JudgeAudit;
use crate::ui::logic::{format, links};
use crate::ui::pages::not_found::NotFound;
use crate::ui::{branch_text, text};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

/// The page. Round and day are chosen by a plain form.
#[component]
pub fn AuditPage() -> impl IntoView {
    let (g, t) = (text::text(), branch_text::text());
    let (params, query) = (use_params_map(), use_query_map());
    let asked = Memo::new(move |_| {
        let id = params.with(|p| p.get("id").unwrap_or_default());
        query.with(|q| (id, q.get_str("round").and_then(|text| text.parse::<u8>().ok()), q.get("law_as_of")))
    });
    let page = Resource::new_blocking(
        move || asked.get(),
        |(id, round, day)| async move { (id.clone(), load_audit(id, round, day).await) },
    );
    view! {
        <Title text=format::title(&format!("{} · LegalAGI", t.audit_title))/>
        <main id="main" class="home compare-page" tabindex="-1">
            <Transition fallback=move || view! { <p class="hint" role="status">{g.loading}</p> }>
                {move || Suspend::new(async move {
                    match page.await {
                        (_, Ok(read)) => body(read),
                        (_, Err(error)) if error.code == ErrorCode::NotFound => view! { <NotFound/> }.into_any(),
                        (id, Err(error)) => {
                            view! {
                                <p><a href=links::session(&id)>"← " {t.audit_title}</a></p>
                                <p class="problem" role="alert">{g.error(&error)}</p>
                            }
                            .into_any()
                        }
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

fn body(read: Read) -> AnyView {
    let t = branch_text::text();
    let Read { row, rounds, round, law_as_of, titles, criminal, found } = read;
    let id = row.session_id.to_string();
    let options = rounds.iter().map(|number| {
        let words = crate::ui::logic::format::fill(t.round_n, &[("n", &number.to_string())]);
        view! { <option value=number.to_string() selected=round == Some(*number)>{words}</option> }
    });
    let form = (!rounds.is_empty()).then(|| {
        view! {
            <form class="run-form" method="get" action=format!("{}/audit", links::session(&id))>
                <label><span>{t.round}</span><select name="round">{options.collect_view()}</select></label>
                <label><span>{t.other_day}</span><input type="date" name="law_as_of" value=law_as_of/></label>
                <p class="form-acts"><button type="submit" class="primary">{t.look}</button></p>
            </form>
        }
    });
    let found = match found {
        Some(found) => view! { <JudgeAudit found titles criminal/> }.into_any(),
        None => view! { <p class="empty">{t.no_round}</p> }.into_any(),
    };
    view! {
        <p><a href=links::session(&id)>"← " {row.title}</a></p>
        <h1>{t.audit_title}</h1>
        <p class="hint">{t.simulation}</p>
        {form}
        {found}
    }
    .into_any()
}
