//! Notices to programs elsewhere, as Standard Webhooks says: signed, with the time in the signature, tried again with
//! growing pauses up to a bound. They wait in a table, so that a restart loses none; several servers share the work.

pub mod place;
pub mod sign;

use crate::adapters::clock::SystemClock;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::webhooks::place::Places;
use crate::adapters::webhooks::sign::Key;
use crate::engine::prompt::sha256;
use crate::engine::trail::of_session;
use crate::model::ids::SessionId;
use crate::model::trail::{Action, Draft, Outcome};
use crate::model::webhook::{Delivery, DeliveryState, Kind};
use crate::runner::ports::{Clock, StoreError};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use reqwest::{Client, Url, redirect};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long a receiver may take.
const TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(5);
/// Notices that are sent at once.
const TOGETHER: u32 = 16;
/// How often the table is looked through.
const LOOK: Duration = Duration::from_secs(1);
/// Days for which it stays written what came of a notice.
const KEPT_DAYS: i64 = 90;

/// Who is told what, and how.
#[derive(Debug, Clone)]
pub struct WebhookConfig {
    /// Receivers.
    pub urls: Vec<String>,
    /// The key of signatures.
    pub key: Key,
    /// Whether receivers may stand on this machine or in a private network.
    pub private: bool,
    /// What is told.
    pub kinds: Vec<Kind>,
}

/// When a notice is tried again.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Pause after the first attempt; it doubles with each.
    pub base: SignedDuration,
    /// The longest pause.
    pub cap: SignedDuration,
    /// How long a notice belongs to whoever sends it: longer than an attempt can take.
    pub lease: SignedDuration,
    /// Attempts after which a notice is given up.
    pub attempts: u32,
}

impl Default for Pace {
    /// Fourteen attempts in a little more than eight hours.
    fn default() -> Self {
        Self {
            base: SignedDuration::from_secs(5),
            cap: SignedDuration::from_hours(1),
            lease: SignedDuration::from_secs(20),
            attempts: 14,
        }
    }
}

impl Pace {
    fn pause(&self, attempts: u32) -> SignedDuration {
        let factor = 1_i32.checked_shl(attempts.saturating_sub(1)).filter(|factor| *factor > 0).unwrap_or(i32::MAX);
        self.base.checked_mul(factor).unwrap_or(self.cap).min(self.cap)
    }
}

/// A receiver.
#[derive(Debug, Clone)]
struct Receiver {
    name: String,
    url: Url,
}

/// How a receiver is named in the table and in lists: the host, and enough of the address's hash to tell two of one host
/// apart. An address may hold a secret.
fn name(url: &Url) -> String {
    let hash = sha256(url.as_str());
    format!("{}#{}", url.authority(), hash.get(..8).unwrap_or_default())
}

/// Why there is no sender.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// An address that cannot be used.
    #[error("{0} is no address of a receiver: expected https://host/path without a name and password")]
    Address(String),
    /// A plain connection to somewhere else.
    #[error("{0} is not https: set LEGALAGI_WEBHOOK_PRIVATE=1 if it stands in a network of your own")]
    Plain(String),
    /// The client cannot be made.
    #[error("no HTTP client")]
    Client,
}

/// Sends notices.
#[derive(Debug, Clone)]
pub struct Sender {
    client: Client,
    receivers: Vec<Receiver>,
    key: Key,
    places: Places,
}

