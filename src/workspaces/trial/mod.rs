//! Mock trial: facts are fixed first, three adversarial rounds follow, a gate after each steers the next.
//!
//! Read in this order: `machine` (what may follow what), `state`, `steps`, `flow`, `facts`, `score`, `perform`
//! (arguments without a model), `guards` (what no output may carry), `steering`, `gates` (forms), `round_end`, `report`,
//! `run` (over the ports), `web` (its routes).

pub mod amounts;
pub mod audit;
pub mod causes;
pub mod claims;
pub mod compare;
pub mod exhibits;
#[cfg(feature = "ssr")]
pub mod face;
pub mod facts;
pub mod flow;
pub mod foreign;
pub mod gates;
pub mod guards;
pub mod input;
pub mod machine;
pub mod notes;
pub mod perform;
pub mod pleaded;
pub mod polarity;
pub mod present;
pub mod receipts;
pub mod report;
pub mod risks;
pub mod round_end;
pub mod run;
pub mod score;
pub mod settle;
pub mod state;
pub mod steering;
pub mod steps;
pub mod sums;
pub mod tree;
#[cfg(feature = "ssr")]
pub mod web;
pub mod words;

#[cfg(test)]
mod tests;

use crate::engine::schema;
use crate::model::session::WorkspaceId;
use crate::registry::Registered;

/// Its name.
pub const ID: WorkspaceId = WorkspaceId::new("trial");

/// Its line of the registry.
pub static REGISTERED: Registered = Registered {
    flow: &flow::TRIAL,
    run: &run::TrialRun,
    #[cfg(feature = "ssr")]
    web: &web::TrialWeb,
    #[cfg(feature = "ssr")]
    face: &face::FACE,
    states: &[schema::trial::STATE],
    schemas: &[],
    prompts: &[],
};
