//! «Гарантия 2 года на стекло и 1 год на замок»: two values of one kind, each for a thing of its own, are no contradiction.

use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentence_at;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;

/// Prepositions behind a value that lead to what it is for.
const FOR: [&str; 6] = ["на", "за", "для", "по", "с", "со"];
/// Words from a preposition to the value that it leads to.
const LED: usize = 4;
/// Words between a value and its preposition.
const NEAR: usize = 2;

/// The sentence in which each of two values names what it is for, and not the same.
pub(super) fn told(text: &str, first: (usize, usize), second: (usize, usize)) -> Option<(usize, usize)> {
    if first.1 > second.0 || sentence_at(text, first.0) != sentence_at(text, second.0) {
        return None;
    }
    let (start, end) = sentence_at(text, second.0);
    let own = text.get(first.1..second.0).and_then(thing);
    let other = text.get(second.1..end.max(second.1)).and_then(thing);
    // «На столы 24 месяца, на колёса 6 месяцев»: the things may stand before their values.
    let ahead = |from: usize, to: usize| text.get(from..to).and_then(led);
    let (own, other) = match own.zip(other) {
        Some(both) => both,
        None => ahead(start, first.0).zip(ahead(first.1, second.0))?,
    };
    (own != other).then_some((start, end))
}

/// The word behind the preposition that leads to a value, in its own piece.
fn led(before: &str) -> Option<String> {
    let low = folded(before.rsplit([',', ';', ':', '.']).next().unwrap_or_default());
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| FOR.contains(word))?;
    let thing = words.get(at + 1).filter(|word| word.chars().all(char::is_alphabetic))?;
    (words.len() - at <= LED).then(|| (*thing).to_owned())
}

/// Sentences whose second value of a kind nothing took, though each of the two names its thing.
pub(super) fn left(heard: &Heard<'_>, draft: &Draft<'_>) -> Vec<(String, (usize, usize))> {
    let text = heard.turn.text.as_str();
    let taken = |m: &Mention| draft.spans.iter().any(|(_, span)| span.0 < m.end && m.start < span.1);
    let measured = |m: &&Mention| matches!(m.kind, MentionKind::Duration { .. } | MentionKind::Percent { .. });
    let mut out = Vec::new();
    for read in &draft.reads {
        let Some(own) = heard.mentions.iter().filter(measured).find(|m| m.start == read.span.0) else { continue };
        let same = |m: &&Mention| std::mem::discriminant(&m.kind) == std::mem::discriminant(&own.kind);
        let mut others = heard.mentions.iter().filter(|m| m.start >= own.end && !taken(m)).filter(same);
        let second = others.find_map(|m| told(text, (own.start, own.end), (m.start, m.end)));
        out.extend(second.map(|sentence| (read.at.clone(), sentence)));
    }
    out
}

/// The word behind the preposition that follows a value.
fn thing(behind: &str) -> Option<String> {
    let low = folded(behind);
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let at = words.iter().take(NEAR).position(|word| FOR.contains(word))?;
    let thing = words.get(at + 1).filter(|word| word.chars().all(char::is_alphabetic))?;
    Some((*thing).to_owned())
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn each_value_names_its_thing() {
        for (text, first, second, want) in [
            ("Гарантия 2 года на стекло и 1 год на замок.", "2 года", "1 год", true),
            ("Плата 30 000 за квартиру и 4 000 за гараж", "30 000", "4 000", true),
            ("Гарантия 2 года на работу или 1 год на работу", "2 года", "1 год", false),
            ("На столы гарантия 24 месяца, на колёса тележек — 6 месяцев", "24 месяца", "6 месяцев", true),
            ("Срок на год, нет, на 11 месяцев", "год", "11 месяцев", false),
            ("Гарантия 2 года, нет, 1 год", "2 года", "1 год", false),
            ("Гарантия 2 года на стекло. Или 1 год на замок", "2 года", "1 год", false),
        ] {
            let span = |said: &str| text.find(said).map(|at| (at, at + said.len())).unwrap();
            assert_eq!(told(text, span(first), span(second)).is_some(), want, "{text}");
        }
    }
}
