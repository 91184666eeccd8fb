//! What a role said in a round, as a readable card with its sections; ids lead to the facts and the evidence.

use crate::ui::components::trial::burden::{burden_table, issues};
use crate::ui::components::trial::charts::range_bar;
use crate::ui::logic::trial::{Piece, list, pieces, sum, text, texts, unsaid};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// The card of a step. `rewrites`: those of the whole round.
pub fn speech(step: &Value, rewrites: &[Value], criminal: bool) -> AnyView {
    let t = trial_text::text();
    let role = text(step, "role").to_owned();
    let (id, body) = (text(step, "id").to_owned(), &step["output"]["body"]);
    let own: Vec<&Value> = rewrites.iter().filter(|one| text(one, "step") == id).collect();
    let status = text(step, "status").to_owned();
    let changed = (status != "ok").then(|| {
        view! { <span class="rewritten" data-status=status.clone()>{trial_text::name("rewrite", &status)}</span> }
    });
    let stale = (step["stale"] == true).then(|| view! { <span class="stale">{t.stale}</span> });
    let sections = match role.as_str() {
        "claimant" => claimant(body),
        "opposing" => opposing(body),
        "party" => party(body),
        "judge" => judge(body, criminal),
        _ => steps(list(body, "RecommendedNextSteps")),
    };
    let private = (role == "recommend").then(|| view! { <span class="eyes" data-eyes="own">{t.eyes_own}</span> });
    let lang = text(&step["output"], "lang").to_owned();
    view! {
        <article class="speech" data-role=role.clone() data-step=id.clone()>
            <header>
                <h3>{trial_text::role(criminal, &role)}</h3> {changed} {stale} {private}
            </header>
            <div lang=lang>{sections}</div>
            {rewrite_list(&own, true)}
            {citations(body)}
        </article>
    }
    .into_any()
}

/// The rewrites of a step: what rule was broken, and how it ended.
pub fn rewrite_list(rows: &[&Value], inside: bool) -> AnyView {
    let t = trial_text::text();
    if rows.is_empty() {
        return ().into_any();
    }
    let body = rows
        .iter()
        .map(|row| {
            let outcome = text(row, "outcome").to_owned();
            view! {
                <li data-outcome=outcome.clone() data-rule=text(row, "rule").to_owned()>
                    <b>{trial_text::name("code", text(row, "code"))}</b> " " <code>{rule(row)}</code> " → " {trial_text::name("rewrite", &outcome)}
                </li>
            }
        })
        .collect_view();
    view! { <div class="rewrites">{small(inside, t.rewrites)}<ul>{body}</ul></div> }.into_any()
}

fn rule(row: &Value) -> String {
    trial_text::name("rule", text(row, "rule"))
}

fn section(title: &'static str, rows: Vec<AnyView>) -> AnyView {
    if rows.is_empty() {
        return ().into_any();
    }
    let rows = rows.into_iter().map(|row| view! { <li>{row}</li> }).collect_view();
    view! { <h4>{title}</h4> <ul>{rows}</ul> }.into_any()
}

fn claimant(body: &Value) -> AnyView {
    let t = trial_text::text();
    let claims = list(body, "Claims").iter().map(|one| {
        let amount = (!one["amount"].is_null())
            .then(|| format!(" · {} {}", sum(&one["amount"]["value"]), text(&one["amount"], "currency")));
        let kind = one["kind"].as_str().filter(|kind| *kind != "claim");
        let kind = kind.map(|kind| view! { <span class="tag">{trial_text::name("counter", kind)}</span> " " });
        view! { {kind} {linked(text(one, "text"))} <span class="hint">{amount}</span> }.into_any()
    });
    let elements = list(body, "LegalElements").iter().map(with_ids);
    let weak = list(body, "WeakPoints").iter().map(|one| linked(text(one, "text")));
    view! {
        {section(t.claims, claims.collect())}
        {section(t.elements, elements.collect())}
        {section(t.proof_plan, list(body, "EvidencePlan").iter().map(plan).collect())}
        {section(t.weak_points, weak.collect())}
    }
    .into_any()
}

