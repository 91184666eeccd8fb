//! A model of its own for a role: requests of named steps go to another performer, all others to the usual one.

use crate::model::session::Performer;
use crate::runner::ports::{BoxFuture, Destination, Llm, LlmError, LlmReply, LlmRequest, OnRetry, Sight};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Roles of the mock trial as they are configured, with the step of each.
pub const ROLES: [(&str, &str); 7] = [
    ("stipulate", "FACTS_STIPULATE"),
    ("claimant", "CLAIMANT"),
    ("opposing", "OPPOSING"),
    ("party", "PARTY"),
    ("judge", "JUDGE"),
    ("recommend", "RECOMMEND"),
    ("critic", "VERIFY"),
];

/// The step of a role.
#[must_use]
pub fn step_of(role: &str) -> Option<&'static str> {
    ROLES.iter().find(|(name, _)| *name == role).map(|(_, step)| *step)
}

/// The usual performer, and others by step.
pub struct ByRole {
    usual: Arc<dyn Llm>,
    own: BTreeMap<&'static str, Arc<dyn Llm>>,
}

impl ByRole {
    /// Performers by step beside the usual one.
    #[must_use]
    pub fn new(usual: Arc<dyn Llm>, own: BTreeMap<&'static str, Arc<dyn Llm>>) -> Self {
        Self { usual, own }
    }
}

impl Llm for ByRole {
    fn complete<'a>(
        &'a self,
        request: &'a LlmRequest,
        on_retry: OnRetry<'a>,
    ) -> BoxFuture<'a, Result<LlmReply, LlmError>> {
        self.own.get(request.step).unwrap_or(&self.usual).complete(request, on_retry)
    }

    fn performer(&self) -> Performer {
        self.usual.performer()
    }

    fn destination(&self, step: &str) -> Option<Destination> {
        self.own.get(step).unwrap_or(&self.usual).destination(step)
    }

    fn sight<'a>(&'a self, step: &'a str) -> BoxFuture<'a, Option<Sight>> {
        self.own.get(step).unwrap_or(&self.usual).sight(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::trial::steps;

    #[test]
    fn every_role_names_a_step_that_a_model_works_on() {
        for (role, step) in ROLES {
            let found = steps::by_id(step).unwrap_or_else(|| panic!("{role}"));
            assert!(!found.prompt.is_empty(), "{role}");
        }
        let asked = steps::STEPS.iter().filter(|step| !step.prompt.is_empty()).count();
        assert_eq!((asked, step_of("clerk")), (ROLES.len(), None));
    }
}
