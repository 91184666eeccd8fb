//! The workspaces on the home page: what each is for, and a sentence to try it with.

use crate::api::StartSession;
use crate::model::example::Shelf;
use crate::model::session::WorkspaceId;
use crate::ui::components::icon::Icon;
use crate::ui::face::{self, Face, Words};
use crate::ui::frame_text;
use crate::ui::logic::format;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// One card for each workspace.
#[component]
pub fn HomeCards(
    /// What can be answered from.
    shelf: Shelf,
) -> impl IntoView {
    let cards = face::fronts().into_iter().map(|(workspace, face, href)| card(workspace, face, href, shelf));
    view! { <ul class="home-cards">{cards.collect_view()}</ul> }.into_any()
}

fn card(workspace: WorkspaceId, face: &Face, href: &'static str, shelf: Shelf) -> AnyView {
    let f = frame_text::text();
    let words = (face.words)();
    // Where a form opens a session, no sentence does.
    let example = face::to_try(face, &words, shelf).first().copied().filter(|_| face.start.is_none());
    let Words { name, about, .. } = words;
    let id = workspace.as_str().to_owned();
    // A plain form: it works without scripts, and the answer is another page anyway.
    let act = match example {
        Some(words) => view! {
            <form action=StartSession::url() method="post">
                <input type="hidden" name="workspace" value=id.clone()/>
                <input type="hidden" name="message" value=words/>
                <button type="submit" class="example">{format::fill(f.try_it, &[("example", words)])}</button>
            </form>
        }
        .into_any(),
        None => view! { <a class="button" href=href>{f.open_section}</a> }.into_any(),
    };
    view! {
        <li class="home-card" data-workspace=id.clone()>
            <h2><a href=href><Icon sign=face.sign/> <span>{name}</span></a></h2>
            <p>{about}</p>
            {act}
        </li>
    }
    .into_any()
}
