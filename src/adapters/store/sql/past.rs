//! A whole session in one read, and the trash.

use super::engine::{Connection, Pool, kept, one_moment, words};
use super::holds;
use crate::adapters::store::document::{check_depth, unreadable};
use crate::adapters::store::packed::{unpack, unpacked};
use crate::adapters::store::rows::{SESSION, SessionColumns, VersionedTurn, failed, number};
use crate::model::ids::{SessionId, Version};
use crate::model::session::SessionRow;
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::runner::past::{Description, History, Past, Trashed};
use crate::runner::ports::StoreError;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow};

type VersionText = (i64, String, String, Option<Vec<u8>>, Option<Vec<u8>>);

/// A session up to a version, as it stands at one moment.
pub(in crate::adapters::store) async fn history(
    pool: &Pool,
    session: &SessionId,
    up_to: Option<Version>,
) -> Result<History, StoreError> {
    let mut moment = one_moment(pool).await.map_err(|e| failed("read history", &e))?;
    let query = format!(
        "SELECT {SESSION} FROM sessions s WHERE s.id = $1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)"
    );
    let row: Option<SessionColumns> = sqlx::query_as(AssertSqlSafe(query))
        .bind(session.as_str())
        .fetch_optional(&mut *moment)
        .await
        .map_err(|e| failed("read history", &e))?;
    let row: SessionRow = row.ok_or(StoreError::NotFound)?.row(words)?;
    let last = up_to.unwrap_or(row.version);
    if last > row.version {
        return Err(StoreError::NotFound);
    }
    let versions: Vec<VersionText> = sqlx::query_as(
        "SELECT version, cause, at, ops, CASE WHEN ops IS NULL THEN snapshot END FROM versions \
         WHERE session = $1 AND version <= $2 ORDER BY version",
    )
    .bind(session.as_str())
    .bind(i64::from(last))
    .fetch_all(&mut *moment)
    .await
    .map_err(|e| failed("read history", &e))?;
    let turns = turns(&mut moment, session, last).await?;
    let traces: Vec<Vec<u8>> = sqlx::query_scalar("SELECT body FROM traces WHERE session = $1 ORDER BY seq")
        .bind(session.as_str())
        .fetch_all(&mut *moment)
        .await
        .map_err(|e| failed("read history", &e))?;
    moment.commit().await.map_err(|e| failed("read history", &e))?;
    let read = |body| serde_json::from_str(&unpack("trace", body)?).map_err(|e| unreadable("trace", &e));
    let traces: Result<Vec<TraceEntry>, StoreError> = traces.into_iter().map(read).collect();
    Ok(History { row, versions: versions.into_iter().map(past).collect::<Result<_, _>>()?, turns, traces: traces? })
}

fn past((version, cause, at, ops, whole): VersionText) -> Result<Past, StoreError> {
    let read = |text: &str| -> Result<Value, StoreError> {
        let value = serde_json::from_str(text).map_err(|e| unreadable("operations", &e))?;
        check_depth(&value).map(|()| value)
    };
    let ops = match (unpacked("operations", ops)?, unpacked("snapshot", whole)?) {
        (Some(ops), _) => read(&ops)?,
        (None, Some(whole)) => json!([{"op": "replace", "path": "", "value": read(&whole)?}]),
        (None, None) => return Err(StoreError::Damaged("a version has neither operations nor a snapshot".to_owned())),
    };
    Ok(Past { version: number(version)?, cause: words(cause), at, ops })
}

async fn turns(
    connection: &mut Connection,
    session: &SessionId,
    up_to: Version,
) -> Result<Vec<(Version, Turn)>, StoreError> {
    let rows: Vec<VersionedTurn> = sqlx::query_as(
        "SELECT version, turn_id, role, text, at, answers_to, choice FROM turns \
         WHERE session = $1 AND version <= $2 ORDER BY seq",
    )
    .bind(session.as_str())
    .bind(i64::from(up_to))
    .fetch_all(connection)
    .await
    .map_err(|e| failed("read history", &e))?;
    rows.into_iter().map(|row| row.turn(words)).collect()
}

