//! A price in parts, told in one breath: «150 тысяч при подписании, 162 тысячи 27 декабря, 100 тысяч после установки».
//!
//! The parts prove themselves: together they are the price, and each says when it is paid. They stand as they were said.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentence_at;
use crate::model::money::{format_minor, parse_minor};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::values::value_for;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// Words (`knowledge/dialogue/portions.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Beginnings of words that say when a part is paid.
    when: Vec<String>,
    /// Beginnings of words of a payment in advance.
    advance: Vec<String>,
    /// Beginnings of words with which something else begins.
    ends: Vec<String>,
    /// Words that open the case in which the last part is paid, whole.
    cases: Vec<String>,
    /// Beginnings of words for a stretch of time behind «за».
    spell: Vec<String>,
    /// Beginnings of words for what is left of a price.
    rest: Vec<String>,
    /// Beginnings of words that say that a price is paid in parts.
    parts: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/portions.toml")).unwrap_or_default());

/// Where the parts live, and what they make together.
const STAGES: &str = "/payment/stages";
const PLAN: &str = "/payment/plan";
const TOTAL: &str = "/price/total";
const INSTALMENTS: &str = "/payment/instalments/1/amount";
/// A number without a currency that is a sum of money; a smaller one counts thousands.
const SUM: i64 = 100_000;
const THOUSAND: i64 = 1_000;
/// Fewest and most kopecks of a part: thousands of nothing and of too much are none.
const LEAST: i64 = 100_000;
const ADVANCE: &str = "/payment/advance_sum";
/// The value of the plan.
const SCHEDULE: &str = "schedule";
const BY_PARTS: &str = "instalments";
const LOAN: &str = "/loan/amount";
/// Instalments that have places of their own.
const PLACES: usize = 6;
/// Sums of a message that are looked at, parts of one price, and bytes of all of them.
const SUMS: usize = 40;
const PARTS: usize = 12;
const LENGTH: usize = 900;
/// Words before the first part and behind the last one.
const LEAD: usize = 4;
const TAIL: usize = 14;

/// Writes the parts of the price; returns the bytes whose sums and days are theirs.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let takes = |at: &str| pack.fields.iter().any(|field| field.pointer == at);
    if heard.turn.choice.is_some() {
        return Vec::new();
    }
    if !takes(STAGES) {
        return Vec::new();
    }
    let Some(total) = [TOTAL, LOAN].into_iter().find(|at| pack.field_of(at).is_some()) else { return Vec::new() };
    let Some(Run { parts: run, whole, end, begins }) = run(heard, draft, total) else { return Vec::new() };
    let end = day_behind(heard, &heard.turn.text, end);
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return Vec::new() };
    // Instalments by days have places of their own.
    let own = takes(INSTALMENTS) && (by_instalments(heard, draft) || dated(heard, &run, (begins, end)));
    if own {
        return by_days(heard, draft, &run, (begins, end)).into_iter().collect();
    }
    let text = heard.turn.text.as_str();
    let led = lead(text, begins);
    // «Аванс 10 тысяч, остальные 28 после сдачи»: the pack has a place of its own for that.
    let advance = says(text.get(led..first.start).unwrap_or_default(), &MARKS.advance)
        || run.get(1).is_some_and(|next| says(text.get(first.end..next.start).unwrap_or_default(), &MARKS.advance));
    if run.len() == 2 && takes(ADVANCE) && advance {
        return vec![(last.start, last.end)];
    }
    let span = (led, tail(text, end));
    let said = text.get(span.0..span.1).unwrap_or_default();
    draft.say(heard, STAGES, json!(said), span, heard.plain((begins, end)));
    let offers = |plan: &str| {
        let field = pack.fields.iter().find(|field| field.pointer == PLAN);
        field.is_some_and(|field| field.options.iter().any(|option| option.value == plan))
    };
    let plan = if offers(SCHEDULE) { SCHEDULE } else { BY_PARTS };
    draft.say(heard, PLAN, json!(plan), span, true);
    draft.decided.push(PLAN.to_owned());
    // «Всего 38 000: аванс 10 …, 18 …, 10 …»: what the parts make is the price, whatever stands beside it.
    let field = pack.fields.iter().find(|field| field.pointer == total);
    let value = whole.and_then(|sum| Some((sum, value_for(field?, sum, true)?)));
    if let Some((sum, value)) = value {
        let at = (sum.start, sum.end);
        draft.say(heard, total, value, at, heard.plain(at));
        return vec![span, at];
    }
    vec![span]
}

