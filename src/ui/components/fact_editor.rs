//! Editing of one fact: a plain form. What an edit would reopen is said before it is saved.

use crate::api::edits::{EditFact, Reopens};
use crate::ui::live::Live;
use crate::ui::logic::tree;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Writes another value.
#[component]
pub fn FactEditor(
    /// The page's signals.
    live: Live,
    /// JSON Pointer into `domain`.
    pointer: String,
    /// The value as a form sends it back.
    raw: String,
    /// The kind of the leaf, see `logic::tree`.
    kind: &'static str,
) -> impl IntoView {
    let t = text::text();
    if kind == "code" {
        return view! { <p class="hint">{t.edit_by_words}</p> }.into_any();
    }
    let sent_kind = if tree::is_text(kind) { "text" } else { "" };
    let mine = live.proposal_for(&pointer);
    let raw = mine.as_ref().map_or(raw, |proposal| proposal.value.clone());
    let field = if kind == "flag" {
        let yes = raw == "true";
        view! {
            <select name="value">
                <option value="true" selected=yes>{t.yes}</option>
                <option value="false" selected=!yes>{t.no}</option>
            </select>
        }
        .into_any()
    } else {
        let date = kind == "date";
        let (mode, pattern) =
            if kind == "amount" { (Some("decimal"), Some("[0-9]+([.][0-9]{1,2})?")) } else { (None, None) };
        view! {
            <input
                type=if date { "date" } else { "text" }
                name="value"
                value=raw
                inputmode=mode
                pattern=pattern
                title=pattern.map(|_| t.amount_hint)
                required
                autocomplete="off"
            />
        }
        .into_any()
    };
    // The value that was looked at goes with it: another one is looked at anew.
    let seen = mine.as_ref().map(|proposal| {
        view! { <input type="hidden" name="seen" value=proposal.value.clone()/> }
    });
    let label = if mine.is_some() { t.save_anyway } else { t.save };
    let warning = mine.map(|proposal| reopened(live, &proposal.reopens));
    let busy = live.busy();
    view! {
        <form class="edit-fact" action=EditFact::url() method="post">
            <input type="hidden" name="session" value=live.id()/>
            <input type="hidden" name="pointer" value=pointer/>
            <input type="hidden" name="op" value="set"/>
            <input type="hidden" name="kind" value=sent_kind/>
            {seen}
            <label>
                <span>{t.new_value}</span>
                {field}
            </label>
            <div class="reopens-region" role="status">{warning}</div>
            <button type="submit" data-op="set" disabled=busy>{label}</button>
        </form>
    }
    .into_any()
}

/// What the edit would reopen, each thing once.
fn reopened(live: Live, reopens: &[Reopens]) -> AnyView {
    let t = text::text();
    let mut lines: Vec<String> = live.view.with_untracked(|view| {
        let words = |r: &Reopens| match r.kind.as_str() {
            "computed" => format!("{}: {}", t.recomputed, tree::full_name(view, &r.reference)),
            _ => r.title.clone(),
        };
        reopens.iter().map(words).collect()
    });
    lines.dedup();
    let rows = lines.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
    view! {
        <div class="reopens">
            <p>{t.reopens}</p>
            <ul>{rows}</ul>
            <a class="button quiet" href=live.here()>{t.keep_as_is}</a>
        </div>
    }
    .into_any()
}
