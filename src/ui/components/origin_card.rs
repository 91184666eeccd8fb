//! «Откуда это?»: the origin of one fact, the words behind it, and ways to correct it.

use crate::api::EditFact;
use crate::model::facts::{LedgerEntry, Origin};
use crate::ui::browser;
use crate::ui::components::pane_tabs;
use crate::ui::live::{Live, Mark};
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::ev::{MouseEvent, SubmitEvent};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The badge with the origin; opened, it explains.
#[component]
pub fn OriginCard(
    /// The page's signals.
    live: Live,
    /// JSON Pointer into `domain`.
    pointer: String,
    /// The ledger's entry.
    entry: LedgerEntry,
    /// The value as a form sends it back.
    raw: String,
) -> impl IntoView {
    let t = text::text();
    let (short, long) = t.origin(entry.origin);
    let since =
        format::fill(t.since_version, &[("n", &entry.version.to_string()), ("date", &format::date_time(&entry.at))]);
    let quote = entry.quote.clone().map(|words| view! { <blockquote>{words}</blockquote> });
    let note = entry.note.clone().map(|words| view! { <p class="origin-note">{words}</p> });
    let to_chat = entry.turn_id.map(|turn| {
        let href = links::mark(&live.id(), live.viewed_untracked(), &pointer, turn.as_str());
        let mark = Mark { turn: turn.to_string(), quote: entry.quote.unwrap_or_default() };
        let on_click = move |ev: MouseEvent| {
            ev.prevent_default();
            show(live, mark.clone());
        };
        view! { <a class="to-chat" href=href rel="external" on:click=on_click>{t.show_in_chat}</a> }
    });
    let editor = live.viewed_untracked().is_none().then(|| view! { <Editor live pointer origin=entry.origin raw/> });
    view! {
        <details class="fact-origin" name="origin">
            <summary class="origin" data-origin=entry.origin.as_str() title=t.whence>
                {short} <span class="visually-hidden">". " {t.whence}</span>
            </summary>
            <div class="origin-card">
                <p>{long}</p>
                {quote}
                {note}
                <p class="hint">{since}</p>
                {to_chat}
                {editor}
            </div>
        </details>
    }
    .into_any()
}

/// Highlights the words and brings them into sight.
fn show(live: Live, mark: Mark) {
    let selector = format!(".turn[data-turn=\"{}\"]", mark.turn.replace(['"', '\\'], ""));
    live.mark.set(Some(mark));
    pane_tabs::open_chat();
    request_animation_frame(move || browser::reveal(&selector));
}

#[component]
fn Editor(live: Live, pointer: String, origin: Origin, raw: String) -> impl IntoView {
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
    let set = submit.clone();
    view! {
        {decide}
        <form class="edit-fact" action=EditFact::url() method="post" on:submit=move |ev| set(ev, "set", Some(value.get_untracked()))>
            {hidden("set")}
            <label>
                <span>{t.new_value}</span>
                <input type="text" name="value" value=raw autocomplete="off" on:input=move |ev| value.set(event_target_value(&ev))/>
            </label>
            <button type="submit" data-op="set" disabled=move || live.busy()>{t.save}</button>
        </form>
    }
    .into_any()
}
