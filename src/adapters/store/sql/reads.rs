//! What is read: one statement per question, so that each sees one moment. What lies in the trash is not there.

use super::engine::{Pool, kept, words};
use crate::adapters::store::document::{Fold, Weight, unreadable};
use crate::adapters::store::heads::Head;
use crate::adapters::store::packed::{unpack, unpacked};
use crate::adapters::store::rows::{
    RequestColumns, SESSION, SessionColumns, VersionColumns, VersionedTurn, failed, number,
};
use crate::model::ids::{RequestId, SessionId, Version};
use crate::model::session::{SessionRow, VersionRow, WorkspaceId};
use crate::model::trace::TraceEntry;
use crate::model::turn::Turn;
use crate::runner::past::{Listed, Listing};
use crate::runner::ports::{RequestRecord, StoreError};
use sqlx::AssertSqlSafe;

/// The version asked for, or the newest at most so, rebuilt from the nearest whole snapshot below it.
pub(in crate::adapters::store) async fn head(
    pool: &Pool,
    session: &SessionId,
    up_to: Version,
) -> Result<Head, StoreError> {
    let rows: Vec<(i64, String, Option<Vec<u8>>, Option<Vec<u8>>)> = sqlx::query_as(
        "SELECT version, at, ops, snapshot FROM versions WHERE session = $1 AND version <= $2 AND version >= \
         (SELECT version FROM versions WHERE session = $1 AND version <= $2 AND snapshot IS NOT NULL \
          ORDER BY version DESC LIMIT 1) AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY version",
    )
    .bind(session.as_str())
    .bind(i64::from(up_to))
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read version", &e))?;
    let mut rows = rows.into_iter();
    let Some((first, mut at, _, whole)) = rows.next() else { return Err(StoreError::NotFound) };
    let first = number(first)?;
    let whole = unpacked("snapshot", whole)?.ok_or_else(|| StoreError::Damaged("a snapshot vanished".to_owned()))?;
    let mut weight = Weight { version: first, snapshot: whole.len(), ops: 0 };
    let mut fold = Fold::begin(&whole)?;
    let mut last = first;
    for (version, time, ops, _) in rows {
        let version = number(version)?;
        let ops = unpacked("operations", ops)?
            .filter(|_| version == last + 1)
            .ok_or_else(|| StoreError::Damaged("a version is missing".to_owned()))?;
        fold.apply(&ops)?;
        weight.ops += ops.len();
        (last, at) = (version, time);
    }
    let (snapshot, document) = fold.finish(session.clone(), last, at)?;
    Ok(Head { snapshot, document, weight })
}

pub(in crate::adapters::store) async fn versions(
    pool: &Pool,
    session: &SessionId,
) -> Result<Vec<VersionRow>, StoreError> {
    let query = "SELECT version, cause, at, changed FROM versions WHERE session = $1 \
                 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY version";
    let rows: Vec<VersionColumns> =
        sqlx::query_as(query).bind(session.as_str()).fetch_all(pool).await.map_err(|e| failed("read versions", &e))?;
    // A session has at least version 0.
    if rows.is_empty() { Err(StoreError::NotFound) } else { rows.into_iter().map(|row| row.row(words)).collect() }
}

/// The newest version up to this one that an event of the person made; its row is asked, not every row.
pub(in crate::adapters::store) async fn spoken(
    pool: &Pool,
    session: &SessionId,
    up_to: Version,
) -> Result<Option<Version>, StoreError> {
    let query = "SELECT version FROM versions WHERE session = $1 AND version <= $2 AND cause IN ('message', 'edit') \
                 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY version DESC LIMIT 1";
    let found = sqlx::query_scalar(query).bind(session.as_str()).bind(i64::from(up_to)).fetch_optional(pool).await;
    let found: Option<i64> = found.map_err(|e| failed("read versions", &e))?;
    let found = found.map(number).transpose()?;
    if found.is_none() {
        row(pool, session).await?;
    }
    Ok(found)
}

