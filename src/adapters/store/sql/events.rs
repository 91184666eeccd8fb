//! What was told of a session: appended with its version or by itself, read on from a number.

use super::engine::{Connection, Pool};
use crate::adapters::store::document::unreadable;
use crate::adapters::store::rows::failed;
use crate::model::ids::SessionId;
use crate::model::told::{Numbered, Told};
use crate::runner::ports::StoreError;

/// Adds an event; one of a session that is gone is dropped with it.
pub(in crate::adapters::store) async fn add(
    connection: &mut Connection,
    session: &SessionId,
    told: &Told,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO events (session, seq, name, data) \
         SELECT id, (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE session = $1), $2, $3 \
         FROM sessions WHERE id = $1",
    )
    .bind(session.as_str())
    .bind(told.name.as_str())
    .bind(told.data.to_string())
    .execute(connection)
    .await
    .map(|_| ())
    .map_err(|e| failed("add event", &e))
}

/// Events after a number, oldest first.
pub(in crate::adapters::store) async fn after(
    pool: &Pool,
    session: &SessionId,
    seq: u64,
    limit: u32,
) -> Result<Vec<Numbered>, StoreError> {
    let query = "SELECT seq, name, data FROM events WHERE session = $1 AND seq > $2 \
                 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY seq LIMIT $3";
    let rows: Vec<(i64, String, String)> = sqlx::query_as(query)
        .bind(session.as_str())
        .bind(i64::try_from(seq).unwrap_or(i64::MAX))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await
        .map_err(|e| failed("read events", &e))?;
    rows.into_iter()
        .map(|(seq, name, data)| {
            let data = serde_json::from_str(&data).map_err(|e| unreadable("event", &e))?;
            Ok(Numbered { seq: u64::try_from(seq).unwrap_or_default(), told: Told { name, data } })
        })
        .collect()
}

/// The number of the newest event; 0 without any.
pub(in crate::adapters::store) async fn last(pool: &Pool, session: &SessionId) -> Result<u64, StoreError> {
    let query = sqlx::query_scalar::<_, i64>("SELECT coalesce(max(seq), 0) FROM events WHERE session = $1");
    let seq = query.bind(session.as_str()).fetch_one(pool).await.map_err(|e| failed("read events", &e))?;
    Ok(u64::try_from(seq).unwrap_or_default())
}
