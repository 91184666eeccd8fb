//! The open question, or the blanks of the text, as labelled fields: one plain form.

use crate::model::action::NextAction;
use crate::model::turn_answer::{Card, CardField};
use crate::ui::components::turn_note::counted;
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::turn_text;
use leptos::prelude::*;
use serde_json::Value;

/// More fields than these stay folded until they are wanted.
const OPEN: usize = 4;
/// The form's name when it comes back.
pub const FORM: &str = "card";

/// The card, above the field for words.
#[component]
pub fn QuestionCard(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let card = Memo::new(move |_| live.view.with(|view| view.told.answer.card.clone()));
    move || card.get().map(|card| body(live, card))
}

fn body(live: Live, card: Card) -> AnyView {
    let t = turn_text::text();
    let returned = live.returned_value(FORM, "card_id").is_some_and(|id| id == card.card_id);
    // A question with choices stands below with its buttons: its field is there for other values.
    let chosen_below = live.view.with_untracked(|view| {
        let asked = view.next_action.as_ref().and_then(NextAction::question);
        asked.is_some_and(|asked| asked.choices.as_ref().is_some_and(|choices| !choices.is_empty()))
    });
    let open = returned || card.fields.len() <= OPEN && !chosen_below;
    let (key, came_back) = (card.card_id.clone(), returned.then_some("true"));
    let looks = !card.lines.is_empty();
    let named = looks || card.card_id.starts_with("blanks:");
    let head = named.then(|| view! { <p class="card-title">{card.title}</p> <p class="card-why">{card.why}</p> });
    // The same form sent twice is one request.
    let version = live.view.with_untracked(|view| view.latest);
    if looks {
        let lines = card.lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
        return view! {
            <section class="card-pane" aria-label=t.card>
                {head}
                <form class="card-form" data-key=key method="post" action=format!("{}/card", links::session(&live.id()))>
                    <input type="hidden" name="card_id" value=card.card_id/>
                    <input type="hidden" name="version" value=version/>
                    <ul class="card-lines">{lines}</ul>
                    <button type="submit" class="primary" disabled=move || live.busy()>{t.card_keep}</button>
                </form>
            </section>
        }
        .into_any();
    }
    let summary = counted(t.fill_in, card.fields.len());
    let fields = card.fields.into_iter().map(|field| row(live, field)).collect_view();
    view! {
        <section class="card-pane" aria-label=t.card>
            {head}
            <details class="card-fold" open=open>
                <summary>{summary}</summary>
                <form class="card-form" data-key=key data-returned=came_back method="post" action=format!("{}/card", links::session(&live.id()))>
                    <input type="hidden" name="card_id" value=card.card_id/>
                    <input type="hidden" name="version" value=version/>
                    {fields}
                    <button type="submit" class="primary" disabled=move || live.busy()>{t.card_send}</button>
                </form>
            </details>
        </section>
    }
    .into_any()
}

fn row(live: Live, field: CardField) -> AnyView {
    let t = turn_text::text();
    let at = field.pointer.clone();
    let fault = {
        let at = at.clone();
        move || {
            let found =
                live.faults.with(|all| all.iter().find(|fault| fault.path == at).map(|fault| fault.code.clone()));
            found.map(|code| view! { <span class="problem" role="alert">{t.fault(&code)}</span> })
        }
    };
    let typed = live.returned_value(FORM, &at);
    let read = field.quote.clone().map(|quote| {
        view! { <small class="card-quote">{format::fill(t.read_from, &[("quote", &quote)])}</small> }
    });
    let needed = field.required && field.value.is_null();
    let required = needed.then(|| view! { " " <small>"(" {t.required} ")"</small> });
    let control = if field.choices.is_empty() {
        let kind = if field.kind == "email" { "email" } else { "text" };
        let value = typed.unwrap_or_else(|| words(&field.value));
        view! { <input type=kind name=at value=value required=needed autocomplete="off"/> }.into_any()
    } else {
        let chosen = typed.unwrap_or_else(|| words(&field.value));
        let options = field
            .choices
            .into_iter()
            .map(|choice| {
                let value = words(&choice.value);
                let selected = value == chosen;
                view! { <option value=value selected=selected>{choice.label}</option> }
            })
            .collect_view();
        view! {
            <select name=at required=needed>
                <option value="">{t.choose}</option>
                {options}
            </select>
        }
        .into_any()
    };
    view! {
        <label class="card-field" data-type=field.kind>
            <span>{field.label} {required}</span>
            {control}
            {read}
            {fault}
        </label>
    }
    .into_any()
}

/// A value as it stands in a field. What would lose its unit or currency in one line stays out: an empty field is kept
/// as it is.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(map) if map.get("currency").and_then(Value::as_str) == Some("RUB") => {
            map.get("amount").and_then(Value::as_str).map(format::sum).unwrap_or_default()
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Null | Value::Object(_) | Value::Array(_) => String::new(),
    }
}