/// The dialogue up to a version, each turn with the version that brought it.
pub(in crate::adapters::store) async fn turns(
    pool: &Pool,
    session: &SessionId,
    up_to: Version,
) -> Result<Vec<(Version, Turn)>, StoreError> {
    let rows: Vec<VersionedTurn> = sqlx::query_as(
        "SELECT version, turn_id, role, text, at, answers_to, choice FROM turns WHERE session = $1 AND version <= $2 \
         AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY seq",
    )
    .bind(session.as_str())
    .bind(i64::from(up_to))
    .fetch_all(pool)
    .await
    .map_err(|e| failed("read turns", &e))?;
    if rows.is_empty() {
        row(pool, session).await?;
    }
    rows.into_iter().map(|row| row.turn(words)).collect()
}

pub(in crate::adapters::store) async fn traces(
    pool: &Pool,
    session: &SessionId,
) -> Result<Vec<TraceEntry>, StoreError> {
    let query = "SELECT body FROM traces WHERE session = $1 \
                 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY seq";
    let rows: Vec<Vec<u8>> = sqlx::query_scalar(query)
        .bind(session.as_str())
        .fetch_all(pool)
        .await
        .map_err(|e| failed("read traces", &e))?;
    if rows.is_empty() {
        row(pool, session).await?;
    }
    let read = |body| serde_json::from_str(&unpack("trace", body)?).map_err(|e| unreadable("trace", &e));
    rows.into_iter().map(read).collect()
}

pub(in crate::adapters::store) async fn request(
    pool: &Pool,
    scope: &str,
    id: &RequestId,
) -> Result<Option<RequestRecord>, StoreError> {
    let query = "SELECT body_hash, session, outcome_version, error FROM requests WHERE scope = $1 AND id = $2";
    let row: Option<RequestColumns> = sqlx::query_as(query)
        .bind(scope)
        .bind(kept(id.as_str()))
        .fetch_optional(pool)
        .await
        .map_err(|e| failed("read request", &e))?;
    row.map(|row| row.record(words)).transpose()
}

pub(in crate::adapters::store) async fn row(pool: &Pool, session: &SessionId) -> Result<SessionRow, StoreError> {
    let query = format!(
        "SELECT {SESSION} FROM sessions s WHERE s.id = $1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)"
    );
    let row: Option<SessionColumns> = sqlx::query_as(AssertSqlSafe(query))
        .bind(session.as_str())
        .fetch_optional(pool)
        .await
        .map_err(|e| failed("read row", &e))?;
    row.ok_or(StoreError::NotFound)?.row(words)
}

pub(in crate::adapters::store) async fn sessions(pool: &Pool, limit: u32) -> Result<Vec<SessionRow>, StoreError> {
    let query = format!(
        "SELECT {SESSION} FROM sessions s WHERE s.archived_at IS NULL AND s.id NOT IN (SELECT session FROM trash) \
         ORDER BY s.updated_at DESC, s.created_at DESC, s.id LIMIT $1"
    );
    let rows: Vec<SessionColumns> = sqlx::query_as(AssertSqlSafe(query))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await
        .map_err(|e| failed("read sessions", &e))?;
    rows.into_iter().map(|row| row.row(words)).collect()
}

/// A page of the list. Words are compared here and not by the database, which folds the case of ASCII only.
pub(in crate::adapters::store) async fn matters(pool: &Pool, asked: &Listing) -> Result<Listed, StoreError> {
    let query = format!(
        "SELECT {SESSION} FROM sessions s WHERE (s.archived_at IS NOT NULL) = $1 AND ($2 IS NULL OR s.workspace = $2) \
         AND ($3 IS NULL OR s.updated_at || '_' || s.id < $3) AND s.id NOT IN (SELECT session FROM trash) \
         ORDER BY s.updated_at || '_' || s.id DESC LIMIT $4"
    );
    let most = if asked.words.is_empty() { i64::from(asked.limit) + 1 } else { i64::MAX };
    let rows: Vec<SessionColumns> = sqlx::query_as(AssertSqlSafe(query))
        .bind(asked.archived)
        .bind(asked.workspace.as_ref().map(WorkspaceId::as_str))
        .bind(asked.after.as_deref())
        .bind(most)
        .fetch_all(pool)
        .await
        .map_err(|e| failed("read matters", &e))?;
    let rows: Result<Vec<SessionRow>, StoreError> = rows.into_iter().map(|row| row.row(words)).collect();
    Ok(asked.page(rows?.into_iter().filter(|row| asked.matches(&row.title)).collect()))
}