fn opposing(body: &Value) -> AnyView {
    let t = trial_text::text();
    let counter = list(body, "CounterArguments").iter().map(|one| {
        let kind = trial_text::name("counter", text(one, "kind"));
        view! { <span class="tag">{kind}</span> " " {linked(text(one, "text"))} }.into_any()
    });
    let risks = list(body, "ProceduralRisks").iter().map(|one| linked(text(one, "text")));
    let offers = list(body, "SettlementOptions").iter().map(|one| {
        let route = trial_text::name("adr", text(one, "route"));
        let condition = text(one, "condition").to_owned();
        view! { <span class="tag">{route}</span> " " {linked(text(one, "text"))} " " <span class="hint">{condition}</span> }.into_any()
    });
    view! {
        {section(t.counters, counter.collect())}
        {section(t.disproof_plan, list(body, "DisproofPlan").iter().map(plan).collect())}
        {section(t.procedure_risks, risks.collect())}
        {section(t.offers, offers.collect())}
    }
    .into_any()
}

fn party(body: &Value) -> AnyView {
    let t = trial_text::text();
    let answers = list(body, "Answers").iter().map(|one| {
        let known = text(one, "text") != "Unknown";
        let words = if known { linked(text(one, "text")) } else { view! { <em>{t.unknown}</em> }.into_any() };
        view! { {words} " " {ids(&texts(one, "basis"))} }.into_any()
    });
    let last = text(body, "FinalStatement").to_owned();
    view! { {section(t.answers, answers.collect())} {(!last.is_empty()).then(|| view! { <h4>{t.last_word}</h4> <p>{linked(&last)}</p> })} }
        .into_any()
}

fn judge(body: &Value, criminal: bool) -> AnyView {
    let t = trial_text::text();
    let findings = list(body, "Findings").iter().map(|one| linked(text(one, "text")));
    let questions = list(body, "Questions").iter().map(|one| linked(text(one, "text")));
    view! {
        {issues(list(body, "Issues"), true)}
        {section(t.findings, findings.collect())}
        {burden_table(list(body, "BurdenOfProof"), criminal)}
        {decision(&body["DecisionRange"], true)}
        {section(t.questions, questions.collect())}
        <h4>{t.next_steps}</h4>
        {steps(list(body, "RecommendedNextSteps"))}
    }
    .into_any()
}

/// A small heading: inside a speech below its role, elsewhere right below the section.
pub fn small(inside: bool, words: impl IntoView + 'static) -> AnyView {
    match inside {
        true => view! { <h4>{words}</h4> }.into_any(),
        false => view! { <h3 class="small">{words}</h3> }.into_any(),
    }
}

/// The range of a decision with what it depends on.
pub fn decision(range: &Value, inside: bool) -> AnyView {
    let t = trial_text::text();
    if range.is_null() {
        return ().into_any();
    }
    let labels = texts(range, "labels");
    let labels =
        labels.iter().map(|one| view! { <span class="tag">{trial_text::name("label", one)}</span> " " }).collect_view();
    let conditions = texts(range, "conditions").into_iter().map(|one| view! { <li>{linked(&one)}</li> }).collect_view();
    let amount = range["amount_shown"]
        .as_str()
        .map(|one| view! { <p class="amount">{t.amount} ": " <b>{one.to_owned()}</b></p> });
    let formula = range["amount_formula"]
        .as_str()
        .map(|one| view! { <p class="hint amount-formula">{t.formula} ": " {linked(one)}</p> });
    let index = range["index"].as_str().map(|one| {
        let name = trial_text::name("index", one);
        view! { <span class="index" data-index=one.to_owned()>{name}</span> }
    });
    view! {
        <div class="decision">
            {small(inside, view! { {t.range} " " {index} })}
            {range_bar(range)}
            <p>{labels}</p>
            {amount}
            {formula}
            <p class="hint">{t.conditions}</p>
            <ul class="conditions">{conditions}</ul>
            <p class="hint">{t.index_hint}</p>
        </div>
    }
    .into_any()
}

