//! Duties that are laid on a person by a pronoun: «ремонт на мне», «осаго на нём», and those that are split between two.

use serde::Deserialize;
use std::sync::LazyLock;

/// Words by which a duty is the speaker's or the other side's (`knowledge/dialogue/duties.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    own: Vec<String>,
    their: Vec<String>,
    /// Words that only stress who it is.
    alone: Vec<String>,
    /// The same as the last word of the second half: «питание за мой счёт, проезд её».
    own_short: Vec<String>,
    their_short: Vec<String>,
    /// Words of what is somebody else's: «его паспорт».
    of_them: Vec<String>,
    /// Words before these that set them against the speaker: «у них».
    at_them: Vec<String>,
    /// Beginnings of words that say who the sides are.
    who: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/duties.toml")).unwrap_or_default());

/// Words of the second half of a split duty: «отопление я».
const SHORT: usize = 4;

/// Whether a part of a message lays a duty on the speaker, and whether on the other side.
pub(super) fn laid(part: &str) -> (bool, bool) {
    let low = part.to_lowercase().replace('ё', "е");
    let low: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // «Она сама» is she.
    let themselves = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|near| low.get(near));
        MARKS.alone.iter().any(|one| one == low[at]) && beside.into_iter().any(|word| theirs(word))
    };
    let said = |list: &[String]| {
        list.iter().any(|mark| {
            let wanted: Vec<&str> = mark.split(' ').collect();
            let mut found = low.windows(wanted.len()).enumerate().filter(|(_, own)| *own == wanted);
            found.any(|(at, _)| !themselves(at))
        })
    };
    (said(&MARKS.own), said(&MARKS.their))
}

/// Whether a word speaks of the other side: «он».
pub(super) fn theirs(word: &str) -> bool {
    MARKS.their.iter().any(|one| one == word)
}

/// Whether a word speaks of what is the other side's: «их директор».
pub(super) fn of_them(word: &str) -> bool {
    MARKS.of_them.iter().any(|one| one == word)
}

/// Whether a word sets somebody against the one who speaks: «у них».
pub(super) fn leads_to_them(word: &str) -> bool {
    MARKS.at_them.iter().any(|one| *one == word.to_lowercase())
}

fn names_sides(part: &str) -> bool {
    let low = part.to_lowercase().replace('ё', "е");
    low.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.who.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// As [`laid`], for a short second half.
pub(super) fn half(part: &str) -> (bool, bool) {
    let low = part.to_lowercase().replace('ё', "е");
    let last = low.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).unwrap_or_default();
    let ends = |list: &[String]| list.iter().any(|word| word == last);
    match laid(part) {
        (false, false) => (ends(&MARKS.own_short), ends(&MARKS.their_short)),
        both => both,
    }
}

/// «Мелкий ремонт за ним, крупный за мной»: two pieces that share one matter between the sides. No option of a pack
/// says that, whichever half it is found in.
pub(super) fn split(text: &str) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for (at, mark) in text.match_indices([',', ';', '.', '!', '?', '\n']) {
        parts.push((from, at));
        from = at + mark.len();
    }
    parts.push((from, text.len()));
    let mut out: Vec<(usize, usize)> = Vec::new();
    for pair in parts.windows(2) {
        let ([one, two], true) = (pair, pair.len() == 2) else { continue };
        let gap = text.get(one.0..two.0).unwrap_or_default();
        let second = text.get(two.0..two.1).unwrap_or_default();
        let brief = second.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count() <= SHORT;
        // «Я заказчик, он самозанятый» says who the sides are.
        if !brief || gap.contains(['.', '!', '?', '\n']) || names_sides(text.get(one.0..two.1).unwrap_or_default()) {
            continue;
        }
        let halves = (laid(text.get(one.0..one.1).unwrap_or_default()), half(second));
        if matches!(halves, ((true, false), (false, true)) | ((false, true), (true, false))) {
            match out.last_mut().filter(|last| last.1 > one.0) {
                Some(last) => last.1 = two.1,
                None => out.push((one.0, two.1)),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duty_is_laid_or_split() {
        assert_eq!(laid("ОСАГО на нём"), (false, true));
        assert_eq!(laid("ремонт за мной"), (true, false));
        assert_eq!(laid("ремонт замечательный"), (false, false));
        assert_eq!(laid("мелкий ремонт делает она сама"), (false, true));
        assert_eq!(laid("ремонт делаю сама"), (true, false));
        let text = "Срок год. Мелкий ремонт за ним, крупный за мной";
        let spans = split(text);
        assert_eq!(
            spans.iter().map(|(from, to)| text[*from..*to].trim()).collect::<Vec<_>>(),
            ["Мелкий ремонт за ним, крупный за мной"]
        );
        assert!(split("Я сдаю квартиру, он в ней живёт с женой и двумя детьми").is_empty());
        assert!(split("ОСАГО на нём. Ремонт на мне").is_empty());
    }
}
