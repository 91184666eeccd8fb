//! `legalagi matters add|list|member|wall|remove|put|take`: matters, who works on them, which sessions belong to them.

use crate::adapters::clock::SystemClock;
use crate::adapters::store::sessions::Sessions;
use crate::model::account::{Matter, Participant, Standing, matter_name_of, name_of};
use crate::model::ids::SessionId;
use crate::model::trail::Actor;
use crate::runner::ports::{Clock, StoreError};
use crate::server::boot;
use crate::server::config::Config;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::fmt::Write;

/// What to do.
#[derive(Subcommand)]
pub enum Matters {
    /// Make a matter and print its id.
    Add {
        /// What people call it.
        name: String,
    },
    /// List matters with their people.
    List,
    /// Let somebody work on a matter.
    Member {
        /// The matter's id.
        matter: String,
        /// The account.
        account: String,
    },
    /// Keep somebody away from a matter: nobody can make this person a member before the wall is removed.
    Wall {
        /// The matter's id.
        matter: String,
        /// The account.
        account: String,
    },
    /// Take a member out of a matter, or a wall away.
    Remove {
        /// The matter's id.
        matter: String,
        /// The account.
        account: String,
    },
    /// Put a session with its copies into a matter.
    Put {
        /// The matter's id.
        matter: String,
        /// The session's id.
        session: String,
    },
    /// Take a session out of its matter: it becomes common.
    Take {
        /// The session's id.
        session: String,
    },
}

/// Runs the command and returns what to print.
///
/// # Errors
/// A name that is none; an unknown matter, account or session; storage.
pub fn run(matters: &Matters) -> anyhow::Result<String> {
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let sessions = boot::sessions(&config, Actor::CommandLine).await?;
        let told = told(matters, &sessions).await;
        sessions.close().await;
        told
    })
}

async fn told(matters: &Matters, sessions: &Sessions) -> anyhow::Result<String> {
    let clock = SystemClock::default();
    match matters {
        Matters::Add { name } => {
            let name = matter_name_of(name).context("the name must have 1 to 120 characters, no control characters")?;
            let id = format!("mat_{}", clock.id());
            let matter = Matter { id: id.clone(), name, created_at: clock.now() };
            sessions.add_matter(matter).await?;
            Ok(format!("{id}\n"))
        }
        Matters::List => {
            let (mut text, people) = (String::new(), sessions.matter_people().await?);
            for one in sessions.all_matters().await? {
                let _ = writeln!(text, "{} {} {}", one.id, one.created_at, one.name);
                for person in people.iter().filter(|person| person.matter == one.id) {
                    let _ = writeln!(text, "  {} {} {}", person.account, person.standing.as_str(), person.since);
                }
            }
            Ok(text)
        }
        Matters::Member { matter, account } => stand(sessions, matter, account, Standing::Member, &clock).await,
        Matters::Wall { matter, account } => stand(sessions, matter, account, Standing::Walled, &clock).await,
        Matters::Remove { matter, account } => {
            let account = name_of(account).unwrap_or_default();
            match sessions.leave(matter, &account).await {
                Err(StoreError::NotFound) => bail!("{account} is neither a member of {matter} nor walled from it"),
                done => done.map(|()| format!("{matter}: {account} removed\n")).map_err(Into::into),
            }
        }
        Matters::Put { matter, session } => put(sessions, session, Some(matter)).await,
        Matters::Take { session } => put(sessions, session, None).await,
    }
}

async fn stand(
    sessions: &Sessions,
    matter: &str,
    account: &str,
    standing: Standing,
    clock: &SystemClock,
) -> anyhow::Result<String> {
    let account = name_of(account).unwrap_or_default();
    let person = Participant { matter: matter.to_owned(), account: account.clone(), standing, since: clock.now() };
    match sessions.stand(person).await {
        Ok(()) => Ok(format!("{matter}: {account} {}\n", standing.as_str())),
        Err(StoreError::NotFound) => bail!("there is no matter {matter}, or no account of this name"),
        Err(StoreError::Conflict { .. }) => bail!("{account} stands there otherwise: remove that first"),
        Err(error) => Err(error.into()),
    }
}

async fn put(sessions: &Sessions, session: &str, matter: Option<&String>) -> anyhow::Result<String> {
    let known = SessionId::is_well_formed(session);
    match sessions.put_session(&SessionId::from(session), matter.cloned()).await {
        Ok(()) => Ok(format!("{session}: {}\n", matter.map_or("common", String::as_str))),
        Err(StoreError::NotFound) if known => bail!("there is no session {session}, or no such matter"),
        Err(StoreError::NotFound) => bail!("{session} is no id of a session"),
        Err(error) => Err(error.into()),
    }
}
