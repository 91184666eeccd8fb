//! The MCP server as a client meets it: HTTP on a real listener, and the program itself over standard input and output.
#![cfg(all(feature = "ssr", feature = "fakes"))]

#[path = "api/bench.rs"]
#[allow(dead_code, reason = "shared with the tests of the HTTP interface, which use all of it")]
mod bench;
#[path = "mcp/calls.rs"]
mod calls;
#[path = "mcp/client.rs"]
mod client;
#[path = "mcp/doors.rs"]
mod doors;
#[path = "llm_http/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the model client, which use all of it")]
mod model;
#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the process, which use all of it")]
mod process;
#[path = "mcp/stdio.rs"]
mod stdio;
#[path = "mcp/sources.rs"]
mod sources;
