//! One issue: what it is, why it matters, how to settle it.

use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus};
use crate::model::session::SessionView;
use crate::ui::components::assumption_forms::AssumptionForms;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;

/// A row of the list. An assumption can be settled on the spot; a contradiction shows both sides with their words.
#[component]
pub fn IssueRow(
    /// The page's signals.
    live: Live,
    /// The issue.
    issue: Issue,
) -> impl IntoView {
    let t = text::text();
    let open = issue.status == IssueStatus::Open;
    let key = issue.key.unwrap_or_default();
    let missing = issue.missing_or_conflict.map(|words| match format::sides(&words) {
        Some((before, now)) => {
            let (before, now) = (before.to_owned(), now.to_owned());
            view! { <dt>{t.conflict}</dt> <dd class="sides"><p>{before}</p> <p>{now}</p></dd> }.into_any()
        }
        None => view! { <dt>{t.missing}</dt> <dd>{words}</dd> }.into_any(),
    });
    let evidence: Vec<String> = live
        .view
        .with_untracked(|v| issue.evidence.unwrap_or_default().iter().filter_map(|e| evidence_words(v, e)).collect());
    let evidence = (!evidence.is_empty()).then(|| view! { <dt>{t.evidence}</dt> <dd>{evidence.join("; ")}</dd> });
    let confirm =
        (issue.requires_user_confirmation == Some(true) && open).then(|| view! { <p class="note">{t.needs_word}</p> });
    let assumed = key.strip_prefix("assumed:").filter(|_| open && live.viewed().is_none());
    let decide = assumed.map(|pointer| view! { <AssumptionForms live pointer=pointer.to_owned()/> });
    view! {
        <li
            class="issue"
            id=format!("issue-{}", issue.id)
            data-severity=issue.severity.as_str()
            data-status=issue.status.as_str()
            data-key=key
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
            {decide}
        </li>
    }
    .into_any()
}

/// A reference in words: a fact by its name, a turn by its beginning, a note as it is; `None` for a fact without one.
fn evidence_words(view: &SessionView, evidence: &Evidence) -> Option<String> {
    let reference = &evidence.reference;
    match evidence.kind {
        EvidenceKind::FactPath => {
            let pointer = reference.strip_prefix("/domain").unwrap_or(reference);
            view.labels.get(pointer).cloned()
        }
        EvidenceKind::Turn => view.turns.iter().find(|turn| turn.id.as_str() == reference).map(|turn| {
            let words: String = turn.text.chars().take(80).collect();
            format!("«{words}»")
        }),
        EvidenceKind::Note => Some(reference.clone()),
    }
}
