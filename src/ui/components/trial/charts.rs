//! The two charts: the range of a decision, and what a disputed fact would move. Drawn as SVG without styles in the
//! markup, so that the page's policy allows them; the numbers stand beside them as text.

use crate::ui::components::trial::speech::called;
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
    let shown = extent(&rows);
    let ends = format!("{}–{}", share(shown.0), share(shown.1));
    let body = rows.iter().map(|row| tornado_row(row, shown)).collect_view();
    view! {
        <figure class="tornado">
            <figcaption><b>{t.flips}</b> " " <span class="hint">{t.flips_hint}</span></figcaption>
            <ul>{body}</ul>
            <p class="tornado-legend" aria-hidden="true">
                <span data-side="true">{t.if_true}</span> <span data-side="base">{t.as_is}</span> <span data-side="false">{t.if_false}</span> <small>{ends}</small>
            </p>
        </figure>
    }
    .into_any()
}

/// The part of the scale that the bars need, at least a fifth of it: small moves stay to be seen.
fn extent(rows: &[Value]) -> (u32, u32) {
    let all = rows.iter().flat_map(|row| ["base", "if_true", "if_false"].map(|key| hundredths(&row[key])));
    let (low, high) = all.fold((100, 0), |(low, high), one| (one.min(low), one.max(high)));
    let missing = 20_u32.saturating_sub(high.saturating_sub(low)).div_ceil(2);
    (low.saturating_sub(missing.max(2)), (high + missing.max(2)).min(100))
}

fn tornado_row(row: &Value, (low, high): (u32, u32)) -> AnyView {
    let t = trial_text::text();
    let id = row["fact_id"].as_str().unwrap_or_default().to_owned();
    let (base, yes, no) = (hundredths(&row["base"]), hundredths(&row["if_true"]), hundredths(&row["if_false"]));
    let bar = |to: u32, class: &'static str| {
        let (from, to) = (base.min(to), base.max(to));
        view! { <rect class=class x=from.to_string() y="2" width=(to - from).to_string() height="6"></rect> }
    };
    let width = high - low;
    let frame = format!("{low} 0 {width} 10");
    let moves = yes != base || no != base;
    let words = match moves {
        true => format!("{} {} · {} {} · {} {}", t.if_true, share(yes), t.as_is, share(base), t.if_false, share(no)),
        false => format!("{} ({})", t.flips_nothing, share(base)),
    };
    let href = format!("#{id}");
    view! {
        <li data-fact=id.clone() data-moves=moves.to_string()>
            <a class="id" href=href>{called(&id)}</a>
            <svg viewBox=frame preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect class="track" x=low.to_string() y="4.5" width=width.to_string() height="1"></rect>
                {bar(yes, "yes")}
                {bar(no, "no")}
                <path class="base" d=format!("M{base} 0V10")></path>
            </svg>
            <span class="numbers">{words}</span>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::extent;
    use serde_json::json;

    #[test]
    fn small_moves_are_shown_large_and_nothing_leaves_the_scale() {
        let row = |base: f64, yes: f64, no: f64| json!({"base": base, "if_true": yes, "if_false": no});
        assert_eq!(extent(&[row(0.31, 0.35, 0.29)]), (22, 42));
        assert_eq!(extent(&[row(0.1, 0.9, 0.05)]), (3, 92));
        assert_eq!(extent(&[row(0.95, 0.95, 0.95)]), (85, 100));
    }
}
