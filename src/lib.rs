//! LegalAGI: legal work as steps whose results are validated, guarded, versioned and traceable.
//!
//! Layers, left never imports right:
//! `model` ← `engine` ← `workspaces` (pure files) ← `runner` ← `adapters` ← `server`, `cli`, `main`;
//! `model` ← `api`, `ui`, `workspaces/*/view`. See `docs/ARCHITECTURE.md`.

#[cfg(feature = "ssr")]
pub mod adapters;
#[cfg(any(feature = "ssr", feature = "hydrate"))]
pub mod api;
#[cfg(feature = "ssr")]
pub mod cli;
#[cfg(feature = "engine")]
pub mod engine;
pub mod model;
#[cfg(feature = "engine")]
pub mod runner;
#[cfg(feature = "ssr")]
pub mod server;
#[cfg(any(feature = "ssr", feature = "hydrate"))]
pub mod ui;
#[cfg(feature = "engine")]
pub mod workspaces;

/// Makes the server's page alive in the browser.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(ui::app::App);
}
