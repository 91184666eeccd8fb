//! «Ставка не восемь, а девять процентов», «до 12 числа, не до 10»: a share, a length of time, a day that stands is denied
//! beside the one that takes its place.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::intent;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::engine::text::scan;
use crate::workspaces::contract::intake::acceptance::mended;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::perform::around::{self, Around};
use crate::workspaces::contract::perform::bearing::WORDS;
use crate::workspaces::contract::perform::changes::Change;
use crate::workspaces::contract::perform::owner::Owner;
use crate::workspaces::contract::perform::values::value_for;
use serde_json::Value;

/// The last day of a deal.
const END: &str = "/term/end";
/// Words between the two values.
const GAP: usize = 5;
/// Words of a message that says nothing but two numbers.
const BARE: usize = 4;
/// Beginnings of words by which a value is found too small or too large: another one takes its place.
const SHORT: &[&str] =
    &["мало", "маловат", "много", "многоват", "недостаточн", "дорого", "дешев", "низк", "высок", "велик"];

/// Whether a text may deny one value beside another.
pub(super) fn may(text: &str) -> bool {
    let low = folded(text);
    let mut words = low.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word == "не" || SHORT.iter().any(|stem| word.starts_with(stem)))
}

/// «Тысяча мало, пусть две тысячи»: whether the words between two values find the first one wanting.
pub(super) fn falls_short(gap: &str) -> bool {
    let mut words = gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.by_ref().take(2).any(|word| SHORT.iter().any(|stem| word.starts_with(stem)));
    first && words.count() <= GAP && !gap.contains(['?', '\n'])
}

/// The change, where exactly one fact stands on the denied value.
pub(super) fn of(pack: &Pack, heard: &Heard<'_>, domain: &Value) -> Option<Change> {
    let text = heard.turn.text.as_str();
    if !may(text) {
        return of_term(pack, heard);
    }
    // «Не 16. 18.» says nothing but the two numbers.
    let bare = text.split_whitespace().count() <= BARE;
    // What is denied is no mention of the turn: the values are looked at once more, with it.
    let all = scan::mentions(text, day(heard.turn));
    if let Some(change) = of_days(pack, text, domain, &all).or_else(|| of_term(pack, heard)) {
        return Some(change);
    }
    let measures = |m: &&Mention| number(&m.kind).is_some();
    let measured: Vec<&Mention> = all.iter().filter(measures).collect();
    measured.windows(2).find_map(|pair| {
        let [first, second] = pair else { return None };
        let gap = text.get(first.end..second.start)?;
        let near = gap.split_whitespace().count() <= GAP && !gap.contains(['.', ';', '?', '!', '\n']);
        let (old, new) = match (denied(around::tail(text, first.start)), denied(gap)) {
            (true, false) if bare && gap.trim_matches(['.', ',', ' ', '—', '-', '!']).is_empty() => (first, second),
            (false, false) if near && falls_short(&folded(gap)) => (first, second),
            (true, false) if near && folded(gap).split_whitespace().any(|word| word == "а") => (first, second),
            (false, true) if near => (second, first),
            _ => return None,
        };
        let was = number(&old.kind)?;
        // «Не 8, а 9 процентов»: the unit is said once.
        let typed = if matches!(new.kind, M::Number { .. }) { old } else { new };
        let unitless = matches!(typed.kind, M::Number { .. });
        let fits = |field: &&Field| {
            let kind = matches!(
                field.kind,
                FieldKind::Rate
                    | FieldKind::Duration
                    | FieldKind::DayOfMonth
                    | FieldKind::Quantity
                    | FieldKind::Integer
            );
            let standing = domain.pointer(&field.pointer).and_then(held);
            let typed = || unitless || value_for(field, typed, false).is_some();
            kind && standing.is_some_and(|value| value == was) && typed()
        };
        let mut fields = pack.fields.iter().filter(fits);
        let (field, None) = (fields.next()?, fields.next()) else { return None };
        let stands = domain.pointer(&field.pointer)?;
        // Two bare numbers keep the unit that stands.
        let meant = if unitless { stands.clone() } else { value_for(field, typed, false)? };
        let value = changed(stands, &meant, &number(&new.kind)?)?;
        Some(Change {
            at: field.pointer.clone(),
            value: Some(value),
            span: (first.start, second.end),
            // The new number stands in the words as it is: it was said, not computed.
            formula: None,
        })
    })
}

