//! The four workspaces on the home page: what each is for, and a sentence to try it with.

use crate::api::StartSession;
use crate::model::session::WorkspaceId;
use crate::ui::components::icon::Icon;
use crate::ui::components::sidebar::sign_of;
use crate::ui::logic::format;
use crate::ui::{frame_text, norms_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// One card for each workspace.
#[component]
pub fn HomeCards() -> impl IntoView {
    let (t, f) = (text::text(), frame_text::text());
    let contract = t.example_messages().first().copied();
    let question = t.example_questions().first().copied();
    view! {
        <ul class="home-cards">
            {card(WorkspaceId::Contract, "/contract", t.nav_contract, f.card_contract, contract)}
            {card(WorkspaceId::Research, "/research", t.nav_research, f.card_research, question)}
            {card(WorkspaceId::Norms, "/norms", norms_text::text().title, f.card_norms, norms_text::EXAMPLES.first().copied())}
            {card(WorkspaceId::Trial, "/trial", t.nav_trial, f.card_trial, None)}
        </ul>
    }
    .into_any()
}

fn card(
    workspace: WorkspaceId,
    href: &'static str,
    name: &'static str,
    about: &'static str,
    example: Option<&'static str>,
) -> AnyView {
    let f = frame_text::text();
    // A plain form: it works without scripts, and the answer is another page anyway.
    let act = match example {
        Some(words) => view! {
            <form action=StartSession::url() method="post">
                <input type="hidden" name="workspace" value=workspace.as_str()/>
                <input type="hidden" name="message" value=words/>
                <button type="submit" class="example">{format::fill(f.try_it, &[("example", words)])}</button>
            </form>
        }
        .into_any(),
        None => view! { <a class="button" href=href>{f.open_section}</a> }.into_any(),
    };
    view! {
        <li class="home-card" data-workspace=workspace.as_str()>
            <h2><a href=href><Icon sign=sign_of(workspace)/> <span>{name}</span></a></h2>
            <p>{about}</p>
            {act}
        </li>
    }
    .into_any()
}
