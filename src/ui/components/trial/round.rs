//! A round: what every role said, what was rewritten, how it was judged; and a copy of the session at its gate.

use crate::api::ForkSession;
use crate::ui::components::trial::charts::range_bar;
use crate::ui::components::trial::gate_card::{receipts, verdict};
use crate::ui::components::trial::speech::speech;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::trial::{list, text};
use crate::ui::trial_text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use serde_json::Value;

/// All rounds, oldest first; the last one is open.
#[component]
pub fn Rounds(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let rounds = Memo::new(move |_| live.view.with(|view| list(&view.domain, "rounds").to_vec()));
    let criminal = live.view.with_untracked(|view| view.domain["case"]["case_type"] == "criminal");
    let id = live.id();
    let body = move || {
        let rounds = rounds.get();
        let last = rounds.len();
        let shown = rounds.iter().enumerate();
        shown.map(|(index, round)| one_round(&id, round, index + 1 == last, criminal)).collect_view()
    };
    view! { <div class="rounds">{body}</div> }.into_any()
}

fn one_round(session: &str, round: &Value, open: bool, criminal: bool) -> AnyView {
    let t = trial_text::text();
    let number = round["round"].as_u64().unwrap_or(0);
    let title = match number {
        4 => t.way_extension.to_owned(),
        n => format::fill(t.way_round, &[("n", &n.to_string())]),
    };
    let rewrites = list(round, "rewrites");
    let speeches = list(round, "steps").iter().map(|step| speech(step, rewrites, criminal)).collect_view();
    let stale = (round["stale"] == true).then(|| view! { <span class="stale">{t.stale_long}</span> });
    let end = &round["end"];
    let range = list(round, "steps")
        .iter()
        .find(|step| text(step, "role") == "judge")
        .map(|step| range_bar(&step["output"]["body"]["DecisionRange"]));
    view! {
        <details class="round" id=format!("round-{number}") data-round=number.to_string() open=open>
            <summary>
                <h2>{title}</h2> {stale} {verdict(&round["verifier"])} <span class="summary-range">{range}</span>
            </summary>
            <div class="speeches">{speeches}</div>
            {(!end.is_null() && !open).then(|| receipts(list(&end["steering"], "compliance")))}
            {end["state_version"].as_u64().map(|version| fork(session, version))}
        </details>
    }
    .into_any()
}

/// A copy of the session at a gate: the same facts and rounds, other directions from there.
fn fork(session: &str, version: u64) -> AnyView {
    let t = trial_text::text();
    view! {
        <form class="fork-gate" action=ForkSession::url() method="post">
            <input type="hidden" name="session" value=session.to_owned()/>
            <input type="hidden" name="version" value=version.to_string()/>
            <button type="submit" class="quiet">{t.fork}</button> <span class="hint">{t.fork_hint}</span>
        </form>
    }
    .into_any()
}
