//! Opening a mock trial: what kind of case, for whom, by the law of which day.

use crate::api::StartTrial;
use crate::ui::components::text_area::TextArea;
use crate::ui::components::trial::fields::{Choice, named};
use crate::ui::{text as general, trial_text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The form on the page `/trial`.
#[component]
pub fn TrialStart() -> impl IntoView {
    let (g, t) = (general::text(), trial_text::text());
    let radios = |name: &'static str, options: Vec<Choice>, first: &'static str| {
        options
            .into_iter()
            .map(|(id, words)| {
                let checked = id == first;
                view! { <label class="chip"><input type="radio" name=name value=id checked=checked/> <span>{words}</span></label> }
            })
            .collect_view()
    };
    let side = |id: &'static str, words: &'static str| (id.to_owned(), words.to_owned());
    let sides =
        vec![side("claimant", t.side_claimant), side("opposing", t.side_opposing), side("neutral", t.side_neutral)];
    let problem = move || {
        ServerAction::<StartTrial>::new().value().get_untracked().and_then(Result::err).map(|error| g.error(&error))
    };
    let lang = general::prefs().lang.as_str();
    view! {
        <form class="start-form trial-start" action=StartTrial::url() method="post">
            <fieldset class="field"><legend>{t.case_type}</legend><div class="chips">{radios("case_type", named("case_type", &["civil", "criminal"]), "civil")}</div></fieldset>
            <fieldset class="field"><legend>{t.user_side}</legend><div class="chips">{radios("user_side", sides, "claimant")}</div><p class="hint">{t.user_side_hint}</p></fieldset>
            <label for="trial-outline">{t.outline}</label>
            <TextArea id="trial-outline".to_owned() name="outline" rows=4 maxlength=4000 placeholder=t.outline_hint.to_owned()/>
            <div class="pair">
                <label><span>{t.law_as_of}</span> <input type="date" name="law_as_of"/> <small class="hint">{t.law_as_of_hint}</small></label>
                <fieldset class="field"><legend>{t.trial_lang}</legend><div class="chips">{radios("lang", named("lang", &["ko", "ru", "en"]), lang)}</div></fieldset>
            </div>
            <details class="fold">
                <summary>{t.more_options}</summary>
                <fieldset class="field">
                    <legend>{t.order}</legend>
                    <div class="chips">{radios("order", vec![side("code", t.order_code), side("seed_literal", t.order_literal)], "code")}</div>
                    <p class="hint">{t.order_hint}</p>
                </fieldset>
                <p class="hint">{t.jurisdiction} ": " {t.korea} ". " {t.jurisdiction_hint}</p>
            </details>
            {move || problem().map(|words| view! { <p class="problem" role="alert">{words}</p> })}
            <div class="form-row">
                <span class="hint">{t.simulation_only}</span>
                <button type="submit" class="primary" >{t.start}</button>
            </div>
        </form>
    }
    .into_any()
}

/// What this is, and what it is not.
#[component]
pub fn TrialAbout() -> impl IntoView {
    let t = trial_text::text();
    let list = |items: [&'static str; 4]| items.map(|words| view! { <li>{words}</li> }).into_iter().collect_view();
    view! {
        <section class="trial-about">
            <div><h2>{t.is_title}</h2><ul>{list([t.is_1, t.is_2, t.is_3, t.is_4])}</ul></div>
            <div><h2>{t.is_not_title}</h2><ul>{list([t.is_not_1, t.is_not_2, t.is_not_3, t.is_not_4])}</ul></div>
        </section>
    }
    .into_any()
}
