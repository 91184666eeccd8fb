//! The audit log: entries are added behind the head, read in order, and removed only as a part that an entry names.

use super::engine::{Connection, HEAD};
use crate::adapters::store::rows::failed;
use crate::adapters::store::trail::{CheckError, PAGE};
use crate::engine::trail::{Checked, Checker, Sealed};
use crate::model::trail::{Draft, TrailHead};
use crate::runner::ports::StoreError;

fn whole(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::Damaged("a number of the audit log is out of range".to_owned()))
}

fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The end of the chain.
pub(in crate::adapters::store) async fn head(connection: &mut Connection) -> Result<TrailHead, StoreError> {
    read_head(connection, "SELECT number, hash FROM trail_head WHERE one = 1").await
}

async fn read_head(connection: &mut Connection, query: &'static str) -> Result<TrailHead, StoreError> {
    let head = sqlx::query_as(query).fetch_one(connection).await;
    let (number, hash): (i64, String) = head.map_err(|e| failed("head of the audit log", &e))?;
    Ok(TrailHead { number: whole(number)?, hash })
}

/// Puts entries behind the head.
pub(in crate::adapters::store) async fn add(connection: &mut Connection, drafts: &[Draft]) -> Result<(), StoreError> {
    // Nobody else moves it until the transaction ends.
    let mut end = read_head(&mut *connection, HEAD).await?;
    for draft in drafts {
        let sealed = Sealed::behind(&end, draft);
        put(&mut *connection, &sealed).await?;
        end = sealed.head();
    }
    move_head(connection, &end).await
}

/// Adds an entry that has its place already.
pub(in crate::adapters::store) async fn put(connection: &mut Connection, sealed: &Sealed) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO trail (number, body, hash) VALUES ($1, $2, $3)")
        .bind(stored(sealed.number))
        .bind(sealed.body.as_str())
        .bind(sealed.hash.as_str())
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(|e| failed("add to the audit log", &e))
}

/// Says where the chain ends.
pub(in crate::adapters::store) async fn move_head(
    connection: &mut Connection,
    end: &TrailHead,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE trail_head SET number = $1, hash = $2 WHERE one = 1")
        .bind(stored(end.number))
        .bind(end.hash.as_str())
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(|e| failed("head of the audit log", &e))
}

/// Entries after a number, in order.
pub(in crate::adapters::store) async fn after(
    connection: &mut Connection,
    number: u64,
    limit: u32,
) -> Result<Vec<Sealed>, StoreError> {
    let query = "SELECT number, body, hash FROM trail WHERE number > $1 ORDER BY number LIMIT $2";
    let rows: Vec<(i64, String, String)> = sqlx::query_as(query)
        .bind(stored(number))
        .bind(i64::from(limit))
        .fetch_all(connection)
        .await
        .map_err(|e| failed("read the audit log", &e))?;
    rows.into_iter().map(|(number, body, hash)| Ok(Sealed { number: whole(number)?, body, hash })).collect()
}

/// Reads the whole chain, with heads that were kept elsewhere.
pub(in crate::adapters::store) async fn check(
    connection: &mut Connection,
    known: &[TrailHead],
) -> Result<Checked, CheckError> {
    // What is added meanwhile stands behind this.
    let mut heads = vec![head(&mut *connection).await?];
    heads.extend_from_slice(known);
    let mut checker = Checker::knowing(&heads);
    let mut from = 0;
    loop {
        let page = after(&mut *connection, from, PAGE).await?;
        for sealed in &page {
            checker.take(sealed)?;
            from = sealed.number;
        }
        if page.is_empty() {
            return Ok(checker.whole()?);
        }
    }
}

/// Removes the entries up to a number; an entry that names the last of them is added first.
pub(in crate::adapters::store) async fn cut(
    connection: &mut Connection,
    through: u64,
    draft: &Draft,
) -> Result<(), StoreError> {
    let end = read_head(&mut *connection, HEAD).await?;
    let last = after(&mut *connection, through.saturating_sub(1), 1).await?;
    let Some(last) = last.first().filter(|last| last.number == through && through <= end.number) else {
        return Err(StoreError::NotFound);
    };
    let draft = draft.clone().number("through", through).text("hash", &last.hash);
    add(&mut *connection, std::slice::from_ref(&draft)).await?;
    let query = sqlx::query("DELETE FROM trail WHERE number <= $1").bind(stored(through));
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("cut the audit log", &e))
}
