//! One click for an assumption: it is right, or it is wrong.

use crate::api::edits::EditFact;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Two small forms; they work without scripts too.
#[component]
pub fn AssumptionForms(
    /// The page's signals.
    live: Live,
    /// JSON Pointer into `domain`.
    pointer: String,
) -> impl IntoView {
    let t = text::text();
    let form = |op: &'static str, label: &'static str| {
        view! {
            <form action=EditFact::url() method="post">
                <input type="hidden" name="session" value=live.id()/>
                <input type="hidden" name="pointer" value=pointer.clone()/>
                <input type="hidden" name="op" value=op/>
                <button type="submit" class="quiet" data-op=op disabled=move || live.busy()>{label}</button>
            </form>
        }
    };
    view! { <div class="assumption-forms">{form("confirm", t.confirm)} {form("reject", t.reject)}</div> }.into_any()
}
