//! What all gate forms share: the form itself, its buttons, and the fields that two gates have.

use crate::ui::components::text_area::TextArea;
use crate::ui::components::trial::fact_links::{RELATIONS, elements};
use crate::ui::components::trial::fields::{
    Choice, Eyes, Form, Pick, chip, chips, eyes, fault, named, number, required_mark, select, words,
};
use crate::ui::components::trial::speech::called;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::logic::trial::{awaited, draft_stamp, list, text};
use crate::ui::trial_text;
use leptos::prelude::*;

/// The only version of the forms.
const FORM_VERSION: &str = "1";

/// Where the forms of a session are sent.
#[must_use]
pub fn action(live: Live) -> String {
    format!("{}/gate", links::session(&live.id()))
}

/// The form of a gate with what travels in it.
#[component]
pub fn GateShell(
    /// The page's signals.
    live: Live,
    /// The form's id.
    id: &'static str,
    /// Its fields.
    children: Children,
) -> impl IntoView {
    let version = live.view.with_untracked(|view| view.latest.to_string());
    // What is typed stays in this tab until the form is taken: a reload or an upload loses nothing.
    let stamp = live.view.with_untracked(|view| draft_stamp(id, &view.domain));
    let returned = live.returned.with_untracked(Option::is_some).then_some("true");
    let anew = next_focus(live);
    view! {
        <form class="trial-form" id=id data-form=id action=action(live) method="post" novalidate data-draft=stamp data-returned=returned data-reveal=anew data-focus=".trial-chat-body">
            <input type="hidden" name="form_id" value=id/>
            <input type="hidden" name="form_version" value=FORM_VERSION/>
            <input type="hidden" name="state_version" value=version/>
            {children()}
        </form>
    }
    .into_any()
}

/// What comes after a gate is shown from its beginning; a saved review stays where it is.
fn next_focus(live: Live) -> Option<&'static str> {
    let review = live.view.with_untracked(|view| awaited(&view.domain) == Some("facts_review"));
    (!review).then_some(".result-pane h1")
}

/// The button of a gate.
pub fn proceed(live: Live, label: &'static str) -> AnyView {
    let t = trial_text::text();
    let busy = live.busy();
    view! {
        <p class="gate-send">
            <button type="submit" class="primary" disabled=busy data-sending=t.running>{if busy { t.running } else { label }}</button>
        </p>
    }
    .into_any()
}

/// The buttons of the review; `form` lets them stand outside of it.
pub fn buttons(live: Live) -> AnyView {
    let t = trial_text::text();
    let busy = live.busy();
    view! {
        <p class="gate-send">
            <button type="submit" form="facts_review" name="then" value="confirm" class="primary" disabled=busy>{t.confirm_facts}</button>
            <button type="submit" form="facts_review" name="then" value="accept" class="quiet" disabled=busy>{t.accept_facts}</button>
            <button type="submit" form="facts_review" name="then" value="save" class="quiet" disabled=busy>{t.save_facts}</button>
        </p>
    }
    .into_any()
}

/// Goes on as before; said twice, because a gate is there to be used.
#[component]
pub fn Skip(
    /// The page's signals.
    live: Live,
    /// The form that is skipped.
    id: &'static str,
) -> impl IntoView {
    let t = trial_text::text();
    let version = live.view.with_untracked(|view| view.latest.to_string());
    let form = Form { live, id };
    let busy = live.busy();
    view! {
        <details class="fold skip-gate">
            <summary>{t.skip}</summary>
            <form class="trial-form" data-form="skip" action=action(live) method="post" data-reveal=".result-pane h1" data-focus=".trial-chat-body">
                <input type="hidden" name="form_id" value=id/>
                <input type="hidden" name="form_version" value=FORM_VERSION/>
                <input type="hidden" name="state_version" value=version/>
                <input type="hidden" name="skip" value="true"/>
                <label class="option"><input type="checkbox" name="skip_confirmed" value="true"/> <span>{t.skip_confirm}</span></label>
                {fault(form, "skip")}
                <button type="submit" class="quiet" disabled=busy>{t.skip_send}</button>
            </form>
        </details>
    }
    .into_any()
}

/// A part of a form that all roles see.
pub fn public(body: AnyView) -> AnyView {
    let t = trial_text::text();
    view! {
        <section class="block" data-eyes="all">
            <h3>{t.block_public}</h3> <p class="hint">{t.block_public_hint}</p>
            {body}
        </section>
    }
    .into_any()
}

/// A part of a form that only the own side sees.
pub fn private(body: AnyView) -> AnyView {
    let t = trial_text::text();
    view! {
        <section class="block" data-eyes="own">
            <h3>{t.block_private}</h3> <p class="eyes-line">{eyes(Eyes::Own)} " " <span class="hint">{t.block_private_hint}</span></p>
            {body}
        </section>
    }
    .into_any()
}

