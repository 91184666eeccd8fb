//! L3: one port each. Imports model and `runner::ports`; never leptos, axum or workspaces.

pub mod llm_http;
