//! How each job is done inside its transaction.

use super::engine::{Connection, kept, lock, lock_kin};
use super::{accounts, events, holds, opinions, past, shares, tokens, trail, webhooks, workflows};
use crate::adapters::store::jobs::{Job, NewTrace, NewVersion};
use crate::adapters::store::keeping::Beside;
use crate::adapters::store::rows::{failed, number, role_text};
use crate::model::ids::{SessionId, Version};
use crate::model::turn::Turn;
use crate::runner::ports::{RequestMark, StoreError};

/// Does a job. An error leaves traces in the transaction; the caller rolls back to its savepoint. Changes of the corpus
/// are not among them: every process keeps sources in a file of its own.
pub(in crate::adapters::store) async fn perform(job: &Job, connection: &mut Connection) -> Result<(), StoreError> {
    match job {
        Job::Create { workspace, title, matter, version } => {
            create(&mut *connection, workspace, title, version).await?;
            accounts::begin_in(connection, &version.head.snapshot.session, matter.as_deref()).await
        }
        Job::Append { version } => append(connection, version).await,
        Job::AddTrace { session, trace } => add_trace(connection, session, trace).await,
        Job::Tell { session, told } => {
            lock(connection, session).await?;
            events::add(connection, session, told).await
        }
        Job::FinishRequest { scope, id, version, error } => {
            end_request(connection, scope, id, *version, error.as_deref()).await
        }
        Job::Trash { session, at } => {
            lock_kin(connection, session).await?;
            holds::allow(&mut *connection, session).await?;
            found(past::trash(connection, session, at).await?)
        }
        Job::Describe { session, change } => found(past::describe(connection, session, change).await?),
        Job::Restore { session } => {
            lock_kin(connection, session).await?;
            found(past::restore(connection, session).await?)
        }
        Job::Delete { session } => {
            lock_kin(connection, session).await?;
            holds::allow(&mut *connection, session).await?;
            found(past::delete(connection, session).await?)
        }
        Job::Hold { session, at } => {
            lock_kin(connection, session).await?;
            holds::hold(connection, session, at).await
        }
        Job::Release { session, at } => holds::release(connection, session, at).await,
        Job::AddShare { share } => shares::add(connection, share).await,
        Job::RevokeShare { id, at } => shares::revoke(connection, id, at).await,
        Job::AddRemark { session, remark } => opinions::add_remark(connection, session, remark).await,
        Job::SettleRemark { session, id, settled } => opinions::settle_remark(connection, session, id, settled).await,
        Job::AddSignoff { session, signoff } => opinions::add_signoff(connection, session, signoff).await,
        Job::AddWorkflow { workflow } => workflows::add(connection, workflow).await,
        Job::Note { drafts } => trail::add(connection, drafts).await,
        Job::CutTrail { through, draft } => trail::cut(connection, *through, draft).await,
        Job::AddToken { token } => tokens::add(connection, token).await,
        Job::RevokeToken { id, at } => tokens::revoke(connection, id, at).await,
        Job::AddAccount { account } => accounts::add(connection, account).await,
        Job::ChangeAccount { name, change } => accounts::change(connection, name, change).await,
        Job::SignIn { login } => accounts::sign_in(connection, login).await,
        Job::SignOut { hash } => accounts::sign_out(connection, hash).await,
        Job::WorkIn { hash, matter } => accounts::work_in(connection, hash, matter.as_deref()).await,
        Job::AddMatter { matter } => accounts::add_matter(connection, matter).await,
        Job::Stand { person } => accounts::stand(connection, person).await,
        Job::Leave { matter, account } => accounts::leave(connection, matter, account).await,
        Job::PutSession { session, matter } => accounts::put(connection, session, matter.as_deref()).await,
        Job::SettleWebhook { now, attempts_before } => webhooks::settle(connection, now, *attempts_before).await,
        Job::ForgetWebhooks { before } => webhooks::forget(connection, before).await,
        Job::Corpus(_) => Err(StoreError::Failed("sources stand in a file of their own".to_owned())),
        Job::Ping => {
            let query = sqlx::query("UPDATE sessions SET version = version WHERE id = ''");
            query.execute(connection).await.map(|_| ()).map_err(|e| failed("ping", &e))
        }
    }
}

/// Writes what is committed beside a job: its notices, and last its entry of the audit log, so that the head is
/// held for the shortest time.
pub(in crate::adapters::store) async fn beside(
    besides: &Beside,
    connection: &mut Connection,
) -> Result<(), StoreError> {
    webhooks::add(connection, &besides.deliveries).await?;
    match &besides.draft {
        Some(draft) => trail::add(connection, std::slice::from_ref(draft)).await,
        None => Ok(()),
    }
}

