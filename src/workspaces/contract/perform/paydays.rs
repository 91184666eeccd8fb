//! The two days of a month on which wages are paid: «5-го и 20-го числа». The first half of a month is paid within it, the
//! rest in the next one, so that the later day is that of the first half.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

const REST: &str = "/payment/day";
const HALF: &str = "/payment/advance_day";
/// Bytes between both days, and from the second one to the word for days of a month.
const BETWEEN: usize = 24;
const BEHIND: usize = 24;

/// Words (`knowledge/dialogue/paydays.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    /// Beginning of the word for a day of a month.
    days: String,
    /// Beginnings of words of wages.
    wages: Vec<String>,
    /// Words between both days.
    between: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/paydays.toml")).unwrap_or_default());

/// Writes both days; returns their bytes.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Option<(usize, usize)> {
    let takes = |at: &str| pack.fields.iter().any(|field| field.pointer == at);
    if !takes(REST) || !takes(HALF) || heard.turn.choice.is_some() {
        return None;
    }
    let text = heard.turn.text.as_str();
    let day = |m: &Mention| match &m.kind {
        MentionKind::Number { value } => value.parse::<u32>().ok().filter(|day| (1..=31).contains(day)),
        MentionKind::DayOfMonth { day } => Some(u32::from(*day)),
        _ => None,
    };
    let asked = heard.question.is_some_and(|question| question.targets.iter().any(|at| at == REST));
    let low = folded(text);
    let wages = asked || MARKS.wages.iter().any(|word| low.contains(word.as_str()));
    let joined = |one: &Mention, other: &Mention| {
        let gap = text.get(one.end..other.start).filter(|gap| gap.len() <= BETWEEN)?;
        let low = folded(gap);
        let mut words = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.all(|word| MARKS.between.iter().any(|one| one == word)).then_some(())
    };
    // «20-го числа» holds its own word; a bare number has it behind.
    let behind = |m: &Mention| {
        let rest: String = text.get(m.end..).unwrap_or_default().chars().take(BEHIND).collect();
        matches!(m.kind, MentionKind::DayOfMonth { .. }) || folded(&rest).contains(MARKS.days.as_str())
    };
    let pairs = heard.mentions.windows(2).filter_map(|pair| {
        let [one, other] = pair else { return None };
        joined(one, other)?;
        let (first, second) = (day(one)?, day(other)?);
        let span = (one.start, other.end);
        (wages && first != second && behind(other) && heard.scopes.at(span.0, span.1).tells())
            .then_some((first, second, span))
    });
    let (first, second, span) = pairs.into_iter().next()?;
    // Which is which the person sees once.
    draft.say(heard, REST, json!(first.min(second)), span, false);
    draft.say(heard, HALF, json!(first.max(second)), span, false);
    draft.decided.extend([REST.to_owned(), HALF.to_owned()]);
    Some(span)
}
