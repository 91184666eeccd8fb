//! `/s/:id`: one session, at its latest version or, with `?v=N`, at an older one.

use crate::api::{load_session, load_trace, load_versions};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::form::Returned;
use crate::ui::components::example_corpus::example_mark;
use crate::ui::components::pane_tabs::PaneTabs;
use crate::ui::components::speaks::Speaks;
use crate::ui::live::{Compared, Live, Mark, PageData, Proposal};
use crate::ui::logic::issues::Filter;
use crate::ui::logic::place::{Place, View};
use crate::ui::logic::{format, links, tree};
use crate::ui::pages::not_found::NotFound;
use crate::ui::paper::{Fetched, Paper, Wanted};
use crate::ui::{face, text};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use leptos_router::params::ParamsMap;

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
            let asked = query.get_untracked();
            read((id, version, trace, compare), asked, returned)
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
    asked: ParamsMap,
    returned: Option<Returned>,
) -> Result<PageData, ApiError> {
    let place = place_of(&asked);
    let view = load_session(id.clone(), version).await?;
    // Only some have a document.
    let document = match place.view {
        _ if !face::of(view.row.workspace).has_document => None,
        View::Facts => None,
        View::Document => {
            let (version, variant, part) = (view.row.version, place.variant.map(str::to_owned), place.part.to_owned());
            Some(Fetched::read(Wanted { session: id.clone(), version, variant, part }).await)
        }
    };
    let versions = load_versions(id.clone()).await.unwrap_or_default();
    let trace = if trace { load_trace(id.clone()).await.ok() } else { None };
    let proposal = match (asked.get("propose"), asked.get("to_value")) {
        (Some(pointer), Some(value)) => {
            Proposal::read(id.clone(), pointer, value, asked.get("kind").unwrap_or_default()).await
        }
        _ => None,
    };
    let compared = match compare {
        Some(pair) => Some(Compared::read(id, pair).await),
        None => None,
    };
    Ok(PageData { view, versions, trace, compared, proposal, document, returned })
}

fn place_of(query: &ParamsMap) -> Place {
    // What is searched, filtered or traced stands among the facts.
    let among =
        ["q", "severity", "status", "order", "trace", "propose"].into_iter().any(|name| query.get_str(name).is_some());
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
            <p><a href="">{t.refresh}</a></p>
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
    let title = format::title(&format!("{} · LegalAGI", data.view.row.title));
    let (workspace, example) = (data.view.row.workspace, data.view.example);
    // An older version is for reading: nothing new comes to it.
    let latest = data.view.row.version == data.view.latest;
    let events = latest.then(|| format!("/api/session/{}/events", links::encode(data.view.row.session_id.as_str())));
    let version = data.view.latest.to_string();
    let paper = Paper::new(place, data.document.clone());
    let live = Live::new(data, paper, query);
    live.mark.set(mark);
    live.paper.picked.set(picked);
    let notes = match example {
        true => view! { <div class="session-notes">{example_mark()} <Speaks workspace/></div> }.into_any(),
        false => view! { <Speaks workspace/> }.into_any(),
    };
    view! {
        <Title text=title/>
        <main id="main" class="session" tabindex="-1" data-events=events data-latest=version>
            {notes}
            <PaneTabs workspace/>
            {(face::of(workspace).panes)(live, words, filter)}
        </main>
    }
    .into_any()
}
