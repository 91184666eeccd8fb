//! How a workspace looks: its words, its drawing, the panes of a session. Its folder says it (`workspaces/*/face.rs`), the
//! registry lists it, the components of the frame ask it.

use crate::model::example::Shelf;
use crate::model::session::WorkspaceId;
use crate::registry;
use crate::ui::components::chat_pane::ChatPane;
use crate::ui::components::icon::Sign;
use crate::ui::components::result_pane::ResultPane;
use crate::ui::live::Live;
use crate::ui::logic::issues::Filter;
use crate::ui::prefs::Lang;
use crate::ui::{compare_text, text};
use leptos::prelude::*;

/// The words of a workspace in the language of the visitor.
pub struct Words {
    /// Its name in lists.
    pub name: &'static str,
    /// What it is for, on its card.
    pub about: &'static str,
    /// The title of its front page.
    pub title: &'static str,
    /// What stands below it.
    pub lead: &'static str,
    /// What the first words are.
    pub label: &'static str,
    /// What they may be.
    pub hint: &'static str,
    /// What the button does.
    pub ask: &'static str,
    /// Above the sentences to start from.
    pub examples: &'static str,
    /// The sentences.
    pub sentences: Vec<&'static str>,
    /// Those that the example corpus answers; none where it has nothing to say.
    pub tries: Vec<&'static str>,
    /// Above its sessions.
    pub sessions: &'static str,
    /// Where there are none.
    pub sessions_empty: &'static str,
    /// The pane of what was made.
    pub result: &'static str,
    /// The pane of the dialogue.
    pub chat: &'static str,
    /// What the next words may be.
    pub answer_hint: &'static str,
    /// The title of a comparison.
    pub compare: &'static str,
    /// What is chosen there.
    pub compare_pick: &'static str,
    /// What is said while nothing is chosen.
    pub compare_none: Option<&'static str>,
}

/// How a workspace looks.
pub struct Face {
    /// The address of its front page; none where it has none.
    pub href: Option<&'static str>,
    /// Its place among the others.
    pub place: u8,
    /// Its drawing.
    pub sign: Sign,
    /// Its words.
    pub words: fn() -> Words,
    /// The languages in which it asks, answers and writes. A page in another one says so once.
    pub speaks: &'static [Lang],
    /// A status in its own words; none where the usual ones fit.
    pub status: fn(Lang, &str) -> Option<&'static str>,
    /// Whether it ends with an answer: that is read first, and the words behind it are about an answer.
    pub answers: bool,
    /// Whether it answers from legal sources alone: without any it has nothing to say.
    pub needs_sources: bool,
    /// Whether what it makes is compared on a page of its own.
    pub compared_apart: bool,
    /// Whether a document stands beside the facts.
    pub has_document: bool,
    /// Whether a file can be sent with words: its text is read as the person's own.
    pub takes_files: bool,
    /// What the dialogue shows of an answer that stands beside it.
    pub short: fn(&str) -> String,
    /// The panes of a session: what is searched, what is filtered.
    pub panes: fn(Live, String, Filter) -> AnyView,
    /// What stands above the list of its front page instead of a field and sentences.
    pub start: Option<fn() -> AnyView>,
    /// What stands below that list.
    pub below: fn() -> AnyView,
}

impl Face {
    /// A workspace that says nothing of its own.
    pub const PLAIN: Self = Self {
        href: None,
        place: u8::MAX,
        sign: Sign::Matters,
        words: plain,
        speaks: &Lang::ALL,
        status: |_, _| None,
        answers: false,
        needs_sources: false,
        compared_apart: false,
        has_document: false,
        takes_files: false,
        short: str::to_owned,
        panes,
        start: None,
        below: || ().into_any(),
    };
}

/// The words of the frame.
#[must_use]
pub fn plain() -> Words {
    let (t, c) = (text::text(), compare_text::text());
    Words {
        name: t.sessions,
        about: "",
        title: t.sessions,
        lead: "",
        label: t.start_label,
        hint: t.start_hint,
        ask: t.start,
        examples: t.examples,
        sentences: Vec::new(),
        tries: Vec::new(),
        sessions: t.sessions,
        sessions_empty: t.sessions_empty,
        result: t.pane_result,
        chat: t.pane_chat,
        answer_hint: t.answer_hint,
        compare: c.title,
        compare_pick: c.pick,
        compare_none: None,
    }
}

/// The sentences that can be answered by what is held.
#[must_use]
pub fn to_try<'w>(face: &Face, words: &'w Words, shelf: Shelf) -> &'w [&'static str] {
    match shelf {
        _ if !face.needs_sources => &words.sentences,
        Shelf::Own => &words.sentences,
        Shelf::Example => &words.tries,
        Shelf::Empty => &[],
    }
}

/// Facts or document beside the dialogue.
#[must_use]
pub fn panes(live: Live, query: String, filter: Filter) -> AnyView {
    view! { <ResultPane live query filter/> <ChatPane live/> }.into_any()
}

/// The face of a workspace.
#[must_use]
pub fn of(workspace: WorkspaceId) -> &'static Face {
    registry::of(workspace).map_or(&Face::PLAIN, |one| one.face)
}

/// Those that have a front page, in their order.
#[must_use]
pub fn fronts() -> Vec<(WorkspaceId, &'static Face, &'static str)> {
    let all = registry::all().filter_map(|one| Some((one.flow.id(), one.face, one.face.href?)));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(_, face, _)| face.place);
    all
}
