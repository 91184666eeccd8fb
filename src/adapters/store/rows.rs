//! Between rows and the model's types.

use crate::adapters::store::document::unreadable;
use crate::model::ids::{SessionId, Version};
use crate::model::session::{SessionRow, VersionRow, WorkspaceId};
use crate::model::turn::{Role, Turn};
use crate::runner::ports::{RequestRecord, StoreError};
use serde_json::Value;
use sqlx::FromRow;

/// An error of the database, for the log.
pub(super) fn failed(what: &str, error: &sqlx::Error) -> StoreError {
    if is_damage(error) {
        StoreError::Damaged(format!("{what}: {error}"))
    } else {
        StoreError::Failed(format!("{what}: {error}"))
    }
}

/// Whether the file itself is damaged: `SQLITE_CORRUPT` or `SQLITE_NOTADB`, whatever stands above the first byte, or a
/// column that no longer holds what was written (text that is no text, a number that is none).
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    if matches!(error, sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) {
        return true;
    }
    let Some(error) = error.as_database_error() else { return false };
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some() {
        return matches!(&*code, "XX001" | "XX002");
    }
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 11 | 26))
}

/// A stored number as a version.
pub(super) fn number(stored: i64) -> Result<Version, StoreError> {
    Version::try_from(stored).map_err(|_| StoreError::Damaged("a stored version is out of range".to_owned()))
}

fn unknown(what: &str) -> StoreError {
    StoreError::Damaged(format!("a stored {what} is unknown to this release"))
}

pub(super) fn role_text(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::System => "system",
    }
}

fn role(text: &str) -> Option<Role> {
    [Role::User, Role::Assistant, Role::System].into_iter().find(|role| role_text(*role) == text)
}

/// The status that a state declares.
pub(super) fn status(state: &Value) -> &str {
    state.pointer("/meta/status").and_then(Value::as_str).unwrap_or("collecting")
}

#[derive(FromRow)]
pub(super) struct SessionColumns {
    id: String,
    workspace: String,
    title: String,
    status: String,
    #[sqlx(try_from = "i64")]
    version: Version,
    created_at: String,
    updated_at: String,
    archived: bool,
}

/// The columns of [`SessionColumns`]; the table is called `s`.
pub(super) const SESSION: &str = "s.id, s.workspace, COALESCE(s.named, s.title) AS title, s.status, s.version, \
                                  s.created_at, s.updated_at, s.archived_at IS NOT NULL AS archived";

impl SessionColumns {
    /// The row of the model; `words` brings back what an engine had to write otherwise.
    pub(super) fn row(self, words: impl Fn(String) -> String) -> Result<SessionRow, StoreError> {
        Ok(SessionRow {
            session_id: SessionId(self.id),
            workspace: WorkspaceId::parse(&self.workspace).ok_or_else(|| unknown("workspace"))?,
            title: words(self.title),
            status: self.status,
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
            archived: self.archived,
        })
    }
}

#[derive(FromRow)]
pub(super) struct VersionColumns {
    #[sqlx(try_from = "i64")]
    version: Version,
    cause: String,
    at: String,
    changed: String,
}

impl VersionColumns {
    /// The row of the model; `words` brings back what an engine had to write otherwise.
    pub(super) fn row(self, words: impl Fn(String) -> String) -> Result<VersionRow, StoreError> {
        let changed = serde_json::from_str(&self.changed).map_err(|e| unreadable("changed pointers", &e))?;
        Ok(VersionRow { version: self.version, cause: words(self.cause), at: self.at, changed })
    }
}

#[derive(FromRow)]
struct TurnColumns {
    turn_id: String,
    role: String,
    text: String,
    at: String,
    answers_to: Option<String>,
    choice: Option<String>,
}

/// A turn with the version that brought it.
#[derive(FromRow)]
pub(super) struct VersionedTurn {
    #[sqlx(try_from = "i64")]
    version: Version,
    #[sqlx(flatten)]
    turn: TurnColumns,
}

impl VersionedTurn {
    /// The turn of the model; `words` brings back what an engine had to write otherwise.
    pub(super) fn turn(self, words: impl Fn(String) -> String) -> Result<(Version, Turn), StoreError> {
        let row = self.turn;
        let turn = Turn {
            id: words(row.turn_id).into(),
            role: role(&row.role).ok_or_else(|| unknown("role"))?,
            text: words(row.text),
            at: row.at,
            answers_to: row.answers_to.map(|id| words(id).into()),
            choice: row.choice.map(words),
        };
        Ok((self.version, turn))
    }
}

#[derive(FromRow)]
pub(super) struct RequestColumns {
    body_hash: String,
    session: String,
    outcome_version: Option<i64>,
    error: Option<String>,
}

impl RequestColumns {
    /// What is kept of the request; `words` brings back what an engine had to write otherwise.
    pub(super) fn record(self, words: impl Fn(String) -> String) -> Result<RequestRecord, StoreError> {
        let outcome = match (self.outcome_version, self.error) {
            (Some(version), _) => Some(Ok(number(version)?)),
            (None, Some(error)) => {
                Some(Err(serde_json::from_str(&error).map_err(|e| unreadable("error of a request", &e))?))
            }
            (None, None) => None,
        };
        Ok(RequestRecord { body_hash: words(self.body_hash), session: self.session.into(), outcome })
    }
}
