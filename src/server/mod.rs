//! L4: the HTTP side. Imports runner, api, ui and model; wires the adapters; never SQL, never rules of a workspace.

pub mod access;
pub mod admit;
pub mod attach;
pub mod body;
pub mod boot;
pub mod config;
pub mod document;
pub mod events;
pub mod export;
pub mod history;
pub mod import;
pub mod lint;
pub mod openapi;
pub mod prefs;
pub mod protocol;
pub mod redline;
pub mod reload;
pub mod research;
pub mod rest;
pub mod router;
pub mod search;
pub mod serve;
pub mod share;
pub mod shield;
pub mod stream;
pub mod workflows;