/// A part of a form that enters no prompt.
pub fn unprompted(title: &'static str, body: AnyView) -> AnyView {
    view! { <section class="block" data-eyes="none"><h3>{title}</h3> <p class="eyes-line">{eyes(Eyes::None)}</p> {body}</section> }.into_any()
}

/// What is not to be said.
pub fn exclusions(form: Form) -> AnyView {
    let t = trial_text::text();
    let ids = ["no_personal_data_exposure", "no_aggressive_position", "no_external_counsel"];
    chips(form, "exclusions", t.exclusions, Pick::Many, false, named("exclusions", &ids), &[])
}

/// Deadline and budget.
pub fn constraints(form: Form) -> AnyView {
    let t = trial_text::text();
    let days = [("", t.deadline_none), ("7", t.deadline_1w), ("14", t.deadline_2w), ("30", t.deadline_1m)];
    let days = days.map(|(id, words)| (id.to_owned(), words.to_owned())).to_vec();
    view! {
        {chips(form, "deadline", t.deadline, Pick::One, false, days, &[""])}
        {fault(form, "constraints")}
        <div class="pair">
            {number(form, "deadline_days".to_owned(), t.deadline_days, t.days, false)}
            {number(form, "budget".to_owned(), t.budget, "KRW", false)}
        </div>
    }
    .into_any()
}

/// Facts that are added, corrected, taken back at a gate.
pub fn fact_patch(form: Form) -> AnyView {
    let t = trial_text::text();
    let (facts, evidence, elements) = form.live.view.with_untracked(|view| {
        let facts: Vec<(String, String)> = list(&view.domain["facts"], "items")
            .iter()
            .map(|one| {
                let words: String = text(one, "text").chars().take(28).collect();
                (text(one, "id").to_owned(), format!("{} {words}", called(text(one, "id"))))
            })
            .collect();
        let evidence: Vec<(String, String)> = list(&view.domain, "evidence")
            .iter()
            .map(|one| (text(one, "id").to_owned(), format!("{} {}", text(one, "label"), text(one, "title"))))
            .collect();
        (facts, evidence, elements(&view.labels))
    });
    let none = || (String::new(), "—".to_owned());
    let rows = (1..=3).map(|n| {
        let at = |key: &str| format!("patch_{n}_{key}");
        let (name_text, value) = (at("text"), form.value(&at("text"), ""));
        let with = |all: &[(String, String)]| [vec![none()], all.to_vec()].concat();
        view! {
            <div class="patch-row">
                <div class="pair">
                    {select(form, at("op"), t.patch_op, named("op", &["add", "correct", "retract"]), "add")}
                    {select(form, at("fact"), t.patch_fact, with(&facts), "")}
                </div>
                <label class="trial-words"><span>{t.patch_text} " " {n}</span> <TextArea name=name_text maxlength=300 value=value/></label>
                {select(form, at("evidence"), t.patch_evidence, with(&evidence), "")}
                <div class="pair">
                    {select(form, at("element"), t.link_add, with(&elements), "")}
                    {select(form, at("relation"), t.link_how, named("relation", &RELATIONS), "supports")}
                </div>
            </div>
        }
    });
    view! {
        <details class="fold">
            <summary>{t.patch}</summary>
            <p class="hint">{t.patch_hint}</p>
            {fault(form, "fact_patch")}
            {rows.collect_view()}
        </details>
    }
    .into_any()
}

/// Free words, last.
pub fn note(form: Form) -> AnyView {
    let t = trial_text::text();
    view! { {words(form, "note", t.note, 3, 300, false, "")} <p class="hint">{t.note_hint}</p> }.into_any()
}

/// A list with one choice for each of its rows: evidence, gaps.
pub struct Each<'e> {
    /// The field.
    pub name: &'static str,
    /// What the names of its inputs begin with.
    pub prefix: &'static str,
    /// Its words.
    pub legend: &'static str,
    /// Where the options have their names.
    pub group: &'static str,
    /// The options.
    pub options: &'e [&'e str],
    /// The option that is picked at first.
    pub first: &'static str,
}

impl Each<'_> {
    /// The rows: id and words.
    pub fn rows(self, form: Form, rows: Vec<Choice>) -> AnyView {
        if rows.is_empty() {
            return ().into_any();
        }
        let row = |(id, label): Choice| {
            let field = format!("{}_{id}", self.prefix);
            let current = form.value(&field, self.first);
            let chips = named(self.group, self.options).into_iter().map(|(value, words)| {
                let checked = value == current;
                chip(field.clone(), value, words, Pick::One, true, checked)
            });
            view! { <li><fieldset><legend>{label}</legend> <div class="chips">{chips.collect_view()}</div></fieldset></li> }
        };
        let rows = rows.into_iter().map(row).collect_view();
        view! {
            <div class="field" data-field=self.name role="group" aria-label=self.legend>
                <p class="legend-words">{self.legend} {required_mark(true)}</p>
                <ul class="each">{rows}</ul>
                {fault(form, self.name)}
            </div>
        }
        .into_any()
    }
}
