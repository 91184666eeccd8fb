//! Words that change what stands: «поднимем на пять тысяч», «залог уберите», «не с первого, а с пятнадцатого».
//!
//! The performer writes them, the guards check by them that a protected fact may change so.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::dialogue;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack, Party};
use crate::engine::text::clause::clauses;
use crate::engine::text::dates::day_number;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::scan;
use crate::engine::text::stem::{Word, is_stop, phrase_stems, words};
use crate::model::money::{format_minor, human, parse_minor};
use crate::model::pointer;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::values::value_for;
use crate::workspaces::contract::perform::{contrast, explained, moved, owner, removed, replaced, reworded, rows};
use jiff::Span;
use jiff::civil::Date;
use regex::Regex;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// A change of one place.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The place.
    pub at: String,
    /// What stands there now; `None` when it goes.
    pub value: Option<Value>,
    /// The bytes of the words.
    pub span: (usize, usize),
    /// How it was computed; `None` for a removal, and for a value that was said as it is.
    pub formula: Option<String>,
}

/// Words on either side of an order among which its object stands.
const ORDER: usize = 8;
/// Stems of verbs that raise and lower; forms of those that take away («снимаю квартиру», «исключительная» do not).
const UP: &[&str] = &["подним", "подня", "повыс", "повыш", "увелич", "прибав", "накин", "продл", "удлин"];
const DOWN: &[&str] = &["сниз", "сниж", "уменьш", "скин", "убав", "опуст", "сбав", "сократ"];
const AWAY: &[&str] = &[
    "уберите",
    "убери",
    "убираем",
    "уберем",
    "уберём",
    "убрать",
    "удалите",
    "удали",
    "удаляем",
    "удалить",
    "вычеркните",
    "вычеркни",
    "вычеркиваем",
    "вычёркиваем",
    "вычеркнуть",
    "исключите",
    "исключи",
    "исключаем",
    "исключить",
    "выкиньте",
];

/// Verbs of saying by which a value is disowned: «этого я не говорил».
const DISOWNED: &[&str] =
    &["говорил", "говорила", "говорили", "называл", "называла", "называли", "просил", "просила", "просили"];

/// Endings of verbs that tell what somebody did or does.
const TOLD: &[&str] = &["л", "ла", "ли", "ло", "ет", "ит", "ют", "ят", "ут", "ся", "сь"];

fn denied(own: &[&Word], low: &dyn Fn(&Word) -> String) -> bool {
    own.iter().any(|word| low(word) == "не")
}

static DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:^|[\s,])(?:с|со)\s+((?:двадцать\s+|тридцать\s+)?[а-яё]+(?:ого|его)|\d{1,2}\s?-?\s?го)\s*(?:$|[,.;!?])",
    )
    .ok()
});