/// Whether the price is paid in instalments already, or just they are asked for.
fn by_instalments(heard: &Heard<'_>, draft: &Draft<'_>) -> bool {
    let asked =
        heard.question.is_some_and(|q| q.targets.iter().any(|target| target.starts_with("/payment/instalments/")));
    asked || draft.domain.pointer(PLAN).is_some_and(|plan| plan == "instalments")
}

/// Whether each part has a day.
fn dated(heard: &Heard<'_>, parts: &[&Mention], (begins, end): (usize, usize)) -> bool {
    let Some(first) = parts.first() else { return false };
    let from = heard.mentions.partition_point(|m| m.start < begins);
    let days = heard.mentions.iter().skip(from).take_while(|m| m.start < end.max(first.end));
    days.filter(|m| matches!(m.kind, MentionKind::Date { .. })).count() >= parts.len()
}

/// «15.02 — 200 000, 15.03 — 150 000»: each part with its day in the places of instalments; none where a part has no day
/// of its own.
fn by_days(
    heard: &Heard<'_>,
    draft: &mut Draft<'_>,
    parts: &[&Mention],
    span: (usize, usize),
) -> Option<(usize, usize)> {
    let is_day = |m: &&Mention| matches!(m.kind, MentionKind::Date { .. });
    let inside = |m: &&Mention| m.start >= span.0 && m.end <= span.1;
    let days: Vec<&Mention> = heard.mentions.iter().filter(is_day).filter(inside).collect();
    // «Четыре раза по 60 000: до 15 января, февраля, марта и апреля»: the same sum on each day.
    let sums = heard.mentions.iter().filter(|m| matches!(m.kind, MentionKind::Money { .. })).filter(inside).count();
    let equal = parts.len() == 1 && sums <= 1 && days.len() > 1;
    let each: Vec<&Mention> = if equal { vec![parts[0]; days.len()] } else { parts.to_vec() };
    let parts = each.as_slice();
    if parts.len() != days.len() || parts.len() > PLACES || parts.len() < 2 {
        return None;
    }
    // All days stand before their sums, or all behind them.
    let ahead = parts.iter().zip(&days).all(|(part, day)| day.end <= part.start);
    let apart = parts.windows(2).zip(&days).all(|(pair, day)| match ahead {
        true => day.end <= pair[0].start,
        false => pair[0].end <= day.start && day.end <= pair[1].start,
    });
    if !apart && !equal {
        return None;
    }
    for (n, (part, day)) in parts.iter().zip(&days).enumerate() {
        let at = |leaf: &str| format!("/payment/instalments/{}/{leaf}", n + 1);
        let MentionKind::Date { iso, .. } = &day.kind else { return None };
        let amount = json!({"amount": format_minor(sum_of(part)?), "currency": "RUB"});
        draft.say(heard, &at("amount"), amount, (part.start, part.end), heard.plain(span));
        draft.say(heard, &at("date"), json!(iso), (day.start, day.end), heard.plain(span));
    }
    draft.say(heard, PLAN, json!(BY_PARTS), span, true);
    draft.decided.push(PLAN.to_owned());
    Some((days.first().map_or(span.0, |day| day.start.min(span.0)), span.1))
}

/// Parts, and the sum in the same message that they make.
struct Run<'m> {
    parts: Vec<&'m Mention>,
    whole: Option<&'m Mention>,
    /// Where the first of them, or its day, begins.
    begins: usize,
    /// Where the last of them, or its day, ends.
    end: usize,
}

/// Kopecks of a sum. «200 сразу, 150 в феврале и 150 в марте» of 500 thousand: that the parts make the price proves that
/// thousands are meant.
fn sum_of(mention: &Mention) -> Option<i64> {
    match &mention.kind {
        MentionKind::Money { minor, per: None, .. } => Some(*minor),
        MentionKind::Number { value } => parse_minor(value).map(|sum| if sum < SUM { sum * THOUSAND } else { sum }),
        _ => None,
    }
}

