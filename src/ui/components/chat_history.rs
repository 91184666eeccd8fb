//! The dialogue so far.

use crate::model::ids::TurnId;
use crate::model::turn::{Role, Turn};
use crate::ui::components::turn_note::TurnNote;
use crate::ui::live::Live;
use crate::ui::logic::{format, highlight};
use crate::ui::{face, frame_text, text};
use leptos::prelude::*;

/// The turns, the words on their way, and the mark on words a fact comes from.
#[component]
pub fn ChatHistory(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = text::text();
    let turns = Memo::new(move |_| live.view.with(|view| view.turns.clone()));
    // The question's own turn is drawn by the question form below.
    let asked = Memo::new(move |_| {
        live.view.with(|view| {
            let last = view.turns.last().filter(|turn| turn.role == Role::Assistant)?;
            let question = view.next_action.as_ref()?.question()?;
            (question.question_text == last.text).then(|| last.id.clone())
        })
    });
    view! {
        <div class="chat-history" role="log" aria-live="off" aria-label=t.pane_chat tabindex="0">
            <Show when=move || turns.with(Vec::is_empty)>
                <p class="empty">{t.chat_empty}</p>
            </Show>
            <ol>
                <For each=move || turns.get() key=|turn| turn.id.clone() let:turn>
                    {turn_row(live, turn, asked)}
                </For>
            </ol>
            // Words on their way: the page's program shows them so until the server has them.
            <template class="turn-on-its-way">
                <li class="turn" data-role="user" data-pending="true">
                    <p class="turn-head"><b>{t.you}</b> " " <span>{t.sending}</span></p>
                    <p class="turn-text"></p>
                </li>
            </template>
        </div>
    }
    .into_any()
}

fn turn_row(live: Live, turn: Turn, asked: Memo<Option<TurnId>>) -> AnyView {
    let t = text::text();
    let id = turn.id.to_string();
    let role = match turn.role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    };
    let who = match turn.role {
        Role::User => t.you,
        Role::Assistant => "LegalAGI",
        Role::System => t.system,
    };
    let current = {
        let id = turn.id.clone();
        move || asked.with(|asked| asked.as_ref() == Some(&id)).then_some("true")
    };
    let quote = {
        let id = id.clone();
        Memo::new(move |_| {
            live.mark.with(|mark| mark.as_ref().filter(|mark| mark.turn == id).map(|mark| mark.quote.clone()))
        })
    };
    let note = (turn.role == Role::User).then(|| view! { <TurnNote live turn=turn.id.clone()/> });
    // A whole answer stands beside the dialogue.
    let workspace = live.view.with_untracked(|view| view.row.workspace);
    let words = match turn.role {
        Role::Assistant => (face::of(workspace).short)(&turn.text),
        Role::User | Role::System => turn.text,
    };
    let long = (turn.role == Role::User).then(|| opening(&words)).flatten();
    let body = move || {
        let quote = quote.get().unwrap_or_default();
        highlight::spans(&words, &quote)
            .into_iter()
            .map(|span| match span.marked {
                true => view! { <mark>{span.text}</mark> }.into_any(),
                false => span.text.into_any(),
            })
            .collect_view()
    };
    view! {
        <li class="turn" id=format!("turn-{id}") data-role=role data-turn=id data-current=current>
            <p class="turn-head">
                <b>{who}</b> " " <time datetime=turn.at.clone()>{format::time_of_day(&turn.at)}</time>
            </p>
            {match long {
                None => view! { <p class="turn-text">{body}</p> }.into_any(),
                // Words that a fact comes from are in sight.
                Some((first, more)) => view! {
                    <details class="turn-long" open=move || quote.with(Option::is_some)>
                        <summary><span class="turn-first">{first}</span> " " <span class="hint">{more}</span></summary>
                        <p class="turn-text">{body}</p>
                    </details>
                }
                .into_any(),
            }}
        </li>
        {note}
    }
    .into_any()
}

/// Characters of a turn that is shown as a whole.
const WHOLE: usize = 1500;
/// Characters of a longer one that are shown before it is opened.
const FIRST: usize = 160;

/// How a long turn begins, a file mostly, and how much there is behind it.
fn opening(words: &str) -> Option<(String, String)> {
    let all = words.chars().count();
    if all <= WHOLE {
        return None;
    }
    let first: String = words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(FIRST).collect();
    let more = format::fill(frame_text::text().long_more, &[("n", &(all - FIRST).to_string())]);
    Some((format!("{first}…"), more))
}
