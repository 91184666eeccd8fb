//! What the writer is asked to do, and how each is done inside its transaction.

use crate::adapters::store::corpus_writes::CorpusChange;
use crate::adapters::store::heads::Head;
use crate::adapters::store::rows::{failed, role_text};
use crate::adapters::store::{events, holds, past, shares, workflows};
use crate::model::ids::{RequestId, SessionId, Version};
use crate::model::share::Share;
use crate::model::told::Told;
use crate::model::turn::Turn;
use crate::model::workflow::Workflow;
use crate::runner::past::Description;
use crate::runner::ports::{RequestMark, StoreError};
use sqlx::SqliteConnection;
use std::sync::Arc;

/// One change of the database. Texts are encoded before it reaches the writer.
#[derive(Debug)]
pub(super) enum Job {
    Create {
        workspace: &'static str,
        title: String,
        version: NewVersion,
    },
    Append {
        version: NewVersion,
    },
    AddTrace {
        session: SessionId,
        trace: NewTrace,
    },
    /// Something happened that makes no version.
    Tell {
        session: SessionId,
        told: Told,
    },
    FinishRequest {
        scope: String,
        id: String,
        version: Option<Version>,
        error: Option<String>,
    },
    Trash {
        session: SessionId,
        at: String,
    },
    Restore {
        session: SessionId,
    },
    Describe {
        session: SessionId,
        change: Description,
    },
    Delete {
        session: SessionId,
    },
    /// From now on nobody may delete it.
    Hold {
        session: SessionId,
        at: String,
    },
    Release {
        session: SessionId,
        at: String,
    },
    AddShare {
        share: Share,
    },
    RevokeShare {
        id: String,
        at: String,
    },
    AddWorkflow {
        workflow: Workflow,
    },
    /// A change of the corpus.
    Corpus(CorpusChange),
    /// Asks whether the database takes writes.
    Ping,
}

/// A version with everything that is committed with it.
#[derive(Debug)]
pub(super) struct NewVersion {
    pub(super) head: Arc<Head>,
    pub(super) status: String,
    pub(super) cause: String,
    pub(super) changed: String,
    pub(super) ops: Option<String>,
    pub(super) snapshot: Option<String>,
    pub(super) turns: Vec<Turn>,
    pub(super) trace: Option<NewTrace>,
    pub(super) request: Option<RequestMark>,
    pub(super) ends: Option<(String, RequestId)>,
    pub(super) events: Vec<Told>,
    pub(super) title: Option<String>,
}

/// A trace, encoded.
#[derive(Debug)]
pub(super) struct NewTrace {
    pub(super) id: String,
    pub(super) step: String,
    pub(super) version: Version,
    pub(super) at: String,
    pub(super) body: String,
}

impl Job {
    /// Bytes of text that it brings.
    pub(super) fn bytes(&self) -> usize {
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let version = |version: &NewVersion| {
            text(&version.ops)
                + text(&version.snapshot)
                + version.turns.iter().map(|turn| turn.text.len()).sum::<usize>()
                + version.trace.as_ref().map_or(0, |trace| trace.body.len())
        };
        match self {
            Self::Create { version: new, .. } | Self::Append { version: new } => version(new),
            Self::AddTrace { trace, .. } => trace.body.len(),
            Self::FinishRequest { error, .. } => text(error),
            Self::AddWorkflow { workflow } => workflow.name.len(),
            Self::Corpus(change) => change.bytes(),
            Self::Tell { .. }
            | Self::Trash { .. }
            | Self::Restore { .. }
            | Self::Describe { .. }
            | Self::Delete { .. }
            | Self::Hold { .. }
            | Self::Release { .. }
            | Self::AddShare { .. }
            | Self::RevokeShare { .. }
            | Self::Ping => 0,
        }
    }

