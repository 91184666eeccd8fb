//! Days that are told as a list: «до 15.12, до 20.01 и до 17.02» is a schedule. None of them is the one day of a field that
//! holds one day, and nothing there contradicts anything else; the words stay as they were said.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::intent;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::model::money::parse_minor;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::begins;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::{own, owner};
use serde::Deserialize;
use std::sync::LazyLock;

/// How many times one price of a thing may be that of another.
const LIKE: i64 = 20;

/// The words (`knowledge/dialogue/lists.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    between: Vec<String>,
    or: Vec<String>,
    from: Vec<String>,
    until: Vec<String>,
    each: Vec<String>,
    times: Vec<String>,
    named: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/lists.toml")).unwrap_or_default());

/// Bytes between two days of a list.
const GAP: usize = 140;
/// Lists of one message that are kept.
const MOST: usize = 20;
/// Letters of a word that says nothing between them.
const SMALL: usize = 3;
/// Bytes before a day in which the word that leads to it stands.
const LEAD: usize = 40;

/// A run of days: the bytes from the first to the last, and how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    span: (usize, usize),
}

fn is_day(mention: &Mention) -> bool {
    matches!(mention.kind, M::Date { .. })
}

/// The lists of days of a message, in order.
pub(super) fn days(heard: &Heard<'_>) -> Vec<Run> {
    let text = heard.turn.text.as_str();
    let list: Vec<(usize, &Mention)> = heard.mentions.iter().enumerate().filter(|(_, m)| is_day(m)).collect();
    let mut out: Vec<Run> = Vec::new();
    for pair in list.windows(2) {
        let [(from, first), (to, second)] = pair else { continue };
        let inner = heard.mentions.get(from + 1..*to).unwrap_or_default();
        // «Иванов Пётр, 12.03.2018 г.р., и Иванова Мария, 05.08.2020 г.р.»: days of people are no schedule.
        let people = inner.iter().any(|m| matches!(m.kind, M::Person { .. }));
        if people || first.kind == second.kind || !joined(text, first, second, inner) {
            continue;
        }
        match out.last_mut().filter(|run| run.span.1 == first.end) {
            Some(run) => run.span.1 = second.end,
            None => out.push(Run { span: (first.start, second.end) }),
        }
    }
    out
}

/// Whether nothing but the list itself stands between two days.
fn joined(text: &str, first: &Mention, second: &Mention, inner: &[Mention]) -> bool {
    let gap = text.get(first.end..second.start).unwrap_or_default();
    if gap.len() > GAP || intent::mends(gap) || gap.contains(['?', '!']) {
        return false;
    }
    let (one, other) = (lead(text, first.start), lead(text, second.start));
    let stretch = MARKS.from.contains(&one) && (MARKS.until.contains(&other) || other.is_empty());
    let mut at = first.end;
    let mut said: Vec<String> = Vec::new();
    for (start, end) in inner.iter().map(|m| (m.start, m.end)).chain([(second.start, second.start)]) {
        let piece = folded(text.get(at..start.max(at)).unwrap_or_default());
        said.extend(piece.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned));
        at = end.max(at);
    }
    let says_nothing = |word: &String| {
        word.chars().count() <= SMALL || word.chars().all(|c| c.is_ascii_digit()) || MARKS.between.contains(word)
    };
    !stretch && !said.iter().any(|word| MARKS.or.contains(word)) && said.iter().all(says_nothing)
}

/// The word right before a day: «до», «с».
fn lead(text: &str, start: usize) -> String {
    let mut from = start.saturating_sub(LEAD);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..start).unwrap_or_default();
    let word = before.split_whitespace().next_back().unwrap_or_default();
    folded(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a day stands in a list, where a field holds one day of the whole deal.
pub(super) fn holds(runs: &[Run], field: &Field, mention: &Mention) -> bool {
    let one = field.kind == FieldKind::Date
        && ["/delivery", "/term", "/contract", "/payment/date"].iter().any(|root| field.pointer.starts_with(root));
    one && is_day(mention) && {
        let next = runs.partition_point(|run| run.span.1 <= mention.start);
        runs.get(next).is_some_and(|run| run.span.0 <= mention.start)
    }
}

/// «Генератор 4500 в сутки, каждая пушка 900 в сутки»: sentences that price things one by one; none of their prices is the
/// price of all of them.
pub(super) fn apiece(heard: &Heard<'_>) -> Vec<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let sums: Vec<usize> =
        heard.mentions.iter().filter(|m| matches!(m.kind, M::Money { .. })).map(|m| m.start).collect();
    if sums.len() < 2 {
        return Vec::new();
    }
    let each = |start: &usize| {
        let mut from = start.saturating_sub(LEAD * 2);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let before = folded(text.get(from..*start).unwrap_or_default());
        let piece = before.rsplit([',', ';', '.', '\n']).next().unwrap_or_default();
        let said: Vec<&str> = piece.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        said.windows(2).any(|pair| {
            MARKS.each.iter().any(|one| one == pair[0])
                && !MARKS.times.iter().any(|time| pair[1].starts_with(time.as_str()))
        })
    };
    // «Стол стоит 24 000, тележка 32 000 за штуку»: beside a price for one thing a like sum is that of another.
    let minor = |start: usize| {
        heard.mentions.iter().find(|m| m.start == start).and_then(|m| match &m.kind {
            M::Money { minor, per, .. } => Some((*minor, per.as_deref() == Some("unit"))),
            _ => None,
        })
    };
    let alike = |start: &usize| {
        let Some((sum, false)) = minor(*start) else { return false };
        let next = sums.iter().find(|at| **at > *start).and_then(|at| minor(*at));
        next.is_some_and(|(other, unit)| unit && sum / LIKE <= other && other / LIKE <= sum)
    };
    let each = |start: &usize| each(start) || alike(start);
    let parts = sentences(text);
    let own = |start: &usize| parts.get(parts.partition_point(|part| part.1 <= *start)).copied();
    let mut out: Vec<(usize, usize)> = sums.iter().filter(|start| each(start)).filter_map(own).collect();
    out.dedup();
    out
}

/// Whether a value stands in one of these parts, which are in order.
pub(super) fn within(parts: &[(usize, usize)], mention: &Mention) -> bool {
    let next = parts.partition_point(|part| part.1 <= mention.start);
    parts.get(next).is_some_and(|part| part.0 <= mention.start)
}

/// Keeps the lists that no field took, whole, in the person's words.
pub(super) fn keep(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let runs = days(heard);
    if runs.is_empty() || draft.first_wins || heard.turn.choice.is_some() {
        return;
    }
    let text = heard.turn.text.as_str();
    let parts = sentences(text);
    for Run { span } in runs.into_iter().take(MOST) {
        let taken = draft.spans.iter().any(|(_, other)| other.0 < span.1 && span.0 < other.1);
        let first = parts.partition_point(|part| part.1 <= span.0);
        let last = parts.partition_point(|part| part.0 < span.1).max(first + 1) - 1;
        let (Some(from), Some(to)) = (parts.get(first), parts.get(last)) else { continue };
        // «Поставка партиями:» leads to the list from the line before it.
        let led = first.checked_sub(1).and_then(|at| parts.get(at));
        let led = led.filter(|part| text[part.0..part.1].trim_end().ends_with(':'));
        let start = led.map_or(from.0, |part| part.0);
        if !taken && heard.scopes.at(span.0, span.1).tells() {
            own::keep(pack, heard, draft, (start, to.1), false);
        }
    }
}

/// A message without the sums that a whole behind them adds up.
pub(super) fn without_parts<'h>(heard: &Heard<'h>) -> Heard<'h> {
    let parts = parts(heard);
    let mut whole = heard.clone();
    whole.mentions.retain(|mention| !within(&parts, mention));
    whole
}

