//! The chain of the audit log: how an entry is written, hashed and checked. Pure.
//!
//! An entry is a JSON object in the form of RFC 8785 (members sorted, no white space; texts are ASCII, numbers are whole).
//! Its hash is SHA-256 over the entry without the member `hash`; its member `before` is the hash of the entry before, of
//! the first one 64 zeros. `jq -cS 'del(.hash)' | tr -d '\n' | sha256sum` computes the same.

use crate::engine::prompt::sha256;
use crate::model::ids::SessionId;
use crate::model::trail::{Draft, TrailHead};
use serde_json::{Map, Value, json};

/// The hash before the first entry.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// How a session is named: its id opens it, so it stands here as a hash.
#[must_use]
pub fn of_session(session: &SessionId) -> String {
    format!("session:{}", sha256(session.as_str()))
}

/// An entry in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// From 1, without a gap.
    pub number: u64,
    /// The canonical form without the hash.
    pub body: String,
    /// Its hash.
    pub hash: String,
}

impl Sealed {
    /// Puts an entry behind another one.
    #[must_use]
    pub fn behind(head: &TrailHead, draft: &Draft) -> Self {
        let number = head.number + 1;
        let body = json!({
            "action": draft.action,
            "actor": draft.actor,
            "at": draft.at,
            "before": head.hash,
            "details": draft.details,
            "number": number,
            "result": draft.result,
            "subject": draft.subject,
            "version": draft.version,
        });
        let body = body.to_string();
        Self { number, hash: sha256(&body), body }
    }

    /// The end of a chain that ends here.
    #[must_use]
    pub fn head(&self) -> TrailHead {
        TrailHead { number: self.number, hash: self.hash.clone() }
    }

    /// The line of an export: the entry with its hash.
    #[must_use]
    pub fn line(&self) -> String {
        let mut entry: Map<String, Value> = serde_json::from_str(&self.body).unwrap_or_default();
        entry.insert("hash".to_owned(), json!(self.hash));
        Value::Object(entry).to_string()
    }

    /// Reads a line of an export. `None` when it is no entry in its one form: any other byte counts as a change.
    #[must_use]
    pub fn of_line(line: &str) -> Option<Self> {
        let mut entry: Map<String, Value> = serde_json::from_str(line).ok()?;
        let hash = entry.remove("hash")?.as_str()?.to_owned();
        let sealed = Self { number: entry.get("number")?.as_u64()?, body: Value::Object(entry).to_string(), hash };
        (sealed.line() == line).then_some(sealed)
    }

    /// When it was made.
    #[must_use]
    pub fn at(&self) -> String {
        self.member("at").as_str().unwrap_or_default().to_owned()
    }

    fn member(&self, name: &str) -> Value {
        let entry: Value = serde_json::from_str(&self.body).unwrap_or(Value::Null);
        entry[name].clone()
    }
}

/// What is wrong with a log, with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrailFault {
    /// A line that is no entry.
    #[error("line {0} is no entry, or not in its canonical form")]
    Unreadable(u64),
    /// The content does not have the hash that it carries.
    #[error("entry {0} was changed: its hash is that of another content")]
    Changed(u64),
    /// Another entry stands where this one belongs.
    #[error("entry {expected} is missing: entry {found} stands in its place")]
    Missing {
        /// The number that comes next.
        expected: u64,
        /// The number that was found.
        found: u64,
    },
    /// The entry was not made behind the one that stands before it.
    #[error("entry {0} does not follow the one before it: one of them was put in or exchanged")]
    Unchained(u64),
    /// The beginning is gone and nothing says who cut it.
    #[error("the log begins with entry {0} and no entry says that the part before it was cut")]
    Beginning(u64),
    /// The end is gone.
    #[error("the log ends with entry {last}, but entry {head} was made: the end was cut off")]
    Tail {
        /// The last entry that is there.
        last: u64,
        /// The head that is known.
        head: u64,
    },
    /// An entry is another one than the head that was kept.
    #[error("entry {0} is another one than the head that was kept: the log was written anew")]
    Rewritten(u64),
}

