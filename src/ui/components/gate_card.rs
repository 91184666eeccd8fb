//! The gate's verdict and what stands in the way.

use crate::model::session::{Blocker, GateView};
use crate::ui::text;
use leptos::prelude::*;

/// The verdict; blockers link to their issues.
#[component]
pub fn GateCard(
    /// The verdict, once there is one.
    #[prop(into)]
    gate: Signal<Option<GateView>>,
) -> impl IntoView {
    let t = text::text();
    let verdict =
        move || gate.with(|g| g.as_ref().map_or("none", |g| if g.ready_for_skeleton { "open" } else { "closed" }));
    let body = move || match gate.get() {
        None => view! { <p class="empty">{t.gate_none}</p> }.into_any(),
        Some(gate) => {
            let title = if gate.ready_for_skeleton { t.gate_open } else { t.gate_closed };
            let blockers = (!gate.blockers.is_empty()).then(|| {
                view! {
                    <h3>{t.blockers}</h3>
                    <ul>{gate.blockers.into_iter().map(blocker_row).collect_view()}</ul>
                }
            });
            view! {
                <p class="verdict">{title}</p>
                <p class="summary">{gate.summary}</p>
                {blockers}
            }
            .into_any()
        }
    };
    view! {
        <section class="gate-card card" data-verdict=verdict aria-labelledby="gate-title">
            <h2 id="gate-title">{t.gate}</h2>
            {body}
        </section>
    }
    .into_any()
}

fn blocker_row(blocker: Blocker) -> AnyView {
    let t = text::text();
    let links = blocker
        .linked_issue_ids
        .into_iter()
        .map(|id| view! { <a class="to-issue" href=format!("#issue-{id}")>{t.blocker_issues}</a> })
        .collect_view();
    view! {
        <li class="blocker" data-severity=blocker.severity.as_str()>
            <span class="severity" data-severity=blocker.severity.as_str()>{t.severity_name(blocker.severity)}</span>
            <span class="blocker-message">{blocker.message} " " {links}</span>
        </li>
    }
    .into_any()
}
