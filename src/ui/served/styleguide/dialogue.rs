//! What stands beside a matter: the dialogue in its states, the cards, the level, the button that leads on.

use crate::model::action::{AskUser, Choice, NextAction};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::form::Returned;
use crate::model::session::{GateView, SessionView};
use crate::model::turn_answer::{Level, Review};
use crate::ui::components::chat_pane::ChatPane;
use crate::ui::components::level_meter::LevelMeter;
use crate::ui::components::primary_action::PrimaryAction;
use crate::ui::components::question_card::{self, QuestionCard};
use crate::ui::components::review_list::ReviewList;
use crate::ui::guide_text;
use crate::ui::live::Live;
use crate::ui::served::styleguide::sample::Sample;
use crate::ui::served::styleguide::{Part, part, state};
use crate::ui::turn_text;
use leptos::prelude::*;
use serde_json::{Value, json};

/// See the module.
pub(super) fn parts(sample: &Sample) -> Vec<Part> {
    let t = guide_text::text();
    vec![
        part("head", t.head, head(sample)),
        part("dialogue", t.dialogue, dialogue(sample)),
        part("card", t.card, cards(sample)),
        part("review", t.review, vec![review(sample)]),
    ]
}

fn ready() -> GateView {
    GateView { ready_for_skeleton: true, summary: String::new(), blockers: Vec::new() }
}

/// Every level with the button that belongs to it.
fn head(sample: &Sample) -> Vec<AnyView> {
    let at = |level: Level, change: fn(&mut SessionView)| {
        let live = sample.live(|view| {
            view.told.answer.level = Some(level);
            change(view);
        });
        let body = view! { <LevelMeter live/> <p><PrimaryAction live/></p> };
        state(turn_text::text().level_name(level), body)
    };
    let composed = sample.live(|view| {
        view.stage = "final".to_owned();
        view.gate = Some(ready());
    });
    vec![
        at(Level::Draft, |_| {}),
        at(Level::CanBeConcluded, |view| view.told.answer.holds.truncate(1)),
        at(Level::CanBeSigned, |view| {
            view.told.answer.holds.clear();
            view.gate = Some(ready());
        }),
        state(guide_text::text().paper, view! { <p><PrimaryAction live=composed/></p> }),
    ]
}

fn pane(live: Live) -> AnyView {
    view! { <div class="guide-pane"><ChatPane live/></div> }.into_any()
}

fn dialogue(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let quiet = |view: &mut SessionView| {
        view.told.answer.card = None;
        view.told.review = Review::default();
    };
    let choices = sample.live(|view| {
        let labels = view.told.answer.card.iter().flat_map(|card| &card.fields).flat_map(|field| &field.choices);
        let labels: Vec<String> = labels.map(|choice| choice.label.clone()).collect();
        quiet(view);
        view.next_action = view.next_action.take().map(|next| with_choices(next, labels));
    });
    let runs = sample.live(|view| {
        quiet(view);
        view.next_action = None;
        (view.busy, view.pending) = (true, Some("INTERPRET".to_owned()));
    });
    let failed = sample.live(|view| {
        quiet(view);
        view.next_action = None;
        view.pending = Some("INTERPRET".to_owned());
    });
    vec![
        state(t.d_asked, pane(sample.live(|_| {}))),
        state(t.d_choices, pane(choices)),
        state(t.d_runs, pane(runs)),
        state(t.d_failed, pane(failed)),
    ]
}

/// The open question with choices.
fn with_choices(next: NextAction, labels: Vec<String>) -> NextAction {
    let NextAction::AskUser { ask_user } = next else { return next };
    let choice = |(n, label): (usize, String)| Choice { id: n.to_string(), label, value: Value::Null };
    let choices = Some(labels.into_iter().enumerate().map(choice).collect());
    NextAction::AskUser { ask_user: AskUser { choices, ..ask_user } }
}

fn cards(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let card = sample.session.told.answer.card.clone();
    let first =
        card.as_ref().and_then(|card| card.fields.get(1)).map(|field| field.pointer.clone()).unwrap_or_default();
    let id = card.as_ref().map(|card| card.card_id.clone()).unwrap_or_default();
    let fields = json!([{"path": first, "code": "required", "params": {}}]);
    let error = ApiError::new(ErrorCode::InvalidRequest, "-").with("fields", fields);
    let returned = Returned { form: question_card::FORM.to_owned(), pairs: vec![("card_id".to_owned(), id)], error };
    let look = sample.live(|view| {
        let lines: Vec<String> = view.told.answer.holds.iter().map(|hold| hold.how.clone()).collect();
        if let Some(card) = &mut view.told.answer.card {
            (card.lines, card.title) = (lines, t.c_look.to_owned());
        }
    });
    vec![
        state(t.d_asked, view! { <QuestionCard live=sample.live(|_| {})/> }),
        state(t.c_faults, view! { <QuestionCard live=sample.page(|_| {}, Some(returned), None)/> }),
        state(t.c_look, view! { <QuestionCard live=look/> }),
    ]
}

fn review(sample: &Sample) -> AnyView {
    let live = sample.live(|_| {});
    state(guide_text::text().s_full, view! { <ReviewList live open=true/> })
}
