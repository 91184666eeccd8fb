//! L0: the words everybody shares, on the server and in the browser.
//!
//! Imports std, serde and `serde_json` only. Never async, never a clock, never I/O.

pub mod access_token;
pub mod account;
pub mod action;
pub mod claim;
pub mod compare;
pub mod document_view;
pub mod error;
pub mod event;
pub mod example;
pub mod facts;
pub mod fairness;
pub mod finding;
pub mod form;
pub mod ids;
pub mod issue;
pub mod library;
pub mod money;
pub mod pack_signature;
pub mod pointer;
pub mod protocol;
pub mod run_compare;
pub mod session;
pub mod share;
pub mod signoff;
pub mod snapshot;
pub mod source;
pub mod status;
pub mod table;
pub mod terms;
pub mod told;
pub mod tool;
pub mod trace;
pub mod trail;
pub mod turn;
pub mod turn_answer;
pub mod webhook;
pub mod workflow;
