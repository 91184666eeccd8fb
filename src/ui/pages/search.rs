//! `/search`: legal sources by words or by address, with filters; what the corpus holds, and how to add to it.

use crate::api::search_corpus;
use crate::model::library::SearchPage as Found;
use crate::model::source::SearchQuery;
use crate::ui::components::edition_list::EditionList;
use crate::ui::components::hit_list::HitList;
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

/// The page; a plain form with GET, so that an address is enough to come back.
#[component]
pub fn SearchPage() -> impl IntoView {
    let t = text::text();
    let query = use_query_map();
    let source = Memo::new(move |_| query.with(query_of));
    let page = Resource::new_blocking(
        move || source.get(),
        |asked| async move { search_corpus(asked.q, asked.jurisdiction, asked.document, asked.on).await },
    );
    view! {
        <Title text=format::title(&format!("{} · LegalAGI", t.search_title))/>
        <main id="main" class="search-page" tabindex="-1">
            <Transition fallback=move || view! { <p class="hint" role="status">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match page.await {
                        Ok(found) => body(found),
                        Err(error) => view! { <h1>{t.search_title}</h1> <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

fn query_of(query: &ParamsMap) -> SearchQuery {
    let filled = |name: &str| query.get(name).filter(|value| !value.is_empty());
    SearchQuery {
        q: filled("q").unwrap_or_default(),
        jurisdiction: filled("jurisdiction"),
        document: filled("document"),
        on: filled("on"),
        ..SearchQuery::default()
    }
}

fn body(found: Found) -> AnyView {
    let t = text::text();
    let SearchQuery { q, jurisdiction, document, on, .. } = found.query.clone();
    let asked = !q.trim().is_empty();
    let only = |name: &str| jurisdiction.as_deref() == Some(name);
    let places = found.jurisdictions.iter().map(|name| {
        view! { <option value=name.clone() selected=only(name)>{t.jurisdiction_name(name)}</option> }
    });
    let facets = found.documents.iter().map(|facet| {
        let selected = document.as_deref() == Some(facet.value.as_str());
        view! { <option value=facet.value.clone() selected=selected>{format!("{} ({})", facet.title, facet.count)}</option> }
    });
    let kept = document.clone().filter(|one| !found.documents.iter().any(|facet| facet.value == *one));
    let kept = kept.map(|one| view! { <option value=one.clone() selected=true>{one.clone()}</option> });
    let empty = found.editions.is_empty();
    let notice = (!found.notice.is_empty()).then(|| view! { <p class="hint" role="status">{found.notice}</p> });
    let results = asked.then(|| view! { <HitList hits=found.hits words=q.clone() empty/> });
    view! {
        <h1>{t.search_title}</h1>
        <p class="lead">{t.search_lead}</p>
        <form class="search-form" method="get" action="/search" role="search">
            <label class="wide">
                <span>{t.search_words}</span>
                <input type="search" name="q" value=q maxlength="400" autofocus=!asked placeholder=t.search_hint/>
            </label>
            <label>
                <span>{t.search_jurisdiction}</span>
                <select name="jurisdiction">
                    <option value="">{t.search_any}</option>
                    {places.collect_view()}
                </select>
            </label>
            <label>
                <span>{t.search_document}</span>
                <select name="document">
                    <option value="">{t.search_any_document}</option>
                    {facets.collect_view()}
                    {kept}
                </select>
            </label>
            <label>
                <span>{t.search_on}</span>
                <input type="date" name="on" value=on.unwrap_or_default()/>
            </label>
            <button type="submit" class="primary">{t.search_go}</button>
        </form>
        {notice}
        {results}
        <EditionList editions=found.editions open=!asked/>
    }
    .into_any()
}
