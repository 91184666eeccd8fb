//! `/`, `/research`, `/norms`, `/trial`: start a session of a workspace, or go on with one.

use crate::api::{DeleteSession, SessionList as List, list_sessions};
use crate::model::session::{SessionRow, WorkspaceId};
use crate::ui::components::examples::Examples;
use crate::ui::components::home_cards::HomeCards;
use crate::ui::components::import_form::ImportForm;
use crate::ui::components::replay_form::ReplayForm;
use crate::ui::components::session_list::SessionList;
use crate::ui::components::start_form::StartForm;
use crate::ui::components::trial::start::{TrialAbout, TrialStart};
use crate::ui::{frame_text, norms_text, text, trial_text};
use leptos::prelude::*;
use leptos_meta::Title;

/// Matters that the home page lists; the others have a page of their own.
const RECENT: usize = 10;

/// The home page: one field for any task, the four workspaces, what was begun.
#[component]
pub fn Home() -> impl IntoView {
    let (t, f) = (text::text(), frame_text::text());
    let list = Resource::new_blocking(|| (), |()| list_sessions());
    let problem = move || {
        ServerAction::<DeleteSession>::new().value().get_untracked().and_then(Result::err).map(|error| t.error(&error))
    };
    view! {
        <Title text=format!("LegalAGI: {}", f.home_title)/>
        <main id="main" class="home" data-front="any" tabindex="-1">
            <h1>{f.home_title}</h1>
            <p class="lead">{f.home_lead}</p>
            <StartForm workspace="any"/>
            <HomeCards/>
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

/// Contracts.
#[component]
pub fn ContractHome() -> impl IntoView {
    front(WorkspaceId::Contract)
}

/// Mock trials.
#[component]
pub fn TrialHome() -> impl IntoView {
    let (g, t) = (text::text(), trial_text::text());
    let list = Resource::new_blocking(|| (), |()| list_sessions());
    view! {
        <Title text=format!("LegalAGI: {}", t.home_title)/>
        <main id="main" class="home" tabindex="-1">
            <h1>{t.home_title}</h1>
            <p class="lead">{t.home_lead}</p>
            <TrialStart/>
            <TrialAbout/>
            <Transition fallback=move || view! { <p class="hint">{g.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => view! { <SessionList list workspace=Some(WorkspaceId::Trial)/> }.into_any(),
                        Err(error) => view! { <p class="problem" role="alert">{g.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

/// Questions.
#[component]
pub fn ResearchHome() -> impl IntoView {
    front(WorkspaceId::Research)
}

/// Questions about building codes.
#[component]
pub fn NormsHome() -> impl IntoView {
    front(WorkspaceId::Norms)
}

/// Questions about codes that wait for a person.
#[component]
pub fn ReviewQueue() -> impl IntoView {
    let (g, t) = (text::text(), norms_text::text());
    let list = Resource::new_blocking(|| (), |()| list_sessions());
    let waiting = move |list: List| {
        let rows: Vec<SessionRow> = list
            .rows
            .into_iter()
            .filter(|row| row.workspace == WorkspaceId::Norms && row.status == "blocked")
            .collect();
        let empty = (list.allowed && rows.is_empty()).then(|| view! { <p class="empty">{t.queue_empty}</p> });
        let list = List { rows, ..list };
        view! { {empty} <SessionList list workspace=Some(WorkspaceId::Norms)/> }.into_any()
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

fn front(workspace: WorkspaceId) -> AnyView {
    let t = text::text();
    let list = Resource::new_blocking(|| (), |()| list_sessions());
    let problem = move || {
        ServerAction::<DeleteSession>::new().value().get_untracked().and_then(Result::err).map(|error| t.error(&error))
    };
    let (name, title, lead) = match workspace {
        WorkspaceId::Research => ("research", t.research_title, t.research_lead),
        WorkspaceId::Norms => ("norms", norms_text::text().title, norms_text::text().lead),
        _ => ("contract", t.home_title, t.home_lead),
    };
    let queue = (workspace == WorkspaceId::Norms)
        .then(|| view! { <p><a href="/norms/reviews">{norms_text::text().queue}</a></p> });
    let types =
        (workspace == WorkspaceId::Contract).then(|| view! { <p><a href="/types">{frame_text::text().types}</a></p> });
    let bring = (workspace == WorkspaceId::Contract).then(|| {
        view! {
            <details class="bring">
                <summary>{frame_text::text().bring}</summary>
                <ImportForm/>
                <ReplayForm/>
            </details>
        }
    });
    view! {
        <Title text=format!("LegalAGI: {title}")/>
        <main id="main" class="home" tabindex="-1">
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <StartForm workspace=name/>
            <Examples workspace=name/>
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => view! { <SessionList list workspace=Some(workspace)/> }.into_any(),
                        Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
            {types}
            {queue}
            {bring}
        </main>
    }
    .into_any()
}
