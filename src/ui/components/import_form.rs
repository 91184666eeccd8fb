//! An existing contract as a session: a plain form with a file or pasted text.

use crate::ui::components::text_area::TextArea;
use crate::ui::text;
use leptos::prelude::*;

/// The form; it works without scripts. The server answers with the session's page.
#[component]
pub fn ImportForm() -> impl IntoView {
    let t = text::text();
    view! {
        <section class="import-form" aria-labelledby="import-title">
            <h2 id="import-title">{t.import_title}</h2>
            <p class="hint">{t.import_lead}</p>
            <form action="/api/import" method="post" enctype="multipart/form-data">
                <label>
                    <span>{t.import_file}</span>
                    <input type="file" name="file" accept=".docx,.pdf,.txt,.md"/>
                </label>
                <label>
                    <span>{t.import_text}</span>
                    <TextArea name="text" rows=3/>
                </label>
                <button type="submit">{t.import_send}</button>
            </form>
        </section>
    }
    .into_any()
}
