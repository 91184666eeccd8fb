//! The statements of sessions over `SQLite`.
//!
//! The files under `sql/` are written once and compiled for each engine: what differs between engines stands in the
//! `engine` module beside them.

#[path = "sql/accounts.rs"]
pub(super) mod accounts;
#[path = "sql/events.rs"]
pub(super) mod events;
#[path = "sql/holds.rs"]
pub(super) mod holds;
#[path = "sql/opinions.rs"]
pub(super) mod opinions;
#[path = "sql/past.rs"]
pub(super) mod past;
#[path = "sql/perform.rs"]
pub(super) mod perform;
#[path = "sql/reads.rs"]
pub(super) mod reads;
#[path = "sql/shares.rs"]
pub(super) mod shares;
#[path = "sql/tokens.rs"]
pub(super) mod tokens;
#[path = "sql/trail.rs"]
pub(super) mod trail;
#[path = "sql/webhooks.rs"]
pub(super) mod webhooks;
#[path = "sql/workflows.rs"]
pub(super) mod workflows;

mod engine {
    use crate::model::ids::SessionId;
    use crate::runner::ports::StoreError;
    use sqlx::{Sqlite, SqliteConnection, SqlitePool, Transaction};

    pub(super) type Db = Sqlite;
    pub(super) type Connection = SqliteConnection;
    pub(super) type Pool = SqlitePool;

    /// Notes something without words; without a time it is that of the database.
    pub(super) const NOTE: &str =
        "INSERT INTO audit (at, what, session) VALUES (coalesce($1, strftime('%Y-%m-%dT%H:%M:%fZ')), $2, $3)";

    /// The end of the audit log; there is one writer, who has it for the whole transaction.
    pub(super) const HEAD: &str = "SELECT number, hash FROM trail_head WHERE one = 1";

    /// A text of a person as it is written: every character is kept as it is.
    pub(super) fn kept(text: &str) -> &str {
        text
    }

    /// A text of a person as it was read.
    pub(super) fn words(text: String) -> String {
        text
    }

    /// Nobody else writes: there is one writer.
    pub(super) async fn lock(_connection: &mut Connection, _session: &SessionId) -> Result<(), StoreError> {
        Ok(())
    }

    /// As [`lock`].
    pub(super) async fn lock_kin(_connection: &mut Connection, _session: &SessionId) -> Result<(), StoreError> {
        Ok(())
    }

    /// A transaction in which every statement sees the same moment.
    pub(super) async fn one_moment(pool: &Pool) -> Result<Transaction<'static, Db>, sqlx::Error> {
        pool.begin().await
    }
}
