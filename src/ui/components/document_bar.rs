//! Which part and whose words are shown, the document's actions, and what the colours mean. No script is needed.

use crate::model::document_view::{DocumentView, PARTS, PartTitle, SideTitle, VARIANTS};
use crate::model::facts::Origin;
use crate::ui::components::document_actions::DocumentActions;
use crate::ui::live::Live;
use crate::ui::logic::place::Place;
use crate::ui::text;
use leptos::prelude::*;

/// The switches of the document, its actions and the legend.
#[component]
pub fn DocumentBar(
    /// The page's signals.
    live: Live,
    /// The document on the page.
    document: Memo<Option<DocumentView>>,
) -> impl IntoView {
    let t = text::text();
    let sides = Memo::new(move |_| document.with(|d| d.as_ref().map(|d| d.sides.clone()).unwrap_or_default()));
    let parts = Memo::new(move |_| document.with(|d| d.as_ref().map(|d| d.parts.clone()).unwrap_or_default()));
    let part = Memo::new(move |_| document.with(|d| d.as_ref().map(|d| d.part.clone()).unwrap_or_default()));
    let shown = Memo::new(move |_| document.with(|d| d.as_ref().map(|d| d.variant.clone()).unwrap_or_default()));
    let variants = move || {
        let sides = sides.get();
        VARIANTS.into_iter().filter_map(|name| variant(live, shown, name, &sides)).collect_view()
    };
    let part_links = move || parts.get().into_iter().filter_map(|title| part_link(live, part, title)).collect_view();
    let legend =
        [Origin::Stated, Origin::Confirmed, Origin::Assumed, Origin::Computed, Origin::Default].map(|origin| {
            let (short, long) = t.origin(origin);
            view! { <li><span class="run-fact" data-origin=origin.as_str() title=long>{short}</span></li> }
        });
    // How much is missing stands above the text; what it is, below it.
    let missing = Memo::new(move |_| document.with(|d| d.as_ref().map_or(0, |d| d.missing().len())));
    let gaps = move || {
        let n = missing.get();
        (n > 0).then(|| view! { <a class="document-gaps" href="#draft-banner">{t.doc_missing} ": " {n}</a> })
    };
    view! {
        <div class="document-bar">
            <nav class="segments" aria-label=t.doc_part>
                <ul>{part_links}</ul>
            </nav>
            {gaps}
            <DocumentActions live document>
                <nav class="segments" aria-label=t.doc_variant>
                    <ul>{variants}</ul>
                </nav>
                <div class="legend">
                    <label>
                        <input type="checkbox" id="show-origins" autocomplete="off" checked/>
                        " " {t.doc_legend}
                    </label>
                    <ul aria-label=t.doc_legend>
                        {legend.into_iter().collect_view()}
                        <li><span class="run-missing" title=t.doc_missing_long>"[" {t.doc_missing} "]"</span></li>
                    </ul>
                </div>
            </DocumentActions>
        </div>
    }
    .into_any()
}

/// A link to another choice at the same place.
fn choice(
    live: Live,
    name: &'static str,
    words: String,
    pick: fn(Place, &'static str) -> Place,
    on: Signal<bool>,
) -> AnyView {
    let place = live.paper.place;
    let href = move || pick(place.get(), name).href(&live.id(), live.viewed());
    let current = move || on.get().then_some("true");
    view! { <li><a href=href aria-current=current data-choice=name>{words}</a></li> }.into_any()
}

/// A variant by the side that it favours; with more or fewer sides than two there is only the neutral one.
fn variant(live: Live, shown: Memo<String>, name: &'static str, sides: &[SideTitle]) -> Option<AnyView> {
    let t = text::text();
    let words = match (name, sides) {
        ("party_1", [first, _]) => t.in_favour(first),
        ("party_2", [_, second]) => t.in_favour(second),
        ("neutral", _) => t.doc_neutral.to_owned(),
        _ => return None,
    };
    let on = Signal::derive(move || shown.with(|shown| shown == name));
    Some(choice(live, name, words, |place, variant| Place { variant: Some(variant), ..place }, on))
}

fn part_link(live: Live, shown: Memo<String>, title: PartTitle) -> Option<AnyView> {
    let name = PARTS.into_iter().find(|name| *name == title.part)?;
    let words = text::text().part_name(name).to_owned();
    let on = Signal::derive(move || shown.with(|shown| shown == name));
    Some(choice(live, name, words, |place, part| Place { part, ..place }, on))
}
