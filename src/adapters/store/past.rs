//! A whole session in one read, and the trash.

use crate::adapters::store::document::{check_depth, unreadable};
use crate::adapters::store::holds;
use crate::adapters::store::rows::{SESSION, SessionColumns, VersionedTurn, failed};
use crate::model::ids::{SessionId, Version};
use crate::model::session::SessionRow;
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::runner::past::{Description, History, Past, Trashed};
use crate::runner::ports::StoreError;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, SqliteConnection, SqlitePool};

type VersionText = (Version, String, String, Option<String>, Option<String>);

/// A session up to a version, as it stands at one moment.
pub(super) async fn history(
    pool: &SqlitePool,
    session: &SessionId,
    up_to: Option<Version>,
) -> Result<History, StoreError> {
    let mut moment = pool.begin().await.map_err(|e| failed("read history", &e))?;
    let query = format!(
        "SELECT {SESSION} FROM sessions s WHERE s.id = ?1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = ?1)"
    );
    let row: Option<SessionColumns> = sqlx::query_as(AssertSqlSafe(query))
        .bind(session.as_str())
        .fetch_optional(&mut *moment)
        .await
        .map_err(|e| failed("read history", &e))?;
    let row: SessionRow = row.ok_or(StoreError::NotFound)?.try_into()?;
    let last = up_to.unwrap_or(row.version);
    if last > row.version {
        return Err(StoreError::NotFound);
    }
    let versions: Vec<VersionText> = sqlx::query_as(
        "SELECT version, cause, at, ops, CASE WHEN ops IS NULL THEN snapshot END FROM versions \
         WHERE session = ? AND version <= ? ORDER BY version",
    )
    .bind(session.as_str())
    .bind(last)
    .fetch_all(&mut *moment)
    .await
    .map_err(|e| failed("read history", &e))?;
    let turns = turns(&mut moment, session, last).await?;
    let traces: Vec<String> = sqlx::query_scalar("SELECT body FROM traces WHERE session = ? ORDER BY seq")
        .bind(session.as_str())
        .fetch_all(&mut *moment)
        .await
        .map_err(|e| failed("read history", &e))?;
    moment.commit().await.map_err(|e| failed("read history", &e))?;
    let traces: Result<Vec<TraceEntry>, StoreError> =
        traces.iter().map(|body| serde_json::from_str(body).map_err(|e| unreadable("trace", &e))).collect();
    Ok(History { row, versions: versions.into_iter().map(past).collect::<Result<_, _>>()?, turns, traces: traces? })
}

fn past((version, cause, at, ops, whole): VersionText) -> Result<Past, StoreError> {
    let read = |text: &str| -> Result<Value, StoreError> {
        let value = serde_json::from_str(text).map_err(|e| unreadable("operations", &e))?;
        check_depth(&value).map(|()| value)
    };
    let ops = match (ops, whole) {
        (Some(ops), _) => read(&ops)?,
        (None, Some(whole)) => json!([{"op": "replace", "path": "", "value": read(&whole)?}]),
        (None, None) => return Err(StoreError::Damaged("a version has neither operations nor a snapshot".to_owned())),
    };
    Ok(Past { version, cause, at, ops })
}

async fn turns(
    connection: &mut SqliteConnection,
    session: &SessionId,
    up_to: Version,
) -> Result<Vec<(Version, Turn)>, StoreError> {
    let rows: Vec<VersionedTurn> = sqlx::query_as(
        "SELECT version, turn_id, role, text, at, answers_to, choice FROM turns \
         WHERE session = ? AND version <= ? ORDER BY seq",
    )
    .bind(session.as_str())
    .bind(up_to)
    .fetch_all(connection)
    .await
    .map_err(|e| failed("read history", &e))?;
    rows.into_iter().map(|row| Ok((row.version, row.turn.try_into()?))).collect()
}