/// The changes that a turn makes to facts that stand.
#[must_use]
pub fn of(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Vec<Change> {
    let text = &heard.turn.text;
    let said = words(text);
    let mut out = Vec::new();
    for (start, end) in clauses(text) {
        let first = said.partition_point(|word| word.start < start);
        let past = said.partition_point(|word| word.end <= end);
        let own: Vec<&Word> = said.get(first..past).unwrap_or_default().iter().collect();
        let low = |word: &Word| text[word.start..word.end].to_lowercase();
        // «Чтобы плату не поднимал» orders nothing: only who decides or asks changes a value.
        let decides = |word: &str| !TOLD.iter().any(|ending| word.ends_with(ending)) && !denied(&own, &low);
        let verb = |stems: &[&str]| {
            own.iter().find(|w| stems.iter().any(|stem| low(w).starts_with(stem)) && decides(&low(w))).copied()
        };
        let away = own.iter().find(|word| AWAY.contains(&low(word).as_str())).copied();
        // «3 круга правок я не говорил»: who disowns a value takes it away.
        let disowned = own.windows(2).find(|pair| low(pair[0]) == "не" && DISOWNED.contains(&low(pair[1]).as_str()));
        let disowned = disowned.map(|pair| pair[1]).filter(|_| away.is_none());
        if let Some(verb) = disowned {
            out.extend(removal(pack, heard, domain, &own, verb));
        }
        // A term that is quoted is found by its words, not by the facts that they name.
        let quoted = text.get(start..end).is_some_and(|part| part.contains(['«', '"', '“']));
        let last = text.get(start..end).is_some_and(removed::of_last);
        if let Some(verb) = away.filter(|verb| !quoted && !last && heard.plain((verb.start, verb.end))) {
            // In a long dictation the order concerns what stands beside it.
            let at = own.iter().position(|word| word.start == verb.start).unwrap_or(0);
            let near = &own[at.saturating_sub(ORDER)..own.len().min(at + ORDER + 1)];
            // «Кругов правок не 3, это ошибка. Уберите»: the order alone is about what stands before it.
            let alone = own.iter().filter(|word| !is_stop(&word.stem)).count() == 1;
            let before: Vec<&Word> = said.get(first.saturating_sub(ORDER)..first).unwrap_or_default().iter().collect();
            let near = if alone && near.len() <= 2 && !before.is_empty() { before.as_slice() } else { near };
            let listed =
                pack.rows.as_ref().map(|rows| rows::named(rows, domain, &text[start..end])).unwrap_or_default();
            // «Про дочку и выпускной уберите» means the term with these words, not a fact that one of them recalls.
            let term = text.get(start..end).is_some_and(|order| removed::names_term(order, domain));
            if listed.is_empty() && !term {
                out.extend(removal(pack, heard, domain, near, verb));
            }
            let row = |at| Change { at, value: None, span: (start, end), formula: None };
            out.extend(listed.into_iter().map(row));
        }
        let sign = if verb(UP).is_some() { 1 } else { -1 };
        let Some(verb) = verb(UP).or_else(|| verb(DOWN)) else { continue };
        for mention in heard.mentions.iter().filter(|m| verb.end <= m.start && m.end <= end) {
            let by = text[..mention.start].split_whitespace().next_back();
            if by.is_some_and(|word| word.to_lowercase() == "на") {
                out.extend(shifted(pack, heard, domain, &own, mention, sign, (verb.start, mention.end)));
            }
        }
    }
    out.extend(other_day(pack, heard, domain));
    let sums = contrasted(pack, heard, domain, &said);
    let measures = if sums.is_none() { contrast::of(pack, heard, domain) } else { None };
    out.extend(sums.or(measures));
    out.extend(reworded::of(pack, heard, domain));
    out.extend(replaced::of(pack, heard, domain));
    out.extend(explained::removals(pack, heard, domain));
    out.extend(moved::of(pack, heard, domain));
    let neither = explained::both(heard).filter(|both| !out.iter().any(|change| change.at == both.at));
    out.extend(neither);
    // An order that took a fact away takes no term beside it.
    let listed = removed::listed(pack, heard, domain);
    let row =
        |(at, span): &(String, (usize, usize))| Change { at: at.clone(), value: None, span: *span, formula: None };
    out.extend(listed.iter().map(row));
    let own = removed::removed(heard, domain).into_iter().filter(|(_, span)| {
        !out.iter().any(|change| change.formula.is_none() && change.span.0 < span.1 && span.0 < change.span.1)
    });
    let own: Vec<Change> = own.map(|(at, span)| Change { at, value: None, span, formula: None }).collect();
    out.extend(own);
    out
}

/// Writes the changes of a turn; returns the bytes of their words.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let mut changes = of(pack, heard, &draft.domain);
    // Of two values one was taken: «… а про поломки уберите» takes neither away.
    changes.retain(|change| change.value.is_some() || !draft.settled.contains(&change.at));
    for change in &changes {
        draft.spans.push((change.at.clone(), change.span));
        if let Some(value) = &change.value {
            draft.replace(&change.at, value.clone());
        } else if let Some(tokens) = pointer::tokens(&change.at) {
            edit::remove(&mut draft.domain, &tokens);
            draft.writes.push(change.at.clone());
            // Of two values neither holds: the rest of the answer does not bring them back.
            let conflict = format!("conflict:{}", change.at);
            if heard.question.is_some_and(|record| record.keys.contains(&conflict)) {
                draft.decided.push(change.at.clone());
            }
        }
    }
    let mut spans: Vec<(usize, usize)> = changes.into_iter().map(|change| change.span).collect();
    let text = &heard.turn.text;
    spans.extend(taken_away(heard));
    // «Поднимем на пять тысяч» where nothing stands yet: a difference is no value.
    let verbs = |word: &str| UP.iter().chain(DOWN).any(|stem| word.starts_with(stem));
    for (start, end) in clauses(text) {
        let part = &text[start..end];
        if part.to_lowercase().split(|c: char| !c.is_alphabetic()).any(verbs) {
            let own = heard.mentions.iter().filter(|m| start <= m.start && m.end <= end);
            let by = |m: &&Mention| {
                let word = text[start..m.start].split_whitespace().next_back();
                word.is_some_and(|word| word.to_lowercase() == "на")
                    && matches!(m.kind, MentionKind::Money { .. } | MentionKind::Number { .. })
            };
            spans.extend(own.filter(by).map(|m| (m.start, m.end)));
        }
    }
    spans
}

