//! Sessions from one database into another, whichever engines keep them.
//!
//! A session is copied in one transaction, so it is there whole or not at all, and an interrupted move goes on where it
//! was. Afterwards the rows of both sides are compared by their hash; a session that the target has already is never
//! written over.

use crate::adapters::store::open::{OpenError, connect_writer, writer_options};
use crate::adapters::store::over_postgres::engine::{kept, words};
use crate::adapters::store::packed::{pack, unpack};
use crate::adapters::store::postgres::PostgresStore;
use crate::adapters::store::postgres_open::{self, is_postgres};
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::turn_locks;
use crate::engine::prompt::hex;
use crate::engine::trail::GENESIS;
use crate::runner::ports::StoreError;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection};

/// Why sessions were not moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// A database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A statement failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A stored text does not read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The target has other rows of the same session.
    #[error("the target has session {0} already, and it differs: nothing of it was changed")]
    Differs(String),
    /// The target was in use and has deletions and holds of its own.
    #[error("the target has an audit log of its own: sessions go into a database that was not in use before")]
    Audited,
    /// A server works on a database.
    #[error("a server works on {0}: stop it first")]
    Served(&'static str),
    /// What was written does not read back as it was.
    #[error("session {0} does not read back as it was written")]
    Broken(String),
    /// Both addresses name one database.
    #[error("both addresses name the same database")]
    Same,
}

/// What was moved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// Sessions that were copied now.
    pub copied: usize,
    /// Sessions that were there already, equal in every row.
    pub there: usize,
    /// Links, workflows and audit rows that were copied now.
    pub others: usize,
}

/// A table: its name, its columns (those of numbers with a `#` before them, those of packed texts with a `*`), which of its rows belong to a session (`$1`),
/// and their order, with the table before a number: the column that is read is a text of the same name.
struct Table {
    name: &'static str,
    columns: &'static [&'static str],
    whose: &'static str,
    order: &'static str,
}

/// Tables whose rows belong to one session, in the order in which they can be written.
const OWN: &[Table] = &[
    Table {
        name: "sessions",
        columns: &[
            "id",
            "workspace",
            "title",
            "status",
            "#version",
            "created_at",
            "updated_at",
            "named",
            "archived_at",
        ],
        whose: "id = $1",
        order: "id",
    },
    Table {
        name: "versions",
        columns: &["session", "#version", "cause", "at", "changed", "*ops", "*snapshot"],
        whose: "session = $1",
        order: "versions.version",
    },
    Table {
        name: "turns",
        columns: &["session", "#seq", "#version", "turn_id", "role", "text", "at", "answers_to", "choice"],
        whose: "session = $1",
        order: "turns.seq",
    },
    Table {
        name: "traces",
        columns: &["session", "id", "step", "#version", "at", "*body"],
        whose: "session = $1",
        order: "traces.seq",
    },
    Table { name: "events", columns: &["session", "#seq", "name", "data"], whose: "session = $1", order: "events.seq" },
    Table {
        name: "requests",
        columns: &["scope", "id", "body_hash", "session", "begun_at", "#outcome_version", "error"],
        whose: "(scope = $1 OR (scope = 'new' AND session = $1))",
        order: "scope, id",
    },
    Table {
        name: "remarks",
        columns: &[
            "session",
            "id",
            "link",
            "#version",
            "clause",
            "answers",
            "name",
            "text",
            "at",
            "settled_at",
            "settled_by",
        ],
        whose: "session = $1",
        order: "id",
    },
    Table {
        name: "signoffs",
        columns: &["session", "id", "link", "#version", "text", "name", "note", "at"],
        whose: "session = $1",
        order: "id",
    },
    Table {
        name: "webhooks",
        columns: &["id", "session", "#version", "kind", "at", "receiver", "#attempts", "due", "state", "last"],
        whose: "session = $1",
        order: "webhooks.id",
    },
    Table { name: "matter_sessions", columns: &["session", "matter"], whose: "session = $1", order: "matter" },
    Table { name: "holds", columns: &["session", "at"], whose: "session = $1", order: "at" },
    Table { name: "trash", columns: &["session", "owner", "at"], whose: "session = $1", order: "at" },
];

