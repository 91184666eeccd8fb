//! How far the contract is from being concluded: essential terms that stand and those that are missing.

use crate::model::terms::{EssentialTerm, EssentialTerms, TermStatus};
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;

/// The meter with the missing terms, their articles and consequences; each leads to its issue.
#[component]
pub fn EssentialMeter(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let terms = Memo::new(move |_| live.view.with(|v| v.terms.clone()));
    let body = move || {
        let EssentialTerms { terms, done, total } = terms.get();
        if total == 0 {
            return view! { <p class="empty">{t.meter_none}</p> }.into_any();
        }
        let missing: Vec<EssentialTerm> = terms.into_iter().filter(counts_as_missing).collect();
        let rest = if missing.is_empty() {
            view! { <p class="hint">{t.meter_full}</p> }.into_any()
        } else {
            let rows = missing.into_iter().map(|term| missing_row(live, term)).collect_view();
            view! {
                <h3>{t.meter_missing}</h3>
                <ul>{rows}</ul>
            }
            .into_any()
        };
        let bar = done.to_string();
        view! {
            <h2 id="meter-title">{t.meter_text(done, total)}</h2>
            <progress max=total.to_string() value=bar aria-labelledby="meter-title"></progress>
            {rest}
        }
        .into_any()
    };
    view! {
        <section class="essential-meter card" data-done=move || terms.with(|x| x.done) data-total=move || terms.with(|x| x.total)>
            {body}
        </section>
    }
    .into_any()
}

fn counts_as_missing(term: &EssentialTerm) -> bool {
    matches!(term.status, TermStatus::Missing | TermStatus::Assumed)
}

/// A missing term. The link is the browser's own, so that its target is highlighted.
fn missing_row(live: Live, term: EssentialTerm) -> AnyView {
    let t = text::text();
    let assumed = (term.status == TermStatus::Assumed).then_some(t.or_assumed);
    let note = t.proof_note(term.proof);
    let issue = live.view.with(|view| {
        view.issues.iter().find(|issue| issue.key.as_ref() == Some(&term.key)).map(|issue| issue.id.to_string())
    });
    let title = match issue {
        Some(id) => view! { <a class="term" href=format!("#issue-{id}")>{term.title}</a> }.into_any(),
        None => view! { <span class="term">{term.title}</span> }.into_any(),
    };
    view! {
        <li data-key=term.key>
            {title}
            <span class="article">{term.article}</span>
            {assumed.map(|words| view! { <span class="note">{words}</span> })}
            {note.map(|words| view! { <span class="note">{words}</span> })}
            <span class="consequence">{term.consequence}</span>
        </li>
    }
    .into_any()
}
