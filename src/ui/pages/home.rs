//! `/`: start a session, or go on with one.

use crate::api::{DeleteSession, StartSession, list_sessions};
use crate::model::session::WorkspaceId;
use crate::ui::components::examples::Examples;
use crate::ui::components::import_form::ImportForm;
use crate::ui::components::replay_form::ReplayForm;
use crate::ui::components::session_list::SessionList;
use crate::ui::components::start_form::StartForm;
use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;

/// The home page.
#[component]
pub fn Home() -> impl IntoView {
    let t = text::text();
    let start = ServerAction::<StartSession>::new();
    let delete = ServerAction::<DeleteSession>::new();
    let list = Resource::new_blocking(move || delete.version().get(), |_| list_sessions());
    let problem = move || delete.value().get().and_then(Result::err).map(|error| t.error(&error));
    view! {
        <Title text=format!("LegalAGI: {}", t.home_title)/>
        <main id="main" class="home" tabindex="-1">
            <h1>{t.home_title}</h1>
            <p class="lead">{t.home_lead}</p>
            <StartForm start workspace="contract"/>
            <Examples start workspace="contract"/>
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => view! { <SessionList list delete workspace=WorkspaceId::Contract/> }.into_any(),
                        Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
            <ImportForm/>
            <ReplayForm/>
        </main>
    }
    .into_any()
}
