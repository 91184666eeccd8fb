//! The answer: words, citations with their passage and their verdict, what was struck through, a table.

use crate::ui::logic::answer::{Block, Citation, Research, Span, Table};
use crate::ui::text;
use leptos::prelude::*;

/// The answer, or a word about why there is none yet.
#[component]
pub fn AnswerPaper(
    /// The session.
    research: Memo<Research>,
) -> impl IntoView {
    let t = text::text();
    let body = move || {
        research.with(|research| match &research.answer {
            None => view! { <p class="empty" role="status">{t.research_working}</p> }.into_any(),
            Some(blocks) => answer(research, blocks),
        })
    };
    view! { <article class="answer-paper" aria-label=t.research_answer aria-live="polite">{body}</article> }.into_any()
}

fn answer(research: &Research, blocks: &[Block]) -> AnyView {
    let t = text::text();
    let mut out = Vec::new();
    let mut items = Vec::new();
    for block in blocks {
        if let Block::Item(spans) = block {
            items.push(view! { <li>{line(research, spans)}</li> });
            continue;
        }
        if !items.is_empty() {
            out.push(view! { <ul>{std::mem::take(&mut items)}</ul> }.into_any());
        }
        out.push(match block {
            Block::Heading(spans) => view! { <h2>{line(research, spans)}</h2> }.into_any(),
            Block::Item(spans) | Block::Paragraph(spans) => view! { <p>{line(research, spans)}</p> }.into_any(),
        });
    }
    if !items.is_empty() {
        out.push(view! { <ul>{items}</ul> }.into_any());
    }
    let total = research.citations.iter().filter(|one| !one.verdict.is_empty()).count();
    let good = research.citations.iter().filter(|one| one.verdict == "VERIFIED").count();
    let verdict = (total > 0).then(|| {
        let words = t.checked_of(good, total);
        let state = if research.is_valid { "valid" } else { "invalid" };
        view! { <p class="answer-verdict" data-state=state role="status">{words}</p> }
    });
    let rewritten = research.rewritten.then(|| view! { <p class="hint">{t.research_rewritten}</p> });
    let remarks = (!research.remarks.is_empty()).then(|| {
        let rows = research.remarks.iter().map(|remark| {
            view! { <li data-kind=remark.kind.clone()><b>{t.verdict_name(&remark.kind)}</b> " " {remark.message.clone()}</li> }
        });
        view! { <ul class="answer-remarks">{rows.collect_view()}</ul> }
    });
    let table = research.table.as_ref().map(table);
    view! { {verdict} {out} {table} {remarks} {rewritten} }.into_any()
}

fn line(research: &Research, spans: &[Span]) -> AnyView {
    spans
        .iter()
        .map(|span| match span {
            Span::Plain(words) => words.clone().into_any(),
            Span::Strong(words) => view! { <b>{words.clone()}</b> }.into_any(),
            Span::Struck(words) => view! { <del>{words.clone()}</del> }.into_any(),
            Span::Cite(index) => research.citations.get(*index).map_or_else(|| ().into_any(), cite),
        })
        .collect_view()
        .into_any()
}

/// The mark with its passage: shown on hover and on focus, and the way to the document at the place.
fn cite(citation: &Citation) -> AnyView {
    let t = text::text();
    let name = format!("[{}]", citation.number);
    let label = format!("{} {}", name, citation.address);
    let href = if citation.href.is_empty() { format!("#source-{}", citation.number) } else { citation.href.clone() };
    let quote = (!citation.quote.is_empty()).then(|| view! { <q>{citation.quote.clone()}</q> });
    let badge = (!citation.verdict.is_empty()).then(|| {
        view! {
            <span class="verdict" data-verdict=citation.verdict.clone() title=citation.message.clone()>
                {t.verdict_name(if citation.cut { "CUT" } else { &citation.verdict })}
            </span>
        }
    });
    let message =
        (!citation.message.is_empty()).then(|| view! { <span class="verdict-words">{citation.message.clone()}</span> });
    view! {
        " "
        <span class="cite">
            <a href=href aria-label=label>{name}</a>
            {badge}
            <span class="passage" role="note"><b>{citation.address.clone()}</b> {quote} {message}</span>
        </span>
    }
    .into_any()
}

fn table(table: &Table) -> AnyView {
    let t = text::text();
    let head = table.head.iter().map(|name| view! { <th scope="col">{name.clone()}</th> }).collect_view();
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().map(|cell| view! { <td>{cell.clone()}</td> }).collect_view();
        view! { <tr>{cells}</tr> }
    };
    let rows = table.rows.iter().map(row).collect_view();
    view! {
        <div class="table-scroll" role="region" aria-label=t.research_table tabindex="0">
            <table>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
