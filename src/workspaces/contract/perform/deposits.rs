//! A deposit in two parts: «8 000 при заселении, 8 000 до 15.01.2027» (`knowledge/dialogue/deposits.toml`).

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::model::money::format_minor;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// Where the parts live.
const PARTS: &str = "/deposit/parts";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    deposit: Vec<String>,
    parts: Vec<String>,
    signing: Vec<String>,
    start: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/deposits.toml")).unwrap_or_default());

fn says(text: &str, list: &[String]) -> bool {
    let low = folded(text);
    low.split(|c: char| !c.is_alphanumeric()).any(|word| list.iter().any(|begins| word.starts_with(begins.as_str())))
}

/// Writes the parts of a deposit; returns the bytes of their sentences.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    if pack.field_of(&format!("{PARTS}/2/amount")).is_none() {
        return spans;
    }
    let text = heard.turn.text.as_str();
    for (start, end) in sentences(text) {
        let part = &text[start..end];
        let told = heard.scopes.at(start, end).tells();
        if !told || !says(part, &MARKS.deposit) || !says(part, &MARKS.parts) {
            continue;
        }
        let within = |mention: &&Mention| start <= mention.start && mention.end <= end;
        let own: Vec<&Mention> = heard.mentions.iter().filter(within).collect();
        let sums: Vec<(&Mention, i64, &str)> = own
            .iter()
            .filter_map(|mention| match &mention.kind {
                MentionKind::Money { minor, currency, .. } => Some((*mention, *minor, currency.as_str())),
                MentionKind::Number { value } => {
                    let minor = crate::model::money::parse_minor(value).filter(|minor| *minor >= 100_000)?;
                    Some((*mention, minor, "RUB"))
                }
                _ => None,
            })
            .collect();
        // The whole may stand before its parts.
        let parts = match sums.as_slice() {
            [whole, one, other] if whole.1 == one.1 + other.1 => [*one, *other],
            [one, other] => [*one, *other],
            _ => continue,
        };
        for (i, (mention, minor, currency)) in parts.into_iter().enumerate() {
            let at = format!("{PARTS}/{}", i + 1);
            let amount = json!({"amount": format_minor(minor), "currency": currency});
            draft.say(heard, &format!("{at}/amount"), amount, (mention.start, mention.end), true);
            // Up to the next part.
            let until = parts.get(i + 1).map_or(end, |next| next.0.start);
            let day = own.iter().find_map(|other| match &other.kind {
                MentionKind::Date { iso, .. } if mention.end <= other.start && other.end <= until => {
                    Some((iso.clone(), (other.start, other.end)))
                }
                _ => None,
            });
            let behind = &text[mention.end..until];
            let event =
                [("signing", &MARKS.signing), ("start", &MARKS.start)].into_iter().find(|(_, list)| says(behind, list));
            if let Some((iso, span)) = day {
                draft.say(heard, &format!("{at}/date"), json!(iso), span, true);
            } else if let Some((event, _)) = event {
                draft.say(heard, &format!("{at}/event"), json!(event), (mention.end, until), true);
            }
        }
        spans.push((start, end));
    }
    // The sentence is told by its parts: no term of its own.
    draft.spans.extend(spans.iter().map(|span| (PARTS.to_owned(), *span)));
    spans
}
