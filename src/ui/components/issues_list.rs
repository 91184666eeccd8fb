//! Issues with filters, counts and ways to settle them.

use crate::ui::components::issue_filter::IssueFilter;
use crate::ui::components::issue_row::IssueRow;
use crate::ui::live::Live;
use crate::ui::logic::issues::{self, Filter, STATUSES};
use crate::ui::text;
use leptos::prelude::*;

/// The list. The filter works as a plain form too.
#[component]
pub fn IssuesList(
    /// The page's signals.
    live: Live,
    /// What to show at first.
    filter: Filter,
) -> impl IntoView {
    let t = text::text();
    let all = Memo::new(move |_| live.view.with(|v| v.issues.clone()));
    let body = move || {
        let kept = all.with(|all| filter.apply(all));
        match (kept.is_empty(), all.with(Vec::is_empty)) {
            (_, true) => view! { <p class="empty">{t.issues_empty}</p> }.into_any(),
            (true, _) => view! { <p class="empty">{t.issues_none_found}</p> }.into_any(),
            _ => {
                let rows = kept.into_iter().map(|issue| view! { <IssueRow live issue/> }).collect_view();
                view! { <ul class="issues">{rows}</ul> }.into_any()
            }
        }
    };
    let counts = STATUSES.map(|status| {
        view! {
            <span class="count" data-count=status.as_str()>
                {t.issue_status_name(status)} " " {move || all.with(|all| issues::count_status(all, status))}
            </span>
        }
    });
    view! {
        <section class="issues-list" aria-labelledby="issues-title">
            <header class="section-head">
                <h2 id="issues-title">{t.issues}</h2>
                <p class="counts">{counts.into_iter().collect_view()}</p>
            </header>
            <IssueFilter live filter all/>
            {body}
        </section>
    }
    .into_any()
}