    /// Does it. An error leaves traces in the transaction; the caller rolls back to its savepoint.
    /// With `probe`, a ping writes for real.
    pub(super) async fn perform(&self, connection: &mut SqliteConnection, probe: bool) -> Result<(), StoreError> {
        match self {
            Self::Create { workspace, title, version } => create(connection, workspace, title, version).await,
            Self::Append { version } => append(connection, version).await,
            Self::AddTrace { session, trace } => add_trace(connection, session, trace).await,
            Self::Tell { session, told } => events::add(connection, session, told).await,
            Self::FinishRequest { scope, id, version, error } => {
                end_request(connection, scope, id, *version, error.as_deref()).await
            }
            Self::Trash { session, at } => {
                holds::allow(&mut *connection, session).await?;
                found(past::trash(connection, session, at).await?)
            }
            Self::Describe { session, change } => found(past::describe(connection, session, change).await?),
            Self::Restore { session } => found(past::restore(connection, session).await?),
            Self::Delete { session } => {
                holds::allow(&mut *connection, session).await?;
                found(past::delete(connection, session).await?)
            }
            Self::Hold { session, at } => holds::hold(connection, session, at).await,
            Self::Release { session, at } => holds::release(connection, session, at).await,
            Self::AddShare { share } => shares::add(connection, share).await,
            Self::RevokeShare { id, at } => shares::revoke(connection, id, at).await,
            Self::AddWorkflow { workflow } => workflows::add(connection, workflow).await,
            Self::Corpus(change) => change.perform(connection).await,
            Self::Ping if probe => {
                let query = sqlx::query("PRAGMA user_version = 0");
                query.execute(connection).await.map(|_| ()).map_err(|e| failed("probe", &e))
            }
            Self::Ping => {
                let query = sqlx::query("UPDATE sessions SET version = version WHERE id = ''");
                query.execute(connection).await.map(|_| ()).map_err(|e| failed("ping", &e))
            }
        }
    }
}

