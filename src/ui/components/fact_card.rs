//! The fact of the document that is looked at: its value, where it comes from, a field to correct it.

use crate::model::facts::Origin;
use crate::ui::components::assumption_forms::AssumptionForms;
use crate::ui::components::origin_body::OriginBody;
use crate::ui::live::Live;
use crate::ui::logic::tree::{self, Leaf};
use crate::ui::text;
use leptos::prelude::*;

/// The card at the foot of the document. A sum is explained by its amount; its other parts stand below.
#[component]
pub fn FactCard(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let body = move || {
        let at = live.paper.picked.get()?;
        let (name, leaves) = live.view.with(|view| {
            let nodes = tree::build(view, text::text().value_words());
            (tree::full_name(view, &at), tree::leaves_below(&nodes, &at))
        });
        card(live, at, name, leaves)
    };
    view! { {body} }.into_any()
}

fn card(live: Live, at: String, name: String, leaves: Vec<(String, String, Leaf)>) -> Option<AnyView> {
    let t = text::text();
    let mut leaves = leaves.into_iter().peekable();
    let (pointer, _, leaf) = leaves.next()?;
    let entry = leaf.entry.clone()?;
    // A sum reads with its currency.
    let currency = leaves.next_if(|(at, ..)| at.ends_with("/currency")).map(|(.., leaf)| leaf.shown);
    let shown = currency.map_or(leaf.shown.clone(), |sign| format!("{}\u{a0}{sign}", leaf.shown));
    let badge = |origin: Origin| {
        view! { <span class="origin" data-origin=origin.as_str()>{t.origin(origin).0}</span> }
    };
    let origin = badge(entry.origin);
    let assumed = entry.origin == Origin::Assumed && live.viewed().is_none();
    let decide = assumed.then(|| view! { <AssumptionForms live pointer=pointer.clone()/> });
    let rest: Vec<_> = leaves
        .map(|(_, label, leaf)| {
            let origin = leaf.entry.map(|entry| badge(entry.origin));
            view! { <li><span class="fact-label">{label}</span> " " {leaf.shown} " " {origin}</li> }
        })
        .collect();
    let rest = (!rest.is_empty()).then(|| view! { <ul class="fact-rest">{rest}</ul> });
    let shown_at = pointer.clone();
    let run = format!(".paper .run-fact[data-pointer=\"{}\"]", at.replace(['"', '\\'], ""));
    let back = live.paper.place.get_untracked().href(&live.id(), live.viewed());
    let card = view! {
        <section class="fact-card" id="fact-card" tabindex="-1" aria-labelledby="fact-card-title" data-pointer=shown_at>
            <header class="section-head">
                <h3 id="fact-card-title">{name}</h3>
                <a href=back data-focus=run>{t.close}</a>
            </header>
            <p class="fact-value" data-kind=leaf.kind>{shown} " " {origin}</p>
            {decide}
            <OriginBody live pointer entry raw=leaf.raw kind=leaf.kind/>
            {rest}
        </section>
    };
    Some(card.into_any())
}
