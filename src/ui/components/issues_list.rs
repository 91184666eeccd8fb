//! Issues with filters, counts and ways to settle them.

use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus};
use crate::model::session::SessionView;
use crate::ui::logic::issues::{self, Filter, Order, SEVERITIES, STATUSES};
use crate::ui::logic::links;
use crate::ui::text;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

/// The list. The filter works as a plain form too.
#[component]
pub fn IssuesList(
    /// The session.
    view: RwSignal<SessionView>,
    /// What to show at first.
    filter: Filter,
) -> impl IntoView {
    let t = text::text();
    let all = Memo::new(move |_| view.with(|v| v.issues.clone()));
    let filter = RwSignal::new(filter);
    let body = move || {
        let kept = all.with(|all| filter.get().apply(all));
        match (kept.is_empty(), all.with(Vec::is_empty)) {
            (_, true) => view! { <p class="empty">{t.issues_empty}</p> }.into_any(),
            (true, _) => view! { <p class="empty">{t.issues_none_found}</p> }.into_any(),
            _ => {
                let rows = kept.into_iter().map(|issue| view! { <IssueRow view issue/> }).collect_view();
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
            <FilterForm view filter all/>
            {body}
        </section>
    }
    .into_any()
}

#[component]
fn FilterForm(view: RwSignal<SessionView>, filter: RwSignal<Filter>, all: Memo<Vec<Issue>>) -> impl IntoView {
    let t = text::text();
    let now = filter.get_untracked();
    let action = view.with_untracked(|v| links::session(v.row.session_id.as_str()));
    let viewed = view.with_untracked(|v| (v.row.version != v.latest).then_some(v.row.version));
    let severities = SEVERITIES.map(|severity| {
        let count = move || all.with(|all| issues::count_open(all, severity));
        view! {
            <option value=severity.as_str() selected=now.severity == Some(severity)>
                {t.severity_name(severity)} " (" {count} ")"
            </option>
        }
    });
    let statuses = STATUSES.map(|status| {
        view! {
            <option value=status.as_str() selected=now.status == Some(status)>{t.issue_status_name(status)}</option>
        }
    });
    let orders = Order::ALL.map(|order| {
        view! { <option value=order.as_str() selected=now.order == order>{t.order_name(order)}</option> }
    });
    let read = |ev: &leptos::ev::Event| event_target_value(ev);
    view! {
        <form class="issue-filter" method="get" action=action on:submit=|ev: SubmitEvent| ev.prevent_default()>
            {viewed.map(|v| view! { <input type="hidden" name="v" value=v.to_string()/> })}
            <label>
                <span>{t.severity}</span>
                <select name="severity" on:change=move |ev| filter.update(|f| f.severity = Filter::parse(Some(&read(&ev)), None, None).severity)>
                    <option value="" selected=now.severity.is_none()>{t.any}</option>
                    {severities.into_iter().collect_view()}
                </select>
            </label>
            <label>
                <span>{t.status}</span>
                <select name="status" on:change=move |ev| filter.update(|f| f.status = Filter::parse(None, Some(&read(&ev)), None).status)>
                    {statuses.into_iter().collect_view()}
                    <option value="all" selected=now.status.is_none()>{t.any_status}</option>
                </select>
            </label>
            <label>
                <span>{t.order}</span>
                <select name="order" on:change=move |ev| filter.update(|f| f.order = Filter::parse(None, None, Some(&read(&ev))).order)>
                    {orders.into_iter().collect_view()}
                </select>
            </label>
            <button type="submit" class="quiet no-js">{t.apply}</button>
        </form>
    }
    .into_any()
}

#[component]
fn IssueRow(view: RwSignal<SessionView>, issue: Issue) -> impl IntoView {
    let t = text::text();
    let missing = issue.missing_or_conflict.map(|words| view! { <dt>{t.missing}</dt> <dd>{words}</dd> });
    let evidence: Vec<String> =
        view.with_untracked(|v| issue.evidence.unwrap_or_default().iter().map(|e| evidence_words(v, e)).collect());
    let evidence = (!evidence.is_empty()).then(|| view! { <dt>{t.evidence}</dt> <dd>{evidence.join("; ")}</dd> });
    let confirm = (issue.requires_user_confirmation == Some(true) && issue.status == IssueStatus::Open)
        .then(|| view! { <p class="note">{t.needs_word}</p> });
    view! {
        <li
            class="issue"
            id=format!("issue-{}", issue.id)
            data-severity=issue.severity.as_str()
            data-status=issue.status.as_str()
            data-key=issue.key.unwrap_or_default()
        >
            <h3>
                <span class="severity" data-severity=issue.severity.as_str()>{t.severity_name(issue.severity)}</span>
                <span class="issue-title">{issue.title}</span>
                <span class="issue-status">{t.issue_status_name(issue.status)}</span>
            </h3>
            <dl>
                <dt>{t.why}</dt>
                <dd>{issue.why_it_matters}</dd>
                {missing}
                <dt>{t.resolve}</dt>
                <dd>{issue.resolution_hint}</dd>
                {evidence}
            </dl>
            {confirm}
        </li>
    }
    .into_any()
}

/// A reference in words: a fact by its name, a turn by its beginning, a note as it is.
fn evidence_words(view: &SessionView, evidence: &Evidence) -> String {
    let reference = &evidence.reference;
    let found = match evidence.kind {
        EvidenceKind::FactPath => {
            let pointer = reference.strip_prefix("/domain").unwrap_or(reference);
            view.labels.get(pointer).cloned()
        }
        EvidenceKind::Turn => view.turns.iter().find(|turn| turn.id.as_str() == reference).map(|turn| {
            let words: String = turn.text.chars().take(80).collect();
            format!("«{words}»")
        }),
        EvidenceKind::Note => None,
    };
    found.unwrap_or_else(|| reference.clone())
}
