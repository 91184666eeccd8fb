//! The field for words, with a file where one can go along.

use crate::ui::components::icon::{Icon, Sign};
use crate::ui::components::text_area::TextArea;
use crate::ui::{frame_text, text};
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
    /// Where words go with a file; none where no file goes along.
    #[prop(optional_no_strip)]
    files: Option<String>,
    /// What was typed into a form that came back.
    #[prop(optional, into)]
    typed: String,
) -> impl IntoView {
    let t = text::text();
    let (file, chosen) = (files.is_some().then(attach), files.is_some().then(chosen));
    // Without scripts the button takes the file along; with them the small script does, where one was chosen.
    let kind = files.is_some().then_some("multipart/form-data");
    view! {
        <div class="chat-input" data-takes-files=files.clone()>
            <label for="chat-text">{if answers { t.your_answer } else { t.your_message }}</label>
            <TextArea
                id="chat-text".to_owned()
                name="text"
                value=typed
                rows=3
                required=true
                placeholder=hint.to_owned()
                is_words=true
            />
            {chosen}
            <div class="form-row">
                {file}
                <span class="hint">{t.keys_hint}</span>
                <button type="submit" class="primary" disabled=busy formaction=files.clone() formenctype=kind>{t.send}</button>
            </div>
        </div>
    }
    .into_any()
}

/// The way to a file: a button that names what was chosen, or the browser's own field where there are no scripts.
fn attach() -> AnyView {
    let f = frame_text::text();
    view! {
        <div class="attach">
            <label for="chat-file" class="button quiet" title=f.attach_hint>
                <Icon sign=Sign::File/> <span>{f.attach}</span>
            </label>
            <input
                type="file"
                id="chat-file"
                name="file"
                accept=".docx,.pdf,.txt,.md"
                data-sending=f.attach_sending
                data-reading=f.attach_reading
            />
        </div>
    }
    .into_any()
}

/// What was chosen; the small script of the page fills it in.
fn chosen() -> AnyView {
    view! {
        <p class="attach-chosen" role="status" data-own hidden>
            <Icon sign=Sign::File/> <span></span>
            <button type="button" class="quiet" data-drop-file="true">{frame_text::text().attach_drop}</button>
        </p>
    }
    .into_any()
}
