//! The text on its sheets: real elements, numbered as the document numbers itself.

use crate::model::document_view::{Block, CONTRACT, DocumentView, Runs, Signature};
use crate::model::signoff::{Beside, Remark};
use crate::ui::components::clause_conflict::clause_conflict;
use crate::ui::components::clause_editor::{clause_editor, is_editable};
use crate::ui::components::document_runs::{Ink, runs};
use crate::ui::live::Live;
use crate::ui::logic::{format, links};
use crate::ui::{signoff_text, text};
use leptos::prelude::*;

/// The document; each attachment begins on a sheet of its own.
#[component]
pub fn DocumentPaper(
    /// The page's signals.
    live: Live,
    /// The document.
    document: DocumentView,
) -> impl IntoView {
    let ink = Ink::new(live, &document);
    // Only the contract itself, only as it stands now.
    let open = document.part == CONTRACT && live.viewed().is_none();
    let conflicts = document.conflicts;
    let clash = |one: &Block| match one {
        Block::Clause { id, .. } if open => {
            conflicts.iter().find(|conflict| conflict.clause == *id).map(|conflict| clause_conflict(live, conflict))
        }
        _ => None,
    };
    let editor = move |one: &Block| match one {
        Block::Clause { id, runs, .. } if open && is_editable(id) => Some(clause_editor(live, id, runs)),
        _ => None,
    };
    let beside = document.beside;
    let (part, variant, label) = (document.part, document.variant, document.title);
    let sheets = document
        .blocks
        .split(|block| *block == Block::PageBreak)
        .map(|blocks| {
            let blocks = blocks
                .iter()
                .map(|one| view! { {block(ink, one)} {remarked(&beside, one)} {clash(one)} {editor(one)} })
                .collect_view();
            view! { <div class="sheet">{stamp(live)} {blocks}</div> }
        })
        .collect_view();
    // The document speaks Russian whatever the page speaks.
    view! {
        <article class="paper" lang="ru" aria-label=label data-part=part data-variant=variant>{sheets}</article>
    }
    .into_any()
}

/// The document for somebody who may only read it, with what is said of its clauses.
pub fn reading(document: &DocumentView, is_draft: bool) -> AnyView {
    let ink = Ink::reading(document);
    let sheet = |blocks: &[Block]| {
        let blocks =
            blocks.iter().map(|one| view! { {block(ink, one)} {remarked(&document.beside, one)} }).collect_view();
        let stamp = is_draft.then(|| view! { <p class="stamp">{text::text().doc_stamp}</p> });
        view! { <div class="sheet">{stamp} {blocks}</div> }
    };
    let sheets = document.blocks.split(|block| *block == Block::PageBreak).map(sheet).collect_view();
    view! {
        <article class="paper" id="paper" lang="ru" aria-label=document.title.clone() data-variant=document.variant.clone()>
            {sheets}
        </article>
    }
    .into_any()
}

/// How many remarks a clause has that are not settled; a link to the first of them.
fn remarked(beside: &Beside, block: &Block) -> Option<AnyView> {
    let Block::Clause { id, .. } = block else { return None };
    let own = |remark: &&Remark| remark.settled.is_none() && remark.clause.as_ref() == Some(id);
    let open: Vec<&Remark> = beside.threads().filter(own).collect();
    let first = open.first()?.id.to_string();
    let words = format::fill(signoff_text::text().remarks_here, &[("n", &open.len().to_string())]);
    let lang = text::prefs().lang.as_str();
    Some(view! { <p class="clause-remarks" lang=lang><a href=format!("#remark-{first}")>{words}</a></p> }.into_any())
}

/// «Проект» in the corner while the gate is closed.
fn stamp(live: Live) -> impl IntoView {
    let draft = Memo::new(move |_| live.view.with(|v| !v.gate.as_ref().is_some_and(|gate| gate.ready_for_skeleton)));
    move || draft.get().then(|| view! { <p class="stamp">{text::text().doc_stamp}</p> })
}

fn block(ink: Ink, block: &Block) -> AnyView {
    match block {
        Block::PageBreak => ().into_any(),
        Block::Above { runs: line } => view! { <p class="above">{runs(ink, line)}</p> }.into_any(),
        Block::Title { runs: line } => view! { <h3 class="title">{runs(ink, line)}</h3> }.into_any(),
        Block::Place { place, date } => view! {
            <p class="place"><span>{runs(ink, place)}</span> " " <span>{runs(ink, date)}</span></p>
        }
        .into_any(),
        Block::Paragraph { runs: line } => view! { <p class="paragraph">{runs(ink, line)}</p> }.into_any(),
        Block::Heading { number, anchor, runs: line, .. } => view! {
            <h4 class="heading" id=anchor.clone()>{format!("{number}.")} " " {runs(ink, line)}</h4>
        }
        .into_any(),
        Block::Clause { number, level, id, anchor, runs: line } => {
            let level = level.to_string();
            let name = format!("{number}.");
            let number = match ink.is_reading() {
                true => {
                    let title = format::fill(signoff_text::text().remark_on, &[("n", number)]);
                    let href = format!("?clause={}#remark-form", links::encode(id));
                    view! { <a class="clause-number" href=href title=title>{name}</a> }.into_any()
                }
                false => view! { <span class="clause-number">{name}</span> }.into_any(),
            };
            view! {
                <p class="clause" id=anchor.clone() data-level=level data-clause=id.clone()>
                    {number} " " <span class="clause-words">{runs(ink, line)}</span>
                </p>
            }
            .into_any()
        }
        Block::Table { head, rows, right, total } => table(ink, head, rows, right, *total),
        Block::Signatures { title, sides } => {
            let heading = (!title.is_empty()).then(|| view! { <h4 class="heading">{title.clone()}</h4> });
            let sides = sides.iter().map(|side| signature(ink, side)).collect_view();
            view! { {heading} <div class="signatures">{sides}</div> }.into_any()
        }
    }
}

fn table(ink: Ink, head: &[String], rows: &[Vec<Runs>], right: &[bool], total: bool) -> AnyView {
    let head = head.iter().map(|name| view! { <th scope="col">{name.clone()}</th> }).collect_view();
    let last = rows.len().saturating_sub(1);
    let row = |(i, cells): (usize, &Vec<Runs>)| {
        let cell = |(column, cell): (usize, &Runs)| {
            let sum = right.get(column).copied().unwrap_or_default().then_some("true");
            view! { <td data-sum=sum>{runs(ink, cell)}</td> }
        };
        let cells = cells.iter().enumerate().map(cell).collect_view();
        view! { <tr data-total=(total && i == last).then_some("true")>{cells}</tr> }
    };
    let rows = rows.iter().enumerate().map(row).collect_view();
    view! {
        <table>
            <thead>
                <tr>{head}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn signature(ink: Ink, side: &Signature) -> AnyView {
    let lines = side.lines.iter().map(|line| view! { <p>{runs(ink, line)}</p> }).collect_view();
    let post = side.post.clone().map(|post| view! { <p class="post">{post}</p> });
    let seal = side.seal.then(|| view! { <p class="seal">"М.П."</p> });
    view! {
        <div class="side">
            <p class="role">{format!("{}:", side.role)}</p>
            {lines}
            {post}
            <p class="pen">{runs(ink, &side.sign)}</p>
            {seal}
        </div>
    }
    .into_any()
}
