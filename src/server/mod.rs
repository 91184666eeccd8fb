//! L4: the HTTP side. Imports runner, api, ui and model; wires the adapters; never SQL, never rules of a workspace.

pub mod access;
pub mod body;
pub mod boot;
pub mod config;
pub mod document;
pub mod events;
pub mod export;
pub mod history;
pub mod openapi;
pub mod prefs;
pub mod reload;
pub mod rest;
pub mod router;
pub mod serve;
pub mod shield;
pub mod stream;
