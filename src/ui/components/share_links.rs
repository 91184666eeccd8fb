//! Links that open copies of a contract to the other side.

use crate::api::{OpenShare, RevokeShare};
use crate::model::protocol::LinkRow;
use crate::ui::components::dated::dated;
use crate::ui::logic::{format, links};
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The list, the button for a new link, and the new link itself, once.
#[component]
pub fn ShareLinks(
    /// The session that is shared.
    session: String,
    /// Whether a question or documents can be added to a copy.
    has_parts: bool,
    /// Its links, oldest first.
    links: Vec<LinkRow>,
    /// Path of the link that was just opened.
    fresh: Option<String>,
) -> impl IntoView {
    let t = text::text();
    let parts = has_parts.then(|| {
        view! {
            <p><label><input type="checkbox" name="question" value="1"/> " " {t.share_question}</label></p>
            <p><label><input type="checkbox" name="documents" value="1"/> " " {t.share_documents}</label></p>
        }
    });
    let empty = links.is_empty().then(|| view! { <p class="empty">{t.share_none}</p> });
    let rows = links.into_iter().enumerate().map(|(i, link)| row(&session, i + 1, link)).collect_view();
    let fresh = fresh.map(|path| {
        // The whole address where the browser can tell it; the path everywhere else.
        view! {
            <div class="fresh-link card" role="status">
                <p><b>{t.share_fresh}</b></p>
                <p>
                    <a href=path.clone()><code data-absolute=path.clone()>{path.clone()}</code></a> " "
                    <button
                        type="button"
                        class="quiet needs-js"
                        data-act="copy"
                        data-copy=path
                    >
                        {t.share_copy}
                    </button>
                </p>
                <p class="hint">{t.share_once}</p>
            </div>
        }
    });
    view! {
        <section class="share-links" aria-label=t.share_links>
            {fresh}
            <form action=OpenShare::url() method="post">
                <input type="hidden" name="session" value=session/>
                {parts}
                <button type="submit" class="primary">{t.share_open}</button>
            </form>
            {empty}
            <ol>{rows}</ol>
        </section>
    }
    .into_any()
}

fn row(session: &str, number: usize, link: LinkRow) -> AnyView {
    let t = text::text();
    let name = format::fill(t.share_link, &[("n", &number.to_string())]);
    let made = dated(t.share_made, &link.created_at, &[("n", &link.version.to_string())]);
    let answered = match link.answered {
        0 => t.share_silent.to_owned(),
        n => format::fill(t.share_answered, &[("n", &n.to_string())]),
    };
    let protocol = links::share(session, Some(&link.copy));
    let end = if link.revoked_at.is_some() {
        view! { <span class="revoked">{t.share_revoked}</span> }.into_any()
    } else {
        view! {
            <form action=RevokeShare::url() method="post">
                <input type="hidden" name="session" value=session.to_owned()/>
                <input type="hidden" name="link" value=link.id/>
                <button type="submit" class="quiet" aria-label=format!("{}: {name}", t.share_revoke)>
                    {t.share_revoke}
                </button>
            </form>
        }
        .into_any()
    };
    view! {
        <li class="share-row">
            <p><b>{name}</b> " " {made} ". " {answered}</p>
            <p class="share-acts"><a href=protocol>{t.protocol_open}</a></p>
            {end}
        </li>
    }
    .into_any()
}
