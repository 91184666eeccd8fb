//! Remarks and sign-offs. What lies in the trash has none.

use super::engine::{Connection, Pool, kept, words};
use super::perform::{found, standing};
use crate::adapters::store::rows::failed;
use crate::model::ids::{RemarkId, SessionId, Version};
use crate::model::signoff::{Remark, Settled, Side, Signoff};
use crate::runner::ports::StoreError;
use sqlx::FromRow;

#[derive(FromRow)]
struct RemarkColumns {
    id: String,
    link: Option<String>,
    #[sqlx(try_from = "i64")]
    version: Version,
    clause: Option<String>,
    answers: Option<String>,
    name: String,
    text: String,
    at: String,
    settled_at: Option<String>,
    settled_by: Option<String>,
}

impl From<RemarkColumns> for Remark {
    fn from(row: RemarkColumns) -> Self {
        let by = |by: &str| if by == Side::Owner.as_str() { Side::Owner } else { Side::Lawyer };
        Self {
            id: RemarkId(row.id),
            link: row.link,
            version: row.version,
            clause: row.clause.map(words),
            answers: row.answers.map(RemarkId),
            name: words(row.name),
            text: words(row.text),
            at: row.at,
            settled: row.settled_at.zip(row.settled_by).map(|(at, side)| Settled { at, by: by(&side) }),
        }
    }
}

#[derive(FromRow)]
struct SignoffColumns {
    id: String,
    link: Option<String>,
    #[sqlx(try_from = "i64")]
    version: Version,
    text: String,
    name: String,
    note: String,
    at: String,
}

impl From<SignoffColumns> for Signoff {
    fn from(row: SignoffColumns) -> Self {
        Self {
            id: row.id,
            link: row.link,
            version: row.version,
            text: row.text,
            name: words(row.name),
            note: words(row.note),
            at: row.at,
        }
    }
}

pub(in crate::adapters::store) async fn remarks(pool: &Pool, session: &SessionId) -> Result<Vec<Remark>, StoreError> {
    let query = "SELECT id, link, version, clause, answers, name, text, at, settled_at, settled_by FROM remarks \
                 WHERE session = $1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY at, id";
    let rows: Vec<RemarkColumns> =
        sqlx::query_as(query).bind(session.as_str()).fetch_all(pool).await.map_err(|e| failed("read remarks", &e))?;
    Ok(rows.into_iter().map(Into::into).collect())
}

pub(in crate::adapters::store) async fn signoffs(pool: &Pool, session: &SessionId) -> Result<Vec<Signoff>, StoreError> {
    let query = "SELECT id, link, version, text, name, note, at FROM signoffs \
                 WHERE session = $1 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1) ORDER BY at, id";
    let rows: Vec<SignoffColumns> =
        sqlx::query_as(query).bind(session.as_str()).fetch_all(pool).await.map_err(|e| failed("read signoffs", &e))?;
    Ok(rows.into_iter().map(Into::into).collect())
}

pub(in crate::adapters::store) async fn add_remark(
    connection: &mut Connection,
    session: &SessionId,
    remark: &Remark,
) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "INSERT INTO remarks (session, id, link, version, clause, answers, name, text, at) \
         SELECT id, $2, $3, $4, $5, $6, $7, $8, $9 FROM sessions WHERE id = $1 \
         AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)",
    )
    .bind(session.as_str())
    .bind(remark.id.as_str())
    .bind(remark.link.as_deref())
    .bind(i64::from(remark.version))
    .bind(remark.clause.as_deref().map(kept))
    .bind(remark.answers.as_ref().map(RemarkId::as_str))
    .bind(kept(&remark.name))
    .bind(kept(&remark.text))
    .bind(remark.at.as_str())
    .execute(connection)
    .await
    .map_err(|e| failed("add remark", &e))?
    .rows_affected();
    found(rows)
}

/// The first time stands.
pub(in crate::adapters::store) async fn settle_remark(
    connection: &mut Connection,
    session: &SessionId,
    id: &RemarkId,
    settled: &Settled,
) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "UPDATE remarks SET settled_at = coalesce(settled_at, $1), settled_by = coalesce(settled_by, $2) \
         WHERE session = $3 AND id = $4 AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $3)",
    )
    .bind(settled.at.as_str())
    .bind(settled.by.as_str())
    .bind(session.as_str())
    .bind(id.as_str())
    .execute(connection)
    .await
    .map_err(|e| failed("settle remark", &e))?
    .rows_affected();
    found(rows)
}

/// Only of the version that stands: it is compared in the statement that writes.
pub(in crate::adapters::store) async fn add_signoff(
    connection: &mut Connection,
    session: &SessionId,
    signoff: &Signoff,
) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "INSERT INTO signoffs (session, id, link, version, text, name, note, at) \
         SELECT id, $2, $3, version, $5, $6, $7, $8 FROM sessions WHERE id = $1 AND version = $4 \
         AND NOT EXISTS (SELECT 1 FROM trash WHERE session = $1)",
    )
    .bind(session.as_str())
    .bind(signoff.id.as_str())
    .bind(signoff.link.as_deref())
    .bind(i64::from(signoff.version))
    .bind(signoff.text.as_str())
    .bind(kept(&signoff.name))
    .bind(kept(&signoff.note))
    .bind(signoff.at.as_str())
    .execute(&mut *connection)
    .await
    .map_err(|e| failed("add signoff", &e))?
    .rows_affected();
    if rows == 0 { Err(standing(connection, session).await) } else { Ok(()) }
}
