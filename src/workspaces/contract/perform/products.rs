//! A price that is not the product of its parts, when the person says which of them is right: «цена всей работы 740 000,
//! 2 500 — это за испорченный паркет» leaves the whole and takes the price of a unit away, and the other way round.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{Formula, Pack};
use crate::engine::text::mention::MentionKind;
use crate::model::money;
use crate::workspaces::contract::intake::computed;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::rules::PRODUCT;
use crate::workspaces::contract::perform::facts::Draft;
use serde_json::Value;

/// See the module.
pub(super) fn settle(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    if !heard.question.is_some_and(|question| question.keys.iter().any(|key| key == PRODUCT)) {
        return;
    }
    let sum = |domain: &Value, at: &str| {
        let value = domain.pointer(at).filter(|value| is_present(value))?;
        money::parse_minor(value["amount"].as_str()?)
    };
    let said: Vec<i64> = heard
        .mentions
        .iter()
        .filter_map(|mention| match &mention.kind {
            MentionKind::Money { minor, .. } => Some(*minor),
            _ => None,
        })
        .collect();
    for rule in pack.computed.iter().filter(|rule| rule.formula == Formula::Product) {
        let Some(unit) = rule.inputs.first() else { continue };
        let (Some(whole), Some(price)) = (sum(&draft.domain, &rule.pointer), sum(&draft.domain, unit)) else {
            continue;
        };
        let product = computed::all(pack, &draft.domain).into_iter().find(|(at, ..)| *at == rule.pointer);
        if product.is_none_or(|(_, value, _)| value["amount"].as_str().and_then(money::parse_minor) == Some(whole)) {
            continue;
        }
        // What is named first is what is right; a sum that is neither is a new one and is read as such.
        match said.iter().find(|one| **one == whole || **one == price) {
            Some(right) if *right == whole => draft.drop_at(unit),
            Some(_) => draft.drop_at(&rule.pointer),
            None => {}
        }
    }
}
