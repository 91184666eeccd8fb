//! The answer: words with their citations, values by condition, calculation, what is missing.

use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::logic::norms::{Calculation, Cited, Line, Norms, Span};
use crate::ui::{norms_text, text};
use leptos::prelude::*;

/// See the module.
#[component]
pub fn Answer(
    /// The page's signals.
    live: Live,
    /// The session.
    norms: Memo<Norms>,
) -> impl IntoView {
    let t = norms_text::text();
    let body = move || {
        let now = norms.get();
        if now.lines.is_empty() {
            let words = if now.works() { t.working } else { t.evidence_none };
            return view! { <p class="hint" role="status">{words}</p> }.into_any();
        }
        let base = links::session(&live.id());
        let partial = now.partial.then(|| view! { <p class="notice" role="note">{t.partial}</p> });
        let person = (now.by == "person").then(|| view! { <p class="notice" role="note">{t.by_person}</p> });
        let words = words(&base, now.lines.clone());
        view! {
            {partial} {person}
            <div class="answer-words">{words}</div>
            {branches(&base, &now)}
            {now.calculation.clone().map(calculation)}
            {missing(&now)}
            {sources(&base, now.citations)}
            {pack(live)}
        }
        .into_any()
    };
    view! {
        <article class="answer-paper norms-answer" aria-label=t.answer data-status=move || norms.with(|n| n.status.clone())>{body}</article>
    }
    .into_any()
}

/// The answer with its pages as one file; whoever follows a share link does not get it.
fn pack(live: Live) -> Option<AnyView> {
    let t = norms_text::text();
    live.view.with(|view| (!view.is_copy).then(|| links::evidence_pack(&live.id(), view.row.version))).map(|href| {
        view! {
            <p class="document-actions">
                <a class="button" href=href download="" data-format="zip">{t.pack}</a> " "
                <span class="hint">{t.pack_hint}</span>
            </p>
        }
        .into_any()
    })
}

/// Lines; items that follow each other are one list.
fn words(base: &str, lines: Vec<Line>) -> AnyView {
    let mut out: Vec<AnyView> = Vec::new();
    let mut items: Vec<AnyView> = Vec::new();
    for line in lines {
        let spans: Vec<AnyView> = line.spans.into_iter().map(|one| span(base, one)).collect();
        if line.item {
            items.push(view! { <li>{spans}</li> }.into_any());
            continue;
        }
        if !items.is_empty() {
            out.push(view! { <ul>{std::mem::take(&mut items)}</ul> }.into_any());
        }
        let class = if line.warns { "notice warns" } else { "" };
        out.push(view! { <p class=class>{spans}</p> }.into_any());
    }
    if !items.is_empty() {
        out.push(view! { <ul>{items}</ul> }.into_any());
    }
    out.into_any()
}

fn span(base: &str, span: Span) -> AnyView {
    match span {
        Span::Words(words) => words.into_any(),
        Span::Strong(words) => view! { <strong>{words}</strong> }.into_any(),
        Span::Struck(words) => view! { <del>{words}</del> }.into_any(),
        Span::Cite(number) => mark(base, number),
    }
}

/// A link that opens the page of a citation.
fn mark(base: &str, number: u64) -> AnyView {
    view! { <a class="cite-mark" data-cite=number href=format!("{base}?cite={number}#evidence")>{format!("[{number}]")}</a> }
        .into_any()
}

fn branches(base: &str, now: &Norms) -> Option<AnyView> {
    let t = norms_text::text();
    let row = |branch: &crate::ui::logic::norms::Branch| {
        view! {
            <tr data-chosen=branch.chosen.then_some("true")>
                <th scope="row">{branch.label.clone()}</th>
                <td class="quantity">{branch.value.clone()}</td>
                <td>{mark(base, branch.citation)}</td>
            </tr>
        }
    };
    // While the person has not chosen, the words themselves list every branch.
    (now.branches.iter().any(|branch| branch.chosen) && now.branches.len() > 1).then(|| {
        view! {
            <table class="branches">
                <caption>{t.branches}</caption>
                <thead><tr><th scope="col">{t.condition}</th><th scope="col">{t.value}</th><th scope="col">{t.place}</th></tr></thead>
                <tbody>{now.branches.iter().map(row).collect_view()}</tbody>
            </table>
        }
        .into_any()
    })
}

fn calculation(made: Calculation) -> AnyView {
    let t = norms_text::text();
    let input = |(name, value, from): (String, String, String)| {
        view! { <li><code>{name}</code> " = " {value} " " <span class="hint">{from}</span></li> }
    };
    view! {
        <section class="calculation">
            <h2>{t.calculation}</h2>
            <p>{t.input} ":"</p>
            <ul>{made.inputs.into_iter().map(input).collect_view()}</ul>
            <p><code>{made.formula}</code> " = " <strong>{made.result}</strong></p>
        </section>
    }
    .into_any()
}

fn missing(now: &Norms) -> Option<AnyView> {
    let t = norms_text::text();
    // What the words above say already is not said again.
    let said = now.text();
    let unsaid: Vec<&String> = now.missing.iter().filter(|words| !said.contains(words.as_str())).collect();
    (!unsaid.is_empty()).then(|| {
        let rows = unsaid.iter().map(|words| view! { <li>{(*words).clone()}</li> }).collect_view();
        view! { <section><h2>{t.missing}</h2><ul>{rows}</ul></section> }.into_any()
    })
}

fn sources(base: &str, all: Vec<Cited>) -> Option<AnyView> {
    let (g, t) = (text::text(), norms_text::text());
    let row = |cited: Cited| {
        let reason = (!cited.reason.is_empty()).then(|| view! { " " <span class="hint">{cited.reason}</span> });
        let quote = (!cited.quote.is_empty()).then(|| view! { <blockquote>{cited.quote}</blockquote> });
        view! {
            <li value=cited.number.to_string()>
                <a href=format!("{base}?cite={}#evidence", cited.number)>{cited.address}</a> " "
                <span class="hit-facts">{cited.edition}</span> " "
                <span class="badge verdict" data-verdict=cited.verdict.clone()>{g.verdict_name(&cited.verdict)}</span>
                {reason} {quote}
            </li>
        }
    };
    (!all.is_empty()).then(|| {
        view! {
            <details class="fold sources">
                <summary><h2>{t.cited}</h2> " " <span class="hint">{all.len()}</span></summary>
                <ol>{all.into_iter().map(row).collect_view()}</ol>
            </details>
        }
        .into_any()
    })
}