/// Whether the sentence of a place speaks of a price in parts.
pub(super) fn tells_of_parts(text: &str, at: usize) -> bool {
    let (from, to) = sentence_at(text, at);
    says(text.get(from..to).unwrap_or_default(), &MARKS.parts)
}

/// Sums in a row that together are what stands at a place or is said beside them, each with its time.
fn run<'m>(heard: &'m Heard<'_>, draft: &Draft<'_>, total: &str) -> Option<Run<'m>> {
    let text = heard.turn.text.as_str();
    let sums: Vec<(&Mention, i64)> =
        heard.mentions.iter().filter_map(|mention| Some((mention, sum_of(mention)?))).take(SUMS).collect();
    let standing = draft.domain.pointer(total).and_then(|total| parse_minor(total["amount"].as_str()?));
    let said = |from: usize, past: usize, sum: i64| {
        let beside = |at: &usize| *at < from || *at >= past;
        (0..sums.len()).filter(beside).find(|at| sums[*at].1 == sum).map(|at| sums[at].0)
    };
    (0..sums.len())
        .find_map(|from| {
            let mut sum = 0_i64;
            (from..sums.len().min(from + PARTS)).find_map(|at| {
                sum = sum.checked_add(sums[at].1)?;
                let parts = &sums[from..=at];
                let near = parts[parts.len() - 1].0.end - parts[0].0.start <= LENGTH;
                let whole = said(from, at + 1, sum);
                let end = parts[parts.len() - 1].0.end;
                let sized = parts.iter().all(|(_, sum)| *sum >= LEAST);
                let makes = standing == Some(sum) || whole.is_some();
                // «110 при подписании, 160 после плитки, остальное в конце»: what is left makes the price whole.
                let rest = || {
                    let of = standing.or_else(|| sums[..from].iter().map(|(_, sum)| *sum).max());
                    of.is_some_and(|of| sum < of) && remains(text, end)
                };
                let told = || timed(heard, text, parts) || makes && in_parts(text, parts[0].0.start);
                let right = parts.len() > 1 && near && sized && (makes || rest()) && told();
                let end = if right && !makes { tail(text, rest_at(text, end).unwrap_or(end)) } else { end };
                right.then(|| Run {
                    begins: day_before(heard, parts[0].0.start).unwrap_or(parts[0].0.start),
                    parts: parts.iter().map(|(mention, _)| *mention).collect(),
                    whole,
                    end,
                })
            })
        })
        .or_else(|| {
            // «Двумя частями по 95 000: до 10.12 и до 01.02»: as many days as parts.
            sums.iter().enumerate().find_map(|(at, (mention, sum))| {
                let (begins, to) = sentence_at(text, mention.start);
                let first = heard.mentions.partition_point(|m| m.start < mention.end);
                let days = heard.mentions.iter().skip(first).take_while(|m| m.end <= to);
                let is_day = |m: &&Mention| matches!(m.kind, MentionKind::Date { .. });
                let days: Vec<&Mention> = days.filter(is_day).collect();
                // «25.02, 25.03 и 25.04.2027 по 100 тысяч»: the days stand before what each of them pays.
                let ahead: Vec<&Mention> =
                    heard.mentions[..first].iter().rev().take_while(|m| m.start >= begins).filter(is_day).collect();
                let (days, begins) = if days.len() > 1 {
                    (days, mention.start)
                } else {
                    (ahead.iter().rev().copied().collect(), ahead.last()?.start)
                };
                let count = i64::try_from(days.len()).ok().filter(|count| *count > 1)?;
                let all = sum.checked_mul(count)?;
                let whole = said(at, at + 1, all);
                let end = days.last()?.end.max(mention.end);
                let run = || Run { parts: vec![*mention], whole, end, begins };
                (standing == Some(all) || whole.is_some()).then(run)
            })
        })
}