/// «Срока 255 месяцев там быть не должно, уберите»: what is ordered away is no value, whether it stands or not.
fn taken_away(heard: &Heard<'_>) -> Vec<(usize, usize)> {
    let text = &heard.turn.text;
    let parts = clauses(text);
    let inside = |(start, end): (usize, usize)| {
        let first = heard.mentions.partition_point(|m| m.start < start);
        heard.mentions.iter().skip(first).take_while(move |m| m.end <= end).map(|m| (m.start, m.end))
    };
    let mut out = Vec::new();
    for (at, span) in parts.iter().enumerate() {
        let low = text[span.0..span.1].to_lowercase();
        let orders = low.split(|c: char| !c.is_alphabetic()).any(|word| AWAY.contains(&word));
        let denies = low.contains("не должно") || low.contains("должно не");
        if !orders && !denies {
            continue;
        }
        let own: Vec<(usize, usize)> = inside(*span).collect();
        // «…, уберите»: the order alone is about the clause before it.
        let before = at.checked_sub(1).filter(|_| own.is_empty() && orders).and_then(|at| parts.get(at));
        let near = before.filter(|before| !text[before.0..span.0].trim_end().ends_with(['.', '!', '?', ';']));
        out.extend(own);
        out.extend(near.into_iter().flat_map(|before| inside(*before)));
    }
    out
}

/// Whether the words of a clause name a field.
fn named(field: &Field, own: &[&Word]) -> bool {
    let content = |phrase: &str| {
        let stems = phrase_stems(phrase);
        let long = stems.iter().any(|stem| stem.chars().count() >= 4);
        long && stems.iter().all(|stem| own.iter().any(|word| same(&word.stem, stem)))
    };
    field.hints.iter().any(|hint| content(hint)) || content(&field.label)
}

/// Whether a name of a field that the words hold has this word in it: «ограничение ответственности ценой договора
/// исключить» is not about the price.
fn names_with(field: &Field, own: &[&Word], head: &str) -> bool {
    let with = |phrase: &str| {
        let stems = phrase_stems(phrase);
        stems.iter().any(|stem| same(head, stem))
            && stems.iter().all(|stem| own.iter().any(|word| same(&word.stem, stem)))
    };
    field.hints.iter().any(|hint| with(hint)) || with(&field.label)
}

/// The words that an order to take away may be about: the first two that say something on either side of the verb.
fn heads(own: &[&Word], verb: &Word) -> Vec<String> {
    let says = |word: &&&Word| word.start != verb.start && !is_stop(&word.stem) && word.stem.chars().count() > 2;
    let before = own.iter().take_while(|word| word.start < verb.start).filter(says).take(HEADS);
    let behind = own.iter().skip_while(|word| word.start <= verb.start).filter(says).take(HEADS);
    before.chain(behind).map(|word| word.stem.clone()).collect()
}

