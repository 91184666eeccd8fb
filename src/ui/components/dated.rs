//! A sentence with a moment in it, which the reader's own clock tells once the page program runs.

use crate::ui::logic::format;
use leptos::prelude::*;

/// The words with their other places filled and `{date}` as a `<time>`; `at` is RFC 3339.
pub fn dated(words: &str, at: &str, values: &[(&str, &str)]) -> AnyView {
    let (before, after) = words.split_once("{date}").unwrap_or((words, ""));
    let told = words.contains("{date}").then(|| {
        view! { <time datetime=at.to_owned()>{format::date_time(at)}</time> }
    });
    view! { {format::fill(before, values)} {told} {format::fill(after, values)} }.into_any()
}
