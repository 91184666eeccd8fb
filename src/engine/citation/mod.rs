//! Checks an answer against its sources: every citation gets one of six verdicts, every number its proof.
//!
//! The check is pure. [`verdict::needs`] says what has to be read, the caller reads it into an [`evidence::Evidence`]
//! and asks again until nothing is missing, and [`verdict::judge`] decides. A language model has no say in it.

pub mod claims;
pub mod edition;
pub mod evidence;
pub mod numbers;
pub mod quote;
pub mod report;
pub mod verdict;

mod amounts;

mod judgement;
mod sentences;
mod tokens;

#[cfg(test)]
mod invented;
#[cfg(test)]
mod mutation_tests;
#[cfg(test)]
mod store;
#[cfg(test)]
mod tests;
