//! `/` and the front page of each workspace: start a session of a workspace, or go on with one.

use crate::api::shelf::held;
use crate::api::{DeleteSession, SessionList as List, list_sessions};
use crate::model::example::Shelf;
use crate::model::session::{SessionRow, WorkspaceId};
use crate::ui::components::example_corpus::ExampleOffer;
use crate::ui::components::examples::Examples;
use crate::ui::components::home_cards::HomeCards;
use crate::ui::components::icon::Sign;
use crate::ui::components::session_list::SessionList;
use crate::ui::components::speaks::Speaks;
use crate::ui::components::start_form::StartForm;
use crate::ui::face::{self, Face, Words};
use crate::ui::pages::not_found::NotFound;
use crate::ui::{frame_text, norms_text, text};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_location;

/// Matters that the home page lists; the others have a page of their own.
const RECENT: usize = 10;

/// The home page: one field for any task, the workspaces, what was begun.
#[component]
pub fn Home() -> impl IntoView {
    let (t, f) = (text::text(), frame_text::text());
    let (list, shelf) = (Resource::new_blocking(|| (), |()| list_sessions()), shelf());
    let problem = move || {
        ServerAction::<DeleteSession>::new().value().get_untracked().and_then(Result::err).map(|error| t.error(&error))
    };
    view! {
        <Title text=format!("LegalAGI: {}", f.home_title)/>
        <main id="main" class="home" data-front="any" tabindex="-1">
            <h1>{f.home_title}</h1>
            <p class="lead">{f.home_lead}</p>
            <StartForm/>
            <Transition>
                {move || Suspend::new(async move {
                    let shelf = shelf.await;
                    view! { <ExampleOffer shelf back="/"/> <HomeCards shelf/> }
                })}
            </Transition>
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(mut list) => {
                            list.rows.truncate(RECENT);
                            view! { <SessionList list/> }.into_any()
                        }
                        Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

/// The front page of a workspace, by its address.
#[component]
pub fn Front() -> impl IntoView {
    let path = use_location().pathname.get_untracked();
    let found = face::fronts().into_iter().find(|(_, _, href)| *href == path);
    match found {
        Some((workspace, face, _)) => front(workspace, face),
        None => view! { <NotFound/> }.into_any(),
    }
}

/// Questions about codes that wait for a person.
#[component]
pub fn ReviewQueue() -> impl IntoView {
    let (g, t) = (text::text(), norms_text::text());
    let list = Resource::new_blocking(|| (), |()| list_sessions());
    let Some((queued, ..)) = face::fronts().into_iter().find(|(_, face, _)| face.sign == Sign::Norms) else {
        return view! { <NotFound/> }.into_any();
    };
    let waiting = move |list: List| {
        let rows: Vec<SessionRow> =
            list.rows.into_iter().filter(|row| row.workspace == queued && row.status == "blocked").collect();
        let empty = (list.allowed && rows.is_empty()).then(|| view! { <p class="empty">{t.queue_empty}</p> });
        let list = List { rows, ..list };
        view! { {empty} <SessionList list workspace=Some(queued)/> }.into_any()
    };
    view! {
        <Title text=format!("LegalAGI: {}", t.queue)/>
        <main id="main" class="home" tabindex="-1">
            <h1>{t.queue}</h1>
            <p class="lead">{t.queue_lead}</p>
            <Transition fallback=move || view! { <p class="hint">{g.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => waiting(list),
                        Err(error) => view! { <p class="problem" role="alert">{g.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

/// What is held of sources; a store that does not answer leaves the page as it always was.
fn shelf() -> Resource<Shelf> {
    Resource::new_blocking(|| (), |()| async { held().await.unwrap_or(Shelf::Own) })
}

fn front(workspace: WorkspaceId, face: &'static Face) -> AnyView {
    let t = text::text();
    let list = Resource::new_blocking(|| (), |()| list_sessions());
    let problem = move || {
        ServerAction::<DeleteSession>::new().value().get_untracked().and_then(Result::err).map(|error| t.error(&error))
    };
    let Words { title, lead, .. } = (face.words)();
    let start = match face.start {
        Some(start) => start(),
        None if !face.needs_sources => {
            view! { <StartForm workspace=Some(workspace)/> <Examples workspace shelf=Shelf::Own/> }.into_any()
        }
        None => {
            let (shelf, back) = (shelf(), face.href.unwrap_or("/"));
            view! {
                <StartForm workspace=Some(workspace)/>
                <Transition>
                    {move || Suspend::new(async move {
                        let shelf = shelf.await;
                        view! { <ExampleOffer shelf back/> <Examples workspace shelf/> }
                    })}
                </Transition>
            }
            .into_any()
        }
    };
    view! {
        <Title text=format!("LegalAGI: {title}")/>
        <main id="main" class="home" tabindex="-1">
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <Speaks workspace/>
            {start}
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => view! { <SessionList list workspace=Some(workspace)/> }.into_any(),
                        Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
            {(face.below)()}
        </main>
    }
    .into_any()
}
