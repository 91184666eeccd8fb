//! Accounts, where their people are signed in, matters, and which sessions belong to them.

use super::engine::{Connection, kept, lock_kin, words};
use super::perform::found;
use crate::adapters::store::rows::failed;
use crate::model::account::{Account, AccountChange, Login, Matter, Participant, Role, SignedIn, Standing};
use crate::model::ids::SessionId;
use crate::runner::ports::StoreError;
use sqlx::FromRow;

#[derive(FromRow)]
struct Columns {
    name: String,
    role: String,
    password: String,
    created_at: String,
    disabled_at: Option<String>,
}

impl From<Columns> for Account {
    fn from(row: Columns) -> Self {
        // A word of a newer release allows the least here.
        let role = Role::parse(&row.role).unwrap_or(Role::Reader);
        let Columns { name, password, created_at, disabled_at, .. } = row;
        Self { name, role, password, created_at, disabled_at }
    }
}

#[derive(FromRow)]
struct MatterColumns {
    id: String,
    name: String,
    created_at: String,
}

#[derive(FromRow)]
struct PersonColumns {
    matter: String,
    account: String,
    standing: String,
    since: String,
}

impl From<PersonColumns> for Participant {
    fn from(row: PersonColumns) -> Self {
        // A word of a newer release keeps out.
        let standing = Standing::parse(&row.standing).unwrap_or(Standing::Walled);
        Self { matter: row.matter, account: row.account, standing, since: row.since }
    }
}

/// Keeps an account of a new name.
pub(in crate::adapters::store) async fn add(connection: &mut Connection, account: &Account) -> Result<(), StoreError> {
    let query = "INSERT INTO accounts (name, role, password, created_at, disabled_at) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT DO NOTHING";
    let done = sqlx::query(query)
        .bind(account.name.as_str())
        .bind(account.role.as_str())
        .bind(account.password.as_str())
        .bind(account.created_at.as_str())
        .bind(account.disabled_at.as_deref())
        .execute(connection)
        .await
        .map_err(|e| failed("add account", &e))?;
    if done.rows_affected() == 0 { Err(StoreError::Conflict { current: 0 }) } else { Ok(()) }
}

/// Changes an account. Another password and an end sign out whoever was signed in with it.
pub(in crate::adapters::store) async fn change(
    connection: &mut Connection,
    name: &str,
    change: &AccountChange,
) -> Result<(), StoreError> {
    let query = match change {
        AccountChange::Role(role) => {
            sqlx::query("UPDATE accounts SET role = $1 WHERE name = $2").bind(role.as_str()).bind(name)
        }
        AccountChange::Password(password) => {
            sqlx::query("UPDATE accounts SET password = $1 WHERE name = $2").bind(password.as_str()).bind(name)
        }
        AccountChange::Own { password, was, .. } => {
            let query = "UPDATE accounts SET password = $1 WHERE name = $2 AND password = $3 AND disabled_at IS NULL";
            sqlx::query(query).bind(password.as_str()).bind(name).bind(was.as_str())
        }
        AccountChange::Disabled(at) => {
            sqlx::query("UPDATE accounts SET disabled_at = $1 WHERE name = $2").bind(at.as_deref()).bind(name)
        }
    };
    found(query.execute(&mut *connection).await.map_err(|e| failed("change account", &e))?.rows_affected())?;
    let query = match change {
        AccountChange::Role(_) => return Ok(()),
        AccountChange::Own { stays, .. } => {
            sqlx::query("DELETE FROM logins WHERE account = $1 AND hash <> $2").bind(name).bind(stays.as_str())
        }
        AccountChange::Password(_) | AccountChange::Disabled(_) => {
            sqlx::query("DELETE FROM logins WHERE account = $1").bind(name)
        }
    };
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("sign out", &e))
}

/// The account of this name.
pub(in crate::adapters::store) async fn by_name(
    connection: &mut Connection,
    name: &str,
) -> Result<Option<Account>, StoreError> {
    let query = "SELECT name, role, password, created_at, disabled_at FROM accounts WHERE name = $1";
    let row: Option<Columns> =
        sqlx::query_as(query).bind(name).fetch_optional(connection).await.map_err(|e| failed("read account", &e))?;
    Ok(row.map(Into::into))
}

