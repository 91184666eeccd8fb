//! Runs of a line: words, facts by their origin, placeholders, references.

use crate::model::document_view::{DocumentView, Gap, Mark, Run};
use crate::model::facts::Origin;
use crate::model::pointer;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::place::{Place, View};
use crate::ui::text;
use leptos::prelude::*;

/// What every run needs.
#[derive(Clone, Copy)]
pub struct Ink {
    /// The page whose facts and gaps lead somewhere; none where the document is only read.
    live: Option<Live>,
    gaps: StoredValue<Vec<Gap>>,
}

impl Ink {
    /// For one document.
    #[must_use]
    pub fn new(live: Live, document: &DocumentView) -> Self {
        Self { live: Some(live), gaps: StoredValue::new(document.gaps.clone()) }
    }

    /// For a document that is only read: nothing of its session is named.
    #[must_use]
    pub fn reading(document: &DocumentView) -> Self {
        Self { live: None, gaps: StoredValue::new(document.gaps.clone()) }
    }

    /// Whether nothing but reading can be done.
    #[must_use]
    pub fn is_reading(self) -> bool {
        self.live.is_none()
    }
}

/// A line.
pub fn runs(ink: Ink, line: &[Run]) -> AnyView {
    line.iter().map(|one| run(ink, one)).collect_view().into_any()
}

fn run(ink: Ink, run: &Run) -> AnyView {
    let text = run.text.clone();
    let gap = |at: &str| ink.gaps.with_value(|gaps| gaps.iter().find(|gap| gap.pointer == at).cloned());
    match &run.mark {
        Mark::Plain => text.into_any(),
        Mark::Fact { pointer, origin } => match ink.live {
            Some(live) => fact(live, pointer.clone(), *origin, text),
            None => view! { <span class="run-fact" data-origin=origin.map(Origin::as_str)>{text}</span> }.into_any(),
        },
        Mark::Missing { pointer } | Mark::Blank { pointer } => match (gap(pointer), ink.live) {
            (Some(gap), Some(live)) => gap_link(live, gap, text),
            (Some(gap), None) if gap.needed => view! { <span class="run-missing">{text}</span> }.into_any(),
            _ => view! { <span class="run-blank">{text}</span> }.into_any(),
        },
        // The browser's own link, so that its target is highlighted.
        Mark::Ref { target } => view! { <a class="run-ref" href=format!("#{target}")>{text}</a> }.into_any(),
    }
}

/// A fact; looked at, its card opens and the words behind it are highlighted in the dialogue.
fn fact(live: Live, at: String, origin: Option<Origin>, text: String) -> AnyView {
    let t = text::text();
    let (href, changed) = {
        let place = live.paper.place.get_untracked();
        let changed = live.view.with_untracked(|v| v.changed.iter().any(|leaf| pointer::is_within(leaf, &at)));
        (place.fact(&live.id(), live.viewed(), &at), changed.then_some("true"))
    };
    let title = origin.map_or_else(|| t.whence.to_owned(), |origin| format!("{}. {}", t.origin(origin).0, t.whence));
    let picked = {
        let at = at.clone();
        move || live.paper.picked.with(|picked| picked.as_ref() == Some(&at)).then_some("true")
    };
    view! {
        <a
            class="run-fact"
            href=href
            title=title
            data-origin=origin.map(Origin::as_str)
            data-pointer=at
            data-changed=changed
            aria-current=picked
        >
            {text}
        </a>
    }
    .into_any()
}

/// A place to fill in: leads to the question that fills it; without scripts, to its issue or the field for words.
pub fn gap_link(live: Live, gap: Gap, words: String) -> AnyView {
    let t = text::text();
    let viewed = live.viewed();
    let href = gap.issue.as_ref().map_or_else(
        || "#chat-text".to_owned(),
        |issue| {
            let place = live.paper.place.get_untracked().with_view(View::Facts);
            format!("{}#issue-{issue}", Place::href(place, &live.id(), viewed))
        },
    );
    let class = if gap.needed { "run-missing" } else { "run-blank" };
    let title = format::fill(t.doc_fill, &[("label", &gap.label)]);
    let (at, issue) = (gap.pointer.clone(), gap.issue.as_ref().map(ToString::to_string));
    // An older version is for reading. What is being asked leads to its question; anything else says what the next words
    // are about.
    let fill = viewed.is_none().then_some("fill");
    let asked = gap.question.is_some() && gap.question == live.open_question();
    let about = fill.filter(|_| !asked).map(|_| {
        let joint = if gap.label.contains(": ") { " " } else { ": " };
        (format!("{}{joint}", gap.label), format::fill(t.about, &[("label", &gap.label)]))
    });
    let ask = about.as_ref().and(gap.words.clone());
    let (opening, name) = about.unzip();
    view! {
        <a
            class=class
            href=href
            title=title
            data-pointer=at
            data-issue=issue
            data-act=fill
            data-opening=opening
            data-title=name
            data-ask=ask
        >
            {words}
        </a>
    }
    .into_any()
}
