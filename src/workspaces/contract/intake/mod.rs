//! What a pack says about a domain: open terms, issues, questions, defaults, computed values.
//!
//! Used by the built-in performer to work, and by the guards to check whoever works.

pub mod acceptance;
pub mod accepted;
pub mod against;
pub mod computed;
pub mod coverage;
pub mod defaults;
pub mod edits;
pub mod issues;
pub mod provenance;
pub mod questions;
pub mod recognise;
pub mod requisites;
pub mod review;
pub mod rules;
pub mod terms;
