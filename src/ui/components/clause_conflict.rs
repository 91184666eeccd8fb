//! A clause in the person's words whose ground has changed: both wordings, and a choice.

use crate::api::WriteClause;
use crate::model::document_view::Conflict;
use crate::ui::live::Live;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The note under the clause. Taking the library's words is one click; the own words are kept by saving them again.
pub fn clause_conflict(live: Live, conflict: &Conflict) -> AnyView {
    let t = text::text();
    view! {
        <aside class="clause-conflict" role="note">
            <p><b>{t.clash}</b> " " {conflict.why.clone()}</p>
            <p class="hint">{t.clash_offered}</p>
            <blockquote>{conflict.offered.clone()}</blockquote>
            <form action=WriteClause::url() method="post">
                <input type="hidden" name="session" value=live.id()/>
                <input type="hidden" name="clause" value=conflict.clause.clone()/>
                <input type="hidden" name="text" value=""/>
                <button type="submit" name="restore" value="1">{t.clash_take}</button>
                <span class="hint">{t.clash_keep}</span>
            </form>
        </aside>
    }
    .into_any()
}
