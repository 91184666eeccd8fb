//! Norms: exact numbers and rules from building codes, each with the cell or clause it stands in.
//!
//! Read in this order: `machine` (what may follow what, and why every run ends), `state`, `steps`, `flow`, `settle`,
//! `input`, `pictures` (pages for a model that looks at them), `lookup` (what EXECUTE asks the corpus), `perform`
//! (answers without a model), `guards` (what no answer may carry), `review` (the form of a person), `present`,
//! `report` (an answer as a file), `evidence_pack` (the same to take away and check), `runs` and `compare` (two runs side by side), `run` (over the ports),
//! `web` (its routes).

pub mod claims;
#[cfg(feature = "ssr")]
pub mod cli;
pub mod compare;
pub mod evidence_pack;
#[cfg(feature = "ssr")]
pub mod face;
pub mod flow;
pub mod foreign;
pub mod guards;
pub mod input;
pub mod lookup;
pub mod machine;
pub mod perform;
pub mod pictures;
pub mod present;
pub mod report;
pub mod review;
pub mod rework;
pub mod run;
pub mod runs;
pub mod settle;
pub mod state;
pub mod steps;
#[cfg(feature = "ssr")]
pub mod web;

#[cfg(test)]
mod tests;

use crate::engine::schema;
use crate::model::session::WorkspaceId;
use crate::registry::Registered;

/// Its name.
pub const ID: WorkspaceId = WorkspaceId::new("norms");

/// Its line of the registry.
pub static REGISTERED: Registered = Registered {
    flow: &flow::NORMS,
    run: &run::NormsRun,
    #[cfg(feature = "ssr")]
    web: &web::NormsWeb,
    #[cfg(feature = "ssr")]
    face: &face::FACE,
    states: &[schema::norms::STATE],
    schemas: &[],
    prompts: &[],
};