/// Tables of the whole database: a row that the target has already stays as it is.
const COMMON: &[Table] = &[
    Table {
        name: "shares",
        columns: &["id", "session", "copy", "#version", "created_at", "revoked_at"],
        whose: "id > $1",
        order: "id",
    },
    Table {
        name: "tokens",
        columns: &["id", "name", "hash", "scopes", "created_at", "expires_at", "revoked_at"],
        whose: "id > $1",
        order: "id",
    },
    Table {
        name: "accounts",
        columns: &["name", "role", "password", "created_at", "disabled_at"],
        whose: "name > $1",
        order: "name",
    },
    Table { name: "matters", columns: &["id", "name", "created_at"], whose: "id > $1", order: "id" },
    Table {
        name: "matter_people",
        columns: &["matter", "account", "standing", "since"],
        whose: "matter > $1",
        order: "matter, account",
    },
    Table { name: "workflows", columns: &["id", "name", "steps", "created_at"], whose: "id > $1", order: "id" },
];

type Cells = Vec<Option<String>>;

/// The bytes that hexadecimal digits stand for.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(pair).collect()
}

/// One end of the move.
enum End {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl End {
    /// Opens a database in this release's schema.
    async fn open(url: &str) -> Result<Self, MoveError> {
        if is_postgres(url) {
            PostgresStore::open(url).await?.close().await;
            let mut connection = PgConnection::connect_with(&postgres_open::options(url)?).await?;
            // Whoever works on it holds the same lock with others.
            let alone: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)")
                .bind(turn_locks::AT_WORK)
                .fetch_one(&mut connection)
                .await?;
            return if alone {
                Ok(Self::Postgres(connection))
            } else {
                Err(MoveError::Served("the PostgreSQL database"))
            };
        }
        SqliteStore::open(url).await?.close().await;
        Ok(Self::Sqlite(connect_writer(&writer_options(url)?).await?))
    }

    async fn rows(&mut self, query: &str, bound: &str) -> Result<Vec<Cells>, MoveError> {
        let query = AssertSqlSafe(query.to_owned());
        Ok(match self {
            Self::Sqlite(connection) => {
                let rows = sqlx::query(query).bind(bound).fetch_all(connection).await?;
                rows.iter().map(|row| (0..row.len()).map(|at| row.try_get(at)).collect()).collect::<Result<_, _>>()?
            }
            Self::Postgres(connection) => {
                let rows = sqlx::query(query).bind(bound).fetch_all(connection).await?;
                let cells = |row: &sqlx::postgres::PgRow| -> Result<Cells, sqlx::Error> {
                    (0..row.len()).map(|at| Ok(row.try_get::<Option<String>, _>(at)?.map(words))).collect()
                };
                rows.iter().map(cells).collect::<Result<_, _>>()?
            }
        })
    }

    async fn execute(&mut self, query: &str, cells: &[Option<String>]) -> Result<u64, MoveError> {
        let query = AssertSqlSafe(query.to_owned());
        Ok(match self {
            Self::Sqlite(connection) => {
                let bound = cells.iter().fold(sqlx::query(query), |query, cell| query.bind(cell.as_deref()));
                bound.execute(connection).await?.rows_affected()
            }
            Self::Postgres(connection) => {
                let bound = cells.iter().fold(sqlx::query(query), |query, cell| query.bind(cell.as_deref().map(kept)));
                bound.execute(connection).await?.rows_affected()
            }
        })
    }

