//! Two runs side by side: first what differs in one sentence, then numbers, places, words, plan, and who answered.

use crate::model::compare::{RunKind, TextRun};
use crate::model::run_compare::{
    Began, Calculation, Fate, Judged, Place, PlaceChange, PlaceRow, PlanStep, Quantity, Row, RunComparison, RunSide,
};
use crate::ui::logic::compare::{edition, headline, valued};
use crate::ui::logic::format::{cost, date_time, day, fill};
use crate::ui::logic::links;
use crate::ui::{compare_text, text};
use leptos::prelude::*;

/// See the module.
#[component]
pub fn RunsCompared(
    /// The comparison.
    found: RunComparison,
) -> impl IntoView {
    let t = compare_text::text();
    let said = headline(&found, t);
    let differs = |name: &str| found.differs.iter().any(|one| one == name);
    let same_words = !differs("words");
    let RunComparison { runs, plan, citations, numbers, calculation, words, missing, .. } = found.clone();
    let numbers = section("numbers", t.numbers, numbers.into_iter().map(number).collect());
    let calculation = section("calculation", t.calculation, calculation.into_iter().map(calculated).collect());
    let sources = section("sources", t.sources, citations.into_iter().map(place).collect());
    let missing = section("missing", t.missing, missing.into_iter().map(absent).collect());
    let plan = section("plan", t.plan, plan.into_iter().map(step).collect());
    let marked = (!words.is_empty()).then(|| {
        let hint = (!same_words).then(|| view! { <p class="hint">{t.words_hint}</p> });
        view! {
            <section class="compared" data-part="words" data-same=same_words.to_string()>
                <h2>{t.words}</h2>
                {hint}
                <div class="compared-words" lang="ru">{words.into_iter().map(run).collect_view()}</div>
            </section>
        }
    });
    view! {
        <p class="compare-headline" role="status">{said}</p>
        {about(&runs, &|name| found.differs.iter().any(|one| one == name))}
        {numbers}
        {calculation}
        {sources}
        {marked}
        {missing}
        {plan}
    }
    .into_any()
}

/// More alike rows than these are folded: what differs is read first.
const ALIKE: usize = 2;

/// A part with its rows, each of two cells and a fate.
fn section(part: &'static str, title: &'static str, rows: Vec<Told>) -> Option<AnyView> {
    let t = compare_text::text();
    let alike = rows.iter().filter(|(fate, _)| *fate == Fate::Same).count();
    let folds = alike > ALIKE;
    let (alike, shown): (Vec<Told>, Vec<Told>) = rows.into_iter().partition(|(fate, _)| folds && *fate == Fate::Same);
    (!shown.is_empty() || folds).then(|| {
        let id = format!("compared-{part}");
        let differing = (!shown.is_empty()).then(|| table(id.clone(), shown));
        let folded = folds.then(|| {
            let words = fill(t.alike, &[("n", &alike.len().to_string())]);
            view! { <details class="fold"><summary>{words}</summary>{table(id.clone(), alike)}</details> }
        });
        view! {
            <section class="compared" data-part=part>
                <h2 id=id>{title}</h2>
                {differing}
                {folded}
            </section>
        }
        .into_any()
    })
}

fn table(label: String, rows: Vec<Told>) -> AnyView {
    let t = compare_text::text();
    let rows = rows.into_iter().map(|(_, row)| row).collect_view();
    view! {
        <table class="compare-table" aria-labelledby=label>
            <thead><tr><th scope="col">{t.first}</th><th scope="col">{t.second}</th><th scope="col">{t.fate}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// A row with its fate.
type Told = (Fate, AnyView);

fn fate_name(fate: Fate) -> &'static str {
    let t = compare_text::text();
    match fate {
        Fate::Same => t.f_same,
        Fate::Changed => t.f_changed,
        Fate::Lost => t.f_lost,
        Fate::Gained => t.f_gained,
    }
}

fn fate_id(fate: Fate) -> &'static str {
    match fate {
        Fate::Same => "same",
        Fate::Changed => "changed",
        Fate::Lost => "lost",
        Fate::Gained => "gained",
    }
}

