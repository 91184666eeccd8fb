//! L2: runs steps over the ports. Async over traits; never tokio, axum, sqlx, reqwest or leptos.

pub mod advise;
pub mod app;
pub mod ask_sources;
pub mod bundle;
pub mod by_rules;
pub mod call_tool;
pub mod cancel;
pub mod check_answer;
pub mod compare;
pub mod compose;
pub mod document;
pub mod drive;
pub mod edit_fact;
pub mod fail;
#[cfg(feature = "fakes")]
pub mod fakes;
pub mod handle_event;
pub mod lane;
pub mod notice;
pub mod ports;
pub mod replay;
pub mod run_step;
pub mod share;
pub mod start_session;
pub mod tool_cache;
pub mod view;
