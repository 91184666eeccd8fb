//! What the check finds in the contract, one click against it, and how even the contract is.

use crate::api::edits::EditFact;
use crate::model::document_view::DocumentView;
use crate::model::fairness::SideFairness;
use crate::model::finding::{Finding, FixAction};
use crate::ui::components::remark_list::place_of;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Findings and fairness of the contract on the page; folded, since the text comes first.
#[component]
pub fn DocumentCheck(
    /// The page's signals.
    live: Live,
    /// The document on the page.
    document: Memo<Option<DocumentView>>,
) -> impl IntoView {
    let t = text::text();
    let body = move || {
        let document = document.get()?;
        let findings = document.report.findings.clone();
        let title = match findings.len() {
            0 => t.check_none.to_owned(),
            n => format::fill(t.check_found, &[("n", &n.to_string())]),
        };
        let rows = findings.into_iter().map(|found| finding(live, &document, found)).collect_view();
        let sides = document.report.fairness.sides.iter().map(side).collect_view();
        Some(view! {
            <details class="document-check">
                <summary><h3>{title}</h3></summary>
                <ul class="findings">{rows}</ul>
                <h3>{t.check_fair}</h3>
                <table class="fairness">
                    <thead><tr>
                        <th scope="col">{t.fair_side}</th>
                        <th scope="col">{t.fair_exit}</th>
                        <th scope="col">{t.fair_penalty}</th>
                        <th scope="col">{t.fair_cap}</th>
                    </tr></thead>
                    <tbody>{sides}</tbody>
                </table>
                <p class="hint">{t.check_hint}</p>
            </details>
        })
    };
    view! { <div class="document-notes">{body}</div> }.into_any()
}

/// One finding: how bad, where, why, and a form that repairs it.
fn finding(live: Live, document: &DocumentView, found: Finding) -> AnyView {
    let t = text::text();
    let severity = found.severity;
    let (rule, code) = (found.rule.clone(), found.rule);
    let place = found.clause.as_deref().and_then(|id| place_of(document, id));
    let link = place.map(|(number, anchor)| view! { <a href=format!("#{anchor}")>"п. "{number}</a> " " });
    let fix = found.fix.and_then(|fix| repair(live, &fix.label, fix.action));
    view! {
        <li data-rule=rule>
            <span class="severity" data-severity=severity.as_str()>{t.severity_name(severity)}</span>
            " " <b>{found.title}</b> " " <code>{code}</code>
            <p>{link}{found.message}</p>
            <p class="hint">{found.why} " (" {found.article} ")"</p>
            {fix}
        </li>
    }
    .into_any()
}

/// A repair of a fact as a plain form; words of a text are repaired where the text is.
fn repair(live: Live, label: &str, action: FixAction) -> Option<AnyView> {
    let (pointer, op, value) = match action {
        FixAction::Set { pointer, value } => (pointer, "set", Some(value.to_string())),
        FixAction::Confirm { pointer } => (pointer, "confirm", None),
        FixAction::Reject { pointer } => (pointer, "reject", None),
        FixAction::Replace { .. } => return None,
    };
    let value = value.map(|value| view! { <input type="hidden" name="value" value=value/> });
    let form = view! {
        <form class="fix-form" action=EditFact::url() method="post">
            <input type="hidden" name="session" value=live.id()/>
            <input type="hidden" name="pointer" value=pointer/>
            <input type="hidden" name="op" value=op/>
            {value}
            <button type="submit" class="quiet">{label.to_owned()}</button>
        </form>
    };
    Some(form.into_any())
}

/// A row of the table: when a side may leave, what it pays, up to what.
fn side(side: &SideFairness) -> AnyView {
    let t = text::text();
    let exits = side.exits.iter().map(|exit| {
        let notice = exit.notice_days.map(|days| format::fill(t.fair_notice, &[("n", &days.to_string())]));
        let words = if exit.for_cause { t.fair_for_cause } else { t.fair_any_time };
        view! { <li title=exit.quote.clone()>{words} {notice.map(|notice| format!(", {notice}"))}</li> }
    });
    let penalties = side.penalties.iter().map(|penalty| {
        let rate = penalty.per_day.as_ref().zip(penalty.per_year.as_ref());
        let words = match (rate, &penalty.amount) {
            (Some((day, year)), _) => format::fill(t.fair_rate, &[("day", day), ("year", year)]),
            (None, Some(amount)) => amount.clone(),
            (None, None) => penalty.quote.clone(),
        };
        view! { <li title=penalty.quote.clone()>{words}</li> }
    });
    let caps = side.caps.iter().map(|cap| view! { <li>{cap.text.clone()}</li> });
    view! {
        <tr>
            <th scope="row">{side.title.clone()}</th>
            <td><ul>{exits.collect_view()}</ul></td>
            <td><ul>{penalties.collect_view()}</ul></td>
            <td><ul>{caps.collect_view()}</ul></td>
        </tr>
    }
    .into_any()
}
