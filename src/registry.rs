//! The registry: the only list of the workspaces, and what the rest of the program asks of each (ADR 0066).
//!
//! A workspace is one folder and one line of [`ALL`]. Its folder has a room for every layer: its files (pure), `run`
//! (over the ports), `web` (routes, files, comparisons), `face` (how it looks). Nobody else names it.

use crate::model::session::WorkspaceId;
use crate::runner::workspace::Run;
#[cfg(feature = "ssr")]
use crate::server::workspace::Web;
#[cfg(feature = "ssr")]
use crate::ui::face::Face;
use crate::workspaces::{Workspace, contract, norms, research, trial};
use serde_json::Value;

#[cfg(feature = "fakes")]
#[path = "../tests/claim_letter/mod.rs"]
pub mod claim_letter;

/// A workspace as the registry lists it.
pub struct Registered {
    /// Its pure decisions.
    pub flow: &'static dyn Workspace,
    /// What it does over the ports.
    pub run: &'static dyn Run,
    /// What it serves.
    #[cfg(feature = "ssr")]
    pub web: &'static dyn Web,
    /// How it looks.
    #[cfg(feature = "ssr")]
    pub face: &'static Face,
    /// `$id` of the schemas that its states name; the first one is that of a state that names none.
    pub states: &'static [&'static str],
    /// Schemas of its own, as files with an `$id`.
    pub schemas: &'static [&'static str],
    /// Prompts of its own, by name.
    pub prompts: &'static [(&'static str, &'static str)],
}

/// One line per workspace. Words that fit several go to the first.
static ALL: &[&Registered] = &[
    &contract::REGISTERED,
    &norms::REGISTERED,
    &research::REGISTERED,
    &trial::REGISTERED,
    #[cfg(feature = "fakes")]
    &claim_letter::REGISTERED,
];

/// All workspaces, in the order of the list.
pub fn all() -> impl Iterator<Item = &'static Registered> {
    ALL.iter().copied()
}

/// The workspace of this id, if this version of the product has it.
#[must_use]
pub fn of(id: WorkspaceId) -> Option<&'static Registered> {
    all().find(|one| one.flow.id() == id)
}

/// The workspace that a state belongs to: by the schema that it names.
#[must_use]
pub fn of_state(state: &Value) -> &'static Registered {
    let named = &state["meta"]["schema_id"];
    all().find(|one| one.states.iter().any(|id| named == id)).unwrap_or(ALL[0])
}

/// The id of a name, if there is such a workspace.
#[must_use]
pub fn named(name: &str) -> Option<WorkspaceId> {
    WorkspaceId::parse(name).filter(|id| of(*id).is_some())
}

/// Their names, for whoever has to choose one.
#[must_use]
pub fn names() -> Vec<String> {
    all().map(|one| one.flow.id().as_str().to_owned()).collect()
}

/// The workspace of a session that names none.
#[must_use]
pub fn usual() -> WorkspaceId {
    ALL[0].flow.id()
}

/// Schemas that workspaces bring beside those of the engine.
pub fn schemas() -> impl Iterator<Item = &'static str> {
    all().flat_map(|one| one.schemas.iter().copied())
}

/// `$id`s of all states.
pub fn states() -> impl Iterator<Item = &'static str> {
    all().flat_map(|one| one.states.iter().copied())
}

/// Prompts that workspaces bring beside those of the engine.
pub fn prompts() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().flat_map(|one| one.prompts.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_workspace_has_its_own_name_and_is_found_by_it() {
        let names: BTreeSet<String> = names().into_iter().collect();
        assert_eq!(names.len(), all().count());
        for name in &names {
            let id = named(name).unwrap();
            assert_eq!((id.as_str(), of(id).unwrap().flow.id()), (name.as_str(), id));
        }
        for none in ["", "Contract", "con tract", "nothing_of_the_kind", "a_name_that_is_far_too_long_to_be_one"] {
            assert_eq!(named(none), None, "{none}");
        }
        assert_eq!(named("contract"), Some(usual()));
    }
}
