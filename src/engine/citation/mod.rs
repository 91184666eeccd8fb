//! Checks an answer against its sources: every citation gets one of eight verdicts, every number its proof.
//!
//! The check is pure. [`verdict::needs`] says what has to be read, the caller reads it into an [`evidence::Evidence`]
//! and asks again until nothing is missing, and [`verdict::judge`] decides. A language model has no say in it.
//!
//! A quotation must equal its source and keep what turns its meaning: `borders` looks at what stands beside it and
//! under its «…», `voice` at the sentence around it. A sentence without a quotation is compared by `entail`; what no
//! rule establishes is `unchecked` and stays so.

pub mod claims;
pub mod compared;
pub mod edition;
pub mod evidence;
pub mod numbers;
pub mod quote;
pub mod report;
pub mod verdict;

pub(crate) mod amounts;
mod belied;
mod borders;
mod dated;
mod entail;
pub(crate) mod grammar;
mod judgement;
mod sentences;
mod stems;
mod structure;
mod tokens;
mod voice;

#[cfg(test)]
mod invented;
#[cfg(test)]
mod mutation_tests;
#[cfg(test)]
mod store;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_cut;
