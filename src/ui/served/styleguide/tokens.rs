//! Colours, sizes, spacing, shapes: what the sheet calls tokens.

use crate::ui::components::icon::{Icon, Sign};
use crate::ui::logic::format;
use crate::ui::logic::tokens::{self, Scheme, Token};
use crate::ui::prefs::{Lang, Theme};
use crate::ui::served::styleguide::{Part, part};
use crate::ui::{guide_text, text};
use leptos::prelude::*;

/// See the module.
pub(super) fn parts(theme: Theme) -> Vec<Part> {
    let t = guide_text::text();
    // What the system says is not known here: its light side is measured.
    let scheme = match theme {
        Theme::Dark => Scheme::Dark,
        Theme::Contrast => Scheme::HighLight,
        Theme::Auto | Theme::Light => Scheme::Light,
    };
    let swatches = tokens::colours().into_iter().map(|token| swatch(token, scheme)).collect_view();
    let colours = view! {
        <p class="hint">{t.colours_hint}</p>
        <ul class="swatches">{swatches}</ul>
    };
    let of = |beginning: &'static [&'static str]| {
        tokens::all().into_iter().filter(move |token| beginning.iter().any(|begin| token.name.starts_with(begin)))
    };
    let letters = of(&["text-", "serif", "book", "sans", "mono"]).map(|token| row(token, t.pangram));
    let gaps = of(&["gap-"]).map(|token| row(token, ""));
    let shapes = of(&["radius", "shadow"]).map(|token| row(token, ""));
    let signs = [
        Sign::New,
        Sign::Contract,
        Sign::Research,
        Sign::Norms,
        Sign::Trial,
        Sign::Sources,
        Sign::Matters,
        Sign::Settings,
    ];
    let icons = signs.map(|sign| view! { <Icon sign/> }).into_iter().collect_view();
    let list = |rows: Vec<AnyView>| view! { <dl class="token-rows">{rows}</dl> }.into_any();
    vec![
        part("colours", t.colours, vec![colours.into_any()]),
        part("type", t.type_scale, vec![list(letters.collect())]),
        part("spacing", t.spacing, vec![list(gaps.collect())]),
        part("shapes", t.shapes, vec![list(shapes.collect())]),
        part("icons", t.icons, vec![view! { <p class="guide-row">{icons}</p> }.into_any()]),
    ]
}

/// A colour, its name, and its contrast.
fn swatch(token: Token, scheme: Scheme) -> AnyView {
    let t = guide_text::text();
    let is_russian = text::prefs().lang == Lang::Ru;
    let found = tokens::measured(token.name, scheme);
    let words = found.map(|found| {
        let ratio = format!("{:.1}", found.ratio).replace('.', if is_russian { "," } else { "." });
        let told = format::fill(t.against, &[("n", &ratio), ("name", found.against)]);
        view! { <span class="swatch-value">{tokens::written(found.colour)}</span> <span>{told}</span> }
    });
    let fill = format!("var(--{})", token.name);
    view! {
        <li>
            <svg viewBox="0 0 48 32" width="48" height="32" aria-hidden="true" focusable="false">
                <rect width="48" height="32" rx="4" fill=fill/>
            </svg>
            <code>{token.name}</code>
            {words}
        </li>
    }
    .into_any()
}

/// A token that is no colour, and how it looks: the sheet has a line for each name.
fn row(token: Token, words: &'static str) -> AnyView {
    view! {
        <div>
            <dt><code>{token.name}</code></dt>
            <dd><span class="token-sample" data-token=token.name>{words}</span></dd>
            <dd class="hint">{token.value}</dd>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use crate::ui::logic::tokens;

    #[test]
    fn every_token_that_is_no_colour_has_a_line_that_shows_it() {
        let sheet = include_str!("../../../../style/main.css");
        let colours: Vec<&str> = tokens::colours().iter().map(|token| token.name).collect();
        let shown = |name: &str| sheet.contains(&format!("[data-token=\"{name}\"]"));
        let missing: Vec<&str> = tokens::all()
            .iter()
            .map(|token| token.name)
            .filter(|name| !colours.contains(name) && !shown(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
