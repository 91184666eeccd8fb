//! How contracts look: the facts or the document beside the dialogue.

use crate::ui::components::icon::Sign;
use crate::ui::components::import_form::ImportForm;
use crate::ui::components::replay_form::ReplayForm;
use crate::ui::face::{self, Face, Words};
use crate::ui::prefs::Lang;
use crate::ui::{frame_text, text};
use leptos::prelude::*;

/// Contracts.
pub static FACE: Face = Face {
    href: Some("/contract"),
    place: 0,
    sign: Sign::Contract,
    words,
    speaks: &[Lang::Ru],
    has_document: true,
    takes_files: true,
    below,
    ..Face::PLAIN
};

fn words() -> Words {
    let (t, f) = (text::text(), frame_text::text());
    Words {
        name: t.nav_contract,
        about: f.card_contract,
        title: t.home_title,
        lead: t.home_lead,
        sentences: t.example_messages().to_vec(),
        ..face::plain()
    }
}

fn below() -> AnyView {
    let f = frame_text::text();
    view! {
        <p><a href="/types">{f.types}</a></p>
        <details class="bring">
            <summary>{f.bring}</summary>
            <ImportForm/>
            <ReplayForm/>
        </details>
    }
    .into_any()
}
