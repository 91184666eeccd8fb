//! `legalagi export SESSION --format docx -o FILE`: the contract of a stored session as a file.

use crate::adapters::store::sessions::Sessions;
use crate::model::ids::SessionId;
use crate::server::boot;
use crate::server::config::Config;
use crate::server::export::{Format, render};
use anyhow::{Context, bail};
use clap::Args;
use std::path::PathBuf;

/// What to export.
#[derive(Args)]
pub struct Export {
    /// The session's id.
    pub session: String,
    /// docx, pdf, md, html, json or ics.
    #[arg(long, default_value = "docx")]
    pub format: String,
    /// `party_1`, neutral or `party_2`.
    #[arg(long, default_value = "neutral")]
    pub variant: String,
    /// contract, act, schedule, receipt or plain.
    #[arg(long, default_value = "contract")]
    pub part: String,
    /// Where to write.
    #[arg(short, long)]
    pub output: PathBuf,
}

/// Runs the command and returns what to print.
///
/// # Errors
/// An unknown format or session, and whatever keeps the document from being made or written.
pub fn run(export: &Export) -> anyhow::Result<String> {
    let Some(format) = Format::parse(&export.format) else { bail!("no format {}", export.format) };
    let config = Config::from_env()?;
    let knowledge = boot::knowledge(config.knowledge_dir.as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (snapshot, signed) = runtime.block_on(async {
        let store = Sessions::open(&config.database_url).await.context("LEGALAGI_DATABASE_URL")?;
        let session = SessionId::from(export.session.as_str());
        let snapshot = store.port().latest(&session).await.context("session")?;
        let mut signed = store.port().signoffs(&session).await.context("sign-offs")?;
        signed.retain(|signoff| signoff.version == snapshot.version);
        anyhow::Ok((snapshot, signed))
    })?;
    let (variant, part) = (Some(export.variant.as_str()), Some(export.part.as_str()));
    let bytes = render(&snapshot, &knowledge, format, variant, part, false, &signed)
        .map_err(|error| anyhow::anyhow!("{}", error.message))?;
    std::fs::write(&export.output, &bytes).with_context(|| export.output.display().to_string())?;
    Ok(format!("{}: {} bytes\n", export.output.display(), bytes.len()))
}
