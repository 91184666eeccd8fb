//! Tokens of programs: each may do what its scopes say. Only hashes of them are kept.

/// What a token may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// See sessions, lists and sources.
    Read,
    /// Open and change sessions.
    Write,
    /// Take files out.
    Export,
    /// Everything else: deletion, sources, figures.
    Admin,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Export, Self::Admin];

    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Export => "export",
            Self::Admin => "admin",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
    }
}

/// A token as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessToken {
    /// Its public id.
    pub id: String,
    /// What the operator calls it.
    pub name: String,
    /// SHA-256 of the token, hex.
    pub hash: String,
    /// What it may do, in order.
    pub scopes: Vec<Scope>,
    /// Since when, RFC 3339 UTC.
    pub created_at: String,
    /// From when on it opens nothing, RFC 3339 UTC.
    pub expires_at: Option<String>,
    /// Since when it is ended.
    pub revoked_at: Option<String>,
}

impl AccessToken {
    /// Whether it opens anything at this time.
    #[must_use]
    pub fn is_live(&self, now: &str) -> bool {
        self.revoked_at.is_none() && self.expires_at.as_deref().is_none_or(|end| now < end)
    }

    /// Whether it may do this.
    #[must_use]
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}
