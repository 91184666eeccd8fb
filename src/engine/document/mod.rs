//! A legal document as a tree, and its renderings.
//!
//! [`tree`] says what a document is; [`flow`] numbers it, resolves its references and lays it out as a list of
//! pieces; [`markdown`], [`html`] and [`plain`] (and the exporters of files) only write pieces down. Every value
//! knows the fact it shows.

pub mod align;
pub mod flow;
pub mod html;
pub mod ics;
pub mod markdown;
pub mod plain;
pub mod redline;
pub mod table;
pub mod tree;
pub mod typography;

#[cfg(test)]
mod tests;
