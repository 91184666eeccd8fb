//! Which gap of the document the next words are to fill.

use crate::ui::text;
use leptos::prelude::*;

/// The line above the field for words; the page's program fills it after a click on a placeholder.
#[component]
pub fn AboutLine() -> impl IntoView {
    let t = text::text();
    view! {
        <div class="about-region" role="status">
            <div class="about-line" hidden>
                <p><b class="about-title"></b></p>
                <p class="about-words"></p>
                <p class="about-acts">
                    <a href="#chat-text">{t.about_issue}</a> " "
                    <button type="button" class="quiet" data-act="drop-about">{t.about_drop}</button>
                </p>
            </div>
        </div>
    }
    .into_any()
}
