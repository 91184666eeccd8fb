//! The field for words.

use crate::ui::components::text_area::TextArea;
use crate::ui::text;
use leptos::prelude::*;

/// One field and its button. Enter sends, Shift+Enter breaks the line.
#[component]
pub fn ChatInput(
    /// Whether it answers a question.
    answers: bool,
    /// Whether nothing may be sent now.
    busy: bool,
    /// What the empty field says.
    hint: &'static str,
) -> impl IntoView {
    let t = text::text();
    view! {
        <div class="chat-input">
            <label for="chat-text">{if answers { t.your_answer } else { t.your_message }}</label>
            <TextArea
                id="chat-text".to_owned()
                name="text"
                rows=3
                required=true
                placeholder=hint.to_owned()
                is_words=true
            />
            <div class="form-row">
                <span class="hint">{t.keys_hint}</span>
                <button type="submit" class="primary" disabled=busy>{t.send}</button>
            </div>
        </div>
    }
    .into_any()
}