/// A part of a log whose chain holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// How many entries were read.
    pub entries: u64,
    /// The first one's number and what it follows; `None` without any.
    pub first: Option<TrailHead>,
    /// The last one.
    pub head: TrailHead,
}

/// Reads a log in order.
#[derive(Debug, Clone, Default)]
pub struct Checker {
    heads: Vec<TrailHead>,
    first: Option<TrailHead>,
    last: Option<TrailHead>,
    entries: u64,
    /// What the newest cut left behind itself.
    cut: Option<TrailHead>,
}

impl Checker {
    /// One that knows heads which were kept elsewhere.
    #[must_use]
    pub fn knowing(heads: &[TrailHead]) -> Self {
        Self { heads: heads.to_vec(), ..Self::default() }
    }

    /// Looks at the next entry.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn take(&mut self, sealed: &Sealed) -> Result<(), TrailFault> {
        let number = sealed.number;
        if sha256(&sealed.body) != sealed.hash {
            return Err(TrailFault::Changed(number));
        }
        let entry: Value = serde_json::from_str(&sealed.body).map_err(|_| TrailFault::Changed(number))?;
        let before = entry["before"].as_str().unwrap_or_default();
        if entry["number"].as_u64() != Some(number) {
            return Err(TrailFault::Changed(number));
        }
        match &self.last {
            Some(last) if number != last.number + 1 => {
                return Err(TrailFault::Missing { expected: last.number + 1, found: number });
            }
            Some(last) if before != last.hash => return Err(TrailFault::Unchained(number)),
            Some(_) => {}
            None if number == 0 || (number == 1 && before != GENESIS) => return Err(TrailFault::Unchained(number)),
            None => self.first = Some(TrailHead { number, hash: before.to_owned() }),
        }
        if self.heads.iter().any(|head| head.number == number && head.hash != sealed.hash) {
            return Err(TrailFault::Rewritten(number));
        }
        if entry["action"] == "cut" {
            let (through, hash) = (entry["details"]["through"].as_u64(), entry["details"]["hash"].as_str());
            self.cut = through.zip(hash).map(|(number, hash)| TrailHead { number, hash: hash.to_owned() });
        }
        self.last = Some(sealed.head());
        self.entries += 1;
        Ok(())
    }

    /// What was read: a part, which may begin anywhere.
    ///
    /// # Errors
    /// A head that is known does not stand there.
    pub fn part(self) -> Result<Checked, TrailFault> {
        let head = self.last.unwrap_or(TrailHead { number: 0, hash: GENESIS.to_owned() });
        if let Some(known) = self.heads.iter().find(|known| known.number > head.number) {
            return Err(TrailFault::Tail { last: head.number, head: known.number });
        }
        // Right before the part stands what its first entry follows.
        let begins = self.first.as_ref().map(|first| (first.number - 1, &first.hash));
        let differs = |known: &&TrailHead| begins.is_some_and(|(n, hash)| known.number == n && known.hash != *hash);
        if let Some(known) = self.heads.iter().find(differs) {
            return Err(TrailFault::Rewritten(known.number));
        }
        Ok(Checked { entries: self.entries, first: self.first, head })
    }

    /// What was read: a whole log, which begins with its first entry or behind a cut.
    ///
    /// # Errors
    /// As [`Self::part`]; a beginning that nobody cut.
    pub fn whole(self) -> Result<Checked, TrailFault> {
        if let Some(first) = self.first.as_ref().filter(|first| first.number > 1) {
            let behind = |cut: &TrailHead| cut.number + 1 == first.number && cut.hash == first.hash;
            if !self.cut.as_ref().is_some_and(behind) {
                return Err(TrailFault::Beginning(first.number));
            }
        }
        self.part()
    }
}
