//! The audit log: who saw, said, changed, exported and deleted what, and what left the machine. Entries hold ids, sizes
//! and hashes, never words of anybody.

use crate::model::ids::Version;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What was done. The list is closed; words are only added to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Something was shown.
    Read,
    /// A session was opened.
    Create,
    /// A person's words joined a session.
    Say,
    /// A lawyer signed a version off.
    SignOff,
    /// A session was changed otherwise: a step, an edit, its name.
    Update,
    /// A file was given out.
    Export,
    /// A source was taken in.
    Import,
    /// A link was opened.
    Share,
    /// A link or a token of a program was ended.
    Revoke,
    /// A session went into the trash.
    Trash,
    /// A session came back from the trash.
    Restore,
    /// A session was deleted for good.
    Delete,
    /// A session was put on legal hold.
    Hold,
    /// A legal hold ended.
    Release,
    /// Something was handed to a server beyond this program: a model, a receiver of notices.
    Send,
    /// A token was made for a program.
    Grant,
    /// Somebody tried to sign in.
    SignIn,
    /// Somebody was not let in, or was refused what the role, the matter or the token does not open.
    Deny,
    /// The database was copied into a backup.
    Backup,
    /// A backup took the place of the database.
    Replace,
    /// Sessions were copied into another database.
    Move,
    /// An older part of this log was removed.
    Cut,
    /// Readings that were not noted, because too many came at once.
    Lost,
}

/// Who did it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The person at this machine.
    Person,
    /// Whoever has the instance's token.
    Token,
    /// A program with a token of its own, by the public id of that.
    Key(String),
    /// A person who is signed in, by the name of the account.
    Account(String),
    /// Whoever has a share link, by the link's public id.
    Link(String),
    /// A program over the Model Context Protocol.
    Mcp,
    /// A command on the machine of the server.
    CommandLine,
    /// The server by itself.
    Server,
    /// Somebody at a server that is open to everybody, or somebody who has not signed in yet.
    Anyone,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Token => f.write_str("token"),
            Self::Key(id) => write!(f, "key:{id}"),
            Self::Account(name) => write!(f, "account:{name}"),
            Self::Link(id) => write!(f, "link:{id}"),
            Self::Mcp => f.write_str("mcp"),
            Self::CommandLine => f.write_str("command_line"),
            Self::Server => f.write_str("server"),
            Self::Anyone => f.write_str("anyone"),
        }
    }
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was refused.
    Refused,
    /// It failed.
    Failed,
}

/// What is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Level {
    /// Nothing.
    Off,
    /// Whatever changes something or leaves the machine.
    Changes,
    /// What is shown, too.
    #[default]
    All,
}

impl Level {
    /// Whether an action is noted.
    #[must_use]
    pub fn wants(self, action: Action) -> bool {
        match action {
            Action::Read | Action::Lost => self == Self::All,
            _ => self >= Self::Changes,
        }
    }
}

/// A detail: a number, or a text without words of anybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Detail {
    /// A size, a count.
    Number(u64),
    /// An id, a hash, a name of the configuration.
    Text(String),
}

/// Most characters of a text of an entry.
const TEXT: usize = 200;

/// An entry before it has its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// When, RFC 3339 UTC.
    pub at: String,
    /// Who, as [`Actor`] is written.
    pub actor: String,
    /// What.
    pub action: Action,
    /// Of what: `session:` with the SHA-256 of its id, `document:` with its id, or a word for the whole.
    pub subject: Option<String>,
    /// The version that was made or shown.
    pub version: Option<Version>,
    /// What came of it.
    pub result: Outcome,
    /// Ids, sizes, hashes.
    pub details: BTreeMap<&'static str, Detail>,
}

impl Draft {
    /// Something that was done.
    #[must_use]
    pub fn new(at: String, actor: &Actor, action: Action) -> Self {
        let actor = plain(&actor.to_string());
        Self { at, actor, action, subject: None, version: None, result: Outcome::Done, details: BTreeMap::new() }
    }

    /// With what it was done to.
    #[must_use]
    pub fn of(mut self, subject: &str) -> Self {
        self.subject = Some(plain(subject));
        self
    }

    /// With a version.
    #[must_use]
    pub fn at_version(mut self, version: Option<Version>) -> Self {
        self.version = version;
        self
    }

    /// With a detail that is an id, a hash or a name.
    #[must_use]
    pub fn text(mut self, name: &'static str, value: &str) -> Self {
        self.details.insert(name, Detail::Text(plain(value)));
        self
    }

    /// With a size or a count.
    #[must_use]
    pub fn number(mut self, name: &'static str, value: u64) -> Self {
        self.details.insert(name, Detail::Number(value));
        self
    }
}

/// Letters, digits and marks of ids; whatever else comes in becomes `_`. So every writer of JSON writes it alike, and
/// nothing of a person's words passes.
fn plain(text: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || "._:/@+{}*-".contains(c) { c } else { '_' };
    text.chars().take(TEXT).map(keep).collect()
}

/// The end of the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrailHead {
    /// Number of the newest entry; 0 before the first.
    pub number: u64,
    /// Its hash.
    pub hash: String,
}

impl fmt::Display for TrailHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.hash)
    }
}

impl TrailHead {
    /// Reads what [`fmt::Display`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (number, hash) = text.split_once(':')?;
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hash.then_some(())?;
        Some(Self { number: number.parse().ok()?, hash: hash.to_ascii_lowercase() })
    }
}