/// All of them, by name.
pub(in crate::adapters::store) async fn all(connection: &mut Connection) -> Result<Vec<Account>, StoreError> {
    let query = "SELECT name, role, password, created_at, disabled_at FROM accounts ORDER BY name";
    let rows: Vec<Columns> = sqlx::query_as(query).fetch_all(connection).await.map_err(|e| failed("accounts", &e))?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Keeps that somebody is signed in, and forgets who no longer is.
pub(in crate::adapters::store) async fn sign_in(connection: &mut Connection, login: &Login) -> Result<(), StoreError> {
    let old = sqlx::query("DELETE FROM logins WHERE expires_at <= $1").bind(login.created_at.as_str());
    old.execute(&mut *connection).await.map_err(|e| failed("forget sign-ins", &e))?;
    let query = "INSERT INTO logins (hash, account, matter, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
    sqlx::query(query)
        .bind(login.hash.as_str())
        .bind(login.account.as_str())
        .bind(login.matter.as_deref())
        .bind(login.created_at.as_str())
        .bind(login.expires_at.as_str())
        .execute(connection)
        .await
        .map(|_| ())
        .map_err(|e| failed("sign in", &e))
}

/// Ends it; a second time changes nothing.
pub(in crate::adapters::store) async fn sign_out(connection: &mut Connection, hash: &str) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM logins WHERE hash = $1").bind(hash);
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("sign out", &e))
}

/// Chooses the matter that new sessions go into.
pub(in crate::adapters::store) async fn work_in(
    connection: &mut Connection,
    hash: &str,
    matter: Option<&str>,
) -> Result<(), StoreError> {
    let query = sqlx::query("UPDATE logins SET matter = $1 WHERE hash = $2").bind(matter).bind(hash);
    found(query.execute(connection).await.map_err(|e| failed("choose matter", &e))?.rows_affected())
}

/// Who is signed in by this cookie, now.
pub(in crate::adapters::store) async fn signed_in(
    connection: &mut Connection,
    hash: &str,
    now: &str,
) -> Result<Option<SignedIn>, StoreError> {
    let query = "SELECT a.name, a.role, l.matter FROM logins l JOIN accounts a ON a.name = l.account \
                 WHERE l.hash = $1 AND l.expires_at > $2 AND a.disabled_at IS NULL";
    let row: Option<(String, String, Option<String>)> = sqlx::query_as(query)
        .bind(hash)
        .bind(now)
        .fetch_optional(connection)
        .await
        .map_err(|e| failed("read sign-in", &e))?;
    Ok(row.map(|(account, role, matter)| SignedIn {
        account,
        role: Role::parse(&role).unwrap_or(Role::Reader),
        matter,
    }))
}

/// Keeps a matter.
pub(in crate::adapters::store) async fn add_matter(
    connection: &mut Connection,
    matter: &Matter,
) -> Result<(), StoreError> {
    let query = sqlx::query("INSERT INTO matters (id, name, created_at) VALUES ($1, $2, $3)");
    let query = query.bind(matter.id.as_str()).bind(kept(&matter.name)).bind(matter.created_at.as_str());
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("add matter", &e))
}

/// All matters, oldest first.
pub(in crate::adapters::store) async fn matters(connection: &mut Connection) -> Result<Vec<Matter>, StoreError> {
    let query = "SELECT id, name, created_at FROM matters ORDER BY created_at, id";
    let rows: Vec<MatterColumns> =
        sqlx::query_as(query).fetch_all(connection).await.map_err(|e| failed("matters", &e))?;
    Ok(rows.into_iter().map(|row| Matter { id: row.id, name: words(row.name), created_at: row.created_at }).collect())
}

/// Who stands how to which matter, by matter and name.
pub(in crate::adapters::store) async fn people(connection: &mut Connection) -> Result<Vec<Participant>, StoreError> {
    let query = "SELECT matter, account, standing, since FROM matter_people ORDER BY matter, account";
    let rows: Vec<PersonColumns> =
        sqlx::query_as(query).fetch_all(connection).await.map_err(|e| failed("people of matters", &e))?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Makes somebody a member, or puts up a wall. Whoever stands there otherwise stays as they are: a wall is taken away
/// before somebody becomes a member.
pub(in crate::adapters::store) async fn stand(
    connection: &mut Connection,
    person: &Participant,
) -> Result<(), StoreError> {
    let known =
        "SELECT EXISTS (SELECT 1 FROM matters WHERE id = $1) AND EXISTS (SELECT 1 FROM accounts WHERE name = $2)";
    let known: bool = sqlx::query_scalar(known)
        .bind(person.matter.as_str())
        .bind(person.account.as_str())
        .fetch_one(&mut *connection)
        .await
        .map_err(|e| failed("look for matter", &e))?;
    if !known {
        return Err(StoreError::NotFound);
    }
    let query = "INSERT INTO matter_people (matter, account, standing, since) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (matter, account) DO UPDATE SET since = matter_people.since \
                 WHERE matter_people.standing = excluded.standing";
    let done = sqlx::query(query)
        .bind(person.matter.as_str())
        .bind(person.account.as_str())
        .bind(person.standing.as_str())
        .bind(person.since.as_str())
        .execute(connection)
        .await
        .map_err(|e| failed("add to matter", &e))?;
    if done.rows_affected() == 0 { Err(StoreError::Conflict { current: 0 }) } else { Ok(()) }
}

/// Takes somebody out of a matter, or a wall away. Whoever had chosen the matter for new sessions is signed out: what they
/// open next must not become common unseen.
pub(in crate::adapters::store) async fn leave(
    connection: &mut Connection,
    matter: &str,
    account: &str,
) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM matter_people WHERE matter = $1 AND account = $2").bind(matter).bind(account);
    found(query.execute(&mut *connection).await.map_err(|e| failed("take out of matter", &e))?.rows_affected())?;
    let query = sqlx::query("DELETE FROM logins WHERE account = $2 AND matter = $1").bind(matter).bind(account);
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("sign out", &e))
}

