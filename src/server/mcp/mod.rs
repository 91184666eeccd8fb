//! The MCP server: one handler for stdio (`legalagi mcp`) and Streamable HTTP (`/mcp`).
//!
//! The tool list is the step table plus the corpus tools; schemas are the registry's files; a call goes through the same
//! functions as the REST routes. `fixtures` answers the official conformance suite and nobody else.

mod call;
pub mod catalog;
mod complete;
mod fields;
mod fixtures;
pub mod handler;
pub mod http;
mod prompts;
mod resources;
pub mod stdio;