/// «Банк покупателя уберите»: a detail of a side goes, where one side is named or one alone has it.
fn of_side(pack: &Pack, domain: &Value, own: &[&Word], heads: &[String], verb: &Word) -> Option<Change> {
    let dialogue = dialogue::embedded().ok()?;
    let named = |text: &str, whole: bool| {
        let stems: Vec<String> =
            words(text).into_iter().map(|word| word.stem).filter(|stem| stem.chars().count() > 2).collect();
        let any = stems.iter().any(|stem| heads.contains(stem));
        any && (!whole || stems.iter().all(|stem| own.iter().any(|word| &word.stem == stem)))
    };
    let told = |party: &&Party| {
        party
            .words
            .iter()
            .any(|name| own.iter().any(|word| words(name).first().is_some_and(|first| first.stem == word.stem)))
    };
    let sides: Vec<&Party> = match pack.parties.iter().find(told) {
        Some(party) => vec![party],
        None => pack.parties.iter().collect(),
    };
    let mut found = sides.into_iter().flat_map(|party| {
        let fields = dialogue.party.iter().filter(|field| named(&field.label, true));
        fields.map(move |field| format!("/parties/{}/{}", party.role, field.leaf))
    });
    let mut found = found.by_ref().filter(|at| domain.pointer(at).is_some_and(is_present));
    let at = found.next()?;
    let ends = own.first().map_or(verb.start, |word| word.start);
    let span = (ends.min(verb.start), own.last().map_or(verb.end, |word| word.end).max(verb.end));
    found.next().is_none().then_some(Change { at, value: None, span, formula: None })
}

/// See [`heads`].
const HEADS: usize = 2;

fn same(word: &str, hint: &str) -> bool {
    word == hint || (hint.chars().count() >= 4 && word.starts_with(hint))
}

/// «Залог уберите»: the matter goes; where the pack knows a word for its absence, that word stands instead.
fn removal(pack: &Pack, heard: &Heard<'_>, domain: &Value, own: &[&Word], verb: &Word) -> Option<Change> {
    let stands = |at: &str| domain.pointer(at).is_some_and(is_present);
    let root = |field: &Field| field.pointer.rsplit_once('/').map_or(String::new(), |(parent, _)| parent.to_owned());
    let heads = heads(own, verb);
    let about = |field: &Field| named(field, own) && heads.iter().any(|head| names_with(field, own, head));
    let fields: Vec<&Field> = pack.fields.iter().filter(|field| stands(&field.pointer) && about(field)).collect();
    if fields.is_empty() {
        return of_side(pack, domain, own, &heads, verb);
    }
    // «Срок договора 6 месяцев уберите»: the fact whose value is said.
    let (from, to) = (own.first()?.start, own.last()?.end);
    let next = heard.mentions.partition_point(|m| m.start < from);
    let said: Vec<&Mention> = heard.mentions.iter().skip(next).take_while(|m| m.end <= to).collect();
    let holds = |field: &&&Field| {
        let value = domain.pointer(&field.pointer);
        said.iter().any(|mention| value_for(field, mention, false).as_ref() == value)
    };
    if let Some(field) = fields.iter().find(holds) {
        return Some(Change { at: field.pointer.clone(), value: None, span: (from, to), formula: None });
    }
    let first = fields.first()?;
    if fields.iter().any(|field| root(field) != root(first)) {
        return None;
    }
    let near = own.iter().filter(|word| fields.iter().any(|field| named(field, &[word])));
    let ends = near.flat_map(|word| [word.start, word.end]).chain([verb.start, verb.end]);
    let span = (ends.clone().min()?, ends.max()?);
    let kind = format!("{}/kind", root(first));
    let none = pack
        .fields
        .iter()
        .find(|field| field.pointer == kind)
        .is_some_and(|field| field.options.iter().any(|option| option.value == json!("none")));
    Some(match none {
        true => Change { at: kind, value: Some(json!("none")), span, formula: None },
        false => Change { at: first.pointer.clone(), value: None, span, formula: None },
    })
}

