//! Which of two values an answer takes, where it says neither «первое» nor «второе».
//!
//! «18. Неустойку не убирай», «второе название, Яблочкова», «34 тысячи, а 87 300 это километры»: a value that is said, not
//! denied and not told to be something else is taken, where the other one is not said so; of two values one of which is
//! denied or told to be something else, the other one stays.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::{sentence_at, sentences};
use crate::engine::text::scan::mentions;
use crate::engine::text::stem::{is_stop, stem};
use crate::model::money::parse_minor;
use crate::workspaces::contract::intake::acceptance::counted::says_nothing_else;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::around::Around;
use crate::workspaces::contract::perform::values::value_for;
use crate::workspaces::contract::perform::{outside, owner};
use crate::workspaces::contract::present;
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/rivals.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Right before a value that is denied.
    before: Vec<String>,
    /// Right behind it.
    behind: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/rivals.toml")).unwrap_or_default());

/// Words before a value among which its denial stands.
const NEAR: usize = 2;
/// Mentions of an answer that are looked at, and bytes of an answer.
const MOST: usize = 60;
/// See [`MOST`].
const LONGEST: usize = 4_000;

/// Words of a sentence that says a value and hardly anything else.
const BRIEF: usize = 5;
/// Kopecks from which a bare number is a sum and no number of a line.
const SUM: i64 = 10_000;

/// What an answer says of one of the values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Said {
    taken: Option<(usize, usize)>,
    refused: bool,
}

/// The place among two values of the one that an answer takes, and the bytes that say so.
pub(super) fn taken(pack: &Pack, heard: &Heard<'_>, at: &str, shown: [&str; 2]) -> Option<(usize, (usize, usize))> {
    let text = heard.turn.text.as_str();
    let mut said = [Said::default(); 2];
    // What is denied is no mention of the message, and yet it decides here.
    let all = if text.len() <= LONGEST { mentions(text, day(heard.turn)) } else { Vec::new() };
    for mention in all.iter().take(MOST) {
        let Some(which) = meant(pack, at, mention, shown) else { continue };
        note(&mut said[which], text, (mention.start, mention.end), is_other(pack, at, text, mention));
    }
    for (which, words) in [own_words(shown[0], shown[1]), own_words(shown[1], shown[0])].iter().enumerate() {
        for span in spoken(text, words) {
            note(&mut said[which], text, span, false);
        }
    }
    let whole = (0, text.len());
    // «2 года. Приёмка — 10 дней»: who begins with one of the values has answered with it.
    if let Some(which) = opens_with(text, shown) {
        return Some((which, whole));
    }
    // «Платит 32 000, как я и писала, 8000 это скидка»: a value beside both was given, in whatever words.
    let beside = sentences(text).first().is_some_and(|(start, end)| {
        let own = heard.mentions.iter().filter(|m| *start <= m.start && m.end <= *end);
        own.into_iter()
            .any(|m| says_sum(pack, at, m) && meant(pack, at, m, shown).is_none() && !is_other(pack, at, text, m))
    });
    let untaken = said.iter().all(|one| one.taken.is_none());
    if beside && untaken {
        return None;
    }
    match (said[0], said[1]) {
        (Said { taken: Some(span), refused: false }, Said { taken: None, .. }) => Some((0, span)),
        (Said { taken: None, .. }, Said { taken: Some(span), refused: false }) => Some((1, span)),
        (Said { taken: None, refused: true }, Said { taken: None, refused: false }) => Some((1, whole)),
        (Said { taken: None, refused: false }, Said { taken: None, refused: true }) => Some((0, whole)),
        _ => None,
    }
}

