//! Links that open copies of sessions, or their documents.

use super::engine::{Connection, Pool};
use crate::adapters::store::rows::failed;
use crate::model::ids::{SessionId, Version};
use crate::model::share::Share;
use crate::runner::ports::StoreError;
use sqlx::FromRow;

#[derive(FromRow)]
struct Columns {
    id: String,
    session: String,
    copy: Option<String>,
    #[sqlx(try_from = "i64")]
    version: Version,
    created_at: String,
    revoked_at: Option<String>,
}

impl From<Columns> for Share {
    fn from(row: Columns) -> Self {
        Self {
            id: row.id,
            session: SessionId(row.session),
            copy: row.copy.map(SessionId),
            version: row.version,
            created_at: row.created_at,
            revoked_at: row.revoked_at,
        }
    }
}

pub(in crate::adapters::store) async fn by_id(pool: &Pool, id: &str) -> Result<Option<Share>, StoreError> {
    let query = "SELECT id, session, copy, version, created_at, revoked_at FROM shares WHERE id = $1";
    let row: Option<Columns> =
        sqlx::query_as(query).bind(id).fetch_optional(pool).await.map_err(|e| failed("read share", &e))?;
    Ok(row.map(Into::into))
}

pub(in crate::adapters::store) async fn by_copy(pool: &Pool, copy: &SessionId) -> Result<Option<Share>, StoreError> {
    let query = "SELECT id, session, copy, version, created_at, revoked_at FROM shares WHERE copy = $1";
    let row: Option<Columns> =
        sqlx::query_as(query).bind(copy.as_str()).fetch_optional(pool).await.map_err(|e| failed("read share", &e))?;
    Ok(row.map(Into::into))
}

pub(in crate::adapters::store) async fn of_session(pool: &Pool, session: &SessionId) -> Result<Vec<Share>, StoreError> {
    let query = "SELECT id, session, copy, version, created_at, revoked_at FROM shares WHERE session = $1 \
                 ORDER BY created_at, id";
    let rows: Vec<Columns> =
        sqlx::query_as(query).bind(session.as_str()).fetch_all(pool).await.map_err(|e| failed("read shares", &e))?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// A link to a session that exists, or to a copy of it that exists too.
pub(in crate::adapters::store) async fn add(connection: &mut Connection, share: &Share) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "INSERT INTO shares (id, session, copy, version, created_at, revoked_at) \
         SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = $2) \
         AND ($3 IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE id = $3))",
    )
    .bind(share.id.as_str())
    .bind(share.session.as_str())
    .bind(share.copy.as_ref().map(SessionId::as_str))
    .bind(i64::from(share.version))
    .bind(share.created_at.as_str())
    .bind(share.revoked_at.as_deref())
    .execute(connection)
    .await
    .map_err(|e| failed("add share", &e))?
    .rows_affected();
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The first time stands.
pub(in crate::adapters::store) async fn revoke(
    connection: &mut Connection,
    id: &str,
    at: &str,
) -> Result<(), StoreError> {
    let rows = sqlx::query("UPDATE shares SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2")
        .bind(at)
        .bind(id)
        .execute(connection)
        .await
        .map_err(|e| failed("revoke share", &e))?
        .rows_affected();
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}