/// «Поднимем аренду на пять тысяч», «продлим на месяц»: the standing value and the difference.
fn shifted(
    pack: &Pack,
    heard: &Heard<'_>,
    domain: &Value,
    own: &[&Word],
    mention: &Mention,
    sign: i64,
    span: (usize, usize),
) -> Option<Change> {
    // «Можем продлить на 30 суток, если …» allows a change and makes none.
    let text = heard.turn.text.as_str();
    if own.iter().any(|word| owner::allows(&folded(&text[word.start..word.end]))) {
        return None;
    }
    let asked = |field: &&&Field| heard.question.is_some_and(|q| q.targets.contains(&field.pointer));
    let pick = |kinds: &[FieldKind]| {
        let stands: Vec<&Field> = pack
            .fields
            .iter()
            .filter(|f| kinds.contains(&f.kind) && domain.pointer(&f.pointer).is_some_and(is_present))
            .collect();
        let by_name = stands.iter().find(|field| named(field, own)).copied();
        by_name.or_else(|| stands.iter().find(asked).copied()).or_else(|| stands.iter().find(|f| f.primary).copied())
    };
    match &mention.kind {
        MentionKind::Money { .. } | MentionKind::Percent { .. } | MentionKind::Number { .. } => {
            let field = pick(&[FieldKind::Money])?;
            let old = domain.pointer(&field.pointer)?;
            let before = parse_minor(old["amount"].as_str()?)?;
            let by = match &mention.kind {
                MentionKind::Money { minor, currency, .. } if old["currency"] == currency.as_str() => *minor,
                MentionKind::Number { value } => parse_minor(value)?,
                MentionKind::Percent { value, .. } => before.checked_mul(parse_minor(value)?)? / 10_000,
                _ => return None,
            };
            let now = before.checked_add(by.checked_mul(sign)?)?;
            let mark = if sign > 0 { '+' } else { '−' };
            let shown = |minor: i64| human(&format_minor(minor));
            (now > 0).then(|| Change {
                at: field.pointer.clone(),
                value: Some(json!({"amount": format_minor(now), "currency": old["currency"]})),
                span,
                formula: Some(format!("{} {mark} {}", shown(before), shown(by))),
            })
        }
        MentionKind::Duration { count, unit } => {
            let field = pick(&[FieldKind::Duration])?;
            let old = domain.pointer(&field.pointer)?;
            let before = old["count"].as_i64().filter(|_| old["unit"] == unit.as_str())?;
            let now = before.checked_add(i64::from(*count).checked_mul(sign)?)?;
            let mark = if sign > 0 { '+' } else { '−' };
            (now > 0).then(|| Change {
                at: field.pointer.clone(),
                value: Some(json!({"count": now, "unit": unit})),
                span,
                formula: Some(format!("{before} {mark} {count}")),
            })
        }
        _ => None,
    }
}

