//! `gate_r3_final`: finish, go on once more, or stop; what is acceptable, and the line of a settlement.

use crate::ui::components::trial::claims::claims;
use crate::ui::components::trial::common::{GateShell, note, private, proceed, public, unprompted};
use crate::ui::components::trial::fields::{
    Form, Pick, chip, chips, fault, named, number, required_mark, select, words,
};
use crate::ui::components::trial::speech::called;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::trial::{last_end, list, text};
use crate::ui::{text as general, trial_text};
use leptos::prelude::*;
use serde_json::Value;

/// The form. Which parts matter follows from the decision; style sheets show and hide them, so it needs no script.
#[component]
pub fn LastGate(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let form = Form { live, id: "gate_r3_final" };
    let state = live.view.with_untracked(|view| view.domain.clone());
    let criminal = state["case"]["case_type"] == "criminal";
    let extended = state["machine"]["ext_used"] == true;
    let end = last_end(&state).cloned().unwrap_or_default();
    let decisions: &[&str] = if extended { &["finalize", "abandon"] } else { &["finalize", "extend", "abandon"] };
    let outcomes: &[&str] = match criminal {
        true => &["acquittal", "dismissal", "reduced", "suspended", "min_sentence"],
        false => &["full", "partial", "settle", "withdraw", "appeal_ready"],
    };
    let routes: &[&str] = match criminal {
        true => &["victim_settlement", "criminal_mediation", "deposit"],
        false => &["none", "private", "mediation", "in_court", "accept_recommendation", "pre_suit"],
    };
    let never = ["no_liability_admission", "confidentiality", "keep_relationship", "no_publicity"];
    let open: Vec<(String, String)> = list(&end["card"], "open_issues")
        .iter()
        .map(|one| (text(one, "id").to_owned(), text(one, "title").to_owned()))
        .collect();
    let line = (!criminal).then(|| line(form, text(&state["case"], "user_side")));
    let confirmed = form.picked("confirm", "true", false);
    view! {
        <GateShell live id="gate_r3_final">
            <h2>{t.gate_r3}</h2>
            <p class="lead-in">{t.gate_r3_lead}</p>
            {chips(form, "decision", t.decision, Pick::One, true, named("decision", decisions), &["finalize"])}
            <div class="only-extend">
                {public(view! {
                    {chips(form, "extend_issue", t.extend_issue, Pick::One, false, open, &[])}
                    {words(form, "extend_question", t.extend_question, 2, 300, false, "")}
                    {claims(form)}
                }.into_any())}
            </div>
            <div class="only-abandon">
                <label class="option"><input type="checkbox" name="confirm" value="true" checked=confirmed/> <span>{t.abandon_confirm}</span></label>
                {fault(form, "confirm")}
            </div>
            <div class="only-finalize">
                {private(view! {
                    {chips(form, "acceptable_outcome", t.acceptable_outcome, Pick::One, true, named("outcome", outcomes), &[])}
                    {concessions(form, &state)}
                    {line}
                    {chips(form, "adr_route", t.adr_route, Pick::One, false, named("adr", routes), &[])}
                    {chips(form, "non_negotiables", t.never, Pick::Many, false, named("never", &never), &[])}
                    {note(form)}
                }.into_any())}
                {unprompted(t.acks, acknowledgements(form, &end))}
                {unprompted(t.report_wish, report(form, text(&state["case"], "lang")))}
            </div>
            {proceed(live, t.decide)}
        </GateShell>
    }
    .into_any()
}

/// Concessions, each with a condition and, where one is meant, its fact or issue.
fn concessions(form: Form, state: &Value) -> AnyView {
    let t = trial_text::text();
    let kinds = ["none", "admit_fact", "drop_claim", "reduce_amount", "share_fault", "installments", "apology"];
    let facts: Vec<(String, String)> = list(&state["facts"], "items")
        .iter()
        .map(|one| {
            let words: String = text(one, "text").chars().take(24).collect();
            (text(one, "id").to_owned(), format!("{} {words}", called(text(one, "id"))))
        })
        .collect();
    let rows = named("concession", &kinds).into_iter().map(|(id, words)| {
        let checked = form.picked("concessions", &id, id == "none");
        let target = (id == "admit_fact").then(|| {
            let options = [vec![(String::new(), "—".to_owned())], facts.clone()].concat();
            view! { {select(form, "target_admit_fact".to_owned(), t.which_fact, options, "")} <p class="hint">{t.confession_binds}</p> }
        });
        let condition = (id != "none").then(|| {
            let name = format!("condition_{id}");
            let value = form.value(&name, "");
            view! {
                <div class="when-picked">
                    {target}
                    <input type="text" name=name maxlength="120" value=value placeholder=t.condition aria-label=format!("{words}: {}", t.condition)/>
                </div>
            }
        });
        view! { <li>{chip("concessions".to_owned(), id, words.clone(), Pick::Many, false, checked)} {condition}</li> }
    });
    view! {
        <fieldset class="field" data-field="concessions">
            <legend>{t.concessions} {required_mark(true)}</legend>
            <ul class="concessions">{rows.collect_view()}</ul>
            {fault(form, "concessions")}
        </fieldset>
    }
    .into_any()
}

