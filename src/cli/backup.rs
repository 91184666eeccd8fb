//! `legalagi backup FOLDER`, `legalagi backup --verify FOLDER`, `legalagi restore FOLDER`: copies of the database, made
//! beside a server and put back without one.

use crate::adapters::clock::SystemClock;
use crate::adapters::store::backup::{self, Manifest};
use crate::adapters::store::postgres_open::is_postgres;
use crate::cli::noted;
use crate::model::trail::{Action, Draft};
use crate::runner::ports::Clock;
use crate::server::config::Config;
use clap::Args;
use std::path::PathBuf;

/// Where to.
#[derive(Args)]
pub struct Backup {
    /// A folder that is not there yet; with `--verify`, one that a backup was made in.
    pub folder: PathBuf,
    /// Makes nothing: reads a backup whole and says whether everything in it stands.
    #[arg(long)]
    pub verify: bool,
}

/// Where from.
#[derive(Args)]
pub struct Restore {
    /// The folder of a backup. The database that stands in its place is moved aside.
    pub folder: PathBuf,
}

/// What is said where sessions are in a database of their own.
const ELSEWHERE: &str = "sources only: sessions are in PostgreSQL, copy them with pg_dump\n";

/// Makes or reads a backup and returns what to print.
///
/// # Errors
/// Whatever keeps it from being made, or from being trusted.
pub fn run(asked: &Backup) -> anyhow::Result<String> {
    block_on(async {
        if asked.verify {
            return Ok(told(&backup::verify(&asked.folder).await?));
        }
        let config = Config::from_env()?;
        let now = SystemClock::default().now();
        let manifest = backup::backup(&config.sources_url, &asked.folder, &now).await?;
        let note = |draft: Draft| draft.of("database").number("bytes", manifest.bytes).text("sha256", &manifest.sha256);
        // A database of an older schema is only read: what is noted would change it.
        if is_postgres(&config.database_url) || backup::is_current(&config.sources_url).await {
            noted(&config, Action::Backup, note).await?;
        }
        let made = told(&manifest);
        Ok(if is_postgres(&config.database_url) { format!("{made}{ELSEWHERE}") } else { made })
    })
}

/// Puts a backup back and returns what to print.
///
/// # Errors
/// It is no sound backup; a server works on the database; the place cannot be written.
pub fn restore(asked: &Restore) -> anyhow::Result<String> {
    block_on(async {
        let config = Config::from_env()?;
        let stamp: String = SystemClock::default().now().chars().filter(char::is_ascii_alphanumeric).collect();
        let (manifest, aside) = backup::restore(&asked.folder, &config.sources_url, &stamp).await?;
        let note =
            |draft: Draft| draft.of("database").text("made_at", &manifest.made_at).text("sha256", &manifest.sha256);
        noted(&config, Action::Replace, note).await?;
        let moved = aside.map_or_else(String::new, |place| format!("what stood there is {}\n", place.display()));
        Ok(format!("restored: {}{moved}", told(&manifest)))
    })
}

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

fn told(manifest: &Manifest) -> String {
    format!(
        "{} sessions, {} versions, {} bytes, made {} by {}: sound\n",
        manifest.sessions, manifest.versions, manifest.bytes, manifest.made_at, manifest.release
    )
}
