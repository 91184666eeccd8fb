//! `/share/{token}` of a link for a lawyer: the document as it stands, remarks, the sign-off. Nothing on it names the
//! session.

use crate::model::document_view::DocumentView;
use crate::model::form::Returned;
use crate::model::issue::{Issue, IssueStatus};
use crate::model::session::SessionView;
use crate::model::signoff::NOTE_CHARS;
use crate::ui::components::document_paper;
use crate::ui::components::remark_list::{Desk, name_field, problem, remark_form, remark_list};
use crate::ui::components::signoff_note::signoff_note;
use crate::ui::components::text_area::TextArea;
use crate::ui::logic::format;
use crate::ui::served::frame::Served;
use crate::ui::served::why;
use crate::ui::{signoff_text, text};
use leptos::prelude::*;

/// What the server found out for the page.
pub struct Found {
    /// The session; shown are its level, its issues and its facts as counts.
    pub view: SessionView,
    /// What was checked.
    pub checked: why::Found,
    /// The document with what is said beside it.
    pub document: DocumentView,
    /// The clause that a remark is to be left on.
    pub clause: Option<String>,
    /// A form that was not taken.
    pub returned: Option<Returned>,
}

/// The list of what was only read: it shows the words.
const QUOTING: &str = "review";

/// The page.
pub fn page(found: &Found, desk: &Desk) -> Served {
    let s = signoff_text::text();
    let document = &found.document;
    let n = document.version.to_string();
    let is_draft = !found.view.gate.as_ref().is_some_and(|gate| gate.ready_for_skeleton);
    let sign_title = format::fill(s.sign_title, &[("n", &n)]);
    let note = signoff_note(&document.beside).unwrap_or_else(|| view! { <p class="hint">{s.unsigned}</p> }.into_any());
    let open: Vec<&Issue> = found.view.issues.iter().filter(|issue| issue.status == IssueStatus::Open).collect();
    let issues = match open.is_empty() {
        true => view! { <p class="hint">{s.issues_none}</p> }.into_any(),
        false => view! { <ul class="checks">{open.into_iter().map(issue).collect_view()}</ul> }.into_any(),
    };
    let returned = found.returned.as_ref();
    let body = view! {
        <div class="signoff-page lawyer-page">
            <h1>{document.title.clone()}</h1>
            <p class="lead">{format::fill(s.guest_lead, &[("n", &n)])}</p>
            {note}
            <nav class="lawyer-parts" aria-label=s.guest_title>
                <a href="#paper">{s.to_document}</a> " " <a href="#remarks">{s.remarks}</a> " "
                <a href="#sign">{sign_title.clone()}</a> " " <a href="#checks">{s.checks}</a>
            </nav>
            <div class="document-view">{document_paper::reading(document, is_draft)}</div>
            <section class="panel" id="remarks" aria-labelledby="remarks-title">
                <h2 id="remarks-title">{s.remarks}</h2>
                {remark_list(desk, document)}
                {remark_form(desk, document, found.clause.as_deref(), returned)}
            </section>
            <section class="panel" id="sign" aria-labelledby="sign-title">
                <h2 id="sign-title">{sign_title.clone()}</h2>
                {sign_form(desk, document, &sign_title, returned)}
            </section>
            <section class="panel" id="checks" aria-labelledby="checks-title">
                <h2 id="checks-title">{s.checks}</h2>
                <p class="hint">{s.checks_whose}</p>
                <h3>{s.issues}</h3>
                {issues}
                {why::sections(&found.view, &found.checked)}
            </section>
        </div>
    };
    // What stands in a title of the page is written as it is: fixed words only.
    Served::for_guest(s.guest_title, body.into_any())
}

fn sign_form(desk: &Desk, document: &DocumentView, title: &str, returned: Option<&Returned>) -> AnyView {
    let s = signoff_text::text();
    let returned = returned.filter(|returned| returned.form == "signoff");
    let sent = |name: &str| {
        returned.and_then(|returned| returned.pairs.iter().find(|(own, _)| own == name)).map(|(_, value)| value.clone())
    };
    view! {
        <form class="remark-form sign-form" action=format!("{}/signoff", desk.base) method="post">
            {problem(returned)}
            <p class="hint">{s.sign_hint} " " {s.signed_is}</p>
            <input type="hidden" name="version" value=document.version.to_string()/>
            <input type="hidden" name="seen" value=document.text_sha256.clone()/>
            {name_field(desk, &sent("name").unwrap_or_else(|| desk.name.clone()))}
            <label class="field">
                {s.sign_note}
                <TextArea name="note" maxlength=NOTE_CHARS value=sent("note").unwrap_or_default()/>
            </label>
            <button type="submit" class="primary">{title.to_owned()}</button>
        </form>
    }
    .into_any()
}

fn issue(issue: &Issue) -> AnyView {
    let t = text::text();
    // What two messages say against each other, and whose something is, is told in words of the dialogue: that stays closed.
    let quotes = issue.key.as_deref().is_none_or(|key| key.contains(':') || key == QUOTING);
    let missing = issue.missing_or_conflict.clone().filter(|_| !quotes).map(|words| view! { <p>{words}</p> });
    let title = issue.title.clone();
    let title = if quotes { String::new() } else { title };
    view! {
        <li data-check="no">
            <span class="severity" data-severity=issue.severity.as_str()>{t.severity_name(issue.severity)}</span>
            " " {title}
            {missing}
            <p class="hint">{issue.why_it_matters.clone()}</p>
        </li>
    }
    .into_any()
}
