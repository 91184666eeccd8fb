//! `legalagi hold add|remove|list`: sessions that nobody may delete, beside a server or without one.

use crate::adapters::clock::SystemClock;
use crate::adapters::store::sessions::Sessions;
use crate::model::ids::SessionId;
use crate::model::trail::Actor;
use crate::runner::ports::{Clock, StoreError};
use crate::server::boot;
use crate::server::config::Config;
use anyhow::bail;
use clap::Subcommand;
use std::fmt::Write;

/// What to do.
#[derive(Subcommand)]
pub enum Hold {
    /// Put a session on hold: neither it nor its copies can be deleted.
    Add {
        /// The session's id.
        id: String,
    },
    /// Take a session off hold.
    Remove {
        /// The session's id.
        id: String,
    },
    /// List what is on hold.
    List,
}

/// Runs the command and returns what to print.
///
/// # Errors
/// An unknown session; one that is not on hold; storage.
pub fn run(hold: &Hold) -> anyhow::Result<String> {
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let store = boot::sessions(&config, Actor::CommandLine).await?;
        let done = done(&store, hold).await;
        store.close().await;
        done
    })
}

async fn done(store: &Sessions, hold: &Hold) -> anyhow::Result<String> {
    let at = SystemClock::default().now();
    let told = |done: Result<(), StoreError>, id: &str, unknown: &str, line: &str| match done {
        Ok(()) => Ok(format!("{id}: {line}\n")),
        Err(StoreError::NotFound) => bail!("{id}: {unknown}"),
        Err(error) => Err(error.into()),
    };
    match hold {
        Hold::Add { id } => {
            told(store.hold(&SessionId::from(id.as_str()), &at).await, id, "no such session", "on hold")
        }
        Hold::Remove { id } => {
            told(store.release(&SessionId::from(id.as_str()), &at).await, id, "not on hold", "no longer on hold")
        }
        Hold::List => {
            let mut out = String::new();
            for held in store.holds().await? {
                let _ = writeln!(out, "{} since {}", held.session, held.at);
            }
            Ok(out)
        }
    }
}
