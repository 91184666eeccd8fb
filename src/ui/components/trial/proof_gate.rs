//! `gate_r2_evidence`: what is to be proven and how, evidence by evidence.

use crate::ui::components::trial::claims::claims;
use crate::ui::components::trial::common::{
    Each, GateShell, Skip, constraints, exclusions, fact_patch, note, private, proceed, public,
};
use crate::ui::components::trial::fields::{Form, Pick, chips, fault, named, number, required_mark};
use crate::ui::live::Live;
use crate::ui::logic::trial::{last_end, list, text};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// The form.
#[component]
pub fn ProofGate(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let form = Form { live, id: "gate_r2_evidence" };
    let state = live.view.with_untracked(|view| view.domain.clone());
    let criminal = state["case"]["case_type"] == "criminal";
    let user_side = text(&state["case"], "user_side");
    let own = if user_side == "opposing" { "opposing" } else { "claimant" };
    let elements: Vec<(String, String)> = last_end(&state)
        .map(|end| list(&end["gate"]["options"], "elements"))
        .unwrap_or_default()
        .iter()
        .map(|one| (text(one, "id").to_owned(), text(one, "title").to_owned()))
        .collect();
    // The evidence as it stands: a file may have come since the round ended.
    let pieces = |state: &Value, own: &str, mine: bool| -> Vec<(String, String)> {
        let held = list(state, "evidence").iter().filter(|one| text(one, "action") != "withdraw");
        let held = held.filter(|one| (text(one, "side") == own) == mine);
        held.map(|one| (text(one, "id").to_owned(), format!("{} {}", text(one, "label"), text(one, "title")))).collect()
    };
    let (theirs, ours) = (pieces(&state, own, false), pieces(&state, own, true));
    let gaps: Vec<(String, String)> = list(&state["facts"], "needed")
        .iter()
        .map(|one| (text(one, "id").to_owned(), text(one, "need").to_owned()))
        .collect();
    let responses: &[&str] = match criminal {
        true => &["consent", "no_consent", "dispute_purpose", "exclude_illegal"],
        false => &["admit_authenticity", "deny", "unknown"],
    };
    let mut motions = vec!["witness", "document_order", "fact_inquiry", "appraisal", "inspection", "preservation"];
    if criminal {
        motions.push("hearsay_objection");
    }
    let strategies = named("proof_strategy", &["direct", "circumstantial", "attack_burden", "expert", "compel"]);
    let each = |name, prefix, legend, options, first| Each { name, prefix, legend, group: prefix, options, first };
    let answers = each("evidence_responses", "response", t.evidence_other, responses, "");
    let actions =
        each("evidence_actions", "action", t.evidence_own, &["submit", "hold", "withdraw", "obtain"], "submit");
    let missing = each("gap_plan", "plan", t.gap_plan, &["will_provide", "cannot_provide", "treat_unknown"], "");
    let materials = ["victim_settlement", "deposit", "remorse", "petition", "first_offence"];
    let sentencing = (criminal && user_side == "opposing").then(|| {
        chips(form, "sentencing_materials", t.sentencing, Pick::Many, false, named("sentencing", &materials), &[])
    });
    let money = (!criminal && !state["intake"]["amount"].is_null()).then(|| damages(form, &state["intake"]["amount"]));
    let levels = named("level", &["low", "medium", "high"]);
    view! {
        <GateShell live id="gate_r2_evidence">
            <h2>{t.gate_r2}</h2>
            <p class="lead-in">{t.gate_r2_lead}</p>
            {public(view! {
                {chips(form, "burden_focus", t.burden_focus, Pick::Many, true, elements, &[])}
                {answers.rows(form, theirs)}
                {chips(form, "motions", t.motions, Pick::Many, false, named("motions", &motions), &[])}
                {exclusions(form)}
                {fact_patch(form)}
                {claims(form)}
            }.into_any())}
            {private(view! {
                {chips(form, "proof_strategy", t.proof_strategy, Pick::One, true, strategies, &[])}
                {actions.rows(form, ours)}
                {missing.rows(form, gaps)}
                {money}
                {sentencing}
                {chips(form, "risk_tolerance", t.risk_tolerance, Pick::One, true, levels, &[])}
                {constraints(form)}
                {note(form)}
            }.into_any())}
            {proceed(live, t.proceed)}
        </GateShell>
        <Skip live id="gate_r2_evidence"/>
    }
    .into_any()
}

fn damages(form: Form, amount: &Value) -> AnyView {
    let t = trial_text::text();
    let bases = named("basis", &["actual_loss", "lost_profit", "liquidated", "consolation", "unsure"]);
    let hint = format!(
        "{}: {} {}",
        t.claimed_at_intake,
        crate::ui::logic::trial::sum(&amount["value"]),
        text(amount, "currency")
    );
    view! {
        <div class="field" data-field="damages" role="group" aria-label=t.damages>
            <p class="legend-words">{t.damages} {required_mark(true)} " " <span class="hint">{hint}</span></p>
            <div class="pair">
                {number(form, "damages_claimed".to_owned(), t.claimed, "KRW", true)}
                {number(form, "damages_provable".to_owned(), t.provable, "KRW", true)}
            </div>
            {chips(form, "damages_basis", t.damages_basis, Pick::One, true, bases, &[])}
            {fault(form, "damages")}
        </div>
    }
    .into_any()
}
