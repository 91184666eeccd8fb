//! Which type of contract a message speaks of.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, contains_phrase, is_stop, phrase_stems, words};

/// A recognised type.
#[derive(Debug, Clone, Copy)]
pub struct Recognised<'k> {
    /// The pack.
    pub pack: &'k Pack,
    /// Bytes of the words that name the type; `None` for the generic pack.
    pub span: Option<(usize, usize)>,
}

/// The best pack for a text: the phrase with most content words wins, then the pack's priority.
#[must_use]
pub fn recognise<'k>(text: &str, mentions: &[Mention], knowledge: &'k Knowledge) -> Option<Recognised<'k>> {
    let affirmed = without_denied(text);
    let (said, insertions) = spoken(&affirmed, mentions);
    let parts: Vec<Vec<Word>> = sentences(&said)
        .into_iter()
        .map(|(start, end)| {
            let own = words(&said[start..end]).into_iter();
            own.map(|word| Word { start: word.start + start, end: word.end + start, ..word }).collect()
        })
        .collect();
    let named = |phrase: &str| parts.iter().find_map(|part| contains_phrase(part, phrase));
    knowledge
        .packs
        .iter()
        .filter(|pack| !pack.generic)
        .filter(|pack| !pack.not_names.iter().any(|phrase| named(phrase).is_some()))
        .filter_map(|pack| {
            pack.names
                .iter()
                .filter_map(|phrase| named(phrase).map(|span| (weight(phrase), span)))
                .max_by_key(|(weight, _)| *weight)
                .map(|(weight, span)| (weight + 2 * pack.priority, pack, span))
        })
        // Of equals the first in the order of ids wins, so that the answer is always the same.
        .fold(None::<(i32, &Pack, (usize, usize))>, |best, next| match best {
            Some(b) if b.0 >= next.0 => Some(b),
            _ => Some(next),
        })
        .map(|(_, pack, span)| Recognised {
            pack,
            span: Some((original(span.0, &insertions), original(span.1, &insertions))),
        })
}

/// «Не аренда, а продажа»: what is denied names nothing. Blanked in place, so that bytes keep their positions.
fn without_denied(text: &str) -> String {
    let low = text.to_lowercase();
    // A letter whose lower case has another length would shift positions: leave such a text alone.
    if low.len() != text.len() {
        return text.to_owned();
    }
    let Some(but) = low.find(" а ").or_else(|| low.find(",а ")) else { return text.to_owned() };
    let Some(not) = low[..but].rfind("не ") else { return text.to_owned() };
    let blank: String = text[not..but].chars().map(|c| " ".repeat(c.len_utf8())).collect();
    format!("{}{blank}{}", &text[..not], &text[but..])
}

/// The pack for everything that was not recognised.
#[must_use]
pub fn generic(knowledge: &Knowledge) -> Option<&Pack> {
    knowledge.packs.iter().find(|pack| pack.generic)
}

/// Words laid into a text: where (bytes of the original) and how many bytes.
type Insertion = (usize, usize);

/// The text with the class of every named thing behind it: «Lada Vesta» is also an «автомобиль».
fn spoken(text: &str, mentions: &[Mention]) -> (String, Vec<Insertion>) {
    const CLASS: &str = " автомобиль";
    let mut said = text.to_owned();
    let mut insertions = Vec::new();
    for mention in mentions.iter().rev() {
        if matches!(mention.kind, MentionKind::Vehicle { .. }) {
            said.insert_str(mention.end, CLASS);
            insertions.insert(0, (mention.end, CLASS.len()));
        }
    }
    (said, insertions)
}

/// A position of the longer text as a position of the original.
fn original(mut at: usize, insertions: &[Insertion]) -> usize {
    for &(place, len) in insertions {
        if at > place {
            at = place.max(at.saturating_sub(len));
        }
    }
    at
}

fn weight(phrase: &str) -> i32 {
    let count = phrase_stems(phrase).iter().filter(|stem| !is_stop(stem)).count();
    i32::try_from(count).unwrap_or(i32::MAX / 2) * 10
}
