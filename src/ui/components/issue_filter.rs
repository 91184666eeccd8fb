//! Which issues are shown, and in which order.

use crate::model::issue::Issue;
use crate::ui::live::Live;
use crate::ui::logic::issues::{self, Filter, Order, SEVERITIES, STATUSES};
use crate::ui::logic::links;
use crate::ui::text;
use leptos::prelude::*;

/// Three lists; a plain form without scripts.
#[component]
pub fn IssueFilter(
    /// The page's signals.
    live: Live,
    /// The choice.
    filter: Filter,
    /// All issues, for the counts.
    all: Memo<Vec<Issue>>,
) -> impl IntoView {
    let t = text::text();
    let now = filter;
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
    let action = links::session(&live.id());
    view! {
        <form class="issue-filter" method="get" action=action data-auto="true">
            {live.kept_fields(&["severity", "status", "order"])}
            <label>
                <span>{t.severity}</span>
                <select name="severity">
                    <option value="" selected=now.severity.is_none()>{t.any}</option>
                    {severities.into_iter().collect_view()}
                </select>
            </label>
            <label>
                <span>{t.status}</span>
                <select name="status">
                    {statuses.into_iter().collect_view()}
                    <option value="all" selected=now.status.is_none()>{t.any_status}</option>
                </select>
            </label>
            <label>
                <span>{t.order}</span>
                <select name="order">
                    {orders.into_iter().collect_view()}
                </select>
            </label>
            <button type="submit" class="quiet no-js">{t.apply}</button>
        </form>
    }
    .into_any()
}
