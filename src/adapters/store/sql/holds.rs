//! Holds as statements, and rows about deletions that hold no words.

use super::engine::{Connection, Db, NOTE};
use crate::adapters::store::rows::failed;
use crate::engine::prompt::sha256;
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;
use sqlx::Executor;

/// Whether a hold keeps a session, one of its copies, or the session whose copy it is.
pub(in crate::adapters::store) async fn stands(
    connection: impl Executor<'_, Database = Db>,
    session: &SessionId,
) -> Result<bool, StoreError> {
    let query = "SELECT EXISTS (SELECT 1 FROM holds WHERE session = $1 \
                 OR session IN (SELECT copy FROM shares WHERE session = $1) \
                 OR session IN (SELECT session FROM shares WHERE copy = $1))";
    let query = sqlx::query_scalar(query).bind(session.as_str());
    query.fetch_one(connection).await.map_err(|e| failed("read holds", &e))
}

/// Refuses what a hold forbids.
pub(in crate::adapters::store) async fn allow(
    connection: impl Executor<'_, Database = Db>,
    session: &SessionId,
) -> Result<(), StoreError> {
    if stands(connection, session).await? { Err(StoreError::OnHold) } else { Ok(()) }
}

pub(in crate::adapters::store) async fn hold(
    connection: &mut Connection,
    session: &SessionId,
    at: &str,
) -> Result<(), StoreError> {
    let query = "INSERT INTO holds (session, at) SELECT id, $2 FROM sessions WHERE id = $1 ON CONFLICT DO NOTHING";
    let query = sqlx::query(query).bind(session.as_str()).bind(at);
    if query.execute(&mut *connection).await.map_err(|e| failed("hold", &e))?.rows_affected() > 0 {
        return note(connection, "held", session, Some(at)).await;
    }
    let known = sqlx::query_scalar::<_, String>("SELECT session FROM holds WHERE session = $1").bind(session.as_str());
    let known = known.fetch_optional(connection).await.map_err(|e| failed("hold", &e))?;
    known.map(|_| ()).ok_or(StoreError::NotFound)
}

pub(in crate::adapters::store) async fn release(
    connection: &mut Connection,
    session: &SessionId,
    at: &str,
) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM holds WHERE session = $1").bind(session.as_str());
    if query.execute(&mut *connection).await.map_err(|e| failed("release", &e))?.rows_affected() == 0 {
        return Err(StoreError::NotFound);
    }
    note(connection, "released", session, Some(at)).await
}

/// A row that outlives the session: no words, and its id as a hash. Without a time the database's own is taken.
pub(in crate::adapters::store) async fn note(
    connection: &mut Connection,
    what: &str,
    session: &SessionId,
    at: Option<&str>,
) -> Result<(), StoreError> {
    let query = sqlx::query(NOTE).bind(at).bind(what).bind(sha256(session.as_str()));
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("audit", &e))
}
