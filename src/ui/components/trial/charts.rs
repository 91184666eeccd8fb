//! The two charts: the range of a decision, and what a disputed fact would move. Drawn as SVG without styles in the
//! markup, so that the page's policy allows them; the numbers stand beside them as text.

use crate::ui::logic::trial::{hundredths, share};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// The range between 0.05 and 0.95 as a bar.
pub fn range_bar(range: &Value) -> AnyView {
    let t = trial_text::text();
    let (low, high) = (hundredths(&range["low"]), hundredths(&range["high"]));
    let width = high.saturating_sub(low).max(1);
    let words = format!("{}–{}", share(low), share(high));
    let label = format!("{}: {words}", t.range);
    view! {
        <div class="range-bar" role="img" aria-label=label>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect class="track" x="5" y="3" width="90" height="4" rx="2"></rect>
                <rect class="third" x="34.8" y="1" width="0.4" height="8"></rect>
                <rect class="third" x="64.8" y="1" width="0.4" height="8"></rect>
                <rect class="span" x=low.to_string() y="1" width=width.to_string() height="8" rx="1.5"></rect>
            </svg>
            <p class="range-ends" aria-hidden="true"><span>"0.05"</span> <b>{words}</b> <span>"0.95"</span></p>
        </div>
    }
    .into_any()
}

/// What each disputed fact would move, the widest first.
#[component]
pub fn Tornado(
    /// `sensitivity` of a round.
    rows: Vec<Value>,
) -> impl IntoView {
    let t = trial_text::text();
    let body = rows.into_iter().map(|row| tornado_row(&row)).collect_view();
    view! {
        <figure class="tornado">
            <figcaption><b>{t.flips}</b> " " <span class="hint">{t.flips_hint}</span></figcaption>
            <ul>{body}</ul>
            <p class="tornado-legend" aria-hidden="true">
                <span data-side="true">{t.if_true}</span> <span data-side="base">{t.as_is}</span> <span data-side="false">{t.if_false}</span>
            </p>
        </figure>
    }
    .into_any()
}

fn tornado_row(row: &Value) -> AnyView {
    let t = trial_text::text();
    let id = row["fact_id"].as_str().unwrap_or_default().to_owned();
    let (base, yes, no) = (hundredths(&row["base"]), hundredths(&row["if_true"]), hundredths(&row["if_false"]));
    let bar = |to: u32, class: &'static str| {
        let (from, to) = (base.min(to), base.max(to));
        view! { <rect class=class x=from.to_string() y="2" width=(to - from).to_string() height="6"></rect> }
    };
    let moves = yes != base || no != base;
    let words = match moves {
        true => format!("{} {} · {} {} · {} {}", t.if_true, share(yes), t.as_is, share(base), t.if_false, share(no)),
        false => format!("{} ({})", t.flips_nothing, share(base)),
    };
    let href = format!("#{id}");
    view! {
        <li data-fact=id.clone() data-moves=moves.to_string()>
            <a class="id" href=href rel="external">{id.clone()}</a>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect class="track" x="5" y="4.5" width="90" height="1"></rect>
                {bar(yes, "yes")}
                {bar(no, "no")}
                <rect class="base" x=(f64::from(base) - 0.3).to_string() y="0" width="0.6" height="10"></rect>
            </svg>
            <span class="numbers">{words}</span>
        </li>
    }
    .into_any()
}