/// The matter of a session, and how somebody stands to it.
pub(in crate::adapters::store) async fn place(
    connection: &mut Connection,
    session: &SessionId,
    account: &str,
) -> Result<(Option<String>, Option<Standing>), StoreError> {
    let query = "SELECT s.matter, p.standing FROM matter_sessions s \
                 LEFT JOIN matter_people p ON p.matter = s.matter AND p.account = $2 \
                 AND EXISTS (SELECT 1 FROM accounts a WHERE a.name = p.account AND a.disabled_at IS NULL) \
                 WHERE s.session = $1";
    let row: Option<(String, Option<String>)> = sqlx::query_as(query)
        .bind(session.as_str())
        .bind(account)
        .fetch_optional(connection)
        .await
        .map_err(|e| failed("matter of session", &e))?;
    Ok(row.map_or((None, None), |(matter, standing)| (Some(matter), standing.as_deref().and_then(Standing::parse))))
}

/// How somebody stands to a matter.
pub(in crate::adapters::store) async fn standing(
    connection: &mut Connection,
    matter: &str,
    account: &str,
) -> Result<Option<Standing>, StoreError> {
    let query = "SELECT standing FROM matter_people WHERE matter = $1 AND account = $2";
    let query = sqlx::query_scalar(query).bind(matter).bind(account);
    let found: Option<String> = query.fetch_optional(connection).await.map_err(|e| failed("standing", &e))?;
    Ok(found.as_deref().and_then(Standing::parse))
}

/// Sessions of the matters that somebody does not work on.
pub(in crate::adapters::store) async fn hidden(
    connection: &mut Connection,
    account: &str,
) -> Result<Vec<String>, StoreError> {
    let query = "SELECT session FROM matter_sessions s WHERE NOT EXISTS (SELECT 1 FROM matter_people p \
                 WHERE p.matter = s.matter AND p.account = $1 AND p.standing = 'member')";
    sqlx::query_scalar(query).bind(account).fetch_all(connection).await.map_err(|e| failed("hidden sessions", &e))
}

/// Puts a session and its copies into a matter, or makes them common.
pub(in crate::adapters::store) async fn put(
    connection: &mut Connection,
    session: &SessionId,
    matter: Option<&str>,
) -> Result<(), StoreError> {
    lock_kin(connection, session).await?;
    let known = "SELECT EXISTS (SELECT 1 FROM sessions WHERE id = $1) \
                 AND ($2 IS NULL OR EXISTS (SELECT 1 FROM matters WHERE id = $2))";
    let known: bool = sqlx::query_scalar(known)
        .bind(session.as_str())
        .bind(matter)
        .fetch_one(&mut *connection)
        .await
        .map_err(|e| failed("look for session", &e))?;
    if !known {
        return Err(StoreError::NotFound);
    }
    let out = "DELETE FROM matter_sessions WHERE session = $1 OR session IN \
               (SELECT copy FROM shares WHERE session = $1 AND copy IS NOT NULL)";
    let out = sqlx::query(out).bind(session.as_str());
    out.execute(&mut *connection).await.map_err(|e| failed("take out of matter", &e))?;
    let Some(matter) = matter else { return Ok(()) };
    let query = "INSERT INTO matter_sessions (session, matter) SELECT $1, $2 \
                 UNION ALL SELECT copy, $2 FROM shares WHERE session = $1 AND copy IS NOT NULL";
    let query = sqlx::query(query).bind(session.as_str()).bind(matter);
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("put into matter", &e))
}

/// Puts a session that is just being opened into its matter.
pub(in crate::adapters::store) async fn begin_in(
    connection: &mut Connection,
    session: &SessionId,
    matter: Option<&str>,
) -> Result<(), StoreError> {
    let Some(matter) = matter else { return Ok(()) };
    let query = sqlx::query("INSERT INTO matter_sessions (session, matter) VALUES ($1, $2)");
    let query = query.bind(session.as_str()).bind(matter);
    query.execute(connection).await.map(|_| ()).map_err(|e| failed("put into matter", &e))
}
