//! The offer to try the program on the example corpus, and the mark of what rests on it.

use crate::api::shelf::MayKeep;
use crate::model::example::Shelf;
use crate::ui::example_text;
use leptos::prelude::*;

/// Where the form goes.
const CONNECT: &str = "/api/corpus/example";

/// What is said while there are no sources of one's own: the button for whoever may add some, the way to them for all.
#[component]
pub fn ExampleOffer(
    /// What is held.
    shelf: Shelf,
    /// The page that the form comes back to.
    back: &'static str,
) -> impl IntoView {
    let t = example_text::text();
    let own = || view! { <a href="/search">{t.own}</a> };
    match (shelf, use_context::<MayKeep>().is_some_and(|may| may.0)) {
        (Shelf::Own, _) => ().into_any(),
        (Shelf::Example, may) => {
            view! { <p class="example-mark" role="status">{t.connected} " " {may.then(own)}</p> }.into_any()
        }
        (Shelf::Empty, false) => view! {
            <section class="example-offer" aria-labelledby="example-title">
                <h2 id="example-title">{t.none_title}</h2>
                <p>{t.none_visitor}</p>
            </section>
        }
        .into_any(),
        (Shelf::Empty, true) => view! {
            <section class="example-offer" aria-labelledby="example-title">
                <h2 id="example-title">{t.none_title}</h2>
                <p>{t.none}</p>
                <form action=format!("{CONNECT}?back={back}") method="post">
                    <button type="submit" data-sending=t.connecting>{t.connect}</button>
                    {own()}
                </form>
            </section>
        }
        .into_any(),
    }
}

/// The mark above what rests on the example corpus.
#[must_use]
pub fn example_mark() -> AnyView {
    view! { <p class="example-mark" role="note">{example_text::text().mark}</p> }.into_any()
}
