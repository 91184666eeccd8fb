//! LegalAGI: legal work as steps whose results are validated, guarded, versioned and traceable.
//!
//! Layers, left never imports right:
//! `model` ← `engine` ← `workspaces` (pure files) ← `runner` ← `adapters` ← `server`, `cli`, `main`;
//! `model` ← `api`, `ui`. A workspace has a room in the layers that it needs (`run`, `web`); `registry` lists the
//! workspaces, and every layer asks it. See `docs/ARCHITECTURE.md`.

#[cfg(feature = "ssr")]
pub mod adapters;
#[cfg(feature = "ssr")]
pub mod api;
#[cfg(feature = "ssr")]
pub mod cli;
#[cfg(feature = "engine")]
pub mod engine;
pub mod model;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "engine")]
pub mod registry;
#[cfg(feature = "engine")]
pub mod runner;
#[cfg(feature = "ssr")]
pub mod server;
#[cfg(feature = "ssr")]
pub mod ui;
#[cfg(feature = "engine")]
pub mod workspaces;

#[cfg(all(test, feature = "engine"))]
#[path = "../tests/skip/mod.rs"]
mod skip;
