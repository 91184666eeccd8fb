//! Details that were told without a side, once the person says whose they are.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::details::of_person;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::papers;
use crate::workspaces::contract::perform::parties::{NEXT, asks_passport};
use crate::workspaces::contract::perform::sides::{self, Sides};
use crate::workspaces::contract::perform::signers;
use crate::workspaces::contract::perform::written::{is_about_party, is_number, only_marks, write};
use serde_json::json;

/// Gives everything in a turn that found no side to the one that the person named.
pub(super) fn assign(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, role: &str) {
    let text = heard.turn.text.as_str();
    let root = format!("/parties/{role}");
    let sides = Sides::of(pack, heard, draft);
    let mut own = true;
    let named = heard.mentions.iter().any(|m| sides::is_name(&m.kind) && !sides.is_own(heard, m));
    let has_account = heard.mentions.iter().any(|m| matches!(m.kind, M::Account { .. } | M::Bik { .. }));
    let mut before: Option<&Mention> = None;
    let parts = papers::parts(text, &heard.mentions, asks_passport(heard));
    for (leaf, value, span) in parts.iter().flat_map(|part| &part.leaves) {
        draft.say(heard, &format!("{root}/{leaf}"), json!(value), *span, false);
    }
    for mention in &heard.mentions {
        let told =
            parts.partition_point(|part| part.span.0 <= mention.start).checked_sub(1).and_then(|at| parts.get(at));
        if told.is_some_and(|part| mention.start < part.span.1) {
            continue;
        }
        let after_part = told.is_some_and(|part| only_marks(text, part.span.1, mention.start));
        let follows = after_part || before.is_some_and(|m| is_number(&m.kind) && mention.start - m.end <= NEXT);
        if let Some((leaf, value)) = of_person(text, mention, 0, follows) {
            if own {
                draft.say(heard, &format!("{root}/{leaf}"), json!(value), (mention.start, mention.end), false);
            }
        } else if matches!(mention.kind, M::PartyKind { .. }) && named && sides.is_own(heard, mention) {
            // «Я самозанятая, меня зовёт ООО «Чертёж»»: whose the company is says nothing of who speaks.
        } else if is_about_party(&mention.kind) {
            if sides::is_name(&mention.kind) {
                own = sides.of_mention(heard, draft, mention).is_none_or(|whose| whose.party.role == role);
            }
            match (signers::bank_name(text, mention).filter(|_| has_account), signers::post_of(text, mention)) {
                (Some(bank), _) if own => {
                    draft.say(heard, &format!("{root}/bank/name"), json!(bank), (mention.start, mention.end), false);
                }
                (None, Some(post)) if own && matches!(mention.kind, M::Person { .. }) => {
                    let _ = signers::signatory(draft, heard, &root, mention, &post);
                }
                (None, _) if own => write(draft, heard, &root, mention, false),
                _ => {}
            }
        }
        before = Some(mention);
    }
}
