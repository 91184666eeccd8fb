//! `legalagi webhooks list|test`: notices to programs elsewhere.

use crate::adapters::clock::SystemClock;
use crate::adapters::webhooks::Sender;
use crate::model::trail::{Action, Actor};
use crate::model::webhook::{Delivery, DeliveryState, Kind};
use crate::runner::ports::Clock;
use crate::server::boot;
use crate::server::config::Config;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::fmt::Write;

/// Notices that are listed.
const LISTED: u32 = 100;

/// What to do.
#[derive(Subcommand)]
pub enum Webhooks {
    /// List the newest notices and what came of each.
    List,
    /// Send a notice of the kind `test` to every receiver now; exit code 1 when one does not take it.
    Test,
}

/// What to print, and whether every receiver took it.
pub struct Report {
    /// The text.
    pub text: String,
    /// Nothing failed.
    pub taken: bool,
}

/// Runs the command.
///
/// # Errors
/// No receivers; storage.
pub fn run(webhooks: &Webhooks) -> anyhow::Result<Report> {
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let sessions = boot::sessions(&config, Actor::CommandLine).await?;
        match webhooks {
            Webhooks::List => {
                let mut text = String::new();
                for one in sessions.newest_webhooks(LISTED).await? {
                    let (kind, state, last) =
                        (one.kind.as_str(), one.state.as_str(), one.last.as_deref().unwrap_or("-"));
                    let (at, id, receiver, attempts) = (one.at, one.id, one.receiver, one.attempts);
                    let _ = writeln!(text, "{at} {id} {kind} {receiver} {state} attempts={attempts} last={last}");
                }
                sessions.close().await;
                Ok(Report { text, taken: true })
            }
            Webhooks::Test => {
                let Some(hooks) = &config.webhooks else {
                    bail!("no receivers are configured (LEGALAGI_WEBHOOK_URLS)")
                };
                let sender = Sender::new(hooks)?;
                let mut report = Report { text: String::new(), taken: true };
                for receiver in sender.names() {
                    let one = trial(&receiver);
                    let host = receiver.split('#').next().unwrap_or_default().to_owned();
                    let note = sessions.note_one(Action::Send, |draft| {
                        draft.text("host", &host).text("webhook", one.kind.as_str()).text("event", &one.id)
                    });
                    note.await.context("the audit log")?;
                    let (taken, told) = match sender.send(&one).await {
                        Ok(status) => (true, status.to_string()),
                        Err(why) => (false, why),
                    };
                    report.taken &= taken;
                    let _ = writeln!(report.text, "{receiver}: {}, {told}", if taken { "taken" } else { "NOT TAKEN" });
                }
                sessions.close().await;
                Ok(report)
            }
        }
    })
}

/// A notice of no session.
fn trial(receiver: &str) -> Delivery {
    let clock = SystemClock::default();
    Delivery {
        id: format!("evt_{}", clock.id()),
        session: String::new(),
        version: 0,
        kind: Kind::Test,
        at: clock.now(),
        receiver: receiver.to_owned(),
        attempts: 0,
        due: clock.now(),
        state: DeliveryState::Waiting,
        last: None,
    }
}