/// Whether anything was changed.
pub(super) fn found(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

async fn create(connection: &mut Connection, workspace: &str, title: &str, new: &NewVersion) -> Result<(), StoreError> {
    let snapshot = &new.head.snapshot;
    let rows = sqlx::query(
        "INSERT INTO sessions (id, workspace, title, status, version, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(snapshot.session.as_str())
    .bind(workspace)
    .bind(kept(title))
    .bind(new.status.as_str())
    .bind(i64::from(snapshot.version))
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

async fn append(connection: &mut Connection, new: &NewVersion) -> Result<(), StoreError> {
    let snapshot = &new.head.snapshot;
    let query = "UPDATE sessions SET version = $1, status = $2, updated_at = $3, title = COALESCE($6, title) WHERE id = $4 AND version = $5 \
                 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $4)";
    let rows = sqlx::query(query)
        .bind(i64::from(snapshot.version))
        .bind(new.status.as_str())
        .bind(snapshot.at.as_str())
        .bind(snapshot.session.as_str())
        .bind(i64::from(snapshot.version) - 1)
        .bind(new.title.as_deref().map(kept))
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
    connection: &mut Connection,
    scope: &str,
    id: &str,
    version: Option<Version>,
    error: Option<&str>,
) -> Result<(), StoreError> {
    // An outcome stands: an error that comes later is that of a second process.
    let query = "UPDATE requests SET outcome_version = coalesce($1, outcome_version), \
                 error = CASE WHEN $1 IS NULL AND outcome_version IS NULL THEN $2 END WHERE scope = $3 AND id = $4";
    let query = sqlx::query(query).bind(version.map(i64::from)).bind(error).bind(scope).bind(kept(id));
    found(query.execute(connection).await.map_err(|e| failed("finish request", &e))?.rows_affected())
}

/// What stands in the way of a version: another one, or nothing to append to.
pub(super) async fn standing(connection: &mut Connection, session: &SessionId) -> StoreError {
    let query = "SELECT version FROM sessions WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)";
    let query = sqlx::query_scalar(query).bind(session.as_str());
    conflict(query.fetch_optional(connection).await)
}

async fn opened_before(connection: &mut Connection, mark: &RequestMark) -> StoreError {
    let query =
        "SELECT s.version FROM requests r JOIN sessions s ON s.id = r.session WHERE r.scope = 'new' AND r.id = $1";
    conflict(sqlx::query_scalar(query).bind(kept(mark.id.as_str())).fetch_optional(connection).await)
}

fn conflict(version: Result<Option<i64>, sqlx::Error>) -> StoreError {
    match version {
        Ok(Some(current)) => number(current).map_or_else(|error| error, |current| StoreError::Conflict { current }),
        Ok(None) => StoreError::NotFound,
        Err(e) => failed("current version", &e),
    }
}

/// Notes that a request has begun; false when it was noted before.
async fn begin_request(
    connection: &mut Connection,
    scope: &str,
    mark: &RequestMark,
    new: &NewVersion,
) -> Result<bool, StoreError> {
    let snapshot = &new.head.snapshot;
    let rows = sqlx::query(
        "INSERT INTO requests (scope, id, body_hash, session, begun_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    )
    .bind(scope)
    .bind(kept(mark.id.as_str()))
    .bind(kept(&mark.body_hash))
    .bind(snapshot.session.as_str())
    .bind(snapshot.at.as_str())
    .execute(connection)
    .await
    .map_err(|e| failed("begin request", &e))?
    .rows_affected();
    Ok(rows > 0)
}

async fn add_version(connection: &mut Connection, new: &NewVersion) -> Result<(), StoreError> {
    let snapshot = &new.head.snapshot;
    sqlx::query(
        "INSERT INTO versions (session, version, cause, at, changed, ops, snapshot) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(snapshot.session.as_str())
    .bind(i64::from(snapshot.version))
    .bind(kept(&new.cause))
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
    connection: &mut Connection,
    session: &SessionId,
    version: Version,
    turn: &Turn,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO turns (session, seq, version, turn_id, role, text, at, answers_to, choice) \
         SELECT $1, coalesce(max(seq) + 1, 0), $2, $3, $4, $5, $6, $7, $8 FROM turns WHERE session = $1",
    )
    .bind(session.as_str())
    .bind(i64::from(version))
    .bind(kept(turn.id.as_str()))
    .bind(role_text(turn.role))
    .bind(kept(&turn.text))
    .bind(turn.at.as_str())
    .bind(turn.answers_to.as_ref().map(|id| kept(id.as_str())))
    .bind(turn.choice.as_deref().map(kept))
    .execute(connection)
    .await
    .map(|_| ())
    .map_err(|e| failed("add turn", &e))
}

async fn add_trace(connection: &mut Connection, session: &SessionId, trace: &NewTrace) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "INSERT INTO traces (session, id, step, version, at, body) SELECT id, $1, $2, $3, $4, $5 FROM sessions WHERE id = $6",
    )
    .bind(kept(&trace.id))
    .bind(kept(&trace.step))
    .bind(i64::from(trace.version))
    .bind(trace.at.as_str())
    .bind(trace.body.as_slice())
    .bind(session.as_str())
    .execute(connection)
    .await
    .map_err(|e| failed("add trace", &e))?
    .rows_affected();
    found(rows)
}
