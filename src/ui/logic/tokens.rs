//! The tokens of the style sheet, read from the sheet itself, so that none is missing where they are shown, and the
//! contrast of its colours.

/// The sheet as it is served.
const SHEET: &str = include_str!("../../../style/main.css");
/// Where the tokens stand, and where high contrast replaces some.
const BASE: &str = "\n  :root {";
const HIGH: &str = ":root[data-theme=\"contrast\"] {";

/// Surfaces: what is written on them is read.
pub const GROUNDS: [&str; 7] = ["paper", "surface", "sunken", "accent-soft", "mark", "fresh", "sheet"];

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its name without the two hyphens.
    pub name: &'static str,
    /// What stands behind it.
    pub value: &'static str,
}

/// The colours that a visitor sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Paper.
    Light,
    /// Night.
    Dark,
    /// High contrast on a light system.
    HighLight,
    /// High contrast on a dark system.
    HighDark,
}

impl Scheme {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Light, Self::Dark, Self::HighLight, Self::HighDark];
}

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// What a colour is measured against, and how much it needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The colour in the scheme.
    pub colour: Rgb,
    /// The token that it is measured against.
    pub against: &'static str,
    /// From 1 to 21, as WCAG 2 counts.
    pub ratio: f64,
    /// The least it needs; 0 for what only divides.
    pub least: f64,
}

fn block(opening: &str) -> Vec<Token> {
    let inside = SHEET.split_once(opening).and_then(|(_, rest)| rest.split_once('}')).map_or("", |(inside, _)| inside);
    inside
        .split(';')
        .filter_map(|line| line.trim().strip_prefix("--")?.split_once(": "))
        .map(|(name, value)| Token { name, value })
        .collect()
}

/// Every token in the order of the sheet.
#[must_use]
pub fn all() -> Vec<Token> {
    block(BASE)
}

/// The colours among them.
#[must_use]
pub fn colours() -> Vec<Token> {
    all().into_iter().filter(|token| colour(token.name, Scheme::Light).is_some()).collect()
}

/// What a token stands for in a scheme, if it is a colour.
#[must_use]
pub fn colour(name: &str, scheme: Scheme) -> Option<Rgb> {
    let high = if matches!(scheme, Scheme::HighLight | Scheme::HighDark) { block(HIGH) } else { Vec::new() };
    let value = high.into_iter().chain(all()).find(|token| token.name == name)?.value;
    if let Some(other) = value.strip_prefix("var(--").and_then(|rest| rest.strip_suffix(')')) {
        return colour(other, scheme);
    }
    let (light, dark) = value.strip_prefix("light-dark(")?.strip_suffix(')')?.split_once(", ")?;
    hex(if matches!(scheme, Scheme::Light | Scheme::HighLight) { light } else { dark })
}

fn hex(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// `#23405f`.
#[must_use]
pub fn written([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The contrast of two colours.
#[must_use]
pub fn ratio(one: Rgb, other: Rgb) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// A colour in a scheme beside what it is seen with.
#[must_use]
pub fn measured(name: &str, scheme: Scheme) -> Option<Measured> {
    let (against, least) = match name {
        "sheet" => ("sheet-ink", 7.0),
        "sheet-ink" => ("sheet", 7.0),
        "accent-ink" => ("accent", 4.5),
        "line" => ("surface", 0.0),
        "line-strong" => ("surface", 3.0),
        _ if GROUNDS.contains(&name) => ("ink", 7.0),
        _ => ("surface", 4.5),
    };
    let own = colour(name, scheme)?;
    Some(Measured { colour: own, against, ratio: ratio(own, colour(against, scheme)?), least })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_wcag() {
        assert!((ratio([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
        assert!((ratio([0x76, 0x76, 0x76], [255, 255, 255]) - 4.54).abs() < 0.01);
        assert_eq!(hex("#23405f").map(written).as_deref(), Some("#23405f"));
        for wrong in ["23405f", "#234", "#23405g", "#€€"] {
            assert_eq!(hex(wrong), None);
        }
    }

    #[test]
    fn every_colour_is_read_in_every_scheme_and_has_its_contrast() {
        assert!(colours().len() >= 23, "{:?}", colours());
        let mut wrong = Vec::new();
        for scheme in Scheme::ALL {
            for token in colours() {
                let found = measured(token.name, scheme).expect(token.name);
                if found.ratio < found.least {
                    wrong.push(format!("{scheme:?}: {} {:.2} of {}", token.name, found.ratio, found.least));
                }
                // What is written stands on every ground of the frame.
                let written = !GROUNDS.contains(&token.name) && found.against == "surface" && found.least > 4.0;
                for ground in ["paper", "sunken"].into_iter().filter(|_| written) {
                    let seen = ratio(found.colour, colour(ground, scheme).expect(ground));
                    if seen < 4.5 {
                        wrong.push(format!("{scheme:?}: {} on {ground} {seen:.2}", token.name));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn high_contrast_is_higher_and_the_same_by_choice_and_by_the_system() {
        for scheme in [Scheme::HighLight, Scheme::HighDark] {
            for name in ["ink", "ink-soft", "accent", "critical", "high", "med", "low", "good", "computed"] {
                let found = measured(name, scheme).expect(name);
                assert!(found.ratio >= 7.0, "{scheme:?}: {name} {:.2}", found.ratio);
            }
        }
        let by_system = block("@media (prefers-contrast: more) { :root:not([data-theme=\"contrast\"]) {");
        assert!(!by_system.is_empty());
        assert_eq!(block(HIGH), by_system);
    }
}
