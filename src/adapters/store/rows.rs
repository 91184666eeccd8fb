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
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| matches!(code & 0xff, 11 | 26))
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
    version: Version,
    created_at: String,
    updated_at: String,
    archived: bool,
}

/// The columns of [`SessionColumns`]; the table is called `s`.
pub(super) const SESSION: &str = "s.id, s.workspace, COALESCE(s.named, s.title) AS title, s.status, s.version, \
                                  s.created_at, s.updated_at, s.archived_at IS NOT NULL AS archived";

impl TryFrom<SessionColumns> for SessionRow {
    type Error = StoreError;

    fn try_from(row: SessionColumns) -> Result<Self, StoreError> {
        Ok(Self {
            session_id: SessionId(row.id),
            workspace: WorkspaceId::parse(&row.workspace).ok_or_else(|| unknown("workspace"))?,
            title: row.title,
            status: row.status,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
            archived: row.archived,
        })
    }
}

#[derive(FromRow)]
pub(super) struct VersionColumns {
    version: Version,
    cause: String,
    at: String,
    changed: String,
}

impl TryFrom<VersionColumns> for VersionRow {
    type Error = StoreError;

    fn try_from(row: VersionColumns) -> Result<Self, StoreError> {
        let changed = serde_json::from_str(&row.changed).map_err(|e| unreadable("changed pointers", &e))?;
        Ok(Self { version: row.version, cause: row.cause, at: row.at, changed })
    }
}

#[derive(FromRow)]
pub(super) struct TurnColumns {
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
    pub(super) version: Version,
    #[sqlx(flatten)]
    pub(super) turn: TurnColumns,
}

impl TryFrom<TurnColumns> for Turn {
    type Error = StoreError;

    fn try_from(row: TurnColumns) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.turn_id.into(),
            role: role(&row.role).ok_or_else(|| unknown("role"))?,
            text: row.text,
            at: row.at,
            answers_to: row.answers_to.map(Into::into),
            choice: row.choice,
        })
    }
}

#[derive(FromRow)]
pub(super) struct RequestColumns {
    body_hash: String,
    session: String,
    outcome_version: Option<Version>,
    error: Option<String>,
}

impl TryFrom<RequestColumns> for RequestRecord {
    type Error = StoreError;

    fn try_from(row: RequestColumns) -> Result<Self, StoreError> {
        let outcome = match (row.outcome_version, row.error) {
            (Some(version), _) => Some(Ok(version)),
            (None, Some(error)) => {
                Some(Err(serde_json::from_str(&error).map_err(|e| unreadable("error of a request", &e))?))
            }
            (None, None) => None,
        };
        Ok(Self { body_hash: row.body_hash, session: row.session.into(), outcome })
    }
}
