//! What is compared: two lists of runs, and the other session. Plain forms, so that they need no script.

use crate::model::run_compare::{ComparePage, RunRow};
use crate::model::session::SessionRow;
use crate::ui::components::norms::compare::began;
use crate::ui::logic::compare::href;
use crate::ui::logic::format::{date_time, fill};
use crate::ui::{compare_text, face};
use leptos::prelude::*;

/// See the module.
#[component]
pub fn CompareForm(
    /// What is shown and what can be chosen.
    read: ComparePage,
) -> impl IntoView {
    let t = compare_text::text();
    let title = (face::of(read.row.workspace).words)().compare_pick;
    let id = read.row.session_id.to_string();
    let other = (read.other.session_id != read.row.session_id).then(|| read.other.session_id.to_string());
    let action = href(&id, None, None);
    let several = other.is_some() || read.runs[0].len() > 1;
    let runs = (several && !read.runs[0].is_empty()).then(|| {
        let swap = href(other.as_deref().unwrap_or(&id), other.as_ref().map(|_| id.as_str()), Some([read.picked[1], read.picked[0]]));
        let with = other.clone().map(|other| view! { <input type="hidden" name="with" value=other/> });
        let [first, second] = &read.runs;
        view! {
            <form class="run-form" method="get" action=action.clone()>
                {with}
                {list("from", t.first, first, read.picked[0])}
                {list("to", t.second, second, read.picked[1])}
                <p class="form-acts"><button type="submit" class="primary">{t.compare}</button> " " <a href=swap>{t.swap}</a></p>
            </form>
        }
    });
    let field = if read.others.is_empty() {
        view! {
            <label>
                <span>{t.with_id}</span>
                <input type="text" name="with" required maxlength="200" value=other.clone().unwrap_or_default()/>
            </label>
        }
        .into_any()
    } else {
        let option = |row: SessionRow| {
            let id = row.session_id.to_string();
            let selected = other.as_deref() == Some(id.as_str());
            let words = format!("{} · {}", row.title, date_time(&row.updated_at));
            view! { <option value=id selected=selected>{words}</option> }
        };
        let all = read.others.into_iter().map(option).collect_view();
        view! {
            <label>
                <span>{t.with}</span>
                <select name="with">
                    <option value="" selected=other.is_none()>{t.with_same}</option>
                    {all}
                </select>
            </label>
        }
        .into_any()
    };
    view! {
        <section class="compare-pick" aria-labelledby="compare-pick">
            <h2 id="compare-pick">{title}</h2>
            {runs}
            <form class="run-form" id="with" method="get" action=action.clone()>
                {field}
                <p class="form-acts"><button type="submit">{t.open_other}</button></p>
            </form>
        </section>
    }
    .into_any()
}

fn list(name: &'static str, label: &'static str, runs: &[RunRow], picked: u32) -> AnyView {
    // A version inside a run can come from an address.
    let own = runs.iter().all(|run| run.version != picked).then(|| {
        let inside = runs.iter().find(|run| (run.since..=run.version).contains(&picked));
        RunRow { version: picked, ..inside.cloned().unwrap_or_default() }
    });
    let option = |run: RunRow| {
        let number = run.version.to_string();
        let words = words(&run);
        view! { <option value=number selected=run.version == picked>{words}</option> }
    };
    let mut all: Vec<RunRow> = runs.iter().cloned().chain(own).collect();
    all.sort_by_key(|run| std::cmp::Reverse(run.version));
    let options = all.into_iter().map(option).collect_view();
    view! { <label><span>{label}</span> <select name=name>{options}</select></label> }.into_any()
}

/// What a run is called: its version, when, what began it and in which words.
fn words(run: &RunRow) -> String {
    let t = compare_text::text();
    let said: String = run.said.chars().take(60).collect();
    let said = if said.is_empty() { said } else { format!(": {said}") };
    let version = fill(t.version_n, &[("n", &run.version.to_string())]);
    format!("{version} · {} · {}{said}", date_time(&run.at), began(run.began))
}
