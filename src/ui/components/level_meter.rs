//! One meter of how far a contract is: draft, can be concluded, can be signed; and what stands in the way.

use crate::model::turn_answer::{Hold, Level};
use crate::ui::components::turn_note::counted;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::{frame_text, turn_text};
use leptos::prelude::*;

/// Holds that are shown; the rest are counted.
const SHOWN: usize = 8;

/// The meter with the holds of the next level.
#[component]
pub fn LevelMeter(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let told = Memo::new(move |_| {
        live.view.with(|view| view.told.answer.level.map(|level| (level, view.told.answer.holds.clone())))
    });
    // The other side's copy shows what its link opens, and no more.
    let why = live.view.with_untracked(|view| (!view.is_copy).then(|| links::why(view.row.session_id.as_str())));
    move || told.get().map(|(level, holds)| body(level, holds, why.clone()))
}

fn body(level: Level, holds: Vec<Hold>, why: Option<String>) -> AnyView {
    let t = turn_text::text();
    let steps = [Level::Draft, Level::CanBeConcluded, Level::CanBeSigned]
        .into_iter()
        .map(|step| {
            let current = (step == level).then_some("step");
            let reached = (step <= level).then_some("true");
            view! { <li class="level-step" data-level=step.as_str() data-reached=reached aria-current=current>{t.level_name(step)}</li> }
        })
        .collect_view();
    let title = if level == Level::Draft { t.holds_concluded } else { t.holds_signed };
    let more = holds.len().saturating_sub(SHOWN);
    let none = holds.is_empty();
    let rows = holds
        .into_iter()
        .take(SHOWN)
        .map(|hold| view! { <li class="level-hold">{hold.message} " " <span class="level-how">{hold.how}</span></li> })
        .collect_view();
    let more = (more > 0).then(|| view! { <p class="hint">{counted(t.more, more)}</p> });
    let rest = match none {
        true if level == Level::CanBeSigned => view! { <p class="hint">{t.nothing_holds}</p> }.into_any(),
        true => ().into_any(),
        false => view! {
            <details class="level-holds">
                <summary>{title}</summary>
                <ul>{rows}</ul>
                {more}
            </details>
        }
        .into_any(),
    };
    view! {
        <section class="level-meter" data-level=level.as_str() aria-label=t.level>
            <div class="level-line">
                <ol class="level-steps">{steps}</ol>
                {why.map(|href| view! { <a class="level-why" href=href>{frame_text::text().why}</a> })}
            </div>
            {rest}
        </section>
    }
    .into_any()
}
