//! `legalagi tokens add|list|revoke`: tokens of programs, beside a server or without one.

use crate::adapters::clock::SystemClock;
use crate::engine::prompt::sha256;
use crate::model::access_token::{AccessToken, Scope};
use crate::model::trail::Actor;
use crate::runner::ports::{Clock, StoreError};
use crate::server::boot;
use crate::server::config::Config;
use crate::server::tokens::PREFIX;
use anyhow::bail;
use clap::Subcommand;
use jiff::{SignedDuration, Timestamp};
use std::fmt::Write;

/// What to do.
#[derive(Subcommand)]
pub enum Tokens {
    /// Make a token and print it: it is shown this once.
    Add {
        /// What to call it.
        name: String,
        /// What it may do: read, write, export, admin; may stand several times.
        #[arg(long, required = true, value_parser = scope)]
        scope: Vec<Scope>,
        /// Days after which it opens nothing.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: Option<u32>,
    },
    /// List tokens, those that are ended, too.
    List,
    /// End a token.
    Revoke {
        /// Its id.
        id: String,
    },
}

fn scope(text: &str) -> Result<Scope, String> {
    Scope::parse(text).ok_or_else(|| "expected read, write, export or admin".to_owned())
}

/// Runs the command and returns what to print.
///
/// # Errors
/// A name that is none; an unknown token; storage.
pub fn run(tokens: &Tokens) -> anyhow::Result<String> {
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let sessions = boot::sessions(&config, Actor::CommandLine).await?;
        let clock = SystemClock::default();
        let told = match tokens {
            Tokens::Add { name, scope, days } => {
                if name.is_empty() || name.len() > 100 || name.chars().any(char::is_control) {
                    bail!("the name must have 1 to 100 characters");
                }
                let (token, made) = made(&clock, name, scope, *days);
                let id = made.id.clone();
                sessions.add_token(made).await?;
                format!("{id}\n{token}\nThis is the only time that the token is shown.\n")
            }
            Tokens::List => {
                let (mut text, now) = (String::new(), clock.now());
                for one in sessions.tokens().await? {
                    let state = if one.is_live(&now) { "live" } else { "ended" };
                    let scopes: Vec<&str> = one.scopes.iter().map(|scope| scope.as_str()).collect();
                    let end = one.revoked_at.or(one.expires_at).unwrap_or_else(|| "-".to_owned());
                    let _ =
                        writeln!(text, "{} {} {state} {} {end} {}", one.id, one.created_at, scopes.join(","), one.name);
                }
                text
            }
            Tokens::Revoke { id } => match sessions.revoke_token(id, &clock.now()).await {
                Ok(()) => format!("{id}: ended\n"),
                Err(StoreError::NotFound) => bail!("{id}: no such token, or it is ended already"),
                Err(error) => return Err(error.into()),
            },
        };
        sessions.close().await;
        Ok(told)
    })
}

fn made(clock: &SystemClock, name: &str, scopes: &[Scope], days: Option<u32>) -> (String, AccessToken) {
    let token = format!("{PREFIX}{}", clock.token());
    let now = clock.now();
    let end = |days: u32| -> Option<String> {
        let at: Timestamp = now.parse().ok()?;
        let end = at.checked_add(SignedDuration::from_hours(24 * i64::from(days))).ok()?;
        Some(end.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string())
    };
    let mut scopes = scopes.to_vec();
    scopes.sort_unstable();
    scopes.dedup();
    let made = AccessToken {
        id: format!("key_{}", clock.id()),
        name: name.to_owned(),
        hash: sha256(&token),
        scopes,
        expires_at: days.and_then(end),
        created_at: now,
        revoked_at: None,
    };
    (token, made)
}
