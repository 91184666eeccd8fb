//! Which field a number, a sum or a day bears on: what the words around it, the open question and the pack say.

use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::{Word, is_stop, stem};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::before;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::owner;
use serde::Deserialize;
use std::sync::LazyLock;

/// Points of a hint.
pub const HINT: i64 = 100;
/// Points of a question.
pub const ASKED: i64 = 60;
const DIRECTION: i64 = 50;
const PRIMARY: i64 = 20;
/// Bytes within which a word belongs to the hint behind it, and a matter takes what is measured.
const COMPOUND: usize = 20;
const MATTER: usize = 70;
/// Words from «остальное» to the way it is paid.
const REST: usize = 4;
/// Bytes of a sentence before a mention that are looked at.
const SENTENCE: usize = 200;

/// The words (`knowledge/dialogue/bearing.toml`).
#[derive(Debug, Default, Deserialize)]
pub(super) struct Bearing {
    pub(super) words: Lists,
    matters: Matters,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Lists {
    prepositions: Vec<String>,
    pub(super) neutral: Vec<String>,
    pub(super) numbered: Vec<String>,
    within: Vec<String>,
    lasting: Vec<String>,
    pub(super) working: Vec<String>,
    event: Vec<String>,
    pub(super) term: Vec<String>,
    cap: Vec<String>,
    first: Vec<String>,
    from: Vec<String>,
    until: Vec<String>,
    city: Vec<String>,
    between: Vec<String>,
    governing: Vec<String>,
    handing: Vec<String>,
    paying: Vec<String>,
    later: Vec<String>,
}

/// Matters with sums, shares and days of their own, and the groups of fields that own their names.
#[derive(Debug, Default, Deserialize)]
struct Matters {
    stems: Vec<String>,
    dates: Vec<String>,
    past: Vec<String>,
    late: Vec<String>,
    aside: Vec<String>,
    rest: Vec<String>,
    terms: Vec<String>,
    group: Vec<Group>,
}

#[derive(Debug, Deserialize)]
struct Group {
    at: String,
    stems: Vec<String>,
}

pub(super) static WORDS: LazyLock<Bearing> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/bearing.toml")).unwrap_or_default());

pub(super) fn has(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// A field with the stems of its hints.
pub struct Known<'p> {
    /// The field.
    pub field: &'p Field,
    pub(super) hints: Vec<Vec<String>>,
    not_hints: Vec<Vec<String>>,
}

impl<'p> Known<'p> {
    /// A field and what announces it.
    #[must_use]
    pub fn of(field: &'p Field) -> Self {
        let stems = |list: &[String]| list.iter().map(|hint| hint.split_whitespace().map(stem).collect()).collect();
        Self { field, hints: stems(&field.hints), not_hints: stems(&field.not_hints) }
    }

    /// Whether a word with a meaning of its own names this field near a value, not only «до» or «с».
    #[must_use]
    pub fn names_plainly(&self, mention: &Mention, text: &str, around: &[Word], within: usize) -> bool {
        self.plainly(mention, text, around).is_some_and(|gap| gap <= within)
    }

    /// Bytes to the nearest such word.
    fn plainly(&self, mention: &Mention, text: &str, around: &[Word]) -> Option<usize> {
        let says = |hint: &&Vec<String>| hint.iter().any(|stem| stem.chars().count() > 2 && !is_stop(stem));
        self.hints.iter().filter(says).filter_map(|hint| distance(hint, mention, text, around)).min()
    }

    /// Whether the small word right before a value is one of this field: «на полгода».
    #[must_use]
    pub fn led(&self, text: &str, said: &[Word], mention: &Mention) -> bool {
        let own = |word: &Word| self.hints.iter().any(|hint| *hint == [&*word.stem]);
        before(text, said, mention, &[' ']).is_some_and(own)
    }

