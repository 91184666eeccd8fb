//! `legalagi export SESSION --format docx -o FILE`: the contract of a stored session as a file.

use crate::engine::prompt::hex;
use crate::engine::trail::of_session;
use crate::model::document_view::CONTRACT;
use crate::model::ids::SessionId;
use crate::model::trail::{Action, Actor};
use crate::registry;
use crate::server::boot;
use crate::server::config::Config;
use crate::server::export::Format;
use crate::server::workspace::Filing;
use anyhow::{Context, bail};
use clap::Args;
use sha2::{Digest, Sha256};
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
    #[arg(long, default_value = CONTRACT)]
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
    let bytes = runtime.block_on(async {
        let store = boot::sessions(&config, Actor::CommandLine).await?;
        let session = SessionId::from(export.session.as_str());
        let snapshot = store.port().latest(&session).await.context("session")?;
        let mut signed = store.port().signoffs(&session).await.context("sign-offs")?;
        signed.retain(|signoff| signoff.version == snapshot.version);
        let (variant, part) = (Some(export.variant.as_str()), Some(export.part.as_str()));
        let one = registry::of_state(&snapshot.state);
        let (flow, snapshot, signed) = (one.flow, &snapshot, &signed);
        let asked = Filing { flow, snapshot, knowledge: &knowledge, format, variant, part, draft: false, signed };
        let bytes = one.web.file(&asked).map_err(|error| anyhow::anyhow!("{}", error.message))?;
        // In the log before it is a file.
        let note = store.note_one(Action::Export, |draft| {
            draft
                .of(&of_session(&snapshot.session))
                .at_version(Some(snapshot.version))
                .text("format", &export.format)
                .number("bytes", bytes.len() as u64)
                .text("sha256", &hex(&Sha256::digest(&bytes)))
        });
        note.await.context("the audit log")?;
        store.close().await;
        anyhow::Ok(bytes)
    })?;
    std::fs::write(&export.output, &bytes).with_context(|| export.output.display().to_string())?;
    Ok(format!("{}: {} bytes\n", export.output.display(), bytes.len()))
}
