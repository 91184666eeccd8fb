//! Which gap of the document the next words are to fill.

use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::place::View;
use crate::ui::text;
use leptos::prelude::*;

/// The line above the field for words; appears after a click on a placeholder.
#[component]
pub fn AboutLine(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let paper = live.paper;
    let body = move || {
        let about = paper.about.get()?;
        let title = format::fill(t.about, &[("label", &about.label)]);
        let words = about.words.map(|words| view! { <p class="about-words">{words}</p> });
        let issue = about.issue.map(|issue| {
            let href = paper.place.get().with_view(View::Facts).href(&live.id(), live.viewed());
            let goal = issue.clone();
            let on_click = move |_| paper.goal.set(Some(goal.clone()));
            view! { <a href=format!("{href}#issue-{issue}") on:click=on_click>{t.about_issue}</a> }
        });
        Some(view! {
            <div class="about-line">
                <p><b>{title}</b></p>
                {words}
                <p class="about-acts">
                    {issue} " "
                    <button type="button" class="quiet" on:click=move |_| paper.forget(live)>{t.about_drop}</button>
                </p>
            </div>
        })
    };
    view! { <div class="about-region" role="status">{body}</div> }.into_any()
}