/// «32 000 конечно, 8000 это скидка»: the value that an answer gives instead of both, in a sentence that says hardly
/// anything else, and the bytes of it. Nothing where the answer has a word for either of the two, or gives several.
pub(super) fn third(pack: &Pack, heard: &Heard<'_>, at: &str, shown: [&str; 2]) -> Option<(Value, (usize, usize))> {
    let text = heard.turn.text.as_str();
    let measured = |field: &&Field| matches!(field.kind, FieldKind::Money | FieldKind::Date | FieldKind::Duration);
    let field = pack.field_of(at).filter(measured)?;
    if text.len() > LONGEST || heard.intent.question {
        return None;
    }
    let mut found: Option<(Value, (usize, usize))> = None;
    for mention in heard.mentions.iter().take(MOST) {
        let span = (mention.start, mention.end);
        let refused = is_other(pack, at, text, mention) || is_denied(text, span);
        if meant(pack, at, mention, shown).is_some() {
            if !refused {
                return None;
            }
            continue;
        }
        let Some(value) = value_for(field, mention, true) else { continue };
        let (start, end) = sentence_at(text, mention.start);
        // «32 000, а 8000 — залог»: the piece that holds the value says nothing else.
        let cut =
            |part: &str| [", ", ": ", " — "].iter().filter_map(|mark| part.rfind(mark).map(|at| at + mark.len())).max();
        let from = cut(&text[start..span.0]).map_or(start, |at| start + at);
        let to =
            [", ", " — "].iter().filter_map(|mark| text[span.1..end].find(mark)).min().map_or(end, |at| span.1 + at);
        let small = |word: &str| {
            let low = folded(word);
            is_stop(&stem(&low))
                || says_nothing_else(&low)
                || owner::is_neutral(&low)
                || owner::names(pack, field, &low)
        };
        let alone = [&text[from..span.0], &text[span.1..to]].into_iter().all(|part| {
            let said: Vec<&str> = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            said.len() < BRIEF && said.into_iter().all(small)
        });
        let sum = field.kind != FieldKind::Money || says_sum(pack, at, mention);
        if refused || !sum || !alone || !heard.plain(span) {
            continue;
        }
        if found.as_ref().is_some_and(|(other, _)| *other != value) {
            return None;
        }
        found = Some((value, span));
    }
    found
}

/// Whether a value is a sum that the fact could have.
fn says_sum(pack: &Pack, at: &str, mention: &Mention) -> bool {
    let field = pack.field_of(at).filter(|field| field.kind == FieldKind::Money);
    let value = field.and_then(|field| value_for(field, mention, true));
    value.and_then(|value| parse_minor(value["amount"].as_str()?)).is_some_and(|sum| sum >= SUM)
}

/// Whether the words around a value tell that it is none of this fact: «8000 — это залог», «скидка 8000», «8000 за декабрь».
fn is_other(pack: &Pack, at: &str, text: &str, mention: &Mention) -> bool {
    let Some(field) = pack.field_of(at) else { return false };
    let around = Around::of(text, mention);
    let told = around.said.as_ref().is_some_and(|told| told.is_other(field));
    told || around.takes_off(mention) || field.per.is_some() && around.of_month(&outside::MARKS.months)
}

/// Which of two values a first sentence says and nothing else.
fn opens_with(text: &str, shown: [&str; 2]) -> Option<usize> {
    let (start, end) = sentences(text).into_iter().next()?;
    let letters = |said: &str| folded(said).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let said = letters(text.get(start..end)?);
    shown.iter().position(|one| !said.is_empty() && letters(one) == said)
}

fn note(said: &mut Said, text: &str, span: (usize, usize), other: bool) {
    if other || is_denied(text, span) {
        said.refused = true;
    } else if said.taken.is_none() {
        said.taken = Some(span);
    }
}

/// The value that a mention is: as the question shows it, or by its number where only one of the two has that number.
fn meant(pack: &Pack, at: &str, mention: &Mention, shown: [&str; 2]) -> Option<usize> {
    let field = pack.field_of(at)?;
    let value = value_for(field, mention, true);
    let exact = value.as_ref().map(|value| present::value(Some(pack), at, value));
    if let Some(which) = exact.as_ref().and_then(|exact| shown.iter().position(|one| one == exact)) {
        return Some(which);
    }
    let number = match &mention.kind {
        MentionKind::Number { value } | MentionKind::Quantity { value, .. } => value.as_str(),
        MentionKind::DayOfMonth { day } => return numbered(&day.to_string(), shown),
        _ => return None,
    };
    numbered(number, shown)
}

fn numbered(number: &str, shown: [&str; 2]) -> Option<usize> {
    let own = |shown: &str| {
        let digits: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
        let end = digits.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(digits.len());
        digits[..end].replace(',', ".") == number
    };
    match [own(shown[0]), own(shown[1])] {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    }
}

/// Words that one value says and the other does not, by their stems.
fn own_words(one: &str, other: &str) -> Vec<String> {
    let cut = |text: &str| -> Vec<String> {
        let low = folded(text);
        let long = |word: &&str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
        low.split(|c: char| !c.is_alphanumeric()).filter(long).map(stem).filter(|word| !is_stop(word)).collect()
    };
    let known = cut(other);
    cut(one).into_iter().filter(|word| !known.contains(word)).collect()
}

