//! The facts as a tree with search.

use crate::ui::components::fact_row::FactRow;
use crate::ui::live::Live;
use crate::ui::logic::tree::{self, Content, Node};
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::prelude::*;

/// The tree of facts. The search works as a plain form too.
#[component]
pub fn DomainView(
    /// The page's signals.
    live: Live,
    /// The words to search for at first.
    query: String,
) -> impl IntoView {
    let t = text::text();
    let shown = query.clone();
    let nodes = Memo::new(move |_| live.view.with(|view| tree::build(view, t.value_words())));
    let count = move || format::fill(t.facts_count, &[("n", &nodes.with(|n| tree::count(n)).to_string())]);
    let body = move || {
        let all = nodes.get();
        if all.is_empty() {
            return view! { <p class="empty">{t.facts_empty}</p> }.into_any();
        }
        let kept = tree::filter(all, &query);
        if kept.is_empty() {
            return view! { <p class="empty">{t.facts_none_found}</p> }.into_any();
        }
        view! { <ul class="facts">{kept.into_iter().map(|node| render(node, live)).collect_view()}</ul> }.into_any()
    };
    view! {
        <section class="domain-view" aria-labelledby="facts-title">
            <header class="section-head">
                <h2 id="facts-title">{t.facts} " " <small>{count}</small></h2>
                <form class="search" role="search" method="get" action=links::session(&live.id()) data-auto="true">
                    {live.kept_fields(&["q"])}
                    <input
                        type="search"
                        name="q"
                        aria-label=t.search
                        placeholder=t.search
                        value=shown
                    />
                    <button type="submit" class="quiet no-js">{t.do_search}</button>
                </form>
            </header>
            {body}
        </section>
    }
    .into_any()
}

fn render(node: Node, live: Live) -> AnyView {
    match node.content {
        Content::Leaf(leaf) => {
            view! { <FactRow live pointer=node.pointer label=node.label changed=node.changed leaf/> }.into_any()
        }
        Content::Branch(below) => {
            let count = tree::count(&below);
            view! {
                <li class="branch" data-branch=node.pointer>
                    <details open>
                        <summary>{node.label} " " <small>{count}</small></summary>
                        <ul class="facts">{below.into_iter().map(|child| render(child, live)).collect_view()}</ul>
                    </details>
                </li>
            }
            .into_any()
        }
    }
}
