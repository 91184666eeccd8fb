//! The unit that a question asks for: «сколько суток», «…, кПа?», «в процентах». A unit behind a number is given, not
//! asked for.

use crate::engine::citation::numbers::amounts;
use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases;

/// What norms measure: other units (money, years of a law) are no answers to an engineer.
const MEASURED: [&str; 14] = [
    "length", "area", "volume", "pressure", "force", "mass", "percent", "celsius", "degree", "sound", "day", "month",
    "hour", "minute",
];
/// Units of time: words as well as units.
const TIMES: [&str; 4] = ["day", "month", "hour", "minute"];
/// Words between «сколько» and the unit.
const BETWEEN: usize = 2;

/// What a unit measures; `None` when it is no unit, or one of which only the beginning is known («м/с»).
#[must_use]
pub fn dimension(unit: &str) -> Option<String> {
    let one = format!("1 {}", unit.trim());
    let found = amounts(&one).into_iter().next()?;
    (found.range.end == one.trim_end().len()).then_some(found.dimension)
}

/// What flows or passes by a rate («м3/ч», «кг/(м2·ч)»): people name it without what it is counted over.
#[must_use]
pub fn passing(unit: &str) -> Option<String> {
    let (passes, _) = unit.split_once('/')?;
    dimension(passes).filter(|own| own == "volume" || own == "mass")
}

/// A word as a reader takes it for a unit: without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '%' | '‰' | '°' | '²' | '³' | '/')))
}

/// Whether a word is a short form («кПа», «см»): such a word names a unit wherever it stands.
fn is_short(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    (2..=3).contains(&letters) || word.contains(['%', '‰', '°'])
}

/// A unit that a question names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// As it is written, in small letters.
    pub unit: String,
    /// What it measures; a temperature is told in degrees as an angle is.
    pub dimensions: Vec<String>,
}

/// The units that a question asks for, of each dimension the first; none when it names none.
#[must_use]
pub fn asked(text: &str) -> Vec<Named> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out: Vec<Named> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        // «12 м», «200-250 мм», «350мм»: a value that is given.
        if before.ends_with(|c: char| c.is_ascii_digit()) || bare(word).starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let Some(found) = dimension(bare(word)).filter(|found| MEASURED.contains(&found.as_str())) else { continue };
        // «Раз в год», «кг в час»: what it is counted over.
        if before.eq_ignore_ascii_case("в") && TIMES.contains(&found.as_str()) && !bare(word).ends_with('х') {
            continue;
        }
        let ends = at + 1 == words.len() || word.ends_with(['?', '.', '!', ';']);
        let near = &words[at.saturating_sub(BETWEEN + 1)..at];
        let counted = lexicon::shared().how_many.found(&phrases::tokens(&near.join(" ")));
        let alone = bare(word).chars().count() == 1 && !bare(word).contains(['%', '‰']);
        // «Час», «год» are words as well as units.
        let short = is_short(bare(word)) && !TIMES.contains(&found.as_str());
        // A single letter is a unit only where nothing but a unit can stand: «ширина, м?».
        let said = if alone { ends && before.ends_with(',') } else { short || counted || ends || found == "percent" };
        if said && !out.iter().any(|known| known.dimensions.contains(&found)) {
            let celsius = (found == "degree").then(|| "celsius".to_owned());
            let dimensions = std::iter::once(found).chain(celsius).collect();
            out.push(Named { unit: bare(word).to_lowercase(), dimensions });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_asked_for_unless_a_number_stands_before_it() {
        let cases: [(&str, &[&str]); 12] = [
            ("расчётное давление на пол, кПа?", &["pressure"]),
            ("сколько суток сохнет стяжка", &["day"]),
            ("за сколько раб. дней извещать", &["day"]),
            ("до выхода максимум метров?", &["length"]),
            ("зазор между шкафами, см", &["length"]),
            ("доля окон в процентах от стены", &["percent"]),
            ("высота полки 12 м, ширина?", &[]),
            ("толщина слоя, мкм?", &["length"]),
            ("на сколько градусов наклонять", &["degree", "celsius"]),
            ("метров на место в зале", &[]),
            ("шум в кладовой, дБА", &["sound"]),
            ("ширина прохода, м?", &["length"]),
        ];
        for (text, wanted) in cases {
            let found: Vec<String> = asked(text).into_iter().flat_map(|one| one.dimensions).collect();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn a_unit_is_known_whole_or_not_at_all() {
        assert_eq!(dimension("м2").as_deref(), Some("area"));
        assert_eq!(dimension("м/с"), None);
        assert_eq!(dimension("сут").as_deref(), Some("day"));
        assert_eq!(dimension("шкаф"), None);
    }
}
