//! Kinds of contract by act and thing (`knowledge/dialogue/kinds.toml`): what people do with what, where no name of a
//! pack stands in their words.

use crate::engine::knowledge::phrases::{Phrases, Token};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rules with their lists of words.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    acts: BTreeMap<String, Phrases>,
    things: BTreeMap<String, Phrases>,
    kind: Vec<Kind>,
    speaker: Speaker,
}

/// What tells on which side the person who says it stands, in packs whose first side gives and whose second takes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Speaker {
    packs: Vec<String>,
    gives: Phrases,
    takes: Phrases,
}

/// One rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    pack: String,
    acts: String,
    #[serde(default)]
    things: String,
}

static KINDS: LazyLock<Kinds> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/kinds.toml")).unwrap_or_default());

/// The pack that the words of one sentence speak of, and the bytes of what is done.
#[must_use]
pub fn of(words: &[Token]) -> Option<(&'static str, (usize, usize))> {
    let all = &*KINDS;
    let found = |lists: &'static BTreeMap<String, Phrases>, name: &str| lists.get(name)?.first(words);
    all.kind.iter().find_map(|kind| {
        let act = found(&all.acts, &kind.acts)?;
        (kind.things.is_empty() || found(&all.things, &kind.things).is_some()).then_some((kind.pack.as_str(), act))
    })
}

/// The place among the sides of a pack of whoever says these words of himself.
#[must_use]
pub fn speaker(pack: &str, words: &[Token]) -> Option<usize> {
    let all = &KINDS.speaker;
    if !all.packs.iter().any(|known| known == pack) {
        return None;
    }
    match (all.gives.found(words), all.takes.found(words)) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::{load, phrases::tokens};

    #[test]
    fn the_file_reads_and_names_packs_and_lists_that_exist() {
        let kinds: Kinds =
            toml::from_str(include_str!("../../../knowledge/dialogue/kinds.toml")).expect("the file reads");
        let knowledge = load::embedded().expect("packs");
        for kind in &kinds.kind {
            assert!(knowledge.pack(&kind.pack).is_some(), "{}", kind.pack);
            assert!(kinds.acts.contains_key(&kind.acts), "{}", kind.acts);
            assert!(kind.things.is_empty() || kinds.things.contains_key(&kind.things), "{}", kind.things);
        }
    }

    #[test]
    fn what_is_done_with_what_tells_the_kind() {
        for (text, want) in [
            ("Сдаю свой старенький грузовой фургон соседней пекарне", Some("vehicle_lease")),
            ("Хотим снять небольшой светлый кабинет под массаж", Some("premises_lease")),
            ("уборка в подъезде два раза в неделю", Some("services")),
            ("продаём мы с мужем нашу дачу", Some("real_estate_sale")),
            ("I want to rent out my apartment", Some("residential_tenancy")),
            ("Здравствуйте, нужна бумага", None),
        ] {
            assert_eq!(of(&tokens(text)).map(|(pack, _)| pack), want, "{text}");
        }
    }
}
