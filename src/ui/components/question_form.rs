//! The question and its answer: a choice, or words. Works as a plain form too.

use crate::api::SendMessage;
use crate::model::action::{Choice, NextAction};
use crate::model::session::WorkspaceId;
use crate::ui::components::about_line::AboutLine;
use crate::ui::components::chat_input::ChatInput;
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::{face, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form under the dialogue. Digits 1–9 pick a choice while nothing is being typed.
#[component]
pub fn QuestionForm(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let next = live.view.with_untracked(|view| view.next_action.clone());
    let question = next.as_ref().and_then(NextAction::question).cloned();
    let busy = live.busy();
    let workspace = live.view.with_untracked(|view| view.row.workspace);
    let request = live.view.with_untracked(|view| format!("form-{}-{}", view.turns.len(), view.latest));
    let asked = question.as_ref().and_then(|question| question.question_id.clone());
    let asked = asked.map(|id| view! { <input type="hidden" name="answers_to" value=id.to_string()/> });
    let hint = (face::of(workspace).words)().answer_hint;
    // The other side's copy takes words alone: its link opens no other way in.
    let takes = face::of(workspace).takes_files && !live.view.with_untracked(|view| view.is_copy);
    let files = takes.then(|| format!("{}/say", links::session(&live.id())));
    let typed = live.returned_value("say", "text").unwrap_or_default();
    // Where the keyboard goes on: to the question when digits can answer it, else to the field.
    let choices = question.as_ref().is_some_and(|question| question.choices.is_some());
    view! {
        <form class="question-form" action=SendMessage::url() method="post" novalidate data-says="true">
            <input type="hidden" name="session" value=live.id()/>
            <input type="hidden" name="request" value=request/>
            {asked}
            <div class="question" tabindex="-1" aria-live="polite" data-next-focus=choices.then_some("true")>
                {next.map(|next| next_step(next, busy, workspace))}
            </div>
            <AboutLine/>
            <ChatInput answers=question.is_some() busy hint files typed/>
        </form>
    }
    .into_any()
}

/// What the person is to do next.
fn next_step(next: NextAction, busy: bool, workspace: WorkspaceId) -> AnyView {
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
        NextAction::Done if face::of(workspace).answers => {
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
fn choice_button(number: usize, choice: Choice, busy: bool) -> AnyView {
    let key = (number <= 9).then(|| view! { <kbd>{number}</kbd> " " });
    let press = (number <= 9).then(|| number.to_string());
    let (label, remark) = format::remark(&choice.label);
    let remark = remark.map(|words| view! { " " <small>{words.to_owned()}</small> });
    let label = label.to_owned();
    view! {
        <button type="submit" class="choice" name="choice" value=choice.id.clone() data-choice=choice.id data-press=press formnovalidate disabled=busy>
            {key}
            <span>{label} {remark}</span>
        </button>
    }
    .into_any()
}
