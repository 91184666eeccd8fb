//! Editing of one fact; a plain form, so that it works without scripts. With scripts it first says what reopens.

use crate::api::{EditFact, Reopens};
use crate::ui::browser;
use crate::ui::live::Live;
use crate::ui::logic::tree;
use crate::ui::text;
use leptos::ev::SubmitEvent;
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
    let value = RwSignal::new(raw.clone());
    let at = pointer.clone();
    let on_submit = move |ev: SubmitEvent| {
        ev.prevent_default();
        live.propose(EditFact {
            session: live.id(),
            request: browser::fresh_id(),
            pointer: at.clone(),
            op: "set".to_owned(),
            value: Some(value.get_untracked()),
            kind: Some(sent_kind.to_owned()),
        });
    };
    let at = pointer.clone();
    let mine = Memo::new(move |_| {
        live.proposal.with(|known| known.as_ref().filter(|known| known.edit.pointer == at).map(|k| k.reopens.clone()))
    });
    let on_input = move |ev| {
        value.set(event_target_value(&ev));
        live.proposal.set(None);
    };
    let field = if kind == "flag" {
        let yes = raw == "true";
        view! {
            <select name="value" on:change=on_input>
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
                on:input=on_input
            />
        }
        .into_any()
    };
    let warning = move || mine.get().map(|reopens| reopened(live, &reopens));
    let label = move || if mine.with(Option::is_some) { t.save_anyway } else { t.save };
    view! {
        <form class="edit-fact" action=EditFact::url() method="post" on:submit=on_submit>
            <input type="hidden" name="session" value=live.id()/>
            <input type="hidden" name="pointer" value=pointer/>
            <input type="hidden" name="op" value="set"/>
            <input type="hidden" name="kind" value=sent_kind/>
            <label>
                <span>{t.new_value}</span>
                {field}
            </label>
            <div class="reopens-region" role="status">{warning}</div>
            <button type="submit" data-op="set" disabled=move || live.busy() || live.preview.pending().get()>{label}</button>
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
    let back = move |_| live.proposal.set(None);
    view! {
        <div class="reopens">
            <p>{t.reopens}</p>
            <ul>{rows}</ul>
            <button type="button" class="quiet" on:click=back>{t.keep_as_is}</button>
        </div>
    }
    .into_any()
}
