//! `/source?node=`: a document of the corpus at a place, with words marked.

use crate::api::load_source;
use crate::model::error::ErrorCode;
use crate::model::example;
use crate::model::library::SourcePage as Read;
use crate::model::source::NodeView;
use crate::ui::components::edition_list::{currency, status};
use crate::ui::components::example_corpus::example_mark;
use crate::ui::logic::sheet::Sheet;
use crate::ui::logic::{format, highlight, links};
use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// The reader.
#[component]
pub fn SourcePage() -> impl IntoView {
    let t = text::text();
    let query = use_query_map();
    let node = Memo::new(move |_| query.with(|q| q.get("node").unwrap_or_default()));
    let mark = move || query.with_untracked(|q| q.get("mark").unwrap_or_default());
    let page = Resource::new_blocking(move || node.get(), load_source);
    view! {
        <Title text=format::title(&format!("{} · LegalAGI", t.source_title))/>
        <main id="main" class="source-page" tabindex="-1">
            <Transition fallback=move || view! { <p class="hint" role="status">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match page.await {
                        Ok(read) => body(read, &mark()),
                        Err(error) => {
                            let title = if error.code == ErrorCode::NotFound { t.source_none } else { t.problem };
                            view! {
                                <h1>{title}</h1>
                                <p class="problem" role="alert">{t.error(&error)}</p>
                                <p><a href="/search">{t.search_title}</a></p>
                            }
                            .into_any()
                        }
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

fn body(read: Read, mark: &str) -> AnyView {
    let t = text::text();
    let Read { edition, above, shown, parts, contents, target, before, behind } = read;
    let top = format!("norm://{}", edition.edition);
    let crumbs = above.into_iter().map(|node| {
        let name = if node.title.is_empty() { node.address.clone() } else { node.title.clone() };
        view! { <li><a href=links::source(&node.node_id, "")>{name}</a></li> }
    });
    let warning = (status(&edition.currency) != "in_force").then(|| {
        view! { <p class="currency notice" data-status=status(&edition.currency)>{currency(&edition.currency)}</p> }
    });
    let label = (edition.label != "undated").then(|| format::fill(t.edition_n, &[("label", &edition.label)]));
    let text = match shown {
        Some(node) if !contents => article(node, parts, &target, mark),
        shown => {
            let title = shown.map_or_else(|| edition.title.clone(), |node| format!("{} {}", node.address, node.title));
            let below = match contents {
                true => view! { <ul class="contents">{parts.into_iter().map(entry).collect_view()}</ul> }.into_any(),
                false => view! { <article lang="">{sections(parts, &target, mark)}</article> }.into_any(),
            };
            view! { <h1>{title}</h1> {below} }.into_any()
        }
    };
    let step = |node: Option<NodeView>, rel: &'static str, arrow: &'static str| {
        node.map(|node| {
            let href = links::source(&node.node_id, "");
            view! { <a rel=rel href=href title=node.title>{arrow} " " {node.address}</a> }
        })
    };
    let file = format::fill(
        t.source_file,
        &[("file", &edition.file), ("hash", &edition.sha256.chars().take(16).collect::<String>())],
    );
    view! {
        <nav class="crumbs" aria-label=t.source_way>
            <ol>
                <li><a href="/search">{t.search_title}</a></li>
                <li><a href=links::source(&top, "")>{edition.short.clone()}</a> " " {label}</li>
                {crumbs.collect_view()}
            </ol>
        </nav>
        {example::is_example(&edition.document).then(example_mark)}
        {warning}
        {text}
        <nav class="beside" aria-label=t.source_beside>{step(before, "prev", "←")} {step(behind, "next", "→")}</nav>
        <p class="hint">{file}</p>
    }
    .into_any()
}

/// A line of the contents.
fn entry(node: NodeView) -> AnyView {
    let name = if node.title.is_empty() { node.address.clone() } else { format!("{} {}", node.address, node.title) };
    view! { <li><a href=links::source(&node.node_id, "")>{name}</a></li> }.into_any()
}

/// A node with what stands below it; its own words first.
fn article(node: NodeView, parts: Vec<NodeView>, target: &str, mark: &str) -> AnyView {
    let t = text::text();
    let lossy = node.lossy.then(|| view! { <p class="notice">{t.source_lossy}</p> });
    let page = node.page.map(|page| {
        let name = format::fill(t.page_n, &[("n", &page.to_string())]);
        view! { <p class="hit-facts"><a href=sheet(&node, target, mark).href()>{name}</a></p> }
    });
    let own = match parts.first() {
        None => node.text.clone(),
        // The text of a node holds that of its parts; what stands before the first part is its own.
        Some(first) => node.text.split(first.text.trim()).next().unwrap_or_default().to_owned(),
    };
    let empty = node.text.trim().is_empty().then(|| view! { <p class="empty">{t.source_empty}</p> });
    let is_target = target == node.node_id;
    let lines = paragraphs(&own, mark);
    let parts = sections(parts, target, mark);
    view! {
        <article lang="" id=is_target.then_some("node") data-node=node.node_id>
            <h1>{node.address} " " {node.title}</h1>
            {page}
            {lossy}
            {empty}
            {lines}
            {parts}
        </article>
    }
    .into_any()
}

/// The page on which a node stands, with the place that was asked for.
fn sheet(node: &NodeView, target: &str, mark: &str) -> Sheet {
    let inside = target.starts_with(&node.node_id);
    let place = if inside { target.to_owned() } else { node.node_id.clone() };
    Sheet { edition: node.edition.clone(), node: place, quote: mark.to_owned(), ..Sheet::default() }
}

/// Parts with their words; the one that was asked for is set apart.
fn sections(parts: Vec<NodeView>, target: &str, mark: &str) -> AnyView {
    let section = |part: NodeView| {
        let at = target == part.node_id || target.starts_with(&format!("{}/", part.node_id));
        let id = at.then_some("node");
        view! {
            <section class="part" id=id data-node=part.node_id data-target=at.then_some("true") data-kind=part.kind>
                {paragraphs(&part.text, mark)}
            </section>
        }
    };
    parts.into_iter().map(section).collect_view().into_any()
}

fn paragraphs(text: &str, mark: &str) -> AnyView {
    let mut spans = Vec::new();
    for span in highlight::loose(text, mark) {
        for (i, line) in span.text.split('\n').enumerate() {
            if i > 0 {
                spans.push(view! { <br/> }.into_any());
            }
            spans.push(match span.marked {
                true => view! { <mark>{line.to_owned()}</mark> }.into_any(),
                false => line.to_owned().into_any(),
            });
        }
    }
    if text.trim().is_empty() {
        return ().into_any();
    }
    view! { <p>{spans}</p> }.into_any()
}
