//! The versions of a session: what changed in each, reading an old one, comparing two, copying one.

use crate::ui::components::version_compare::VersionCompare;
use crate::ui::components::version_row::VersionRow;
use crate::ui::live::Live;
use crate::ui::logic::{compare, format, links};
use crate::ui::{face, text};
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
                    {words} " " <a href=live.paper.place.get().href(&live.id(), None)>{t.to_latest}</a>
                </p>
            }
        })
    };
    let rows = move || {
        let shown = live.view.with(|view| view.row.version);
        let versions = live.versions.get();
        versions.into_iter().rev().map(|row| view! { <VersionRow live row shown/> }).collect_view()
    };
    let count = move || live.versions.with(Vec::len);
    let open = live.compared.with_untracked(Option::is_some);
    let bundle = format!("/api/session/{}/replay", links::encode(&live.id()));
    let several = Memo::new(move |_| live.versions.with(|all| all.len() > 1));
    view! {
        <div class="version-bar">
            {banner}
            <details open=open>
                <summary>{t.versions} " " <small>{count}</small></summary>
                {move || several.get().then(|| compare_form(live))}
                <ol reversed tabindex="0" aria-label=t.versions>{rows}</ol>
                <p class="hint"><a href=bundle download>{t.replay_file}</a> " " {t.replay_hint}</p>
            </details>
            <VersionCompare live/>
        </div>
    }
    .into_any()
}

/// Two lists and a button: at first what the last words or edit changed.
fn compare_form(live: Live) -> AnyView {
    let t = text::text();
    let picked = live.compared.with_untracked(|c| c.as_ref().map(|c| (c.from, c.to)));
    let (first, last) = picked.unwrap_or_else(|| {
        live.versions.with_untracked(|all| (format::before_last_words(all), all.last().map_or(0, |v| v.version)))
    });
    let list = move |name: &'static str, label: &'static str, now: u32| {
        let options = move || {
            let option = |version: u32| {
                view! { <option value=version.to_string() selected=version == now>{version}</option> }
            };
            live.versions.with(|all| all.iter().rev().map(|row| option(row.version)).collect_view())
        };
        view! {
            <label>
                <span>{label}</span>
                <select name=name>
                    {options}
                </select>
            </label>
        }
    };
    let workspace = live.view.with_untracked(|view| view.row.workspace);
    // What these make is compared on a page of its own.
    let apart = face::of(workspace).compared_apart;
    let action = if apart { compare::href(&live.id(), None, None) } else { links::session(&live.id()) };
    view! {
        <form class="compare-form" method="get" action=action>
            {(!apart).then(|| live.kept_fields(&["from", "to", "compare", "v"]))}
            {list("from", t.compare_from, first)}
            {list("to", t.compare_to, last)}
            <button type="submit" class="quiet">{t.compare}</button>
        </form>
    }
    .into_any()
}
