//! A person's decision about a run that could not end by itself.

use crate::api::ReviewNorms;
use crate::ui::components::text_area::TextArea;
use crate::ui::live::Live;
use crate::ui::norms_text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form `human_review`, while the session waits for it; a plain form, so that it needs no script.
#[component]
pub fn ReviewForm(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = norms_text::text();
    let waits = Memo::new(move |_| live.view.with(|view| view.domain["status"] == "human_review"));
    let version = move || live.view.with(|view| view.row.version.to_string());
    let option = move |id: &'static str, words: &'static str| {
        let on = id == "search_again";
        view! { <label class="choice"><input type="radio" name="decision" value=id checked=on/> <span>{words}</span></label> }
    };
    let form = move || {
        (waits.get() && live.viewed().is_none()).then(|| {
            view! {
                <form class="sequence-form review-form" action=ReviewNorms::url() method="post">
                    <h2>{t.review_title}</h2>
                    <p>{t.review_lead}</p>
                    <input type="hidden" name="session" value=live.id()/>
                    <input type="hidden" name="version" value=version()/>
                    <fieldset>
                        <legend>{t.decision}</legend>
                        {option("search_again", t.d_search)} {option("other_page", t.d_page)}
                        {option("answer", t.d_answer)} {option("approve", t.d_approve)}
                    </fieldset>
                    <label><span>{t.f_keywords}</span><input type="text" name="keywords" maxlength="400"/></label>
                    <label><span>{t.f_page}</span><input type="text" name="page" maxlength="200"/></label>
                    <label><span>{t.f_answer}</span><TextArea name="answer" rows=3 maxlength=4000/></label>
                    <label><span>{t.f_note}</span><input type="text" name="note" maxlength="400"/></label>
                    <button type="submit" class="primary">{t.send}</button>
                </form>
            }
        })
    };
    view! { {form} }.into_any()
}
