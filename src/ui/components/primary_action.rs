//! The one button that carries a contract to its end: answers, then the text, then the file.

use crate::api::ComposeDocument;
use crate::model::turn_answer::Level;
use crate::ui::components::turn_note::counted;
use crate::ui::live::Live;
use crate::ui::logic::place;
use crate::ui::{frame_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// So many things are to be answered before the contract can be concluded.
    Answer(usize),
    /// It could be concluded; so many things keep it from being signed.
    Sign(usize),
    /// Everything is known: the text is made.
    Compose,
    /// The text stands: the file.
    Download,
}

/// What the stage, the gate and the holds leave to do.
fn next(stage: &str, ready: bool, level: Option<Level>, holds: usize) -> Option<Next> {
    match stage {
        "skeleton" | "clauses" | "final" => Some(Next::Download),
        _ if ready => Some(Next::Compose),
        _ if holds == 0 => None,
        _ if level == Some(Level::CanBeConcluded) => Some(Next::Sign(holds)),
        _ => Some(Next::Answer(holds)),
    }
}

/// The button, at the latest version only.
#[component]
pub fn PrimaryAction(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let f = frame_text::text();
    let now = Memo::new(move |_| {
        let latest = live.viewed().is_none();
        live.view
            .with(|view| {
                let ready = view.gate.as_ref().is_some_and(|gate| gate.ready_for_skeleton);
                next(&view.stage, ready, view.told.answer.level, view.told.answer.holds.len())
            })
            .filter(|_| latest)
    });
    move || {
        now.get().map(|next| match next {
            Next::Answer(n) | Next::Sign(n) => view! {
                <a class="button primary" href="#chat-text" data-next="answer">
                    {counted(if matches!(next, Next::Sign(_)) { f.left_signed } else { f.left }, n)}
                </a>
            }
            .into_any(),
            Next::Compose => view! {
                <form class="primary-form" action=ComposeDocument::url() method="post">
                    <input type="hidden" name="session" value=live.id()/>
                    <input type="hidden" name="variant" value=""/>
                    <button type="submit" class="primary" data-next="compose">{text::text().doc_compose}</button>
                </form>
            }
            .into_any(),
            Next::Download => view! {
                <a class="button primary" download="" data-next="download"
                    href=move || place::export(&live.id(), "docx", live.paper.place.get())>{f.download}</a>
            }
            .into_any(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Next, next};

    #[test]
    fn each_state_has_one_way_on() {
        assert_eq!(next("pre_skeleton", false, Some(Level::Draft), 5), Some(Next::Answer(5)));
        assert_eq!(next("pre_skeleton", false, Some(Level::CanBeConcluded), 11), Some(Next::Sign(11)));
        assert_eq!(next("pre_skeleton", true, None, 2), Some(Next::Compose));
        assert_eq!(next("clauses", true, None, 0), Some(Next::Download));
        assert_eq!(next("final", true, None, 0), Some(Next::Download));
        assert_eq!(next("pre_skeleton", false, None, 0), None);
    }
}
