//! What a lawyer says about a document: remarks, and the sign-off of one version. Beside the versions, never in them.

use crate::model::ids::{RemarkId, Version};
use serde::{Deserialize, Serialize};

/// Most characters of a remark.
pub const REMARK_CHARS: u32 = 4_000;
/// Most characters of a name.
pub const NAME_CHARS: u32 = 120;
/// Most characters of the note of a sign-off.
pub const NOTE_CHARS: u32 = 1_000;
/// Most remarks of a session, answers included.
pub const MOST_REMARKS: usize = 500;
/// Most sign-offs of a session.
pub const MOST_SIGNOFFS: usize = 200;

/// Who says something about a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Whose session it is.
    Owner,
    /// Who came by a link.
    Lawyer,
}

impl Side {
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Lawyer => "lawyer",
        }
    }

    /// Who comes by this link, or without one.
    #[must_use]
    pub const fn of(link: Option<&String>) -> Self {
        if link.is_some() { Self::Lawyer } else { Self::Owner }
    }
}

/// That a remark needs nothing more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// RFC 3339, UTC.
    pub at: String,
    /// Who said so.
    pub by: Side,
}

/// A remark on a clause or on the whole document, or an answer to one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// Its id.
    pub id: RemarkId,
    /// The link that it came by; none from the owner. The name of a link opens nothing.
    pub link: Option<String>,
    /// The version that was looked at.
    pub version: Version,
    /// Id of the clause; none for the whole document.
    pub clause: Option<String>,
    /// The remark that it answers.
    pub answers: Option<RemarkId>,
    /// The name that was typed; empty where the owner gave none.
    pub name: String,
    /// The words.
    pub text: String,
    /// RFC 3339, UTC.
    pub at: String,
    /// Whether it needs nothing more.
    pub settled: Option<Settled>,
}

/// What somebody stated about one version: that it is agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signoff {
    /// Its id.
    pub id: String,
    /// The link that it came by; none from the owner.
    pub link: Option<String>,
    /// The version.
    pub version: Version,
    /// SHA-256 of the words that were signed, hex.
    pub text: String,
    /// The name that was typed.
    pub name: String,
    /// The note; may be empty.
    pub note: String,
    /// RFC 3339, UTC.
    pub at: String,
}

impl Signoff {
    /// Whether it is about this version with these words: any later version ends it, and so do other words of the same
    /// version, as another release of the program may lay them out.
    #[must_use]
    pub fn holds(&self, version: Version, text: &str) -> bool {
        self.version == version && self.text == text
    }
}

/// A sign-off and whether it is about the text that is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// What was stated.
    #[serde(flatten)]
    pub signoff: Signoff,
    /// Whether it is about the document as it stands.
    pub holds: bool,
}

/// What stands beside a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    /// Remarks and answers, oldest first.
    pub remarks: Vec<Remark>,
    /// Sign-offs, oldest first.
    pub signoffs: Vec<Given>,
}

impl Beside {
    /// With the sign-offs compared with a version and its words.
    #[must_use]
    pub fn of(remarks: Vec<Remark>, signoffs: Vec<Signoff>, version: Version, text: &str) -> Self {
        let given = |signoff: Signoff| Given { holds: signoff.holds(version, text), signoff };
        Self { remarks, signoffs: signoffs.into_iter().map(given).collect() }
    }

    /// Remarks that begin something, oldest first.
    pub fn threads(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().filter(|remark| remark.answers.is_none())
    }

    /// Answers to a remark, oldest first.
    pub fn answers<'a>(&'a self, to: &'a RemarkId) -> impl Iterator<Item = &'a Remark> {
        self.remarks.iter().filter(move |remark| remark.answers.as_ref() == Some(to))
    }

    /// What is said of the sign-offs: those that hold, or the newest of those that were ended.
    #[must_use]
    pub fn told(&self) -> Vec<&Given> {
        let holding: Vec<&Given> = self.signoffs.iter().filter(|given| given.holds).collect();
        if holding.is_empty() { self.signoffs.last().into_iter().collect() } else { holding }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signoff(version: Version, text: &str) -> Signoff {
        let (text, name) = (text.to_owned(), "А".to_owned());
        Signoff { id: version.to_string(), link: None, version, text, name, note: String::new(), at: String::new() }
    }

    #[test]
    fn a_later_version_and_other_words_end_a_signoff() {
        let beside = Beside::of(Vec::new(), vec![signoff(2, "a"), signoff(3, "b")], 3, "b");
        assert_eq!(beside.signoffs.iter().map(|given| given.holds).collect::<Vec<_>>(), [false, true]);
        assert_eq!(beside.told().iter().map(|given| given.signoff.version).collect::<Vec<_>>(), [3]);
        for (version, text) in [(4, "b"), (3, "c")] {
            let beside = Beside::of(Vec::new(), vec![signoff(2, "a"), signoff(3, "b")], version, text);
            assert_eq!(
                beside.told().iter().map(|given| (given.signoff.version, given.holds)).collect::<Vec<_>>(),
                [(3, false)]
            );
        }
        assert!(Beside::default().told().is_empty());
    }
}
