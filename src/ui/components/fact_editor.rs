//! Editing of one fact; plain forms, so that it works without scripts.

use crate::api::EditFact;
use crate::model::facts::Origin;
use crate::ui::browser;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Forms for one fact: confirm or reject an assumption, write another value.
#[component]
pub fn FactEditor(
    /// The page's signals.
    live: Live,
    /// JSON Pointer into `domain`.
    pointer: String,
    /// Where the value comes from.
    origin: Origin,
    /// The value as a form sends it back.
    raw: String,
    /// `text`, `number`, `flag` or `empty`.
    kind: &'static str,
) -> impl IntoView {
    let t = text::text();
    let value = RwSignal::new(raw.clone());
    let submit = {
        let pointer = pointer.clone();
        move |ev: SubmitEvent, op: &str, value: Option<String>| {
            ev.prevent_default();
            live.forget_problems();
            live.edit.dispatch(EditFact {
                session: live.id(),
                request: browser::fresh_id(),
                pointer: pointer.clone(),
                op: op.to_owned(),
                value,
            });
        }
    };
    let hidden = move |op: &'static str| {
        view! {
            <input type="hidden" name="session" value=live.id()/>
            <input type="hidden" name="pointer" value=pointer.clone()/>
            <input type="hidden" name="op" value=op/>
        }
    };
    let decide = (origin == Origin::Assumed).then(|| {
        let button = |op: &'static str, label: &'static str| {
            let submit = submit.clone();
            view! {
                <form action=EditFact::url() method="post" on:submit=move |ev| submit(ev, op, None)>
                    {hidden(op)}
                    <button type="submit" data-op=op disabled=move || live.busy()>{label}</button>
                </form>
            }
        };
        view! { <div class="decide">{button("confirm", t.confirm)} {button("reject", t.reject)}</div> }
    });
    let field = if kind == "flag" {
        let yes = raw == "true";
        view! {
            <select name="value" on:change=move |ev| value.set(event_target_value(&ev))>
                <option value="true" selected=yes>{t.yes}</option>
                <option value="false" selected=!yes>{t.no}</option>
            </select>
        }
        .into_any()
    } else {
        let on_input = move |ev| value.set(event_target_value(&ev));
        view! { <input type="text" name="value" value=raw autocomplete="off" on:input=on_input/> }.into_any()
    };
    let set = submit.clone();
    view! {
        {decide}
        <form class="edit-fact" action=EditFact::url() method="post" on:submit=move |ev| set(ev, "set", Some(value.get_untracked()))>
            {hidden("set")}
            <label>
                <span>{t.new_value}</span>
                {field}
            </label>
            <button type="submit" data-op="set" disabled=move || live.busy()>{t.save}</button>
        </form>
    }
    .into_any()
}
