//! The facts as a tree with search.

use crate::ui::components::fact_row::FactRow;
use crate::ui::live::Live;
use crate::ui::logic::tree::{self, Content, Node};
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// What every node of the tree needs.
#[derive(Clone, Copy)]
struct Tree {
    live: Live,
    /// Branches that the person closed: they stay closed when facts change.
    closed: StoredValue<BTreeSet<String>>,
}

/// The tree of facts. The search works as a plain form too.
#[component]
pub fn DomainView(
    /// The page's signals.
    live: Live,
    /// The words to search for at first.
    query: String,
) -> impl IntoView {
    let t = text::text();
    let ctx = Tree { live, closed: StoredValue::new(BTreeSet::new()) };
    let first = query.clone();
    let query = RwSignal::new(query);
    let nodes = Memo::new(move |_| live.view.with(|view| tree::build(view, t.value_words())));
    let count = move || format::fill(t.facts_count, &[("n", &nodes.with(|n| tree::count(n)).to_string())]);
    let body = move || {
        let all = nodes.get();
        if all.is_empty() {
            return view! { <p class="empty">{t.facts_empty}</p> }.into_any();
        }
        let kept = query.with(|q| tree::filter(all, q));
        if kept.is_empty() {
            return view! { <p class="empty">{t.facts_none_found}</p> }.into_any();
        }
        view! { <ul class="facts">{kept.into_iter().map(|node| render(node, ctx)).collect_view()}</ul> }.into_any()
    };
    view! {
        <section class="domain-view" aria-labelledby="facts-title">
            <header class="section-head">
                <h2 id="facts-title">{t.facts} " " <small>{count}</small></h2>
                <form class="search" role="search" method="get" action=links::session(&live.id()) on:submit=|ev: SubmitEvent| ev.prevent_default()>
                    {live.viewed_untracked().map(|v| view! { <input type="hidden" name="v" value=v.to_string()/> })}
                    <input
                        type="search"
                        name="q"
                        aria-label=t.search
                        placeholder=t.search
                        value=first
                        prop:value=query
                        on:input=move |ev| query.set(event_target_value(&ev))
                    />
                    <button type="submit" class="quiet no-js">{t.do_search}</button>
                </form>
            </header>
            {body}
        </section>
    }
    .into_any()
}

fn render(node: Node, ctx: Tree) -> AnyView {
    match node.content {
        Content::Leaf(leaf) => {
            view! { <FactRow live=ctx.live pointer=node.pointer label=node.label changed=node.changed leaf/> }
                .into_any()
        }
        Content::Branch(below) => {
            let pointer = node.pointer.clone();
            let open = ctx.closed.with_value(|closed| !closed.contains(&pointer));
            let count = tree::count(&below);
            let on_toggle = move |ev: leptos::ev::Event| {
                let open = event_target::<leptos::web_sys::Element>(&ev).has_attribute("open");
                ctx.closed.update_value(|closed| {
                    if open {
                        closed.remove(&pointer);
                    } else {
                        closed.insert(pointer.clone());
                    }
                });
            };
            view! {
                <li class="branch" data-branch=node.pointer>
                    <details open=open on:toggle=on_toggle>
                        <summary>{node.label} " " <small>{count}</small></summary>
                        <ul class="facts">{below.into_iter().map(|child| render(child, ctx)).collect_view()}</ul>
                    </details>
                </li>
            }
            .into_any()
        }
    }
}