/// A row of two cells; a side that has nothing shows a dash.
fn both<T>(fate: Fate, what: &'static str, first: Option<T>, second: Option<T>, cell: fn(T) -> AnyView) -> Told {
    let t = compare_text::text();
    let side = |one: Option<T>, name: &'static str| match one {
        Some(one) => view! { <td data-side=name>{cell(one)}</td> }.into_any(),
        None => view! { <td class="absent" data-side=name>{t.none}</td> }.into_any(),
    };
    let row = view! {
        <tr data-fate=fate_id(fate)>
            {side(first, t.first)}
            {side(second, t.second)}
            <td class="fate"><span class="badge" data-fate=fate_id(fate)>{what}</span></td>
        </tr>
    };
    (fate, row.into_any())
}

fn number(row: Row<Quantity>) -> Told {
    both(row.fate, fate_name(row.fate), row.first, row.second, |one| {
        let t = compare_text::text();
        let condition = if one.condition.is_empty() { t.any.to_owned() } else { one.condition.clone() };
        view! { <b class="quantity">{valued(&one)}</b> " " <span class="hint">{condition}</span> }.into_any()
    })
}

fn calculated(row: Row<Calculation>) -> Told {
    both(row.fate, fate_name(row.fate), row.first, row.second, |one| {
        let inputs = one.inputs.join("; ");
        view! { <b class="quantity">{one.result}</b> " " <code>{one.formula}</code> " " <span class="hint">{inputs}</span> }
            .into_any()
    })
}

fn place(row: PlaceRow) -> Told {
    let t = compare_text::text();
    let what = match row.change {
        Some(PlaceChange::Edition) => t.c_edition,
        Some(PlaceChange::Address) => t.c_address,
        Some(PlaceChange::Quote) => t.c_quote,
        Some(PlaceChange::Verdict) => t.c_verdict,
        None => fate_name(row.fate),
    };
    both(row.fate, what, row.first, row.second, |one: Place| {
        let href = links::source(&one.node_id, if one.quote.contains(' ') { &one.quote } else { "" });
        let verdict = text::text().verdict_name(&one.verdict);
        let (facts, state) = (edition(&one), one.verdict);
        view! {
            <a href=href>{one.address}</a> " " <span class="hit-facts">{facts}</span> " "
            <span class="badge verdict" data-verdict=state>{verdict}</span>
            <q lang="ru">{one.quote}</q>
        }
        .into_any()
    })
}

fn absent(row: Row<String>) -> Told {
    both(row.fate, fate_name(row.fate), row.first, row.second, |one| one.into_any())
}

fn step(row: Row<PlanStep>) -> Told {
    both(row.fate, fate_name(row.fate), row.first, row.second, |one| one.action.into_any())
}

fn run(run: TextRun) -> AnyView {
    match run.kind {
        RunKind::Same => run.text.into_any(),
        RunKind::Inserted => view! { <ins>{run.text}</ins> }.into_any(),
        RunKind::Deleted => view! { <del>{run.text}</del> }.into_any(),
    }
}

/// What each run is: question, day, outcome, judge, performer, time, cost.
fn about(runs: &[RunSide; 2], differs: &dyn Fn(&str) -> bool) -> AnyView {
    let t = compare_text::text();
    let [one, two] = runs;
    let decided = |side: &RunSide| side.judged.as_ref().map(|judged| (judged.verdict.clone(), judged.code.clone()));
    let row = |name: &'static str, part: &'static str, differs: bool, cell: fn(&RunSide) -> AnyView| {
        view! {
            <tr data-row=part data-differs=differs.then_some("true")>
                <th scope="row">{name}</th>
                <td data-side=t.first>{cell(one)}</td>
                <td data-side=t.second>{cell(two)}</td>
            </tr>
        }
    };
    view! {
        <table class="compare-about">
            <thead><tr><td></td><th scope="col">{t.first}</th><th scope="col">{t.second}</th></tr></thead>
            <tbody>
                {row(t.run, "run", false, which)}
                {row(t.question, "question", differs("question"), |side| side.question.clone().into_any())}
                {row(t.day, "day", differs("day"), |side| day(&side.as_of).into_any())}
                {row(t.outcome, "outcome", differs("found") || one.status != two.status, outcome)}
                {row(t.judge, "judge", decided(one) != decided(two), |side| judged(side.judged.as_ref()))}
                {row(t.plans, "plans", one.plans != two.plans, |side| side.plans.into_any())}
                {row(t.performer, "performer", differs("performer"), performer)}
                {row(t.time, "time", false, |side| spent(side).into_any())}
                {row(t.cost, "cost", false, |side| paid(side).into_any())}
            </tbody>
        </table>
    }
    .into_any()
}

