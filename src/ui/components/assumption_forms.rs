//! One click for an assumption: it is right, or it is wrong.

use crate::api::EditFact;
use crate::ui::browser;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::ev::SubmitEvent;
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
        let at = pointer.clone();
        let on_submit = move |ev: SubmitEvent| {
            ev.prevent_default();
            live.forget_problems();
            live.edit.dispatch(EditFact {
                session: live.id(),
                request: browser::fresh_id(),
                pointer: at.clone(),
                op: op.to_owned(),
                value: None,
                kind: None,
            });
        };
        view! {
            <form action=EditFact::url() method="post" on:submit=on_submit>
                <input type="hidden" name="session" value=live.id()/>
                <input type="hidden" name="pointer" value=pointer.clone()/>
                <input type="hidden" name="op" value=op/>
                <button type="submit" class="quiet" data-op=op disabled=move || live.busy()>{label}</button>
            </form>
        }
    };
    view! { <div class="assumption-forms">{form("confirm", t.confirm)} {form("reject", t.reject)}</div> }.into_any()
}
