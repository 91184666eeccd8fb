//! Typed facts: each mention goes to the field that the words around it, the open question or the pack point at.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::clause;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::{Word, stem, words};
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::requisites::doubtful;
use crate::workspaces::contract::perform::facts::{Doubt, Draft};
use serde_json::{Value, json};

/// Points of the different reasons for a field.
const HINT: i64 = 100;
const ASKED: i64 = 60;
const DIRECTION: i64 = 50;
const PRIMARY: i64 = 20;
/// Bytes around a mention in which words can announce it.
const NEAR: usize = 800;
/// Bytes within which a word labels a value.
const LABEL: usize = 120;
/// Points by which the first of two readings must lead to stand alone.
const MARGIN: i64 = 4;
/// Bytes within which a word belongs to the hint behind it.
const COMPOUND: usize = 12;

/// Hints that announce only what stands behind them.
const PREPOSITIONS: &[&str] = &["за", "с", "со", "до", "по", "на", "в", "к", "от", "из", "под"];

/// Assigns all typed mentions of the message.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = &heard.turn.text;
    let clauses: Vec<(usize, usize)> = clause::clauses(text);
    let said = words(text);
    let known: Vec<Known<'_>> = pack.fields.iter().map(Known::of).collect();
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
        let mut fits: Vec<Fit<'_>> = known
            .iter()
            .filter(|known| condition::all(&known.field.when, &draft.domain) || asked(heard, known.field).is_some())
            .filter_map(|known| {
                let value = value_for(known.field, mention, asked(heard, known.field).is_some())?;
                let (score, hint) = score(known, mention, text, around, heard, draft)?;
                Some(Fit { field: known.field, value, score, hint })
            })
            .collect();
        // Of equals the first of the pack stands first; whether it may stand alone is another question.
        fits.sort_by_key(|fit| -fit.score);
        let Some(best) = fits.first() else { continue };
        let span = (mention.start, mention.end);
        if let Some(why) = doubtful(&mention.kind) {
            let said = text.get(mention.start..mention.end).unwrap_or_default().to_owned();
            draft.doubts.push(Doubt::Requisite { at: best.field.pointer.clone(), said, why: why.into() });
        } else {
            let only = known.iter().filter(|k| value_for(k.field, mention, false).is_some()).count() == 1;
            let named = best.hint.is_some_and(|distance| distance <= LABEL);
            let rival = fits.get(1).is_some_and(|next| best.score - next.score < MARGIN);
            let answers = asked(heard, best.field).is_some();
            let clear = (only || named || answers) && (!rival || only) && heard.plain(span);
            draft.say(heard, &best.field.pointer, best.value.clone(), span, clear);
        }
    }
}

/// A field that a mention may belong to.
struct Fit<'p> {
    field: &'p Field,
    value: Value,
    score: i64,
    /// Bytes to the word that names it.
    hint: Option<usize>,
}

/// A field with the stems of its hints.
struct Known<'p> {
    field: &'p Field,
    hints: Vec<Vec<String>>,
    not_hints: Vec<Vec<String>>,
}

impl<'p> Known<'p> {
    fn of(field: &'p Field) -> Self {
        let stems = |list: &[String]| list.iter().map(|hint| hint.split_whitespace().map(stem).collect()).collect();
        Self { field, hints: stems(&field.hints), not_hints: stems(&field.not_hints) }
    }
}

/// Place of a field among the targets of the open question.
fn asked(heard: &Heard<'_>, field: &Field) -> Option<usize> {
    heard.question.and_then(|q| q.targets.iter().position(|target| pointer::is_within(target, &field.pointer)))
}

/// How much speaks for a field; `None` when nothing does or something speaks against it.
fn score(
    known: &Known<'_>,
    mention: &Mention,
    text: &str,
    around: &[Word],
    heard: &Heard<'_>,
    draft: &Draft<'_>,
) -> Option<(i64, Option<usize>)> {
    let field = known.field;
    let near = |hints: &[Vec<String>]| hints.iter().filter_map(|hint| distance(hint, mention, around)).min();
    let hint = near(&known.hints);
    let against = near(&known.not_hints);
    // «Гарантийный срок 18 месяцев»: what is said against stands right before the hint.
    if against.is_some_and(|against| hint.is_none_or(|hint| against < hint + COMPOUND)) {
        return None;
    }
    let mut score = hint.map_or(0, |distance| (HINT - i64::try_from(distance).unwrap_or(HINT)).max(10));
    if let Some(place) = asked(heard, field) {
        score += ASKED - i64::try_from(place).unwrap_or(0);
    }
    if field.primary && !draft.wrote(&field.pointer) {
        score += PRIMARY;
    }
    score += direction(field, mention, text, score > 0);
    if draft.wrote(&field.pointer) && hint.is_none() {
        return None;
    }
    (score > 0).then_some((score, hint))
}