/// «Не 1 марта, а 15 марта»: a day that stands is denied beside another one.
fn of_days(pack: &Pack, text: &str, domain: &Value, all: &[Mention]) -> Option<Change> {
    let days: Vec<&Mention> = all.iter().filter(|m| matches!(m.kind, M::Date { .. })).collect();
    days.windows(2).find_map(|pair| {
        let [first, second] = pair else { return None };
        let gap = text.get(first.end..second.start)?;
        let near = gap.split_whitespace().count() <= GAP && !gap.contains(['.', ';', '?', '!', '\n']);
        let (old, new) = match (denied(around::tail(text, first.start)), denied(gap)) {
            (true, false) if near && folded(gap).split_whitespace().any(|word| word == "а") => (first, second),
            (false, true) if near => (second, first),
            _ => return None,
        };
        let (M::Date { iso: was, .. }, M::Date { iso, .. }) = (&old.kind, &new.kind) else { return None };
        // The year may be said once.
        let dated = |mention: &Mention| {
            let said = text.get(mention.start..mention.end).unwrap_or_default();
            said.as_bytes().windows(4).any(|four| four.iter().all(u8::is_ascii_digit))
        };
        let same = |stands: &str| stands == was || !dated(old) && stands.get(4..) == was.get(4..);
        let stands = |field: &&Field| {
            field.kind == FieldKind::Date && domain.pointer(&field.pointer).and_then(Value::as_str).is_some_and(same)
        };
        let mut fields = pack.fields.iter().filter(stands);
        let (field, None) = (fields.next()?, fields.next()) else { return None };
        let year = domain.pointer(&field.pointer).and_then(Value::as_str).and_then(|stands| stands.get(..4));
        let value = match (dated(new), year, iso.get(4..)) {
            (false, Some(year), Some(rest)) => format!("{year}{rest}"),
            _ => iso.clone(),
        };
        let span = (first.start, second.end);
        Some(Change { at: field.pointer.clone(), value: Some(value.into()), span, formula: None })
    })
}

/// «Поменяйте срок на 20 марта», «срок не 1 марта, а 15 марта»: the one day of a sentence that puts the term right is its
/// last day, whatever stood there.
fn of_term(pack: &Pack, heard: &Heard<'_>) -> Option<Change> {
    let text = heard.turn.text.as_str();
    let today = day(heard.turn);
    let field = pack.field_of(END).filter(|field| field.kind == FieldKind::Date)?;
    sentences(text).into_iter().find_map(|(start, end)| {
        let inside = |m: &&Mention| start <= m.start && m.end <= end && matches!(m.kind, M::Date { .. });
        let mut days = heard.mentions.iter().filter(inside);
        let (Some(day), None) = (days.next(), days.next()) else { return None };
        let M::Date { iso, .. } = &day.kind else { return None };
        let low = folded(text.get(start..day.start)?);
        let termed = low.split(|c: char| !c.is_alphanumeric()).any(|word| around::begins(word, &WORDS.words.term));
        let span = (day.start, day.end);
        let around = Around::of(text, day);
        let own = || around.owner(pack, field, day, today) == Owner::Open;
        let sentence = text.get(start..end)?;
        let puts_right = || intent::corrects(text, span, heard.intent.correction) || mended::opens(sentence);
        let rights = || puts_right() && heard.plain(span);
        (termed && rights() && own() && !around.is_outside(field, day)).then(|| Change {
            at: END.to_owned(),
            value: Some(iso.clone().into()),
            span,
            formula: None,
        })
    })
}

