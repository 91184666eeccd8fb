//! How every version was made: performers, attempts, refusals, rules, tokens, cost.

use crate::model::trace::{Attempt, TraceEntry};
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// The trace. It is read when opened; a plain link does the same without scripts.
#[component]
pub fn TracePanel(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let open = live.trace.with_untracked(Option::is_some);
    let ask = live.with_trace();
    let load = (!open).then(|| ask.clone());
    let body = move || match live.trace.get() {
        None => view! { <p><a href=format!("{ask}#trace")>{t.trace_show}</a></p> }.into_any(),
        Some(entries) if entries.is_empty() => view! { <p class="empty">{t.trace_empty}</p> }.into_any(),
        Some(entries) => {
            let names = live.view.with(|view| view.labels.clone());
            let rows = entries.into_iter().rev().map(|entry| entry_row(entry, &names)).collect_view();
            view! { <ol>{rows}</ol> }.into_any()
        }
    };
    view! {
        <details class="trace-panel" id="trace" open=open data-load=load>
            <summary>{t.trace}</summary>
            {body}
        </details>
    }
    .into_any()
}

fn entry_row(entry: TraceEntry, names: &BTreeMap<String, String>) -> AnyView {
    let t = text::text();
    let number = |n: Option<u64>| n.map_or_else(|| t.no_data.to_owned(), |n| n.to_string());
    let tokens = match (entry.usage.prompt_tokens, entry.usage.completion_tokens) {
        (None, None) => t.no_data.to_owned(),
        (asked, answered) => format!("{} + {}", number(asked), number(answered)),
    };
    let cost = format::cost(entry.usage.cost_usd).unwrap_or_else(|| t.no_data.to_owned());
    let hash: String = entry.prompt_hash.chars().take(16).collect();
    let (step, at) = (entry.step.clone(), entry.at.clone());
    let name = names.get(&format!("/steps/{step}")).cloned().unwrap_or_else(|| t.cause_name(&step));
    let performer = match entry.performer.as_str() {
        "builtin" => t.builtin_short.to_owned(),
        "corpus" => t.corpus_performer.to_owned(),
        _ => entry.performer,
    };
    let decisions = (!entry.decisions.is_empty()).then(|| {
        let rows = entry
            .decisions
            .into_iter()
            .map(|d| {
                // A fact by its name; a place without one is known to the machine alone.
                let place = d.at.as_deref().and_then(|at| names.get(at.strip_prefix("/domain").unwrap_or(at)).cloned());
                let place = place.map(|place| view! { " " <span class="hint">{place}</span> });
                view! { <li data-rule=d.rule>{d.message} {place}</li> }
            })
            .collect_view();
        view! { <h4>{t.tr_guards}</h4> <ul class="decisions">{rows}</ul> }
    });
    let notes = (!entry.rationale.is_empty() || !entry.observations.is_empty()).then(|| {
        let rows = entry.observations.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
        view! { <h4>{t.tr_notes}</h4> <p>{entry.rationale}</p> <ul>{rows}</ul> }
    });
    let attempts = entry.attempts.into_iter().map(attempt_row).collect_view();
    view! {
        <li class="trace-entry" data-step=step>
            <h3>
                <span>{name}</span>
                <span class="outcome">{t.outcome_name(entry.outcome)}</span>
                <span>{format::fill(t.version_n, &[("n", &entry.version.to_string())])}</span>
                <time datetime=at>{format::date_time(&entry.at)}</time>
            </h3>
            <dl>
                <div><dt>{t.tr_performer}</dt><dd>{performer}</dd></div>
                <div><dt>{t.tr_time}</dt><dd>{t.duration(entry.millis)}</dd></div>
                <div><dt>{t.tr_tokens}</dt><dd>{tokens}</dd></div>
                <div><dt>{t.tr_cost}</dt><dd>{cost}</dd></div>
                <div><dt>{t.tr_prompt}</dt><dd>{entry.prompt_name} " " <code>{hash}</code></dd></div>
            </dl>
            {attempts}
            {decisions}
            {notes}
        </li>
    }
    .into_any()
}

fn attempt_row(attempt: Attempt) -> AnyView {
    let t = text::text();
    let refused = (!attempt.refused.is_empty()).then(|| {
        let rows = attempt.refused.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
        view! { <p class="refused">{t.tr_refused} ":"</p> <ul>{rows}</ul> }
    });
    view! {
        <div class="attempt">
            <h4>{format::fill(t.tr_attempt, &[("n", &attempt.number.to_string())])} ", " {t.duration(attempt.millis)}</h4>
            {refused}
            <details>
                <summary>{t.tr_raw}</summary>
                <pre tabindex="0">{attempt.raw}</pre>
            </details>
        </div>
    }
    .into_any()
}