/// Where a text says any of some words.
fn spoken(text: &str, wanted: &[String]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let own = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if !own.is_empty() && wanted.contains(&stem(&folded(own))) {
            out.push((at, at + own.len()));
        }
        at += word.len();
    }
    out
}

/// «Не 16», «вместо 16», «16 неверно»: whether the words right around a value deny it.
fn is_denied(text: &str, (start, end): (usize, usize)) -> bool {
    let edge = |c: char| matches!(c, '.' | ';' | '!' | '?' | '\n' | ',');
    let before = folded(text[..start].rsplit(edge).next().unwrap_or_default());
    let behind = folded(text[end..].split(edge).next().unwrap_or_default());
    let words = |part: &str| -> Vec<String> {
        part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (before, behind) = (words(&before), words(&behind));
    before.iter().rev().take(NEAR).any(|word| MARKS.before.contains(word))
        || behind.iter().take(NEAR + 1).any(|word| MARKS.behind.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load;
    use crate::model::ids::TurnId;
    use crate::model::turn::{Role, Turn};

    fn decide(at: &str, shown: [&str; 2], text: &str) -> Option<usize> {
        let knowledge = load::embedded().expect("packs");
        let pack = knowledge.pack("vehicle_lease").expect("a pack");
        let turn = Turn {
            id: TurnId("t1".into()),
            role: Role::User,
            text: text.into(),
            at: "2026-11-26T10:00:00Z".into(),
            answers_to: None,
            choice: None,
        };
        taken(pack, &Heard::new(&turn, None), at, shown).map(|(which, _)| which)
    }

    #[test]
    fn an_answer_gives_another_value_than_both() {
        let rent = ["40\u{a0}000 ₽", "8000 ₽"];
        for (shown, text, want) in [
            (rent, "32000 конечно. 8000 это скидка один раз", Some("32000.00")),
            (rent, "35 000, а 8000 — это залог", Some("35000.00")),
            (rent, "Верно 36 тысяч рублей. 8000 — за декабрь", Some("36000.00")),
            (rent, "Оба неверны. Верно 35 000", Some("35000.00")),
            (rent, "40 000. Залог 20 000", None),
            (rent, "залог 20 000 рублей", None),
            (rent, "плата 33 000 рублей", Some("33000.00")),
            (rent, "8000 — скидка, платит он 32 000", Some("32000.00")),
            (rent, "8000 это не плата", None),
            (rent, "второе, 2", None),
            (rent, "плата сорок, как и было, а за парковку ещё 2 500 рублей каждый месяц вперёд", None),
        ] {
            let knowledge = load::embedded().expect("packs");
            let pack = knowledge.pack("residential_tenancy").expect("a pack");
            let turn = Turn {
                id: TurnId("t1".into()),
                role: Role::User,
                text: text.into(),
                at: "2026-11-26T10:00:00Z".into(),
                answers_to: None,
                choice: None,
            };
            let found = third(pack, &Heard::new(&turn, None), "/price/rent", shown);
            assert_eq!(found.as_ref().and_then(|(value, _)| value["amount"].as_str()), want, "{text}");
        }
    }

    #[test]
    fn an_answer_takes_one_of_two_values() {
        let rent = ["34\u{a0}000 ₽", "87\u{a0}300 ₽"];
        for (at, shown, text, want) in [
            ("/price/rent", rent, "34 тысячи, а 87 300 это километры на спидометре", Some(0)),
            ("/price/rent", rent, "34 000", Some(0)),
            ("/price/rent", rent, "87 300 — за декабрь", Some(0)),
            ("/price/rent", rent, "87 300 — это залог за машину", Some(0)),
            ("/price/rent", rent, "скидка 34 тысячи", Some(1)),
            ("/price/rent", rent, "не 34 000 рублей", Some(1)),
            ("/price/rent", rent, "34 000 рублей и 87 300 рублей", None),
            ("/price/rent", rent, "а зачем вам это?", None),
            ("/object/mileage", ["2500 км", "3000 км"], "3000. остальное как было", Some(1)),
            (
                "/parties/lessee/name",
                ["ООО «Ольхостан»", "Синезёров Борис"],
                "ООО «Ольхостан», я это уже сказал",
                Some(0),
            ),
            (
                "/parties/lessee/address",
                ["г. Москва, ул. Мастеркова, д. 6", "г. Москва, ул. Яблочкова, д. 21А"],
                "яблочкова",
                Some(1),
            ),
        ] {
            assert_eq!(decide(at, shown, text), want, "{text}");
        }
    }
}
