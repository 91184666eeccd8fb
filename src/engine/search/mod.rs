//! Search in legal sources, the pure half: cutting words for the index, planning a query, ordering what was found,
//! and the passage that shows why.
//!
//! The store asks the index what [`plan`] says and hands the rows to [`rank`]. Nothing in a query is syntax: every word
//! is quoted before it meets the index.

pub mod asked;
pub mod index;
pub mod near;
pub mod pages;
pub mod plan;
pub mod rank;
pub mod snippet;
pub mod thesaurus;
pub mod vectors;
pub mod words;

mod ukrainian;
