//! Typed facts: each mention goes to the field that the words around it, the open question or the pack point at.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::clause;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::words;
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::requisites::doubtful;
use crate::workspaces::contract::perform::bearing::{ASKED, HINT, Known, asked, counts_things, score};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::values::{bare_number, means_itself, value_for};
use crate::workspaces::contract::present;
use serde_json::{Value, json};

/// Bytes around a mention in which words can announce it.
const NEAR: usize = 800;
/// Bytes within which a word labels a value.
const LABEL: usize = 120;
/// Points by which the first of two readings must lead to stand alone.
const MARGIN: i64 = 4;
/// Words of an answer that is a value and nothing else.
const ALONE: usize = 5;

/// Assigns all typed mentions of the message.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = &heard.turn.text;
    let clauses: Vec<(usize, usize)> = clause::clauses(text);
    let said = words(text);
    let known: Vec<Known<'_>> = pack.fields.iter().map(Known::of).collect();
    // Where something is measured in its own unit, another bare number measures nothing.
    let brief = text.split_whitespace().take(ALONE + 1).count() <= ALONE;
    let measured = heard.mentions.iter().any(|mention| matches!(mention.kind, MentionKind::Quantity { .. }));
    for mention in &heard.mentions {
        if let MentionKind::DateRange { from, to } = &mention.kind {
            range(pack, heard, draft, mention, from, to);
            continue;
        }
        if let MentionKind::Vehicle { make, model } = &mention.kind {
            vehicle(pack, heard, draft, mention, make, model);
            continue;
        }
        let (start, end) =
            clauses.iter().copied().find(|(s, e)| *s <= mention.start && mention.end <= *e).unwrap_or((0, text.len()));
        let (start, end) = (start.max(mention.start.saturating_sub(NEAR)), end.min(mention.end.saturating_add(NEAR)));
        let first = said.partition_point(|word| word.start < start);
        let past = said.partition_point(|word| word.end <= end);
        let around = said.get(first..past).unwrap_or_default();
        let counts = counts_things(text, mention);
        let mut fits: Vec<Fit<'_>> = known
            .iter()
            .filter(|known| condition::all(&known.field.when, &draft.domain) || asked(heard, known.field).is_some())
            .filter(|known| !(counts || measured) || !bare_number(known.field, mention))
            // A number without a unit is a measure only where it is the whole answer.
            .filter(|known| brief || known.field.kind != FieldKind::Quantity || !bare_number(known.field, mention))
            .filter_map(|known| {
                let value = value_for(known.field, mention, asked(heard, known.field).is_some())?;
                let (score, hint) = score(known, mention, text, around, heard, draft)?;
                Some(Fit { field: known.field, value, score, hint })
            })
            .collect();
        // What is named or asked for belongs there; anything else may be the answer to an open conflict.
        let claimed = |fit: &Fit<'_>| {
            fit.hint.is_some_and(|distance| distance <= LABEL)
                || (asked(heard, fit.field).is_some() && !contested(draft, fit.field))
        };
        if !counts && !fits.iter().any(claimed) {
            fits.extend(chosen(pack, &known, mention, draft));
        }
        // Of equals the first of the pack stands first; whether it may stand alone is another question.
        fits.sort_by_key(|fit| -fit.score);
        let Some(best) = fits.first() else { continue };
        let span = (mention.start, mention.end);
        let at = best.field.pointer.as_str();
        let measured_once = matches!(mention.kind, MentionKind::Quantity { .. });
        let only = (means_itself(&mention.kind) || measured_once)
            && known.iter().filter(|k| value_for(k.field, mention, false).is_some()).count() == 1;
        let named = best.hint.is_some_and(|distance| distance <= LABEL);
        let rival = fits.get(1).is_some_and(|next| best.score - next.score < MARGIN);
        let answers = asked(heard, best.field).is_some();
        let value = match contested(draft, best.field) {
            true => settled(pack, draft, heard, best, mention, named),
            // Another sum that nothing names is no new price: it stays in the person's words.
            false => (named
                || answers
                || only
                || heard.intent.correction
                || !stands_apart(draft, best)
                || doubted(draft, at))
            .then(|| best.value.clone()),
        };
        let Some(value) = value else { continue };
        // What cannot be right stands as it was said and is shown once more.
        let sound = doubtful(&mention.kind).is_none();
        let clear = (only || named || answers) && (!rival || only) && heard.plain(span) && sound;
        draft.say(heard, at, value, span, clear);
    }
}