/// «Ящики 1 260 000, щиты 730 000, всего 1 990 000»: the bytes of sums that a whole behind them adds up, so that none of
/// them is the whole.
fn parts(heard: &Heard<'_>) -> Vec<(usize, usize)> {
    const SUMS: usize = 40;
    let text = heard.turn.text.as_str();
    let sums: Vec<(&Mention, i64)> = heard
        .mentions
        .iter()
        .filter_map(|mention| match &mention.kind {
            M::Money { minor, .. } => Some((mention, *minor)),
            M::Number { value } => Some((mention, parse_minor(value)?)),
            _ => None,
        })
        .take(SUMS)
        .collect();
    (2..sums.len())
        .find_map(|at| {
            let (whole, total) = sums[at];
            let before = text.get(sums[at - 1].0.end..whole.start)?;
            let named = folded(before).split(|c: char| !c.is_alphanumeric()).any(owner::is_whole);
            let from = (0..at - 1).rev().find(|from| {
                sums[*from..at].iter().try_fold(0_i64, |sum, (_, one)| sum.checked_add(*one)) == Some(total)
            })?;
            // «Аренда 30 000, залог 30 000, итого 60 000»: what has a name of its own is a value.
            let own = (from..at).any(|part| {
                let start = part.checked_sub(1).map_or(0, |before| sums[before].0.end);
                let lead = text.get(start..sums[part].0.start).unwrap_or_default();
                let clause = lead.rsplit(['.', ';', ',', ':', '\n']).next().unwrap_or_default();
                folded(clause).split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, &MARKS.named))
            });
            (named && !own).then(|| sums[from..at].iter().map(|(mention, _)| (mention.start, mention.end)).collect())
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::TurnId;
    use crate::model::turn::{Role, Turn};

    #[test]
    fn things_are_priced_one_by_one() {
        for (text, want) in [
            ("Генератор 4500 рублей в сутки, каждая пушка 900 рублей в сутки. Итого 6300 рублей", 1),
            ("Плата 30 000 рублей каждый месяц 5 000 рублей", 0),
            ("Каждая пушка 900 рублей", 0),
        ] {
            let turn = turn(text);
            assert_eq!(apiece(&Heard::new(&turn, None)).len(), want, "{text}");
        }
    }

    fn turn(text: &str) -> Turn {
        Turn {
            id: TurnId("t0".into()),
            role: Role::User,
            text: text.into(),
            at: "2026-11-23T09:00:00Z".into(),
            answers_to: None,
            choice: None,
        }
    }

    #[test]
    fn days_in_a_row_are_a_list() {
        for (text, want) in [
            ("Поставка: до 15.12.2026, до 20.01.2027, до 17.02.2027 и до 17.03.2027", 1),
            ("1) 5 000 шт. — до 15.12.2026;\n2) 5 000 шт. — до 20.01.2027", 1),
            ("Отгрузки 15 декабря 2026 и 20 января 2027", 1),
            ("с 15.12.2026, до 20.01.2027", 0),
            ("с 15.12.2026 по 20.01.2027", 0),
            ("до 15.12.2026 или до 20.01.2027", 0),
            ("до 15.12.2026, ой, до 20.01.2027", 0),
            ("Начало 15.12.2026, окончание работ 20.01.2027", 0),
            ("Поставка 15.12.2026. Оплата до 20.01.2027", 0),
            ("Поставка 15.12.2026", 0),
        ] {
            let turn = turn(text);
            assert_eq!(days(&Heard::new(&turn, None)).len(), want, "{text}");
        }
    }
}
