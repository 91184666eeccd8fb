//! Remarks about the type of contract, folded: its law, its review, its duties of form.

use crate::ui::text;
use leptos::prelude::*;

/// All remarks but the first, which the page shows openly.
#[component]
pub fn Notices(
    /// The remarks.
    #[prop(into)]
    notices: Signal<Vec<String>>,
) -> impl IntoView {
    let t = text::text();
    let body = move || {
        let rest: Vec<String> = notices.get().into_iter().skip(1).collect();
        (!rest.is_empty()).then(|| {
            let count = rest.len();
            let rows = rest.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
            view! {
                <details class="notices">
                    <summary>{t.notices} " " <small>{count}</small></summary>
                    <ul>{rows}</ul>
                </details>
            }
        })
    };
    view! { {body} }.into_any()
}
