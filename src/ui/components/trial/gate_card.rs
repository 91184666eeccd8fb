//! `GateSummaryCard`: what a round came to. Rendered from the payload of `ROUND_END` and nothing else.

use crate::ui::components::trial::burden::issues;
use crate::ui::components::trial::charts::Tornado;
use crate::ui::components::trial::claims;
use crate::ui::components::trial::speech::{decision, linked, small, steps};
use crate::ui::logic::format;
use crate::ui::logic::trial::{list, text};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// The card.
#[component]
pub fn GateSummaryCard(
    /// The payload of `ROUND_END`.
    end: Value,
) -> impl IntoView {
    let t = trial_text::text();
    let card = &end["card"];
    let round = end["round"].as_u64().unwrap_or(0).to_string();
    let title = match end["is_extension"] == true {
        true => t.card_extension.to_owned(),
        false => format::fill(t.card_title, &[("n", &round)]),
    };
    let facts = &end["facts"];
    let count = |key: &str| facts[key].as_u64().unwrap_or(0).to_string();
    let counted = format::fill(
        t.card_facts,
        &[("c", &count("confirmed")), ("d", &count("disputed")), ("n", &count("needed")), ("v", &count("version"))],
    );
    let stale: Vec<String> = list(facts, "stale_rounds").iter().map(ToString::to_string).collect();
    let stale = (!stale.is_empty())
        .then(|| view! { <p class="note">{format::fill(t.card_stale, &[("n", &stale.join(", "))])}</p> });
    let changed = list(card, "what_changed");
    // In the first round everything is new: the issues stand beside it.
    let changed = (!changed.is_empty() && end["round"] != 1).then(|| {
        let rows = changed.iter().map(|one| {
            let steered = (one["by_steering"] == true).then(|| view! { <span class="tag">{t.by_steering}</span> });
            view! { <li><b>{subject(&end, text(one, "id"))}</b> " " {change(text(one, "why"))} " " {steered}</li> }
        });
        view! { {small(false, t.what_changed)} <ul>{rows.collect_view()}</ul> }
    });
    let cause = end["case"]["cause_review"]["title"].as_str().map(|title| {
        view! { <p class="note cause-review">{format::fill(t.cause_review, &[("title", title)])}</p> }
    });
    let flips = list(&end, "sensitivity").to_vec();
    let flips = (!flips.is_empty()).then(|| view! { <Tornado rows=flips/> });
    let lang = text(&end["case"], "lang").to_owned();
    view! {
        <section class="card gate-summary" id="gate-card" data-round=round aria-labelledby="gate-card-title">
            <header class="section-head">
                <h2 id="gate-card-title">{title}</h2>
                {verdict(&end["verifier"])}
            </header>
            <p class="decision-summary" lang=lang>{linked(text(card, "decision_summary"))}</p>
            {stale}
            {cause}
            <div class="card-columns">
                <div>{decision(&card["decision_range"], false)} {changed}</div>
                <div>
                    {issues(list(card, "open_issues"), false)}
                    {small(false, t.next_steps)}
                    {steps(list(card, "recommended_next_steps"))}
                </div>
            </div>
            {claims::results(list(card, "claims"))}
            {claims::tree(list(card, "tree"), list(card, "claims"))}
            {receipts(list(&end["steering"], "compliance"))}
            {rewrites(list(&end, "rewrites"))}
            {flips}
            {risks(list(&end, "risks"))}
            {cited(list(&end, "citations"))}
            <p class="hint">{counted} " · " {t.simulation_only}</p>
        </section>
    }
    .into_any()
}

/// What a change is about: the title of an issue, or the range.
fn subject(end: &Value, id: &str) -> String {
    let known = list(&end["gate"]["options"], "issues").iter().find(|one| text(one, "id") == id);
    match (known, id) {
        (Some(issue), _) => text(issue, "title").to_owned(),
        (None, "decision_range") => trial_text::text().range.to_owned(),
        (None, id) => id.to_owned(),
    }
}

/// States of issues in words; anything else as it is.
fn change(why: &str) -> String {
    match why.split_once(" → ") {
        Some((from, to)) => format!("{} → {}", trial_text::name("issue", from), trial_text::name("issue", to)),
        None => why.to_owned(),
    }
}

/// The verdict of the verifier. One that was not available is no pass.
pub fn verdict(verifier: &Value) -> AnyView {
    let t = trial_text::text();
    if verifier.is_null() {
        return ().into_any();
    }
    let available = verifier["available"] == true;
    let (key, words) = match (available, verifier["verdict"].as_str()) {
        (true, Some("Go")) => ("go", t.verdict_go),
        (true, Some("Conditional")) => ("conditional", t.verdict_conditional),
        (true, Some(_)) => ("no-go", t.verdict_no_go),
        _ => ("unavailable", t.verdict_unavailable),
    };
    let found = list(verifier, "findings").iter().filter(|one| one["severity"] != "info").count();
    let found = (found > 0).then(|| format::fill(t.verdict_found, &[("n", &found.to_string())]));
    view! { <p class="trial-verdict" data-verdict=key><b>{words}</b> " " <small>{found}</small></p> }.into_any()
}

/// How the directions of the gate before were followed.
pub fn receipts(rows: &[Value]) -> AnyView {
    let t = trial_text::text();
    if rows.is_empty() {
        return ().into_any();
    }
    let body = rows
        .iter()
        .map(|one| {
            let (rule, status) = (text(one, "rule").to_owned(), text(one, "status").to_owned());
            let step = text(one, "step").to_owned();
            let step = (!step.is_empty()).then(|| spoken(&step));
            view! {
                <li data-rule=rule.clone() data-status=status.clone()>
                    <span class="receipt" data-status=status.clone()>{trial_text::name("receipt", &status)}</span>
                    <b>{trial_text::name("rule", &rule)}</b>
                    <span class="hint">{text(one, "reason").to_owned()} " " {step}</span>
                </li>
            }
        })
        .collect_view();
    view! { <div class="receipts">{small(false, t.receipts)}<ul>{body}</ul></div> }.into_any()
}

