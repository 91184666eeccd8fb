//! The field for words.

use crate::ui::components::text_area::TextArea;
use crate::ui::logic::message::Fault;
use crate::ui::text;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// One field and its button. Enter sends, Shift+Enter breaks the line.
#[component]
pub fn ChatInput(
    /// The text in the field.
    draft: RwSignal<String>,
    /// Whether it answers a question.
    #[prop(into)]
    answers: Signal<bool>,
    /// Whether nothing may be sent now.
    #[prop(into)]
    busy: Signal<bool>,
    /// Why the words cannot be sent.
    fault: RwSignal<Option<Fault>>,
    /// What the empty field says.
    hint: &'static str,
    /// Sends the words.
    send: Callback<()>,
) -> impl IntoView {
    let t = text::text();
    let on_keydown = move |ev: KeyboardEvent| {
        if ev.key() == "Enter" && !ev.shift_key() && !ev.is_composing() {
            ev.prevent_default();
            send.run(());
        }
    };
    let on_input = move |ev| {
        draft.set(event_target_value(&ev));
        fault.set(None);
    };
    view! {
        <div class="chat-input">
            <label for="chat-text">{move || if answers.get() { t.your_answer } else { t.your_message }}</label>
            <TextArea
                id="chat-text".to_owned()
                name="text"
                rows=3
                required=true
                placeholder=hint.to_owned()
                prop:value=draft
                on:input=on_input
                on:keydown=on_keydown
            />
            {move || fault.get().map(|fault| view! { <p class="problem" role="alert">{t.fault(fault)}</p> })}
            <div class="form-row">
                <span class="hint">{t.keys_hint}</span>
                <button type="submit" class="primary" disabled=busy>{t.send}</button>
            </div>
        </div>
    }
    .into_any()
}
