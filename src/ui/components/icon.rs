//! Small line drawings beside names; they say nothing that the name does not.

use leptos::prelude::*;

/// What a drawing stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Something new.
    New,
    /// Contracts.
    Contract,
    /// Questions about law.
    Research,
    /// Building codes.
    Norms,
    /// Mock trials.
    Trial,
    /// Sources.
    Sources,
    /// All matters.
    Matters,
    /// Settings and status.
    Settings,
    /// A file that goes along.
    File,
}

impl Sign {
    /// The strokes on a field of 20 by 20.
    const fn strokes(self) -> &'static str {
        match self {
            Self::New => "M10 4v12M4 10h12",
            Self::Contract => "M5 2.5h7l3.5 3.5v11.5h-10.5zM12 2.5v3.5h3.5M7.5 10h5.5M7.5 13h3.5",
            Self::Research => "M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM12.5 12.5l4.5 4.5",
            Self::Norms => "M3 15.5h14M4.5 15.5v-8l5.5-4l5.5 4v8M8 15.5v-4.5h4v4.5",
            Self::Trial => "M10 3v13M6 16.5h8M3.5 6h13M3.5 6l-2 5.5h4zM16.5 6l-2 5.5h4z",
            Self::Sources => "M4 3h3.5v14h-3.5zM7.5 3h3.5v14h-3.5zM12 4l3-1l3 13l-3 1z",
            Self::Matters => "M2.5 5h5l2 2h8v9h-15z",
            Self::Settings => "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4",
            Self::File => {
                "M15.5 9.5l-5.6 5.6a3.5 3.5 0 0 1-5-5l6.6-6.6a2.4 2.4 0 0 1 3.4 3.4l-6.5 6.5a1.2 1.2 0 0 1-1.7-1.7l5.7-5.7"
            }
        }
    }
}

/// A drawing; hidden from those who hear the page.
#[component]
pub fn Icon(
    /// What it stands for.
    sign: Sign,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
            <path d=sign.strokes() fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>
        </svg>
    }
    .into_any()
}
