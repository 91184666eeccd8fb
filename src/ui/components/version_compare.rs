//! What differs between two versions: facts and issues, in words.

use crate::model::compare::{Difference, FactChange, IssueChange};
use crate::model::issue::IssueStatus;
use crate::model::session::SessionView;
use crate::ui::components::text_changes::TextChanges;
use crate::ui::live::{Compared, Live};
use crate::ui::logic::{format, tree};
use crate::ui::text;
use leptos::prelude::*;

/// The table, once two versions are compared.
#[component]
pub fn VersionCompare(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let body = move || {
        live.compared.get().map(|Compared { from, to, outcome }| {
            let title = format::fill(t.compared, &[("n", &from.to_string()), ("m", &to.to_string())]);
            let table = match outcome {
                Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                Ok(Difference { facts, issues, text })
                    if facts.is_empty() && issues.is_empty() && text.as_ref().is_none_or(Vec::is_empty) =>
                {
                    view! { <p class="empty">{t.compared_same}</p> }.into_any()
                }
                Ok(found) => {
                    let text = found.text.clone().filter(|text| !text.is_empty());
                    let words = text.map(|text| view! { <TextChanges live from to text/> });
                    view! { {tables(live, found)} {words} }.into_any()
                }
            };
            view! {
                <section class="version-compare card" id="compare" aria-labelledby="compare-title">
                    <header class="section-head">
                        <h2 id="compare-title">{title}</h2>
                        <a href=live.here()>{t.close}</a>
                    </header>
                    {table}
                </section>
            }
        })
    };
    view! { {body} }.into_any()
}

fn tables(live: Live, found: Difference) -> AnyView {
    let t = text::text();
    let facts = (!found.facts.is_empty()).then(|| {
        let rows =
            live.view.with_untracked(|view| found.facts.into_iter().map(|fact| fact_row(view, fact)).collect_view());
        table([t.col_fact, t.col_before, t.col_after, t.col_origin], rows.into_any())
    });
    let issues = (!found.issues.is_empty()).then(|| {
        let rows = found.issues.into_iter().map(issue_row).collect_view();
        table([t.col_issue, t.col_before, t.col_after, ""], rows.into_any())
    });
    view! { {facts} {issues} }.into_any()
}

fn table(heads: [&'static str; 4], rows: AnyView) -> AnyView {
    let heads = heads.into_iter().filter(|words| !words.is_empty()).map(|words| view! { <th scope="col">{words}</th> });
    view! {
        <div class="table-scroll" role="region" aria-labelledby="compare-title" tabindex="0">
            <table>
                <thead>
                    <tr>{heads.collect_view()}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn fact_row(view: &SessionView, fact: FactChange) -> AnyView {
    let t = text::text();
    let name = tree::name_among(view, &fact.pointer, &fact.label);
    let cell = |shown: String, absent: &'static str| match shown.is_empty() {
        true => view! { <td class="absent">{absent}</td> }.into_any(),
        false => view! { <td>{shown}</td> }.into_any(),
    };
    let gone = fact.to.is_null();
    let origin = fact.origin.filter(|_| !gone).map(|origin| {
        view! { <span class="origin" data-origin=origin.as_str()>{t.origin(origin).0}</span> }
    });
    view! {
        <tr data-pointer=fact.pointer>
            <th scope="row">{name}</th>
            {cell(fact.shown_from, t.was_absent)}
            {cell(fact.shown_to, t.is_gone)}
            <td>{origin}</td>
        </tr>
    }
    .into_any()
}

fn issue_row(issue: IssueChange) -> AnyView {
    let t = text::text();
    let status = |status: Option<IssueStatus>| status.map_or(t.was_absent, |status| t.issue_status_name(status));
    view! {
        <tr data-key=issue.key>
            <th scope="row">{issue.title}</th>
            <td>{status(issue.from)}</td>
            <td>{status(issue.to)}</td>
        </tr>
    }
    .into_any()
}
