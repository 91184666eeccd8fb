//! Names of those who are no side but stand in a place of their own: «поручаюсь за ООО «Ритм»», «должник — Белов П. И.».

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::Mention;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::{begins, tail};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::side_words::MARKS;
use crate::workspaces::contract::perform::sides::is_name;
use crate::workspaces::contract::perform::written::{is_number, name_of};
use serde_json::json;

/// Words between the word that leads to a name and the name: «за своего мужа, Чижова».
const BETWEEN: usize = 3;
/// Bytes from a name to a number that goes with it.
const NEXT: usize = 12;

/// Writes such names; returns their bytes with those of the numbers behind them.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let mut taken = Vec::new();
    if heard.turn.choice.is_some() {
        return taken;
    }
    let text = heard.turn.text.as_str();
    for field in pack.fields.iter().filter(|field| field.kind == FieldKind::Text && !field.named.is_empty()) {
        let words: Vec<String> = field.named.iter().map(|word| folded(word)).collect();
        let mut own = heard.mentions.iter().enumerate().filter(|(_, m)| is_name(&m.kind) && led(text, m, &words));
        let Some((at, mention)) = own.next() else { continue };
        let Some(name) = name_of(&mention.kind) else { continue };
        let mut end = mention.end;
        for next in heard.mentions[at + 1..].iter().take_while(|m| is_number(&m.kind)) {
            if next.start.saturating_sub(end) > NEXT {
                break;
            }
            end = next.end;
        }
        let span = (mention.start, end);
        // «ООО «Ритм», ИНН 7707083893»: its number goes with the name.
        let said = format!("{name}{}", text.get(mention.end..end).unwrap_or_default());
        draft.say(heard, &field.pointer, json!(said), span, heard.plain(span));
        taken.push(span);
    }
    taken
}

/// Whether one of the words leads to a name: only what somebody is to the speaker stands between.
fn led(text: &str, mention: &Mention, words: &[String]) -> bool {
    let before = tail(text, mention.start);
    let piece = before.rsplit(['.', ';', '\n', '!', '?']).next().unwrap_or_default();
    let low = folded(piece);
    let mut near = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
    for _ in 0..=BETWEEN {
        let Some(word) = near.next() else { return false };
        if words.iter().any(|one| one == word) {
            return true;
        }
        let whose = MARKS.whose.iter().any(|one| one == word) || MARKS.possessive.iter().any(|one| one == word);
        if !whose && !begins(word, &MARKS.relatives) {
            return false;
        }
    }
    false
}
