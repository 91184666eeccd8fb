//! How norms look: the answer with its places beside the dialogue, and the way to the queue of reviews.

use crate::ui::components::icon::Sign;
use crate::ui::components::norms::chat::NormsChat;
use crate::ui::components::norms::pane::NormsPane;
use crate::ui::face::{self, Face, Words};
use crate::ui::live::Live;
use crate::ui::logic::issues::Filter;
use crate::ui::logic::norms;
use crate::ui::prefs::Lang;
use crate::ui::{example_text, frame_text, norms_text};
use leptos::prelude::*;

/// Norms.
pub static FACE: Face = Face {
    href: Some("/norms"),
    place: 2,
    sign: Sign::Norms,
    words,
    speaks: &[Lang::Ru],
    status,
    answers: true,
    needs_sources: true,
    compared_apart: true,
    short: norms::short,
    panes,
    below,
    ..Face::PLAIN
};

fn words() -> Words {
    let t = norms_text::text();
    Words {
        name: t.title,
        about: frame_text::text().card_norms,
        title: t.title,
        lead: t.lead,
        label: t.label,
        hint: t.hint,
        ask: t.ask,
        examples: t.examples,
        sentences: norms_text::EXAMPLES.to_vec(),
        tries: example_text::NORMS.to_vec(),
        sessions: t.questions,
        sessions_empty: t.questions_empty,
        result: t.answer,
        ..face::plain()
    }
}

fn status(lang: Lang, status: &str) -> Option<&'static str> {
    let t = norms_text::of(lang);
    match status {
        "gating" => Some(t.st_asks),
        "collecting" => Some(t.st_working),
        "ready" => Some(t.st_answered),
        "blocked" => Some(t.st_doubtful),
        _ => None,
    }
}

fn panes(live: Live, _query: String, _filter: Filter) -> AnyView {
    view! { <NormsPane live/> <NormsChat live/> }.into_any()
}

fn below() -> AnyView {
    view! { <p><a href="/norms/reviews">{norms_text::text().queue}</a></p> }.into_any()
}