/// What lies in the trash.
pub(super) async fn trashed(pool: &SqlitePool) -> Result<Vec<Trashed>, StoreError> {
    #[derive(FromRow)]
    struct Lying {
        thrown: String,
        #[sqlx(flatten)]
        row: SessionColumns,
    }
    let query = format!(
        "SELECT t.at AS thrown, {SESSION} FROM trash t JOIN sessions s ON s.id = t.session \
         WHERE t.owner = t.session ORDER BY t.at, s.id"
    );
    let rows: Vec<Lying> =
        sqlx::query_as(AssertSqlSafe(query)).fetch_all(pool).await.map_err(|e| failed("read trash", &e))?;
    rows.into_iter().map(|lying| Ok(Trashed { at: lying.thrown, row: lying.row.try_into()? })).collect()
}

/// Names a session, puts it away or brings it back.
pub(super) async fn describe(
    connection: &mut SqliteConnection,
    session: &SessionId,
    change: &Description,
) -> Result<u64, StoreError> {
    let query = "UPDATE sessions SET named = CASE WHEN ?2 THEN ?3 ELSE named END, \
                 archived_at = CASE WHEN ?4 THEN ?5 ELSE archived_at END \
                 WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = ?1)";
    let done = sqlx::query(query)
        .bind(session.as_str())
        .bind(change.title.is_some())
        .bind(change.title.as_ref().and_then(Option::as_deref))
        .bind(change.archived_at.is_some())
        .bind(change.archived_at.as_ref().and_then(Option::as_deref))
        .execute(connection)
        .await;
    done.map(|done| done.rows_affected()).map_err(|e| failed("describe", &e))
}

/// Puts a session and its copies into the trash; a second time the first one stands.
pub(super) async fn trash(connection: &mut SqliteConnection, session: &SessionId, at: &str) -> Result<u64, StoreError> {
    let known: Option<i64> = sqlx::query_scalar("SELECT 1 FROM sessions WHERE id = ?")
        .bind(session.as_str())
        .fetch_optional(&mut *connection)
        .await
        .map_err(|e| failed("trash", &e))?;
    if known.is_none() {
        return Ok(0);
    }
    sqlx::query(
        "INSERT INTO trash (session, owner, at) SELECT ?1, ?1, ?2 \
         UNION ALL SELECT copy, ?1, ?2 FROM shares WHERE session = ?1 ON CONFLICT DO NOTHING",
    )
    .bind(session.as_str())
    .bind(at)
    .execute(connection)
    .await
    .map_err(|e| failed("trash", &e))?;
    Ok(1)
}

/// Brings back what went into the trash with a session.
pub(super) async fn restore(connection: &mut SqliteConnection, session: &SessionId) -> Result<u64, StoreError> {
    let query = sqlx::query(
        "DELETE FROM trash WHERE owner = ?1 AND EXISTS (SELECT 1 FROM trash WHERE session = ?1 AND owner = ?1)",
    );
    let done = query.bind(session.as_str()).execute(connection).await.map_err(|e| failed("restore", &e))?;
    Ok(done.rows_affected())
}

/// Removes a session and its copies; rows that hold no words say that it was done.
pub(super) async fn delete(connection: &mut SqliteConnection, session: &SessionId) -> Result<u64, StoreError> {
    let copies: Vec<String> = sqlx::query_scalar("SELECT copy FROM shares WHERE session = ?")
        .bind(session.as_str())
        .fetch_all(&mut *connection)
        .await
        .map_err(|e| failed("read copies", &e))?;
    sqlx::query("DELETE FROM sessions WHERE id IN (SELECT copy FROM shares WHERE session = ?)")
        .bind(session.as_str())
        .execute(&mut *connection)
        .await
        .map_err(|e| failed("delete copies", &e))?;
    let query = sqlx::query("DELETE FROM sessions WHERE id = ?").bind(session.as_str());
    let rows = query.execute(&mut *connection).await.map_err(|e| failed("delete", &e))?.rows_affected();
    if rows > 0 {
        for gone in copies.into_iter().map(SessionId).chain([session.clone()]) {
            holds::note(connection, "deleted", &gone, None).await?;
        }
    }
    Ok(rows)
}
