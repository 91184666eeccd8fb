//! The statements of sessions over PostgreSQL: the same files as over `SQLite`, see [`crate::adapters::store::over_sqlite`].

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

pub(super) mod engine {
    use crate::adapters::store::rows::failed;
    use crate::model::ids::SessionId;
    use crate::runner::ports::StoreError;
    use sqlx::{PgConnection, PgPool, Postgres, Transaction};
    use std::borrow::Cow;

    pub(super) type Db = Postgres;
    pub(super) type Connection = PgConnection;
    pub(super) type Pool = PgPool;

    /// Notes something without words; without a time it is that of the database.
    pub(super) const NOTE: &str = "INSERT INTO audit (at, what, session) VALUES (coalesce($1, to_char(\
                                   clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')), $2, $3)";

    /// The end of the audit log, which nobody else moves until the transaction ends.
    pub(super) const HEAD: &str = "SELECT number, hash FROM trail_head WHERE one = 1 FOR UPDATE";

    /// Stands before a character that is written otherwise.
    const MARK: char = '\u{1a}';

    /// A text of a person as it is written: PostgreSQL keeps every character but NUL.
    pub(in crate::adapters::store) fn kept(text: &str) -> Cow<'_, str> {
        if text.contains(['\0', MARK]) {
            Cow::Owned(text.replace(MARK, "\u{1a}1").replace('\0', "\u{1a}0"))
        } else {
            Cow::Borrowed(text)
        }
    }

    /// A text of a person as it was read.
    pub(in crate::adapters::store) fn words(text: String) -> String {
        if text.contains(MARK) { text.replace("\u{1a}0", "\0").replace("\u{1a}1", "\u{1a}") } else { text }
    }

    /// Waits until no other transaction works on the session, in any process.
    pub(super) async fn lock(connection: &mut Connection, session: &SessionId) -> Result<(), StoreError> {
        let query = sqlx::query("SELECT id FROM sessions WHERE id = $1 FOR UPDATE").bind(session.as_str());
        query.execute(connection).await.map(|_| ()).map_err(|e| failed("lock", &e))
    }

    /// The same for the session with its copies and the one that it is a copy of: what is deleted or held goes together.
    pub(super) async fn lock_kin(connection: &mut Connection, session: &SessionId) -> Result<(), StoreError> {
        let query = "SELECT id FROM sessions WHERE id = $1 OR id IN (SELECT copy FROM shares WHERE session = $1) \
                     OR id IN (SELECT session FROM shares WHERE copy = $1) ORDER BY id FOR UPDATE";
        let query = sqlx::query(query).bind(session.as_str());
        query.execute(connection).await.map(|_| ()).map_err(|e| failed("lock", &e))
    }

    /// A transaction in which every statement sees the same moment.
    pub(super) async fn one_moment(pool: &Pool) -> Result<Transaction<'static, Db>, sqlx::Error> {
        pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await
    }

    #[cfg(test)]
    mod tests {
        use super::{kept, words};

        #[test]
        fn every_character_comes_back() {
            for text in ["", "слова", "\0", "\u{1a}", "\u{1a}0", "\u{1a}1\0", "a\0b\u{1a}\u{1a}0c", "\u{1a}\0"] {
                let written = kept(text).into_owned();
                assert!(!written.contains('\0'), "{text:?}");
                assert_eq!(words(written), text, "{text:?}");
            }
        }
    }
}
