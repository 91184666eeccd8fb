//! What came of one turn of the person: recorded facts with a field to change each, what was not understood, the reply.

use crate::model::claim::Support;
use crate::model::ids::TurnId;
use crate::model::turn_answer::{Answered, Recorded, TurnNote as Note};
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::turn_text::{self, TurnText};
use leptos::prelude::*;
use serde_json::Value;

/// Words that were not understood, as many as are shown.
const MISSED: usize = 5;
/// The card of a field that is changed from under its turn.
const CHANGE: &str = "blanks:change";

/// The note under a turn; plain forms, so that it works without scripts.
#[component]
pub fn TurnNote(
    /// The page's signals.
    live: Live,
    /// The turn.
    turn: TurnId,
) -> impl IntoView {
    let of = turn.clone();
    let note = Memo::new(move |_| live.view.with(|view| view.told.notes.get(&of).cloned()));
    let undoes = Memo::new(move |_| {
        live.viewed().is_none()
            && live
                .view
                .with(|view| view.told.can_undo && view.told.notes.keys().max_by_key(|id| id.version()) == Some(&turn))
    });
    move || note.get().map(|note| body(live, note, undoes.get()))
}

fn body(live: Live, note: Note, undoes: bool) -> AnyView {
    let t = turn_text::text();
    let now = live.viewed().is_none();
    let head = (!note.recorded.is_empty()).then(|| view! { <p class="turn-recorded">{t.recorded}</p> });
    let mut last = String::new();
    let facts = note.recorded.into_iter().map(|one| {
        // «Арендодатель» stands once over what was told of him.
        let side = side_of(&one).map(|(side, _)| side.to_owned()).unwrap_or_default();
        let head = (!side.is_empty() && side != last).then(|| {
            view! { <li class="turn-side" aria-hidden="true">{side.clone()}</li> }
        });
        last = side;
        (head, fact(live, t, one, now))
    });
    let facts = facts.collect_view();
    let missed = note.not_understood.into_iter().take(MISSED).map(|one| {
        view! { <p class="turn-missed"><b>{t.missed} ": "</b> "«" <q>{one.quote}</q> "»"</p> }
    });
    let missed = missed.collect_view();
    let answers = note.answers.into_iter().map(|one| answer(t, one)).collect_view();
    let reply = (!note.reply.is_empty()).then(|| view! { <p class="turn-reply">{note.reply}</p> });
    let undo = undoes.then(|| {
        view! {
            <form class="turn-undo" method="post" action=format!("{}/undo", links::session(&live.id()))>
                <input type="hidden" name="version" value=move || live.view.with(|view| view.latest)/>
                <button type="submit" class="quiet">{t.undo}</button>
            </form>
        }
    });
    view! {
        <li class="turn-note">
            {head}
            <ul class="turn-facts">{facts}</ul>
            {missed}
            {answers}
            {reply}
            {undo}
        </li>
    }
    .into_any()
}

/// The side that a fact is of, and what it is called without it.
fn side_of(one: &Recorded) -> Option<(&str, &str)> {
    one.label.split_once(": ").filter(|_| one.pointer.starts_with("/parties/"))
}

fn fact(live: Live, t: &'static TurnText, one: Recorded, now: bool) -> AnyView {
    let gone = one.shown.is_empty();
    let shown = if gone { t.removed.to_owned() } else { one.shown.clone() };
    let stood = words(&one.was).filter(|_| !gone);
    let was = stood.map(|was| view! { " " <span class="turn-was">"(" {t.was} ": " {was} ")"</span> });
    let at = one.pointer.clone();
    let change = (now && !gone && at != "/contract/type").then(|| {
        view! {
            <details class="turn-change">
                <summary>{t.change}</summary>
                <form method="post" action=format!("{}/card", links::session(&live.id()))>
                    <input type="hidden" name="card_id" value=CHANGE/>
                    <input type="hidden" name="version" value=move || live.view.with(|view| view.latest)/>
                    <label>
                        <span class="visually-hidden">{one.label.clone()}</span>
                        <input type="text" name=at value=one.shown.clone() autocomplete="off" required/>
                    </label>
                    <button type="submit">{t.save}</button>
                </form>
            </details>
        }
    });
    let label = match side_of(&one) {
        Some((side, what)) => (Some(format!("{side}: ")), what.to_owned()),
        None => (None, one.label.clone()),
    };
    let of_side = label.0.map(|side| view! { <span class="visually-hidden">{side}</span> });
    // The colour says it again: what the person said themselves needs no words on every line.
    let plain = matches!(one.support, Support::Confirmed | Support::Stated);
    view! {
        <li class="turn-fact" data-fact=one.pointer data-support=one.support.as_str()>
            <span class="turn-label">{of_side} {label.1} <span class="visually-hidden">" — "</span></span>
            <span class="turn-value">
                <b>{shown}</b>
                {was}
                " "
                <span class="turn-support" class:visually-hidden=plain data-support=one.support.as_str()>{t.support(one.support)}</span>
            </span>
            {change}
        </li>
    }
    .into_any()
}

/// A value that stood before, where it reads without its field: a text, a number, a sum.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(map) => {
            map.get("amount").and_then(Value::as_str).map(|amount| amount.trim_end_matches(".00").to_owned())
        }
        _ => None,
    }
}

fn answer(t: &'static TurnText, one: Answered) -> AnyView {
    let sources: Vec<String> =
        one.sources.into_iter().map(|source| source.node).filter(|node| !node.starts_with("clause:")).collect();
    let sources =
        (!sources.is_empty()).then(|| view! { <span class="turn-sources">{t.source} ": " {sources.join("; ")}</span> });
    view! {
        <div class="turn-answer">
            <p>{one.text}</p>
            <p class="turn-basis">
                <span class="turn-support" data-support=one.support.as_str()>{t.support(one.support)}</span>
                " "
                {sources}
            </p>
        </div>
    }
    .into_any()
}

/// How many of something.
#[must_use]
pub fn counted(template: &str, n: usize) -> String {
    format::fill(template, &[("n", &n.to_string())])
}