/// «с» speaks for a start, «до», «по» for an end; on their own they are no reason, beside one they decide.
fn direction(field: &Field, mention: &Mention, text: &str, has_reason: bool) -> i64 {
    if field.kind != FieldKind::Date {
        return 0;
    }
    let before = text.get(..mention.start).unwrap_or_default().to_lowercase();
    let word = before.split_whitespace().next_back().unwrap_or_default();
    let name = field.pointer.rsplit('/').next().unwrap_or_default();
    let (is_start, is_end) = (name.contains("start"), name.contains("end") || name.contains("due"));
    match word {
        "с" | "со" | "от" | "начиная" if is_start => DIRECTION,
        "до" | "по" if is_end => DIRECTION,
        "с" | "со" | "от" | "до" | "по" if (is_start || is_end) && has_reason => -DIRECTION,
        _ => 0,
    }
}

/// Bytes between a mention and the nearest word of the hint; a hint may have several words, the first counts.
fn distance(hint: &[String], mention: &Mention, around: &[Word]) -> Option<usize> {
    let (first, rest) = hint.split_first()?;
    let has = |s: &String| around.iter().any(|word| same(&word.stem, s));
    if !rest.iter().all(has) {
        return None;
    }
    around
        .iter()
        .filter(|word| same(&word.stem, first))
        // A preposition speaks for what follows it.
        .filter(|word| word.end <= mention.start || !PREPOSITIONS.contains(&first.as_str()))
        .map(|word| {
            if word.end <= mention.start {
                mention.start - word.end
            } else {
                // A word behind the mention announces it less than one before it.
                word.start.saturating_sub(mention.end) * 2
            }
        })
        .min()
}

/// Hints are written as words or as stems: a long common beginning is the same word.
fn same(word: &str, hint: &str) -> bool {
    word == hint || (hint.chars().count() >= 4 && word.starts_with(hint))
}

fn is_period(per: &str) -> bool {
    matches!(per, "hour" | "day" | "week" | "month" | "year")
}

/// «Дал 300 000 без процентов»: a large round number without a unit is a sum, a year is not.
fn round_sum(value: &str) -> Option<Value> {
    let number: i64 = value.parse().ok()?;
    let sum = number >= 5_000 && number % 100 == 0 && number <= 1_000_000_000_000;
    sum.then(|| money(number.checked_mul(100).unwrap_or(i64::MAX), "RUB"))
}

fn money(minor: i64, currency: &str) -> Value {
    json!({"amount": format_minor(minor), "currency": currency})
}

/// The value that a mention gives to a field of this type.
fn value_for(field: &Field, mention: &Mention, asked: bool) -> Option<Value> {
    match (&mention.kind, field.kind) {
        (MentionKind::Money { minor, currency, per }, FieldKind::Money) => {
            let fits = match (&field.per, per) {
                (Some(wanted), Some(said)) => wanted == said,
                // A sum per month is no price for the whole, one per square metre is the price of a unit.
                (None, Some(said)) if is_period(said) => asked,
                (None, Some(said)) => {
                    let name = field.pointer.rsplit('/').next().unwrap_or_default();
                    matches!(name, "unit" | "per_m2" | "minimum") || said == "unit" || asked
                }
                _ => true,
            };
            fits.then(|| money(*minor, currency))
        }
        (MentionKind::Number { value }, FieldKind::Money) if asked => Some(money(parse_minor(value)?, "RUB")),
        (MentionKind::Number { value }, FieldKind::Money) if field.primary => round_sum(value),
        (MentionKind::Percent { value, per }, FieldKind::Rate) => Some(match per {
            Some(per) => json!({"percent": value, "per": per}),
            None => json!({"percent": value}),
        }),
        (MentionKind::Number { value }, FieldKind::Integer) => value.parse::<i64>().ok().map(Value::from),
        (MentionKind::Quantity { value, .. }, FieldKind::Integer) if asked => {
            value.parse::<i64>().ok().map(Value::from)
        }
        (MentionKind::DayOfMonth { day }, FieldKind::DayOfMonth) => Some(json!(day)),
        (MentionKind::Number { value }, FieldKind::DayOfMonth) if asked => {
            value.parse::<u8>().ok().filter(|day| (1..=31).contains(day)).map(Value::from)
        }
        (MentionKind::Date { iso, .. }, FieldKind::Date) => Some(json!(iso)),
        (MentionKind::Duration { count, unit }, FieldKind::Duration) => Some(json!({"count": count, "unit": unit})),
        (MentionKind::Quantity { value, unit }, FieldKind::Quantity) => {
            let fits = field.units.is_empty() || field.units.contains(unit);
            fits.then(|| json!({"value": value, "unit": unit}))
        }
        (MentionKind::Number { value }, FieldKind::Quantity) if asked => match field.units.as_slice() {
            [unit] => Some(json!({"value": value, "unit": unit})),
            _ => None,
        },
        (MentionKind::Year { year }, FieldKind::Year) => Some(json!(year)),
        (MentionKind::Number { value }, FieldKind::Year) if asked => {
            value.parse::<i32>().ok().filter(|year| (1900..=2100).contains(year)).map(Value::from)
        }
        (MentionKind::Vin { text, .. }, FieldKind::Vin)
        | (MentionKind::Plate { text }, FieldKind::Plate)
        | (MentionKind::Cadastral { text }, FieldKind::Cadastral)
        | (MentionKind::Address { text }, FieldKind::Address) => Some(json!(text)),
        (MentionKind::City { name }, FieldKind::City) => Some(json!(name)),
        (MentionKind::City { name }, FieldKind::Address) if asked => Some(json!(name)),
        _ => None,
    }
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