/// A step by its round and role: `r2-claimant`.
fn spoken(step: &str) -> String {
    let t = trial_text::text();
    let (round, role) = step.split_once('-').unwrap_or(("", step));
    let round = format::fill(t.way_round, &[("n", round.trim_start_matches('r'))]);
    let criminal = use_context::<Criminal>().is_some_and(|one| one.0);
    format!("{round} · {}", trial_text::role(criminal, role))
}

/// Whether the case is a criminal one: roles are called by it.
#[derive(Clone, Copy)]
pub struct Criminal(pub bool);

fn rewrites(rows: &[Value]) -> AnyView {
    let all: Vec<&Value> = rows.iter().collect();
    crate::ui::components::trial::speech::rewrite_list(&all, false)
}

fn risks(rows: &[Value]) -> AnyView {
    let t = trial_text::text();
    if rows.is_empty() {
        return ().into_any();
    }
    let body = rows
        .iter()
        .map(|one| {
            view! {
                <li>
                    <b>{text(one, "text").to_owned()}</b>
                    <span class="hint">
                        {t.likelihood} " " {trial_text::name("level", text(one, "likelihood"))} " · " {t.impact} " "
                        {trial_text::name("level", text(one, "impact"))} " · " {text(one, "control").to_owned()}
                    </span>
                </li>
            }
        })
        .collect_view();
    view! { <details class="fold"><summary>{t.risks} " " <small>{rows.len()}</small></summary><ul>{body}</ul></details> }.into_any()
}

fn cited(rows: &[Value]) -> AnyView {
    let t = trial_text::text();
    if rows.is_empty() {
        return ().into_any();
    }
    let body = rows
        .iter()
        .map(|one| {
            let verdict = text(one, "verdict").to_owned();
            view! {
                <li>{text(one, "raw").to_owned()} " " <span class="cite-verdict" data-verdict=verdict.clone()>{trial_text::name("citation", &verdict)}</span></li>
            }
        })
        .collect_view();
    view! { <details class="fold"><summary>{t.citations} " " <small>{rows.len()}</small></summary><ul>{body}</ul></details> }.into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::{GateSummaryCard, GateSummaryCardProps};
    use crate::ui::prefs::{Lang, Prefs};
    use leptos::prelude::*;
    use serde_json::{Value, json};

    fn card(end: Value) -> String {
        Owner::new().with(|| {
            provide_context(Prefs { lang: Lang::Ko, ..Prefs::default() });
            GateSummaryCard(GateSummaryCardProps { end }).to_html()
        })
    }

    /// The card needs the payload alone; words of a role stay text, whatever stands in them.
    #[test]
    fn the_payload_is_enough_and_text_stays_text() {
        let html = card(json!({
            "round": 2, "is_extension": false, "case": {"lang": "ko"},
            "facts": {"version": 1, "confirmed": 3, "disputed": 1, "needed": 0, "stale_rounds": [1]},
            "gate": {"options": {"issues": [{"id": "issue-1", "title": "변제"}]}},
            "card": {
                "decision_summary": "<b>f-1</b>에 따라", "open_issues": [],
                "what_changed": [{"kind": "issue", "id": "issue-1", "why": "open → narrowed", "by_steering": true}],
                "decision_range": {"low": 0.35, "high": 0.45, "index": "medium", "labels": ["partial"], "conditions": ["조건"]},
                "recommended_next_steps": [{"text": "제안", "owner": "inhouse", "due": "2026-12-01"}],
            },
            "steering": {"compliance": [{"rule": "goal", "status": "followed", "reason": "", "step": "r2-claimant"}]},
            "rewrites": [{"step": "r2-claimant", "code": "definitive_advice", "rule": "K7", "outcome": "fixed"}],
            "sensitivity": [{"fact_id": "f-4", "base": 0.4, "if_true": 0.2, "if_false": 0.5}],
            "verifier": {"available": true, "verdict": "Conditional", "findings": []},
        }));
        for words in [
            "&lt;b&gt;",
            "href=\"#f-1\"",
            "변제",
            "미해결 → 좁혀짐",
            "0.35–0.45",
            "반영됨",
            "고쳐 씀",
            "data-verdict=\"conditional\"",
            ">사실 1<",
            ">사실 4<",
            "조건부",
        ] {
            assert!(html.contains(words), "{words}\n{html}");
        }
        // No id and no word of the machine is left to read.
        let read: String = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, words)| words).collect();
        for machine in ["f-1", "f-4", "Conditional", "r2-"] {
            assert!(!read.contains(machine), "{machine}\n{read}");
        }
        // 0.20 to 0.40 and 0.40 to 0.50, each as a bar.
        assert!(html.contains("x=\"20\" y=\"2\" width=\"20\" height=\"6\" class=\"yes\""), "{html}");
        assert!(html.contains("x=\"40\" y=\"2\" width=\"10\" height=\"6\" class=\"no\""), "{html}");
        assert!(!html.contains("style="), "the policy of the page allows no styles in the markup");
    }

    /// A verifier that was not heard is no pass, whatever verdict stands beside it.
    #[test]
    fn an_unheard_verifier_is_shown_as_no_pass() {
        let html = card(json!({"round": 1, "verifier": {"available": false, "verdict": "Go", "findings": []}}));
        assert!(html.contains("data-verdict=\"unavailable\"") && !html.contains("data-verdict=\"go\""), "{html}");
    }
}