fn found(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

async fn create(
    connection: &mut SqliteConnection,
    workspace: &str,
    title: &str,
    new: &NewVersion,
) -> Result<(), StoreError> {
    let snapshot = &new.head.snapshot;
    let rows = sqlx::query(
        "INSERT INTO sessions (id, workspace, title, status, version, created_at, updated_at) \
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(snapshot.session.as_str())
    .bind(workspace)
    .bind(title)
    .bind(new.status.as_str())
    .bind(snapshot.version)
    .bind(snapshot.at.as_str())
    .bind(snapshot.at.as_str())
    .execute(&mut *connection)
    .await
    .map_err(|e| failed("create", &e))?
    .rows_affected();
    if rows == 0 {
        return Err(standing(connection, &snapshot.session).await);
    }
    if let Some(mark) = &new.request
        && !begin_request(connection, "new", mark, new).await?
    {
        // The request has opened a session before: one request, one session.
        return Err(opened_before(connection, mark).await);
    }
    add_version(connection, new).await
}

async fn append(connection: &mut SqliteConnection, new: &NewVersion) -> Result<(), StoreError> {
    let snapshot = &new.head.snapshot;
    let query = "UPDATE sessions SET version = ?1, status = ?2, updated_at = ?3, title = COALESCE(?6, title) WHERE id = ?4 AND version = ?5 \
                 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = ?4)";
    let rows = sqlx::query(query)
        .bind(snapshot.version)
        .bind(new.status.as_str())
        .bind(snapshot.at.as_str())
        .bind(snapshot.session.as_str())
        .bind(i64::from(snapshot.version) - 1)
        .bind(new.title.as_deref())
        .execute(&mut *connection)
        .await
        .map_err(|e| failed("compare and swap", &e))?
        .rows_affected();
    if rows == 0 {
        return Err(standing(connection, &snapshot.session).await);
    }
    if let Some(mark) = &new.request {
        begin_request(connection, snapshot.session.as_str(), mark, new).await?;
    }
    add_version(connection, new).await?;
    match &new.ends {
        Some((scope, id)) => end_request(connection, scope, id.as_str(), Some(snapshot.version), None).await,
        None => Ok(()),
    }
}

async fn end_request(
    connection: &mut SqliteConnection,
    scope: &str,
    id: &str,
    version: Option<Version>,
    error: Option<&str>,
) -> Result<(), StoreError> {
    let query = "UPDATE requests SET outcome_version = ?, error = ? WHERE scope = ? AND id = ?";
    let query = sqlx::query(query).bind(version).bind(error).bind(scope).bind(id);
    found(query.execute(connection).await.map_err(|e| failed("finish request", &e))?.rows_affected())
}

/// What stands in the way of a version: another one, or nothing to append to.
async fn standing(connection: &mut SqliteConnection, session: &SessionId) -> StoreError {
    let query = "SELECT version FROM sessions WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = ?1)";
    let query = sqlx::query_scalar(query).bind(session.as_str());
    conflict(query.fetch_optional(connection).await)
}

async fn opened_before(connection: &mut SqliteConnection, mark: &RequestMark) -> StoreError {
    let query =
        "SELECT s.version FROM requests r JOIN sessions s ON s.id = r.session WHERE r.scope = 'new' AND r.id = ?";
    conflict(sqlx::query_scalar(query).bind(mark.id.as_str()).fetch_optional(connection).await)
}

fn conflict(version: Result<Option<Version>, sqlx::Error>) -> StoreError {
    match version {
        Ok(Some(current)) => StoreError::Conflict { current },
        Ok(None) => StoreError::NotFound,
        Err(e) => failed("current version", &e),
    }
}

/// Notes that a request has begun; false when it was noted before.
async fn begin_request(
    connection: &mut SqliteConnection,
    scope: &str,
    mark: &RequestMark,
    new: &NewVersion,
) -> Result<bool, StoreError> {
    let snapshot = &new.head.snapshot;
    let rows = sqlx::query(
        "INSERT INTO requests (scope, id, body_hash, session, begun_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(scope)
    .bind(mark.id.as_str())
    .bind(mark.body_hash.as_str())
    .bind(snapshot.session.as_str())
    .bind(snapshot.at.as_str())
    .execute(connection)
    .await
    .map_err(|e| failed("begin request", &e))?
    .rows_affected();
    Ok(rows > 0)
}

async fn add_version(connection: &mut SqliteConnection, new: &NewVersion) -> Result<(), StoreError> {
    let snapshot = &new.head.snapshot;
    sqlx::query(
        "INSERT INTO versions (session, version, cause, at, changed, ops, snapshot) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(snapshot.session.as_str())
    .bind(snapshot.version)
    .bind(new.cause.as_str())
    .bind(snapshot.at.as_str())
    .bind(new.changed.as_str())
    .bind(new.ops.as_deref())
    .bind(new.snapshot.as_deref())
    .execute(&mut *connection)
    .await
    .map_err(|e| failed("add version", &e))?;
    for turn in &new.turns {
        add_turn(connection, &snapshot.session, snapshot.version, turn).await?;
    }
    if let Some(trace) = &new.trace {
        add_trace(connection, &snapshot.session, trace).await?;
    }
    for told in &new.events {
        events::add(connection, &snapshot.session, told).await?;
    }
    Ok(())
}

async fn add_turn(
    connection: &mut SqliteConnection,
    session: &SessionId,
    version: Version,
    turn: &Turn,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO turns (session, seq, version, turn_id, role, text, at, answers_to, choice) \
         SELECT ?1, coalesce(max(seq) + 1, 0), ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM turns WHERE session = ?1",
    )
    .bind(session.as_str())
    .bind(version)
    .bind(turn.id.as_str())
    .bind(role_text(turn.role))
    .bind(turn.text.as_str())
    .bind(turn.at.as_str())
    .bind(turn.answers_to.as_ref().map(|id| id.as_str()))
    .bind(turn.choice.as_deref())
    .execute(connection)
    .await
    .map(|_| ())
    .map_err(|e| failed("add turn", &e))
}

async fn add_trace(connection: &mut SqliteConnection, session: &SessionId, trace: &NewTrace) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "INSERT INTO traces (session, id, step, version, at, body) SELECT id, ?, ?, ?, ?, ? FROM sessions WHERE id = ?",
    )
    .bind(trace.id.as_str())
    .bind(trace.step.as_str())
    .bind(trace.version)
    .bind(trace.at.as_str())
    .bind(trace.body.as_str())
    .bind(session.as_str())
    .execute(connection)
    .await
    .map_err(|e| failed("add trace", &e))?
    .rows_affected();
    found(rows)
}
