//! `/s/{id}/why`: what was checked of a contract, and what was not.

use crate::model::claim::Support;
use crate::model::finding::Finding;
use crate::model::session::SessionView;
use crate::model::terms::{EssentialTerm, Proof, TermStatus};
use crate::ui::logic::{format, links};
use crate::ui::served::frame::Served;
use crate::ui::{desk_text, text, turn_text};
use leptos::prelude::*;

/// What the server found out for the page.
pub struct Found {
    /// Claims that may stand behind «готов».
    pub sure: usize,
    /// Claims that may not.
    pub unsure: usize,
    /// How many facts have each support.
    pub kinds: Vec<(Support, usize)>,
    /// What the check of the text found.
    pub findings: Vec<Finding>,
}

/// The page: the level, what was checked, what was not, what is only a reader's to judge.
pub fn page(view: &SessionView, found: &Found) -> Served {
    let t = desk_text::text();
    let ready = view.gate.as_ref().is_some_and(|gate| gate.ready_for_skeleton);
    let title = if ready { t.why_ready } else { t.why_not_ready };
    let back = links::session(view.row.session_id.as_str());
    let body = view! {
        <p class="back"><a href=back>"← " {view.row.title.clone()}</a></p>
        <h1>{title}</h1>
        {sections(view, found)}
        <p class="hint"><a href=format!("/api/session/{}/support", view.row.session_id)>{t.as_json}</a></p>
    };
    Served::of(title, body.into_any())
}

/// The level with what it rests on; nothing in it names the session.
pub fn sections(view: &SessionView, found: &Found) -> AnyView {
    let (t, g, turn) = (desk_text::text(), text::text(), turn_text::text());
    let level = view.told.answer.level.map(|level| turn.level_name(level));
    let terms = view.terms.terms.iter().map(term).collect_view();
    let terms = match view.terms.total {
        0 => view! { <p>{g.meter_none}</p> }.into_any(),
        _ => view! { <ul class="checks">{terms}</ul> }.into_any(),
    };
    let kinds = found.kinds.iter().map(|(kind, n)| {
        view! { <li data-support=kind.as_str()><b>{*n}</b> " " {turn.support(*kind)}</li> }
    });
    let findings = match found.findings.len() {
        0 => view! { <ul class="checks"><li data-check="yes">{t.why_text_clean}</li></ul> }.into_any(),
        _ => view! { <ul class="checks">{found.findings.iter().map(finding).collect_view()}</ul> }.into_any(),
    };
    let holds = view.told.answer.holds.iter().map(|hold| {
        view! { <li data-check="no">{hold.message.clone()} " " <span class="hint">{hold.how.clone()}</span></li> }
    });
    let holds = (!view.told.answer.holds.is_empty()).then(|| {
        view! { <section class="panel"><h2>{t.why_holds}</h2> <ul class="checks">{holds.collect_view()}</ul></section> }
    });
    let waits = (!view.told.review.items.is_empty()).then(|| {
        let words = format::fill(t.why_waits, &[("n", &view.told.review.items.len().to_string())]);
        view! { <li data-check="no">{words}</li> }
    });
    let unsure = (found.unsure > 0).then(|| {
        view! { <li data-check="no">{format::fill(t.why_unsure, &[("n", &found.unsure.to_string())])}</li> }
    });
    let norms = view.terms.terms.iter().filter(|term| term.proof != Proof::Verified).count();
    let norms = (norms > 0).then(|| {
        view! { <li data-check="no">{format::fill(t.why_norms, &[("n", &norms.to_string())])}</li> }
    });
    let notices = view.notices.iter().map(|words| view! { <li data-check="no">{words.clone()}</li> }).collect_view();
    let never = [t.why_never_identity, t.why_never_title, t.why_never_interest];
    let never = never.map(|words| view! { <li data-check="no">{words}</li> });
    view! {
        <p class="lead">{level.map(|level| format::fill(t.why_level, &[("level", level)]))}</p>
        {holds}
        <section class="panel" aria-labelledby="why-yes">
            <h2 id="why-yes">{t.why_checked}</h2>
            <h3>{t.why_terms}</h3>
            {terms}
            <h3>{format::fill(t.why_facts, &[("n", &found.sure.to_string())])}</h3>
            <ul class="counts">{kinds.collect_view()}</ul>
            <h3>{t.why_text}</h3>
            {findings}
        </section>
        <section class="panel" aria-labelledby="why-no">
            <h2 id="why-no">{t.why_unchecked}</h2>
            <ul class="checks">{waits} {unsure} {norms} {notices} {never.collect_view()}</ul>
        </section>
    }
    .into_any()
}

fn term(term: &EssentialTerm) -> AnyView {
    let (t, g) = (desk_text::text(), text::text());
    let (check, words) = match term.status {
        TermStatus::Missing => ("no", t.term_missing),
        TermStatus::Assumed => ("no", g.or_assumed),
        TermStatus::Stated => ("yes", g.or_stated),
        TermStatus::Confirmed => ("yes", g.or_confirmed),
        TermStatus::Default => ("yes", g.or_default),
    };
    view! {
        <li data-check=check>
            {term.title.clone()} " — " {words} " " <span class="hint">{term.article.clone()}</span>
        </li>
    }
    .into_any()
}

fn finding(finding: &Finding) -> AnyView {
    let check = if finding.blocks_gate { "no" } else { "note" };
    view! { <li data-check=check>{finding.message.clone()} " " <span class="hint">{finding.article.clone()}</span></li> }
        .into_any()
}
