//! The model client against a server that misbehaves in every way a network and a provider can.
//!
//! Time is never asserted: pauses are recorded instead of waited for, and limits of waiting are small.
#![cfg(feature = "ssr")]

#[path = "llm_http/bench.rs"]
mod bench;
#[path = "llm_http/budget.rs"]
mod budget;
#[path = "llm_http/faults.rs"]
mod faults;
#[path = "llm_http/images.rs"]
mod images;
#[path = "llm_http/ladder.rs"]
mod ladder;
#[path = "llm_http/models.rs"]
mod models;
#[path = "llm_http/refusals.rs"]
mod refusals;
#[path = "llm_http/replies.rs"]
mod replies;
#[path = "llm_http/server.rs"]
mod server;
