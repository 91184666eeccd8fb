//! What a session is: status, version, dates, performer.

use crate::model::session::SessionView;
use crate::ui::logic::format;
use crate::ui::text;
use leptos::prelude::*;

/// A short list of the session's properties.
#[component]
pub fn StateMeta(
    /// The session.
    view: RwSignal<SessionView>,
) -> impl IntoView {
    let t = text::text();
    let workspace = view.with_untracked(|v| v.row.workspace);
    let status = Memo::new(move |_| view.with(|v| v.row.status.clone()));
    let performer = move || {
        view.with(|v| match v.performer.is_model {
            true => format::fill(t.model, &[("name", &v.performer.name)]),
            false => t.builtin.to_owned(),
        })
    };
    let created = Memo::new(move |_| view.with(|v| v.row.created_at.clone()));
    let updated = Memo::new(move |_| view.with(|v| v.row.updated_at.clone()));
    view! {
        <dl class="state-meta">
            <div>
                <dt>{t.status}</dt>
                <dd data-field="status" data-status=move || status.get()>{move || t.status_of(workspace, &status.read())}</dd>
            </div>
            <div>
                <dt>{t.version}</dt>
                <dd data-field="version">{move || view.with(|v| v.row.version)}</dd>
            </div>
            <div>
                <dt>{t.created}</dt>
                <dd data-field="created">
                    <time datetime=move || created.get()>{move || format::date_time(&created.read())}</time>
                </dd>
            </div>
            <div>
                <dt>{t.updated}</dt>
                <dd data-field="updated">
                    <time datetime=move || updated.get()>{move || format::date_time(&updated.read())}</time>
                </dd>
            </div>
            <div class="wide">
                <dt>{t.performer}</dt>
                <dd data-field="performer">{performer}</dd>
            </div>
        </dl>
    }
    .into_any()
}
