//! `/styleguide`: every token with its contrast, and every part of the pages in each of its states, drawn by the
//! components themselves from a sample. `?theme=` shows it in another theme and sets no cookie.

mod dialogue;
mod matter;
pub mod sample;
mod small;
mod tokens;

use crate::ui::guide_text;
use crate::ui::prefs::Theme;
use crate::ui::served::frame::Served;
use crate::ui::text;
use leptos::prelude::*;
use sample::Sample;

/// The page in a theme; without one, in the visitor's.
pub fn page(theme: Option<Theme>) -> Served {
    let title = guide_text::text().title;
    Served { theme, ..Served::made(title, move || body(theme)) }
}

fn body(theme: Option<Theme>) -> AnyView {
    let t = guide_text::text();
    let shown = theme.unwrap_or(text::prefs().theme);
    let sample = Sample::read();
    let broken = sample.is_none().then(|| view! { <p class="problem" role="alert">{t.s_broken}</p> });
    let mut parts = tokens::parts(shown);
    if let Some(sample) = &sample {
        parts.extend(small::parts(sample));
        parts.extend(dialogue::parts(sample));
        parts.extend(matter::parts(sample));
    }
    let contents = parts.iter().map(|part| view! { <li><a href=format!("#{}", part.id)>{part.title}</a></li> });
    let contents = contents.collect_view();
    let switch = Theme::ALL.map(|one| {
        let current = (one == shown).then_some("true");
        view! { <a href=format!("/styleguide?theme={}", one.as_str()) aria-current=current>{text::text().theme_name(one)}</a> }
    });
    view! {
        <div class="guide">
            <h1>{t.title}</h1>
            <p class="lead">{t.lead}</p>
            <nav class="switch" aria-label=t.themes>{switch.into_iter().collect_view()}</nav>
            <nav class="guide-contents" aria-label=t.contents><ul>{contents}</ul></nav>
            {broken}
            {parts.into_iter().map(section).collect_view()}
        </div>
    }
    .into_any()
}

/// A part of the guide.
struct Part {
    id: &'static str,
    title: &'static str,
    states: Vec<AnyView>,
}

fn part(id: &'static str, title: &'static str, states: Vec<AnyView>) -> Part {
    Part { id, title, states }
}

fn section(part: Part) -> AnyView {
    let id = format!("title-{}", part.id);
    view! {
        <section class="guide-part" id=part.id aria-labelledby=id.clone()>
            <h2 id=id.clone()>{part.title}</h2>
            {part.states}
        </section>
    }
    .into_any()
}

/// A component in one state. What the sample says is Russian.
fn state(words: &str, body: impl IntoView + 'static) -> AnyView {
    view! {
        <div class="guide-state">
            <p class="hint">{words.to_owned()}</p>
            <div class="guide-stage">{body.into_any()}</div>
        </div>
    }
    .into_any()
}

/// The same over the whole width.
fn wide(words: &str, body: impl IntoView + 'static) -> AnyView {
    view! { <div class="guide-wide">{state(words, body)}</div> }.into_any()
}
