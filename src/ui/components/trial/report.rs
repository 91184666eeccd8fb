//! The report: where it stands and as which files it opens.

use crate::ui::components::trial::speech::decision;
use crate::ui::live::Live;
use crate::ui::logic::links;
use crate::ui::logic::trial::{list, text};
use crate::ui::trial_text;
use leptos::prelude::*;

/// Nothing before the end; then the files and a short look.
#[component]
pub fn Report(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    let report = Memo::new(move |_| live.view.with(|view| view.domain["report"].clone()));
    let id = live.id();
    let body = move || {
        let report = report.get();
        if report.is_null() {
            return ().into_any();
        }
        let file = |extension: &'static str, name: &'static str| {
            let href = format!("/api/session/{}/report.{extension}", links::encode(&id));
            let download = (extension != "html").then_some("");
            view! { <a class="button" href=href download=download data-format=extension>{name}</a> }
        };
        let files = [("html", t.report_open), ("pdf", "PDF"), ("docx", "DOCX"), ("md", "Markdown"), ("json", "JSON")]
            .map(|(extension, name)| file(extension, name));
        let sections = list(&report, "sections").iter().map(|one| {
            let private =
                (one["private"] == true).then(|| view! { <span class="eyes" data-eyes="own">{t.eyes_own}</span> });
            view! { <li value=one["number"].to_string()>{text(one, "title").to_owned()} " " {private}</li> }
        });
        let hash = text(&report["footer"], "event_log_sha256").to_owned();
        let apart = list(&report, "sections").iter().any(|one| one["number"] == 7).then(|| {
            let href = format!("/api/session/{}/report.pdf?part=settlement", links::encode(&id));
            let open = format!("/api/session/{}/report.pdf?part=public", links::encode(&id));
            view! {
                <p class="report-parts">
                    <a href=open download="" data-part="public">{t.report_public}</a> " · "
                    <a href=href download="" data-part="settlement">{t.report_private}</a>
                </p>
            }
        });
        view! {
            <section class="card trial-report" id="report" aria-labelledby="report-title">
                <h2 id="report-title">{text(&report, "title").to_owned()}</h2>
                <p class="report-files" role="group" aria-label=t.report_files>{files.into_iter().collect_view()}</p>
                {apart}
                {decision(&report["outcome"], false)}
                <details class="fold"><summary>{t.report_sections}</summary><ol>{sections.collect_view()}</ol></details>
                <p class="hint">{t.report_hash} " " <code>{hash}</code></p>
                <p class="hint">{t.simulation_only}</p>
            </section>
        }
        .into_any()
    };
    view! { <div>{body}</div> }.into_any()
}
