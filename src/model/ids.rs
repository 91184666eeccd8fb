//! Newtypes for identifiers, so that a turn id never travels where a session id is meant.

use serde::{Deserialize, Serialize};

/// Declares a string newtype with the conversions every identifier needs.
macro_rules! decl_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                Self(value.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                Self(value)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

decl_id!(
    /// A session: 16 random bytes as base64url (22 characters). Who has it has the file.
    SessionId
);
decl_id!(
    /// One user event, chosen by the client: the same id has one effect and one answer.
    RequestId
);
decl_id!(
    /// One execution of a step, attempts included.
    StepRunId
);
decl_id!(
    /// A turn of the dialogue.
    TurnId
);
decl_id!(
    /// A question that was asked.
    QuestionId
);
decl_id!(
    /// An issue of a session.
    IssueId
);
decl_id!(
    /// A remark on the document of a session.
    RemarkId
);

/// Number of a state version within its session, counted from 0 without a gap.
pub type Version = u32;

impl SessionId {
    /// Whether the text has the shape of a session id: 22 characters of base64url.
    #[must_use]
    pub fn is_well_formed(text: &str) -> bool {
        text.len() == 22 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    }
}

impl RequestId {
    /// Whether the text can be a request id: 1 to 100 visible ASCII characters.
    #[must_use]
    pub fn is_well_formed(text: &str) -> bool {
        (1..=100).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
    }
}

impl TurnId {
    /// The version that brought the turn: `t12`, or `t12-q` for a second turn of the same version.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        let digits = self.0.strip_prefix('t')?;
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    }
}
