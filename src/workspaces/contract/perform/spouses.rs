//! Sides that are a man and a woman: «я, Лаврова Нина Павловна, он — Лавров Егор Ильич» tells by the patronymic whose name
//! it is (СК РФ ст. 12).

use crate::engine::knowledge::pack::Party;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::{folded, is_womans_name};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::side_words::MARKS;
use crate::workspaces::contract::perform::sides::Sides;

/// Whether a patronymic is that of a woman; `None` where it does not tell.
fn is_woman(patronymic: &str) -> Option<bool> {
    let low = folded(patronymic);
    let ends = |list: &[&str]| list.iter().any(|end| low.ends_with(end));
    match (ends(&["вна", "чна", "кызы"]), ends(&["вич", "ьич", "мич", "кич", "оглы"])) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

impl<'p> Sides<'p> {
    /// The spouse of whom a whole name is, while no other name stands there.
    pub(super) fn by_sex(&self, heard: &Heard<'_>, draft: &Draft<'_>, mention: &Mention) -> Option<&'p Party> {
        let MentionKind::Person { full, given, patronymic, .. } = &mention.kind else { return None };
        let pair = MARKS.spouses.iter().find(|pair| pair.pack == self.pack.id)?;
        let woman = is_woman(patronymic).or_else(|| is_womans_name(&folded(given)))?;
        let role = if woman { &pair.woman } else { &pair.man };
        let party = self.pack.parties.iter().find(|party| party.role == *role)?;
        let standing = draft.domain.pointer(&format!("/parties/{role}/name")).and_then(|name| name.as_str());
        // «Дочь Лаврова Анна Егоровна»: a child is no spouse.
        (standing.is_none_or(|name| name == full) && !self.is_kin(heard, mention)).then_some(party)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn the_pairs_are_sides_of_their_types() {
        assert!(!MARKS.spouses.is_empty());
        for pair in &MARKS.spouses {
            let pack = KNOWLEDGE.pack(&pair.pack).unwrap_or_else(|| panic!("{}", pair.pack));
            for role in [&pair.man, &pair.woman] {
                assert!(pack.parties.iter().any(|party| party.role == *role), "{}: {role}", pair.pack);
            }
        }
    }

    #[test]
    fn a_patronymic_tells() {
        for (said, want) in [
            ("Павловна", Some(true)),
            ("Ильинична", Some(true)),
            ("Ильич", Some(false)),
            ("Фомич", Some(false)),
            ("Аркадьевич", Some(false)),
            ("П.", None),
            ("", None),
        ] {
            assert_eq!(is_woman(said), want, "{said}");
        }
    }
}
