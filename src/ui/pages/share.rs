//! `/s/:id/share`: links for the other side, and the protocol of disagreements with a copy.

use crate::api::load_sharing;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::protocol::Sharing;
use crate::ui::components::protocol_table::ProtocolTable;
use crate::ui::components::share_links::ShareLinks;
use crate::ui::logic::{format, links};
use crate::ui::pages::not_found::NotFound;
use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

/// The page. Every action is a plain form, so that it works without scripts.
#[component]
pub fn SharePage() -> impl IntoView {
    let t = text::text();
    let (params, query) = (use_params_map(), use_query_map());
    let source = Memo::new(move |_| {
        let id = params.with(|p| p.get("id").unwrap_or_default());
        (id, query.with(|q| q.get("with").filter(|with| !with.is_empty())))
    });
    let page = Resource::new_blocking(
        move || source.get(),
        |(id, with)| async move { load_sharing(id.clone(), with.clone()).await.map(|sharing| (id, with, sharing)) },
    );
    view! {
        <Title text=format::title(&format!("{} · LegalAGI", t.share_title))/>
        <main id="main" class="home share-page" tabindex="-1">
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match page.await {
                        Ok((id, with, sharing)) => body(&id, with.as_deref(), sharing),
                        Err(error) if error.code == ErrorCode::NotFound => view! { <NotFound/> }.into_any(),
                        Err(error) => failed(&error),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

fn body(id: &str, with: Option<&str>, sharing: Sharing) -> AnyView {
    let t = text::text();
    let Sharing { title, has_parts, links, fresh, protocol } = sharing;
    let protocol = with.map(|copy| match protocol {
        Some(protocol) => view! { <ProtocolTable session=id.to_owned() copy=copy.to_owned() protocol/> }.into_any(),
        None => view! { <p class="empty">{t.protocol_untyped}</p> }.into_any(),
    });
    view! {
        <p><a href=links::session(id)>"← " {title}</a></p>
        <h1>{t.share_title}</h1>
        <p class="lead">{t.share_lead}</p>
        <ShareLinks session=id.to_owned() has_parts links fresh/>
        {protocol}
    }
    .into_any()
}

fn failed(error: &ApiError) -> AnyView {
    let t = text::text();
    view! { <h1>{t.problem}</h1> <p class="problem" role="alert">{t.error(error)}</p> }.into_any()
}