    /// Rows of a table. Packed texts are compared and copied as the texts that they are: another release may pack them
    /// otherwise.
    async fn read(&mut self, table: &Table, whose: &str) -> Result<Vec<Cells>, MoveError> {
        let sqlite = matches!(self, Self::Sqlite(_));
        let column = |column: &&str| match column.strip_prefix('*') {
            // Its `hex` of no value is an empty text.
            Some(name) if sqlite => format!("CASE WHEN {name} IS NOT NULL THEN hex({name}) END"),
            Some(name) => format!("encode({name}, 'hex')"),
            None => format!("CAST({} AS TEXT)", column.trim_start_matches('#')),
        };
        let columns: Vec<String> = table.columns.iter().map(column).collect();
        // Names of tables and columns are constants of this file; what belongs to a person is bound.
        let query = ["SELECT", &columns.join(", "), "FROM", table.name, "WHERE", table.whose, "ORDER BY", table.order];
        let query = query.join(" ");
        let mut rows = self.rows(&query, whose).await?;
        for cells in &mut rows {
            for (cell, column) in cells.iter_mut().zip(table.columns) {
                if let Some(text) = cell.take_if(|_| column.starts_with('*')) {
                    *cell = Some(unpack(table.name, bytes(&text).unwrap_or_default())?);
                }
            }
        }
        Ok(rows)
    }

    async fn write(&mut self, table: &Table, cells: &[Option<String>]) -> Result<u64, MoveError> {
        let sqlite = matches!(self, Self::Sqlite(_));
        let place = |(at, column): (usize, &&str)| match column.chars().next() {
            Some('#') => format!("CAST(${} AS BIGINT)", at + 1),
            Some('*') if sqlite => format!("unhex(${})", at + 1),
            Some('*') => format!("decode(${}, 'hex')", at + 1),
            _ => format!("${}", at + 1),
        };
        let cell = |(cell, column): (&Option<String>, &&str)| match cell {
            Some(text) if column.starts_with('*') => Some(hex(&pack(text))),
            cell => cell.clone(),
        };
        let cells: Vec<Option<String>> = cells.iter().zip(table.columns).map(cell).collect();
        let names: Vec<&str> = table.columns.iter().map(|column| column.trim_start_matches(['#', '*'])).collect();
        let places: Vec<String> = table.columns.iter().enumerate().map(place).collect();
        let query = format!(
            "INSERT INTO {} ({}) VALUES ({}) ON CONFLICT DO NOTHING",
            table.name,
            names.join(", "),
            places.join(", ")
        );
        self.execute(&query, &cells).await
    }

    /// The hash of all rows of a session; `None` where there is no such session.
    async fn hash(&mut self, session: &str) -> Result<Option<[u8; 32]>, MoveError> {
        let mut hash = Sha256::new();
        for table in OWN {
            let rows = self.read(table, session).await?;
            if table.name == "sessions" && rows.is_empty() {
                return Ok(None);
            }
            for cell in rows.iter().flatten() {
                // The length before each cell, so that no two rows can be taken for one.
                let (is, text) = (u8::from(cell.is_some()), cell.as_deref().unwrap_or_default());
                hash.update([is]);
                hash.update(text.len().to_le_bytes());
                hash.update(text.as_bytes());
            }
        }
        Ok(Some(hash.finalize().into()))
    }

    async fn begin(&mut self) -> Result<(), MoveError> {
        let begin = if matches!(self, Self::Sqlite(_)) { "BEGIN IMMEDIATE" } else { "BEGIN" };
        self.execute(begin, &[]).await.map(|_| ())
    }

    async fn close(self) -> Result<(), MoveError> {
        match self {
            Self::Sqlite(connection) => Ok(connection.close().await?),
            Self::Postgres(connection) => Ok(connection.close().await?),
        }
    }
}

