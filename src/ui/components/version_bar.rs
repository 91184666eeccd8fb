//! The versions of a session: what changed in each, and reading an old one.

use crate::model::session::VersionRow;
use crate::ui::live::Live;
use crate::ui::logic::{format, links, tree};
use crate::ui::text;
use leptos::prelude::*;

/// The list of versions; in time travel also a banner with the way back.
#[component]
pub fn VersionBar(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let banner = move || {
        live.viewed().map(|viewed| {
            let latest = live.view.with(|view| view.latest);
            let words = format::fill(t.read_only, &[("n", &viewed.to_string()), ("m", &latest.to_string())]);
            view! {
                <p class="version-banner" role="status">
                    {words} " " <a href=links::session(&live.id())>{t.to_latest}</a>
                </p>
            }
        })
    };
    let rows = move || {
        let shown = live.view.with(|view| view.row.version);
        let versions = live.versions.get();
        versions.into_iter().rev().map(|row| view! { <Row live row shown/> }).collect_view()
    };
    let count = move || live.versions.with(Vec::len);
    view! {
        <div class="version-bar">
            {banner}
            <details>
                <summary>{t.versions} " " <small>{count}</small></summary>
                <ol reversed>{rows}</ol>
            </details>
        </div>
    }
    .into_any()
}

#[component]
fn Row(live: Live, row: VersionRow, shown: u32) -> impl IntoView {
    let t = text::text();
    let (id, latest) = (live.id(), live.view.with_untracked(|view| view.latest));
    let href = if row.version == latest { links::session(&id) } else { links::version(&id, row.version) };
    let names = live.view.with_untracked(|view| {
        row.changed.iter().map(|pointer| tree::full_name(view, pointer)).collect::<Vec<_>>().join("; ")
    });
    let what = if names.is_empty() { t.no_changes.to_owned() } else { format::fill(t.changes, &[("what", &names)]) };
    view! {
        <li data-version=row.version.to_string()>
            <a href=href aria-current=(row.version == shown).then_some("true")>
                {format::fill(t.version_n, &[("n", &row.version.to_string())])}
            </a>
            " " <span class="cause">{t.cause_name(&row.cause)}</span>
            " " <time datetime=row.at.clone()>{format::date_time(&row.at)}</time>
            <span class="what">{what}</span>
        </li>
    }
    .into_any()
}
