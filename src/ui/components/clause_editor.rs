//! A clause in the person's own words: a link beside the clause, and a plain form under the one that was picked.

use crate::api::WriteClause;
use crate::model::document_view::Runs;
use crate::ui::components::text_area::TextArea;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The link, or the form. Values that stay in the text go on following their facts; a changed value changes its fact.
pub fn clause_editor(live: Live, clause: &str, line: &Runs) -> AnyView {
    let t = text::text();
    if live.edited_clause().as_deref() != Some(clause) {
        let href = live.editing(clause);
        return view! {
            <p class="clause-edit">
                <a href=href aria-label=t.clause_edit title=t.clause_edit data-focus="#clause-editor textarea">"✎"</a>
            </p>
        }
        .into_any();
    }
    let words: String = line.iter().map(|run| run.text.replace('\u{a0}', " ")).collect();
    let rows = words.chars().count() / 70 + 2;
    view! {
        <div class="clause-edit" id="clause-editor">
            <form action=WriteClause::url() method="post">
                <input type="hidden" name="session" value=live.id()/>
                <input type="hidden" name="clause" value=clause.to_owned()/>
                <TextArea name="text" rows=rows label=t.clause_words.to_owned() value=words/>
                <p class="hint">{t.clause_hint}</p>
                <button type="submit">{t.clause_save}</button>
                <button type="submit" class="quiet" name="restore" value="1">{t.clause_restore}</button>
                <a class="button quiet" href=live.here()>{t.close}</a>
            </form>
        </div>
    }
    .into_any()
}

/// Whether a clause has words of its own in the library: parts of a list and attachments have not.
#[must_use]
pub fn is_editable(id: &str) -> bool {
    id.contains('.') && !id.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()))
}