/// Copies every session of one database into another; no server may work on either. `told` hears how far it is.
///
/// # Errors
/// A database that cannot be used; a session that the target has otherwise. What was copied before stays.
pub async fn move_store(from: &str, to: &str, told: impl Fn(usize, usize)) -> Result<Moved, MoveError> {
    if from == to {
        return Err(MoveError::Same);
    }
    let (mut from, mut to) = (End::open(from).await?, End::open(to).await?);
    let sessions = from.rows("SELECT id FROM sessions WHERE id > $1 ORDER BY id", "").await?;
    let mut moved = Moved::default();
    let all = sessions.len();
    for (number, session) in sessions.into_iter().flatten().flatten().enumerate() {
        let wanted = from.hash(&session).await?;
        match to.hash(&session).await? {
            Some(found) if Some(found) == wanted => moved.there += 1,
            Some(_) => return Err(MoveError::Differs(session)),
            None => {
                to.begin().await?;
                if let Err(error) = copy(&mut from, &mut to, &session, wanted).await {
                    // Whatever the way back says, this is why.
                    drop(to.execute("ROLLBACK", &[]).await);
                    return Err(error);
                }
                to.execute("COMMIT", &[]).await?;
                moved.copied += 1;
            }
        }
        told(number + 1, all);
    }
    for table in COMMON {
        let rows = from.read(table, "").await?;
        for cells in &rows {
            moved.others += usize::try_from(to.write(table, cells).await?).unwrap_or_default();
        }
        let there = to.read(table, "").await?;
        if let Some(differs) = rows.iter().find(|cells| !there.contains(cells)) {
            return Err(MoveError::Differs(differs.first().cloned().flatten().unwrap_or_default()));
        }
    }
    moved.others += audit(&mut from, &mut to).await?;
    moved.others += trail(&mut from, &mut to).await?;
    from.close().await?;
    to.close().await?;
    Ok(moved)
}

async fn copy(from: &mut End, to: &mut End, session: &str, wanted: Option<[u8; 32]>) -> Result<(), MoveError> {
    for table in OWN {
        for cells in from.read(table, session).await? {
            to.write(table, &cells).await?;
        }
    }
    if to.hash(session).await? == wanted { Ok(()) } else { Err(MoveError::Broken(session.to_owned())) }
}

/// Rows about deletions and holds: those behind the ones that the target has already.
async fn audit(from: &mut End, to: &mut End) -> Result<usize, MoveError> {
    const TABLE: Table =
        Table { name: "audit", columns: &["at", "what", "session"], whose: "session > $1", order: "audit.seq" };
    let (there, here) = (to.read(&TABLE, "").await?, from.read(&TABLE, "").await?);
    let known = here.iter().zip(&there).take_while(|(one, other)| one == other).count();
    if known < there.len() {
        return Err(MoveError::Audited);
    }
    let fresh = here.get(known..).unwrap_or_default();
    for cells in fresh {
        to.write(&TABLE, cells).await?;
    }
    Ok(fresh.len())
}

/// The audit log: what stands behind the target's own end, which must be an entry of the same chain.
async fn trail(from: &mut End, to: &mut End) -> Result<usize, MoveError> {
    const TABLE: Table = Table {
        name: "trail",
        columns: &["#number", "body", "hash"],
        whose: "trail.number > CAST($1 AS BIGINT)",
        order: "trail.number LIMIT 1000",
    };
    const HEAD: Table = Table {
        name: "trail_head",
        columns: &["#number", "hash"],
        whose: "trail_head.number >= CAST($1 AS BIGINT)",
        order: "trail_head.number",
    };
    let end = async |end: &mut End| -> Result<(i64, String), MoveError> {
        let row = end.read(&HEAD, "0").await?.into_iter().flatten().flatten().collect::<Vec<_>>();
        let number = row.first().and_then(|number| number.parse().ok()).unwrap_or_default();
        Ok((number, row.get(1).cloned().unwrap_or_else(|| GENESIS.to_owned())))
    };
    let (mut last, hash) = end(to).await?;
    let (newest, head) = end(from).await?;
    if last > 0 {
        let same = from.read(&TABLE, &(last - 1).to_string()).await?;
        if same.first().and_then(|cells| cells.get(2).cloned().flatten()) != Some(hash) {
            return Err(MoveError::Audited);
        }
    }
    let mut copied = 0;
    to.begin().await?;
    loop {
        let page = from.read(&TABLE, &last.to_string()).await?;
        let Some(next) = page.last().and_then(|cells| cells.first()?.as_ref()?.parse().ok()) else { break };
        for cells in &page {
            to.write(&TABLE, cells).await?;
        }
        copied += page.len();
        last = next;
    }
    let cells = [Some(newest.to_string()), Some(head)];
    to.execute("UPDATE trail_head SET number = CAST($1 AS BIGINT), hash = $2 WHERE one = 1", &cells).await?;
    to.execute("COMMIT", &[]).await?;
    Ok(copied)
}
