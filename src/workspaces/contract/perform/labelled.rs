//! Words under the name of their field: «Недостатки: царапина на двери», «исправьте назначение на: склад».

use crate::engine::knowledge::pack::{FieldKind, Pack};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{is_stop, phrase_stems, stem, words};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use serde_json::json;

/// Words that a label may have.
const LABEL: usize = 6;
/// Characters of a text.
const LONGEST: usize = 2_000;
/// Words that only announce a correction.
const ANNOUNCE: &[&str] = &[
    "исправьте",
    "исправь",
    "измените",
    "запишите",
    "запиши",
    "замените",
    "укажите",
    "поменяйте",
    "напишите",
    "добавьте",
    "в",
    "на",
    "так",
];

/// Writes texts that stand behind the name of their field.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    for (start, end) in sentences(text) {
        let sentence = &text[start..end];
        let Some((head, rest)) = sentence.split_once(':').or_else(|| sentence.split_once(" — ")) else { continue };
        let label: Vec<String> = words(head)
            .into_iter()
            .filter(|word| {
                let low = head[word.start..word.end].to_lowercase();
                !is_stop(&word.stem) && !ANNOUNCE.contains(&low.as_str())
            })
            .map(|word| word.stem)
            .collect();
        if label.is_empty() || label.len() > LABEL || rest.trim().chars().count() < 2 {
            continue;
        }
        let own = |phrase: &str| {
            let stems = phrase_stems(phrase);
            !stems.is_empty() && label.iter().all(|stem| stems.contains(stem))
        };
        // What is asked for is read as the answer; who somebody is and what is measured has been read already.
        let asked = |at: &String| heard.question.is_some_and(|q| q.targets.contains(at));
        let sides = pack.parties.iter().any(|party| party.words.iter().any(|word| label.contains(&stem(word))));
        let read = draft.spans.iter().any(|(_, span)| start <= span.0 && span.1 <= end);
        if sides || read {
            continue;
        }
        let fields = pack.fields.iter().filter(|field| field.kind == FieldKind::Text && !asked(&field.pointer));
        let mut fits = fields.filter(|field| own(&field.label) || field.hints.iter().any(|hint| own(hint)));
        let (Some(field), None) = (fits.next(), fits.next()) else { continue };
        let from = end - rest.len() + (rest.len() - rest.trim_start().len());
        let said: String = text[from..end].trim_end().trim_end_matches(['.', ';']).chars().take(LONGEST).collect();
        let span = (from, from + said.len());
        let mends =
            heard.intent.correction || head.to_lowercase().contains("исправ") || head.to_lowercase().contains("измен");
        if mends {
            draft.spans.push((field.pointer.clone(), span));
            draft.replace(&field.pointer, json!(said));
        } else {
            draft.say(heard, &field.pointer, json!(said), span, heard.plain(span));
        }
    }
}
