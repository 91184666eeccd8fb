//! What a pack's phrases are as stems: cut when the pack is first asked, not once for every message.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::stem::{is_stop, phrase_stems};
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// A phrase that names a type.
#[derive(Debug, Clone)]
pub struct Named {
    /// Its stems, sorted.
    pub stems: Arc<[String]>,
    /// Ten for every word that says something.
    pub weight: i32,
}

/// The phrases of one pack.
#[derive(Debug, Clone, Default)]
pub struct Called {
    /// Those that name it.
    pub names: Vec<Named>,
    /// Those that speak for another type.
    pub not_names: Vec<Named>,
    /// Every stem by which it names its facts, its sides and itself.
    pub known: HashSet<String>,
}

/// The place of a pack for them. A copy of a pack cuts its own: it may be changed.
#[derive(Debug, Default)]
pub struct Cut(OnceLock<Called>);

impl Clone for Cut {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Cut {
    /// The phrases of the pack that this is the place of.
    pub(in crate::engine::knowledge) fn of(&self, pack: &Pack) -> &Called {
        self.0.get_or_init(|| {
            let named = |phrases: &[String]| phrases.iter().map(|phrase| named(phrase)).collect();
            Called { names: named(&pack.names), not_names: named(&pack.not_names), known: known(pack) }
        })
    }
}

fn named(phrase: &str) -> Named {
    let stems = phrase_stems(phrase);
    let count = stems.iter().filter(|stem| !is_stop(stem)).count();
    Named { stems, weight: i32::try_from(count).unwrap_or(i32::MAX / 2) * 10 }
}

fn known(pack: &Pack) -> HashSet<String> {
    let of_fields = pack
        .fields
        .iter()
        .flat_map(|f| f.hints.iter().chain([&f.label]).chain(f.options.iter().flat_map(|o| &o.words)));
    let of_parties = pack.parties.iter().flat_map(|p| p.words.iter().chain([&p.title]).chain(&p.first_person));
    let all = of_fields.chain(of_parties).chain(&pack.names);
    all.flat_map(|phrase| phrase_stems(phrase).to_vec()).collect()
}