impl Sender {
    /// A sender to the receivers of the configuration.
    ///
    /// # Errors
    /// An address that cannot be used.
    pub fn new(config: &WebhookConfig) -> Result<Self, WebhookError> {
        let receiver = |text: &String| {
            let url = Url::parse(text).map_err(|_| WebhookError::Address(text.clone()))?;
            let plain = url.username().is_empty() && url.password().is_none() && url.has_host();
            match url.scheme() {
                _ if !plain => Err(WebhookError::Address(url.authority().to_owned())),
                "https" => Ok(Receiver { name: name(&url), url }),
                "http" if config.private => Ok(Receiver { name: name(&url), url }),
                "http" => Err(WebhookError::Plain(url.authority().to_owned())),
                _ => Err(WebhookError::Address(url.authority().to_owned())),
            }
        };
        let places = Places { private: config.private };
        let client = Client::builder()
            .user_agent(concat!("legalagi/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .retry(reqwest::retry::never())
            .connect_timeout(CONNECT)
            .timeout(TIMEOUT)
            .dns_resolver(Arc::new(places))
            .build()
            .map_err(|_| WebhookError::Client)?;
        let receivers = config.urls.iter().map(receiver).collect::<Result<_, _>>()?;
        Ok(Self { client, receivers, key: config.key.clone(), places })
    }

    /// The names of the receivers.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.receivers.iter().map(|receiver| receiver.name.clone()).collect()
    }

    /// Sends a notice once; the status of a receiver that took it, else why not.
    ///
    /// # Errors
    /// A status other than 2xx as a number, or a word.
    pub async fn send(&self, one: &Delivery) -> Result<u16, String> {
        let receiver = self.receivers.iter().find(|receiver| receiver.name == one.receiver);
        let Some(receiver) = receiver else { return Err("not_configured".to_owned()) };
        if !self.places.admits(&receiver.url) {
            return Err("private_address".to_owned());
        }
        let data = json!({"session": one.session, "version": one.version});
        let body = json!({"id": one.id, "type": one.kind.as_str(), "timestamp": one.at, "data": data}).to_string();
        let now: Timestamp = SystemClock::default().now().parse().unwrap_or_default();
        let moment = now.as_second().to_string();
        let signature = self.key.sign(&one.id, &moment, &body);
        let request = self.client.post(receiver.url.clone()).header("content-type", "application/json");
        let request = request.header("webhook-id", &one.id).header("webhook-timestamp", &moment);
        let sent = request.header("webhook-signature", signature).body(body).send().await;
        match sent {
            Ok(answer) if answer.status().is_success() => Ok(answer.status().as_u16()),
            Ok(answer) => Err(answer.status().as_u16().to_string()),
            Err(error) if error.is_timeout() => Err("timeout".to_owned()),
            Err(_) => Err("no_connection".to_owned()),
        }
    }
}

/// Sends what is due, for as long as the process lives.
pub async fn run(sessions: Sessions, sender: Sender, pace: Pace) {
    let mut next_forgetting = Timestamp::default();
    loop {
        let now = moment();
        if now >= next_forgetting {
            next_forgetting = later(now, SignedDuration::from_hours(1));
            let before = written(later(now, SignedDuration::from_hours(-24 * KEPT_DAYS)));
            if let Err(error) = sessions.forget_webhooks(&before).await {
                tracing::warn!(error = error.to_string(), "old notices were not removed");
            }
        }
        let due = match sessions.due_webhooks(&written(now), TOGETHER).await {
            Ok(due) => due,
            Err(error) => {
                tracing::warn!(error = error.to_string(), "notices were not read");
                Vec::new()
            }
        };
        let idle = due.is_empty();
        join_all(due.into_iter().map(|one| attempt(&sessions, &sender, pace, one))).await;
        if idle {
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// One attempt: taken by a number that only one sender can write, noted, sent, and what came of it.
async fn attempt(sessions: &Sessions, sender: &Sender, pace: Pace, one: Delivery) {
    let before = one.attempts;
    let attempts = before + 1;
    // Whatever dies from here on, it is due again; not while this attempt still runs.
    let pause = pace.pause(attempts);
    let due = written(later(moment(), pause.max(pace.lease)));
    let taken = Delivery { attempts, due, ..one };
    match sessions.settle_webhook(taken.clone(), before).await {
        Ok(()) => {}
        Err(StoreError::NotFound) => return,
        Err(error) => {
            tracing::warn!(error = error.to_string(), "a notice was not taken");
            tokio::time::sleep(LOOK).await;
            return;
        }
    }
    let sent = match note(sessions, &taken, Outcome::Done).await {
        Ok(()) => sender.send(&taken).await,
        Err(_) => Err("not_noted".to_owned()),
    };
    let state = match &sent {
        Ok(_) => DeliveryState::Delivered,
        Err(_) if attempts >= pace.attempts => DeliveryState::GivenUp,
        Err(_) => DeliveryState::Waiting,
    };
    let last = Some(sent.map_or_else(|why| why, |status| status.to_string()));
    let due = written(later(moment(), pause));
    let now = Delivery { state, last, due, ..taken };
    if state == DeliveryState::GivenUp {
        tracing::warn!(id = now.id, receiver = now.receiver, last = now.last, attempts, "a notice was given up");
        if let Err(error) = note(sessions, &now, Outcome::Failed).await {
            tracing::warn!(error = error.to_string(), "the audit log was not written");
        }
    }
    if let Err(error) = sessions.settle_webhook(now, attempts).await {
        tracing::warn!(error = error.to_string(), "what came of a notice was not kept: it is sent again");
    }
}

async fn note(sessions: &Sessions, one: &Delivery, result: Outcome) -> Result<(), StoreError> {
    let subject = of_session(&SessionId::from(one.session.as_str()));
    let with = |draft: Draft| {
        let draft = Draft { result, ..draft.of(&subject).at_version(Some(one.version)) };
        let host = one.receiver.split('#').next().unwrap_or_default();
        draft.text("host", host).text("webhook", one.kind.as_str()).text("event", &one.id)
    };
    sessions.note_one(Action::Send, with).await
}

fn moment() -> Timestamp {
    SystemClock::default().now().parse().unwrap_or_default()
}

fn later(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.checked_add(by).unwrap_or(at)
}

/// As the clock writes a time, so that times compare as texts.
fn written(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_cap() {
        let pace = Pace::default();
        let pauses: Vec<i64> = (1..=14).map(|attempt| pace.pause(attempt).as_secs()).collect();
        assert_eq!(pauses[..4], [5, 10, 20, 40]);
        assert!(pauses.is_sorted() && pauses[13] == 3600 && pace.pause(999).as_secs() == 3600, "{pauses:?}");
    }

    #[test]
    fn only_addresses_that_were_meant_are_taken() {
        let of = |url: &str, private: bool| {
            let key = Key::parse("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3").unwrap();
            let urls = vec![url.to_owned()];
            Sender::new(&WebhookConfig { urls, key, private, kinds: Kind::ALL.into() }).map(|sender| sender.names())
        };
        assert!(of("https://hooks.example.org/in?key=secret", false).unwrap()[0].starts_with("hooks.example.org#"));
        assert!(!of("https://hooks.example.org/in?key=secret", false).unwrap()[0].contains("secret"));
        assert!(matches!(of("http://hooks.example.org/", false), Err(WebhookError::Plain(_))));
        assert!(of("http://127.0.0.1:8080/", true).is_ok());
        for url in ["ftp://x.example", "https://a:b@x.example", "nonsense"] {
            assert!(matches!(of(url, true), Err(WebhookError::Address(_))), "{url}");
        }
    }
}
