//! The protocol of disagreements: clause by clause, and the facts behind it with a way to agree.

use crate::api::TakeTheirs;
use crate::model::protocol::{FactRow, Protocol, Row};
use crate::ui::logic::links;
use crate::ui::text;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

/// The table of wordings, the table of facts, the files.
#[component]
pub fn ProtocolTable(
    /// The session that was shared.
    session: String,
    /// The other side's copy.
    copy: String,
    /// What differs.
    protocol: Protocol,
) -> impl IntoView {
    let t = text::text();
    let Protocol { title, rows, facts } = protocol;
    let file = |format: &'static str, name: &'static str| {
        let href = links::protocol(&session, &copy, format);
        view! { <a class="button" href=href download="" data-format=format>{name}</a> " " }
    };
    let files = [("docx", "DOCX"), ("pdf", "PDF"), ("md", "Markdown")].map(|(format, name)| file(format, name));
    let wordings = if rows.is_empty() {
        view! { <p class="empty">{t.protocol_same}</p> }.into_any()
    } else {
        let heads = [t.protocol_place, t.protocol_ours, t.protocol_theirs, t.protocol_agreed];
        table(t.protocol_rows, &heads, rows.into_iter().map(wording).collect_view().into_any())
    };
    let facts = (!facts.is_empty()).then(|| {
        let rows = facts.into_iter().map(|fact| row(&session, &copy, fact)).collect_view();
        let table = table(t.protocol_facts, &[t.col_fact, t.protocol_ours, t.protocol_theirs, ""], rows.into_any());
        view! { <h3>{t.protocol_facts}</h3> <p class="hint">{t.protocol_take_hint}</p> {table} }
    });
    view! {
        <section class="protocol" id="protocol" aria-labelledby="protocol-title">
            <h2 id="protocol-title">{title}</h2>
            <p class="document-actions" role="group" aria-label=t.doc_download>
                <span class="hint">{t.doc_download}</span> " " {files.into_iter().collect_view()}
            </p>
            {wordings}
            {facts}
        </section>
    }
    .into_any()
}

fn table(label: &'static str, heads: &[&'static str], rows: AnyView) -> AnyView {
    let heads = heads.iter().map(|words| match words.is_empty() {
        true => view! { <td></td> }.into_any(),
        false => view! { <th scope="col">{*words}</th> }.into_any(),
    });
    view! {
        <div class="table-scroll" role="region" aria-label=label tabindex="0">
            <table>
                <thead>
                    <tr>{heads.collect_view()}</tr>
                </thead>
                <tbody lang="ru">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn wording(row: Row) -> AnyView {
    let place = if row.number.is_empty() { row.title } else { format!("п. {} «{}»", row.number, row.title) };
    let dash = |words: String| if words.is_empty() { "—".to_owned() } else { words };
    view! {
        <tr data-clause=row.clause>
            <th scope="row">{place}</th>
            <td>{dash(row.ours)}</td>
            <td>{dash(row.theirs)}</td>
            <td>{row.agreed}</td>
        </tr>
    }
    .into_any()
}

fn row(session: &str, copy: &str, fact: FactRow) -> AnyView {
    let t = text::text();
    let name = fact.label.unwrap_or_else(|| fact.pointer.clone());
    let shown = |words: Option<String>, value: &serde_json::Value| match (words, value.is_null()) {
        (Some(words), _) if !words.is_empty() => words,
        (_, true) => "—".to_owned(),
        (_, false) => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
    };
    let label = format!("{}: {name}", t.protocol_take);
    let (at, pointer) = (fact.pointer.clone(), fact.pointer);
    view! {
        <tr data-fact=at>
            <th scope="row">{name}</th>
            <td>{shown(fact.shown_ours, &fact.ours)}</td>
            <td>{shown(fact.shown_theirs, &fact.theirs)}</td>
            <td>
                <form action=TakeTheirs::url() method="post">
                    <input type="hidden" name="session" value=session.to_owned()/>
                    <input type="hidden" name="with" value=copy.to_owned()/>
                    <input type="hidden" name="pointer" value=pointer/>
                    <button type="submit" class="quiet" aria-label=label>{t.protocol_take}</button>
                </form>
            </td>
        </tr>
    }
    .into_any()
}
