//! Test doubles of the ports. Never part of a release build.

pub mod fixed_clock;
pub mod memory_store;
pub mod no_pages;
pub mod no_sources;
pub mod plain_compute;
pub mod small_corpus;
