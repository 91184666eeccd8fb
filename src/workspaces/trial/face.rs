//! How a mock trial looks: its forms instead of a field, the case beside the rounds.

use crate::ui::components::icon::Sign;
use crate::ui::components::trial::chat::TrialChat;
use crate::ui::components::trial::pane::TrialPane;
use crate::ui::components::trial::start::{TrialAbout, TrialStart};
use crate::ui::face::{self, Face, Words};
use crate::ui::live::Live;
use crate::ui::logic::issues::Filter;
use crate::ui::prefs::Lang;
use crate::ui::{branch_text, frame_text, text, trial_text};
use leptos::prelude::*;

/// Mock trials.
pub static FACE: Face = Face {
    href: Some("/trial"),
    place: 3,
    sign: Sign::Trial,
    words,
    status,
    compared_apart: true,
    panes,
    start: Some(start),
    ..Face::PLAIN
};

fn words() -> Words {
    let (t, b) = (trial_text::text(), branch_text::text());
    Words {
        name: text::text().nav_trial,
        about: frame_text::text().card_trial,
        title: t.home_title,
        lead: t.home_lead,
        sessions: t.sessions,
        sessions_empty: t.sessions_empty,
        result: t.pane,
        chat: t.chat,
        compare: b.title,
        compare_pick: b.pick,
        compare_none: Some(b.choose),
        ..face::plain()
    }
}

fn status(lang: Lang, status: &str) -> Option<&'static str> {
    let t = trial_text::of(lang);
    match status {
        "collecting" => Some(t.st_facts),
        "gating" => Some(t.st_rounds),
        "ready" => Some(t.st_report),
        "blocked" => Some(t.st_closed),
        _ => None,
    }
}

fn panes(live: Live, _query: String, _filter: Filter) -> AnyView {
    view! { <TrialPane live/> <TrialChat live/> }.into_any()
}

fn start() -> AnyView {
    view! { <TrialStart/> <TrialAbout/> }.into_any()
}
