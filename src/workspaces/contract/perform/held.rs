//! What stands and is not disturbed by a value that is told of something else.

use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::{Word, is_stop};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::bearing::{Known, distance};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::label::LABEL;
use crate::workspaces::contract::perform::owner;
use serde_json::Value;

/// Words of a message that corrects and says nothing else.
const BRIEF: usize = 8;

/// Whether the value at a place was said by the person, and these words neither correct it nor speak of it.
pub(super) fn keeps(draft: &Draft<'_>, heard: &Heard<'_>, at: &str, mention: &Mention) -> bool {
    let place = matches!(mention.kind, MentionKind::Address { .. }) && !heard.intent.correction;
    let measured = place
        || matches!(
            mention.kind,
            MentionKind::Money { .. }
                | MentionKind::Number { .. }
                | MentionKind::DayOfMonth { .. }
                | MentionKind::Percent { .. }
                | MentionKind::Date { .. }
                | MentionKind::DateRange { .. }
                | MentionKind::Duration { .. }
        );
    if !measured || !draft.is_firm(at) || draft.wrote(at) {
        return false;
    }
    let text = heard.turn.text.as_str();
    let brief = text.split_whitespace().take(BRIEF + 1).count() <= BRIEF;
    let speaks = heard.intent.correction && mentions(draft.domain.pointer(at), text);
    !brief && !speaks
}

/// Whether a noun of a field stands near a value: what stands already gives way only to such a word.
pub(super) fn names_strongly(known: &Known<'_>, mention: &Mention, text: &str, around: &[Word]) -> bool {
    let strong = |hint: &&Vec<String>| {
        hint.iter().any(|stem| stem.chars().count() > 2 && !is_stop(stem) && !owner::is_weak(stem))
    };
    let near = known.hints.iter().filter(strong).filter_map(|hint| distance(hint, mention, text, around)).min();
    near.is_some_and(|gap| gap <= LABEL)
}

/// Whether a text has the number of a value, whole.
fn mentions(value: Option<&Value>, text: &str) -> bool {
    let number = match value {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) => text.rsplit('-').next().unwrap_or_default().trim_start_matches('0').to_owned(),
        Some(Value::Object(map)) => {
            let own = ["amount", "percent", "count", "value"].into_iter().find_map(|key| map.get(key));
            own.map(|own| own.as_str().map_or_else(|| own.to_string(), str::to_owned)).unwrap_or_default()
        }
        _ => return false,
    };
    let shown = |number: &str| {
        let cut = number.trim_end_matches('0').trim_end_matches('.');
        if number.contains('.') { cut.to_owned() } else { number.to_owned() }
    };
    let wanted = shown(&number);
    // «30 000» is one number.
    let mut told: Vec<String> = Vec::new();
    let mut joined = false;
    for part in folded(text).split(|c: char| c.is_whitespace() || c == '\u{a0}') {
        let clean: &str = part.trim_matches(|c: char| !c.is_ascii_digit());
        let digits = !clean.is_empty() && clean.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
        match told.last_mut().filter(|_| joined && digits && clean.len() == 3 && part.starts_with(clean)) {
            Some(last) => last.push_str(clean),
            None if digits => told.push(clean.replace(',', ".")),
            None => {}
        }
        joined = digits && part.ends_with(clean);
    }
    !wanted.is_empty() && told.iter().any(|number| shown(number) == wanted)
}
