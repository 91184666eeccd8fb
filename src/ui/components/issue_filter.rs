//! Which issues are shown, and in which order.

use crate::model::issue::Issue;
use crate::ui::live::Live;
use crate::ui::logic::issues::{self, Filter, Order, SEVERITIES, STATUSES};
use crate::ui::logic::links;
use crate::ui::text;
use leptos::ev::{Event, SubmitEvent};
use leptos::prelude::*;

/// Three lists; a plain form without scripts.
#[component]
pub fn IssueFilter(
    /// The page's signals.
    live: Live,
    /// The choice.
    filter: RwSignal<Filter>,
    /// All issues, for the counts.
    all: Memo<Vec<Issue>>,
) -> impl IntoView {
    let t = text::text();
    let now = filter.get_untracked();
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
    let on_severity = move |ev: Event| {
        let picked = Filter::parse(Some(&event_target_value(&ev)), None, None).severity;
        filter.update(|f| f.severity = picked);
    };
    let on_status = move |ev: Event| {
        let picked = Filter::parse(None, Some(&event_target_value(&ev)), None).status;
        filter.update(|f| f.status = picked);
    };
    let on_order = move |ev: Event| {
        let picked = Filter::parse(None, None, Some(&event_target_value(&ev))).order;
        filter.update(|f| f.order = picked);
    };
    let action = links::session(&live.id());
    let viewed = live.viewed_untracked().map(|v| view! { <input type="hidden" name="v" value=v.to_string()/> });
    view! {
        <form class="issue-filter" method="get" action=action on:submit=|ev: SubmitEvent| ev.prevent_default()>
            {viewed}
            <label>
                <span>{t.severity}</span>
                <select name="severity" on:change=on_severity>
                    <option value="" selected=now.severity.is_none()>{t.any}</option>
                    {severities.into_iter().collect_view()}
                </select>
            </label>
            <label>
                <span>{t.status}</span>
                <select name="status" on:change=on_status>
                    {statuses.into_iter().collect_view()}
                    <option value="all" selected=now.status.is_none()>{t.any_status}</option>
                </select>
            </label>
            <label>
                <span>{t.order}</span>
                <select name="order" on:change=on_order>
                    {orders.into_iter().collect_view()}
                </select>
            </label>
            <button type="submit" class="quiet no-js">{t.apply}</button>
        </form>
    }
    .into_any()
}