/// Where the words for what is left of the price end, in the sentence of the last part.
fn rest_at(text: &str, end: usize) -> Option<usize> {
    let (_, to) = sentence_at(text, end.saturating_sub(1));
    let rest = text.get(end..to)?;
    let word = spans(rest).into_iter().take(TAIL).find(|(from, to)| says(&rest[*from..*to], &MARKS.rest))?;
    Some(end + word.1)
}

/// Whether what is left of the price follows with its time.
fn remains(text: &str, end: usize) -> bool {
    rest_at(text, end).is_some_and(|at| says(text.get(at..tail(text, at)).unwrap_or_default(), &MARKS.when))
}

/// Whether the words before a row of sums say that they are parts: «тремя частями: 110, 160 и 130».
fn in_parts(text: &str, start: usize) -> bool {
    let before = text.get(sentence_at(text, start).0..start).unwrap_or_default();
    let words = spans(before);
    let near = words.len().saturating_sub(LEAD);
    words[near..].iter().any(|(from, to)| says(&before[*from..*to], &MARKS.parts))
}

/// The end of the day that stands behind a sum in its own piece: «95 000 до 01.02.2027».
fn day_behind(heard: &Heard<'_>, text: &str, end: usize) -> usize {
    let next = heard.mentions.partition_point(|m| m.start < end);
    let day = heard.mentions.get(next).filter(|m| matches!(m.kind, MentionKind::Date { .. }));
    let near = |m: &&Mention| {
        text.get(end..m.start).is_some_and(|gap| gap.len() <= GAP && !gap.contains(['.', ',', ';', '\n']))
    };
    day.filter(near).map_or(end, |m| m.end)
}

/// Bytes from a sum to its day.
const GAP: usize = 48;

/// Whether each part says when it is paid: by a day or by a word.
fn timed(heard: &Heard<'_>, text: &str, parts: &[(&Mention, i64)]) -> bool {
    parts.iter().enumerate().all(|(at, (mention, _))| {
        let from = match at {
            0 => lead(text, mention.start),
            _ => parts[at - 1].0.end,
        };
        let to =
            parts.get(at + 1).map_or_else(|| tail(text, day_behind(heard, text, mention.end)), |next| next.0.start);
        let behind = text.get(mention.end..to).unwrap_or_default();
        let before = text.get(from..mention.start).unwrap_or_default();
        // «Аванс 10 тысяч»: the word before a part is its own, unless it belongs to the part before.
        let own = if at == 0 { before } else { before.rsplit([',', ';', '.', '\n']).next().unwrap_or_default() };
        let first = heard.mentions.partition_point(|m| m.start < mention.end);
        let dated = heard.mentions.iter().skip(first).take_while(|m| m.end <= to);
        // «156 тысяч за работу»: what a part is for is no time.
        let what = behind.trim_start().strip_prefix("за ").is_some_and(|rest| {
            let first = folded(rest.split_whitespace().next().unwrap_or_default());
            !MARKS.spell.iter().any(|stem| first.starts_with(stem.as_str()))
                && !first.starts_with(|c: char| c.is_ascii_digit())
        });
        !what && says(behind, &MARKS.when)
            || says(own, &MARKS.when)
            || dated.into_iter().any(|m| matches!(m.kind, MentionKind::Date { .. }))
            || day_before(heard, mention.start).is_some()
    })
}

/// «15.02 — 200 000»: where the day begins that stands right before a sum.
fn day_before(heard: &Heard<'_>, sum: usize) -> Option<usize> {
    let past = heard.mentions.partition_point(|m| m.end <= sum);
    let day = heard.mentions[..past].last().filter(|m| matches!(m.kind, MentionKind::Date { .. }))?;
    let gap = heard.turn.text.get(day.end..sum)?;
    gap.trim_matches([' ', '—', '–', '-', ':']).is_empty().then_some(day.start)
}

/// Whether a word of a piece begins with one of these.
fn says(piece: &str, stems: &[String]) -> bool {
    let low = folded(piece);
    // A conjunction is a whole word: «акта» begins with none.
    let begins = |word: &str, stem: &String| match stem.chars().count() {
        1 | 2 => word == stem,
        _ => word.starts_with(stem.as_str()),
    };
    low.split(|c: char| !c.is_alphanumeric()).any(|word| stems.iter().any(|stem| begins(word, stem)))
}

