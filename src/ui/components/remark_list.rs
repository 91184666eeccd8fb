//! Remarks on a document with their answers. Every action is a plain form.

use crate::model::document_view::{Block, DocumentView};
use crate::model::form::Returned;
use crate::model::signoff::{NAME_CHARS, REMARK_CHARS, Remark, Settled, Side};
use crate::ui::components::text_area::TextArea;
use crate::ui::logic::format;
use crate::ui::{signoff_text, text};
use leptos::prelude::*;

/// Who looks at the remarks, and where their forms go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Desk {
    /// Path below which the forms go.
    pub base: String,
    /// Who looks.
    pub side: Side,
    /// The name that was typed last.
    pub name: String,
}

/// The number and the anchor of a clause.
pub fn place_of(document: &DocumentView, wanted: &str) -> Option<(String, String)> {
    document.blocks.iter().find_map(|block| match block {
        Block::Clause { number, id, anchor, .. } if id == wanted => Some((number.clone(), anchor.clone())),
        _ => None,
    })
}

/// The list.
pub fn remark_list(desk: &Desk, document: &DocumentView) -> AnyView {
    let t = signoff_text::text();
    let beside = &document.beside;
    let rows = beside.threads().map(|remark| thread(desk, document, remark)).collect_view();
    let none = beside.remarks.is_empty().then(|| view! { <p class="empty">{t.remarks_none}</p> });
    view! { <div class="remark-list">{none} <ol>{rows}</ol></div> }.into_any()
}

fn thread(desk: &Desk, document: &DocumentView, remark: &Remark) -> AnyView {
    let t = signoff_text::text();
    let place = match remark.clause.as_deref().map(|id| place_of(document, id)) {
        None => view! { <span class="remark-place">{t.whole}</span> }.into_any(),
        Some(None) => view! { <span class="remark-place">{t.clause_gone}</span> }.into_any(),
        Some(Some((number, anchor))) => view! {
            <a class="remark-place" href=format!("#{anchor}")>{format::fill(t.clause, &[("n", &number)])}</a>
        }
        .into_any(),
    };
    let answers = document.beside.answers(&remark.id).map(|answer| view! { <li>{said(answer)}</li> }).collect_view();
    let answers =
        document.beside.answers(&remark.id).next().map(|_| view! { <ol class="remark-answers">{answers}</ol> });
    let id = remark.id.to_string();
    let acts = match &remark.settled {
        Some(settled) => view! { <p class="hint">{settled_words(settled)}</p> }.into_any(),
        None => acts(desk, &id),
    };
    view! {
        <li class="remark" id=format!("remark-{id}") data-settled=remark.settled.is_some().to_string()>
            <p class="remark-head">{place} " · " {format::fill(text::text().version_n, &[("n", &remark.version.to_string())])}</p>
            {said(remark)}
            {answers}
            {acts}
        </li>
    }
    .into_any()
}

/// Who said what, when.
fn said(remark: &Remark) -> AnyView {
    let t = signoff_text::text();
    let name = if remark.name.is_empty() { t.owner.to_owned() } else { remark.name.clone() };
    let side = Side::of(remark.link.as_ref());
    view! {
        <p class="remark-said" data-side=side.as_str()>
            <b>{name}</b> " " <small>{format::date_time(&remark.at)}</small>
        </p>
        <p class="remark-words">{remark.text.clone()}</p>
    }
    .into_any()
}

fn settled_words(settled: &Settled) -> String {
    let t = signoff_text::text();
    let words = match settled.by {
        Side::Owner => t.settled_owner,
        Side::Lawyer => t.settled_lawyer,
    };
    format::fill(words, &[("date", &format::date_time(&settled.at))])
}

fn acts(desk: &Desk, id: &str) -> AnyView {
    let t = signoff_text::text();
    view! {
        <div class="remark-acts">
            <form action=format!("{}/settle", desk.base) method="post">
                <input type="hidden" name="remark" value=id.to_owned()/>
                <button type="submit" class="quiet">{t.settle}</button>
            </form>
            <details>
                <summary>{t.answer}</summary>
                <form class="remark-form" action=format!("{}/remark", desk.base) method="post">
                    <input type="hidden" name="answers" value=id.to_owned()/>
                    {name_field(desk, &desk.name)}
                    <TextArea name="text" label=t.answer maxlength=REMARK_CHARS required=true/>
                    <button type="submit" class="quiet">{t.answer_send}</button>
                </form>
            </details>
        </div>
    }
    .into_any()
}

/// The field for a name; the owner needs none.
pub fn name_field(desk: &Desk, value: &str) -> Option<AnyView> {
    let t = signoff_text::text();
    (desk.side == Side::Lawyer).then(|| {
        view! {
            <label class="field">
                {t.name}
                <input name="name" autocomplete="name" maxlength=NAME_CHARS.to_string() required value=value.to_owned()/>
            </label>
        }
        .into_any()
    })
}

/// The form for a new remark; what was not taken stands in it again.
pub fn remark_form(desk: &Desk, document: &DocumentView, clause: Option<&str>, returned: Option<&Returned>) -> AnyView {
    let t = signoff_text::text();
    let returned = returned.filter(|returned| returned.form == "remark");
    let sent = |name: &str| {
        returned.and_then(|returned| returned.pairs.iter().find(|(own, _)| own == name)).map(|(_, value)| value.clone())
    };
    let picked = sent("clause").or_else(|| clause.map(str::to_owned)).unwrap_or_default();
    let options = document.blocks.iter().filter_map(|block| match block {
        Block::Clause { number, id, .. } => {
            let chosen = (*id == picked).then_some("selected");
            Some(view! { <option value=id.clone() selected=chosen>{format::fill(t.clause, &[("n", number)])}</option> })
        }
        _ => None,
    });
    let answers = sent("answers").map(|id| view! { <input type="hidden" name="answers" value=id/> });
    view! {
        <form class="remark-form" id="remark-form" action=format!("{}/remark", desk.base) method="post">
            <h3>{t.remark}</h3>
            {problem(returned)}
            {answers}
            {name_field(desk, &sent("name").unwrap_or_else(|| desk.name.clone()))}
            <label class="field">
                {t.about}
                <select name="clause">
                    <option value="">{t.whole}</option>
                    {options.collect_view()}
                </select>
            </label>
            <label class="field">
                {t.remark}
                <TextArea name="text" rows=3 maxlength=REMARK_CHARS required=true value=sent("text").unwrap_or_default()/>
            </label>
            <button type="submit">{t.remark_add}</button>
        </form>
    }
    .into_any()
}

/// Why a form was not taken.
pub fn problem(returned: Option<&Returned>) -> Option<AnyView> {
    returned
        .map(|returned| view! { <p class="problem" role="alert">{text::text().error(&returned.error)}</p> }.into_any())
}
