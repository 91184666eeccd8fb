//! Texts behind a word that leads to them, wherever they are said: «помещение под кофейню», «80 тысяч на ремонт крыши».

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::{Word, words};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use serde::Deserialize;
use serde_json::json;
use std::sync::LazyLock;

/// Words (`knowledge/dialogue/led.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    /// Words with which something else begins.
    ends: Vec<String>,
    /// Words behind a lead that make it say something else: «на год», «на карту».
    not: Vec<String>,
    /// Words that deny a deed.
    denies: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/led.toml")).unwrap_or_default());

/// Words of such a text.
const MOST: usize = 7;
/// Letters of its first word.
const LETTERS: usize = 3;

/// Writes the texts that their leads announce; they are shown once more.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let fields = pack.fields.iter().filter(|field| field.kind == FieldKind::Text && !field.leads.is_empty());
    let open: Vec<&Field> = fields.filter(|field| !draft.has(&field.pointer)).collect();
    if open.is_empty() || heard.turn.choice.is_some() {
        return;
    }
    let text = heard.turn.text.as_str();
    let said = words(text);
    for field in open {
        let spans = said.iter().enumerate().filter_map(|(at, _)| span(field, heard, &said, at));
        let free = |span: &(usize, usize)| {
            !denied_before(text, span.0)
                && heard.scopes.at(span.0, span.1).tells()
                && !draft.spans.iter().any(|(_, own)| own.0 < span.1 && span.0 < own.1)
        };
        let found: Option<(usize, usize)> = spans.into_iter().find(free);
        if let Some(span) = found {
            draft.say(heard, &field.pointer, json!(&text[span.0..span.1]), span, false);
        }
    }
}

/// «Не сдаёт другие помещения под пекарню»: whether a denied deed stands before a lead in its clause.
fn denied_before(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let part = before.rsplit(['.', ';', ',', '\n', ':', '!', '?', '—']).next().unwrap_or_default();
    folded(part).split_whitespace().any(|word| MARKS.denies.iter().any(|one| one == word))
}

/// The bytes from the lead at a word to the end of what it leads to.
fn span(field: &Field, heard: &Heard<'_>, said: &[Word], at: usize) -> Option<(usize, usize)> {
    let text = heard.turn.text.as_str();
    let low = |word: &Word| folded(&text[word.start..word.end]);
    let lead = said.get(at).filter(|word| field.leads.contains(&low(word)))?;
    let past = heard.mentions.partition_point(|m| m.start < lead.start);
    let money = |m: &Mention| {
        matches!(m.kind, MentionKind::Money { .. })
            && text.get(m.end..lead.start).is_some_and(|gap| gap.trim().is_empty())
    };
    let near = heard.mentions.get(past.saturating_sub(3)..past).unwrap_or_default();
    if field.behind_money && !near.iter().any(money) {
        return None;
    }
    let next = heard.mentions.get(past).map_or(text.len(), |m| m.start);
    let mut end = lead.end;
    for (count, word) in said.iter().skip(at + 1).take(MOST).enumerate() {
        let gap = text.get(end..word.start)?;
        let form = low(word);
        let other = word.end > next || MARKS.ends.contains(&form) || form.starts_with(|c: char| c.is_ascii_digit());
        if other || !gap.trim().is_empty() || gap.contains('\n') {
            break;
        }
        let none = form.chars().count() < LETTERS || MARKS.not.contains(&form);
        if count == 0 && none {
            return None;
        }
        end = word.end;
    }
    (end > lead.end).then_some((lead.start, end))
}
