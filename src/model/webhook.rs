//! Notices to programs elsewhere: that something happened to a session, never what was said.

use crate::model::ids::Version;
use serde::{Deserialize, Serialize};

/// What is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A session is ready: a contract may be drafted or concluded, an answer or a report stands.
    Ready,
    /// A lawyer has signed a document off.
    SignedOff,
    /// A round of a mock trial has ended.
    RoundEnd,
    /// Somebody tries whether a receiver hears.
    Test,
}

impl Kind {
    /// Those that sessions tell.
    pub const ALL: [Self; 3] = [Self::Ready, Self::SignedOff, Self::RoundEnd];

    /// The word on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::SignedOff => "signed_off",
            Self::RoundEnd => "round_end",
            Self::Test => "test",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().chain([Self::Test]).find(|kind| kind.as_str() == text)
    }

    /// What the event of a session means to others, if anything.
    #[must_use]
    pub fn of_event(name: &str) -> Option<Self> {
        match name {
            "REPORT_READY" => Some(Self::Ready),
            "ROUND_END" => Some(Self::RoundEnd),
            _ => None,
        }
    }
}

/// A notice for one receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The id of the event at this receiver: the same at every attempt.
    pub id: String,
    /// The session.
    pub session: String,
    /// The version at which it happened.
    pub version: Version,
    /// What happened.
    pub kind: Kind,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// To whom, as the configuration's receivers are named.
    pub receiver: String,
    /// Attempts so far.
    pub attempts: u32,
    /// When the next one is due, RFC 3339 UTC.
    pub due: String,
    /// How it stands.
    pub state: DeliveryState,
    /// What came of the last attempt: a status of HTTP or a word.
    pub last: Option<String>,
}

/// How a notice stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It is to be sent.
    Waiting,
    /// It was taken.
    Delivered,
    /// It was not taken so often that nobody tries any more.
    GivenUp,
}

impl DeliveryState {
    /// The word in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::GivenUp => "given_up",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Waiting, Self::Delivered, Self::GivenUp].into_iter().find(|state| state.as_str() == text)
    }
}
