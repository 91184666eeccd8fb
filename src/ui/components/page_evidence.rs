//! A page of a source with the cited place boxed: image and boxes in one drawing, so that they scale together.

use crate::model::source::{BoxRole, PageBox, PageBoxes};
use crate::ui::evidence_text;
use crate::ui::logic::format;
use crate::ui::logic::sheet::Sheet;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// The page, its tools and what is marked. Everything works by links, without scripts too.
#[component]
pub fn PageEvidence(
    /// What is looked at.
    sheet: Sheet,
    /// How the document is cited.
    document: String,
    /// The page and its boxes.
    boxes: PageBoxes,
) -> impl IntoView {
    let t = evidence_text::text();
    let page = boxes.page;
    let fill = |text: &str| {
        let (page, pages) = (page.to_string(), boxes.pages.to_string());
        format::fill(text, &[("page", &page), ("pages", &pages), ("document", &document), ("printed", &boxes.printed)])
    };
    let here: Vec<PageBox> = boxes.on(page).copied().collect();
    let others: BTreeSet<u32> = boxes.boxes.iter().map(|place| place.page).filter(|other| *other != page).collect();
    let marked = (!here.is_empty()).then(|| format::fill(t.marked, &[("n", &here.len().to_string())]));
    let elsewhere = (!others.is_empty()).then(|| {
        let link = |other: u32| {
            let name = format::fill(t.page_n, &[("n", &other.to_string())]);
            view! { " " <a href=sheet.at(other).href()>{name}</a> }
        };
        view! { <p class="elsewhere">{t.elsewhere} {others.iter().copied().map(link).collect_view()}</p> }
    });
    let printed = (!boxes.printed.is_empty() && boxes.printed != page.to_string())
        .then(|| view! { <span class="printed">{fill(t.printed)}</span> });
    let notice = boxes.notice.clone().map(|notice| view! { <p class="notice" role="note">{notice}</p> });
    let scale = if sheet.zoom == 0 { t.fit.to_owned() } else { format!("{} %", sheet.zoom) };
    let turn = |to: Option<u32>, rel: &'static str, name: &'static str, sign: &'static str| {
        match to {
        Some(to) => view! { <a class="tool" rel=rel data-tool=rel href=sheet.at(to).href() aria-label=name title=name>{sign}</a> }
            .into_any(),
        None => view! { <span class="tool" aria-hidden="true">{sign}</span> }.into_any(),
    }
    };
    let zoom = |to: Option<u32>, tool: &'static str, name: &'static str, sign: &'static str| {
        match to {
        Some(to) => {
            view! { <a class="tool" data-tool=tool data-press=if tool == "larger" { "+" } else { "-" } href=sheet.scaled(to).href() aria-label=name title=name>{sign}</a> }
                .into_any()
        }
        None => view! { <span class="tool" aria-hidden="true">{sign}</span> }.into_any(),
    }
    };
    let before = page.checked_sub(1).filter(|page| *page > 0);
    let behind = (page < boxes.pages).then_some(page + 1);
    view! {
        <figure class="page-evidence" data-page=page data-boxes=here.len()>
            <nav class="page-tools" aria-label=t.tools>
                {turn(before, "prev", t.before, "←")}
                <span class="page-number">{fill(t.page_of)} " " {printed}</span>
                {turn(behind, "next", t.behind, "→")}
                <span class="gap"></span>
                {zoom(sheet.smaller(), "smaller", t.smaller, "−")}
                <a class="tool scale" data-tool="fit" data-press="0" href=sheet.scaled(0).href() title=t.fit>{scale}</a>
                {zoom(sheet.larger(), "larger", t.larger, "+")}
            </nav>
            {notice}
            <div class="page-view" tabindex="0" role="region" aria-label=fill(t.image)>
                {drawing(&sheet, &boxes, &here, fill(t.image))}
            </div>
            <figcaption>
                {marked.map(|marked| view! { <p class="marked">{marked} {legend(&here)}</p> })}
                {elsewhere}
                <p class="hint">{t.keys}</p>
            </figcaption>
        </figure>
    }
    .into_any()
}

/// Image and boxes over it, in points of the page.
fn drawing(sheet: &Sheet, boxes: &PageBoxes, here: &[PageBox], name: String) -> AnyView {
    let (width, height) = (boxes.width.max(1.0), boxes.height.max(1.0));
    // What came as an image has pixels for points: it is shown as wide as a sheet of paper.
    let shown = if width > 1000.0 { 595.0 } else { width };
    let wide = match sheet.zoom {
        0 => "100%".to_owned(),
        zoom => format!("{:.0}", shown * f64::from(zoom) / 75.0),
    };
    let unit = width / 595.0;
    let place = |place: &PageBox| {
        let (role, name) = role(place.role);
        let pad = unit * 1.5;
        let number = |value: f64| format!("{value:.1}");
        view! {
            <rect
                class="place"
                data-role=role
                x=number(place.x * width - pad)
                y=number(place.y * height - pad)
                width=number(place.w * width + 2.0 * pad)
                height=number(place.h * height + 2.0 * pad)
                rx=number(unit * 2.0)
                stroke-width=number(unit * if place.role == BoxRole::Cell { 2.0 } else { 1.0 })
            >
                <title>{name}</title>
            </rect>
        }
    };
    let (w, h) = (format!("{width:.1}"), format!("{height:.1}"));
    let whole = format!("0 0 {w} {h}");
    view! {
        <svg
            class="page-drawing"
            data-fit=(sheet.zoom == 0).then_some("true")
            width=wide
            viewBox=whole
            role="img"
            aria-label=name
        >
            <image href=sheet.image(boxes.page) width=w height=h/>
            {here.iter().map(place).collect_view()}
        </svg>
    }
    .into_any()
}

/// What the colours mean, where there is more than one.
fn legend(here: &[PageBox]) -> Option<AnyView> {
    let roles: BTreeSet<BoxRole> = here.iter().map(|place| place.role).collect();
    let one = |kind: &BoxRole| {
        let (role, name) = role(*kind);
        view! { <span class="role" data-role=role>{name}</span> }
    };
    (roles.len() > 1).then(|| view! { <span class="legend">{roles.iter().map(one).collect_view()}</span> }.into_any())
}

fn role(role: BoxRole) -> (&'static str, &'static str) {
    let t = evidence_text::text();
    match role {
        BoxRole::Text => ("text", t.words),
        BoxRole::Cell => ("cell", t.cell),
        BoxRole::RowHeader => ("row", t.row),
        BoxRole::ColumnHeader => ("column", t.column),
    }
}
