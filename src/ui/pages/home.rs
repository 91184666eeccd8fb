//! `/` and `/research`: start a session of a workspace, or go on with one.

use crate::api::{DeleteSession, StartSession, StartTrial, list_sessions};
use crate::model::session::WorkspaceId;
use crate::ui::components::examples::Examples;
use crate::ui::components::import_form::ImportForm;
use crate::ui::components::replay_form::ReplayForm;
use crate::ui::components::session_list::SessionList;
use crate::ui::components::start_form::StartForm;
use crate::ui::components::trial::start::{TrialAbout, TrialStart};
use crate::ui::{text, trial_text};
use leptos::prelude::*;
use leptos_meta::Title;

/// The home page: contracts.
#[component]
pub fn Home() -> impl IntoView {
    front(WorkspaceId::Contract)
}

/// Mock trials.
#[component]
pub fn TrialHome() -> impl IntoView {
    let (g, t) = (text::text(), trial_text::text());
    let start = ServerAction::<StartTrial>::new();
    let delete = ServerAction::<DeleteSession>::new();
    let list = Resource::new_blocking(move || delete.version().get(), |_| list_sessions());
    view! {
        <Title text=format!("LegalAGI: {}", t.home_title)/>
        <main id="main" class="home" tabindex="-1">
            <h1>{t.home_title}</h1>
            <p class="lead">{t.home_lead}</p>
            <TrialStart start/>
            <TrialAbout/>
            <Transition fallback=move || view! { <p class="hint">{g.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => view! { <SessionList list delete workspace=WorkspaceId::Trial/> }.into_any(),
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

fn front(workspace: WorkspaceId) -> AnyView {
    let t = text::text();
    let start = ServerAction::<StartSession>::new();
    let delete = ServerAction::<DeleteSession>::new();
    let list = Resource::new_blocking(move || delete.version().get(), |_| list_sessions());
    let problem = move || delete.value().get().and_then(Result::err).map(|error| t.error(&error));
    let (name, title, lead) = match workspace {
        WorkspaceId::Research => ("research", t.research_title, t.research_lead),
        _ => ("contract", t.home_title, t.home_lead),
    };
    let bring = (workspace == WorkspaceId::Contract).then(|| view! { <ImportForm/> <ReplayForm/> });
    view! {
        <Title text=format!("LegalAGI: {title}")/>
        <main id="main" class="home" tabindex="-1">
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <StartForm start workspace=name/>
            <Examples start workspace=name/>
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => view! { <SessionList list delete workspace/> }.into_any(),
                        Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
            {bring}
        </main>
    }
    .into_any()
}
