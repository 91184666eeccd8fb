//! The document on a session page: what is asked for, what came, which fact is looked at, which gap is being filled.

use crate::api::load_document;
use crate::model::document_view::{DocumentView, Gap};
use crate::model::error::ApiError;
use crate::model::ids::{IssueId, Version};
use crate::ui::browser;
use crate::ui::components::pane_tabs;
use crate::ui::live::{self, Live};
use crate::ui::logic::place::{Place, View};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A document that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The session.
    pub session: String,
    /// The version on the page.
    pub version: Version,
    /// The variant; without one, the document's own.
    pub variant: Option<String>,
    /// The part.
    pub part: String,
}

/// A document that was asked for and what the server said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fetched {
    /// What was asked for.
    pub wanted: Wanted,
    /// The document, nothing yet, or why it cannot be shown.
    pub outcome: Result<Option<DocumentView>, ApiError>,
}

impl Fetched {
    /// Asks the server.
    pub async fn read(wanted: Wanted) -> Self {
        let Wanted { session, version, variant, part } = wanted.clone();
        Self { wanted, outcome: load_document(session, Some(version), variant, part).await }
    }
}

/// The gap that the person fills now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub label: String,
    /// How one would ask for it.
    pub words: Option<String>,
    /// The issue about it.
    pub issue: Option<IssueId>,
}

impl About {
    /// How words about it begin: «Срок: », «Арендатор: паспорт ».
    #[must_use]
    pub fn opening(&self) -> String {
        let joint = if self.label.contains(": ") { " " } else { ": " };
        format!("{}{joint}", self.label)
    }
}

/// The signals of the document. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Paper {
    /// What the address asks for.
    pub place: Memo<Place>,
    /// What came last.
    pub fetched: RwSignal<Option<Fetched>>,
    /// The fact that is looked at.
    pub picked: RwSignal<Option<String>>,
    /// The gap that is being filled.
    pub about: RwSignal<Option<About>>,
    /// The issue to show once the facts are on the page again.
    pub goal: RwSignal<Option<IssueId>>,
    read: Action<Wanted, Fetched>,
}

impl Paper {
    /// The signals for what the server gave.
    #[must_use]
    pub fn new(place: Memo<Place>, fetched: Option<Fetched>) -> Self {
        Self {
            place,
            fetched: RwSignal::new(fetched),
            picked: RwSignal::new(None),
            about: RwSignal::new(None),
            goal: RwSignal::new(None),
            read: Action::new(|wanted: &Wanted| Fetched::read(wanted.clone())),
        }
    }

    /// The document on the page.
    #[must_use]
    pub fn view(self) -> Option<DocumentView> {
        self.fetched.with(|fetched| fetched.as_ref()?.outcome.as_ref().ok()?.clone())
    }

    /// Whether another document is on its way.
    #[must_use]
    pub fn reading(self) -> bool {
        self.read.pending().get()
    }

    /// Asks for the document whenever it is looked at and another version, variant or part is due. Effects run in the
    /// browser only.
    pub fn follow(self, live: Live) {
        let wanted = Memo::new(move |_| {
            let place = self.place.get();
            let version = live.view.with(|view| view.row.version);
            (place.view == View::Document).then(|| Wanted {
                session: live.id(),
                version,
                variant: place.variant.map(str::to_owned),
                part: place.part.to_owned(),
            })
        });
        Effect::new(move |_| {
            let Some(wanted) = wanted.get() else { return };
            let known = self.fetched.with_untracked(|now| now.as_ref().is_some_and(|now| now.wanted == wanted));
            if !known {
                self.read.dispatch(wanted);
            }
        });
        Effect::new(move |_| {
            if let Some(fetched) = self.read.value().get()
                && wanted.with_untracked(|wanted| wanted.as_ref() == Some(&fetched.wanted))
            {
                self.fetched.set(Some(fetched));
            }
        });
        Effect::new(move |_| {
            if self.place.get().view == View::Facts
                && let Some(issue) = self.goal.get()
            {
                self.goal.set(None);
                let row = format!("[id=\"issue-{}\"]", issue.as_str().replace(['"', '\\'], ""));
                pane_tabs::open_result();
                request_animation_frame(move || browser::reveal(&row));
            }
        });
    }

    /// Leads to where a gap is filled: the question that is open, or the field for words, told what it is about.
    pub fn fill(self, live: Live, gap: &Gap) {
        let open = live.view.with_untracked(|view| {
            view.next_action.as_ref().and_then(|next| next.question()).and_then(|question| question.question_id.clone())
        });
        pane_tabs::open_chat();
        if gap.question.is_some() && gap.question == open {
            self.forget(live);
            live::focus_answer(live);
            return;
        }
        let Gap { label, words, issue, .. } = gap.clone();
        self.forget(live);
        let about = About { label, words, issue };
        if live.draft.with_untracked(|draft| draft.trim().is_empty()) {
            live.draft.set(about.opening());
        }
        self.about.set(Some(about));
        live::focus_field();
    }

    /// Gives up filling a gap; what was put into the field for it goes too.
    pub fn forget(self, live: Live) {
        if let Some(about) = self.about.get_untracked()
            && live.draft.with_untracked(|draft| draft.trim() == about.opening().trim())
        {
            live.draft.set(String::new());
        }
        self.about.set(None);
    }
}
