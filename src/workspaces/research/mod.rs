//! Legal research: a question in, an answer out in which every citation was checked against its source.
//!
//! Read in this order: `state`, `steps`, `flow`, `guards`, `perform`, `retrieve`, `present`. The steps have the seed's
//! schemas; `perform` answers them without a model; `guards` check whoever answered; retrieval and the check of
//! citations are planned here and carried out over the ports by `run`; `web` has its files.

pub mod borders;
pub mod claims;
#[cfg(feature = "ssr")]
pub mod face;
pub mod finish;
pub mod flow;
pub mod foreign;
pub mod guards;
pub mod perform;
pub mod present;
pub mod remarks;
pub mod report;
pub mod retrieve;
pub mod run;
pub mod state;
pub mod steps;
#[cfg(test)]
mod tests;
#[cfg(feature = "ssr")]
pub mod web;

use crate::engine::schema;
use crate::model::session::WorkspaceId;
use crate::registry::Registered;

/// Its name.
pub const ID: WorkspaceId = WorkspaceId::new("research");

/// Its line of the registry.
pub static REGISTERED: Registered = Registered {
    flow: &flow::RESEARCH,
    run: &run::ResearchRun,
    #[cfg(feature = "ssr")]
    web: &web::ResearchWeb,
    #[cfg(feature = "ssr")]
    face: &face::FACE,
    states: &[schema::research::STATE],
    schemas: &[],
    prompts: &[],
};
