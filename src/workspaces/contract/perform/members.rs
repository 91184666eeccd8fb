//! Which person of a side a name is: the one that stands, the other side's, a second one beside him.

use crate::engine::knowledge::pack::Party;
use crate::engine::text::mention::Mention;
use crate::model::pointer;
use crate::workspaces::contract::edit;
use crate::workspaces::contract::perform::cards::same_person;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::parties::Reader;
use crate::workspaces::contract::perform::written::name_of;
use serde_json::{Value, json};

/// Where a type keeps who else lives in a dwelling.
const RESIDENTS: &str = "/residents/list";
/// Persons of one side.
const MEMBERS: usize = 20;

impl Reader<'_, '_> {
    /// «Орлов — покупатель», where his details stand at the seller's: they change places.
    pub(super) fn exchange(&self, draft: &mut Draft<'_>, party: &Party, mention: &Mention) {
        let Some((said, other)) = name_of(&mention.kind).zip(self.sides.other(party)) else { return };
        let (here, there) = (format!("/parties/{}", party.role), format!("/parties/{}", other.role));
        let name = |draft: &Draft<'_>, root: &str| {
            draft.domain.pointer(&format!("{root}/name")).and_then(Value::as_str).map(str::to_owned)
        };
        let own = name(draft, &here).is_some_and(|name| same_person(&name, said));
        let wrong = name(draft, &there).is_some_and(|name| same_person(&name, said));
        // Only details of earlier messages: what this one gave to a side was given by its own words.
        if own || !wrong || draft.wrote(&format!("{there}/name")) || draft.wrote(&format!("{here}/name")) {
            return;
        }
        let leaves = |draft: &Draft<'_>, root: &str| {
            let leaves = draft.domain.pointer(root).map(pointer::leaves).unwrap_or_default();
            leaves.into_iter().map(|(leaf, value)| (leaf, value.clone())).collect::<Vec<(String, Value)>>()
        };
        let (mine, theirs) = (leaves(draft, &here), leaves(draft, &there));
        for (root, old) in [(&here, &mine), (&there, &theirs)] {
            for (leaf, _) in old {
                if let Some(tokens) = pointer::tokens(&format!("{root}{leaf}")) {
                    edit::remove(&mut draft.domain, &tokens);
                }
            }
        }
        for (leaf, value) in &theirs {
            draft.replace(&format!("{here}{leaf}"), value.clone());
        }
        for (leaf, value) in &mine {
            draft.replace(&format!("{there}{leaf}"), value.clone());
        }
    }

    /// Whether a name is the one that stands, shorter or longer: the fuller one is kept, and they do not conflict.
    pub(super) fn same_name(&self, draft: &mut Draft<'_>, root: &str, mention: &Mention) -> bool {
        let at = format!("{root}/name");
        let Some(value) = name_of(&mention.kind) else { return false };
        let standing = draft.domain.pointer(&at).and_then(Value::as_str).map(str::to_owned);
        let Some(old) = standing.filter(|old| old != value) else { return false };
        // «Теперь ИП Смирнов»: another status of the same person is news.
        let status = value.starts_with("ИП ") && !old.starts_with("ИП ");
        let same = !status && same_person(value, &old);
        let longer = same && value.chars().count() > old.chars().count();
        if same {
            draft.spans.push((at.clone(), (mention.start, mention.end)));
        }
        if longer {
            draft.replace(&at, json!(value));
        }
        same
    }

    /// The other side, where this message has already given the asked one to somebody else: one answer often names both.
    pub(super) fn other_side(&self, draft: &Draft<'_>, party: &Party, mention: &Mention) -> Option<String> {
        let value = name_of(&mention.kind)?;
        let at = |party: &Party| format!("/parties/{}/name", party.role);
        let standing = |party: &Party| draft.domain.pointer(&at(party)).and_then(Value::as_str).map(str::to_owned);
        let same = |said: &str| same_person(said, value);
        let taken = draft.wrote(&at(party)) && standing(party).is_some_and(|said| !same(&said));
        let other = self.sides.other(party).filter(|_| taken)?;
        standing(other).is_none_or(|said| same(&said)).then(|| format!("/parties/{}", other.role))
    }

    /// Where another person of a side stands that this message has already named: «продавцы: … и …».
    pub(super) fn second(&self, draft: &Draft<'_>, root: &str, mention: &Mention) -> Option<String> {
        let text = self.heard.turn.text.as_str();
        let value = name_of(&mention.kind)?;
        let standing =
            |root: &str| draft.domain.pointer(&format!("{root}/name")).and_then(Value::as_str).map(str::to_owned);
        let first = standing(root)?;
        let known = |said: &str| same_person(said, value);
        if known(&first) {
            return None;
        }
        let places = (2..=MEMBERS).map(|n| format!("{root}/also/{n}"));
        if let Some(same) = places.clone().find(|at| standing(at).is_some_and(|said| known(&said))) {
            return Some(same);
        }
        // «С ним жена … и дочь …»: who lives with a tenant is no tenant.
        let many = self.sides.is_plural(root, text, self.last_name.min(mention.start));
        if self.pack.field_of(RESIDENTS).is_some() && self.sides.is_kin(self.heard, mention) && !many {
            return None;
        }
        let (from, here) = (self.last_name.min(mention.start), mention.start);
        let between = text.get(from..here).unwrap_or_default().to_lowercase();
        let joined = draft.wrote(&format!("{root}/name"))
            && !between.contains(['?', '!'])
            && !self.sides.between(from, here)
            && ([" и ", " с ", "также", "доля", "доли", "вторая", "второй"].iter().any(|word| between.contains(word))
                || self.sides.is_plural(root, text, from));
        joined.then(|| places.clone().find(|at| standing(at).is_none())).flatten()
    }
}
