//! `legalagi worker`: one job on a foreign file, from standard input to standard output, under limits.
//!
//! The program starts it for every file that somebody brings; it is of no use by hand.

use crate::adapters::worker::{child, confine::Own};
use crate::workspaces::norms::cli::verify_pack;
use clap::Args;
use serde_json::json;

/// The limits of the process.
#[derive(Args)]
pub struct Worker {
    /// Megabytes of address space.
    #[arg(long)]
    pub memory_mb: u64,
    /// Seconds of a processor.
    #[arg(long)]
    pub seconds: u64,
    /// The job is done by another program.
    #[arg(long)]
    pub program: bool,
}

/// Runs the command.
///
/// # Errors
/// Limits that cannot be set; an order that cannot be read.
pub fn run(args: &Worker) -> anyhow::Result<()> {
    let memory = args.memory_mb.saturating_mul(1024 * 1024);
    let own = Own { memory, seconds: args.seconds, program: args.program };
    Ok(child::run(&own, |bytes| json!(verify_pack::check(bytes)))?)
}
