//! The SQLite store: the only SQL in the product.
//!
//! One writer task owns the only writing connection and commits what waits as one transaction; a small pool of
//! query-only connections reads. A version is kept as operations against the one before, with a whole document
//! now and then; the newest version of recently used sessions stays in memory.

pub mod backup;
mod corpus;
pub mod corpus_check;
mod corpus_reads;
mod corpus_rows;
pub mod corpus_search;
mod corpus_writes;
pub mod document;
mod events;
pub mod files;
pub mod fsck;
mod heads;
pub mod holds;
mod jobs;
pub mod open;
mod page_files;
mod past;
mod purge;
mod reads;
mod rows;
mod schema;
mod shares;
mod slack;
mod soundness;
pub mod sqlite;
pub mod vectors;
mod workflows;
mod writer;
