//! `facts_intake`: what happened, who, what for, what can be shown. Rows that are not needed stay closed.

use crate::ui::components::text_area::TextArea;
use crate::ui::components::trial::common::{GateShell, proceed};
use crate::ui::components::trial::fields::{Form, Pick, chips, fault, named, number, required_mark, select, words};
use crate::ui::live::Live;
use crate::ui::logic::trial::{outline, text};
use crate::ui::trial_text;
use leptos::prelude::*;

const CIVIL: [&str; 6] = ["contract_breach", "loan", "sale_price", "tort", "lease_deposit", "unjust_enrichment"];
const CRIMINAL: [&str; 6] = ["fraud", "embezzlement_breach", "assault_injury", "theft", "defamation", "drunk_driving"];

/// The form.
#[component]
pub fn Intake(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let form = Form { live, id: "facts_intake" };
    let (case, told) = live.view.with_untracked(|view| {
        let first = view.turns.first().map(|turn| turn.text.clone()).unwrap_or_default();
        (view.domain["case"].clone(), outline(&first, &view.row.title))
    });
    let criminal = text(&case, "case_type") == "criminal";
    let packs = named("pack", if criminal { &CRIMINAL } else { &CIVIL });
    let packs = [vec![(String::new(), t.pack_auto.to_owned())], packs].concat();
    let own = if text(&case, "user_side") == "opposing" { "opposing" } else { "claimant" };
    let charge = criminal.then(|| {
        view! {
            {words(form, "charge", t.charge, 3, 600, true, "")}
            {chips(form, "plea", t.plea, Pick::One, true, named("plea", &["admit", "deny", "partial", "silent"]), &[])}
        }
    });
    let amount = (!criminal).then(|| {
        view! {
            <div class="field" data-field="amount">
                {number(form, "amount_value".to_owned(), t.amount_claimed, "KRW", false)}
                {fault(form, "amount")}
            </div>
        }
    });
    view! {
        <GateShell live id="facts_intake">
            <h2>{t.intake}</h2>
            <p class="lead-in">{t.intake_lead}</p>
            {words(form, "summary", t.summary, 8, 4000, true, &told)}
            {charge}
            <fieldset class="field" data-field="parties">
                <legend>{t.parties} {required_mark(true)}</legend>
                {party(form, 1, "claimant", "person", criminal)}
                {party(form, 2, "opposing", "company", criminal)}
                <details class="fold"><summary>{t.more_parties}</summary>{(3..=6).map(|n| party(form, n, own, "person", criminal)).collect_view()}</details>
                {fault(form, "parties")}
            </fieldset>
            {words(form, "objectives", t.objectives, 2, 1500, true, "")}
            <p class="hint">{t.objectives_hint}</p>
            {amount}
            <fieldset class="field" data-field="evidence">
                <legend>{t.evidence_typed}</legend>
                <p class="hint">{t.evidence_typed_hint}</p>
                {(1..=2).map(|n| evidence(form, n, own, criminal)).collect_view()}
                <details class="fold"><summary>{t.more_evidence}</summary>{(3..=6).map(|n| evidence(form, n, own, criminal)).collect_view()}</details>
                {fault(form, "evidence")}
            </fieldset>
            <details class="fold">
                <summary>{t.timeline}</summary>
                <div class="field" data-field="timeline">
                    {(1..=5).map(|n| moment(form, n)).collect_view()}
                    {fault(form, "timeline")}
                </div>
            </details>
            <details class="fold">
                <summary>{t.more_about}</summary>
                {words(form, "issues", t.issues_told, 3, 2000, false, "")}
                {select(form, "pack_id".to_owned(), t.pack, packs, "")}
                {fault(form, "pack_id")}
            </details>
            {proceed(live, t.divide)}
        </GateShell>
    }
    .into_any()
}

fn party(form: Form, n: usize, side: &str, kind: &str, criminal: bool) -> AnyView {
    let t = trial_text::text();
    let at = |key: &str| format!("party_{n}_{key}");
    let sides = named(if criminal { "side_criminal" } else { "side" }, &["claimant", "opposing"]);
    let (name, alias) = (form.value(&at("name"), ""), form.value(&at("alias"), ""));
    view! {
        <div class="row" role="group" aria-label=format!("{} {n}", t.party)>
            <label class="wide"><span>{t.party_name}</span> <input type="text" name=at("name") maxlength="120" value=name/></label>
            <label><span>{t.party_alias}</span> <input type="text" name=at("alias") maxlength="60" value=alias/></label>
            {select(form, at("kind"), t.party_kind, named("kind", &["person", "company"]), kind)}
            {select(form, at("side"), t.party_side, sides, side)}
        </div>
    }
    .into_any()
}

fn evidence(form: Form, n: usize, side: &str, criminal: bool) -> AnyView {
    let t = trial_text::text();
    let at = |key: &str| format!("evidence_{n}_{key}");
    let sides = named(if criminal { "side_criminal" } else { "side" }, &["claimant", "opposing"]);
    let (title, body) = (form.value(&at("title"), ""), form.value(&at("text"), ""));
    view! {
        <div class="row" role="group" aria-label=format!("{} {n}", t.evidence)>
            <label class="wide"><span>{t.evidence_title}</span> <input type="text" name=at("title") maxlength="200" value=title/></label>
            {select(form, at("side"), t.upload_side, sides, side)}
            <label class="whole"><span>{t.evidence_text}</span> <TextArea name=at("text") maxlength=20_000 value=body/></label>
        </div>
    }
    .into_any()
}

fn moment(form: Form, n: usize) -> AnyView {
    let t = trial_text::text();
    let at = |key: &str| format!("time_{n}_{key}");
    let (date, body) = (form.value(&at("date"), ""), form.value(&at("text"), ""));
    view! {
        <div class="row" role="group" aria-label=format!("{} {n}", t.timeline)>
            <label><span>{t.date}</span> <input type="date" name=at("date") value=date/></label>
            <label class="wide"><span>{t.event}</span> <input type="text" name=at("text") maxlength="600" value=body/></label>
        </div>
    }
    .into_any()
}