/// Recommended steps with who does them and by when.
pub fn steps(rows: &[Value]) -> AnyView {
    let t = trial_text::text();
    let rows = rows
        .iter()
        .map(|one| {
            let due = one["due"].as_str().map(|day| {
                view! { <time class="due" datetime=day.to_owned()>{t.by_day} " " {day.to_owned()}</time> }
            });
            let route = one["route"].as_str().map(|id| view! { <span class="tag">{trial_text::name("adr", id)}</span> });
            let owner = trial_text::name("owner", text(one, "owner"));
            view! { <li>{linked(text(one, "text"))} " " <span class="step-facts"><span>{owner}</span> {due} {route}</span></li> }
        })
        .collect_view();
    view! { <ul class="next-steps">{rows}</ul> }.into_any()
}

fn plan(one: &Value) -> AnyView {
    let id = one["evidence_id"].as_str().or(one["gap_id"].as_str()).unwrap_or_default().to_owned();
    let means = text(one, "means").to_owned();
    view! { {ids(&[id])} " " {means} }.into_any()
}

fn with_ids(one: &Value) -> AnyView {
    let all = [texts(one, "facts"), texts(one, "evidence")].concat();
    view! { {linked(text(one, "text"))} " " {ids(&all)} }.into_any()
}

fn citations(body: &Value) -> AnyView {
    let t = trial_text::text();
    let all = texts(body, "Citations");
    if all.is_empty() {
        return ().into_any();
    }
    let words = all.iter().map(|one| if one == "No citation" { t.no_citation.to_owned() } else { one.clone() });
    let words = words.collect::<Vec<_>>().join(" · ");
    view! { <p class="cited"><span class="hint">{t.citations} ": "</span> {words}</p> }.into_any()
}

/// Words with links where they name a fact, a piece of evidence or a gap.
pub fn linked(text: &str) -> AnyView {
    let mut before = String::new();
    pieces(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Plain(words) => {
                before.clone_from(&words);
                words.into_any()
            }
            Piece::Id(id) => {
                let name = unsaid(&before, called(&id));
                before.clear();
                named_link(id, name)
            }
        })
        .collect_view()
        .into_any()
}

/// Links of ids.
pub fn ids(all: &[String]) -> AnyView {
    let links = all.iter().filter(|id| !id.is_empty()).cloned().map(|id| view! { {id_link(id)} " " }).collect_view();
    view! { <span class="ids">{links}</span> }.into_any()
}

/// A link to what an id names; on a narrow screen it first shows the pane that it stands in.
pub fn id_link(id: String) -> AnyView {
    let name = called(&id);
    named_link(id, name)
}

fn named_link(id: String, name: String) -> AnyView {
    let href = format!("#{id}");
    view! { <a class="id" href=href>{name}</a> }.into_any()
}

/// Names of the page by id: labels of the evidence, elements, packs. Provided by the pane.
#[derive(Clone, Copy)]
pub struct Named(pub Memo<BTreeMap<String, String>>);

/// What an id is called: evidence by its label, elements and issues by their titles where the page knows them, the rest
/// by a word and a number.
#[must_use]
pub fn called(id: &str) -> String {
    // An issue is about an element, from 21 on about a defence; those of further claims stand hundreds apart.
    let number = id.strip_prefix("issue-").and_then(|number| number.parse::<u32>().ok());
    let about = number.map(|n| if n % 100 > 20 { format!("d-{}", n - 20) } else { format!("el-{n}") });
    let known = |names: Named| names.0.with(|names| names.get(about.as_deref().unwrap_or(id)).cloned());
    use_context::<Named>().and_then(known).unwrap_or_else(|| trial_text::thing(id))
}