/// What lies in the trash.
pub(in crate::adapters::store) async fn trashed(pool: &Pool) -> Result<Vec<Trashed>, StoreError> {
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
    rows.into_iter().map(|lying| Ok(Trashed { at: lying.thrown, row: lying.row.row(words)? })).collect()
}

/// Names a session, puts it away or brings it back.
pub(in crate::adapters::store) async fn describe(
    connection: &mut Connection,
    session: &SessionId,
    change: &Description,
) -> Result<u64, StoreError> {
    let query = "UPDATE sessions SET named = CASE WHEN $2 THEN $3 ELSE named END, \
                 archived_at = CASE WHEN $4 THEN $5 ELSE archived_at END \
                 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)";
    let done = sqlx::query(query)
        .bind(session.as_str())
        .bind(change.title.is_some())
        .bind(change.title.as_ref().and_then(Option::as_deref).map(kept))
        .bind(change.archived_at.is_some())
        .bind(change.archived_at.as_ref().and_then(Option::as_deref))
        .execute(connection)
        .await;
    done.map(|done| done.rows_affected()).map_err(|e| failed("describe", &e))
}

/// Puts a session and its copies into the trash; a second time the first one stands.
pub(in crate::adapters::store) async fn trash(
    connection: &mut Connection,
    session: &SessionId,
    at: &str,
) -> Result<u64, StoreError> {
    let known: Option<String> = sqlx::query_scalar("SELECT id FROM sessions WHERE id = $1")
        .bind(session.as_str())
        .fetch_optional(&mut *connection)
        .await
        .map_err(|e| failed("trash", &e))?;
    if known.is_none() {
        return Ok(0);
    }
    sqlx::query(
        "INSERT INTO trash (session, owner, at) SELECT $1, $1, $2 \
         UNION ALL SELECT copy, $1, $2 FROM shares WHERE session = $1 AND copy IS NOT NULL ON CONFLICT DO NOTHING",
    )
    .bind(session.as_str())
    .bind(at)
    .execute(connection)
    .await
    .map_err(|e| failed("trash", &e))?;
    Ok(1)
}

/// Brings back what went into the trash with a session.
pub(in crate::adapters::store) async fn restore(
    connection: &mut Connection,
    session: &SessionId,
) -> Result<u64, StoreError> {
    let query = sqlx::query(
        "DELETE FROM trash WHERE owner = $1 AND EXISTS (SELECT 1 FROM trash WHERE session = $1 AND owner = $1)",
    );
    let done = query.bind(session.as_str()).execute(connection).await.map_err(|e| failed("restore", &e))?;
    Ok(done.rows_affected())
}

/// Removes a session and its copies; rows that hold no words say that it was done.
pub(in crate::adapters::store) async fn delete(
    connection: &mut Connection,
    session: &SessionId,
) -> Result<u64, StoreError> {
    let copies: Vec<String> = sqlx::query_scalar("SELECT copy FROM shares WHERE session = $1 AND copy IS NOT NULL")
        .bind(session.as_str())
        .fetch_all(&mut *connection)
        .await
        .map_err(|e| failed("read copies", &e))?;
    sqlx::query("DELETE FROM sessions WHERE id IN (SELECT copy FROM shares WHERE session = $1)")
        .bind(session.as_str())
        .execute(&mut *connection)
        .await
        .map_err(|e| failed("delete copies", &e))?;
    let query = sqlx::query("DELETE FROM sessions WHERE id = $1").bind(session.as_str());
    let rows = query.execute(&mut *connection).await.map_err(|e| failed("delete", &e))?.rows_affected();
    if rows > 0 {
        for gone in copies.into_iter().map(SessionId).chain([session.clone()]) {
            holds::note(connection, "deleted", &gone, None).await?;
        }
    }
    Ok(rows)
}