/// The name of what began a run.
#[must_use]
pub fn began(began: Began) -> &'static str {
    let t = compare_text::text();
    match began {
        Began::Question => t.b_question,
        Began::Answer => t.b_answer,
        Began::Again => t.b_again,
        Began::Plan => t.b_plan,
        Began::Step => t.b_step,
        Began::Words => t.b_words,
        Began::Review => t.b_review,
    }
}

fn which(side: &RunSide) -> AnyView {
    let t = compare_text::text();
    let href = format!("{}?v={}", links::session(side.session_id.as_str()), side.run.version);
    let version = fill(t.version_n, &[("n", &side.run.version.to_string())]);
    // The first words of a question stand in the next row.
    let said = Some(side.run.said.clone()).filter(|said| !said.is_empty() && side.run.began != Began::Question);
    let said = said.map(|said| view! { ": «" {said} "»" });
    view! {
        <a href=href>{version}</a> ", " <time datetime=side.run.at.clone()>{date_time(&side.run.at)}</time> " "
        <span class="hint">{began(side.run.began)} {said}</span>
    }
    .into_any()
}

fn outcome(side: &RunSide) -> AnyView {
    let t = compare_text::text();
    let status = match side.status.as_str() {
        "completed" => t.s_completed,
        "awaiting_user" => t.s_awaiting,
        "human_review" => t.s_review,
        "error" => t.s_error,
        _ => t.s_running,
    };
    let partial = side.partial.then(|| view! { ", " {t.s_partial} });
    view! { {status} {partial} }.into_any()
}

fn judged(judged: Option<&Judged>) -> AnyView {
    let t = compare_text::text();
    let Some(judged) = judged else { return view! { <span class="absent">"—"</span> }.into_any() };
    let name = match judged.verdict.as_str() {
        "CONTINUE" => t.j_continue.to_owned(),
        "REPLAN" => t.j_replan.to_owned(),
        "FINALIZE" => t.j_finalize.to_owned(),
        "HUMAN_REVIEW" => t.j_review.to_owned(),
        other => other.to_owned(),
    };
    let reason = judged.reason.clone();
    view! { {name} " " <span class="hint">{reason}</span> }.into_any()
}

fn performer(side: &RunSide) -> AnyView {
    let (g, t) = (text::text(), compare_text::text());
    let name = |name: &String| if name == "builtin" { g.builtin.to_owned() } else { name.clone() };
    let who: Vec<String> = match side.by.as_str() {
        "person" => vec![t.person.to_owned()],
        _ => side.performers.iter().map(name).collect(),
    };
    let edited = (!side.edited.is_empty()).then(|| view! { " " <span class="hint">{t.edited}</span> });
    view! { {who.join(", ")} {edited} }.into_any()
}

fn spent(side: &RunSide) -> String {
    let t = compare_text::text();
    format!("{} ({}: {})", text::text().duration(side.millis), t.steps.to_lowercase(), side.steps)
}

fn paid(side: &RunSide) -> String {
    let t = compare_text::text();
    let tokens = side.tokens.map(|n| fill(t.tokens, &[("n", &n.to_string())]));
    let all: Vec<String> = cost(side.cost_usd).into_iter().chain(tokens).collect();
    if all.is_empty() { t.free.to_owned() } else { all.join(", ") }
}
