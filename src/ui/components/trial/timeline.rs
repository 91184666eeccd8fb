//! The way of a session: facts, rounds, gates, report. Each stop that has something to show is a link to it.

use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::trial::{Reached, Stop, way};
use crate::ui::trial_text;
use leptos::prelude::*;

/// The line on top of the page.
#[component]
pub fn Timeline(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let stops = Memo::new(move |_| live.view.with(|view| way(&view.domain)));
    let busy = Memo::new(move |_| live.busy());
    let rows = move || {
        let running = busy.get();
        stops.get().into_iter().map(|(stop, reached, stale)| row(stop, reached, stale, running)).collect_view()
    };
    view! { <nav class="trial-way" aria-label=t.way><ol>{rows}</ol></nav> }.into_any()
}

fn row(stop: Stop, reached: Reached, stale: bool, running: bool) -> AnyView {
    let t = trial_text::text();
    let numbered = |words: &str, n: u8| format::fill(words, &[("n", &n.to_string())]);
    let (kind, words, href) = match stop {
        Stop::Facts => ("facts", t.way_facts.to_owned(), "#facts".to_owned()),
        Stop::Round(4) => ("round", t.way_extension.to_owned(), "#round-4".to_owned()),
        Stop::Round(n) => ("round", numbered(t.way_round, n), format!("#round-{n}")),
        Stop::Gate(_) => ("gate", t.way_gate.to_owned(), "#gate-card".to_owned()),
        Stop::Report => ("report", t.way_report.to_owned(), "#report".to_owned()),
    };
    let state = match reached {
        Reached::Done => t.way_done,
        Reached::Now if running => t.way_running,
        Reached::Now => t.way_now,
        Reached::Ahead => t.way_ahead,
    };
    let note = stale.then(|| view! { <span class="stale">{t.stale}</span> });
    let name = match reached {
        Reached::Ahead => view! { <span>{words}</span> }.into_any(),
        _ => view! { <a href=href>{words}</a> }.into_any(),
    };
    view! {
        <li data-stop=kind data-reached=reached.as_str() aria-current=(reached == Reached::Now).then_some("step")>
            {name} <span class="visually-hidden">{format!(" ({state})")}</span> {note}
        </li>
    }
    .into_any()
}
