//! L3: one port each. Imports model and `runner::ports`; never leptos, axum or workspaces.

pub mod clock;
pub mod compute;
pub mod embeddings;
pub mod evidence_pack;
pub mod example_corpus;
pub mod export;
pub mod extract;
pub mod intake;
pub mod llm_budget;
pub mod llm_builtin;
pub mod llm_by_role;
pub mod llm_http;
pub mod memory;
pub mod metrics;
pub mod pack_key;
pub mod pages;
pub mod password;
pub mod store;
pub mod trail;
pub mod walls;
pub mod webhooks;
pub mod worker;
