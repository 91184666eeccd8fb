//! What others say about the document that is shown: its sign-off above the text, remarks below it.

use crate::model::document_view::{CONTRACT, DocumentView};
use crate::model::signoff::Side;
use crate::ui::components::remark_list::{Desk, remark_list};
use crate::ui::components::signoff_note::signoff_note;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::signoff_text;
use leptos::prelude::*;

/// Remarks with their answers; nothing while there are none.
#[component]
pub fn DocumentOpinions(
    /// The page's signals.
    live: Live,
    /// The document on the page.
    document: DocumentView,
) -> impl IntoView {
    let t = signoff_text::text();
    let base = links::signoff(&live.id());
    let all = base.clone();
    (!document.beside.remarks.is_empty()).then(|| {
        let desk = Desk { base, side: Side::Owner, name: String::new() };
        view! {
            <section class="document-opinions" id="remarks" aria-labelledby="remarks-title">
                <h3 id="remarks-title">{t.remarks}</h3>
                {remark_list(&desk, &document)}
                <p class="hint"><a href=all>{t.all}</a></p>
            </section>
        }
        .into_any()
    })
}

/// Whose sign-off the contract has; an attachment alone was not signed.
pub fn signed(document: &DocumentView) -> Option<AnyView> {
    (document.part == CONTRACT).then(|| signoff_note(&document.beside)).flatten()
}
