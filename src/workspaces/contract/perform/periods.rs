//! How much of something each month: «50 часов в месяц», «каждую неделю по 20 тонн». Such an amount is not the amount of
//! the deal; where no field is one per period, it stays in the person's words.

use crate::engine::knowledge::pack::{Field, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::{Around, begins};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::own;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/periods.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    /// Words between an amount and its period.
    per: Vec<String>,
    /// Beginnings of words for a period.
    periods: Vec<String>,
    /// Adverbs that are both.
    adverbs: Vec<String>,
    /// Words before the amount of each period.
    apiece: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/periods.toml")).unwrap_or_default());

/// Words of the thing that a bare number counts, before its period.
const THING: usize = 2;

fn split(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '/').filter(|word| !word.is_empty()).collect()
}

fn is(word: Option<&&str>, list: &[String]) -> bool {
    word.is_some_and(|word| list.iter().any(|one| one == word))
}

/// Words from the amount to the end of its period behind it, where one follows.
fn behind(clause: &str, counts: bool) -> Option<usize> {
    let words = split(clause);
    let most = if counts { THING } else { 0 };
    (0..=most).find_map(|at| {
        if is(words.get(at), &MARKS.adverbs) {
            return Some(at + 1);
        }
        let mut next = at + usize::from(is(words.get(at), &MARKS.per));
        // «В каждый месяц».
        next += usize::from(next > at && words.get(next).is_some_and(|word| word.starts_with("кажд")));
        (next > at && words.get(next).is_some_and(|word| begins(word, &MARKS.periods))).then_some(next + 1)
    })
}

/// Whether a period leads to the amount: «каждый месяц по 120 кг».
fn leads(clause: &str) -> bool {
    let words = split(clause);
    let mut near = words.iter().rev();
    let mut word = near.next();
    if is(word, &MARKS.apiece) {
        word = near.next();
    }
    if is(word, &MARKS.adverbs) {
        return true;
    }
    word.is_some_and(|word| begins(word, &MARKS.periods)) && near.next().is_some_and(|word| word.starts_with("кажд"))
}

impl Around {
    /// Whether an amount is one of each month, and a field is not.
    pub(super) fn of_each_period(&self, field: &Field) -> bool {
        let clause = self.behind.split([',', ';']).next().unwrap_or_default();
        let before = self.before.rsplit([',', ';', ':']).next().unwrap_or_default();
        let label = folded(&field.label);
        let own = split(&label).iter().any(|word| begins(word, &MARKS.periods));
        !own && !self.brief && (behind(clause, false).is_some() || leads(before))
    }
}

/// Keeps amounts of each period that no field took.
pub(super) fn keep(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    if draft.first_wins || heard.turn.choice.is_some() {
        return;
    }
    let text = heard.turn.text.as_str();
    for mention in &heard.mentions {
        let counts = matches!(mention.kind, M::Number { .. });
        if !counts && !matches!(mention.kind, M::Quantity { .. }) {
            continue;
        }
        let Some(span) = piece(text, mention, counts) else { continue };
        let taken = draft.spans.iter().any(|(_, own)| own.0 < mention.end && mention.start < own.1);
        if !taken && heard.scopes.at(span.0, span.1).tells() {
            own::keep(pack, heard, draft, span, false);
        }
    }
}

/// The bytes of the piece that tells an amount with its period.
fn piece(text: &str, mention: &Mention, counts: bool) -> Option<(usize, usize)> {
    let around = Around::of(text, mention);
    let clause = around.behind.split([',', ';']).next().unwrap_or_default();
    let before = around.before.rsplit([',', ';', ':', '—']).next().unwrap_or_default();
    let words = behind(clause, counts);
    if words.is_none() && (counts || !leads(before)) {
        return None;
    }
    let from = mention.start - before.trim_start().len();
    let mut to = mention.end;
    for _ in 0..words.unwrap_or_default() {
        let rest = text.get(to..)?;
        let open = rest.len() - rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/').len();
        let word = rest.get(open..)?;
        let length = word.find(|c: char| !c.is_alphanumeric() && c != '/').unwrap_or(word.len());
        to += open + length;
    }
    text.get(from..to).is_some().then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::scan::mentions;

    #[test]
    fn an_amount_has_its_period() {
        let read = |text: &str| {
            let found = mentions(text, "2026-11-27");
            let of = |m: &Mention| {
                let counts = matches!(m.kind, M::Number { .. });
                (counts || matches!(m.kind, M::Quantity { .. })).then(|| piece(text, m, counts)).flatten()
            };
            found.iter().find_map(of).map(|(from, to)| text[from..to].to_owned())
        };
        for (text, want) in [
            ("бухгалтерия, 50 часов в месяц, 60 000 рублей", Some("50 часов в месяц")),
            ("щебень 20 тонн в месяц по 1 900 рублей", Some("щебень 20 тонн в месяц")),
            ("нужен кофе: каждый месяц по 120 кг", Some("каждый месяц по 120 кг")),
            ("рисует 12 макетов в месяц", Some("рисует 12 макетов в месяц")),
            ("3 публикации еженедельно", Some("3 публикации еженедельно")),
            ("200 литров ежедневно", Some("200 литров ежедневно")),
            ("20 тонн щебня", None),
            ("площадь 45 кв. м, 60 000 в месяц", None),
            ("привезут 20 тонн в Самару", None),
            ("5 человек в комнате", None),
        ] {
            assert_eq!(read(text).as_deref(), want, "{text}");
        }
    }
}
