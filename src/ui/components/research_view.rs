//! A research session: the question, the answer with checked citations, its sources.

use crate::ui::components::answer_paper::AnswerPaper;
use crate::ui::components::research_steps::ResearchSteps;
use crate::ui::components::sequences::Sequences;
use crate::ui::components::session_documents::SessionDocuments;
use crate::ui::live::Live;
use crate::ui::logic::answer::{Research, Source};
use crate::ui::logic::{format, place};
use crate::ui::text;
use leptos::prelude::*;

/// The view; it follows the steps as they are accepted.
#[component]
pub fn ResearchView(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let research = Memo::new(move |_| live.view.with(|view| Research::of(&view.domain)));
    let warnings = move || {
        let all = research.with(|r| r.warnings.clone());
        (!all.is_empty()).then(|| {
            let rows = all.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
            view! { <ul class="research-warnings" aria-label=t.research_warnings>{rows}</ul> }
        })
    };
    let files = move || {
        let ready = research.with(|r| r.answer.is_some()) && live.viewed().is_none();
        ready.then(|| {
            let file = |(extension, name): (&'static str, &'static str)| {
                let href = place::answer_file(&live.id(), extension);
                view! { <a class="button" href=href download="" data-format=extension>{name}</a> " " }
            };
            let files = [("docx", "DOCX"), ("pdf", "PDF"), ("md", "Markdown"), ("json", "JSON")].map(file);
            view! {
                <p class="document-actions" role="group" aria-label=t.doc_download>
                    <span class="hint" aria-hidden="true">{t.doc_download}</span> " " {files.into_iter().collect_view()}
                </p>
            }
        })
    };
    let sources = move || {
        let (cited, found): (Vec<Source>, Vec<Source>) = research.with(|r| {
            let is_cited = |source: &Source| r.citations.iter().any(|citation| citation.number == source.number);
            r.sources.iter().cloned().partition(is_cited)
        });
        let more = (!found.is_empty()).then(|| {
            let count = format::fill(t.research_found_too, &[("n", &found.len().to_string())]);
            view! {
                <details>
                    <summary>{count}</summary>
                    <ol>{found.into_iter().map(source).collect_view()}</ol>
                </details>
            }
        });
        (!cited.is_empty() || more.is_some()).then(|| {
            view! {
                <section class="sources" aria-labelledby="sources-title">
                    <h2 id="sources-title">{t.research_sources}</h2>
                    <ol>{cited.into_iter().map(source).collect_view()}</ol>
                    {more}
                </section>
            }
        })
    };
    view! {
        <div class="research-view">
            <p class="hint">
                {move || research.with(|r| format::fill(t.research_as_of, &[("date", &format::day(&r.as_of))]))}
            </p>
            {warnings}
            <AnswerPaper research/>
            {files}
            {sources}
            <SessionDocuments live/>
            <Sequences live research/>
            <ResearchSteps live research/>
        </div>
    }
    .into_any()
}

fn source(source: Source) -> AnyView {
    let t = text::text();
    let name = match source.href.as_str() {
        "" => source.address.clone().into_any(),
        href => view! { <a href=href.to_owned()>{source.address.clone()}</a> }.into_any(),
    };
    let title = (source.title != source.address).then_some(source.title);
    let edition = (!source.edition.is_empty() && source.edition != "undated")
        .then(|| format::fill(t.edition_n, &[("label", &source.edition)]));
    let currency = (!source.currency.is_empty()).then(|| {
        view! { <span class="currency" data-status=source.currency.clone()>{t.currency_name(&source.currency)}</span> }
    });
    view! {
        <li value=source.number.to_string() id=format!("source-{}", source.number) data-kind=source.kind>
            <span class="hit-facts">{format!("[{}]", source.number)}</span> " " {name} " " {title} " " <span class="hit-facts">{edition} " " {currency}</span>
        </li>
    }
    .into_any()
}
