//! `legalagi mcp`: the protocol over standard input and output. Everything for people goes to standard error.

use crate::runner::app::App;
use crate::server::mcp::handler::Mcp;
use anyhow::Context;
use rmcp::ServiceExt;
use rmcp::transport::io::stdio;

/// Serves one client until it closes its end.
///
/// # Errors
/// A client that does not speak the protocol.
pub async fn serve(app: App, conformance: bool) -> anyhow::Result<()> {
    let running = Mcp::new(app, conformance).serve(stdio()).await.context("MCP handshake on standard input")?;
    running.waiting().await.context("MCP on standard input")?;
    Ok(())
}
