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
#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the process, which use all of it")]
mod process;
#[path = "mcp/program.rs"]
mod program;
#[path = "mcp/sources.rs"]
mod sources;
#[path = "mcp/stdio.rs"]
mod stdio;
