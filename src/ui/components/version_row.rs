//! One version: what made it, what changed in it, and what can be done with it.

use crate::api::ForkSession;
use crate::model::session::VersionRow as Row;
use crate::ui::live::Live;
use crate::ui::logic::{compare, format, links, tree};
use crate::ui::{face, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// A row of the list; an older version can be compared with the latest, any can be copied.
#[component]
pub fn VersionRow(
    /// The page's signals.
    live: Live,
    /// The version.
    row: Row,
    /// The version on the page.
    shown: u32,
) -> impl IntoView {
    let t = text::text();
    let (id, latest) = (live.id(), live.view.with_untracked(|view| view.latest));
    let old = row.version != latest;
    let href = live.paper.place.get_untracked().href(&id, old.then_some(row.version));
    let names = live.view.with_untracked(|view| {
        row.changed.iter().map(|pointer| tree::full_name(view, pointer)).collect::<Vec<_>>().join("; ")
    });
    let what = if names.is_empty() { t.no_changes.to_owned() } else { format::fill(t.changes, &[("what", &names)]) };
    let number = row.version.to_string();
    let compare = old.then(|| {
        let workspace = live.view.with_untracked(|view| view.row.workspace);
        // What some make is compared on a page of its own.
        let href = match face::of(workspace).compared_apart {
            true => compare::href(&id, None, Some([row.version, latest])),
            false => links::compare(&id, row.version, latest),
        };
        view! { <a class="to-compare" href=href>{t.compare_with_latest}</a> }
    });
    let label = format::fill(t.fork_at, &[("n", &number)]);
    view! {
        <li data-version=number.clone()>
            <a href=href aria-current=(row.version == shown).then_some("true")>
                {format::fill(t.version_n, &[("n", &number)])}
            </a>
            " " <span class="cause">{t.cause_name(&row.cause)}</span>
            " " <time datetime=row.at.clone()>{format::date_time(&row.at)}</time>
            <span class="what">{what}</span>
            <div class="version-acts">
                <form class="fork-form" action=ForkSession::url() method="post">
                    <input type="hidden" name="session" value=id/>
                    <input type="hidden" name="version" value=number.clone()/>
                    <button type="submit" class="quiet" title=label>{t.fork}</button>
                </form>
                {compare}
            </div>
        </li>
    }
    .into_any()
}