/// «Сторговались на 310, не 320»: a sum that stands is denied beside another one; both may leave out its thousands.
fn contrasted(pack: &Pack, heard: &Heard<'_>, domain: &Value, said: &[Word]) -> Option<Change> {
    let text = &heard.turn.text;
    if !contrast::may(text) {
        return None;
    }
    // What is denied is no mention of the turn: the numbers are looked at once more, with it.
    let all = scan::mentions(text, day(heard.turn));
    let sums: Vec<(&Mention, i64, &[i64])> = all
        .iter()
        .filter_map(|mention| match &mention.kind {
            MentionKind::Money { minor, .. } => Some((mention, *minor, [1].as_slice())),
            MentionKind::Number { value } => Some((mention, parse_minor(value)?, [1, 1_000, 1_000_000].as_slice())),
            _ => None,
        })
        .collect();
    let standing = |minor: i64| -> Vec<&Field> {
        let holds = |field: &&Field| {
            let amount = domain.pointer(&field.pointer).and_then(|value| value["amount"].as_str());
            amount.and_then(parse_minor) == Some(minor)
        };
        pack.fields.iter().filter(|field| field.kind == FieldKind::Money).filter(holds).collect()
    };
    sums.windows(2).find_map(|pair| {
        let [(first, one, scales), (second, two, others)] = pair else { return None };
        let gap = text.get(first.end..second.start)?.to_lowercase();
        let before = text.get(..first.start)?.to_lowercase();
        let denied = |words: &str| words.split_whitespace().next_back() == Some("не");
        let short = gap.split_whitespace().count() <= 4 && !gap.contains(['.', ';', '?', '!', '\n']);
        let (old, new) = match (denied(&before), denied(&gap)) {
            (false, true) if short => ((two, others), (one, scales)),
            (true, false) if short && gap.contains('а') => ((one, scales), (two, others)),
            // «Тысяча мало, пусть две тысячи»
            (false, false) if contrast::falls_short(&gap) => ((one, scales), (two, others)),
            _ => return None,
        };
        old.1.iter().find_map(|scale| {
            let fields = standing(old.0.checked_mul(*scale)?);
            let first_word = said.partition_point(|word| word.end <= first.start);
            let own: Vec<&Word> = said.get(first_word.saturating_sub(6)..first_word)?.iter().collect();
            let named: Vec<&&Field> = fields.iter().filter(|field| named(field, &own)).collect();
            let field = match (fields.as_slice(), named.as_slice()) {
                (_, [field]) => **field,
                // «Сорок пять, а не сорок» of a thing is not forty thousand, unless nothing else is said.
                ([field], []) if *scale == 1 || said.len() <= SHORT => *field,
                _ => return None,
            };
            // The new sum leaves out as much as the old one, unless it names its thousands.
            let by = if new.1.len() > 1 { *scale } else { 1 };
            let now = new.0.checked_mul(by).filter(|now| *now > 0)?;
            let stands = domain.pointer(&field.pointer)?;
            let shown = |minor: i64| human(&format_minor(minor));
            // What stands in the words as it is was said; what leaves out its thousands is computed from them.
            let computed =
                (by != 1).then(|| format!("{} → {}", shown(old.0.checked_mul(*scale).unwrap_or(*old.0)), shown(now)));
            Some(Change {
                at: field.pointer.clone(),
                value: Some(json!({"amount": format_minor(now), "currency": stands["currency"]})),
                span: (first.start, second.end),
                formula: computed,
            })
        })
    })
}

/// Words of a message that says nothing but the correction.
const SHORT: usize = 8;

/// «Не с первого, а с пятнадцатого»: another day of the month that stands.
fn other_day(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Option<Change> {
    let text = &heard.turn.text;
    let field = pack.fields.iter().find(|field| field.kind == FieldKind::Date && field.pointer.ends_with("/start"))?;
    let asked = heard.question.is_some_and(|q| q.targets.contains(&field.pointer));
    if !(heard.intent.correction || asked) {
        return None;
    }
    let old: Date = domain.pointer(&field.pointer)?.as_str()?.parse().ok()?;
    let found = DAY.as_ref()?.captures_iter(text).filter_map(|c| c.get(1));
    let told = found.filter(|m| heard.scopes.at(m.start(), m.end()).tells()).last()?;
    let digits: String = told.as_str().chars().take_while(char::is_ascii_digit).collect();
    let day = day_number(if digits.is_empty() { told.as_str() } else { &digits })?;
    let new = Date::new(old.year(), old.month(), i8::try_from(day).ok()?).ok()?;
    // A day that has passed is that of the next month.
    let today: Date = heard.turn.at.get(..10)?.parse().ok()?;
    let new = if new < today { new.checked_add(Span::new().try_months(1).ok()?).ok()? } else { new };
    Some(Change {
        at: field.pointer.clone(),
        value: Some(json!(new.to_string())),
        span: (told.start(), told.end()),
        formula: Some(format!("{old} → {new}")),
    })
}
