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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::trail::{Action, Actor};
    use proptest::prelude::*;

    fn chain(entries: u64) -> Vec<Sealed> {
        let mut head = TrailHead { number: 0, hash: GENESIS.to_owned() };
        let made = |number: u64| {
            let draft = Draft::new("2026-11-26T10:00:00.000Z".to_owned(), &Actor::Token, Action::Update);
            let draft = draft.of(&of_session(&SessionId::from("s"))).at_version(Some(7)).text("cause", "edit");
            let sealed = Sealed::behind(&head, &draft.number("bytes", number));
            head = sealed.head();
            sealed
        };
        (1..=entries).map(made).collect()
    }

    fn checked(chain: &[Sealed], known: &[TrailHead]) -> Result<Checked, TrailFault> {
        let mut checker = Checker::knowing(known);
        chain.iter().try_for_each(|sealed| checker.take(sealed))?;
        checker.whole()
    }

    #[test]
    fn the_form_is_the_documented_one() {
        let line = chain(1)[0].line();
        let before = GENESIS;
        let subject = of_session(&SessionId::from("s"));
        let want = format!(
            "{{\"action\":\"update\",\"actor\":\"token\",\"at\":\"2026-11-26T10:00:00.000Z\",\"before\":\"{before}\",\
             \"details\":{{\"bytes\":1,\"cause\":\"edit\"}},\"number\":1,\"result\":\"done\",\"subject\":\"{subject}\",\
             \"version\":7}}"
        );
        assert_eq!(chain(1)[0].body, want);
        assert_eq!(chain(1)[0].hash, sha256(&want));
        assert!(line.contains(&format!("\"hash\":\"{}\",\"number\"", sha256(&want))), "{line}");
        assert_eq!(Sealed::of_line(&line).as_ref(), chain(1).first());
    }

    #[test]
    fn no_words_of_a_person_pass() {
        let draft = Draft::new("t".to_owned(), &Actor::Link("Иван".to_owned()), Action::Read);
        let draft = draft.of("document:Договор № 5").text("route", "<b>секрет</b>").text("long", &"x".repeat(999));
        let line = Sealed::behind(&TrailHead { number: 0, hash: GENESIS.to_owned() }, &draft).line();
        assert!(line.is_ascii() && !line.contains('<') && line.len() < 800, "{line}");
    }

    #[test]
    fn a_missing_exchanged_or_cut_entry_is_named() {
        let whole = chain(6);
        let head = whole[5].head();
        assert_eq!(checked(&whole, std::slice::from_ref(&head)).unwrap().entries, 6);
        let without = |at: usize| whole.iter().filter(|one| one.number != at as u64).cloned().collect::<Vec<_>>();
        assert_eq!(checked(&without(3), &[]), Err(TrailFault::Missing { expected: 3, found: 4 }));
        assert_eq!(checked(&without(1), &[]), Err(TrailFault::Beginning(2)));
        assert_eq!(checked(&whole[..5], &[]).unwrap().entries, 5, "nothing in a log says how long it was");
        assert_eq!(checked(&whole[..5], &[head]), Err(TrailFault::Tail { last: 5, head: 6 }));
        let mut turned = whole.clone();
        turned.swap(2, 3);
        assert_eq!(checked(&turned, &[]), Err(TrailFault::Missing { expected: 3, found: 4 }));
        // Somebody who renumbers and hashes anew one entry cannot hide it from the next.
        let mut forged = whole.clone();
        let body = forged[2].body.replace("\"bytes\":3", "\"bytes\":4");
        forged[2] = Sealed { number: 3, hash: sha256(&body), body };
        assert_eq!(checked(&forged, &[]), Err(TrailFault::Unchained(4)));
        // A log that was written anew from the beginning differs from a head that was kept.
        let other = TrailHead { number: 4, hash: sha256("another") };
        assert_eq!(checked(&whole, &[other]), Err(TrailFault::Rewritten(4)));
    }

    proptest! {
        /// Whatever byte of an export is changed to whatever, the check finds it at that entry or the one behind it.
        #[test]
        fn any_single_change_of_any_entry_is_found(entry in 0usize..8, at in 0usize..600, byte in 0u8..=255) {
            let whole = chain(8);
            let mut lines: Vec<Vec<u8>> = whole.iter().map(|sealed| sealed.line().into_bytes()).collect();
            let length = lines[entry].len();
            let place = &mut lines[entry][at % length];
            prop_assume!(*place != byte);
            *place = byte;
            let mut checker = Checker::knowing(&[whole[7].head()]);
            let found = lines.iter().zip(1u64..).try_for_each(|(line, number)| {
                let text = String::from_utf8(line.clone()).unwrap_or_default();
                let sealed = Sealed::of_line(&text).ok_or(TrailFault::Unreadable(number))?;
                checker.take(&sealed)
            });
            let found = found.and_then(|()| checker.whole().map(|_| ()));
            let named = entry as u64 + 1;
            let fault = found.expect_err("a change is found");
            let number = match fault {
                TrailFault::Unreadable(n) | TrailFault::Changed(n) | TrailFault::Unchained(n) => n,
                TrailFault::Missing { expected, .. } => expected,
                TrailFault::Rewritten(n) | TrailFault::Beginning(n) => n,
                TrailFault::Tail { .. } => 0,
            };
            prop_assert!(number == named || number == named + 1, "{number} for {named}");
        }
    }
}
