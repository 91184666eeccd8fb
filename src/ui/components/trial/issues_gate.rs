//! `gate_r1_issues`: which issues, which goal, how firmly.

use crate::ui::components::trial::claims::claims;
use crate::ui::components::trial::common::{
    GateShell, Skip, constraints, exclusions, fact_patch, note, private, proceed, public,
};
use crate::ui::components::trial::fields::{Form, Pick, chips, named};
use crate::ui::live::Live;
use crate::ui::logic::trial::{last_end, list, text};
use crate::ui::trial_text;
use leptos::prelude::*;

/// The form.
#[component]
pub fn IssuesGate(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let form = Form { live, id: "gate_r1_issues" };
    let issues: Vec<(String, String)> = live.view.with_untracked(|view| {
        let options = last_end(&view.domain).map(|end| list(&end["gate"]["options"], "issues").to_vec());
        let options = options.unwrap_or_default();
        options.iter().map(|one| (text(one, "id").to_owned(), text(one, "title").to_owned())).collect()
    });
    let goals = named("goal", &["win_rate", "risk_min", "settlement", "evidence_first"]);
    let stances = named("stance", &["aggressive", "neutral", "flexible"]);
    view! {
        <GateShell live id="gate_r1_issues">
            <h2>{t.gate_r1}</h2>
            <p class="lead-in">{t.gate_r1_lead}</p>
            {public(view! {
                {chips(form, "focus_issues", t.focus_issues, Pick::Many, true, issues, &[])}
                {exclusions(form)}
                {fact_patch(form)}
                {claims(form)}
            }.into_any())}
            {private(view! {
                {chips(form, "goal", t.goal, Pick::One, true, goals, &[])}
                {chips(form, "stance", t.stance, Pick::One, true, stances, &[])}
                {constraints(form)}
                {note(form)}
            }.into_any())}
            {proceed(live, t.proceed)}
        </GateShell>
        <Skip live id="gate_r1_issues"/>
    }
    .into_any()
}
