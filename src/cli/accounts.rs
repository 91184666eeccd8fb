//! `legalagi accounts add|list|role|password|disable|enable`: people with accounts, beside a server or without one.

use crate::adapters::clock::SystemClock;
use crate::adapters::password;
use crate::adapters::store::sessions::Sessions;
use crate::model::account::{Account, AccountChange, Role, name_of};
use crate::model::trail::Actor;
use crate::runner::ports::{Clock, StoreError};
use crate::server::boot;
use crate::server::config::Config;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::fmt::Write;
use std::io::Read;

/// What to do.
#[derive(Subcommand)]
pub enum Accounts {
    /// Make an account. Without --stdin a password is made and printed, this once.
    Add {
        /// The name to sign in with: letters, digits, `.`, `_`, `-`, `@`; it stays.
        name: String,
        /// reader, author, reviewer or administrator.
        #[arg(long, value_parser = role)]
        role: Role,
        /// Read the password from standard input.
        #[arg(long)]
        stdin: bool,
    },
    /// List accounts, those that are disabled, too.
    List,
    /// Give another role.
    Role {
        /// The account.
        name: String,
        /// reader, author, reviewer or administrator.
        #[arg(value_parser = role)]
        role: Role,
    },
    /// Give another password and sign the person out everywhere. Without --stdin one is made and printed, this once.
    Password {
        /// The account.
        name: String,
        /// Read the password from standard input.
        #[arg(long)]
        stdin: bool,
    },
    /// From now on the account opens nothing; the person is signed out everywhere.
    Disable {
        /// The account.
        name: String,
    },
    /// A disabled account opens something again.
    Enable {
        /// The account.
        name: String,
    },
}

fn role(text: &str) -> Result<Role, String> {
    Role::parse(text).ok_or_else(|| "expected reader, author, reviewer or administrator".to_owned())
}

/// Runs the command and returns what to print.
///
/// # Errors
/// A name or a password that is none; an unknown account; storage.
pub fn run(accounts: &Accounts) -> anyhow::Result<String> {
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let sessions = boot::sessions(&config, Actor::CommandLine).await?;
        let told = told(accounts, &sessions).await;
        sessions.close().await;
        told
    })
}

async fn told(accounts: &Accounts, sessions: &Sessions) -> anyhow::Result<String> {
    let clock = SystemClock::default();
    match accounts {
        Accounts::Add { name, role, stdin } => {
            let name = name_of(name).context("the name must have 2 to 64 letters, digits, dots, _, - or @")?;
            let (password, shown) = password_of(*stdin, &clock)?;
            let account =
                Account { name: name.clone(), role: *role, password, created_at: clock.now(), disabled_at: None };
            match sessions.add_account(account).await {
                Ok(()) => Ok(format!("{name}: {}\n{shown}", role.as_str())),
                Err(StoreError::Conflict { .. }) => bail!("{name}: there is an account of this name"),
                Err(error) => Err(error.into()),
            }
        }
        Accounts::List => {
            let mut text = String::new();
            for one in sessions.accounts().await? {
                let state = if one.disabled_at.is_some() { "disabled" } else { "live" };
                let _ = writeln!(text, "{} {} {state} {}", one.name, one.role.as_str(), one.created_at);
            }
            Ok(text)
        }
        Accounts::Role { name, role } => {
            change(sessions, name, AccountChange::Role(*role)).await?;
            Ok(format!("{name}: {}\n", role.as_str()))
        }
        Accounts::Password { name, stdin } => {
            let (password, shown) = password_of(*stdin, &clock)?;
            change(sessions, name, AccountChange::Password(password)).await?;
            Ok(format!("{name}: another password\n{shown}"))
        }
        Accounts::Disable { name } => {
            change(sessions, name, AccountChange::Disabled(Some(clock.now()))).await?;
            Ok(format!("{name}: disabled\n"))
        }
        Accounts::Enable { name } => {
            change(sessions, name, AccountChange::Disabled(None)).await?;
            Ok(format!("{name}: live\n"))
        }
    }
}

async fn change(sessions: &Sessions, name: &str, change: AccountChange) -> anyhow::Result<()> {
    let known = name_of(name).unwrap_or_default();
    match sessions.change_account(&known, change).await {
        Err(StoreError::NotFound) => bail!("{name}: there is no account of this name"),
        done => Ok(done?),
    }
}

/// The password as it is kept, and what to print of it.
fn password_of(stdin: bool, clock: &SystemClock) -> anyhow::Result<(String, String)> {
    let (password, shown) = if stdin {
        let mut typed = String::new();
        let most = u64::try_from(password::LONGEST).unwrap_or(u64::MAX) + 2;
        std::io::stdin().take(most).read_to_string(&mut typed).context("standard input")?;
        (typed.trim_end_matches(['\r', '\n']).to_owned(), String::new())
    } else {
        let made = clock.token();
        let shown = format!("{made}\nThis is the only time that the password is shown.\n");
        (made, shown)
    };
    if !password::is_fit(&password) {
        bail!(
            "the password must have {} characters or more, and {} bytes at most",
            password::SHORTEST,
            password::LONGEST
        );
    }
    Ok((password::kept(&password).context("no randomness")?, shown))
}
