//! `/types`: the types of contract, what each asks and how far its law was checked.

use crate::api::StartSession;
use crate::model::status::PackState;
use crate::registry;
use crate::ui::desk_text;
use crate::ui::logic::format;
use crate::ui::served::frame::Served;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The gallery. Each card begins a contract of its type by a plain form.
pub fn page(packs: &[PackState]) -> Served {
    let t = desk_text::text();
    let unread = packs.iter().all(|pack| pack.checked_by.is_none());
    let note = unread.then(|| view! { <p class="callout">{t.types_unread}</p> });
    let cards = packs.iter().map(card).collect_view();
    let body = view! {
        <h1>{t.types_title}</h1>
        <p class="lead">{t.types_lead}</p>
        {note}
        <ul class="type-cards">{cards}</ul>
    };
    Served::of(t.types_title, body.into_any())
}

fn card(pack: &PackState) -> AnyView {
    let t = desk_text::text();
    let count = |n: usize, words: &str| format::fill(words, &[("n", &n.to_string())]);
    let state = match &pack.checked_by {
        Some(by) => {
            view! { <span class="state" data-state="checked">{format::fill(t.checked_by, &[("who", by)])}</span> }
                .into_any()
        }
        None => view! { <span class="state" data-state="unchecked">{t.unchecked}</span> }.into_any(),
    };
    let notice = pack.notice.clone().map(|words| view! { <p class="hint">{words}</p> });
    let edition = format::fill(t.edition, &[("date", &format::day(&pack.edition))]);
    let start = format::fill(t.start_named, &[("title", &pack.title)]);
    view! {
        <li class="type-card" data-pack=pack.id.clone()>
            <h2>{pack.title.clone()}</h2>
            <p class="type-facts">
                {count(pack.essential, t.essential_n)} " · " {count(pack.questions, t.questions_n)}
            </p>
            <p class="type-source">{pack.source.clone()} ", " {edition}</p>
            {notice}
            <div class="form-row">
                {state}
                <form action=StartSession::url() method="post">
                    <input type="hidden" name="workspace" value=registry::usual().as_str().to_owned()/>
                    <input type="hidden" name="message" value=pack.title.clone()/>
                    <button type="submit" aria-label=start>{t.start}</button>
                </form>
            </div>
        </li>
    }
    .into_any()
}
