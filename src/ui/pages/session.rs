//! `/s/:id`: one session, at its latest version or, with `?v=N`, at an older one.

use crate::api::{load_session, load_trace, load_versions};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::form::Returned;
use crate::model::session::WorkspaceId;
use crate::ui::browser;
use crate::ui::components::chat_pane::ChatPane;
use crate::ui::components::norms::chat::NormsChat;
use crate::ui::components::norms::pane::NormsPane;
use crate::ui::components::pane_tabs::PaneTabs;
use crate::ui::components::result_pane::ResultPane;
use crate::ui::components::trial::chat::TrialChat;
use crate::ui::components::trial::pane::TrialPane;
use crate::ui::live::{Compared, Live, Mark, PageData};
use crate::ui::logic::issues::Filter;
use crate::ui::logic::place::{Place, View};
use crate::ui::logic::{links, stream, tree};
use crate::ui::pages::not_found::NotFound;
use crate::ui::paper::{Fetched, Wanted};
use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use leptos_router::params::ParamsMap;
use std::time::Duration;

/// How often a page asks again while another tab's turn runs.
const POLL: Duration = Duration::from_millis(2000);

/// The session page.
#[component]
pub fn SessionPage() -> impl IntoView {
    let t = text::text();
    let (params, query) = (use_params_map(), use_query_map());
    let source = Memo::new(move |_| {
        let id = params.with(|p| p.get("id").unwrap_or_default());
        query.with(|q| {
            let number = |name: &str| q.get_str(name).and_then(|text| text.parse::<u32>().ok());
            // A plain form sends two numbers, a link one span.
            let two = || links::span(&format!("{}..{}", number("from")?, number("to")?));
            let compare = q.get_str("compare").and_then(links::span).or_else(two);
            (id, number("v"), q.get_str("trace").is_some(), compare)
        })
    });
    // Not part of the source: another view or variant changes the document only, and the page asks for that itself.
    let page = Resource::new_blocking(
        move || source.get(),
        move |(id, version, trace, compare)| {
            // What a plain form brought back is known to the request that shows it, and to no other.
            let returned = use_context::<Returned>();
            read((id, version, trace, compare), query.with_untracked(place_of), returned)
        },
    );
    view! {
        <Transition fallback=move || view! { <main id="main" class="home" tabindex="-1"><p class="hint">{t.loading}</p></main> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(data) => view! { <SessionBody data/> }.into_any(),
                    Err(error) if error.code == ErrorCode::NotFound => view! { <NotFound/> }.into_any(),
                    Err(error) => view! { <Failed error/> }.into_any(),
                }
            })}
        </Transition>
    }
    .into_any()
}

async fn read(
    (id, version, trace, compare): (String, Option<u32>, bool, Option<(u32, u32)>),
    place: Place,
    returned: Option<Returned>,
) -> Result<PageData, ApiError> {
    let view = load_session(id.clone(), version).await?;
    // Only contracts have a document.
    let document = match place.view {
        _ if view.row.workspace != WorkspaceId::Contract => None,
        View::Facts => None,
        View::Document => {
            let (version, variant, part) = (view.row.version, place.variant.map(str::to_owned), place.part.to_owned());
            Some(Fetched::read(Wanted { session: id.clone(), version, variant, part }).await)
        }
    };
    let versions = load_versions(id.clone()).await.unwrap_or_default();
    let trace = if trace { load_trace(id.clone()).await.ok() } else { None };
    let compared = match compare {
        Some(pair) => Some(Compared::read(id, pair).await),
        None => None,
    };
    Ok(PageData { view, versions, trace, compared, document, returned })
}

fn place_of(query: &ParamsMap) -> Place {
    // What is searched, filtered or traced stands among the facts.
    let among = ["q", "severity", "status", "order", "trace"].into_iter().any(|name| query.get_str(name).is_some());
    let facts = among.then_some(View::Facts.as_str());
    Place::parse(query.get_str("view").or(facts), query.get_str("variant"), query.get_str("part"))
}

#[component]
fn Failed(error: ApiError) -> impl IntoView {
    let t = text::text();
    view! {
        <main id="main" class="home" tabindex="-1">
            <h1>{t.problem}</h1>
            <p class="problem" role="alert">{t.error(&error)}</p>
            <p><a href="" rel="external">{t.refresh}</a></p>
        </main>
    }
    .into_any()
}

#[component]
fn SessionBody(data: PageData) -> impl IntoView {
    let address = use_query_map();
    let place = Memo::new(move |_| address.with(place_of));
    let query = address.get_untracked();
    let filter = Filter::parse(query.get_str("severity"), query.get_str("status"), query.get_str("order"));
    let words = query.get("q").unwrap_or_default();
    let picked = query.get("mark").filter(|pointer| tree::first_below(&data.view.ledger, pointer).is_some());
    let mark = picked.as_ref().and_then(|pointer| {
        let (_, entry) = tree::first_below(&data.view.ledger, pointer)?;
        Some(Mark { turn: entry.turn_id.as_ref()?.to_string(), quote: entry.quote.clone()? })
    });
    // Not a closure over a signal: the head is written when the page's signals may be gone already.
    let title = browser::title(&format!("{} · LegalAGI", data.view.row.title));
    let workspace = data.view.row.workspace;
    let live = Live::new(data, place);
    live.mark.set(mark);
    live.paper.picked.set(picked);
    live.connect();
    follow(live);
    view! {
        <Title text=title/>
        <main id="main" class="session" tabindex="-1">
            <PaneTabs workspace/>
            {match workspace {
                WorkspaceId::Norms => view! { <NormsPane live/> <NormsChat live/> }.into_any(),
                WorkspaceId::Trial => view! { <TrialPane live/> <TrialChat live/> }.into_any(),
                _ => view! { <ResultPane live query=words filter/> <ChatPane live/> }.into_any(),
            }}
        </main>
    }
    .into_any()
}

/// Follows the events of the session while its latest version is on the page. Effects run in the browser only.
fn follow(live: Live) {
    let now = Memo::new(move |_| live.viewed().is_none());
    Effect::new(move |_| {
        if !now.get() {
            return;
        }
        let url = format!("/api/session/{}/events", links::encode(&live.id()));
        let stream = browser::listen(&url, move |name, data| match stream::read(name, &data) {
            Some(stream::Happening::Running(progress)) => {
                live.progress.set(Some(progress));
                if !live.sending_untracked() {
                    live.reload.dispatch(());
                }
            }
            Some(stream::Happening::State(version)) => {
                let newer = live.view.with_untracked(|view| version > u64::from(view.latest) || view.busy);
                if newer && !live.sending_untracked() {
                    live.reload.dispatch(());
                }
            }
            Some(stream::Happening::RoundEnd(end)) => live.round_end.set(Some(end)),
            Some(stream::Happening::Failed) if !live.sending_untracked() => {
                live.reload.dispatch(());
            }
            _ => {}
        });
        let stream = StoredValue::new_local(stream);
        on_cleanup(move || stream.dispose());
    });
    Effect::new(move |_| {
        if now.get() && live.view.with(|view| view.busy) && !live.sending() {
            let timer = set_timeout_with_handle(
                move || {
                    live.reload.dispatch(());
                },
                POLL,
            );
            on_cleanup(move || {
                if let Ok(timer) = timer {
                    timer.clear();
                }
            });
        }
    });
}
