//! One fact: its name, its value, where it comes from.

use crate::model::facts::Origin;
use crate::ui::components::assumption_forms::AssumptionForms;
use crate::ui::components::origin_card::OriginCard;
use crate::ui::live::Live;
use crate::ui::logic::tree::Leaf;
use crate::ui::text;
use leptos::prelude::*;

/// A leaf of the tree.
#[component]
pub fn FactRow(
    /// The page's signals.
    live: Live,
    /// JSON Pointer into `domain`.
    pointer: String,
    /// Name for people.
    label: String,
    /// Whether the version brought it.
    changed: bool,
    /// The value.
    leaf: Leaf,
) -> impl IntoView {
    let t = text::text();
    let (kind, shown) = (leaf.kind, leaf.shown.clone());
    let at = pointer.clone();
    let assumed = leaf.entry.as_ref().is_some_and(|entry| entry.origin == Origin::Assumed);
    let decide =
        (assumed && live.viewed().is_none()).then(|| view! { <AssumptionForms live pointer=pointer.clone()/> });
    let card = leaf.entry.map(|entry| view! { <OriginCard live pointer entry raw=leaf.raw kind/> });
    view! {
        <li class="fact" data-pointer=at data-changed=changed.then_some("true")>
            <span class="fact-label">{label}</span>
            <span class="fact-value" data-kind=kind>
                {shown}
                {changed.then(|| view! { " " <span class="changed-note">{t.changed}</span> })}
                {decide}
            </span>
            {card}
        </li>
    }
    .into_any()
}
