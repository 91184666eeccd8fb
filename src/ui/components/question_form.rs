//! The question and its answer: a choice, or words. Works as a plain form too.

use crate::api::SendMessage;
use crate::model::action::{AskUser, Choice, NextAction};
use crate::model::session::WorkspaceId;
use crate::ui::browser;
use crate::ui::components::about_line::AboutLine;
use crate::ui::components::chat_input::ChatInput;
use crate::ui::live::{Live, Sent};
use crate::ui::logic::{format, message};
use crate::ui::text;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::Event;

/// The form under the dialogue. Digits 1–9 pick a choice while nothing is being typed.
#[component]
pub fn QuestionForm(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let next = Memo::new(move |_| live.view.with(|view| view.next_action.clone()));
    let question = Memo::new(move |_| next.with(|next| next.as_ref().and_then(NextAction::question).cloned()));
    let busy = Memo::new(move |_| live.busy());
    let workspace = live.view.with_untracked(|view| view.row.workspace);
    let pick = move |choice: Option<Choice>| submit(live, question.get_untracked().as_ref(), choice);
    let choice_by = move |found: &dyn Fn(usize, &Choice) -> bool| {
        question.with_untracked(|q| {
            let choices = q.as_ref()?.choices.as_ref()?;
            choices.iter().enumerate().find(|(i, c)| found(*i, c)).map(|(_, c)| c.clone())
        })
    };
    let on_submit = move |ev: SubmitEvent| {
        ev.prevent_default();
        let picked = ev.submitter().and_then(|button| button.get_attribute("data-choice"));
        pick(picked.and_then(|id| choice_by(&|_, choice| choice.id == id)));
    };
    Effect::new(move |_| {
        let handle = window_event_listener(leptos::ev::keydown, move |ev: KeyboardEvent| {
            let digit = ev.key().parse::<usize>().ok().filter(|d| (1..=9).contains(d));
            let plain = !ev.ctrl_key() && !ev.alt_key() && !ev.meta_key() && !ev.repeat();
            if let Some(digit) = digit.filter(|_| plain && !browser::is_typing())
                && let Some(choice) = choice_by(&|i, _| i + 1 == digit)
            {
                ev.unchecked_ref::<Event>().prevent_default();
                pick(Some(choice));
            }
        });
        on_cleanup(move || handle.remove());
    });
    let request = move || live.view.with(|view| format!("form-{}-{}", view.turns.len(), view.latest));
    view! {
        <form class="question-form" action=SendMessage::url() method="post" prop:noValidate=true on:submit=on_submit>
            <input type="hidden" name="session" value=live.id()/>
            <input type="hidden" name="request" value=request/>
            {move || {
                let id = question.with(|q| q.as_ref().and_then(|q| q.question_id.clone()));
                id.map(|id| view! { <input type="hidden" name="answers_to" value=id.to_string()/> })
            }}
            <div class="question" tabindex="-1" aria-live="polite">
                {move || next.get().map(|next| next_step(next, busy, workspace))}
            </div>
            <AboutLine live/>
            <ChatInput
                draft=live.draft
                answers=Signal::derive(move || question.with(Option::is_some))
                busy
                fault=live.fault
                hint=if workspace == WorkspaceId::Research { text::text().question_hint } else { text::text().answer_hint }
                send=Callback::new(move |()| pick(None))
            />
        </form>
    }
    .into_any()
}

/// What the person is to do next.
fn next_step(next: NextAction, busy: Memo<bool>, workspace: WorkspaceId) -> AnyView {
    let t = text::text();
    match next {
        NextAction::AskUser { ask_user } => {
            let choices = ask_user.choices.unwrap_or_default();
            let hint = (!choices.is_empty()).then(|| view! { <p class="hint keys">{t.keys_choices}</p> });
            let buttons = choices.into_iter().enumerate().map(|(i, choice)| choice_button(i + 1, choice, busy));
            let why = ask_user.why_this_question.map(|words| view! { <p class="question-why">{words}</p> });
            view! {
                <p class="question-text"><span class="visually-hidden">{t.question} ": "</span> {ask_user.question_text}</p>
                {why}
                <div class="choices">{buttons.collect_view()}</div>
                {hint}
            }
            .into_any()
        }
        NextAction::ProceedToSkeleton => said(t.done_title, None, Some(t.done_lead.to_owned())),
        NextAction::HaltError { error } => said(t.halt_title, Some(error.message), error.suggested_recovery),
        NextAction::ProceedToClauses | NextAction::ProceedToFinal => {
            said(t.drafting_title, None, Some(t.drafting_lead.to_owned()))
        }
        NextAction::Done if matches!(workspace, WorkspaceId::Research | WorkspaceId::Norms) => {
            said(t.answered_title, None, Some(t.answered_lead.to_owned()))
        }
        NextAction::Done => said(t.final_title, None, Some(t.final_lead.to_owned())),
        NextAction::ProceedToGate => ().into_any(),
    }
}

fn said(title: &'static str, message: Option<String>, why: Option<String>) -> AnyView {
    view! {
        <p class="question-text">{title}</p>
        {message.map(|words| view! { <p class="halt-message">{words}</p> })}
        {why.map(|words| view! { <p class="question-why">{words}</p> })}
    }
    .into_any()
}

/// A choice; what stands in brackets (the article, whom it favours) is set apart.
fn choice_button(number: usize, choice: Choice, busy: Memo<bool>) -> AnyView {
    let key = (number <= 9).then(|| view! { <kbd>{number}</kbd> " " });
    let (label, remark) = format::remark(&choice.label);
    let remark = remark.map(|words| view! { " " <small>{words.to_owned()}</small> });
    let label = label.to_owned();
    view! {
        <button type="submit" class="choice" name="choice" value=choice.id.clone() data-choice=choice.id formnovalidate disabled=busy>
            {key}
            <span>{label} {remark}</span>
        </button>
    }
    .into_any()
}

/// Sends a choice, or the words in the field. The same words that failed before keep their request id.
fn submit(live: Live, question: Option<&AskUser>, choice: Option<Choice>) {
    let draft = live.draft.get_untracked();
    let fault = if choice.is_none() { message::fault(&draft) } else { None };
    live.fault.set(fault);
    if live.busy() || fault.is_some() {
        return;
    }
    let turns = live.view.with_untracked(|view| view.turns.len());
    let mut request = SendMessage {
        session: live.id(),
        request: None,
        text: choice.is_none().then(|| draft.clone()),
        answers_to: question.and_then(|q| q.question_id.as_ref()).map(ToString::to_string),
        choice: choice.as_ref().map(|choice| choice.id.clone()),
    };
    let before = live.sent.get_untracked().map(|sent| sent.request);
    request.request = match before {
        Some(old) if same(&old, &request) => old.request,
        _ => browser::fresh_id(),
    };
    let shown = choice.as_ref().map_or_else(|| draft.clone(), |choice| choice.label.clone());
    let back = if choice.is_none() { draft } else { String::new() };
    live.forget_problems();
    live.paper.about.set(None);
    live.sent.set(Some(Sent { shown, draft: back, turns, request: request.clone() }));
    if choice.is_none() {
        live.draft.set(String::new());
    }
    live.send.dispatch(request);
}

fn same(a: &SendMessage, b: &SendMessage) -> bool {
    a.text == b.text && a.choice == b.choice && a.answers_to == b.answers_to
}
