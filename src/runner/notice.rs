//! Notices about a running session: one list of names for all workspaces.

use crate::model::error::ApiError;
use crate::model::ids::{SessionId, Version};
use crate::model::snapshot::Snapshot;
use crate::model::told::Told;
use crate::workspaces::{Next, Workspace};
use serde_json::{Value, json};

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happened {
    /// A step begins.
    StepStarted {
        /// Its id.
        step: String,
    },
    /// An answer was refused or the transport failed; another attempt follows.
    StepRetried {
        /// The step's id.
        step: String,
        /// The attempt that follows, from 2.
        attempt: u32,
        /// Why, for a person.
        reason: String,
    },
    /// A step made a version.
    StepAccepted {
        /// The step's id.
        step: String,
        /// The version.
        version: Version,
    },
    /// A new version stands.
    State {
        /// Its number.
        version: Version,
    },
    /// An event of the workspace's own.
    Announced {
        /// Its name.
        name: String,
        /// Its data.
        data: Value,
    },
    /// A run stopped with an error.
    Failed {
        /// What the client reads.
        error: ApiError,
    },
}

/// A notice about one session.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// The session.
    pub session: SessionId,
    /// What happened.
    pub happened: Happened,
}

impl Happened {
    /// Name of the event on the wire.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::StepStarted { .. } => "STEP_STARTED",
            Self::StepRetried { .. } => "STEP_RETRIED",
            Self::StepAccepted { .. } => "STEP_ACCEPTED",
            Self::State { .. } => "STATE",
            Self::Announced { name, .. } => name,
            Self::Failed { .. } => "FAILED",
        }
    }

    /// As it is kept.
    #[must_use]
    pub fn told(&self) -> Told {
        Told { name: self.name().to_owned(), data: self.data() }
    }

    /// Data of the event.
    #[must_use]
    pub fn data(&self) -> Value {
        match self {
            Self::StepStarted { step } => json!({"step": step, "attempt": 1}),
            Self::StepRetried { step, attempt, reason } => json!({"step": step, "attempt": attempt, "reason": reason}),
            Self::StepAccepted { step, version } => json!({"step": step, "version": version}),
            Self::State { version } => json!({"version": version}),
            Self::Announced { data, .. } => data.clone(),
            Self::Failed { error } => json!({"error": error}),
        }
    }
}

/// What a new version tells: the step that made it, the version, what its workspace announces, the step that follows.
#[must_use]
pub fn of_version(flow: &dyn Workspace, before: Option<&Value>, after: &Snapshot, step: Option<&str>) -> Vec<Told> {
    let version = after.version;
    let accepted = step.map(|step| Happened::StepAccepted { step: step.to_owned(), version });
    let own = before.map(|before| flow.announce(before, &after.state)).unwrap_or_default();
    let announced = own.into_iter().map(|(name, data)| Happened::Announced { name, data });
    let next = match flow.next(after) {
        Next::Run(step) => Some(Happened::StepStarted { step: step.id.to_owned() }),
        Next::Wait => None,
    };
    let all = accepted.into_iter().chain([Happened::State { version }]).chain(announced).chain(next);
    all.map(|happened| happened.told()).collect()
}
