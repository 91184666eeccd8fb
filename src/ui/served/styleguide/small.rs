//! The small parts: buttons, chips, badges, tabs, messages, forms.

use crate::model::claim::Support;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::example::Shelf;
use crate::model::facts::Origin;
use crate::model::form::Returned;
use crate::model::issue::Severity;
use crate::ui::components::home_cards::HomeCards;
use crate::ui::components::lang_switch::LangSwitch;
use crate::ui::components::notices::Notices;
use crate::ui::components::start_form::StartForm;
use crate::ui::components::trial::common::{private, public};
use crate::ui::components::trial::fields::{Eyes, Form, Pick, chips, eyes, named, number, select, words};
use crate::ui::components::view_tabs::ViewTabs;
use crate::ui::pages::matters;
use crate::ui::served::overlays::key_table;
use crate::ui::served::styleguide::sample::Sample;
use crate::ui::served::styleguide::{Part, part, state, wide};
use crate::ui::{guide_text, text, trial_text, turn_text};
use leptos::prelude::*;
use serde_json::json;

/// The form of a gate whose fields are shown.
const GATE: &str = "gate_r1_issues";

/// See the module.
pub(super) fn parts(sample: &Sample) -> Vec<Part> {
    let t = guide_text::text();
    vec![
        part("buttons", t.buttons, vec![buttons()]),
        part("badges", t.badges, vec![badges()]),
        part("tabs", t.tabs, tabs(sample)),
        part("forms", t.forms, forms(sample)),
        part("notices", t.notices, notices(sample)),
    ]
}

fn buttons() -> AnyView {
    let t = guide_text::text();
    let rows = [false, true].map(|off| {
        let note = off.then(|| view! { <span class="hint">{t.b_off}</span> });
        view! {
            <p class="guide-row">
                <button type="button" class="primary" disabled=off>{t.b_primary}</button>
                <button type="button" disabled=off>{t.b_plain}</button>
                <button type="button" class="quiet" disabled=off>{t.b_quiet}</button>
                {note}
            </p>
        }
    });
    view! {
        <div class="guide-stage">
            {rows.into_iter().collect_view()}
            <p class="guide-row">
                <a class="button primary" href="#buttons">{t.b_primary}</a>
                <a class="button" href="#buttons">{t.b_link}</a>
            </p>
        </div>
    }
    .into_any()
}

fn badges() -> AnyView {
    let (t, told) = (text::text(), turn_text::text());
    let origins = [Origin::Stated, Origin::Confirmed, Origin::Assumed, Origin::Computed, Origin::Default];
    let origins = origins.map(|one| {
        view! { <span class="origin" data-origin=one.as_str()>{t.origin(one).0}</span> }
    });
    let severities = [Severity::Critical, Severity::High, Severity::Med, Severity::Low];
    let severities = severities.map(|one| {
        view! { <span class="severity" data-severity=one.as_str()>{t.severity_name(one)}</span> }
    });
    let supports = [
        Support::Confirmed,
        Support::Stated,
        Support::Read,
        Support::Derived,
        Support::Default,
        Support::Assumed,
        Support::Verbatim,
        Support::Supported,
        Support::Located,
        Support::Contradicted,
        Support::Unchecked,
    ];
    let supports = supports.map(|one| {
        view! { <span class="turn-support" data-support=one.as_str()>{told.support(one)}</span> }
    });
    view! {
        <div class="guide-stage">
            <p class="guide-row">{origins.into_iter().collect_view()}</p>
            <p class="guide-row">{supports.into_iter().collect_view()}</p>
            <p class="guide-row">{severities.into_iter().collect_view()} {eyes(Eyes::Own)} {eyes(Eyes::None)}</p>
        </div>
    }
    .into_any()
}

fn tabs(sample: &Sample) -> Vec<AnyView> {
    let live = sample.live(|_| {});
    let t = text::text();
    vec![state(t.views, view! { <ViewTabs live/> }), state(t.language, view! { <LangSwitch/> })]
}

fn forms(sample: &Sample) -> Vec<AnyView> {
    let (t, g) = (trial_text::text(), guide_text::text());
    let fault = |path: &str, code: &str, max: Option<u32>| json!({"path": path, "code": code, "params": {"max": max}});
    let fields = json!([fault("goal", "required", None), fault("note", "too_long", Some(300))]);
    let error = ApiError::new(ErrorCode::InvalidRequest, "-").with("fields", fields);
    let returned = Returned { form: GATE.to_owned(), pairs: Vec::new(), error };
    let fields = |form: Form| {
        let goals = named("goal", &["win_rate", "risk_min", "settlement"]);
        let stances = named("stance", &["aggressive", "neutral", "flexible"]);
        let ops = named("op", &["add", "correct", "retract"]);
        view! {
            {chips(form, "goal", t.goal, Pick::One, true, goals, &[])}
            {chips(form, "stance", t.stance, Pick::Many, false, stances, &["neutral"])}
            {words(form, "note", t.note, 2, 300, false, "")}
            {number(form, "budget".to_owned(), t.budget, "KRW", false)}
            {select(form, "op".to_owned(), t.patch_op, ops, "add")}
        }
    };
    let whole = sample.live(|_| {});
    let wrong = sample.page(|_| {}, Some(returned), None);
    let own = private(fields(Form { live: whole, id: GATE }).into_any());
    let faults = public(fields(Form { live: wrong, id: GATE }).into_any());
    vec![
        state(g.s_full, own),
        state(g.c_faults, faults),
        wide(text::text().start_label, view! { <StartForm workspace=Some(sample.session.row.workspace)/> }),
        wide(text::text().nav_contract, view! { <HomeCards shelf=Shelf::Own/> }),
    ]
}

fn notices(sample: &Sample) -> Vec<AnyView> {
    let t = text::text();
    let remarks = sample.session.notices.clone();
    let id = sample.session.row.session_id.as_str().to_owned();
    let error = ApiError::new(ErrorCode::SessionBusy, t.failed_lead);
    let first = remarks.first().cloned().unwrap_or_default();
    let workspace = sample.session.row.workspace;
    vec![
        state("toast", matters::done("archived", Some(id))),
        state("toast", matters::done("renamed", None)),
        state("problem", view! { <p class="problem">{t.error(&error)}</p> }),
        state("notice", view! { <p class="notice">{first}</p> }),
        state("notices", view! { <Notices notices=Signal::stored(remarks)/> }),
        state(
            "empty",
            view! { <p class="empty">{t.sessions_empty}</p> <p class="hint">{t.status_of(workspace, "ready")}</p> },
        ),
        wide("keys", key_table()),
    ]
}
