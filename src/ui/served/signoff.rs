//! `/s/{id}/signoff`: links for a lawyer, what the lawyer says, and whose sign-off the contract has.

use crate::model::document_view::DocumentView;
use crate::model::form::Returned;
use crate::model::share::Share;
use crate::ui::components::remark_list::{Desk, problem, remark_form, remark_list};
use crate::ui::components::signoff_note::{given, signoff_note};
use crate::ui::logic::{format, links};
use crate::ui::served::frame::Served;
use crate::ui::{signoff_text, text};
use leptos::prelude::*;

/// What the server found out for the page.
pub struct Found {
    /// The session's id.
    pub session: String,
    /// What lists call it.
    pub title: String,
    /// Its document, if it has one, with what is said beside it.
    pub document: Option<DocumentView>,
    /// Links for a lawyer, oldest first.
    pub links: Vec<Share>,
    /// Path of the link that was just made.
    pub fresh: Option<String>,
    /// A form that was not taken.
    pub returned: Option<Returned>,
}

/// The page of the owner.
pub fn page(found: &Found, desk: &Desk) -> Served {
    let (s, t) = (signoff_text::text(), text::text());
    let returned = found.returned.as_ref();
    let fresh = found.fresh.clone().map(|path| {
        view! {
            <div class="fresh-link card" role="status">
                <p><b>{s.fresh}</b></p>
                <p>
                    <a href=path.clone()><code data-absolute=path.clone()>{path.clone()}</code></a> " "
                    <button type="button" class="quiet needs-js" data-act="copy" data-copy=path>{t.share_copy}</button>
                </p>
                <p class="hint">{t.share_once}</p>
            </div>
        }
    });
    let rows = found.links.iter().enumerate().map(|(at, link)| row(desk, at + 1, link)).collect_view();
    let none = found.links.is_empty().then(|| view! { <p class="empty">{t.share_none}</p> });
    let said = found.document.as_ref().map(|document| {
        let note =
            signoff_note(&document.beside).unwrap_or_else(|| view! { <p class="hint">{s.unsigned}</p> }.into_any());
        let all = (document.beside.signoffs.len() > 1).then(|| {
            let rows = document.beside.signoffs.iter().rev().map(|one| view! { <li>{given(one)}</li> }).collect_view();
            view! { <details><summary>{s.history}</summary> <ul class="signoff-all">{rows}</ul></details> }
        });
        view! {
            <section class="panel" id="signoff" aria-labelledby="signoff-title">
                <h2 id="signoff-title">{s.state}</h2>
                {note}
                {all}
            </section>
            <section class="panel" id="remarks" aria-labelledby="remarks-title">
                <h2 id="remarks-title">{s.remarks}</h2>
                {remark_list(desk, document)}
                {remark_form(desk, document, None, returned)}
            </section>
        }
    });
    let trouble = problem(returned.filter(|returned| returned.form != "remark"));
    let back = links::document(&found.session);
    let body = view! {
        <div class="share-page signoff-page">
            <p class="back"><a href=back>"← " {found.title.clone()}</a></p>
            <h1>{s.title}</h1>
            <p class="lead">{s.lead}</p>
            {trouble}
            <section class="share-links" aria-label=t.share_links>
                {fresh}
                <form action=format!("{}/link", desk.base) method="post">
                    <button type="submit" class="primary">{s.make}</button>
                </form>
                {none}
                <ol>{rows}</ol>
                <p class="hint">{s.everybody}</p>
            </section>
            {said}
        </div>
    };
    Served::of(s.title, body.into_any())
}

fn row(desk: &Desk, number: usize, link: &Share) -> AnyView {
    let t = text::text();
    let name = format::fill(t.share_link, &[("n", &number.to_string())]);
    let made =
        format::fill(t.share_made, &[("date", &format::date_time(&link.created_at)), ("n", &link.version.to_string())]);
    let end = if link.revoked_at.is_some() {
        view! { <span class="revoked">{t.share_revoked}</span> }.into_any()
    } else {
        view! {
            <form action=format!("{}/end", desk.base) method="post">
                <input type="hidden" name="link" value=link.id.clone()/>
                <button type="submit" class="quiet" aria-label=format!("{}: {name}", t.share_revoke)>{t.share_revoke}</button>
            </form>
        }
        .into_any()
    };
    view! { <li class="share-row"><p><b>{name}</b> " " {made} "."</p> {end}</li> }.into_any()
}