/// Whether a rule asks about a place.
fn doubted(draft: &Draft<'_>, at: &str) -> bool {
    draft.disputed.iter().any(|place| pointer::is_within(place, at) || pointer::is_within(at, place))
}

/// Whether a place has another value already.
fn stands_apart(draft: &Draft<'_>, fit: &Fit<'_>) -> bool {
    draft.domain.pointer(&fit.field.pointer).is_some_and(|now| condition::is_present(now) && *now != fit.value)
}

/// The value that settles a conflict: one of those that stand against each other, or one that is named as this fact.
fn settled(
    pack: &Pack,
    draft: &Draft<'_>,
    heard: &Heard<'_>,
    fit: &Fit<'_>,
    mention: &Mention,
    named: bool,
) -> Option<Value> {
    if let Some(one) = rival_of(pack, draft, &fit.field.pointer, &fit.value) {
        return Some(one);
    }
    let bare = matches!(mention.kind, MentionKind::Number { .. });
    // «28 тысяч» and nothing else, where just this was asked: a third value settles it too.
    let alone = asked(heard, fit.field).is_some()
        && heard.mentions.len() == 1
        && heard.turn.text.split_whitespace().count() <= ALONE;
    if alone && !bare {
        return Some(fit.value.clone());
    }
    let free = draft.candidates(&fit.field.pointer).is_empty() && !bare;
    (named || free || (heard.intent.correction && !bare)).then(|| fit.value.clone())
}

/// The one of two rival values at a place that a value is: itself, or in thousands («правильно 40» between 35 000
/// and 40 000).
fn rival_of(pack: &Pack, draft: &Draft<'_>, at: &str, value: &Value) -> Option<Value> {
    let minor = value["amount"].as_str().and_then(parse_minor);
    let thousands = minor.and_then(|sum| sum.checked_mul(1000)).map(|sum| {
        let mut whole = value.clone();
        whole["amount"] = json!(format_minor(sum));
        whole
    });
    let candidates = draft.candidates(at);
    let is_rival = |one: &Value| {
        let shown = present::value(Some(pack), at, one);
        candidates.contains(one)
            || draft.conflicts.iter().any(|rivals| rivals.at == at && rivals.shown.contains(&shown))
    };
    [Some(value.clone()), thousands].into_iter().flatten().find(is_rival)
}

/// Whether two values stand against each other at the place of a field.
fn contested(draft: &Draft<'_>, field: &Field) -> bool {
    draft.conflicts.iter().any(|rivals| pointer::is_within(&rivals.at, &field.pointer))
}

/// The only open conflict one of whose values a bare value is, whatever was asked last.
fn chosen<'p>(pack: &Pack, known: &[Known<'p>], mention: &Mention, draft: &Draft<'_>) -> Option<Fit<'p>> {
    let mut fits = known.iter().filter(|known| contested(draft, known.field)).filter_map(|known| {
        let value = value_for(known.field, mention, true)?;
        let value = rival_of(pack, draft, &known.field.pointer, &value)?;
        Some(Fit { field: known.field, value, score: HINT + ASKED, hint: None })
    });
    fits.next().filter(|_| fits.next().is_none())
}

/// A field that a mention may belong to.
struct Fit<'p> {
    field: &'p Field,
    value: Value,
    score: i64,
    /// Bytes to the word that names it.
    hint: Option<usize>,
}

/// A range of dates fills a start and the end beside it.
fn range(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, mention: &Mention, from: &str, to: &str) {
    let dates = || pack.fields.iter().filter(|field| field.kind == FieldKind::Date);
    let pair = dates().find_map(|start| {
        let parent = start.pointer.strip_suffix("/start")?;
        dates().find(|end| end.pointer == format!("{parent}/end")).map(|end| (start, end))
    });
    if let Some((start, end)) = pair {
        draft.say(
            heard,
            &start.pointer,
            json!(from),
            (mention.start, mention.end),
            heard.plain((mention.start, mention.end)),
        );
        draft.say(
            heard,
            &end.pointer,
            json!(to),
            (mention.start, mention.end),
            heard.plain((mention.start, mention.end)),
        );
    }
}

fn vehicle(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, mention: &Mention, make: &str, model: &str) {
    for (kind, value) in [(FieldKind::VehicleMake, make), (FieldKind::VehicleModel, model)] {
        let field = pack.fields.iter().find(|field| field.kind == kind);
        if let Some(field) = field.filter(|_| !value.is_empty()) {
            let span = (mention.start, mention.end);
            draft.say(heard, &field.pointer, json!(value), span, heard.plain(span));
        }
    }
}