/// Where the words that lead to a part begin: a few, in the same piece.
fn lead(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default();
    // «50 % (192 000)»: the share stands before its sum.
    if let Some(share) = before.trim_end().strip_suffix('(').map(str::trim_end).and_then(|rest| rest.strip_suffix('%'))
    {
        let digits = |c: char| c.is_ascii_digit() || c == ',' || c.is_whitespace();
        let number = share.trim_end().trim_end_matches(|c: char| digits(c)).len();
        let number = number + share[number..].len() - share[number..].trim_start_matches([' ', ',']).len();
        return lead(text, number);
    }
    let piece = before
        .rfind([',', '.', ';', ':', '\n', '!', '?', '—', '('])
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let words = spans(&before[piece..]);
    words.get(words.len().saturating_sub(LEAD)).map_or(start, |(from, _)| piece + from)
}

/// The bytes of the words between blanks.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match (c.is_whitespace(), open, out.last_mut()) {
            (true, ..) => open = false,
            (false, true, Some(last)) => last.1 = end,
            (false, ..) => {
                out.push((at, end));
                open = true;
            }
        }
    }
    out
}

/// Where the words behind the last part end: with the piece, or where something else begins.
fn tail(text: &str, end: usize) -> usize {
    let rest = text.get(end..).unwrap_or_default();
    // «20 % (76 800) — в течение 5 дней»: the dash leads from the sum to its time.
    let joint = rest.trim_start_matches([' ', ')']);
    if let Some(time) = joint.strip_prefix(['—', '–']) {
        let at = end + rest.len() - time.len();
        let to = tail(text, at);
        return if to > at { to } else { end };
    }
    // A stop between digits is that of a number or a day.
    let digit = |at: usize| rest.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let stops = |(at, c): &(usize, char)| match c {
        '.' | ',' => !(at.checked_sub(1).is_some_and(digit) && digit(at + 1)),
        c => [';', '\n', '!', '?', '—'].contains(c),
    };
    let piece = rest.char_indices().find(stops).map_or(rest.len(), |(at, _)| at);
    let words = spans(&rest[..piece]).into_iter().take(TAIL);
    let own = words.take_while(|(from, to)| !says(&rest[*from..*to], &MARKS.ends));
    let to = own.last().map_or(end, |(_, to)| end + to);
    // «70 000 в конце, когда приму всё»: the case behind the comma is that of the part.
    let case = text.get(to..).and_then(|behind| behind.strip_prefix(", "));
    let opens = |case: &&str| MARKS.cases.iter().any(|open| case.to_lowercase().starts_with(&format!("{open} ")));
    match case.filter(opens).filter(|_| to == end + piece || to == end) {
        Some(case) => {
            let from = to + 2;
            let stop = case.find(['.', ';', '\n', '!', '?', ',']).unwrap_or(case.len());
            from + case[..stop].trim_end().len()
        }
        None => to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_its_words() {
        let text = "Цена 38, аванс 10 до марта, потом 28 после сдачи неустойка";
        let at = text.find("10").unwrap();
        assert_eq!(&text[lead(text, at)..at], "аванс ");
        let end = text.find("28").unwrap() + 2;
        assert_eq!(&text[end..tail(text, end)], " после сдачи");
        let text = "Платит так: 50 % (192 000) аванс, 20 % (76 800) — после акта. Дальше";
        let at = text.find("192").unwrap();
        assert_eq!(&text[lead(text, at)..at], "50 % (");
        let end = text.find("76 800").unwrap() + 6;
        assert_eq!(&text[end..tail(text, end)], ") — после акта");
        let text = "25 000 000 до 01.03.2027. Неустойка";
        assert_eq!(&text[10..tail(text, 10)], " до 01.03.2027");
        let text = "70 000 в конце, когда приму всё. Перевод";
        assert_eq!(&text[6..tail(text, 6)], " в конце, когда приму всё");
        let text = "36 000, когда привезёт домой, а потом";
        assert_eq!(&text[6..tail(text, 6)], ", когда привезёт домой");
        assert!(says("до марта", &MARKS.when) && !says("печь", &MARKS.when));
    }
}
