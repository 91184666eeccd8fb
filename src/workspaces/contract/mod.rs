//! Contracts by dialogue: one sentence in, a validated state out that is ready for a skeleton.
//!
//! Read in this order: `state`, `steps`, `flow`, `guards`, `perform`, `present`. The pack (`knowledge/contracts`) says
//! what a type of contract needs; `intake` asks the pack; `perform` works without a model; `guards` check whoever worked.
//! `run` and `web` are its rooms in the layers of the runner and the server.

pub mod check;
pub mod claims;
pub mod clause_edit;
#[cfg(feature = "ssr")]
pub mod cli;
pub mod document;
pub mod draft;
pub mod edit;
#[cfg(feature = "ssr")]
pub mod face;
pub mod fitting;
pub mod flow;
pub mod foreign;
pub mod guards;
pub mod intake;
pub mod lint;
pub mod matter;
pub mod missions;
pub mod perform;
pub mod present;
pub mod redline;
pub mod run;
pub mod stage;
pub mod state;
pub mod steps;
pub mod talk;
#[cfg(test)]
mod tests;
#[cfg(feature = "ssr")]
pub mod web;
pub mod wire;

use crate::engine::schema;
use crate::model::session::WorkspaceId;
use crate::registry::Registered;

/// Its name.
pub const ID: WorkspaceId = WorkspaceId::new("contract");

/// Its line of the registry.
pub static REGISTERED: Registered = Registered {
    flow: &flow::CONTRACT,
    run: &run::ContractRun,
    #[cfg(feature = "ssr")]
    web: &web::ContractWeb,
    #[cfg(feature = "ssr")]
    face: &face::FACE,
    states: &[schema::STATE, schema::STATE_2],
    schemas: &[],
    prompts: &[],
};