fn line(form: Form, side: &str) -> AnyView {
    let t = trial_text::text();
    let first = if side == "opposing" { "pay" } else { "receive" };
    view! {
        <div class="field" data-field="settlement_line" role="group" aria-label=t.line>
            <p class="legend-words">{t.line}</p>
            <p class="hint">{t.line_hint}</p>
            {chips(form, "line_direction", t.line_direction, Pick::One, false, named("direction", &["receive", "pay"]), &[first])}
            <div class="pair">
                {number(form, "line_opening".to_owned(), t.line_opening, "KRW", false)}
                {number(form, "line_target".to_owned(), t.line_target, "KRW", false)}
                {number(form, "line_walk_away".to_owned(), t.line_limit, "KRW", false)}
            </div>
            {fault(form, "settlement_line")}
        </div>
    }
    .into_any()
}

/// What a person has to have seen before the report.
fn acknowledgements(form: Form, end: &Value) -> AnyView {
    let t = trial_text::text();
    let deadlines = list(end, "deadlines").iter().map(|one| {
        let id = text(one, "id").to_owned();
        let days = format::fill(t.days_from, &[("n", &one["days"].to_string()), ("from", &trial_text::name("from", text(one, "from")))]);
        let checked = form.picked("deadlines_ack", &id, false);
        view! {
            <li>
                <label class="option">
                    <input type="checkbox" name="deadlines_ack" value=id checked=checked/>
                    <span><b>{text(one, "name").to_owned()}</b> " " {days} " " <small>{text(one, "rule").to_owned()}</small></span>
                </label>
            </li>
        }
    });
    let risks = list(end, "risks").iter().map(|one| {
        let id = text(one, "id").to_owned();
        let checked = form.picked("open_risks_ack", &id, false);
        view! {
            <li><label class="option"><input type="checkbox" name="open_risks_ack" value=id checked=checked/> <span>{text(one, "text").to_owned()}</span></label></li>
        }
    });
    let verifier = &end["verifier"];
    let red = verifier["available"] != true || verifier["verdict"] == "No-Go";
    let verdict = red.then(|| {
        let checked = form.picked("verdict_ack", "true", false);
        view! {
            <label class="option"><input type="checkbox" name="verdict_ack" value="true" checked=checked/> <span>{t.verdict_ack}</span></label>
            {fault(form, "verdict_ack")}
        }
    });
    let any_risk = !list(end, "risks").is_empty();
    view! {
        <fieldset class="field" data-field="deadlines_ack">
            <legend>{t.deadlines_ack} {required_mark(true)}</legend>
            <ul>{deadlines.collect_view()}</ul>
            {fault(form, "deadlines_ack")}
        </fieldset>
        {any_risk.then(|| view! {
            <fieldset class="field" data-field="open_risks_ack">
                <legend>{t.risks_ack} {required_mark(true)}</legend>
                <ul>{risks.collect_view()}</ul>
                {fault(form, "open_risks_ack")}
            </fieldset>
        })}
        {verdict}
    }
    .into_any()
}

fn report(form: Form, lang: &str) -> AnyView {
    let t = trial_text::text();
    let one = |name: &'static str, legend: &'static str, group: &str, ids: &[&str], first: &str| {
        chips(form, name, legend, Pick::One, true, named(group, ids), &[first])
    };
    view! {
        {one("report_audience", t.audience, "audience", &["inhouse", "executive", "external_counsel"], "inhouse")}
        {one("report_language", general::text().language, "lang", &["ko", "ru", "en"], lang)}
        {one("report_detail", t.detail, "detail", &["one_page", "standard", "full"], "standard")}
        {chips(form, "report_include", t.include, Pick::Many, false, named("include", &["risk_matrix", "citations", "changelog", "settlement"]), &["risk_matrix", "citations"])}
        {one("report_redaction", t.redaction, "redaction", &["none", "names", "full"], "none")}
        {fault(form, "report")}
        {words(form, "human_reviewer", t.reviewer, 1, 120, false, "")}
    }
    .into_any()
}
