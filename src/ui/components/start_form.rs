//! The first sentence of a session.

use crate::api::StartSession;
use crate::ui::browser;
use crate::ui::components::text_area::TextArea;
use crate::ui::logic::message;
use crate::ui::{frame_text, norms_text, text};
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form on the home page. Enter starts, Shift+Enter breaks the line.
#[component]
pub fn StartForm(
    /// Opens a session; its answer goes to the session's page.
    start: ServerAction<StartSession>,
    /// `contract`, `research`…
    workspace: &'static str,
) -> impl IntoView {
    let t = text::text();
    let (label, hint, button) = match workspace {
        "research" => (t.research_label, t.research_hint, t.research_ask),
        "norms" => (norms_text::text().label, norms_text::text().hint, norms_text::text().ask),
        "any" => (frame_text::text().home_label, frame_text::text().home_hint, t.start),
        _ => (t.start_label, t.start_hint, t.start),
    };
    let (words, fault) = (RwSignal::new(browser::typed("#start-message")), RwSignal::new(None));
    let go = move || {
        fault.set(words.with_untracked(|w| message::fault(w)));
        if !start.pending().get_untracked() && fault.get_untracked().is_none() {
            start.dispatch(StartSession { message: words.get_untracked(), workspace: Some(workspace.to_owned()) });
        }
    };
    let on_submit = move |ev: SubmitEvent| {
        ev.prevent_default();
        go();
    };
    let on_keydown = move |ev: KeyboardEvent| {
        if ev.key() == "Enter" && !ev.shift_key() && !ev.is_composing() {
            ev.prevent_default();
            go();
        }
    };
    let problem = move || match fault.get() {
        Some(fault) => Some(t.fault(fault).to_owned()),
        None => start.value().get().and_then(Result::err).map(|error| t.error(&error)),
    };
    let on_input = move |ev| {
        words.set(event_target_value(&ev));
        fault.set(None);
    };
    view! {
        <form class="start-form" action=StartSession::url() method="post" prop:noValidate=true on:submit=on_submit>
            <input type="hidden" name="workspace" value=workspace/>
            <label for="start-message">{label}</label>
            <TextArea
                id="start-message".to_owned()
                name="message"
                rows=3
                required=true
                placeholder=hint.to_owned()
                prop:value=words
                on:input=on_input
                on:keydown=on_keydown
            />
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <div class="form-row">
                <span class="hint">{t.keys_hint}</span>
                <button type="submit" class="primary" disabled=start.pending()>
                    {move || if start.pending().get() { t.starting } else { button }}
                </button>
            </div>
        </form>
    }
    .into_any()
}
