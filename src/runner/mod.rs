//! L2: runs steps over the ports. Async over traits; never tokio, axum, sqlx, reqwest or leptos.

pub mod app;
pub mod bundle;
pub mod cancel;
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
pub mod library;
pub mod notice;
pub mod ports;
pub mod replay;
pub mod run_step;
pub mod share;
pub mod start_session;
pub mod view;