/// Whether the last words before a value deny it, with a preposition between or without.
fn denied(before: &str) -> bool {
    let low = folded(before);
    let mut words = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
    let Some(first) = words.next() else { return false };
    let led = matches!(first, "до" | "с" | "со" | "на" | "в" | "за" | "по" | "через" | "течение");
    let next = if led { words.next() } else { Some(first) };
    match next {
        Some("в") => words.next() == Some("не"),
        Some(word) => word == "не",
        None => false,
    }
}

/// The number that a mention says, as a fact keeps it.
fn number(kind: &M) -> Option<String> {
    match kind {
        M::Number { value } | M::Percent { value, .. } | M::Quantity { value, .. } => Some(value.clone()),
        M::Duration { count, .. } => Some(count.to_string()),
        M::DayOfMonth { day } => Some(day.to_string()),
        _ => None,
    }
}

/// The number that a fact holds.
fn held(value: &Value) -> Option<String> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let count = || value["count"].as_u64().or_else(|| value.as_u64()).map(|count| count.to_string());
    text("percent").or_else(|| text("value")).or_else(count)
}

/// The standing value with another number: its period and unit stay, unless new ones were said.
fn changed(stands: &Value, typed: &Value, number: &str) -> Option<Value> {
    let mut out = stands.clone();
    match &mut out {
        Value::Object(map) if map.contains_key("percent") => {
            map.insert("percent".into(), number.into());
            if let Some(per) = typed.get("per") {
                map.insert("per".into(), per.clone());
            }
        }
        Value::Object(map) if map.contains_key("count") => {
            map.insert("count".into(), number.parse::<u64>().ok()?.into());
            map.insert("unit".into(), typed.get("unit")?.clone());
        }
        Value::Object(map) if map.contains_key("value") => {
            map.insert("value".into(), number.into());
        }
        Value::Number(_) => out = number.parse::<u64>().ok()?.into(),
        _ => return None,
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::TurnId;
    use crate::model::turn::{Role, Turn};
    use crate::workspaces::contract::tests::KNOWLEDGE;
    use serde_json::json;

    #[test]
    fn a_day_takes_the_place_of_the_one_that_is_denied() {
        let stands = json!({"term": {"end": "2027-03-01"}});
        let empty = json!({});
        for (pack, domain, text, want) in [
            ("software", &stands, "Остальное верно, только срок не 1 марта, а 15 марта 2027", Some("2027-03-15")),
            ("services", &stands, "15 марта, а не 1 марта", Some("2027-03-15")),
            ("services", &stands, "не до 1 марта 2027, а до 20 апреля 2027", Some("2027-04-20")),
            ("software", &empty, "срок не 1 марта, а 15 марта 2027", Some("2027-03-15")),
            ("work_contract", &stands, "поменяйте срок на 20 марта 2027", Some("2027-03-20")),
            ("loan", &stands, "исправьте: срок до 1 июня 2027", Some("2027-06-01")),
            ("services", &stands, "поменяйте срок гарантии на 20 марта 2027", None),
            ("software", &stands, "Всё верно, только срок 15 марта 2027", Some("2027-03-15")),
            ("services", &stands, "аванс не 2 февраля, а 5 февраля", None),
            ("services", &stands, "срок прежний, аванс до 5 февраля 2027", None),
        ] {
            let turn = Turn {
                id: TurnId("t1".into()),
                role: Role::User,
                text: text.into(),
                at: "2026-11-26T10:00:00Z".into(),
                answers_to: None,
                choice: None,
            };
            let pack = KNOWLEDGE.pack(pack).unwrap_or_else(|| panic!("{pack}"));
            let found = of(pack, &Heard::new(&turn, None), domain);
            let found = found.filter(|change| change.at == END).and_then(|change| change.value);
            assert_eq!(found.as_ref().and_then(Value::as_str), want, "{text}");
        }
    }
}
