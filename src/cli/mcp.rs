//! `legalagi mcp`: the MCP server on standard input and output.

use crate::server::boot;
use crate::server::config::Config;
use crate::server::mcp::stdio;
use anyhow::Context;

/// Serves one client until it closes standard input. Logs go to standard error only.
///
/// # Errors
/// Anything that prevents the start, in one line.
pub fn run(config: &Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let llm = boot::performer(config)?;
        // Nobody listens to sessions here.
        let (app, store) = boot::boot(config, llm).await.context("start")?;
        let served = stdio::serve(app, config.mcp.conformance).await;
        store.close().await;
        served
    });
    // The reader of standard input blocks a thread until the next line.
    runtime.shutdown_background();
    served
}