    /// Whether the word right before a value names this field.
    #[must_use]
    pub fn right_before(&self, text: &str, said: &[Word], mention: &Mention) -> bool {
        let names = |word: &Word| word.stem.chars().count() > 3 && self.hints.iter().any(|hint| *hint == [&*word.stem]);
        before(text, said, mention, &[' ', ':', '—', '-']).is_some_and(names)
    }
}

/// Place of a field among the targets of the open question.
#[must_use]
pub fn asked(heard: &Heard<'_>, field: &Field) -> Option<usize> {
    let of_conflict =
        |key: &String| key.strip_prefix("conflict:").is_some_and(|at| pointer::is_within(at, &field.pointer));
    heard.question.and_then(|q| {
        let target = q.targets.iter().position(|target| pointer::is_within(target, &field.pointer));
        target.or_else(|| q.keys.iter().position(of_conflict))
    })
}

/// How much speaks for a field; `None` when nothing does or something speaks against it.
#[must_use]
pub fn score(
    known: &Known<'_>,
    mention: &Mention,
    text: &str,
    around: &[Word],
    heard: &Heard<'_>,
    draft: &Draft<'_>,
) -> Option<(i64, Option<usize>)> {
    let field = known.field;
    let near = |hints: &[Vec<String>]| hints.iter().filter_map(|hint| distance(hint, mention, text, around)).min();
    let hint = near(&known.hints);
    // «11 тысяч, и коммуналка входит»: what follows behind a joint is of something else.
    let next = text.get(mention.end..).and_then(|rest| {
        let cut = [",", ": ", " и ", " а ", ";"].iter().filter_map(|mark| rest.find(mark)).min()?;
        Some(mention.end + cut)
    });
    let own = next.map_or(around.len(), |next| around.partition_point(|word| word.start < next));
    let against = known.not_hints.iter().filter_map(|hint| distance(hint, mention, text, around.get(..own)?)).min();
    // «Гарантийный срок 18 месяцев»: what is said against stands right before the hint.
    if against.is_some_and(|against| hint.is_none_or(|hint| against < hint + COMPOUND)) {
        return None;
    }
    // «Цена фиксирована до 31.03»: «до» alone names no day where another matter stands before it.
    let claimed = owner::claimed_by(field, text, mention, around);
    let plain = || known.plainly(mention, text, around);
    if claimed.is_some_and(|by| plain().is_none_or(|plain| by < plain)) || of_other_term(field, mention, text, around) {
        return None;
    }
    // «Аванс 30 %», «в течение 3 дней после акта»: another matter stands nearer than the name of this field.
    let wanted = asked(heard, field).is_some();
    let close = hint.is_some_and(|distance| distance <= COMPOUND);
    if (!wanted || !close) && other_matter(known, mention, text, around, hint, wanted) {
        return None;
    }
    let mut score = hint.map_or(0, |distance| (HINT - i64::try_from(distance).unwrap_or(HINT)).max(10));
    if let Some(place) = asked(heard, field) {
        score += ASKED - i64::try_from(place).unwrap_or(0);
    }
    if field.primary && !draft.wrote(&field.pointer) {
        score += PRIMARY;
    }
    // «Пермь» alone, when no question stands open, answers the list of what is left.
    let alone = heard.question.is_none() && text.trim().len() <= mention.end - mention.start + 1;
    if field.kind == FieldKind::City && (alone || text.get(..mention.start).is_some_and(names_city)) {
        score += HINT;
    }
    // «Если просрочу — 0,1 % в день»: only a penalty is counted by the day.
    if field.kind == FieldKind::Rate && fits_period(field, mention) {
        score += DIRECTION;
    }
    score += direction(field, mention, text, score > 0);
    let mended = draft.mended(heard, &field.pointer, (mention.start, mention.end));
    if draft.wrote(&field.pointer) && hint.is_none() && !mended {
        return None;
    }
    // «450 тысяч… ой нет, 480 тысяч»: what puts a value right is about the same fact.
    if mended {
        score += ASKED;
    }
    // A share says nothing of itself.
    if field.kind == FieldKind::Rate && hint.is_none() && asked(heard, field).is_none() && !fits_period(field, mention)
    {
        return None;
    }
    (score > 0).then_some((score, hint))
}

/// «Город Москва», «г. Москва» at the beginning of what is said.
fn names_city(before: &str) -> bool {
    let before = before.trim_end().trim_end_matches(['.', ':', '—', '-', ' ']);
    let mut words =
        before.rsplit(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).filter(|word| !word.is_empty());
    let near = words.next().unwrap_or_default();
    // «Город пусть Ярославль», «город у нас Пермь».
    has(&WORDS.words.city, &near)
        || has(&WORDS.words.between, &near) && words.take(2).any(|word| has(&WORDS.words.city, &word))
}

/// «Под 12 % годовых» is a rate of interest, «0,1 % в день» one of delay.
fn fits_period(field: &Field, mention: &Mention) -> bool {
    let MentionKind::Percent { per: Some(per), .. } = &mention.kind else { return false };
    match per.as_str() {
        "year" => field.pointer.starts_with("/interest"),
        "day" => field.pointer.starts_with("/penalty"),
        _ => false,
    }
}

/// Whether a sum, a share, a day or a length of time belongs to a matter that is not this field's.
fn other_matter(
    known: &Known<'_>,
    mention: &Mention,
    text: &str,
    around: &[Word],
    hint: Option<usize>,
    wanted: bool,
) -> bool {
    use MentionKind as M;
    let field = known.field;
    let measured = matches!(
        mention.kind,
        M::Money { .. }
            | M::Percent { .. }
            | M::Number { .. }
            | M::Date { .. }
            | M::DateRange { .. }
            | M::Duration { .. }
    );
    if !measured {
        return false;
    }
    let low = |word: &Word| text[word.start..word.end].to_lowercase();
    // «Если вернёт с опозданием, платит 2000 рублей за день» is no price.
    if field.pointer.starts_with("/price")
        && WORDS.matters.late.iter().any(|stem| sentence_before(text, mention).contains(stem.as_str()))
    {
        return true;
    }
    if matches!(mention.kind, M::Percent { .. }) && !wanted {
        // A bound of something else is no share, and a bound has no time of its own: «0,1 % в день».
        let (bound, rate) = (field.pointer.ends_with("/cap"), matches!(&mention.kind, M::Percent { per: Some(_), .. }));
        if bound && rate || ends_in_cap(&sentence_before(text, mention)) {
            return !bound || rate;
        }
    }
    if matches!(mention.kind, M::Duration { .. }) && field.pointer.ends_with("/term/duration") {
        let past = around.partition_point(|word| word.end <= mention.start);
        let before = past.checked_sub(1).and_then(|at| around.get(at));
        let next = around.iter().find(|word| word.start >= mention.end).map(low).unwrap_or_default();
        let inner = text[mention.start..mention.end].to_lowercase();
        let begins = |word: &str, list: &[String]| list.iter().any(|stem| word.starts_with(stem.as_str()));
        let worked = WORDS.words.working.iter().any(|stem| inner.contains(stem.as_str()))
            || begins(&next, &WORDS.words.working)
            || begins(&next, &WORDS.words.event);
        let strong = hint.is_some_and(|_| around.iter().any(|word| begins(&low(word), &WORDS.words.term)));
        // «Сделает за 2 месяца»: where the pack says that this word announces the term, it does.
        let announced = |word: &str| field.hints.iter().any(|hint| hint == word);
        let within = |word: &Word| has(&WORDS.words.within, &low(word)) && !announced(&low(word));
        if (worked || before.is_some_and(within)) && !strong {
            return true;
        }
        // Days and weeks are the term of a deal where they are said to be («на пять дней», «срок 3 недели»).
        let short = matches!(&mention.kind, M::Duration { unit, .. } if unit.ends_with("day") || unit == "week");
        let on = before.is_some_and(|word| has(&WORDS.words.lasting, &low(word)));
        if short && !on && !strong && !wanted {
            return true;
        }
    }
    let own = |stem: &str| {
        let mut groups = WORDS.matters.group.iter();
        let group = groups.any(|group| field.pointer.starts_with(&group.at) && has(&group.stems, stem));
        group || {
            let named = |phrase: &String| {
                phrase.to_lowercase().replace('ё', "е").contains(&stem.chars().take(5).collect::<String>())
            };
            named(&field.label) || field.hints.iter().any(named)
        }
    };
    // Only words that stand near enough to count are looked at: a clause may hold thousands of both.
    let from = around.partition_point(|word| word.end + MATTER < mention.start);
    let to = around.partition_point(|word| word.start <= mention.end + MATTER).max(from);
    let nearest = around[from..to]
        .iter()
        .filter_map(|word| {
            let dated = WORDS.matters.dates.iter().chain(&WORDS.matters.past);
            let dated = dated.filter(|_| matches!(mention.kind, M::Date { .. }));
            let said = low(word);
            let stem = WORDS.matters.stems.iter().chain(dated).find(|stem| said.starts_with(stem.as_str()))?;
            let distance = if word.end <= mention.start {
                mention.start - word.end
            } else {
                // What stands behind a value and another one names that one.
                let between = text.get(mention.end..word.start).unwrap_or_default();
                if between.contains(|c: char| c == ',' || c == ';' || c.is_ascii_digit()) {
                    return None;
                }
                word.start.saturating_sub(mention.end) * 2
            };
            (distance <= MATTER && !own(stem)).then_some(distance)
        })
        .min();
    nearest.is_some_and(|distance| hint.is_none_or(|hint| distance < hint))
}

/// Whether words end in those that open a bound: «…, но не более».
pub(super) fn ends_in_cap(before: &str) -> bool {
    WORDS.words.cap.iter().any(|cap| before.trim_end().to_lowercase().ends_with(cap.as_str()))
}

/// Whether a word begins with the name of a matter.
fn names_matter(word: &str) -> bool {
    word.split_whitespace().any(|word| WORDS.matters.stems.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// «Испытательный срок месяц»: a matter qualifies the very word that announces the length of time, and it is not this
/// field's.
fn of_other_term(field: &Field, mention: &Mention, text: &str, around: &[Word]) -> bool {
    if !matches!(mention.kind, MentionKind::Duration { .. })
        || field.hints.iter().chain([&field.label]).any(|name| names_matter(&name.to_lowercase()))
    {
        return false;
    }
    let low = |word: &Word| text[word.start..word.end].to_lowercase();
    let past = around.partition_point(|word| word.end <= mention.start);
    let near = around[past.saturating_sub(4)..past].windows(2);
    let mut pairs = near.map(|pair| (low(&pair[0]), low(&pair[1])));
    pairs.any(|(own, next)| names_matter(&own) && WORDS.words.term.iter().any(|stem| next.starts_with(stem.as_str())))
}

/// What the sentence says before a mention, in small letters: its last words.
fn sentence_before(text: &str, mention: &Mention) -> String {
    let mut from = mention.start.saturating_sub(SENTENCE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..mention.start).unwrap_or_default();
    before.rsplit(['.', ';', '\n', '?', '!']).next().unwrap_or_default().to_lowercase()
}

/// Whether a part of a message speaks of a case beside the main one («досрочно можно вернуть без штрафа») that a field
/// does not name itself.
#[must_use]
pub fn beside(field: &Field, part: &str) -> bool {
    let part = part.to_lowercase();
    let own =
        |stem: &str| field.label.to_lowercase().contains(stem) || field.hints.iter().any(|hint| hint.contains(stem));
    WORDS.matters.aside.iter().any(|stem| part.contains(stem.as_str()) && !own(stem))
}

/// Whether the words of a phrase stand under its own prepositions: «оплата после …» is not said by «после оплаты».
#[must_use]
pub fn governed(said: &[Word], phrase: &str, text: &str) -> bool {
    let form = |word: &Word| text.get(word.start..word.end).unwrap_or_default().to_lowercase();
    let wanted: Vec<&str> = phrase.split_whitespace().collect();
    wanted.iter().enumerate().filter(|(_, word)| has(&WORDS.words.governing, word)).all(|(at, preposition)| {
        let Some(place) = said.iter().position(|word| form(word) == **preposition) else { return true };
        let (before, after) = (&said[..place], &said[place + 1..]);
        match (wanted.get(at + 1), at.checked_sub(1).and_then(|at| wanted.get(at))) {
            (Some(next), _) => after.iter().any(|word| word.stem == stem(next)),
            (None, Some(last)) => before.iter().any(|word| word.stem == stem(last)),
            (None, None) => true,
        }
    })
}

/// Whether the words behind the first of two shares name what is paid first.
#[must_use]
pub fn before_rest(between: &str) -> bool {
    let low = between.to_lowercase();
    let mut said = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    said.any(|word| WORDS.words.first.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// Whether a sentence begins as a term about another matter («депозит в размере …»): no answer about this field.
#[must_use]
pub fn opens_other(field: &Field, sentence: &str) -> bool {
    let low = sentence.to_lowercase();
    let first = low.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let own = |stem: &str| field.label.to_lowercase().contains(stem) || field.hints.iter().any(|h| h.contains(stem));
    WORDS.matters.terms.iter().any(|stem| first.starts_with(stem.as_str()) && !own(stem))
}

/// «Остальное после приёмки»: what stands before a phrase leaves it a part of the price only.
#[must_use]
pub fn of_rest(before: &str) -> bool {
    let low = before.to_lowercase();
    let near = low.split_whitespace().rev().take(REST);
    near.into_iter().any(|word| WORDS.matters.rest.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// «30 % аванс, 40 % под крышу, 30 % после сдачи»: what follows an advance in the same sentence is a part of the price.
#[must_use]
pub fn behind_advance(before: &str, phrase: &str) -> bool {
    let mut from = before.len().saturating_sub(SENTENCE);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let sentence = before.get(from..).unwrap_or_default().rsplit(['.', ';', '\n', '!', '?']).next().unwrap_or_default();
    let later =
        phrase.split_whitespace().any(|word| WORDS.words.later.iter().any(|stem| word.starts_with(stem.as_str())));
    later && sentence.contains(|c: char| c.is_ascii_digit()) && before_rest(sentence)
}

/// «Ключи отдам после оплаты»: a part that speaks of handing over and names no way to pay.
#[must_use]
pub fn hands_over(part: &str) -> bool {
    let low = part.to_lowercase().replace('ё', "е");
    let said = || low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    said().any(|word| has(&WORDS.words.handing, word))
        && !said().any(|word| WORDS.words.paying.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// «с» speaks for a start, «до», «по» for an end; on their own they are no reason, beside one they decide.
fn direction(field: &Field, mention: &Mention, text: &str, has_reason: bool) -> i64 {
    if field.kind != FieldKind::Date {
        return 0;
    }
    // The last word alone: a text before every mention would be read again and again.
    let before = text.get(..mention.start).unwrap_or_default();
    let word = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let word = word.as_str();
    let name = field.pointer.rsplit('/').next().unwrap_or_default();
    let (is_start, is_end) = (name.contains("start"), name.contains("end") || name.contains("due"));
    match word {
        word if is_start && has(&WORDS.words.from, word) => DIRECTION,
        word if is_end && has(&WORDS.words.until, word) => DIRECTION,
        word if (is_start || is_end)
            && has_reason
            && (has(&WORDS.words.from, word) || has(&WORDS.words.until, word)) =>
        {
            -DIRECTION
        }
        _ => 0,
    }
}

/// Bytes between a mention and the nearest word of the hint; a hint may have several words, the first counts.
pub(super) fn distance(hint: &[String], mention: &Mention, text: &str, around: &[Word]) -> Option<usize> {
    let (first, rest) = hint.split_first()?;
    let present = |s: &String| around.iter().any(|word| same(&word.stem, s));
    if !rest.iter().all(present) {
        return None;
    }
    around
        .iter()
        .filter(|word| same(&word.stem, first))
        // A preposition speaks for what stands right behind it: not «по Липецкой области 22.06.2016».
        .filter(|word| {
            let gap = text.get(word.end..mention.start);
            !has(&WORDS.words.prepositions, first) || gap.is_some_and(|gap| gap.trim().is_empty())
        })
        // «120 тысяч за работу, 40 аванс»: a word behind another number names that one.
        .filter(|word| {
            let between = text.get(mention.end..word.start).unwrap_or_default();
            // «27 декабря это не дата договора» denies what it names.
            !between.contains(|c: char| c.is_ascii_digit()) && !between.split_whitespace().any(|word| word == "не")
        })
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
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_read() {
        let read: Bearing = toml::from_str(include_str!("../../../../knowledge/dialogue/bearing.toml")).unwrap();
        assert!(!read.words.neutral.is_empty() && !read.matters.stems.is_empty() && !read.matters.group.is_empty());
    }
}
