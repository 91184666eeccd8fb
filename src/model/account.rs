//! People with accounts, matters, and who works on what.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a person may do; each role may do what those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Sees what is common and the own matters, takes files out.
    Reader,
    /// Opens and changes sessions, gives out links.
    Author,
    /// Decides what waits for a person, signs off, deletes.
    Reviewer,
    /// Keeps matters, their people, and the sources. Reads no matter of others.
    Administrator,
}

impl Role {
    /// All of them, from the least.
    pub const ALL: [Self; 4] = [Self::Reader, Self::Author, Self::Reviewer, Self::Administrator];

    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Author => "author",
            Self::Reviewer => "reviewer",
            Self::Administrator => "administrator",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

/// Shortest and longest name of an account.
const NAME: std::ops::RangeInclusive<usize> = 2..=64;

/// A name as it is kept: in small letters. `None` for what is none: letters, digits, `.`, `_`, `-`, `@` only, so that
/// the audit log can hold it as it is.
#[must_use]
pub fn name_of(text: &str) -> Option<String> {
    let name = text.trim().to_ascii_lowercase();
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-@".contains(&byte);
    (NAME.contains(&name.len()) && name.bytes().all(plain)).then_some(name)
}

/// Characters of the longest name of a matter.
const MATTER: usize = 120;

/// The name of a matter as it is kept: 1 to 120 characters, none of them a control. `None` for what is none.
#[must_use]
pub fn matter_name_of(text: &str) -> Option<String> {
    let name = text.trim();
    let fits = !name.is_empty() && name.chars().count() <= MATTER && !name.chars().any(char::is_control);
    fits.then(|| name.to_owned())
}

/// An account as it is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// The name to sign in with; it stays, and the audit log names the person by it.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// The password as argon2id keeps it.
    pub password: String,
    /// Since when, RFC 3339 UTC.
    pub created_at: String,
    /// Since when it opens nothing.
    pub disabled_at: Option<String>,
}

impl fmt::Debug for Account {
    /// Without what is kept of the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").field("name", &self.name).field("role", &self.role).finish_non_exhaustive()
    }
}

/// What changes about an account.
#[derive(Clone, PartialEq, Eq)]
pub enum AccountChange {
    /// Another role.
    Role(Role),
    /// Another password, as argon2id keeps it; whoever was signed in is signed out.
    Password(String),
    /// Another password of the person's own choice.
    Own {
        /// As argon2id keeps it.
        password: String,
        /// The one that was shown, as it is kept: where it has changed meanwhile, nothing is done.
        was: String,
        /// The hash of the cookie that stays; whoever was signed in elsewhere is signed out.
        stays: String,
    },
    /// It opens nothing from now on (`Some`), or does again.
    Disabled(Option<String>),
}

impl fmt::Debug for AccountChange {
    /// Without what is kept of the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(role) => f.debug_tuple("Role").field(role).finish(),
            Self::Password(_) => f.write_str("Password"),
            Self::Own { .. } => f.write_str("Own"),
            Self::Disabled(at) => f.debug_tuple("Disabled").field(at).finish(),
        }
    }
}

/// A person who is signed in at one browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// SHA-256 of the value of the cookie, hex.
    pub hash: String,
    /// Whose.
    pub account: String,
    /// The matter that new sessions go into; `None`: they are common.
    pub matter: Option<String>,
    /// Since when, RFC 3339 UTC.
    pub created_at: String,
    /// From when on it opens nothing, RFC 3339 UTC.
    pub expires_at: String,
}

/// Who came in by a cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// Whose cookie it is.
    pub account: String,
    /// The role as it is now.
    pub role: Role,
    /// The matter that new sessions go into.
    pub matter: Option<String>,
}

/// A matter: what a firm does for one client, behind one wall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matter {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Since when, RFC 3339 UTC.
    pub created_at: String,
}

/// How a person stands to a matter. Who has no standing sees nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Works on it.
    Member,
    /// Must not see it; cannot become a member before the wall is taken away.
    Walled,
}

impl Standing {
    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Walled => "walled",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Member, Self::Walled].into_iter().find(|standing| standing.as_str() == text)
    }
}

/// How one person stands to one matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Participant {
    /// The matter.
    pub matter: String,
    /// The person.
    pub account: String,
    /// How.
    pub standing: Standing,
    /// Since when, RFC 3339 UTC.
    pub since: String,
}

/// Who asks, where accounts are on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visitor {
    /// A person who is signed in.
    Person {
        /// The name of the account.
        name: String,
        /// What the person may do.
        role: Role,
    },
    /// A program with a token; what the token allows is known where it was looked at.
    Program,
    /// Whoever follows a share link; what the link opens is known where it was looked at.
    Link,
}

/// Who asks, and where what is opened goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    /// Who.
    pub visitor: Visitor,
    /// The matter of sessions that are opened; `None`: they are common.
    pub into: Option<String>,
}

impl Coming {
    /// The name that memberships are looked up by. Nobody but a person has any.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.visitor {
            Visitor::Person { name, .. } => name,
            Visitor::Program | Visitor::Link => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_in_small_letters_or_is_none() {
        for (text, want) in [
            ("author@example.org", Some("author@example.org")),
            (" Author-1 ", Some("author-1")),
            ("a", None),
            ("автор", None),
            ("a b", None),
            ("a/b", None),
            ("", None),
        ] {
            assert_eq!(name_of(text).as_deref(), want, "{text}");
        }
        assert_eq!(name_of(&"a".repeat(65)), None);
    }

    #[test]
    fn what_is_kept_of_a_password_never_shows() {
        let account = Account {
            name: "author".into(),
            role: Role::Author,
            password: "canary".into(),
            created_at: String::new(),
            disabled_at: None,
        };
        let own = AccountChange::Own { password: "canary".into(), was: "canary".into(), stays: "canary".into() };
        let shown = format!("{account:?} {:?} {own:?}", AccountChange::Password("canary".into()));
        assert!(!shown.contains("canary") && shown.contains("author"), "{shown}");
    }

    #[test]
    fn words_read_back() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
        assert_eq!(Standing::parse("walled"), Some(Standing::Walled));
        assert_eq!((Role::parse("owner"), Standing::parse("")), (None, None));
    }
}
