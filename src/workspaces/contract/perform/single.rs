//! Things that the opening message counts: «сдаём на склад 50 палет», «двести пятьдесят коробок бумаги».
//!
//! Where the type has a place for a number of pieces, the count goes there; else the words stand as the thing itself. Read,
//! never certain.

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::knowledge::rows;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::is_stop;
use crate::engine::text::stem::stem;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::bearing::{WORDS, has};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::opening;
use serde_json::json;

/// Where pieces are counted.
const COUNT: &str = "/object/quantity";
/// What is counted.
const NAME: &str = "/object/name";
/// Words of what is counted.
const WORDS_OF: usize = 3;
/// Numbers of a message among which a count is looked for.
const MOST: usize = 40;
/// Bytes between two counts of one list: « и », «, ».
const JOINT: usize = 5;

/// What is counted: the bytes of all of it, of the words behind the number, and the number.
struct Counted {
    span: (usize, usize),
    noun: (usize, usize),
    number: String,
}

/// Reads what the first message counts.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    if heard.question.is_some() || heard.turn.choice.is_some() || !draft.opens() {
        return;
    }
    let text = heard.turn.text.as_str();
    let free = |m: &&Mention| !draft.spans.iter().any(|(_, span)| span.0 < m.end && m.start < span.1);
    let found: Vec<Counted> =
        heard.mentions.iter().filter(free).take(MOST).filter_map(|mention| counted(heard, mention)).collect();
    let pieces = pack
        .field_of(COUNT)
        .is_some_and(|field| field.kind == FieldKind::Quantity && field.units.iter().any(|unit| unit == "pcs"));
    if pieces {
        let [only] = found.as_slice() else { return };
        if draft.has(COUNT) || only.number.is_empty() {
            return;
        }
        draft.say(heard, COUNT, json!({ "value": only.number, "unit": "pcs" }), only.span, false);
        let noun = text.get(only.noun.0..only.noun.1).unwrap_or_default();
        let (first, rest) = noun.split_once(' ').unwrap_or((noun, ""));
        if let Some(thing) = rows::words().things.get(&folded(first)).filter(|_| !draft.has(NAME)) {
            let named = if rest.is_empty() { thing.clone() } else { format!("{thing} {rest}") };
            draft.say(heard, NAME, json!(named), only.noun, false);
        }
        return;
    }
    let Some(at) = opening::thing_of(pack).filter(|at| !draft.has(at)) else { return };
    // «6 столов и 24 стула» is one list; counts apart from each other are of different things.
    let apart = |pair: &[Counted]| pair[1].span.0.saturating_sub(pair[0].span.1) > JOINT;
    if let (Some(first), Some(last)) = (found.first(), found.last())
        && !found.windows(2).any(apart)
    {
        let span = (first.span.0, last.span.1);
        draft.say(heard, at, json!(text.get(span.0..span.1).unwrap_or_default()), span, false);
    }
}

/// A bare number with what it counts right behind it.
fn counted(heard: &Heard<'_>, mention: &Mention) -> Option<Counted> {
    let text = heard.turn.text.as_str();
    let value = match &mention.kind {
        MentionKind::Number { value } => value,
        // «50 паллет»: a unit that is the thing itself.
        MentionKind::Quantity { unit, .. } if unit == "pallet" => {
            let span = (mention.start, mention.end);
            return heard.scopes.at(span.0, span.1).tells().then(|| Counted {
                span,
                noun: span,
                number: String::new(),
            });
        }
        _ => return None,
    };
    let number = value.parse::<u32>().ok().filter(|number| *number > 1)?;
    let before = text.get(..mention.start)?.trim_end();
    let led = folded(before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
    if has(&WORDS.words.numbered, &led) || before.ends_with(['/', '№']) {
        return None;
    }
    let rest = text.get(mention.end..)?.strip_prefix(' ')?;
    let from = mention.end + 1;
    let until = heard.mentions.iter().filter(|m| m.start >= from).map(|m| m.start).min().unwrap_or(text.len());
    let known = rows::words();
    let mut end = from;
    let mut at = from;
    for (n, word) in rest.split(' ').enumerate().take(WORDS_OF) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let low = folded(bare);
        let noun = low.chars().count() > 2 && low.chars().all(char::is_alphabetic) && low == bare.replace('ё', "е");
        let apart = is_stop(&stem(&low)) || n == 0 && (known.is_no_thing(&low) || has(&WORDS.words.neutral, &low));
        // «Три стула» ends like a verb of the past.
        let verb = if n == 0 { low.ends_with("ть") || low.ends_with("ся") } else { is_verb(&low) };
        if !noun || apart || verb || at + bare.len() > until {
            break;
        }
        end = at + bare.len();
        at += word.len() + 1;
        if bare.len() < word.len() {
            break;
        }
    }
    let span = (mention.start, end);
    (end > from && heard.scopes.at(span.0, span.1).tells()).then(|| Counted {
        span,
        noun: (from, end),
        number: number.to_string(),
    })
}

/// Whether a word is plainly a verb: what is counted ends before it.
fn is_verb(low: &str) -> bool {
    const ENDINGS: &[&str] =
        &["ть", "ет", "ит", "ем", "им", "ют", "ат", "ят", "ся", "ал", "ил", "ла", "ли", "аю", "ую"];
    low.chars().count() > 3 && ENDINGS.iter().any(|ending| low.ends_with(ending))
}
