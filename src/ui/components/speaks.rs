//! One line for whoever reads the page in a language that its workspace does not speak.

use crate::model::session::WorkspaceId;
use crate::ui::logic::format;
use crate::ui::prefs::Lang;
use crate::ui::{face, frame_text, text};
use leptos::prelude::*;

/// The line; nothing where the workspace speaks the page's language.
#[component]
pub fn Speaks(
    /// The workspace.
    workspace: WorkspaceId,
) -> impl IntoView {
    let f = frame_text::text();
    let spoken = face::of(workspace).speaks;
    let name = |lang: &Lang| match lang {
        Lang::Ru => f.language_ru,
        Lang::En => f.language_en,
        Lang::Ko => f.language_ko,
    };
    (!spoken.contains(&text::text().lang)).then(|| {
        let languages = spoken.iter().map(name).collect::<Vec<_>>().join(", ");
        view! { <p class="speaks hint" role="note">{format::fill(f.speaks_only, &[("languages", &languages)])}</p> }
    })
}
