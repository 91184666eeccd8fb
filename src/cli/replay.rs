//! `legalagi replay FILE`: rebuilds every version without a network and says where it differs.

use crate::runner::bundle::Bundle;
use crate::runner::replay;
use crate::server::boot;
use anyhow::Context;
use std::path::Path;

/// Runs the command and returns what to print.
///
/// # Errors
/// A file that cannot be read, was altered, is newer, or does not come out the same.
pub fn run(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let bundle = Bundle::read(&text)?;
    let versions = replay::replay(&bundle, &boot::knowledge(None)?)?;
    Ok(format!("{versions} versions rebuilt, byte for byte the same\n"))
}
