//! L2: runs steps over the ports. Async over traits; never tokio, axum, sqlx, reqwest or leptos.

#[cfg(feature = "fakes")]
pub mod fakes;
pub mod ports;
