//! What a contract is called in lists of matters: its kind and what it is about, `knowledge/naming.toml`.

use crate::engine::knowledge::Knowledge;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::state;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../knowledge/naming.toml");
/// Characters of a name.
const LONGEST: usize = 90;

static NAMING: LazyLock<Option<Naming>> = LazyLock::new(|| toml::from_str(TEXT).ok());

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Naming {
    group: Vec<Group>,
    parts: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    facts: Vec<String>,
}

/// What a group of facts is called, by its pointer into `domain`.
#[must_use]
pub fn part(at: &str) -> Option<&'static str> {
    NAMING.as_ref()?.parts.get(at).map(String::as_str)
}

/// The name; none while the kind is not known.
#[must_use]
pub fn name(snapshot: &Snapshot, knowledge: &Knowledge) -> Option<String> {
    let domain = &snapshot.state["domain"];
    let pack = state::contract_type(domain).and_then(|id| knowledge.pack(id))?;
    let about = NAMING.iter().flat_map(|naming| &naming.group).find_map(|group| {
        let known = group.facts.iter().filter_map(|at| domain.pointer(at).and_then(Value::as_str));
        let words = known.filter(|words| !words.trim().is_empty()).collect::<Vec<_>>().join(" ");
        (!words.is_empty()).then_some(words)
    });
    let mut first = pack.short.chars();
    let kind: String = first.next().into_iter().flat_map(char::to_uppercase).chain(first).collect();
    let name = about.map_or_else(|| kind.clone(), |about| format!("{kind}: {about}"));
    Some(match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", name[..end].trim_end()),
        None => name,
    })
}

#[cfg(test)]
mod tests {
    use super::{NAMING, name, part};
    use crate::engine::knowledge::load;
    use crate::model::ids::SessionId;
    use crate::model::snapshot::{Aside, Snapshot};
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn named(domain: Value) -> Option<String> {
        let state = Arc::new(json!({ "domain": domain }));
        let aside = Arc::new(Aside::default());
        let at = "2026-11-22T00:00:00Z".to_owned();
        name(&Snapshot { session: SessionId("s".into()), version: 1, state, aside, at }, &load::embedded().unwrap())
    }

    #[test]
    fn a_matter_is_called_by_its_kind_and_its_object() {
        assert!(NAMING.is_some(), "the file reads");
        assert_eq!(named(json!({})), None);
        assert_eq!(named(json!({"contract": {"type": "loan"}})).as_deref(), Some("Заём"));
        let car =
            json!({"contract": {"type": "vehicle_lease"}, "object": {"make": "Lada", "model": "Vesta", "year": 2021}});
        assert_eq!(named(car).as_deref(), Some("Аренда автомобиля: Lada Vesta"));
        let long = json!({"contract": {"type": "services"}, "service": {"name": "я".repeat(200)}});
        assert!(named(long).is_some_and(|name| name.chars().count() == 91 && name.ends_with('…')));
    }

    #[test]
    fn every_group_of_every_pack_has_a_name() {
        let knowledge = load::embedded().unwrap();
        let pointers = knowledge.packs.iter().flat_map(|pack| &pack.fields).map(|field| field.pointer.as_str());
        let groups = pointers.filter_map(|at| at.get(1..)?.find('/').and_then(|end| at.get(..=end)));
        let nameless: Vec<&str> = groups.filter(|group| part(group).is_none()).collect();
        assert!(nameless.is_empty(), "{nameless:?}");
    }
}
