//! `legalagi migrate-store FROM TO`: sessions from one database into another, both ways between SQLite and PostgreSQL.

use crate::adapters::store::files;
use crate::adapters::store::moving;
use crate::adapters::store::postgres_open::is_postgres;
use crate::cli::noted;
use crate::model::trail::Action;
use crate::server::config::Config;
use anyhow::Context;
use clap::Args;
use std::io::Write;

/// Sessions between told lines.
const EVERY: usize = 100;

/// From where to where.
#[derive(Args)]
pub struct MigrateStore {
    /// Where the sessions are: `sqlite://…` or `postgres://…`. No server may work on it.
    pub from: String,
    /// Where they go; what is there already stays. No server may work on it.
    pub to: String,
}

/// Moves the sessions and returns what to print; how far it is goes to standard error.
///
/// # Errors
/// A database that cannot be used or that a server works on; a session that the target has otherwise.
pub fn run(asked: &MigrateStore) -> anyhow::Result<String> {
    let config = Config::from_env()?;
    let claim = |url: &str| match is_postgres(url) {
        true => Ok(None),
        false => files::claim(url).map(Some),
    };
    let from = claim(&asked.from).context("FROM")?;
    let to = claim(&asked.to).context("TO")?;
    let told = |done: usize, all: usize| {
        if done.is_multiple_of(EVERY) || done == all {
            let _ = writeln!(std::io::stderr(), "{done} of {all} sessions");
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let moved = runtime.block_on(async {
        // In the log of the sessions that leave, which goes along.
        noted(&Config { database_url: asked.from.clone(), ..config }, Action::Move, |draft| draft.of("database"))
            .await?;
        anyhow::Ok(moving::move_store(&asked.from, &asked.to, told).await?)
    })?;
    drop((from, to));
    Ok(format!(
        "{} sessions copied, {} were there already, every row compared; {} links, workflows and audit rows\n",
        moved.copied, moved.there, moved.others
    ))
}
