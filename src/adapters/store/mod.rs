//! The stores: the only SQL in the product. One SQLite file, or a PostgreSQL database behind several processes; the
//! statements of sessions are written once for both (`sql/`).
//!
//! SQLite: one writer task owns the only writing connection and commits what waits as one transaction; a small pool of
//! query-only connections reads. A version is kept as operations against the one before, with a whole document
//! now and then, long texts compressed (`packed`); the newest version of recently used sessions stays in memory.

pub mod accounts;
pub mod backup;
mod corpus;
pub mod corpus_check;
mod corpus_reads;
mod corpus_rows;
pub mod corpus_search;
mod corpus_writes;
pub mod document;
mod encode;
pub mod files;
pub mod fsck;
mod heads;
pub mod holds;
mod jobs;
pub mod keeping;
pub mod moving;
pub mod open;
mod opinions;
mod over_postgres;
mod over_sqlite;
mod packed;
mod page_files;
pub mod postgres;
pub mod postgres_open;
mod purge;
mod rows;
mod schema;
pub mod sessions;
mod slack;
mod soundness;
pub mod sqlite;
mod telling;
pub mod tokens;
pub mod trail;
mod turn_locks;
pub mod vectors;
pub mod webhooks;
mod writer;
