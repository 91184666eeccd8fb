//! The sessions of this installation.

use crate::api::{DeleteSession, RestoreSession, SessionList as List};
use crate::model::session::{SessionRow, WorkspaceId};
use crate::ui::components::icon::Icon;
use crate::ui::logic::{format, links};
use crate::ui::{face, frame_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// Rows with title, status, date, version and a delete button.
#[component]
pub fn SessionList(
    /// What the server lists.
    list: List,
    /// Only sessions of this workspace; without one, all.
    #[prop(optional_no_strip)]
    workspace: Option<WorkspaceId>,
) -> impl IntoView {
    let t = text::text();
    let (title, empty) = match workspace.map(|workspace| (face::of(workspace).words)()) {
        Some(words) => (words.sessions, words.sessions_empty),
        None => (frame_text::text().recent, frame_text::text().recent_empty),
    };
    let mut list = list;
    let wanted = |row: &SessionRow| workspace.is_none_or(|workspace| row.workspace == workspace);
    list.rows.retain(wanted);
    list.trashed.retain(wanted);
    let body = if !list.allowed {
        view! {
            <p class="empty">
                {t.sessions_hidden} " " <a href="/sign-in">{t.sign_in}</a>
            </p>
        }
        .into_any()
    } else if list.rows.is_empty() {
        view! { <p class="empty">{empty}</p> }.into_any()
    } else {
        let rows = list.rows.into_iter().map(session_row).collect_view();
        view! { <ul>{rows}</ul> <p class="hint">{t.link_is_key}</p> }.into_any()
    };
    let trash = (!list.trashed.is_empty()).then(|| trash(list.trashed));
    view! {
        <section class="session-list" aria-labelledby="sessions-title">
            <h2 id="sessions-title">{title}</h2>
            {body}
            {trash}
        </section>
    }
    .into_any()
}

/// What can still be brought back: plain forms, so that it works without scripts.
fn trash(rows: Vec<SessionRow>) -> AnyView {
    let rows = rows.into_iter().map(|row| {
        let label = format::fill(frame_text::text().restore_named, &[("title", &row.title)]);
        view! {
            <li class="trash-row">
                <form action=RestoreSession::url() method="post">
                    <input type="hidden" name="session" value=row.session_id.as_str().to_owned()/>
                    <span>{row.title}</span>
                    " "
                    <button type="submit" class="quiet" aria-label=label>{frame_text::text().restore}</button>
                </form>
            </li>
        }
    });
    view! {
        <div class="trash" role="status">
            <h3>{frame_text::text().trash_title}</h3>
            <p class="hint">{frame_text::text().trash_hint}</p>
            <ul>{rows.collect_view()}</ul>
        </div>
    }
    .into_any()
}

fn session_row(row: SessionRow) -> AnyView {
    let t = text::text();
    let id = row.session_id.as_str().to_owned();
    let href = links::session(&id);
    let label = format::fill(t.delete_named, &[("title", &row.title)]);
    let session = id.clone();
    view! {
        <li class="session-row">
            <a href=href><Icon sign=face::of(row.workspace).sign/> <span>{row.title}</span></a>
            <p class="session-facts">
                <span class="status" data-status=row.status.clone()>{t.status_of(row.workspace, &row.status)}</span>
                <span>{format::fill(t.version_n, &[("n", &row.version.to_string())])}</span>
                <time datetime=row.updated_at.clone()>
                    {format::fill(t.changed_at, &[("date", &format::date_time(&row.updated_at))])}
                </time>
            </p>
            <form action=DeleteSession::url() method="post" data-confirm=t.delete_confirm>
                <input type="hidden" name="session" value=session/>
                <button type="submit" class="quiet" aria-label=label>{t.delete}</button>
            </form>
        </li>
    }
    .into_any()
}
