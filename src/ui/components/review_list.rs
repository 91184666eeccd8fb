//! What was read or assumed, in one list: right, wrong, or another value; plain forms.

use crate::model::turn_answer::{Review, ReviewItem};
use crate::ui::components::turn_note::counted;
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::turn_text::{self, TurnText};
use leptos::prelude::*;

/// The list; nothing while nothing waits.
#[component]
pub fn ReviewList(
    /// The page's signals.
    live: Live,
    /// Whether it begins open.
    #[prop(optional)]
    open: bool,
) -> impl IntoView {
    let review = Memo::new(move |_| live.view.with(|view| view.told.review.clone()));
    move || (!review.with(|review| review.items.is_empty())).then(|| body(live, review.get(), open))
}

fn body(live: Live, review: Review, open: bool) -> AnyView {
    let t = turn_text::text();
    let version = review.state_version;
    let summary = counted(t.review, review.items.len());
    let mut subject = String::new();
    let rows = review
        .items
        .into_iter()
        .map(|item| {
            let head = (item.subject != subject).then(|| item.subject.clone());
            subject.clone_from(&item.subject);
            row(live, t, version, item, head)
        })
        .collect_view();
    view! {
        <details class="review-list" open=open>
            <summary>{summary}</summary>
            <ul class="review-items">{rows}</ul>
            <form method="post" action=action(live)>
                <input type="hidden" name="state_version" value=version/>
                <button type="submit" class="primary" name="accept" value="all">{t.review_all}</button>
            </form>
        </details>
    }
    .into_any()
}

fn action(live: Live) -> String {
    format!("{}/review", links::session(&live.id()))
}

fn row(live: Live, t: &'static TurnText, version: u32, item: ReviewItem, head: Option<String>) -> AnyView {
    let head = head.map(|words| view! { <p class="review-subject">{words}</p> });
    let quote = item.quote.clone().map(|quote| {
        view! { <small class="review-quote">{format::fill(t.read_from, &[("quote", &quote)])}</small> }
    });
    let options = item
        .options
        .iter()
        .map(|option| {
            let id = format!("set:{}", item.id);
            let raw = option.value.as_str().map_or_else(|| option.value.to_string(), str::to_owned);
            view! { <button type="submit" name=id value=raw>{option.shown.clone()}</button> }
        })
        .collect_view();
    let (id, set) = (item.id.clone(), format!("set:{}", item.id));
    view! {
        <li class="review-item" data-fact=item.pointer>
            {head}
            <p>
                {item.label.clone()} " — " <b>{item.shown.clone()}</b> " "
                <span class="turn-support" data-support=item.support.as_str()>{t.support(item.support)}</span>
                {quote}
            </p>
            <form class="review-word" method="post" action=action(live)>
                <input type="hidden" name="state_version" value=version/>
                {options}
                <button type="submit" name="accept" value=id.clone()>{t.right}</button>
                <button type="submit" class="quiet" name="reject" value=id>{t.wrong}</button>
            </form>
            <form class="review-word" method="post" action=action(live)>
                <input type="hidden" name="state_version" value=version/>
                <label>
                    <span class="visually-hidden">{item.label}</span>
                    <input type="text" name=set value=item.shown required autocomplete="off"/>
                </label>
                <button type="submit">{t.correct}</button>
            </form>
        </li>
    }
    .into_any()
}
