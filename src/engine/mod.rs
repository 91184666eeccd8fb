//! L1: pure rules. Never async, never the file system, environment, clock, page, database or network.

pub mod address;
pub mod citation;
pub mod corpus;
pub mod document;
pub mod fold;
pub mod grammar;
pub mod guard;
pub mod interest;
pub mod knowledge;
pub mod limits;
pub mod measure;
pub mod migrate;
pub mod patch;
pub mod prompt;
pub mod quantity;
pub mod reply;
pub mod scalars;
pub mod schema;
pub mod search;
pub mod step;
pub mod text;
pub mod trail;
pub mod turn;
pub mod wire;
pub mod wording;
pub mod work;
