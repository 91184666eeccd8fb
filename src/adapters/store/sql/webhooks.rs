//! Notices to programs elsewhere: kept with the version that they tell of, taken by one sender at a time.

use super::engine::Connection;
use crate::adapters::store::rows::{failed, number};
use crate::model::webhook::{Delivery, DeliveryState, Kind};
use crate::runner::ports::StoreError;
use sqlx::FromRow;

#[derive(FromRow)]
struct Columns {
    id: String,
    session: String,
    version: i64,
    kind: String,
    at: String,
    receiver: String,
    attempts: i64,
    due: String,
    state: String,
    last: Option<String>,
}

impl Columns {
    fn delivery(self) -> Result<Delivery, StoreError> {
        let unknown = || StoreError::Damaged("a stored notice is unknown to this release".to_owned());
        Ok(Delivery {
            kind: Kind::parse(&self.kind).ok_or_else(unknown)?,
            state: DeliveryState::parse(&self.state).ok_or_else(unknown)?,
            version: number(self.version)?,
            attempts: number(self.attempts)?,
            id: self.id,
            session: self.session,
            at: self.at,
            receiver: self.receiver,
            due: self.due,
            last: self.last,
        })
    }
}

/// Keeps notices.
pub(in crate::adapters::store) async fn add(
    connection: &mut Connection,
    deliveries: &[Delivery],
) -> Result<(), StoreError> {
    for one in deliveries {
        sqlx::query(
            "INSERT INTO webhooks (id, session, version, kind, at, receiver, attempts, due, state, last) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(one.id.as_str())
        .bind(one.session.as_str())
        .bind(i64::from(one.version))
        .bind(one.kind.as_str())
        .bind(one.at.as_str())
        .bind(one.receiver.as_str())
        .bind(i64::from(one.attempts))
        .bind(one.due.as_str())
        .bind(one.state.as_str())
        .bind(one.last.as_deref())
        .execute(&mut *connection)
        .await
        .map_err(|e| failed("keep a notice", &e))?;
    }
    Ok(())
}

/// Writes how an attempt stands, if nobody else has made one since: so one of several servers sends.
pub(in crate::adapters::store) async fn settle(
    connection: &mut Connection,
    now: &Delivery,
    attempts_before: u32,
) -> Result<(), StoreError> {
    let query = "UPDATE webhooks SET attempts = $1, due = $2, state = $3, last = $4 \
                 WHERE id = $5 AND attempts = $6 AND state = 'waiting'";
    let done = sqlx::query(query)
        .bind(i64::from(now.attempts))
        .bind(now.due.as_str())
        .bind(now.state.as_str())
        .bind(now.last.as_deref())
        .bind(now.id.as_str())
        .bind(i64::from(attempts_before))
        .execute(connection)
        .await
        .map_err(|e| failed("settle a notice", &e))?;
    if done.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// Removes those that ended before a moment.
pub(in crate::adapters::store) async fn forget(connection: &mut Connection, before: &str) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM webhooks WHERE state <> 'waiting' AND due < $1").bind(before);
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("forget notices", &e))
}

/// Those that are due, the longest waiting first.
pub(in crate::adapters::store) async fn due(
    connection: &mut Connection,
    now: &str,
    limit: u32,
) -> Result<Vec<Delivery>, StoreError> {
    let query = "SELECT id, session, version, kind, at, receiver, attempts, due, state, last FROM webhooks \
                 WHERE state = 'waiting' AND due <= $1 ORDER BY due, id LIMIT $2";
    let rows: Vec<Columns> = sqlx::query_as(query)
        .bind(now)
        .bind(i64::from(limit))
        .fetch_all(connection)
        .await
        .map_err(|e| failed("read notices", &e))?;
    rows.into_iter().map(Columns::delivery).collect()
}

/// The newest.
pub(in crate::adapters::store) async fn newest(
    connection: &mut Connection,
    limit: u32,
) -> Result<Vec<Delivery>, StoreError> {
    let query = "SELECT id, session, version, kind, at, receiver, attempts, due, state, last FROM webhooks \
                 ORDER BY at DESC, id DESC LIMIT $1";
    let rows: Vec<Columns> = sqlx::query_as(query)
        .bind(i64::from(limit))
        .fetch_all(connection)
        .await
        .map_err(|e| failed("read notices", &e))?;
    rows.into_iter().map(Columns::delivery).collect()
}
