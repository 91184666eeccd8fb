//! Tokens of programs, by their hashes.

use super::engine::Connection;
use crate::adapters::store::rows::failed;
use crate::model::access_token::{AccessToken, Scope};
use crate::runner::ports::StoreError;
use sqlx::FromRow;

#[derive(FromRow)]
struct Columns {
    id: String,
    name: String,
    hash: String,
    scopes: String,
    created_at: String,
    expires_at: Option<String>,
    revoked_at: Option<String>,
}

impl From<Columns> for AccessToken {
    fn from(row: Columns) -> Self {
        Self {
            // A word of a newer release allows nothing here.
            scopes: row.scopes.split(',').filter_map(Scope::parse).collect(),
            id: row.id,
            name: row.name,
            hash: row.hash,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
        }
    }
}

/// Keeps a token.
pub(in crate::adapters::store) async fn add(
    connection: &mut Connection,
    token: &AccessToken,
) -> Result<(), StoreError> {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    let query = "INSERT INTO tokens (id, name, hash, scopes, created_at, expires_at, revoked_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)";
    sqlx::query(query)
        .bind(token.id.as_str())
        .bind(token.name.as_str())
        .bind(token.hash.as_str())
        .bind(scopes.join(","))
        .bind(token.created_at.as_str())
        .bind(token.expires_at.as_deref())
        .bind(token.revoked_at.as_deref())
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(|e| failed("add token", &e))
}

/// Ends a token that is not ended yet.
pub(in crate::adapters::store) async fn revoke(
    connection: &mut Connection,
    id: &str,
    at: &str,
) -> Result<(), StoreError> {
    let query = sqlx::query("UPDATE tokens SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL").bind(at).bind(id);
    let done = query.execute(connection).await.map_err(|e| failed("revoke token", &e))?;
    if done.rows_affected() == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

/// The token with this hash.
pub(in crate::adapters::store) async fn by_hash(
    connection: &mut Connection,
    hash: &str,
) -> Result<Option<AccessToken>, StoreError> {
    let query = "SELECT id, name, hash, scopes, created_at, expires_at, revoked_at FROM tokens WHERE hash = $1";
    let row: Option<Columns> =
        sqlx::query_as(query).bind(hash).fetch_optional(connection).await.map_err(|e| failed("read token", &e))?;
    Ok(row.map(Into::into))
}

/// All of them, oldest first.
pub(in crate::adapters::store) async fn all(connection: &mut Connection) -> Result<Vec<AccessToken>, StoreError> {
    let query = "SELECT id, name, hash, scopes, created_at, expires_at, revoked_at FROM tokens ORDER BY created_at, id";
    let rows: Vec<Columns> = sqlx::query_as(query).fetch_all(connection).await.map_err(|e| failed("tokens", &e))?;
    Ok(rows.into_iter().map(Into::into).collect())
}
