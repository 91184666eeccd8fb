//! How far the contract is from being concluded: essential terms that stand and those that are missing.

use crate::model::terms::{EssentialTerm, EssentialTerms, TermStatus};
use crate::ui::text;
use leptos::prelude::*;

/// The meter with the missing terms, their articles and consequences.
#[component]
pub fn EssentialMeter(
    /// The essential terms that apply now.
    #[prop(into)]
    terms: Signal<EssentialTerms>,
) -> impl IntoView {
    let t = text::text();
    let body = move || {
        let EssentialTerms { terms, done, total } = terms.get();
        if total == 0 {
            return view! { <p class="empty">{t.meter_none}</p> }.into_any();
        }
        let missing: Vec<EssentialTerm> = terms.into_iter().filter(counts_as_missing).collect();
        let rest = if missing.is_empty() {
            view! { <p class="hint">{t.meter_full}</p> }.into_any()
        } else {
            view! {
                <h3>{t.meter_missing}</h3>
                <ul>{missing.into_iter().map(|term| view! { <Missing term/> }).collect_view()}</ul>
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

#[component]
fn Missing(term: EssentialTerm) -> impl IntoView {
    let t = text::text();
    let assumed = (term.status == TermStatus::Assumed).then_some(t.or_assumed);
    let note = t.proof_note(term.proof);
    view! {
        <li data-key=term.key>
            <span class="term">{term.title}</span>
            <span class="article">{term.article}</span>
            {assumed.map(|words| view! { <span class="note">{words}</span> })}
            {note.map(|words| view! { <span class="note">{words}</span> })}
            <span class="consequence">{term.consequence}</span>
        </li>
    }
    .into_any()
}
