//! How research looks: the answer with its sources beside the dialogue.

use crate::ui::components::chat_pane::ChatPane;
use crate::ui::components::icon::Sign;
use crate::ui::components::research_pane::ResearchPane;
use crate::ui::face::{self, Face, Words};
use crate::ui::live::Live;
use crate::ui::logic::answer;
use crate::ui::logic::issues::Filter;
use crate::ui::prefs::Lang;
use crate::ui::{example_text, frame_text, text};
use leptos::prelude::*;

/// Research.
pub static FACE: Face = Face {
    href: Some("/research"),
    place: 1,
    sign: Sign::Research,
    words,
    speaks: &[Lang::Ru],
    status,
    answers: true,
    needs_sources: true,
    short,
    panes,
    ..Face::PLAIN
};

fn words() -> Words {
    let (t, f) = (text::text(), frame_text::text());
    Words {
        name: t.nav_research,
        about: f.card_research,
        title: t.research_title,
        lead: t.research_lead,
        label: t.research_label,
        hint: t.research_hint,
        ask: t.research_ask,
        examples: t.research_examples,
        sentences: t.example_questions().to_vec(),
        tries: example_text::RESEARCH.to_vec(),
        sessions: t.questions,
        sessions_empty: t.questions_empty,
        result: t.research_answer,
        answer_hint: t.question_hint,
        ..face::plain()
    }
}

fn status(lang: Lang, status: &str) -> Option<&'static str> {
    let t = text::of(lang);
    match status {
        "collecting" => Some(t.st_working),
        "ready" => Some(t.st_answered),
        "blocked" => Some(t.st_doubtful),
        _ => None,
    }
}

fn short(words: &str) -> String {
    match answer::short(words) {
        (first, true) => first,
        (first, false) => format!("{} {first}", text::text().answer_failed),
    }
}

fn panes(live: Live, _query: String, _filter: Filter) -> AnyView {
    view! { <ResearchPane live/> <ChatPane live/> }.into_any()
}
